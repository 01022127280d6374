"""An option against the baseline, in units per dollar."""

from __future__ import annotations

from typing import Literal

from calc.model.base import Model

Verdict = Literal[
    "blocked",
    "not_representative",
    "unreplicated",
    "equivalent",
    "cheaper",
    "dearer",
    "inconclusive",
]


class Ratio(Model):
    """The option against the baseline, in units per dollar: above 1 the option buys more."""

    ratio: float | None
    low: float | None
    high: float | None
    cost_change: float | None
    """`1/ratio - 1`: -0.375 is 37.5% cheaper."""
    verdict: Verdict
    runs_needed: int | None
    """About how many runs a side would show this difference with 80% power."""
