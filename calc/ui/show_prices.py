"""Prices as the pages show them: what was found, the table, its course through time, what is wrong."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import streamlit as st

from calc.report import numbers
from calc.report.instance import none_published, specification
from calc.report.price_figure import (
    MARKS,
    MOST_LINES,
    Line,
    lines,
    price_caption,
    price_description,
    price_figure,
)
from calc.report.prices import price_rows
from calc.report.rows import Row
from calc.report.safe import plain
from calc.report.terms import STANDING
from calc.ui import show
from calc.ui.own_table import OwnTable
from pricing_data import NotPublished, Rate
from pricing_data.checks import Finding

FAULTS = {"error": "✕ left out", "warning": "! kept"}
MOST_FAULTS = 100
MONEY = ("usd_per_hour", "usd_per_accelerator_hour")
TITLES = {
    "instance_type": "Instance",
    "usd_per_hour": "USD/h",
    "usd_per_accelerator_hour": "per accelerator",
    "purchase": "Bought as",
    "region": "Region",
    "age_days": "Age, days",
    "standing": "Standing",
    "source": "Source",
    "term": "Term",
    "payment": "Up front",
    "zone": "Zone",
    "valid_from": "Valid from",
    "as_of": "Read on",
    "note": "Note",
    "accelerators": "Accelerators",
    "in_force": "In force",
}
"""The columns of the table, in their order on the page; the file has the same ones."""


def found(rate: Rate, day: datetime.date) -> None:
    """The price that a lookup came to, with its age, source and standing."""
    (row,) = price_rows([rate], today=day)
    each = row["usd_per_accelerator_hour"]
    price = f"{numbers.money(float(row['usd_per_hour']))} per instance-hour"
    price += f" ({numbers.money(float(each))} per accelerator)" if each is not None else ""
    where = f"Valid from {row['valid_from']}, read on {row['as_of']}, {_age(row['age_days'])}. "
    where += f"{STANDING[rate.standing].capitalize()}: {row['source']}"
    show.found(price, where)


def price_table(rates: Sequence[Rate], rows: Sequence[Row]) -> None:
    """All rows, to look at; every one of them in its file form is in the download beside it."""
    columns: dict[str, list[Any]] = {key: [_cell(row[key]) for row in rows] for key in TITLES}
    for key in ("zone", "term", "payment"):
        columns[key] = [cell or "" for cell in columns[key]]
    columns["standing"] = [STANDING[rate.standing] for rate in rates]
    money = {key: st.column_config.NumberColumn(TITLES[key], format="%.7g") for key in MONEY}
    st.dataframe(
        columns,
        hide_index=True,
        height=380,
        column_config={key: money.get(key, title) for key, title in TITLES.items()},
        key="prices/table",
        alt=f"Table of {len(rows)} prices; the download has the same rows.",
    )


def described(name: str) -> None:
    """What is in an instance type."""
    show.paragraph(" ".join(specification(name)), "pd-quiet")


def not_published(records: Sequence[NotPublished]) -> None:
    """What was looked for and has no public price: the same finding of several places in one row."""
    drawn = [
        (
            found.instance_type,
            ", ".join(found.ways).replace("_", " "),
            ", ".join(found.regions),
            "unknown" if found.as_of is None else str(found.as_of),
            found.note,
            found.source,
        )
        for found in none_published(records)
    ]
    titles = ("Instance", "Bought as", "Region", "Looked for on", "Finding", "Source")
    show.grid(titles, drawn, "Prices that are not published")


def through_time(name: str, readings: Sequence[Rate], day: datetime.date) -> None:
    """The prices of one instance type as step lines, with the same as a table."""
    courses = lines(readings, day)
    if not courses:
        show.paragraph(f"No price of {name} with a region and a date.", "pd-quiet")
        return
    st.plotly_chart(
        price_figure(courses, day, dark=st.context.theme.type == "dark"),
        key="prices/chart",
        config={"displayModeBar": False, "displaylogo": False},
        alt=price_description(courses),
    )
    if caption := price_caption(courses):
        show.paragraph(caption, "pd-quiet")
    _steps(name, courses)


def faults(table: OwnTable) -> None:
    """What is wrong with the visitor's own table, row by row."""
    if not table.faults:
        return
    shown = sorted(table.faults, key=_gravest_first)[:MOST_FAULTS]
    drawn = [
        ("" if fault.row is None else str(fault.row), FAULTS[fault.level], plain(fault.what))
        for fault in shown
    ]
    show.grid(("Row", "Status", "What is wrong, and what to do"), drawn, f"Problems of {table.name}")
    if len(shown) < len(table.faults):
        more = len(table.faults) - len(shown)
        show.paragraph(
            f"And {more:,} more: `perdollar prices check {table.name}` lists all of them.", "pd-quiet"
        )


def label(rate: Rate) -> str:
    """A rate in a list to choose from."""
    said = [rate.instance_type, rate.purchase.replace("_", " "), rate.term, rate.region, rate.zone]
    return f"{', '.join(filter(None, said))}: {numbers.money(float(rate.usd_per_hour))}/h"


def _gravest_first(fault: Finding) -> tuple[bool, int]:
    return fault.level != "error", fault.row or 0


def _steps(name: str, courses: Sequence[Line]) -> None:
    drawn = [
        (
            MARKS[at] if at < MOST_LINES else "",
            line.way,
            ", ".join(line.places),
            str(day),
            numbers.money(float(price)),
        )
        for at, line in enumerate(courses)
        for day, price in line.steps
    ]
    titles = ("Line", "Bought as", "Where", "From", "USD/h")
    show.grid(titles, drawn, f"Prices of {name} through time", numeric=[4])


def _age(days: int) -> str:
    if days < 0:
        return f"{numbers.counted(-days, 'day')} ahead"
    return "today" if days == 0 else f"{numbers.counted(days, 'day')} ago"


def _cell(value: Any) -> Any:
    """What the browser can draw."""
    return float(value) if isinstance(value, Decimal) else value
