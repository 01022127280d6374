"""Resolved -> notices: what invalidates a number and what qualifies it."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

from calc.model.notice import Notice
from calc.model.resolved import Resolved
from calc.runs import Runs
from calc.validity import information, measurement, pair, price
from calc.validity.pair import comparable

__all__ = ["check", "comparable"]


def check(resolved: Resolved, runs: Mapping[str, Runs], *, today: datetime.date | None) -> tuple[Notice, ...]:
    """Every doubt about a scenario whose runs are summarized.

    The age of prices is judged only where `today` is given.
    """
    baseline = resolved.options[resolved.baseline]
    found: list[Notice] = []
    for id_, option in resolved.options.items():
        found += measurement.doubts(option, runs[id_], resolved)
        found += price.doubts(option, today)
        found += pair.doubts(option, baseline, runs)
        found += information.remarks(option, resolved)
    return tuple(found)
