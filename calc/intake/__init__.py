"""What comes in, before anyone knows what it means: bytes, text, rows of cells, typed numbers."""
