"""Rates as text, CSV and JSON: every price with its unit, date, age and source."""

from __future__ import annotations

import csv
import dataclasses
import datetime
import io
import json
from collections.abc import Collection, Iterable, Sequence
from decimal import Decimal
from itertools import groupby
from typing import Any

import pricing_data
from calc.core.cost import per_accelerator
from calc.report import layout, numbers
from calc.report.instance import none_published, specification
from calc.report.rows import Column, Row
from calc.report.safe import csv_text, plain
from calc.report.terms import STANDING
from calc.version import __version__
from pricing_data import Instance, NotPublished, Rate

FIELDS = (
    *("instance_type", "region", "zone", "purchase", "term", "payment", "usd_per_hour"),
    *("accelerators", "usd_per_accelerator_hour", "valid_from", "as_of", "age_days", "in_force"),
    *("standing", "source", "note"),
)
"""What a row says of a rate, in the order of the files."""
_DIGITS, _DIGITS_EACH = 7, 5
_DECIMALS_EACH = Decimal("1e-10")


def price_rows(
    rates: Iterable[Rate], *, today: datetime.date, held: Collection[Rate] | None = None
) -> tuple[Row, ...]:
    """One row a rate, with the keys of `FIELDS`: plain values, None where unknown, texts made harmless.

    `held` are the rates in force; without it, all are. Age is in days on `today`.
    """
    return tuple(_row(rate, today, held is None or rate in held) for rate in rates)


def _row(rate: Rate, today: datetime.date, held: bool) -> Row:
    known = pricing_data.instance(rate.instance_type)
    each = None
    if known is not None:
        each = per_accelerator(rate.usd_per_hour, known.accelerators).quantize(_DECIMALS_EACH)
    row = {
        **dataclasses.asdict(rate),
        "accelerators": known.accelerators if known else None,
        "usd_per_accelerator_hour": each,
        "age_days": (today - rate.as_of).days,
        "in_force": held,
    }
    return {key: plain(row[key]) if isinstance(row[key], str) else row[key] for key in FIELDS}


