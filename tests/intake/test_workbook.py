from __future__ import annotations

import datetime
import io
import re
import time
import tracemalloc
import zipfile
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

import pytest
from openpyxl import Workbook

from calc.errors import MOST_PROBLEMS, InputError, Problem
from calc.intake.sheet import xlsx_rows

SHEET, STYLES = "xl/worksheets/sheet1.xml", "xl/styles.xml"
MOST_SECONDS = 60
"""Of the processor, whatever else it does. What is not bounded takes hours; what is, a few of these."""


def saved(book: Workbook) -> bytes:
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def xlsx(*rows: Sequence[Any]) -> bytes:
    book = Workbook()
    assert book.active is not None
    for row in rows:
        book.active.append(list(row))
    return saved(book)


def forged(part: str, change: Callable[[bytes], bytes], data: bytes | None = None) -> bytes:
    """A workbook in which one part is changed."""
    changed = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data or xlsx(["id", "price"], ["a", 1.5]))) as old,
        zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, change(content) if name == part else content)
    return changed.getvalue()


def refused(data: bytes, most: int = 1000) -> tuple[Problem, ...]:
    with pytest.raises(InputError) as caught:
        xlsx_rows(data, "file", most)
    assert caught.value.source == "file"
    return caught.value.problems


def test_every_kind_of_cell_is_read() -> None:
    data = xlsx(
        ["text", 10.49, 4210, -3, True, False, None, datetime.date(2026, 10, 8)],
        [],
        [datetime.datetime(2026, 10, 8, 23, 59), datetime.time(1, 2), 0.1, 1e300, " ", "é\n🎈"],
    )
    assert xlsx_rows(data, "file") == [
        (1, ["text", Decimal("10.49"), Decimal(4210), Decimal(-3), True, False, None, "2026-10-08"]),
        (3, ["2026-10-08", "01:02:00", Decimal("0.1"), Decimal("1e300"), None, "é\n🎈"]),
    ]


@pytest.mark.parametrize(
    ("form", "shown"),
    [
        ("yyyy-mm-dd", "2026-10-08"),
        ('[$-409]d" of "mmm', "2026-10-08"),
        ("0.00", Decimal(46303)),
        ('0" days"', Decimal(46303)),
        ("[Red]0_d", Decimal(46303)),
        ("0\\h", Decimal(46303)),
        ("General", Decimal(46303)),
    ],
)
def test_a_number_is_a_date_where_it_is_shown_as_one(form: str, shown: object) -> None:
    book = Workbook()
    assert book.active is not None
    cell = book.active.cell(1, 1, 46303)
    cell.number_format = form
    assert xlsx_rows(saved(book), "file") == [(1, [shown])]


def test_days_may_be_counted_from_1904() -> None:
    book = Workbook()
    assert book.active is not None
    book.epoch = datetime.datetime(1904, 1, 1)
    book.active.append([datetime.date(2026, 10, 8)])
    assert xlsx_rows(saved(book), "file") == [(1, ["2026-10-08"])]


def test_all_bad_cells_are_told_up_to_a_number() -> None:
    problems = refused(xlsx(*[["=1", "#N/A"]] * 40))
    assert len(problems) == MOST_PROBLEMS + 1
    assert "cell A1 was saved without its value" in problems[0].what
    assert "cell B1 holds the error #N/A" in problems[1].what
    assert problems[1].line == 1
    assert problems[-1] == Problem("30 more problems like these follow")


@pytest.mark.parametrize("place", ["XFD1", "A1048576", "XFD1048576"])
def test_a_stray_cell_far_away_is_named_at_once(place: str) -> None:
    book = Workbook()
    assert book.active is not None
    book.active["A1"] = "id"
    book.active[place] = 1
    (problem,) = bounded(saved(book))
    assert "lies outside a table of 200 columns and 2000 rows" in problem.what


def test_a_dimension_that_is_declared_too_large_changes_nothing() -> None:
    data = forged(
        SHEET, lambda xml: re.sub(rb'<dimension ref="[^"]*"', b'<dimension ref="A1:XFD1048576"', xml)
    )
    assert bounded_rows(data) == [(1, ["id", "price"]), (2, ["a", Decimal("1.5")])]


def bounded(data: bytes) -> tuple[Problem, ...]:
    """The problems of a workbook, found without much work or memory."""
    start = time.process_time()
    tracemalloc.start()
    try:
        problems = refused(data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert time.process_time() - start < MOST_SECONDS
    assert peak < 100_000_000
    return problems


def bounded_rows(data: bytes) -> list[tuple[int, list[Any]]]:
    start = time.process_time()
    rows = xlsx_rows(data, "file")
    assert time.process_time() - start < MOST_SECONDS
    return rows


@pytest.mark.parametrize(
    ("part", "end", "filling"),
    [
        (STYLES, b"</cellXfs>", b"<xf/>" * 2_000_000),
        (SHEET, b"</sheetData>", b"<row/>" * 1_040_000),
        (SHEET, b"</sheetData>", (b"<row>" + b"<c/>" * 10_000 + b"</row>") * 200),
        ("xl/workbook.xml", b"</workbook>", b"<definedName/>" * 2_000_000),
        (STYLES, b"</cellXfs>", b" " * 100_000_001),
    ],
    ids=["styles", "rows", "cells", "names", "blanks"],
)
def test_a_bomb_is_refused(part: str, end: bytes, filling: bytes) -> None:
    (problem,) = bounded(forged(part, lambda xml: xml.replace(end, filling + end)))
    assert "far more than a table needs" in problem.what


@pytest.mark.parametrize(
    ("part", "change"),
    [
        (SHEET, lambda xml: b'<!DOCTYPE a [<!ENTITY b "1">]>' + xml),
        (SHEET, lambda xml: xml[:-40]),
        (SHEET, lambda _: b'<?xml version="1.0" encoding="nonsense"?><a/>'),
        ("xl/workbook.xml", lambda _: b"<a/>"),
        ("xl/_rels/workbook.xml.rels", lambda xml: xml.replace(b"sheet1.xml", b"sheet9.xml")),
    ],
)
def test_a_damaged_workbook_is_refused(part: str, change: Callable[[bytes], bytes]) -> None:
    (problem,) = refused(forged(part, change))
    assert "workbook" in problem.what
    assert ".xlsx or .csv" in problem.what


@pytest.mark.parametrize("data", [b"", b"PK", b"not a workbook", xlsx(["id"])[:-200]])
def test_what_is_no_workbook_is_refused(data: bytes) -> None:
    (problem,) = refused(data)
    assert "not an XLSX workbook" in problem.what
