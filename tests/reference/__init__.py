"""Slow, readable rule engines that the fast kernels are checked against."""
