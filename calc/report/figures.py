"""The picture of a Comparison: one bar an option, with its interval where there is one."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Literal

from calc.core.units import describe
from calc.model.comparison import Comparison
from calc.report import numbers
from calc.report.chart import BASELINE, CANDIDATE, TEXT_SIZE, add_intervals, escape, ink, look
from calc.report.rows import Row, interval_title, name, rows

if TYPE_CHECKING:
    import plotly.graph_objects as go

Quantity = Literal["units_per_usd", "usd_per_scale"]
"""What is drawn: units per dollar, or the cost of the unit's customary scale."""
LINE_HEIGHT = 20
NAME_WIDTH = 18
NAME_LINES = 3


def figure(comparison: Comparison, quantity: Quantity = "units_per_usd", *, dark: bool = False) -> go.Figure:
    """Bars from zero, one an option in the order of the scenario, with intervals as error bars.

    What is withheld has no bar, and what has no interval no error bar; the text beside says so.
    """
    import plotly.graph_objects as go

    drawn = rows(comparison)
    names = [_axis_name(comparison, row) for row in drawn]
    chart = go.Figure(
        go.Bar(
            y=list(range(len(drawn))),
            x=[row[quantity] for row in drawn],
            orientation="h",
            width=0.5,
            marker={"color": [BASELINE if row["verdict"] == "baseline" else CANDIDATE for row in drawn]},
            hovertext=[escape(line) for line in _lines(comparison, quantity)],
            hoverinfo="text",
            showlegend=False,
        )
    )
    sure = ((place, *ends) for place, row in enumerate(drawn) if (ends := _interval(row, quantity)))
    add_intervals(chart, sure, "x", dark=dark)
    largest = max((row[f"{quantity}_high"] or row[quantity] or 0 for row in drawn), default=0)
    for place, row in enumerate(drawn):
        chart.add_annotation(
            x=row[f"{quantity}_high"] or row[quantity] or 0,
            y=place,
            text=escape(_shown(row, quantity)),
            showarrow=False,
            xanchor="left",
            xshift=8,
            align="left",
            font={"color": ink(dark=dark), "size": TEXT_SIZE},
        )
    return look(
        chart,
        height=110 + sum(max(56, LINE_HEIGHT * (1 + name.count("<br>")) + 16) for name in names),
        dark=dark,
        bargap=0.3,
        xaxis={
            "title": {"text": escape(title(comparison, quantity))},
            # Room for the figures beside the bars.
            "range": [0, largest * 1.4 or 1],
            "zeroline": True,
        },
        yaxis={
            "tickvals": list(range(len(drawn))),
            "ticktext": names,
            "tickfont": {"size": TEXT_SIZE},
            "autorange": "reversed",
            "automargin": True,
            "showgrid": False,
        },
    )


def title(comparison: Comparison, quantity: Quantity) -> str:
    """What the axis shows: `output tokens per USD` or `USD per million output tokens`."""
    unit = describe(comparison.unit)
    return f"{unit.plural} per USD" if quantity == "units_per_usd" else f"USD per {unit.scale_label}"


def description(comparison: Comparison, quantity: Quantity) -> str:
    """The picture in words, for those who do not see it."""
    return f"Bar chart, {title(comparison, quantity)}. " + ". ".join(_lines(comparison, quantity)) + "."


def caption(comparison: Comparison) -> str:
    """What the error bars are, and who has none."""
    drawn = [row for row in rows(comparison) if row["units_per_usd"] is not None]
    without = [name(comparison, row["option"]) for row in drawn if row["units_per_usd_low"] is None]
    some = len(without) < len(drawn)
    bars = f"The thin bars are {interval_title(comparison)}s from run to run." if some else ""
    none = (
        f"No interval for {', '.join(without)}: that takes at least two runs that differ." if without else ""
    )
    return " ".join(part for part in (bars, none) if part)


def _interval(row: Row, quantity: Quantity) -> tuple[float, float, float] | None:
    """Low end, value and high end; None where there is no value or no interval."""
    low, value, high = row[f"{quantity}_low"], row[quantity], row[f"{quantity}_high"]
    return None if low is None or value is None or high is None else (low, value, high)


def _axis_name(comparison: Comparison, row: Row) -> str:
    lines = wrap(name(comparison, row["option"]), NAME_WIDTH)[:NAME_LINES]
    lines += ["(baseline)"] if row["verdict"] == "baseline" else []
    return "<br>".join(escape(line) for line in lines)


def _shown(row: Row, quantity: Quantity) -> str:
    value = row[quantity]
    if value is None:
        return "withheld"
    return numbers.quantity(value) if quantity == "units_per_usd" else numbers.money(value)


def _lines(comparison: Comparison, quantity: Quantity) -> list[str]:
    """Each bar in words, with its interval or that it has none."""
    form = numbers.quantity if quantity == "units_per_usd" else numbers.money
    lines = []
    for row in rows(comparison):
        ends = numbers.interval(row[f"{quantity}_low"], row[f"{quantity}_high"], form)
        sure = f"{interval_title(comparison)} {ends}" if ends else "no interval"
        kind = " (baseline)" if row["verdict"] == "baseline" else ""
        shown = _shown(row, quantity)
        who = name(comparison, row["option"])
        lines.append(f"{who}{kind}: {shown}" + ("" if row[quantity] is None else f", {sure}"))
    return lines
