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
from calc.report import layout, numbers
from calc.report.rows import Column, Row
from calc.report.safe import csv_text, plain
from calc.version import __version__
from pricing_data import Instance, NotPublished, Rate

FIELDS = (
    *("instance_type", "region", "zone", "purchase", "term", "payment", "usd_per_hour"),
    *("accelerators", "usd_per_accelerator_hour", "valid_from", "as_of", "age_days", "in_force"),
    *("standing", "source", "note"),
)
"""What a row says of a rate, in the order of the files."""
_STANDING = {"user": "your table", "catalogue": "catalogue", "live": "asked live"}
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
    each = (rate.usd_per_hour / known.accelerators).quantize(_DECIMALS_EACH) if known else None
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
        *layout.wrap(f"{_counted(rows)} {which}, in USD per hour. Ages are in days on {today}."),
        "",
        *layout.table(columns, rows, _unpainted),
        *sources.lines("Sources; --format csv or json has the notes on each price"),
    ]
    return "\n".join(lines) + "\n"


def show_text(
    name: str,
    known: Instance | None,
    rows: Sequence[Row],
    missing: Sequence[NotPublished],
    *,
    today: datetime.date,
) -> str:
    """All there is on one instance type: what is in it, every price, and what has no public price."""
    blocks = [_specification(plain(name), known), _every_price(rows, today), _none_published(missing, today)]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _specification(name: str, known: Instance | None) -> list[str]:
    if known is None:
        return [*layout.wrap(f"{name}: the catalogue does not know what is in this instance type.")]
    each = numbers.quantity(known.accelerator_memory_gib / known.accelerators)
    facts = [
        f"{known.accelerators} x {known.accelerator}",
        f"{numbers.quantity(known.accelerator_memory_gib)} GiB of accelerator memory"
        + (f" ({each} GiB each)" if known.accelerators > 1 else ""),
    ]
    if known.vcpus is not None:
        facts.append(f"{known.vcpus} vCPUs")
    if known.memory_gib is not None:
        facts.append(f"{numbers.quantity(known.memory_gib)} GiB of host memory")
    if known.network_gbps is not None:
        facts.append(f"{numbers.quantity(known.network_gbps)} Gbit/s network")
    lines = layout.wrap(f"{known.type}: {', '.join(facts)}.", rest="  ")
    lines += layout.wrap(f"Source: {known.source}.", "  ", "    ")
    lines += layout.wrap(known.note, "  ", "    ") if known.note else []
    return lines + _peaks(known)


def _peaks(known: Instance) -> list[str]:
    """Peak figures of one accelerator, where any are published."""
    peaks = pricing_data.accelerator(known.family)
    if peaks is None:
        return []
    figures = [
        f"{numbers.quantity(figure)} {what}"
        for figure, what in (
            (peaks.bf16_tflops, "BF16 TFLOPS"),
            (peaks.fp8_tflops, "FP8 TFLOPS"),
            (peaks.fp32_tflops, "FP32 TFLOPS"),
            (peaks.hbm_tb_per_s, "TB/s of memory bandwidth"),
        )
        if figure is not None
    ]
    if not figures:
        return []
    note = f" {peaks.note}" if peaks.note else ""
    said = f"Peak of one accelerator, dense: {', '.join(figures)} ({peaks.source}).{note}"
    return layout.wrap(said, "  ", "    ")


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
        f"{_counted(rows)}, in USD per hour, the newest of each place first; in force, and age in days, "
        f"as of {today}."
    )
    lines += ["", *(f"  {line}".rstrip() for line in head)]
    for way, group in groupby(rows, _bought):
        lines += [way, *(f"  {next(body)}" for _ in group)]
    return [*lines, *sources.lines("Sources and notes")]


def _none_published(missing: Sequence[NotPublished], today: datetime.date) -> list[str]:
    """What was looked for in vain, places with the same finding together."""
    places: dict[tuple[str, str], list[str]] = {}
    for record in missing:
        looked = "on an unknown day"
        if record.as_of is not None:
            looked = f"on {record.as_of}, {_days((today - record.as_of).days)} ago"
        finding = f"{record.note}. Looked for {looked}, in {record.source}"
        places.setdefault((_way(record), finding), []).append(record.region or "every region")
    ways: dict[tuple[str, str], list[str]] = {}
    for (way, finding), regions in places.items():
        ways.setdefault((", ".join(dict.fromkeys(regions)), finding), []).append(way)
    lines = ["None published: these have no public price"] if missing else []
    for (where, finding), bought in ways.items():
        lines += layout.wrap(f"{', '.join(bought)} in {where}: {finding}.", "  ", "    ")
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
            found += layout.wrap(f"{_STANDING[standing]}: {'; '.join(texts)}", f"  [{at}] ", " " * 6)
        return found


def _way(record: NotPublished) -> str:
    return " ".join(filter(None, (record.purchase, record.term))) + (
        f" (upfront {record.payment})" if record.payment else ""
    )


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


def _counted(rows: Sequence[Row]) -> str:
    return "1 price" if len(rows) == 1 else f"{len(rows):,} prices"


def _days(days: int) -> str:
    return "1 day" if days == 1 else f"{days:,} days"


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
