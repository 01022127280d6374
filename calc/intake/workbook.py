"""The first sheet of an XLSX workbook, read by openpyxl once a survey has shown that it is of table size."""

from __future__ import annotations

import datetime
import io
import re
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from decimal import Decimal
from typing import Any
from xml.parsers import expat

from calc.errors import InputError, Problem, in_order
from calc.model.base import show

MAX_UNPACKED = 100_000_000
MAX_ELEMENTS = 1_000_000
ELEMENTS_A_ROW = 40
_CHUNK = 1_000_000
_REFERENCE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_FAULTS = (
    zipfile.BadZipFile,
    expat.ExpatError,
    zlib.error,
    OSError,
    EOFError,
    ValueError,
    LookupError,
    RuntimeError,
)
"""What the zip and XML parsers raise on a damaged file."""


def rows(data: bytes, source: str, most: int, widest: int) -> Iterator[tuple[int, list[Any]]]:
    """Each row with its number, formulas as the values they were last saved with.

    Raises InputError where the workbook is no table of at most `most` rows and `widest` columns, cannot be
    read, or has cells that hold no value: all of those together.
    """
    _survey(data, source, most, widest)
    from openpyxl import load_workbook

    problems: list[Problem] = []
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what openpyxl does not keep, such as styles, is not read here
            values, formulas = (
                load_workbook(io.BytesIO(data), read_only=True, data_only=only).worksheets[0]
                for only in (True, False)
            )
            pairs = zip(values.iter_rows(), formulas.iter_rows(), strict=False)
            for number, pair in enumerate(pairs, 1):
                yield number, [_cell(*cells, problems) for cells in zip(*pair, strict=False)]
    except Exception as error:  # openpyxl raises nearly anything on a damaged workbook
        what = f"this workbook cannot be read ({type(error).__name__}); save it as .xlsx or .csv again"
        raise InputError(what, source=source) from None
    if problems:
        raise InputError(in_order(problems), source=source)


def _survey(data: bytes, source: str, most: int, widest: int) -> None:
    """Refuse what would cost openpyxl more time and memory than a table can.

    The parts are unpacked and parsed in pieces, and nothing is kept but counts and the farthest cell.
    """
    unpacked, elements = MAX_UNPACKED, max(MAX_ELEMENTS, ELEMENTS_A_ROW * most)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for entry in archive.infolist():
                if not entry.filename.lower().endswith((".xml", ".rels")):
                    continue
                parser, counts = _counter(most, widest, source)
                with archive.open(entry) as file:
                    while chunk := file.read(_CHUNK):
                        unpacked -= len(chunk)
                        parser.Parse(chunk)
                        if unpacked < 0 or elements - counts[0] < 0:
                            raise InputError(
                                "this workbook holds far more than a table needs; "
                                "copy the table alone into a new workbook, or save it as .csv",
                                source=source,
                            )
                elements -= counts[0]
                parser.Parse(b"", True)
    except _FAULTS as error:
        what = f"this is not an XLSX workbook ({type(error).__name__}); save it as .xlsx or .csv"
        raise InputError(what, source=source) from None


def _counter(most: int, widest: int, source: str) -> tuple[expat.XMLParserType, list[int]]:
    """A parser that counts elements into the list, and refuses far cells and document types."""
    parser, counts = expat.ParserCreate(), [0]

    def start(tag: str, attributes: dict[str, str]) -> None:
        counts[0] += 1
        place = attributes.get("r", "") if tag.rpartition(":")[2] in ("c", "row") else ""
        found = _REFERENCE.fullmatch(place if place[:1].isalpha() else f"A{place}")
        if found is None:
            return
        column = 0
        for letter in found[1]:
            column = 26 * column + ord(letter) - ord("A") + 1
        if column > widest or int(found[2]) > 2 * most + 1:
            size = f"{widest} columns and {2 * most} rows"
            name = f"cell {place}" if place[0].isalpha() else f"row {place}"
            what = f"{name} lies outside a table of {size}; remove what stands there"
            raise InputError([Problem(what, line=int(found[2]))], source=source)

    def refuse(*_: object) -> None:
        raise InputError("this workbook holds a document type; save it as .xlsx or .csv again", source=source)

    parser.StartElementHandler = start
    parser.StartDoctypeDeclHandler = refuse  # entities, which can unpack without end, need one
    return parser, counts


def _cell(value: Any, formula: Any, problems: list[Problem]) -> Any:
    """A cell as text, Decimal, bool or None; what is wrong with it joins the problems."""
    found = value.value
    if found is None and formula.value is not None:
        what = f"the formula in cell {formula.coordinate} was saved without its value; write the value"
        problems.append(Problem(what, line=formula.row))
    elif value.data_type == "e":
        what = f"cell {value.coordinate} holds the error {found}; write a value"
        problems.append(Problem(what, line=value.row))
    elif isinstance(found, datetime.datetime):
        return found.date().isoformat()
    elif isinstance(found, (datetime.date, datetime.time)):
        return found.isoformat()
    elif isinstance(found, (int, float)) and not isinstance(found, bool):
        return Decimal(repr(found))
    return found if found is None or isinstance(found, (str, bool)) else show(found)