def to_csv(rows: Sequence[Row]) -> str:
    """The rows as CSV: our own table of prices, with a few more columns."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(FIELDS)
    writer.writerows([_cell(row[key]) for key in FIELDS] for row in rows)
    return out.getvalue()


def to_json(rows: Sequence[Row], *, today: datetime.date, **more: Any) -> str:
    """The rows as one JSON object, with what they were made from and `more`."""
    document = {
        "perdollar": 1,
        "perdollar_version": __version__,
        "catalogue": {"version": pricing_data.CATALOGUE_VERSION, "date": pricing_data.CATALOGUE_DATE},
        "evaluated_on": today,
        **more,
        "rates": rows,
    }
    return json.dumps(document, indent=2, default=_plain, allow_nan=False) + "\n"


def list_text(rows: Sequence[Row], *, day: datetime.date, today: datetime.date, history: bool) -> str:
    """Prices of many instance types, side by side."""
    which = f"read until {day}" if history else f"in force on {day}"
    if not rows:
        return f"No price {which} fits.\n"
    sources = _Footnotes(rows, ("standing", "source"))
    columns = [
        _text("instance_type", "instance"),
        Column("place", "region, zone", _where, numeric=False),
        Column("bought", "purchase, term, upfront", _bought, numeric=False),
        *_PRICES,
        *([_text("valid_from", "from")] if history else []),
        *_DATED,
        Column("source", "source", sources.mark, numeric=False, cuttable=True),
    ]
    lines = [
        *layout.wrap(
            f"{numbers.counted(len(rows), 'price')} {which}, in USD per hour. Ages are in days on {today}."
        ),
        "",
        *layout.table(columns, rows, _unpainted),
        *sources.lines("Sources; --format csv or json has the notes on each price"),
    ]
    return "\n".join(lines) + "\n"


def show_text(
    name: str,
    rows: Sequence[Row],
    missing: Sequence[NotPublished],
    *,
    today: datetime.date,
) -> str:
    """All there is on one instance type: what is in it, every price, and what has no public price."""
    blocks = [_specification(name), _every_price(rows, today), _none_published(missing, today)]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _specification(name: str) -> list[str]:
    first, *others = specification(name)
    lines = layout.wrap(first, rest="  ")
    for said in others:
        lines += layout.wrap(said, "  ", "    ")
    return lines


def _every_price(rows: Sequence[Row], today: datetime.date) -> list[str]:
    if not rows:
        return ["No price of it is known."]
    rows = sorted(rows, key=lambda row: (-row["valid_from"].toordinal(), -row["as_of"].toordinal()))
    rows.sort(key=lambda row: (_bought(row), row["region"], row["zone"] or ""))
    sources = _Footnotes(rows, ("standing", "source", "note"))
    columns = [
        Column("place", "region, zone", _where, numeric=False),
        *_PRICES,
        _text("valid_from", "from"),
        *_DATED,
        Column("in_force", "in force", lambda row: "yes" if row["in_force"] else "", numeric=False),
        Column("source", "source", sources.mark, numeric=False, cuttable=True),
    ]
    table = layout.table(columns, rows, _unpainted, layout.WIDTH - 2)
    head, body = table[: -len(rows)], iter(table[-len(rows) :])
    lines = layout.wrap(
        f"{numbers.counted(len(rows), 'price')}, in USD per hour, the newest of each place first; in force, "
        f"and age in days, as of {today}."
    )
    lines += ["", *(f"  {line}".rstrip() for line in head)]
    for way, group in groupby(rows, _bought):
        lines += [way, *(f"  {next(body)}" for _ in group)]
    return [*lines, *sources.lines("Sources and notes")]


def _none_published(missing: Sequence[NotPublished], today: datetime.date) -> list[str]:
    lines = ["None published: these have no public price"] if missing else []
    for found in none_published(missing):
        looked = "on an unknown day"
        if found.as_of is not None:
            looked = f"on {found.as_of}, {numbers.counted((today - found.as_of).days, 'day')} ago"
        where = f"{', '.join(found.ways)} in {', '.join(found.regions)}"
        lines += layout.wrap(f"{where}: {found.note}. Looked for {looked}, in {found.source}.", "  ", "    ")
    return lines


class _Footnotes:
    """Texts that are too long for a cell, each with a number that stands in the cell instead."""

    def __init__(self, rows: Sequence[Row], keys: Sequence[str]) -> None:
        self._keys = keys
        texts = dict.fromkeys(map(self._text, rows))
        self._numbers = {text: at for at, text in enumerate(texts, 1)}

    def _text(self, row: Row) -> tuple[str, ...]:
        return tuple(row[key] for key in self._keys if row[key])

    def mark(self, row: Row) -> str:
        """What stands in the cell: the number, and whose price it is if not the catalogue's."""
        whose = "" if row["standing"] == "catalogue" else f" {row['standing']}"
        return f"[{self._numbers[self._text(row)]}]{whose}"

    def lines(self, title: str) -> list[str]:
        """The texts, below an empty line and a title."""
        found = ["", title]
        for (standing, *texts), at in self._numbers.items():
            found += layout.wrap(f"{STANDING[standing]}: {'; '.join(texts)}", f"  [{at}] ", " " * 6)
        return found


def _bought(row: Row) -> str:
    """How it is bought: `reserved 1yr none`."""
    return " ".join(filter(None, (row["purchase"], row["term"], row["payment"])))


def _where(row: Row) -> str:
    """The zone, where its name says the region; else both: `us-east-1 use1-az5`."""
    region, zone = row["region"], row["zone"] or ""
    return zone if zone.startswith(region) else f"{region} {zone}".strip()


def _usd(value: Decimal | None, digits: int) -> str:
    return numbers.ABSENT if value is None else numbers.money(float(value), digits).removeprefix("$")


def _text(key: str, title: str) -> Column:
    return Column(key, title, lambda row: str(row[key]), numeric=False)


_PRICES = (
    Column("usd_per_hour", "USD/h per instance", lambda row: _usd(row["usd_per_hour"], _DIGITS)),
    Column(
        "usd_per_accelerator_hour",
        "USD/h per accelerator",
        lambda row: _usd(row["usd_per_accelerator_hour"], _DIGITS_EACH),
        dispensable=1,
    ),
)
_DATED = (
    _text("as_of", "read on"),
    Column("age_days", "age", lambda row: numbers.count(row["age_days"])),
)


def _unpainted(_column: Column, _row: Row, cell: str) -> str:
    return cell


def _cell(value: Any) -> Any:
    if isinstance(value, Decimal):
        return f"{value.normalize():f}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else csv_text(value) if isinstance(value, str) else value


def _plain(value: Any) -> Any:
    """What JSON has no form of its own for: money is a number, a date its ISO text, a record an object."""
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, (Instance, NotPublished)):
        return dataclasses.asdict(value)
    return str(value)
