"""The version of perdollar."""

__version__ = "0.1.0"
