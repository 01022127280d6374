"""Statistics of repeated runs: geometric means, their intervals, and the interval of a ratio.

Rates of runs are multiplicative, so everything is done on their natural logs: the answer is then the
same for units/s and s/unit. What cannot be known (an interval from one run) is NaN, never zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri, stdtrit

from calc.core.quantity import Array, Numeric, Quantity, Real, nan_where

MOST_RUNS = 100
NO_SPREAD = 1e-12
# An end of an interval beyond e^600 says nothing, and would overflow once multiplied.
LARGEST_LOG = 600.0


class LogSummary(NamedTuple):
    """What repeated runs say, on the scale of natural logs."""

    mean: Numeric
    """Mean of the logs; NaN without a run [ln(units/s)]."""
    sd: Numeric
    """Standard deviation of the logs, 0.05 being about 5%; NaN for fewer than two runs [unitless]."""
    n: Numeric
    """Runs present [unitless]."""


def log_summary(rates: ArrayLike) -> LogSummary:
    r"""Mean and standard deviation of the logs, and the number of runs, over the last axis.

    .. math:: m = \frac{1}{n} \sum \ln R_i, \quad s = \sqrt{\frac{\sum (\ln R_i - m)^2}{n - 1}}

    Parameters
    ----------
    rates
        Rates of the runs, greater than 0; NaN is an absent run, so that ragged data can be padded [units/s].

    Returns
    -------
    LogSummary
    """
    largest, logs, present = _logs_of_largest(rates)
    n = present.sum(axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = np.divide(logs.sum(axis=-1), n)
        squares = np.where(present, (logs - mean[..., None]) ** 2, 0.0)
        sd = np.sqrt(squares.sum(axis=-1) / (n - 1))
        # What is left of equal runs by rounding is no spread.
        sd = np.where(sd < NO_SPREAD, 0.0, sd)
        return LogSummary(np.log(largest) + mean, nan_where(n < 2, sd), n)


def _logs_of_largest(rates: ArrayLike) -> tuple[Array, Array, Array]:
    """Largest rate, logs of the rates relative to it (0 for absent runs), and which are present.

    Relative to one of themselves, identical runs have a spread of exactly 0 and a mean of exactly their rate.
    """
    rates = np.asarray(rates, dtype=np.float64)
    present = ~np.isnan(rates)
    largest = np.max(rates, axis=-1, where=present, initial=-np.inf)
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.where(present, np.log(rates / largest[..., None]), 0.0)
    return largest, logs, present


def geometric_mean(rates: ArrayLike) -> Numeric:
    r"""Geometric mean over the last axis, :math:`(\prod R_i)^{1/n}`.

    Parameters
    ----------
    rates
        Rates of the runs, greater than 0; NaN is an absent run [any unit].

    Returns
    -------
    Mean; NaN without a run [as `rates`].
    """
    largest, logs, present = _logs_of_largest(rates)
    with np.errstate(invalid="ignore"):
        return cast("Numeric", largest * np.exp(logs.sum(axis=-1) / present.sum(axis=-1)))


def session_means(rates: ArrayLike, sessions: Sequence[str]) -> Array:
    """Geometric mean of the rates within each session, in order of first appearance.

    Runs of one session share what a new session would change, so a session counts as one run.

    Parameters
    ----------
    rates
        Rate of each run, greater than 0 [any unit].
    sessions
        Name of the session of each run.

    Returns
    -------
    One mean a session [as `rates`].
    """
    rates = np.asarray(rates, dtype=np.float64)
    numbers = {name: number for number, name in enumerate(dict.fromkeys(sessions))}
    session = np.array([numbers[name] for name in sessions])
    first = rates[np.unique(session, return_index=True)[1]]
    sums = np.bincount(session, weights=np.log(rates / first[session]))
    return first * np.exp(sums / np.bincount(session))


def t_quantile(confidence: Real, df: Real) -> Real:
    """Two-sided quantile of Student's t: the variable lies within +- this with the given confidence.

    Parameters
    ----------
    confidence
        Confidence, such as 0.95 [unitless].
    df
        Degrees of freedom, may be fractional; NaN where unknown [unitless].

    Returns
    -------
    Quantile [unitless].

    References
    ----------
    Student (1908), The probable error of a mean. Biometrika 6.
    """
    # The stubs of scipy allow for float32 here.
    return -stdtrit(df, (1 - confidence) / 2)  # type: ignore[return-value]


def z_quantile(p: Real) -> Real:
    """Quantile of the standard normal distribution.

    Parameters
    ----------
    p
        Probability of a smaller value [unitless].

    Returns
    -------
    Quantile [unitless].
    """
    return ndtri(p)


def interval(mean_log: Real, sd: Real, n: Real, confidence: Real) -> tuple[Real, Real]:
    r"""Interval of a geometric mean, :math:`\exp(m \pm t_{n-1}\, s / \sqrt n)`.

    Parameters
    ----------
    mean_log
        Mean of the logs, m [ln(any unit)].
    sd
        Standard deviation of the logs, s [unitless].
    n
        Runs [unitless].
    confidence
        Confidence, such as 0.95 [unitless].

    Returns
    -------
    low, high
        Ends of the interval [that unit]; NaN where there are fewer than two runs or no spread.

    References
    ----------
    Student (1908), The probable error of a mean. Biometrika 6.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        return ratio_interval(mean_log, sd / np.sqrt(n), n - 1, confidence)


