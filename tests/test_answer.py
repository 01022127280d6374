"""The Python API: whatever is given, an answer or an InputError."""

from __future__ import annotations

import datetime
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType

import numpy as np
import pandas as pd
import pytest

from calc import InputError, Scenario, compare, load_scenario

SCENARIO = {
    "unit": "image",
    "options": {"a": {"price": 1, "throughput": [100, 101]}, "b": {"price": 1, "throughput": [150, 152]}},
}


def with_(**changes):
    return {"unit": "image", "options": {"a": {"price": 1, "throughput": [100, 101]} | changes}}


@pytest.mark.parametrize(
    "throughput",
    [
        np.array([100.0, 101.0]),
        np.array([100, 101]),
        pd.Series([100, 101]),
        (100, 101.0),
        [Decimal(100), Fraction(101)],
        (number for number in (100, 101)),
    ],
)
def test_arrays_series_and_any_numbers_are_runs(throughput):
    assert compare(with_(throughput=throughput)) == compare(with_())


@pytest.mark.parametrize("throughput", [np.float64(100), np.int64(100), np.array(100.0)])
def test_a_scalar_of_numpy_is_one_run(throughput):
    assert compare(with_(throughput=throughput)).options["a"].throughput.per_second == 100


@pytest.mark.parametrize(
    "changes",
    [
        {"throughput": float("nan")},
        {"throughput": np.nan},
        {"throughput": pd.NA},
        {"throughput": b"123"},
        {"throughput": 10**5000},
        {"throughput": Fraction(10**400, 3)},
        {"throughput": None},
        {"price": 10**5000},
        {"instance": 10**5000},
        {"price": {"usd_per_hour": 1, "as_of": pd.NaT}},
    ],
)
def test_what_is_no_number_or_date_is_refused(changes):
    with pytest.raises(InputError):
        compare(with_(**changes))


@pytest.mark.parametrize("confidence", [0, 1, 95, -1, float("nan"), "abc", True, Decimal("sNaN"), 0.99999999])
def test_a_confidence_that_cannot_be_is_refused(confidence):
    with pytest.raises(InputError, match="confidence"):
        compare(SCENARIO, confidence=confidence)


@pytest.mark.parametrize(
    "how", [{"margin": -1}, {"margin": "x"}, {"baseline": "c"}, {"require": ["nonsense"]}]
)
def test_what_the_call_says_is_checked(how):
    with pytest.raises(InputError):
        compare(SCENARIO, **how)


def test_one_requirement_may_stand_alone():
    assert [r.expression for r in compare(SCENARIO, require="b ratio >= 1.2").requirements] == [
        "b ratio >= 1.2"
    ]


def test_every_problem_comes_together():
    wrong = SCENARIO | {"claims": ["nonsense"], "require": ["c ratio >= 1"]}
    wrong["options"] = wrong["options"] | {
        "c": {"price": {"usd_per_hour": 1, "per": "accelerator"}, "throughput": 1}
    }
    with pytest.raises(InputError) as caught:
        compare(wrong, margin=2, require=["a ratio > 1"])
    where = [problem.where for problem in caught.value.problems]
    assert sorted(where) == ["claims", "margin", "options.c.price", "require"]


def test_a_timestamp_is_a_day_and_text_is_not():
    today = datetime.datetime(2026, 12, 1, 13, 30)
    assert compare(SCENARIO, today=today) == compare(SCENARIO, today=today.date())
    with pytest.raises(InputError, match="today"):
        compare(SCENARIO, today="2026-12-01")


def test_the_input_is_left_as_it_was_and_may_be_any_mapping():
    frozen = MappingProxyType(SCENARIO)
    assert compare(frozen) == compare(SCENARIO) == compare(load_scenario(SCENARIO))
    assert isinstance(load_scenario(SCENARIO), Scenario)
