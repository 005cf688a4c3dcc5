"""Exact answers about rounds and games of Cofre, by enumeration with whole numbers and fractions."""
