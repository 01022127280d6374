"""Arithmetic on numbers and arrays: no models, no files, no clocks."""
