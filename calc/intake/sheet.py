"""CSV and XLSX to rows of cells, each row with its number."""

from __future__ import annotations

import csv
import datetime
import io
import re
import warnings
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from calc.errors import InputError, Problem
from calc.model.base import show

MAX_ROWS = 1000
MAX_COLUMNS = 200
MAX_UNPACKED = 50_000_000

Row = tuple[int, list[Any]]
"""Number of the row, counted from 1, and its cells: text, Decimal, bool or None."""


def csv_rows(text: str, source: str, most: int = MAX_ROWS) -> list[Row]:
    """The rows of a CSV; the first line says whether comma, semicolon or tab separates."""
    header = text.lstrip().partition("\n")[0]
    unquoted = re.sub(r'"[^"]*"', "", header)
    delimiter = max(",;\t", key=unquoted.count)
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True
    )
    rows: Iterator[Row] = ((number, list(cells)) for number, cells in enumerate(reader, 1))
    try:
        return _limited(rows, source, most)
    except csv.Error as error:
        what = f"this is not CSV: {error}"
        raise InputError([Problem(what, line=reader.line_num)], source=source) from None


def xlsx_rows(data: bytes, source: str, most: int = MAX_ROWS) -> list[Row]:
    """The rows of the first sheet of a workbook, formulas as the values they were last saved with."""
    import zipfile

    from openpyxl import load_workbook

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            unpacked = sum(entry.file_size for entry in archive.infolist())
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        raise InputError("this is not an XLSX workbook; save it as .xlsx or .csv", source=source) from None
    if unpacked > MAX_UNPACKED:
        raise InputError(
            f"this workbook unpacks to more than {MAX_UNPACKED // 1_000_000} MB; save the table alone",
            source=source,
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what openpyxl does not keep, such as styles, is not read here
            values, formulas = (
                load_workbook(io.BytesIO(data), read_only=True, data_only=only).worksheets[0]
                for only in (True, False)
            )
            rows = (
                (number, [_cell(value, formula, source) for value, formula in zip(*pair, strict=False)])
                for number, pair in enumerate(zip(values.iter_rows(), formulas.iter_rows(), strict=False), 1)
            )
            return _limited(rows, source, most)
    except InputError:
        raise
    except Exception as error:  # openpyxl raises nearly anything on a damaged workbook
        what = f"this workbook cannot be read ({type(error).__name__}); save it as .xlsx or .csv again"
        raise InputError(what, source=source) from None


def _limited(rows: Iterator[Row], source: str, most: int) -> list[Row]:
    """The rows that hold something, their empty cells None; no more than `most` below the header."""
    kept: list[Row] = []
    for number, cells in rows:
        filled = [None if isinstance(cell, str) and not cell.strip() else cell for cell in cells]
        if all(cell is None for cell in filled):
            continue
        while filled[-1] is None:
            filled.pop()
        if len(filled) > MAX_COLUMNS:
            raise InputError(
                [Problem(f"more than {MAX_COLUMNS} columns; keep those that are needed", line=number)],
                source=source,
            )
        if len(kept) > most:
            raise InputError([Problem(f"more than {most} rows; split the table", line=number)], source=source)
        kept.append((number, filled))
    return kept


def _cell(value: Any, formula: Any, source: str) -> Any:
    """A cell of a workbook as text, Decimal, bool or None."""
    found = value.value
    if found is None and formula.value is not None:
        what = f"the formula in cell {formula.coordinate} was saved without its value; write the value"
        raise InputError([Problem(what, line=formula.row)], source=source)
    if value.data_type == "e":
        what = f"cell {value.coordinate} holds the error {found}; write a value"
        raise InputError([Problem(what, line=value.row)], source=source)
    if isinstance(found, datetime.datetime):
        return found.date().isoformat()
    if isinstance(found, (datetime.date, datetime.time)):
        return found.isoformat()
    if isinstance(found, (int, float)) and not isinstance(found, bool):
        return Decimal(repr(found))
    return found if found is None or isinstance(found, (str, bool)) else show(found)
