"""The runs of one option -> mean and spread of their logs; shared by validity and engine."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from calc.core import stats
from calc.model.resolved import Resolved, ResolvedThroughput


class Runs(NamedTuple):
    """What one option's independent runs (or sessions) say, on the scale of natural logs."""

    rate: float
    """Geometric mean, in units per second."""
    mean: float
    """Mean of the logs of the units per second."""
    sd: float
    """Standard deviation of the logs; NaN for one run."""
    n: int
    """Independent runs: sessions, where runs name them."""


def summarize_all(resolved: Resolved) -> dict[str, Runs]:
    """Summarize the runs of every option, by its id."""
    return {id_: summarize(option.throughput) for id_, option in resolved.options.items()}


def summarize(throughput: ResolvedThroughput) -> Runs:
    """Summarize the runs; runs that name a session are averaged within it first."""
    rates = np.array([float(rate) for rate in throughput.per_second])
    if throughput.sessions is not None:
        rates = stats.session_means(rates, throughput.sessions)
    mean, sd, n = stats.log_summary(rates)
    return Runs(float(stats.geometric_mean(rates)), float(mean), float(sd), int(n))
