"""CSV and XLSX to rows of cells, each row with its number."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from typing import Any

from calc.errors import InputError, Problem
from calc.intake import workbook

MAX_ROWS = 1000
MAX_COLUMNS = 200

_SEPARATOR = re.compile(r'"?sep=([,;\t|])"?[ \t]*(?:\r\n?|\n)', re.IGNORECASE)

Row = tuple[int, list[Any]]
"""Number of the row, counted from 1, and its cells: text, Decimal, bool or None."""


def csv_rows(text: str, source: str, most: int = MAX_ROWS) -> list[Row]:
    """The rows of a CSV; the first line says whether comma, semicolon or tab separates.

    A first line such as ``sep=;``, as Excel writes it, says so too, and is no row of the table.
    """
    announced = _SEPARATOR.match(text)
    if announced:
        delimiter = announced[1]
    else:
        header = text.lstrip().partition("\n")[0]
        delimiter = max(",;\t", key=re.sub(r'"[^"]*"', "", header).count)
    lines = io.StringIO(text, newline="")
    reader = csv.reader(lines, delimiter=delimiter, strict=True, skipinitialspace=True)
    begins = 1

    def rows() -> Iterator[Row]:
        nonlocal begins
        for number, cells in enumerate(reader, 1):
            begins = reader.line_num + 1
            if number > 1 or not announced:
                yield number, list(cells)

    try:
        return _limited(rows(), source, most)
    except csv.Error as error:
        what = f"this is not CSV: {_explain(error)}"
        raise InputError([Problem(what, line=begins)], source=source) from None


def _explain(error: csv.Error) -> str:
    message = str(error)
    if "unexpected end" in message:
        return 'a quote (") opens here and is not closed; close it, or remove it'
    if "field larger" in message:
        return 'a cell begins here that does not end; is a quote (") not closed?'
    if "expected after" in message:
        return 'text follows a closing quote ("); write a quote inside a cell twice, as ""'
    return message


def xlsx_rows(data: bytes, source: str, most: int = MAX_ROWS) -> list[Row]:
    """The rows of the first sheet of a workbook, formulas as the values they were last saved with.

    Raises InputError, with all the cells that hold no value together.
    """
    return _limited(workbook.rows(data, source, most, MAX_COLUMNS), source, most)


def _limited(rows: Iterable[Row], source: str, most: int) -> list[Row]:
    """The rows that hold something, their empty cells None; no more than `most` below the header."""
    kept: list[Row] = []
    for number, cells in rows:
        filled = [None if isinstance(cell, str) and not cell.strip() else cell for cell in cells]
        if all(cell is None for cell in filled):
            continue
        while filled[-1] is None:
            filled.pop()
        if len(filled) > MAX_COLUMNS:
            what = f"more than {MAX_COLUMNS} columns: number {len(filled)} is filled; keep what is needed"
            raise InputError([Problem(what, line=number)], source=source)
        if len(kept) > most:
            raise InputError([Problem(f"more than {most} rows; split the table", line=number)], source=source)
        kept.append((number, filled))
    return kept
