"""Plays games on many machines, or on many processes of this one, with Dask."""
