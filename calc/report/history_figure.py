"""The picture of the verdict through time: the ratio at each day's prices, and the line where it flips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calc.model.comparison import Comparison
from calc.model.history import HistoryPoint
from calc.report import numbers
from calc.report.chart import BASELINE, CANDIDATE, TEXT_SIZE, add_intervals, escape, ink, look
from calc.report.history import LONGEST_ID
from calc.report.rows import cut, interval_title, verdict

if TYPE_CHECKING:
    import plotly.graph_objects as go


def history_figure(comparison: Comparison, candidate: str, *, dark: bool = False) -> go.Figure:
    """Steps of the ratio to the baseline, each from the day of its prices on, with its interval and verdict.

    A day without a ratio has a gap, and one without an interval no error bar. Raises ValueError for a
    comparison that was made without its price history.
    """
    import plotly.graph_objects as go

    history = comparison.price_history
    if history is None:
        raise ValueError("compare with price_history=True first")
    colour = ink(dark=dark)
    points = history.points
    ratios = [point.ratios[candidate].ratio for point in points]
    days = [point.day for point in points]
    # The newest prices hold until today.
    end = max(comparison.evaluated_on or days[-1], days[-1])
    chart = go.Figure(
        go.Scatter(
            x=[*days, end],
            y=[*ratios, ratios[-1]],
            mode="lines",
            line={"shape": "hv", "color": CANDIDATE, "width": 3},
            hoverinfo="skip",
            showlegend=False,
        )
    )
    chart.add_trace(
        go.Scatter(
            x=days,
            y=ratios,
            mode="markers",
            marker={"size": 9, "color": CANDIDATE},
            hovertext=[escape(line) for line in _lines(comparison, candidate)],
            hoverinfo="text",
            showlegend=False,
        )
    )
    sure = ((point.day, *ends) for point in points if (ends := _interval(point, candidate)))
    add_intervals(chart, sure, "y", dark=dark)
    for point, ratio in zip(points, ratios, strict=True):
        if ratio is not None:
            found = point.ratios[candidate]
            # Away from the line at 1, which would strike the word through.
            below = (found.high or ratio) < 1
            chart.add_annotation(
                x=point.day,
                y=(found.low if below else found.high) or ratio,
                text=escape(verdict(found.verdict)),
                showarrow=False,
                yshift=-12 if below else 12,
                font={"color": colour, "size": TEXT_SIZE},
            )
    chart.add_hline(
        y=1,
        line={"color": BASELINE, "width": 2, "dash": "dash"},
        annotation={"text": "the two tie", "font": {"color": colour, "size": TEXT_SIZE}},
        annotation_position="bottom right",
    )
    highest = max(each.ratios[candidate].high or each.ratios[candidate].ratio or 0 for each in points)
    return look(
        chart,
        height=320,
        dark=dark,
        xaxis={"type": "date"},
        yaxis={
            "title": {"text": escape(_title(comparison, candidate))},
            # Room for the verdicts above the intervals; the line at 1 is always seen.
            "range": [0, max(highest, 1) * 1.25],
        },
    )


def history_description(comparison: Comparison, candidate: str) -> str:
    """The picture in words, for those who do not see it."""
    return f"Line chart, {_title(comparison, candidate)}. {'. '.join(_lines(comparison, candidate))}."


def _title(comparison: Comparison, candidate: str) -> str:
    return f"{cut(candidate, LONGEST_ID)} per USD, ratio to {cut(comparison.baseline, LONGEST_ID)}"


def _interval(point: HistoryPoint, candidate: str) -> tuple[float, float, float] | None:
    """Low end, ratio and high end; None where there is no ratio or no interval."""
    found = point.ratios[candidate]
    if found.low is None or found.ratio is None or found.high is None:
        return None
    return found.low, found.ratio, found.high


def _lines(comparison: Comparison, candidate: str) -> list[str]:
    """Each day in words."""
    lines = []
    for point in comparison.price_history.points if comparison.price_history else ():
        found = point.ratios[candidate]
        ends = numbers.interval(found.low, found.high, numbers.ratio)
        sure = f"{interval_title(comparison)} {ends}" if ends else "no interval"
        shown = "withheld" if found.ratio is None else f"{numbers.ratio(found.ratio)}, {sure}"
        prices = ", ".join(
            f"{id_} {numbers.money(point.usd_per_hour[id_])}" for id_ in (comparison.baseline, candidate)
        )
        lines.append(f"From {point.day} ({prices} per hour): {shown}, {verdict(found.verdict)}")
    return lines
