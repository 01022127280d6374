"""`require`: judged at the unfavourable end, and failing aloud where there is no interval."""

from __future__ import annotations

import pytest

from calc import InputError, compare

SCENARIO = {
    "unit": "image",
    "options": {
        "gpu": {"price": 1, "throughput": [100, 101, 99]},
        "trn2": {"price": 1, "throughput": [150, 152, 148]},
    },
}


def judged(expression, scenario=SCENARIO, **how):
    (requirement,) = compare(scenario, require=[expression], **how).requirements
    return requirement


def test_the_unfavourable_end_decides():
    ratio = compare(SCENARIO).options["trn2"].vs_baseline
    between = (ratio.low + ratio.ratio) / 2
    assert judged(f"trn2 ratio >= {ratio.low}").value == ratio.low
    assert not judged(f"trn2 ratio >= {between}").met
    assert judged(f"trn2 ratio >= {between}", point=True).met
    above = (ratio.high + ratio.ratio) / 2
    assert not judged(f"trn2 ratio <= {above}").met
    assert judged(f"trn2 ratio <= {above}", point=True).met


def test_costs_are_judged_by_their_high_end():
    answer = compare(SCENARIO).options["trn2"]
    requirement = judged("trn2 usd_per_million_units <= 2")
    assert requirement.value == pytest.approx(answer.usd_per_unit_high * 1e6)
    assert requirement.met
    assert judged("gpu usd_per_unit < 1").met
    assert judged("trn2 units_per_usd > 500000").met


def test_without_an_interval_it_fails_and_says_why():
    single = {
        "unit": "image",
        "options": {"a": {"price": 1, "throughput": 1}, "b": {"price": 1, "throughput": 9}},
    }
    requirement = judged("b ratio >= 2", single)
    assert not requirement.met
    assert "interval" in requirement.reason
    assert judged("b ratio >= 2", single, point=True).met


def test_withheld_numbers_meet_nothing():
    peak = {"unit": "image", "options": {"a": {"price": 1, "throughput": [1, 2]}}}
    peak["options"]["b"] = {"price": 1, "throughput": {"per_second": [9, 8], "statistic": "peak"}}
    assert not judged("b ratio >= 0.001", peak, point=True).met
    assert not judged("b usd_per_unit <= 1000", peak, point=True).met
    assert not judged("b ratio >= 0.001", peak, point=True, show_invalid=True).met
    assert not judged("b usd_per_unit <= 1000", peak, show_invalid=True).met


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ("trn2 ratio", "OPTION METRIC"),
        ("trn3 ratio >= 1", "there is no option 'trn3'"),
        ("trn2 speed >= 1", "there is no metric 'speed'"),
        ("gpu ratio >= 1", "is the baseline"),
        ("trn2 ratio == 1", "OPTION METRIC"),
        ("trn2 ratio >= nan", "OPTION METRIC"),
    ],
)
def test_what_is_not_understood_is_bad_input(expression, words):
    with pytest.raises(InputError, match=words):
        compare(SCENARIO, require=[expression])


def test_expressions_of_the_file_and_of_the_call_come_together():
    scenario = SCENARIO | {"require": ["trn2 ratio >= 1.1"]}
    assert [r.expression for r in compare(scenario, require=["trn2 ratio >= 1.2"]).requirements] == [
        "trn2 ratio >= 1.1",
        "trn2 ratio >= 1.2",
    ]


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("apart", [1e-3, 1e-6, 1e-12])
def test_the_reason_reads_on_the_side_of_the_limit_that_was_judged(sign, apart):
    low = compare(SCENARIO).options["trn2"].vs_baseline.low
    limit = low * (1 + sign * apart)
    requirement = judged(f"trn2 ratio >= {limit!r}")
    shown = float(requirement.reason.split()[-1])
    assert shown == pytest.approx(low, rel=1e-3)
    assert (shown >= limit) == requirement.met == (sign < 0)
