"""The cost formulas against an exact account of what is paid and what is done, in fractions.

The oracle knows none of our formulas: it pays for a stretch of time and counts the work done in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calc.core import break_even, cost, fleet

positive = st.fractions(min_value=Fraction(1, 1000), max_value=100_000, max_denominator=1000)
not_negative = st.just(Fraction(0)) | positive
share = st.fractions(min_value=0, max_value=Fraction(99, 100), max_denominator=100)
part = st.fractions(min_value=Fraction(1, 100), max_value=1, max_denominator=100)
count = st.integers(1, 64)
EXACT_ENOUGH = 1e-12


@dataclass(frozen=True)
class Deployment:
    instances: int
    price: Fraction
    discount: Fraction
    overhead: Fraction
    rate: Fraction
    utilization: Fraction
    useful: Fraction
    accepted: Fraction
    counted_per_unit: Fraction

    def paid(self, hours: Fraction) -> Fraction:
        list_price = sum((self.price for _ in range(self.instances)), Fraction(0))
        return hours * (list_price - list_price * self.discount + self.overhead)

    def done(self, hours: Fraction) -> Fraction:
        """Common units, useful and accepted, done in paid hours."""
        busy_seconds = hours * 60 * 60 * self.utilization
        counted = busy_seconds * self.rate
        padding = counted * (1 - self.useful)
        rejected = (counted - padding) * (1 - self.accepted)
        return (counted - padding - rejected) / self.counted_per_unit

    @property
    def hourly(self) -> Fraction:
        return self.instances * cost.discounted(self.price, self.discount) + self.overhead

    @property
    def effective(self) -> Fraction:
        return cost.effective_rate(
            self.rate, self.utilization, self.useful, self.accepted, self.counted_per_unit
        )

    @property
    def cost(self) -> Fraction:
        return cost.cost_per_unit(self.hourly, self.effective)


deployments = st.builds(
    Deployment, count, positive, share, not_negative, positive, part, part, part, positive
)


@given(deployments, positive)
def test_cost_is_what_is_paid_over_what_is_done(it: Deployment, hours: Fraction) -> None:
    assert it.hourly == it.paid(Fraction(1))
    assert it.cost == it.paid(hours) / it.done(hours)
    assert cost.units_per_usd(it.hourly, it.effective) == it.done(hours) / it.paid(hours)
    assert cost.units_in_hours(it.effective, hours) == it.done(hours)
    assert cost.cost_of(it.done(hours), it.cost) == it.paid(hours)


@given(deployments)
def test_floats_and_decimals_follow_the_exact_cost(it: Deployment) -> None:
    numbers = (it.rate, it.utilization, it.useful, it.accepted, it.counted_per_unit)
    in_floats = cost.cost_per_unit(float(it.hourly), cost.effective_rate(*map(float, numbers)))
    assert in_floats == pytest.approx(float(it.cost), rel=EXACT_ENOUGH)

    def decimal(value: Fraction) -> Decimal:
        return Decimal(value.numerator) / value.denominator

    in_decimals = cost.cost_per_unit(decimal(it.hourly), cost.effective_rate(*map(decimal, numbers)))
    assert isinstance(in_decimals, Decimal)
    assert float(in_decimals) == pytest.approx(float(it.cost), rel=1e-15)


@given(deployments, positive, positive)
def test_all_in_cost_pays_for_the_setup_time_too(it: Deployment, seconds: Fraction, hours: Fraction) -> None:
    setup_hours = seconds / 3600
    assert cost.setup_cost(it.hourly, seconds) == it.paid(setup_hours)
    all_in = cost.all_in_cost(it.cost, cost.setup_cost(it.hourly, seconds), it.done(hours))
    assert all_in == it.paid(setup_hours + hours) / it.done(hours)


@given(deployments, deployments)
def test_ratio_compares_what_the_same_money_buys(option: Deployment, baseline: Deployment) -> None:
    hours = baseline.paid(Fraction(1)) / option.paid(Fraction(1))
    ratio = cost.ratio(option.cost, baseline.cost)
    assert ratio == option.done(hours) / baseline.done(Fraction(1))
    work = option.done(Fraction(1))
    saving = 1 - option.cost * work / (baseline.cost * work)

    assert cost.cost_change(ratio) == -saving


@given(deployments, deployments)
def test_at_each_break_even_the_costs_are_equal(option: Deployment, baseline: Deployment) -> None:
    def cost_with(**changed: object) -> float:
        return float(Deployment(**{**vars(option), **changed}).cost)

    target = float(baseline.cost)
    costs = float(option.cost), target

    rate = break_even.rate(option.rate, option.cost, baseline.cost)
    assert cost_with(rate=rate) == pytest.approx(target, rel=EXACT_ENOUGH)

    for name in ("utilization", "useful"):
        is_now = getattr(option, name)
        needed = is_now * option.cost / baseline.cost
        found = break_even.fraction(float(is_now), *costs)
        if needed > 1 + Fraction(1, 10**9):
            assert found != found
        elif needed < 1 - Fraction(1, 10**9):
            assert cost_with(**{name: Fraction(found)}) == pytest.approx(target, rel=EXACT_ENOUGH)

    price = break_even.price(
        float(option.effective), target, float(option.overhead), option.instances, float(option.discount)
    )
    budget = baseline.cost * option.done(Fraction(1))
    if budget < option.overhead * (1 - Fraction(1, 10**9)):
        assert price != price
    elif budget > option.overhead * (1 + Fraction(1, 10**6)):
        assert cost_with(price=Fraction(price)) == pytest.approx(target, rel=1e-6)


@given(positive, not_negative, positive, not_negative)
def test_break_even_units_tie_the_all_in_costs(
    c: Fraction, s: Fraction, c_b: Fraction, s_b: Fraction
) -> None:
    found, above = break_even.units(*map(float, (c, s, c_b, s_b)))
    crosses = (c < c_b and s > s_b) or (c > c_b and s < s_b)
    assert (found == found) == crosses
    if crosses:
        units = Fraction(found)
        assert float(c + s / units) == pytest.approx(float(c_b + s_b / units), rel=1e-7)
        more = 2 * units
        assert above == (c + s / more < c_b + s_b / more)


@given(positive, count, st.integers(0, 5000), st.integers(0, 59))
def test_capacity_block_fee_is_paid_back_by_its_hours(
    fee: Fraction, instances: int, hours: int, minutes: int
) -> None:
    if not hours + minutes:
        return
    price = cost.capacity_block_price(fee, instances, hours, minutes)
    by_the_minute = price / 60
    assert by_the_minute * instances * (hours * 60 + minutes) == fee


@given(positive, part, positive, not_negative)
def test_owned_hardware_is_written_off_by_the_end(
    capex: Fraction, worth: Fraction, years: Fraction, running: Fraction
) -> None:
    residual = capex * worth
    price = cost.owned_price(capex, residual, years, running)
    hours = years * 365 * 24
    assert price * hours == capex - residual + running * hours


@given(count, positive, positive)
def test_always_on_fleet_pays_every_deployment_every_hour(n: int, hourly: Fraction, hours: Fraction) -> None:
    assert fleet.always_on_cost(n, hourly, hours) == sum(hourly * hours for _ in range(n))