def welch(
    sd_a: Real, n_a: Real, sd_b: Real, n_b: Real, weight_a: Real | float = 1.0, weight_b: Real | float = 1.0
) -> tuple[Real, Real]:
    r"""Standard error of a difference of two mean logs, and its degrees of freedom.

    .. math::

        v_i = w_i^2 s_i^2 / n_i, \quad se = \sqrt{v_a + v_b}, \quad
        df = \frac{(v_a + v_b)^2}{v_a^2 / (n_a - 1) + v_b^2 / (n_b - 1)}

    Parameters
    ----------
    sd_a, sd_b
        Standard deviation of the logs of each side [unitless].
    n_a, n_b
        Runs of each side [unitless].
    weight_a, weight_b
        Share of each side's cost that varies with its rate; for all-in costs c + s it is c / (c + s),
        by the delta method [unitless].

    Returns
    -------
    se, df
        Both NaN where a side has fewer than two runs, or neither has any spread [unitless].

    References
    ----------
    Welch (1947), The generalization of "Student's" problem. Biometrika 34;
    Satterthwaite (1946), An approximate distribution of estimates of variance components. Biometrics 2.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        part_a = np.divide((weight_a * sd_a) ** 2, n_a)
        part_b = np.divide((weight_b * sd_b) ** 2, n_b)
        variance = part_a + part_b
        # As shares of the variance, so that small spreads do not underflow when squared.
        share_a, share_b = np.divide(part_a, variance), np.divide(part_b, variance)
        df = 1 / (np.divide(share_a**2, n_a - 1) + np.divide(share_b**2, n_b - 1))
    absent = ~((np.minimum(n_a, n_b) >= 2) & (variance > 0))
    return nan_where(absent, np.sqrt(variance)), nan_where(absent, df)


def ratio_interval(log_ratio: Real, se: Real, df: Real, confidence: Real) -> tuple[Real, Real]:
    r"""Interval of a ratio from its log, :math:`\exp(d \pm t_{df}\, se)`.

    Parameters
    ----------
    log_ratio
        Log of the ratio, d [unitless].
    se
        Standard error of the log, such as `welch` gives [unitless].
    df
        Degrees of freedom [unitless].
    confidence
        Confidence, such as 0.95 [unitless].

    Returns
    -------
    low, high
        Ends of the interval [unitless]; NaN where the standard error is unknown or zero.
    """
    half = t_quantile(confidence, df) * se
    absent = ~(np.asarray(se) > 0)
    low = np.exp(np.clip(log_ratio - half, -LARGEST_LOG, LARGEST_LOG))
    high = np.exp(np.clip(log_ratio + half, -LARGEST_LOG, LARGEST_LOG))
    return nan_where(absent, low), nan_where(absent, high)


def runs_needed(sd_a: Real, sd_b: Real, log_ratio: Real, confidence: Real, power: float = 0.8) -> Real:
    r"""About how many runs a side would show a difference of this size.

    .. math:: n = \left\lceil \frac{(s_a^2 + s_b^2)(z_{conf} + z_{power})^2}{d^2} \right\rceil

    Parameters
    ----------
    sd_a, sd_b
        Standard deviation of the logs of each side [unitless].
    log_ratio
        Log of the ratio to be shown, d [unitless].
    confidence
        Two-sided confidence, such as 0.95 [unitless].
    power
        Probability of showing it [unitless].

    Returns
    -------
    Runs a side [unitless]; NaN where unknown or above 100, which is no practical difference.

    References
    ----------
    Normal approximation for two means, as in Cohen (1988), Statistical power analysis for the behavioral
    sciences.
    """
    z = z_quantile((1 + confidence) / 2) + z_quantile(power)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        runs = cast("Real", np.ceil(np.divide((sd_a**2 + sd_b**2) * z**2, np.square(log_ratio))))
    return nan_where(~((runs > 0) & (runs <= MOST_RUNS)), runs)


def shared_confidence(confidence: Quantity, pairs: Quantity | int) -> Quantity:
    r"""Confidence of each of several comparisons that must hold together, :math:`1 - (1 - c) / k`.

    Parameters
    ----------
    confidence
        Confidence of all together, c [unitless].
    pairs
        Comparisons, k [unitless].

    Returns
    -------
    Confidence of each [unitless].

    References
    ----------
    Bonferroni's inequality.
    """
    return 1 - (1 - confidence) / pairs
