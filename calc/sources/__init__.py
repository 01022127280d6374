"""Where prices come from: the bundled catalogue, the user's table, files of others, and AWS itself."""

from __future__ import annotations

from calc.sources.base import HEAD, FileSource, Query, Reading, Source, SourceError, detect, sources
from calc.sources.book import PriceBook
from calc.sources.table import read_table
from calc.sources.table_file import table_text

__all__ = [
    "HEAD",
    "FileSource",
    "PriceBook",
    "Query",
    "Reading",
    "Source",
    "SourceError",
    "detect",
    "read_table",
    "sources",
    "table_text",
]
