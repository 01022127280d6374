"""Rates as a table in our own format, which `read_table` reads back as they were."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

from pricing_data import Rate

COLUMNS = (
    *("instance_type", "region", "zone", "purchase", "term", "payment", "usd_per_hour"),
    *("valid_from", "as_of", "standing", "source", "note"),
)
ESCAPED = re.compile(r"'+[=+\-@]")
"""A text that was escaped, or looks as if."""
_FORMULA = re.compile(r"'*[=+\-@]")
"""A text that a spreadsheet would take for a formula, or that looks escaped already."""


def table_text(rates: Iterable[Rate]) -> str:
    """The rates as CSV, a row each, in the order given; no text in it can act as a formula."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([_cell(getattr(rate, column)) for column in COLUMNS] for rate in rates)
    return text.getvalue()


def _cell(value: object) -> str:
    text = "" if value is None else str(value)
    return "'" + text if _FORMULA.match(text) else text
