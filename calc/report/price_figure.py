"""The picture of the prices of one instance type through time: a step line for each course they took."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, TypeAlias

from calc.report import numbers
from calc.report.chart import CANDIDATE, escape, look
from calc.report.safe import plain
from calc.report.terms import PAYMENT, STANDING
from pricing_data import Rate
from pricing_data.regions import UNSTATED

if TYPE_CHECKING:
    import plotly.graph_objects as go

MOST_LINES = 6
COLOURS = (CANDIDATE, "#b45309", "#8b5cf6", "#db2777", "#2f7ed8", "#5f8a1e")
"""Each with a contrast of at least 3:1 on white and on near-black; dash and symbol differ too."""
DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "cross", "star")
MARKS = ("●", "■", "◆", "▲", "✚", "★")
"""The symbols as they stand in a table."""

Steps: TypeAlias = tuple[tuple[datetime.date, Decimal], ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One course of prices, and the places in which it was taken."""

    way: str
    """How it is bought."""
    places: tuple[str, ...]
    """The regions and zones where it took this course."""
    steps: Steps
    """Each price of one instance, USD per hour, with the day from which it held."""

    @property
    def name(self) -> str:
        """How and where it is bought, shortly."""
        more = len(self.places) - 1
        return f"{self.way}, {self.places[0]}" + (f" and {more} more" if more else "")


def lines(readings: Iterable[Rate], until: datetime.date) -> tuple[Line, ...]:
    """The courses of the prices of one instance type until a day, those with the most changes first.

    Regions and zones with the very same course share a line. Readings that contradict each other on a day
    both stand there. What does not say its region is left out.
    """
    courses: dict[tuple[str, Steps], list[str]] = {}
    listed: dict[tuple[str, str], list[Rate]] = {}
    for rate in readings:
        if rate.region != UNSTATED and rate.valid_from <= until:
            listed.setdefault((_way(rate), _place(rate)), []).append(rate)
    for (way, place), rates in listed.items():
        courses.setdefault((way, _steps(rates)), []).append(place)
    found = [Line(way, tuple(places), steps) for (way, steps), places in courses.items()]
    return tuple(sorted(found, key=lambda line: (-len(line.steps), -len(line.places), line.name)))


def price_figure(shown: Sequence[Line], until: datetime.date, *, dark: bool = False) -> go.Figure:
    """A step line for each of at most `MOST_LINES` courses, the last price held until the day."""
    import plotly.graph_objects as go

    chart = go.Figure()
    for at, line in enumerate(shown[:MOST_LINES]):
        days = [day for day, _ in line.steps]
        prices = [float(price) for _, price in line.steps]
        chart.add_scatter(
            x=[*days, until],
            y=[*prices, prices[-1]],
            name=escape(line.name),
            mode="lines+markers",
            line={"shape": "hv", "width": 2.5, "color": COLOURS[at], "dash": DASHES[at]},
            # None at the end: there the price only holds on.
            marker={"symbol": SYMBOLS[at], "size": [9] * len(days) + [0], "color": COLOURS[at]},
            hovertext=[escape(f"{line.name}: {text}") for text in [*_said(line), f"until {until}"]],
            hoverinfo="text",
        )
    highest = max((float(price) for line in shown[:MOST_LINES] for _, price in line.steps), default=0)
    return look(
        chart,
        height=300 + 22 * len(shown[:MOST_LINES]),
        dark=dark,
        showlegend=True,
        legend={
            "orientation": "h",
            "x": 0,
            "y": -0.12,
            "yanchor": "top",
            "itemclick": False,
            "itemdoubleclick": False,
        },
        xaxis={"type": "date"},
        yaxis={"title": {"text": "USD per instance-hour"}, "range": [0, highest * 1.15 or 1]},
    )


def price_description(shown: Sequence[Line]) -> str:
    """The picture in words, for those who do not see it."""
    said = [f"{line.name}: {', '.join(_said(line))}" for line in shown[:MOST_LINES]]
    return f"Line chart, USD per instance-hour. {'. '.join(said)}."


def price_caption(shown: Sequence[Line]) -> str:
    """What is not in the picture; empty where all is."""
    more = len(shown) - MOST_LINES
    if more <= 0:
        return ""
    return (
        f"{numbers.counted(more, 'course')} with fewer changes not drawn: narrow them by purchase or region."
    )


def _steps(rates: Iterable[Rate]) -> Steps:
    """The prices, each from the day on which it was another than before."""
    newest: dict[datetime.date, list[Rate]] = {}
    for rate in sorted(rates, key=lambda rate: (rate.valid_from, rate.as_of, rate.usd_per_hour)):
        held = newest.setdefault(rate.valid_from, [])
        held[:] = [*(other for other in held if other.as_of == rate.as_of), rate]
    steps: list[tuple[datetime.date, Decimal]] = []
    for day, held in newest.items():
        for price in dict.fromkeys(rate.usd_per_hour for rate in held):
            if not steps or price != steps[-1][1]:
                steps.append((day, price))
    return tuple(steps)


def _way(rate: Rate) -> str:
    said = (rate.purchase.replace("_", " "), rate.term, PAYMENT.get(rate.payment or ""))
    return " ".join(filter(None, said)) + (f" ({STANDING['user']})" if rate.standing == "user" else "")


def _place(rate: Rate) -> str:
    return plain(rate.region if rate.zone is None else rate.zone)


def _said(line: Line) -> list[str]:
    return [f"{numbers.money(float(price))} from {day}" for day, price in line.steps]
