"""What all pictures share: their look, their intervals, and text that is shown as it stands."""

from __future__ import annotations

import html
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import plotly.graph_objects as go

CANDIDATE, BASELINE = "#14867c", "#7d8894"
"""Colours with a contrast of at least 3:1 on white and on near-black."""
ON_LIGHT, ON_DARK = "#1b2529", "#e8eef0"
"""Colours of text and intervals; an interval lies half over its bar."""
TEXT_SIZE = 13

End = tuple[Any, float, float, float]
"""A place on the other axis, and the low end, value and high end of an interval."""


def ink(*, dark: bool) -> str:
    """The colour of text and lines on a light or a dark page."""
    return ON_DARK if dark else ON_LIGHT


def look(chart: go.Figure, *, height: int, dark: bool, **layout: Any) -> go.Figure:
    """Give a picture the look of all of them: no zoom by accident, readable text, little around it.

    `layout` is Plotly's own; what it says of the axes is added to what they share.
    """
    colour = ink(dark=dark)
    axis = {"tickfont": {"color": colour}, "title": {"font": {"color": colour}}, "fixedrange": True}
    chart.update_layout(
        height=height,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        dragmode=False,
        font={"color": colour},
        xaxis=axis,
        yaxis=axis,
    )
    return chart.update_layout(**layout)


def add_intervals(chart: go.Figure, ends: Iterable[End], along: Literal["x", "y"], *, dark: bool) -> None:
    """Draw intervals along an axis.

    A trace of their own: on the values' trace, an absent interval would be drawn as one of no width.
    """
    ends = list(ends)
    across = "y" if along == "x" else "x"
    colour = ink(dark=dark)
    chart.add_scatter(
        **{
            across: [place for place, *_ in ends],
            along: [value for _, _, value, _ in ends],
            f"error_{along}": {
                "type": "data",
                "symmetric": False,
                "array": [high - value for _, _, value, high in ends],
                "arrayminus": [value - low for _, low, value, _ in ends],
                "color": colour,
                "thickness": 1.5,
                "width": 6,
            },
        },
        mode="markers",
        marker={"size": 0.1, "color": colour},
        hoverinfo="skip",
        showlegend=False,
    )


def escape(text: str) -> str:
    """Text that Plotly shows as it stands: no tags, no links, no formulas."""
    return html.escape(text, quote=False).replace("$", "&#36;")
