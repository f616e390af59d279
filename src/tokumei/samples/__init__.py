"""Generators of sample data, one file each."""
