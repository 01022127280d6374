"""Figures that can be checked by hand, and what cannot be."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Decimal

import numpy as np
import pytest

from calc.core import break_even, cost


@pytest.mark.parametrize(
    ("fee", "hours", "minutes"),
    [
        ("308.14", 8, 37),
        ("309.33", 8, 39),
        ("689.59", 19, 17),
        ("858.26", 24, 0),
        ("1166.40", 32, 37),
    ],
)
def test_fees_of_one_trn2_capacity_block_agree_on_its_hourly_price(
    fee: str, hours: int, minutes: int
) -> None:
    """Fees that AWS asked for blocks of one trn2.48xlarge, whose list price was 35.7608 USD/h."""
    cent = Decimal("0.01")
    list_price = Decimal("35.7608")
    ours = cost.capacity_block_price(Decimal(fee), 1, Decimal(hours), Decimal(minutes))
    length = hours + Decimal(minutes) / 60
    assert abs(ours - list_price) * length <= cent / 2
    assert (list_price * length).quantize(cent, ROUND_HALF_UP) == Decimal(fee)
    assert cost.capacity_block_price(float(fee), 1, hours, minutes) == pytest.approx(float(ours), rel=1e-15)


def test_minutes_of_a_capacity_block_count() -> None:
    assert cost.capacity_block_price(300, 2, 1, 30) == 100


def test_owned_hardware() -> None:
    assert cost.owned_price(300_000.0, 37_200.0, 3.0, 4.5) == 14.5


def test_discount() -> None:
    assert cost.discounted(Decimal("41.528"), Decimal("0.25")) == Decimal("31.146")


def test_each_fraction_lowers_the_effective_rate() -> None:
    assert cost.effective_rate(1000, 0.5, 0.8, 0.9, 1.25) == pytest.approx(288)


def test_cost_and_what_a_dollar_buys() -> None:
    assert cost.cost_per_unit(36.0, 5000.0) == 2e-6
    assert cost.units_per_usd(36.0, 5000.0) == 500_000


def test_setup_is_spread_over_the_work() -> None:
    setup = cost.setup_cost(36.0, 1800.0)
    assert setup == 18
    assert cost.units_in_hours(5000.0, 10.0) == 180_000_000
    assert cost.all_in_cost(2e-6, setup, 9e6) == pytest.approx(4e-6)


def test_the_cost_of_many_units_and_the_price_of_one_accelerator() -> None:
    assert cost.cost_of(2e9, 1.5e-6) == 3000
    assert cost.per_accelerator(Decimal("35.7608"), 16) == Decimal("2.23505")


def test_one_point_six_times_per_dollar_is_thirty_seven_and_a_half_percent_cheaper() -> None:
    assert cost.ratio(1.0, 1.6) == 1.6
    assert cost.cost_change(1.6) == -0.375


def test_break_even_price() -> None:
    # 5000 units/s at 2e-6 USD may cost 36 USD/h; less 4 of overhead, over 2 instances, at 20% off.
    assert break_even.price(5000.0, 2e-6, 4.0, 2, 0.2) == pytest.approx(20)


@pytest.mark.parametrize("overhead", [36.0, 40.0])
def test_no_price_ties_where_the_overhead_alone_costs_as_much(overhead: float) -> None:
    assert math.isnan(break_even.price(5000.0, 0.002 / 1000, overhead, 2, 0.2))


def test_break_even_rate_and_fraction() -> None:
    assert break_even.rate(measured_rate=5000.0, cost=3.0, baseline_cost=2.0) == 7500
    assert break_even.fraction(factor=0.5, cost=3.0, baseline_cost=2.0) == 0.75
    assert break_even.fraction(0.5, 4.0, 2.0) == 1
    assert math.isnan(break_even.fraction(0.5, 4.1, 2.0))


@pytest.mark.parametrize(
    ("option", "baseline", "units", "above"),
    [
        ((1.0, 10.0), (2.0, 5.0), 5.0, True),
        ((2.0, 5.0), (1.0, 10.0), 5.0, False),
        ((1.0, 10.0), (1.0, 5.0), None, None),
        ((1.0, 10.0), (1.0, 10.0), None, None),
        ((1.0, 5.0), (2.0, 5.0), None, None),
        ((1.0, 4.0), (2.0, 5.0), None, None),
        ((2.0, 5.0), (1.0, 4.0), None, None),
    ],
    ids=["above", "below", "same-cost", "same", "same-setup", "better-at-both", "worse-at-both"],
)
def test_break_even_units(
    option: tuple[float, float],
    baseline: tuple[float, float],
    units: float | None,
    above: bool | None,
) -> None:
    found, holds_above = break_even.units(*option, *baseline)
    if units is None:
        assert math.isnan(found)
        return
    assert found == units
    assert holds_above == above
    more = units * 1.01
    assert (cost.all_in_cost(*option, more) < cost.all_in_cost(*baseline, more)) == above


def test_a_crossing_too_far_away_to_count_is_none() -> None:
    found, _ = break_even.units(1.0, 1e300, 1.0 + 2**-52, 0.0)
    assert math.isnan(found)


def test_scalars_stay_scalars_and_nan_passes_through() -> None:
    for value in (
        break_even.price(5000.0, 2e-6, 0.0, 1, 0.0),
        break_even.fraction(0.5, 1.0, 2.0),
        break_even.units(1.0, 10.0, 2.0, 5.0)[0],
    ):
        assert isinstance(value, float)
    prices = np.array([36.0, np.nan])
    assert np.isnan(cost.cost_per_unit(prices, 5000.0)).tolist() == [False, True]
    assert np.isnan(break_even.fraction(0.5, prices, 72.0)).tolist() == [False, True]
    assert math.isnan(break_even.price(math.nan, 1.0, 0.0, 1, 0.0))
    assert math.isnan(break_even.units(math.nan, 10.0, 2.0, 5.0)[0])
