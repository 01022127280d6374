"""The visitor's own table of prices: read once, then kept in the session."""

from __future__ import annotations

import datetime
import hashlib
from dataclasses import dataclass, field

from calc.errors import InputError
from calc.sources import read_table
from calc.sources.book import PriceBook
from pricing_data import Rate
from pricing_data.checks import Finding

MOST_MEGABYTES = 5
SUFFIXES = ("csv", "tsv", "xlsx", "parquet", "json")


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table that was uploaded."""

    name: str
    digest: str
    """Of its bytes: the same file again is not read again."""
    rates: tuple[Rate, ...]
    faults: tuple[Finding, ...]
    """What is wrong with its rows, in their order."""
    book: PriceBook = field(repr=False)
    """Its prices in front of the catalogue's."""

    @property
    def left_out(self) -> int:
        """Rows that cannot be used."""
        return len({fault.row for fault in self.faults if fault.level == "error" and fault.row is not None})


def read(data: bytes, name: str, today: datetime.date, held: OwnTable | None) -> OwnTable:
    """The table in these bytes, or the one that is held where it is the same file.

    Raises InputError for what is too large or no table of prices.
    """
    if len(data) > MOST_MEGABYTES * 1_000_000:
        raise InputError(
            f"this is larger than {MOST_MEGABYTES} MB; keep the instances that you compare, "
            "or use the whole table with `perdollar compare --prices`",
            source=name,
        )
    digest = hashlib.sha256(data).hexdigest()
    if held is not None and held.digest == digest:
        return held
    reading = read_table(data, name=name, today=today)
    if not reading.rates and all(fault.row is None for fault in reading.faults):
        raise InputError("this table has no row of prices", source=name)
    return OwnTable(name, digest, reading.rates, reading.faults, PriceBook(reading.rates))
