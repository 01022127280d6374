"""The user's own table of prices: every row either becomes a rate, or is reported with its number."""

from __future__ import annotations

import datetime
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from decimal import Decimal
from pathlib import Path
from typing import Literal, TypeAlias

import pricing_data
from calc.errors import InputError
from calc.intake.numbers import read_decimal
from calc.intake.text import check_size, read_bytes
from calc.model.base import show
from calc.sources.base import Progress, Query, Reading, canonical
from calc.sources.table_file import ESCAPED
from calc.sources.table_rows import table_rows
from calc.sources.table_words import ALLOWED_PURCHASES, COLUMNS, Bought, bought, column, date, truth, words
from pricing_data import Rate
from pricing_data.checks import Finding, check
from pricing_data.records import Standing

MAX_BYTES = 50_000_000
Level: TypeAlias = Literal["error", "warning"]
_OUR_WORDS = frozenset(map(words, ("", *ALLOWED_PURCHASES)))
_STANDINGS: Mapping[str, Standing] = {"": "user", "user": "user", "live": "live", "catalogue": "user"}
"""What a row may say of its standing. A copy of the catalogue in the user's table is the user's word."""
_NEEDED = ("instance_type", "region", "purchase", "usd_per_hour")


class Table:
    """Source `table`: the user's own table of prices, with `columns` and `private` as in `read_table`."""

    name = "table"

    def __init__(self, *, columns: Mapping[str, str] | None = None, private: bool = False) -> None:
        self._columns = columns
        self._private = private

    def read(self, query: Query, *, today: datetime.date, progress: Progress) -> Reading:
        """The rates of the table that the query asks for, and all that is wrong with the table."""
        path = query.named_file()
        progress(f"reading {path}")
        reading = read_table(path, columns=self._columns, private=self._private, today=today)
        return Reading(tuple(filter(query.wants, reading.rates)), faults=reading.faults)


def read_table(
    file: str | os.PathLike[str] | bytes,
    *,
    name: str = "",
    columns: Mapping[str, str] | None = None,
    private: bool = False,
    today: datetime.date,
) -> Reading:
    """Read a table of prices: CSV, XLSX, Parquet or JSON, known by its content.

    Parameters
    ----------
    file
        Path of the table, or its bytes.
    name
        What to call it in messages, and as the source of rows that name none; by default its path.
    columns
        Our names of columns, each with the name that the table uses. Common names need no entry.
    private
        Whether all prices were negotiated. Without it, a column `private` can say so for each row.
    today
        Today: a price read later than this is an error.

    Returns
    -------
    The rates of the rows that are right, and a fault for each thing that is wrong, in the order of the rows.

    Raises InputError where the file cannot be read, or is no table of prices at all.
    """
    if isinstance(file, bytes):
        name = name or "the table"
        check_size(len(file), name, MAX_BYTES)
        data = file
    else:
        name = name or str(file)
        data = read_bytes(file, MAX_BYTES)
    header, rows = table_rows(data, name)
    found, ignored = _find_columns(header, columns or {}, name)
    needed = [ours for ours in _NEEDED if ours not in found and not (private and ours == "purchase")]
    if needed:
        which = " ".join(f"--column {ours}=THEIRS" for ours in needed)
        raise InputError(
            f"no column for {', '.join(needed)}; the columns are {', '.join(header)}: rename some, or "
            f"write a table of ours with: perdollar prices import {Path(name).name} {which} --out OURS.csv",
            source=name,
        )
    table = _Table(Path(name).name, today, private, frozenset(found))
    if ignored:
        table.fault(None, "warning", f"not read: {', '.join(ignored)}; no column of prices is called so")
    for row, cells in rows:
        if len(cells) > len(header):
            what = f"{len(cells)} cells under {len(header)} columns; put quotes around a cell with a comma"
            table.fault(row, "error", what)
            continue
        padded = [*map(_without_apostrophe, cells), *[""] * (len(header) - len(cells))]
        table.add(row, {ours: padded[at] for ours, at in found.items()})
    return table.reading()


def _find_columns(
    header: Sequence[str], given: Mapping[str, str], name: str
) -> tuple[dict[str, int], list[str]]:
    """Where each of our columns stands in the table, and the headers that mean none of them."""
    for ours, theirs in given.items():
        if ours not in COLUMNS:
            raise InputError(f"{ours!r} is no column of ours; write one of {', '.join(COLUMNS)}", source=name)
        if theirs not in header:
            raise InputError(
                f"there is no column {theirs!r} for {ours}; the columns are {', '.join(header)}", source=name
            )
    found = {ours: header.index(theirs) for ours, theirs in given.items()}
    ignored = []
    for at, title in enumerate(header):
        if at in found.values():
            continue
        meant = column(title)
        if meant is None or meant in given:
            ignored += [title] if title else []
        elif meant in found:
            raise InputError(
                f"the columns {header[found[meant]]!r} and {title!r} both mean {meant}; "
                "rename one, or say which is which",
                source=name,
            )
        else:
            found[meant] = at
    return found, ignored


