"""A Comparison in words, tables and files; every format is built from the same rows."""
