from __future__ import annotations

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from calc.report import numbers

SIZES = st.floats(min_value=1e-8, max_value=1e14)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (14283.4, "14,280"),
        (0.001234, "0.001234"),
        (0.0000123449, "0.00001234"),
        (9.99996, "10.00"),
        (0.99999, "1.000"),
        (100, "100.0"),
        (123456789, "123,500,000"),
        (-2.5, "-2.500"),
        (0, "0"),
        (None, "-"),
        (1.5e-12, "1.500e-12"),
    ],
)
def test_numbers_have_significant_digits_not_decimals(value: float | None, shown: str) -> None:
    assert numbers.number(value) == shown


@given(SIZES)
def test_a_number_reads_back_to_its_digits_without_an_exponent(value: float) -> None:
    shown = numbers.number(value)
    assert re.fullmatch(r"[\d,]+(\.\d+)?", shown)
    assert float(shown.replace(",", "")) == pytest.approx(value, rel=5.1e-4)
    digits = shown.replace(",", "").replace(".", "").lstrip("0")
    assert len(digits) >= 4


@pytest.mark.parametrize(
    ("usd", "shown"),
    [
        (35.7608, "$35.76"),
        (0.001234, "$0.001234"),
        (8.8, "$8.80"),
        (10, "$10.00"),
        (113.0032, "$113.00"),
        (1.32345, "$1.323"),
        (0.05, "$0.05"),
        (1234.56, "$1,235"),
        (26105.38, "$26,110"),
        (0, "$0"),
        (-12.5, "-$12.50"),
        (None, "-"),
    ],
)
def test_money_shows_cents_and_never_less_than_its_digits(usd: float | None, shown: str) -> None:
    assert numbers.money(usd) == shown


@given(SIZES)
def test_no_amount_of_money_reads_as_nothing(usd: float) -> None:
    assert float(numbers.money(usd).strip("$").replace(",", "")) == pytest.approx(usd, rel=5.1e-4)


@pytest.mark.parametrize(
    ("ratio", "shown"),
    [
        (1.6, "1.60x"),
        (0.985, "0.985x"),
        (12.34, "12.3x"),
        (1, "1.00x"),
        (1.0004, "1.0004x"),
        (0.9999, "0.9999x"),
    ],
)
def test_a_ratio_near_one_can_be_told_from_one(ratio: float, shown: str) -> None:
    assert numbers.ratio(ratio) == shown


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        (-0.375, "37.5% cheaper"),
        (0.42, "42% dearer"),
        (0, "the same cost"),
        (1.5, "150% dearer"),
        (None, "-"),
        (1 / 956_000 - 1, "99.9999% cheaper"),
        (-1.0, "99.99999% cheaper"),
    ],
)
def test_a_change_of_cost_says_its_direction(change: float | None, shown: str) -> None:
    assert numbers.change(change) == shown


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        (-0.375, "-37.5%"),
        (0.42, "+42%"),
        (0.0, "0%"),
        (None, "-"),
        (-0.9996, "-99.96%"),
        (-1.0, "-99.99999%"),
    ],
)
def test_a_change_carries_its_sign(change: float | None, shown: str) -> None:
    assert numbers.signed_percent(change) == shown


@given(st.floats(min_value=0.01, max_value=100), st.floats(min_value=1e-5, max_value=1))
def test_the_ends_of_an_interval_never_read_the_same(low: float, wider: float) -> None:
    high = low * (1 + wider)
    assume(high > low)
    shown = numbers.interval(low, high, numbers.ratio)
    assert shown is not None
    first, last = shown.split(" to ")
    assert first != last


@pytest.mark.parametrize(("low", "high"), [(None, 1.0), (1.0, None), (None, None)])
def test_without_both_ends_there_is_no_interval(low: float | None, high: float | None) -> None:
    assert numbers.interval(low, high, numbers.ratio) is None


@pytest.mark.parametrize(
    ("share", "shown"),
    [
        (1, "100%"),
        (0.95, "95%"),
        (0.9995, "99.95%"),
        (0.9999, "99.99%"),
        (0.99999, "99.999%"),
        (1 - 1e-15, "99.99999%"),
        (1.0000001, "100%"),
    ],
)
def test_only_the_whole_reads_as_the_whole(share: float, shown: str) -> None:
    assert numbers.percent(share) == shown


@pytest.mark.parametrize(("number", "shown"), [(0, "0 rows"), (1, "1 row"), (1200, "1,200 rows")])
def test_what_is_counted_is_named_in_its_number(number: int, shown: str) -> None:
    assert numbers.counted(number, "row") == shown
