"""What must hold of the arithmetic whatever the numbers are."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calc.core import break_even, cost, fleet, stats

rate = st.floats(1e-6, 1e9)
rates = st.lists(rate, min_size=1, max_size=12)
repeated = st.lists(rate, min_size=2, max_size=12).filter(lambda runs: max(runs) > min(runs) * 1.0001)
factor = st.floats(1e-6, 1e6)
spread = st.floats(1e-4, 1.0)
runs = st.integers(2, 40)
confidence = st.floats(0.5, 0.999)


@given(rate, rate, factor)
def test_scaling_the_price_scales_the_cost(price: float, speed: float, k: float) -> None:
    once, scaled = cost.cost_per_unit(price, speed), cost.cost_per_unit(k * price, speed)
    assert scaled == pytest.approx(k * once, rel=1e-12)
    assert cost.cost_per_unit(price, k * speed) == pytest.approx(once / k, rel=1e-12)
    assert cost.ratio(scaled, once) == pytest.approx(1 / k, rel=1e-12)


@given(spread, runs, spread, runs, st.floats(-2, 2), confidence)
def test_swapping_the_sides_inverts_ratio_and_interval(
    sd_a: float, n_a: int, sd_b: float, n_b: int, d: float, level: float
) -> None:
    low, high = stats.ratio_interval(d, *stats.welch(sd_a, n_a, sd_b, n_b), level)
    swapped = stats.ratio_interval(-d, *stats.welch(sd_b, n_b, sd_a, n_a), level)
    assert swapped == pytest.approx((1 / high, 1 / low), rel=1e-9)
    assert low < math.exp(d) < high
    assert stats.runs_needed(sd_a, sd_b, d, level) == pytest.approx(
        stats.runs_needed(sd_b, sd_a, -d, level), nan_ok=True
    )


@given(rate, rate)
def test_swapping_the_sides_inverts_the_ratio(a: float, b: float) -> None:
    assert cost.ratio(a, b) * cost.ratio(b, a) == pytest.approx(1, rel=1e-12)


@given(rates)
def test_units_per_second_and_seconds_per_unit_agree(values: list[float]) -> None:
    rates, seconds = np.array(values), 1 / np.array(values)
    assert stats.geometric_mean(seconds) == pytest.approx(1 / stats.geometric_mean(rates), rel=1e-12)
    by_rate, by_time = stats.log_summary(rates), stats.log_summary(seconds)
    assert by_time.mean == pytest.approx(-by_rate.mean, abs=1e-12)
    assert by_time.sd == pytest.approx(by_rate.sd, abs=1e-12, nan_ok=True)
    assert by_time.n == by_rate.n == len(values)


@given(repeated, confidence)
def test_interval_holds_the_mean_and_turns_over_with_the_unit(values: list[float], level: float) -> None:
    low, high = stats.interval(*stats.log_summary(values), level)
    assert low < stats.geometric_mean(values) < high
    upside_down = stats.interval(*stats.log_summary(1 / np.array(values)), level)
    assert upside_down == pytest.approx((1 / high, 1 / low), rel=1e-6)


@given(repeated, confidence, st.floats(0.01, 0.9))
def test_less_confidence_gives_a_narrower_interval(values: list[float], level: float, less: float) -> None:
    summary = stats.log_summary(values)
    wide, narrow = stats.interval(*summary, level), stats.interval(*summary, level * less)
    assert wide[0] < narrow[0] < narrow[1] < wide[1]


@given(rates, factor)
def test_a_common_factor_moves_the_mean_and_not_the_spread(values: list[float], k: float) -> None:
    before, after = stats.log_summary(values), stats.log_summary(k * np.array(values))
    assert after.mean == pytest.approx(before.mean + math.log(k), abs=1e-9)
    assert after.sd == pytest.approx(before.sd, abs=1e-9, nan_ok=True)


@given(rates, st.randoms())
def test_order_of_runs_and_absent_runs_do_not_matter(values: list[float], random: Any) -> None:
    padded = [*values, math.nan, math.nan]
    random.shuffle(padded)
    assert stats.geometric_mean(padded) == pytest.approx(stats.geometric_mean(values), rel=1e-12)
    for one, other in zip(stats.log_summary(values), stats.log_summary(padded), strict=True):
        assert one == pytest.approx(other, rel=1e-9, abs=1e-12, nan_ok=True)


@given(rates)
def test_log_summary_is_that_of_the_textbook(values: list[float]) -> None:
    logs = np.log(values)
    summary = stats.log_summary(values)
    assert summary.mean == pytest.approx(logs.mean(), abs=1e-12)
    if len(values) > 1:
        assert summary.sd == pytest.approx(logs.std(ddof=1), abs=1e-9)
    else:
        assert math.isnan(summary.sd)


@given(st.lists(st.tuples(st.sampled_from("abc"), rate), min_size=1, max_size=12))
def test_session_means_are_those_of_each_session_alone(named: list[tuple[str, float]]) -> None:
    sessions = [name for name, _ in named]
    means = stats.session_means([value for _, value in named], sessions)
    expected = [
        stats.geometric_mean([value for name, value in named if name == session])
        for session in dict.fromkeys(sessions)
    ]
    assert means.tolist() == pytest.approx(expected, rel=1e-12)


@given(spread, runs, spread, runs)
def test_welch_degrees_of_freedom_lie_between_the_smaller_side_and_both(
    sd_a: float, n_a: int, sd_b: float, n_b: int
) -> None:
    _, df = stats.welch(sd_a, n_a, sd_b, n_b)
    assert min(n_a, n_b) - 1 <= df * (1 + 1e-12)
    assert df <= (n_a + n_b - 2) * (1 + 1e-12)


@given(spread, runs, spread, runs, st.floats(0.01, 1), st.floats(0.01, 1))
def test_a_weight_scales_the_spread_of_its_side(
    sd_a: float, n_a: int, sd_b: float, n_b: int, w_a: float, w_b: float
) -> None:
    weighted = stats.welch(sd_a, n_a, sd_b, n_b, w_a, w_b)
    assert weighted == pytest.approx(stats.welch(w_a * sd_a, n_a, w_b * sd_b, n_b), rel=1e-12)


@given(spread, spread, st.floats(0.01, 2), confidence)
def test_so_many_runs_give_the_power_and_one_fewer_does_not(
    sd_a: float, sd_b: float, d: float, level: float
) -> None:
    needed = stats.runs_needed(sd_a, sd_b, d, level)

    def power(n: float) -> float:
        """Probability that a normal variable clears the two-sided limit, its far side left out."""
        clears = d / math.sqrt((sd_a**2 + sd_b**2) / n) - stats.z_quantile((1 + level) / 2)
        return (1 + math.erf(clears / math.sqrt(2))) / 2

    if math.isnan(needed):
        assert power(100) < 0.8 + 1e-9
    else:
        assert power(needed) > 0.8 - 1e-9
        assert needed == 1 or power(needed - 1) < 0.8 + 1e-9


@given(rate, rate)
def test_fleet_meets_the_demand_and_one_fewer_does_not(demand: float, speed: float) -> None:
    needed = fleet.deployments_needed(demand, speed)
    assert needed * speed >= demand * (1 - 2e-9)
    assert (needed - 1) * speed < demand


@given(rate, rate, rate)
def test_payback_is_when_both_ways_have_cost_the_same(one_off: float, before: float, after: float) -> None:
    months = fleet.payback_months(one_off, before, after)
    if before <= after:
        assert math.isnan(months)
    else:
        assert one_off + months * after == pytest.approx(months * before, rel=1e-6)


FUNCTIONS: list[tuple[Callable[..., Any], int]] = [
    (cost.capacity_block_price, 4),
    (cost.owned_price, 4),
    (cost.discounted, 2),
    (cost.effective_rate, 5),
    (cost.cost_per_unit, 2),
    (cost.units_per_usd, 2),
    (cost.setup_cost, 2),
    (cost.units_in_hours, 2),
    (cost.all_in_cost, 3),
    (cost.cost_of, 2),
    (cost.per_accelerator, 2),
    (cost.job_hours, 2),
    (cost.ratio, 2),
    (cost.cost_change, 1),
    (break_even.price, 5),
    (break_even.rate, 3),
    (break_even.fraction, 3),
    (break_even.units, 4),
    (stats.t_quantile, 2),
    (stats.z_quantile, 1),
    (stats.interval, 4),
    (stats.welch, 6),
    (stats.ratio_interval, 4),
    (stats.runs_needed, 4),
    (stats.shared_confidence, 2),
    (fleet.deployments_needed, 2),
    (fleet.always_on_cost, 3),
    (fleet.payback_months, 3),
]


@pytest.mark.parametrize(("function", "arity"), FUNCTIONS, ids=[f.__name__ for f, _ in FUNCTIONS])
@pytest.mark.parametrize("nan_at", [None, 0])
def test_broadcasting_equals_loops(function: Callable[..., Any], arity: int, nan_at: int | None) -> None:
    """A 4 x 3 grid in one call, every other argument a row and a column, is what 12 calls give."""
    rng = np.random.default_rng(7)
    arguments = [rng.uniform(0.05, 0.95, (1, 3) if i % 2 else (4, 1)) for i in range(arity)]
    if function is stats.welch:
        arguments[1], arguments[3] = np.array([[2, 5, 9]]), np.array([[1, 3, 4]])
    if function is stats.interval:
        arguments[2] = np.array([[1], [2], [3], [10]])
    if nan_at is not None:
        arguments[nan_at][0, 0] = np.nan
    together = function(*arguments)
    grid = np.broadcast_arrays(*arguments)
    one_by_one = [function(*(a[at].item() for a in grid)) for at in np.ndindex(grid[0].shape)]
    if isinstance(together, tuple):
        columns = [np.array(column) for column in zip(*one_by_one, strict=True)]
    else:
        together, columns = (together,), [np.array(one_by_one)]
    for values, column in zip(together, columns, strict=True):
        np.testing.assert_allclose(np.broadcast_to(values, grid[0].shape).ravel(), column, rtol=1e-14)


@given(st.integers(1, 4), st.integers(1, 5), st.integers(0, 2**32 - 1))
def test_summaries_over_the_last_axis_equal_loops(rows: int, columns: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    grid = rng.uniform(0.5, 2, (rows, 2, columns))
    grid[rng.random(grid.shape) < 0.3] = np.nan
    together = stats.log_summary(grid)
    means = stats.geometric_mean(grid)
    for at in np.ndindex(rows, 2):
        alone = stats.log_summary(grid[at])
        np.testing.assert_allclose([part[at] for part in together], list(alone), rtol=1e-12, atol=1e-15)
        np.testing.assert_allclose(means[at], stats.geometric_mean(grid[at]), rtol=1e-12)
