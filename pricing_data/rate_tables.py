"""Reads rates: the bundled tables, each only when it is first asked for, and any table of their format.

The files in ``rates/`` are sorted by what is priced, then by date. A new reading is a new row; no row is
ever overwritten, so that the price of any past day can be looked up. Their column ``source`` holds a key
of ``rates/sources.csv``, which gives the source in full, how it was read and its licence.
"""

from __future__ import annotations

import csv
import datetime
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal, InvalidOperation
from functools import cache
from pathlib import Path
from typing import cast, get_args

from pricing_data.records import NotPublished, Purchase, Rate, RateKey, Standing

PURCHASES: tuple[Purchase, ...] = get_args(Purchase)
"""The ways of buying that the catalogue knows, each a file of its own."""


def rates(purchase: str | None = None) -> tuple[Rate, ...]:
    """All readings of the catalogue, or those of one way of buying (only its file is read then).

    Raises ValueError for a way of buying that is not in `PURCHASES`.
    """
    if purchase is None:
        return tuple(rate for each in PURCHASES for rate in _rates(each))
    if purchase not in PURCHASES:
        raise ValueError(f"{purchase} is no way of buying; write one of {', '.join(PURCHASES)}")
    return _rates(purchase)


@cache
def not_published() -> tuple[NotPublished, ...]:
    """What was looked for and has no public price, in the order of the file."""
    return tuple(_not_published(row, _sources()) for row in _rows("not_published"))


def in_force(readings: Iterable[Rate], day: datetime.date) -> tuple[Rate, ...]:
    """For everything that is priced, the reading that holds on a day.

    Of the prices that began by then, it is the one that was read last, and of those the one that began last.
    Sources that disagree on one day stay side by side. What has no reading yet by then is absent.
    """
    held: dict[RateKey, list[Rate]] = {}
    for rate in readings:
        if rate.valid_from <= day:
            held.setdefault(rate.key, []).append(rate)
    return tuple(
        rate
        for group in held.values()
        for newest in [max(map(_age, group))]
        for rate in group
        if _age(rate) == newest
    )


def read_rates(
    rows: Iterable[Mapping[str, str]],
    *,
    standing: Standing = "catalogue",
    sources: Mapping[str, tuple[str, str]] | None = None,
) -> tuple[Rate, ...]:
    """Records from the rows of a table in the catalogue's own format.

    Required columns: instance_type, region, purchase, usd_per_hour, as_of, source. May be absent or
    blank: zone, term, payment, valid_from (then as_of), standing (then the argument), note. `sources`
    gives the full text and the manner of reading for keys in the column source; without it, the column
    holds the text itself.

    Raises ValueError, with the number of the row counted from 1, for a row that cannot be read. Whether
    the rates make sense is for `pricing_data.checks` to say.
    """
    known = sources or {}
    return tuple(_numbered(number, row, standing, known) for number, row in enumerate(rows, 1))


@cache
def _rates(purchase: str) -> tuple[Rate, ...]:
    return read_rates(_rows(purchase), sources=_sources())


@cache
def _sources() -> dict[str, tuple[str, str]]:
    return {row["id"]: (row["source"], row["reading"]) for row in _rows("sources")}


def _rows(table: str) -> Iterator[dict[str, str]]:
    file = Path(__file__).parent / "rates" / f"{table}.csv"
    with file.open(encoding="utf-8", newline="") as lines:
        yield from csv.DictReader(lines)


def _numbered(
    number: int, row: Mapping[str, str], standing: Standing, sources: Mapping[str, tuple[str, str]]
) -> Rate:
    try:
        return _rate(row, standing, sources)
    except KeyError as error:
        raise ValueError(f"row {number}: the column {error.args[0]} is missing") from None
    except InvalidOperation:
        raise ValueError(f"row {number}: usd_per_hour {row['usd_per_hour']!r} is not a number") from None
    except ValueError as error:
        raise ValueError(f"row {number}: {error}") from None


def _rate(row: Mapping[str, str], standing: Standing, sources: Mapping[str, tuple[str, str]]) -> Rate:
    source, reading = sources.get(row["source"], (row["source"], ""))
    as_of = datetime.date.fromisoformat(row["as_of"])
    valid_from = row.get("valid_from")
    return Rate(
        instance_type=row["instance_type"],
        region=row["region"],
        zone=row.get("zone") or None,
        purchase=row["purchase"],
        term=row.get("term") or None,
        payment=row.get("payment") or None,
        usd_per_hour=Decimal(row["usd_per_hour"]),
        valid_from=datetime.date.fromisoformat(valid_from) if valid_from else as_of,
        as_of=as_of,
        standing=_standing(row.get("standing") or standing),
        source=source,
        note="; ".join(part for part in (row.get("note"), reading) if part),
    )


def _standing(text: str) -> Standing:
    if text not in get_args(Standing):
        raise ValueError(f"standing {text!r} is not known; write one of {', '.join(get_args(Standing))}")
    return cast(Standing, text)


def _not_published(row: Mapping[str, str], sources: Mapping[str, tuple[str, str]]) -> NotPublished:
    source, _ = sources[row["source"]]
    return NotPublished(
        instance_type=row["instance_type"],
        region=row["region"] or None,
        purchase=cast(Purchase, row["purchase"]),
        term=row["term"] or None,
        payment=row["payment"] or None,
        as_of=datetime.date.fromisoformat(row["as_of"]) if row["as_of"] else None,
        source=source,
        note=row["note"],
    )


def _age(rate: Rate) -> tuple[datetime.date, datetime.date]:
    return rate.as_of, rate.valid_from
