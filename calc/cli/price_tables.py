"""Tables of prices on the command line: read with whatever is wrong with them reported."""

from __future__ import annotations

import contextlib
import csv
import datetime
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from calc.cli.output import note
from calc.errors import InputError

if TYPE_CHECKING:
    from calc.sources.base import Reading, Source
    from calc.sources.book import PriceBook
    from pricing_data import Rate
    from pricing_data.checks import Finding

MOST_FAULTS = 20
"""More faults of one table than these are counted where the table itself is not the question."""


def book(files: Sequence[Path] | None, day: datetime.date) -> PriceBook:
    """The catalogue with the rows of these tables in front; their faults go to standard error."""
    from calc.sources.book import PriceBook

    own: list[Rate] = []
    for file in files or ():
        reading = read(file, day=day)
        report(reading.faults, file, most=MOST_FAULTS)
        own += reading.rates
    return PriceBook(own)


def read(
    file: Path,
    *,
    day: datetime.date,
    source: str | None = None,
    columns: Mapping[str, str] | None = None,
    private: bool = False,
    types: tuple[str, ...] = (),
    regions: tuple[str, ...] = (),
) -> Reading:
    """Read a file of prices of whatever format; how far a long one has come is shown on a terminal."""
    from calc.sources import Query
    from calc.sources.table import Table

    chosen = _source(file, source)
    if columns or private:
        if not isinstance(chosen, Table):
            raise typer.BadParameter(
                f"--column and --private are for tables of your own; {file} is read as {chosen.name}"
            )
        chosen = Table(columns=columns, private=private)
    with progress() as say:
        return chosen.read(Query(types, regions, file), today=day, progress=say)


def report(faults: Sequence[Finding], file: Path, *, most: int | None = None) -> None:
    """One line a fault on standard error, up to `most` of them, the gravest first where not all are shown."""
    shown = faults
    if most is not None and len(faults) > most:
        shown = sorted(faults, key=lambda fault: fault.level != "error")[:most]
    for fault in shown:
        note(line(fault, file))
    if len(shown) < len(faults):
        more = len(faults) - len(shown)
        note(f"{file}: and {more} more; perdollar prices check {file} lists all")


def line(fault: Finding, file: Path) -> str:
    """A fault, with the file and the row that it is in."""
    from calc.report.safe import plain

    row = f"row {fault.row}: " if fault.row is not None else ""
    return plain(f"{file}: {row}{fault.level}: {fault.what}")


@contextlib.contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """Shows lines of progress, each in the place of the one before, on a terminal and nowhere else."""
    if not sys.stderr.isatty():
        yield lambda _line: None
        return

    def say(text: str) -> None:
        sys.stderr.write(f"\r\x1b[K{text[:78]}")
        sys.stderr.flush()

    try:
        yield say
    finally:
        say("")


def _source(file: Path, name: str | None) -> Source:
    from calc.sources import HEAD, detect

    if name is not None:
        return named_source(name)
    try:
        with file.open("rb") as opened:
            return detect(opened.read(HEAD))
    except FileNotFoundError:
        raise InputError("there is no such file", source=str(file)) from None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError(f"this file cannot be read: {reason}", source=str(file)) from None


def named_source(name: str) -> Source:
    """The installed source of this name; raises BadParameter for another."""
    from calc.sources import sources

    installed = sources()
    if name not in installed:
        raise typer.BadParameter(f"there is no price source {name}; write one of {', '.join(installed)}")
    return installed[name]


def reads_a_file(source: Source) -> bool:
    """Whether the source reads a file, and cannot be asked for prices of its own."""
    from calc.sources import FileSource
    from calc.sources.table import Table

    return isinstance(source, (Table, FileSource))


@dataclass(frozen=True, slots=True)
class Existing:
    """A table that new readings are added to: no row of it is ever changed."""

    text: str
    """The table as it stands; empty where there is none yet."""
    rates: Mapping[Hashable, Rate]
    """Its rates, by what two readings must not differ in."""

    @classmethod
    def read(cls, file: Path, day: datetime.date) -> Existing:
        """Read a table of our own format; raises InputError for another, whose rows could be lost."""
        from calc.intake.text import decode, read_bytes
        from calc.sources import read_table
        from calc.sources.table import MAX_BYTES
        from calc.sources.table_file import COLUMNS

        if not file.exists():
            return cls("", {})
        text = decode(read_bytes(file, MAX_BYTES), str(file))
        if tuple(next(csv.reader(text.splitlines()), ())) != COLUMNS:
            raise InputError(
                f"this is no table that can be added to, its columns must be {','.join(COLUMNS)}; "
                f"name another --out, or convert it with perdollar prices import {file}",
                source=str(file),
            )
        found = read_table(file, today=day)
        report(found.faults, file, most=MOST_FAULTS)
        return cls(text, {rate.reading_key: rate for rate in found.rates})

    def compare(self, rates: Iterable[Rate]) -> tuple[list[Rate], int, list[tuple[Rate, Rate]]]:
        """What is new, how many are there already, and those that are there with another price."""
        new, known, contradicted = [], 0, []
        for rate in rates:
            old = self.rates.get(rate.reading_key)
            if old is None:
                new.append(rate)
            elif old.usd_per_hour == rate.usd_per_hour:
                known += 1
            else:
                contradicted.append((old, rate))
        return new, known, contradicted

    def with_rows(self, table: str) -> str:
        """The table with the rows of another below its own."""
        if not self.text:
            return table
        return self.text.rstrip("\r\n") + "\n" + table.partition("\n")[2]
