"""Repeated runs: published quantiles and figures, and what one run cannot tell."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest

from calc.core import stats

NAN = math.nan


@pytest.mark.parametrize(
    ("confidence", "df", "quantile"),
    [
        (0.95, 1, 12.706),
        (0.95, 2, 4.303),
        (0.95, 10, 2.228),
        (0.99, 5, 4.032),
        (0.90, 30, 1.697),
        (0.999, 3, 12.924),
    ],
)
def test_t_quantiles_of_the_usual_table(confidence: float, df: float, quantile: float) -> None:
    assert stats.t_quantile(confidence, df) == pytest.approx(quantile, abs=5e-4)


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.99, 0.9999, 1 - 1e-9])
def test_t_quantiles_in_closed_form(confidence: float) -> None:
    """With one and with two degrees of freedom the quantile is elementary."""
    tail = 1 - confidence
    assert stats.t_quantile(confidence, 1.0) == pytest.approx(1 / math.tan(math.pi * tail / 2), rel=1e-9)
    assert stats.t_quantile(confidence, 2.0) == pytest.approx(
        confidence * math.sqrt(2 / (1 - confidence**2)), rel=1e-6
    )


def test_z_quantiles() -> None:
    assert stats.z_quantile(0.975) == pytest.approx(1.959964, abs=5e-7)
    assert stats.z_quantile(0.8) == pytest.approx(0.841621, abs=5e-7)


def test_log_summary_of_powers() -> None:
    summary = stats.log_summary(np.exp([1.0, 2.0, 6.0]))
    assert summary.mean == pytest.approx(3)
    assert summary.sd == pytest.approx(math.sqrt(7))
    assert summary.n == 3


def test_absent_runs_are_not_counted() -> None:
    padded = stats.log_summary([[2.0, NAN, 8.0], [NAN, 5.0, NAN], [NAN, NAN, NAN]])
    np.testing.assert_allclose(padded.mean, [math.log(4), math.log(5), NAN])
    np.testing.assert_allclose(padded.sd, [math.sqrt(2) * math.log(2), NAN, NAN])
    np.testing.assert_array_equal(padded.n, [2, 1, 0])
    np.testing.assert_allclose(stats.geometric_mean([[2.0, NAN, 8.0], [NAN, NAN, NAN]]), [4, NAN])


def test_no_runs_at_all() -> None:
    summary = stats.log_summary([])
    assert summary.n == 0
    assert math.isnan(summary.mean)
    assert math.isnan(summary.sd)


@pytest.mark.parametrize("n", [2, 3, 7])
@pytest.mark.parametrize("rate", [0.1, 5.1, 4210.7, 1e30])
def test_identical_runs_have_exactly_no_spread_and_no_interval(rate: float, n: int) -> None:
    mean, sd, count = stats.log_summary([rate] * n)
    assert sd == 0
    assert stats.geometric_mean([rate] * n) == rate
    assert np.isnan(stats.interval(mean, sd, count, 0.95)).all()


def test_one_run_has_no_interval() -> None:
    assert np.isnan(stats.interval(*stats.log_summary([4210.0]), 0.95)).all()
    assert np.isnan(stats.interval(8.3, 0.05, 1, 0.95)).all()


def test_interval_of_two_runs_by_hand() -> None:
    low, high = stats.interval(*stats.log_summary([100.0, 121.0]), 0.95)
    half = 12.7062 * math.log(1.21) / 2  # t(1) times s / sqrt(2), where s = ln(1.21) / sqrt(2)
    assert (low, high) == pytest.approx((110 * math.exp(-half), 110 * math.exp(half)), rel=1e-5)


def test_ends_of_an_absurdly_wide_interval_stay_finite() -> None:
    low, high = stats.interval(math.log(1e30), 60.0, 2, 0.99999)
    assert 0 < low < 1e-200
    assert 1e200 < high < math.inf


def test_session_means_in_order_of_first_appearance() -> None:
    means = stats.session_means([8.0, 1.0, 2.0, 5.1, 5.1, 5.1, 4.0], ["b", "a", "b", "c", "c", "c", "a"])
    assert means.tolist() == pytest.approx([4, 2, 5.1])
    assert means[2] == 5.1


def test_runs_of_one_session_are_one_run() -> None:
    means = stats.session_means([100.0, 104.0, 98.0], ["mon"] * 3)
    assert stats.log_summary(means).n == 1


def test_welch_with_spread_on_one_side_only() -> None:
    se, df = stats.welch(0.0, 3, 0.1, 4)
    assert se == pytest.approx(0.05)
    assert df == pytest.approx(3)


def test_welch_of_equal_sides_pools_their_degrees_of_freedom() -> None:
    se, df = stats.welch(0.1, 5, 0.1, 5)
    assert se == pytest.approx(0.1 * math.sqrt(2 / 5))
    assert df == pytest.approx(8)


@pytest.mark.parametrize(
    ("sd_a", "n_a", "sd_b", "n_b"),
    [(0.1, 1, 0.1, 3), (NAN, 1, 0.1, 3), (0.1, 3, NAN, 1), (0.0, 3, 0.0, 3), (NAN, 0, 0.1, 3)],
)
def test_no_interval_of_the_ratio(sd_a: float, n_a: int, sd_b: float, n_b: int) -> None:
    se, df = stats.welch(sd_a, n_a, sd_b, n_b)
    assert math.isnan(se)
    assert math.isnan(df)
    assert np.isnan(stats.ratio_interval(0.5, se, df, 0.95)).all()


def test_zero_standard_error_has_no_interval() -> None:
    assert np.isnan(stats.ratio_interval(0.5, 0.0, 4.0, 0.95)).all()


def test_tiny_spreads_do_not_underflow() -> None:
    se, df = stats.welch(1e-100, 3, 2e-100, 3)
    assert se == pytest.approx(math.sqrt(5 / 3) * 1e-100)
    assert df == pytest.approx(50 / 17)


@pytest.mark.parametrize(("effect", "runs"), [(1.5, 7), (0.8, 25), (0.5, 63)])
def test_runs_needed_of_the_usual_table(effect: float, runs: int) -> None:
    """Two groups, two-sided 5%, power 80%, normal approximation, effect in standard deviations."""
    assert stats.runs_needed(0.02, 0.02, 0.02 * effect, 0.95) == runs
    assert stats.runs_needed(0.02, 0.02, -0.02 * effect, 0.95) == runs


@pytest.mark.parametrize(
    ("sd_a", "sd_b", "log_ratio"),
    [(0.02, 0.02, 0.0), (0.02, 0.02, 0.004), (NAN, 0.02, 0.1), (0.02, 0.02, NAN), (0.0, 0.0, 0.1)],
    ids=["no difference", "above 100", "spread unknown", "ratio unknown", "no spread"],
)
def test_runs_needed_unknown_or_too_many(sd_a: float, sd_b: float, log_ratio: float) -> None:
    assert math.isnan(stats.runs_needed(sd_a, sd_b, log_ratio, 0.95))


def test_a_hundred_runs_are_the_most() -> None:
    just_enough, too_many = (0.02 * math.sqrt(2 * 7.848879 / runs) for runs in (99.99, 100.01))
    assert stats.runs_needed(0.02, 0.02, just_enough, 0.95) == 100
    assert math.isnan(stats.runs_needed(0.02, 0.02, too_many, 0.95))


def test_more_power_needs_more_runs() -> None:
    assert stats.runs_needed(0.02, 0.02, 0.016, 0.95, power=0.9) == 33
    assert stats.runs_needed(0.02, 0.02, 0.016, 0.99) == 37


def test_shared_confidence() -> None:
    assert stats.shared_confidence(0.95, 1) == pytest.approx(0.95)
    assert stats.shared_confidence(0.95, 5) == pytest.approx(0.99)


def test_scalars_stay_scalars() -> None:
    summary = stats.log_summary([1.0, 2.0])
    se, df = stats.welch(0.1, 3, 0.2, 3)
    for value in (
        summary.mean,
        summary.sd,
        stats.geometric_mean([1.0, 2.0]),
        *stats.interval(*summary, 0.95),
        se,
        df,
        *stats.ratio_interval(0.1, se, df, 0.95),
        stats.runs_needed(0.1, 0.2, 0.3, 0.95),
    ):
        assert isinstance(value, float)


def test_nothing_warns() -> None:
    odd = np.array([0.0, NAN, 1e-300, 1.0, 1e300])
    n = np.array([0, 1, 2, 3, 1])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        stats.log_summary(odd)
        stats.log_summary(odd[:, None])
        stats.geometric_mean(odd)
        stats.interval(odd, odd / 1e299, n, 0.95)
        stats.welch(odd / 1e200, n, odd[::-1] / 1e200, n[::-1])
        stats.ratio_interval(odd, odd, odd, 0.95)
        stats.runs_needed(odd / 1e200, odd / 1e200, odd, 0.95)
