"""Bytes of a table to its header and rows: CSV, XLSX, Parquet and JSON look alike from here on."""

from __future__ import annotations

import datetime
import io
import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from calc.errors import InputError, Problem
from calc.intake.sheet import MAX_COLUMNS, csv_rows, xlsx_rows
from calc.intake.text import decode
from calc.intake.workbook import MAX_UNPACKED

MAX_ROWS = 100_000

Row: TypeAlias = tuple[int, list[str]]
"""Number of the row (of a sheet, the header being row 1; else of the record) and its cells as text."""


def table_rows(data: bytes, source: str) -> tuple[list[str], list[Row]]:
    """The header and the rows that hold something; raises InputError for what is no table."""
    if data.startswith(b"PAR1"):
        return _from_records(_parquet(data, source), source)
    if data.startswith(b"PK\x03\x04"):
        return _from_sheet(xlsx_rows(data, source, MAX_ROWS), source)
    text = decode(data, source)
    if text.lstrip().startswith(("[", "{")):
        return _from_records(_json(text, source), source)
    return _from_sheet(csv_rows(text, source, MAX_ROWS), source)


def _from_sheet(rows: list[tuple[int, list[Any]]], source: str) -> tuple[list[str], list[Row]]:
    if not rows:
        raise InputError("this is empty; a table begins with a row of column names", source=source)
    (_, header), *body = rows
    return [_text(cell) for cell in header], [(row, [_text(cell) for cell in cells]) for row, cells in body]


def _from_records(records: list[Any], source: str) -> tuple[list[str], list[Row]]:
    if len(records) > MAX_ROWS:
        raise InputError(f"more than {MAX_ROWS} rows; split the table", source=source)
    for row, record in enumerate(records, 1):
        if not isinstance(record, Mapping):
            what = "this is no record; write one object for each price, with a key for each column"
            raise InputError([Problem(what, f"record {row}")], source=source)
    header = list(dict.fromkeys(key for record in records for key in record))
    if len(header) > MAX_COLUMNS:
        raise InputError(f"more than {MAX_COLUMNS} columns; keep those that are needed", source=source)
    return header, [
        (row, [_text(record.get(key)) for key in header]) for row, record in enumerate(records, 1)
    ]


def _json(text: str, source: str) -> list[Any]:
    try:
        # Numbers stay the text that was written, so that no digit changes.
        document = json.loads(text, parse_float=str, parse_int=str, parse_constant=str)
    except json.JSONDecodeError as error:
        problem = Problem(f"this is not JSON: {error.msg}", line=error.lineno)
        raise InputError([problem], source=source) from None
    except RecursionError:
        raise InputError("this JSON is nested too deeply for a table", source=source) from None
    if isinstance(document, dict):
        document = document.get("rates")
    if not isinstance(document, list):
        raise InputError('this JSON is no table; write a list of records, or {"rates": [...]}', source=source)
    return document


def _parquet(data: bytes, source: str) -> list[Any]:
    import pyarrow.parquet

    try:
        file = pyarrow.parquet.ParquetFile(io.BytesIO(data))
        about = file.metadata
        unpacked = sum(about.row_group(index).total_byte_size for index in range(about.num_row_groups))
        too_large = about.num_rows > MAX_ROWS or unpacked > MAX_UNPACKED
        records: list[Any] = [] if too_large else file.read().to_pylist()
    except Exception as error:  # pyarrow raises nearly anything on a damaged file
        raise InputError(
            f"this Parquet file cannot be read ({type(error).__name__}); write it again, or save it as CSV",
            source=source,
        ) from None
    if too_large:
        raise InputError(
            f"more than {MAX_ROWS} rows, or {MAX_UNPACKED // 1_000_000} MB unpacked; split the table",
            source=source,
        )
    return records


def _text(cell: Any) -> str:
    """A cell as text; what is absent, or no number in Parquet's sense, is empty."""
    if cell is None or (isinstance(cell, float) and cell != cell):
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, datetime.datetime):
        return cell.date().isoformat()
    if isinstance(cell, (list, dict)):
        return json.dumps(cell, default=str)
    return str(cell).strip()
