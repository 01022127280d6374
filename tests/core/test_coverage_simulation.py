"""How often the interval of the ratio holds the true ratio: it must be what its confidence says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from calc.core import stats

pytestmark = pytest.mark.simulation
TRIALS = 200_000
RATIO = 1.6
Noise = Callable[[np.random.Generator, float, tuple[int, int]], np.ndarray]


def lognormal(rng: np.random.Generator, spread: float, shape: tuple[int, int]) -> np.ndarray:
    return np.exp(rng.normal(0, spread, shape))


def normal(rng: np.random.Generator, spread: float, shape: tuple[int, int]) -> np.ndarray:
    return rng.normal(1, spread, shape)


def coverage(noise: Noise, sides: tuple[tuple[int, float], tuple[int, float]], setup: float = 0.0) -> float:
    """Share of trials in which the interval holds the true ratio; `setup` is the option's, over its cost."""
    rng = np.random.default_rng(20261208)
    (n_a, spread_a), (n_b, spread_b) = sides
    a = stats.log_summary(RATIO * noise(rng, spread_a, (TRIALS, n_a)))
    b = stats.log_summary(noise(rng, spread_b, (TRIALS, n_b)))
    steady, one_off = np.exp(-a.mean), setup / RATIO
    log_ratio = -b.mean - np.log(steady + one_off)
    se, df = stats.welch(a.sd, a.n, b.sd, b.n, steady / (steady + one_off))
    low, high = stats.ratio_interval(log_ratio, se, df, 0.95)
    truth = RATIO / (1 + setup)
    return float(np.mean((low <= truth) & (truth <= high)))


@pytest.mark.parametrize("noise", [lognormal, normal])
@pytest.mark.parametrize("spread", [0.01, 0.05, 0.10])
@pytest.mark.parametrize("n", [3, 5, 10])
def test_interval_of_the_ratio(n: int, spread: float, noise: Noise) -> None:
    share = coverage(noise, ((n, spread), (n, spread)))
    assert 0.93 <= share <= 0.98


@pytest.mark.parametrize("setup", [0.25, 1.0])
@pytest.mark.parametrize("n", [3, 5, 10])
def test_interval_of_the_all_in_ratio(n: int, setup: float) -> None:
    share = coverage(lognormal, ((n, 0.05), (n, 0.05)), setup)
    assert 0.93 <= share <= 0.98


@pytest.mark.parametrize("sides", [((3, 0.01), (3, 0.10)), ((3, 0.10), (10, 0.01)), ((3, 0.05), (10, 0.05))])
def test_interval_of_unlike_sides(sides: tuple[tuple[int, float], tuple[int, float]]) -> None:
    share = coverage(lognormal, sides)
    assert 0.93 <= share <= 0.98