@dataclass
class _Table:
    """The rows that could be read so far, and what is wrong with the others."""

    source: str
    today: datetime.date
    private: bool
    has: frozenset[str]
    rows: list[int] = field(default_factory=list)
    rates: list[Rate] = field(default_factory=list)
    faults: list[Finding] = field(default_factory=list)

    def __post_init__(self) -> None:
        if "as_of" not in self.has:
            what = f"no column says when the prices were read; taken as of today, {self.today}"
            self.fault(None, "warning", what)

    def fault(self, row: int | None, level: Level, what: str) -> None:
        """Report something."""
        self.faults.append(Finding(row, level, what))

    def add(self, row: int, cells: Mapping[str, str]) -> None:
        """Take a row: a rate, or what is wrong with it."""
        wrong: list[str] = []
        private = self._private(cells, wrong)
        how = self._bought(cells, private, wrong)
        price = self._price(cells, wrong)
        as_of = self._day("as_of", cells, wrong) or self.today
        if "as_of" in self.has and not cells["as_of"]:
            wrong.append("as_of is missing; write the day on which the price was read")
        standing = _STANDINGS.get(said := cells.get("standing", ""), "user")
        if said not in _STANDINGS:
            wrong.append(f"{show(said)} is no standing; write user or live")
        if not cells["instance_type"]:
            wrong.append("the instance type is missing; write one such as trn2.48xlarge")
        valid_from = self._day("valid_from", cells, wrong) or as_of
        if wrong:
            for what in wrong:
                self.fault(row, "error", what)
            return
        self.rows.append(row)
        self.rates.append(
            Rate(
                instance_type=canonical(cells["instance_type"]),
                region=cells["region"],
                zone=cells.get("zone") or None,
                purchase="private" if private else how.purchase or "",
                term=how.term,
                payment=how.payment,
                usd_per_hour=price,
                valid_from=valid_from,
                as_of=as_of,
                standing=standing,
                source=cells.get("source") or self.source,
                note="; ".join(filter(None, (cells.get("note"), self._as_said(cells, private)))),
            )
        )

    def reading(self) -> Reading:
        """The rates that nothing is wrong with, and all that was reported, in the order of the rows."""
        self.faults += check(self.rates, rows=self.rows, beside=pricing_data.rates(), today=self.today)
        self._report_contradicted()
        bad = {fault.row for fault in self.faults if fault.level == "error"}
        good = tuple(rate for row, rate in zip(self.rows, self.rates, strict=True) if row not in bad)
        return Reading(good, faults=tuple(sorted(self.faults, key=lambda fault: fault.row or 0)))

    def _report_contradicted(self) -> None:
        """`check` reports the later one of two rows that contradict each other; neither may win."""
        first: dict[object, tuple[int, Rate]] = {}
        told = set()
        for row, rate in zip(self.rows, self.rates, strict=True):
            earlier_row, earlier = first.setdefault(rate.reading_key, (row, rate))
            if earlier.usd_per_hour != rate.usd_per_hour and earlier_row not in told:
                told.add(earlier_row)
                what = (
                    f"row {row} says {rate.usd_per_hour} for the same thing, day and source; neither is used"
                )
                self.fault(earlier_row, "error", what)

    def _private(self, cells: Mapping[str, str], wrong: list[str]) -> bool:
        said = truth(cells.get("private", ""))
        if said is None:
            wrong.append(
                f"{show(cells['private'])} under private is neither yes nor no; write yes if negotiated"
            )
        return self.private or said is True

    def _bought(self, cells: Mapping[str, str], private: bool, wrong: list[str]) -> Bought:
        """Way of buying, term and payment, from whichever of the three columns says them."""
        found: dict[str, str] = {}
        for name in ("purchase", "term", "payment"):
            said = bought(cells.get(name, ""))
            if said is None:
                wrong.append(_not_understood(name, cells[name]))
                continue
            for part in fields(said):
                value = getattr(said, part.name)
                if value is not None and found.setdefault(part.name, value) != value:
                    wrong.append(f"{part.name} is {found[part.name]} and {value} in one row; write one")
        how = Bought(**found)
        if how.purchase is None and not private and not wrong:
            wrong.append(f"the way of buying is missing; write one of {', '.join(ALLOWED_PURCHASES)}")
        return how

    def _price(self, cells: Mapping[str, str], wrong: list[str]) -> Decimal:
        currency = cells.get("currency", "")
        if words(currency) not in ("", "usd", "us dollar"):
            wrong.append(
                f"the price is in {show(currency)}; convert it to USD and write the rate in the note"
            )
        if not cells["usd_per_hour"]:
            wrong.append("the price is missing; leave the row out where none is published")
            return Decimal(0)
        try:
            return read_decimal(cells["usd_per_hour"])
        except InputError as error:
            wrong.append(f"the price cannot be read: {error.problems[0].what}")
            return Decimal(0)

    def _day(self, name: str, cells: Mapping[str, str], wrong: list[str]) -> datetime.date | None:
        text = cells.get(name, "")
        day = date(text)
        if text and day is None:
            wrong.append(f"{show(text)} under {name} is no date; write it as 2026-10-08")
        return day

    def _as_said(self, cells: Mapping[str, str], private: bool) -> str:
        """The table's own words for the way of buying, where ours are others."""
        said = cells.get("purchase", "")
        return "" if words(said) in _OUR_WORDS and not (private and said != "private") else said


def _not_understood(name: str, text: str) -> str:
    allowed = {"purchase": ALLOWED_PURCHASES, "term": ("1yr", "3yr"), "payment": ("none", "partial", "all")}
    return f"{show(text)} under {name} is not understood; write one of {', '.join(allowed[name])}"


def _without_apostrophe(cell: str) -> str:
    """A cell without the apostrophe that keeps its text from being taken for a formula."""
    return cell[1:] if ESCAPED.match(cell) else cell
