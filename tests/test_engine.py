"""The comparison: what it says for given numbers, and that it agrees with itself."""

from __future__ import annotations

import copy
import datetime
import math
from fractions import Fraction

import pytest

from calc import compare

TODAY = datetime.date(2026, 12, 1)


def scenario(**changes):
    base = {
        "unit": "audio_second",
        "options": {
            "gpu": {"price": 10.49, "throughput": [4210, 4188, 4235]},
            "trn2": {"price": 35.7608, "throughput": [17010, 16890, 17120]},
        },
    }
    return base | changes


def with_option(base, id_, **changes):
    changed = copy.deepcopy(base)
    changed["options"][id_] |= changes
    return changed


def test_ratio_and_interval_of_the_design_example_by_hand():
    """Recomputed with the statistics module and a table of t, not with calc.core."""
    import statistics

    gpu = [math.log(x) for x in (4210, 4188, 4235)]
    trn2 = [math.log(x) for x in (17010, 16890, 17120)]
    d = statistics.mean(trn2) - statistics.mean(gpu) + math.log(10.49 / 35.7608)
    a, b = statistics.variance(gpu) / 3, statistics.variance(trn2) / 3
    df = (a + b) ** 2 / (a**2 / 2 + b**2 / 2)
    assert 3.8 < df < 3.9
    ratio = compare(scenario()).options["trn2"].vs_baseline
    assert ratio.ratio == pytest.approx(math.exp(d), rel=1e-12)
    # t for 95% and df 3.86 lies between those for 3 and 4 degrees of freedom: 3.182 and 2.776.
    half = math.log(ratio.high / ratio.ratio)
    assert 2.776 < half / math.sqrt(a + b) < 2.85
    assert math.log(ratio.ratio / ratio.low) == pytest.approx(half, rel=1e-9)
    assert ratio.verdict == "cheaper"
    assert ratio.cost_change == pytest.approx(1 / ratio.ratio - 1)


def test_cost_of_one_option_is_exact():
    answer = compare({"unit": "image", "options": {"a": {"price": 2.235, "throughput": 490.8}}})
    expected = Fraction("2.235") / (3600 * Fraction("490.8"))
    assert answer.options["a"].usd_per_unit == pytest.approx(float(expected), rel=1e-14)
    assert answer.options["a"].vs_baseline is None
    assert answer.valid


def test_factors_multiply_the_throughput_and_counted_per_unit_divides_it():
    base = scenario()
    changed = with_option(
        base, "trn2", utilization=0.5, useful_fraction=0.8, accepted_fraction=0.9, counted_per_unit=1.25
    )
    before, after = compare(base).options["trn2"], compare(changed).options["trn2"]
    assert after.usd_per_unit == pytest.approx(before.usd_per_unit / (0.5 * 0.8 * 0.9 / 1.25))
    assert after.throughput == before.throughput


@pytest.mark.parametrize(
    ("gpu", "trn2", "changes", "verdict"),
    [
        ([100], [200, 201], {}, "unreplicated"),
        ([100, 100], [200, 200], {}, "unreplicated"),
        ([100, 101], [200, 201], {}, "cheaper"),
        ([200, 201], [100, 101], {}, "dearer"),
        ([100, 110, 90], [101, 109, 92], {}, "inconclusive"),
        ([100, 100.1, 99.9], [100.2, 100.1, 100.3], {"margin": 0.02}, "equivalent"),
        ([100, 100.1, 99.9], [100.5, 100.4, 100.6], {}, "cheaper"),
    ],
)
def test_verdicts(gpu, trn2, changes, verdict):
    base = scenario(**changes)
    base["options"] = {
        "gpu": {"price": 1, "throughput": gpu},
        "trn2": {"price": 1, "throughput": trn2},
    }
    answer = compare(base)
    assert answer.options["trn2"].vs_baseline.verdict == verdict
    if verdict == "unreplicated":
        assert answer.options["trn2"].vs_baseline.low is None


def test_an_invalid_number_is_withheld_unless_asked_for():
    base = with_option(scenario(), "trn2", throughput={"per_second": [17010, 16890], "statistic": "peak"})
    withheld, shown = compare(base), compare(base, show_invalid=True)
    trn2 = withheld.options["trn2"]
    assert trn2.vs_baseline.verdict == "not_representative"
    assert trn2.vs_baseline.ratio is None
    assert trn2.usd_per_unit is None
    assert trn2.break_even is None
    assert trn2.throughput.per_second > 0
    assert withheld.options["gpu"].usd_per_unit is not None
    assert not withheld.valid
    assert shown.options["trn2"].vs_baseline.verdict == "not_representative"
    assert shown.options["trn2"].vs_baseline.ratio > 1
    assert not shown.valid


def test_an_invalid_baseline_makes_every_candidate_not_representative():
    base = with_option(scenario(), "gpu", throughput={"per_second": [1, 2], "warmup": "included"})
    answer = compare(base)
    assert answer.options["trn2"].vs_baseline.verdict == "not_representative"
    assert answer.options["trn2"].usd_per_unit is not None
    assert answer.cheapest is None


def test_break_even_values_tie_when_put_in():
    base = with_option(scenario(), "trn2", utilization=0.95, overhead_usd_per_hour=1.5)
    tie = compare(base).options["trn2"].break_even

    def ratio(changed):
        return compare(changed).options["trn2"].vs_baseline.ratio

    for changed in (
        with_option(base, "trn2", price=tie.price_usd_per_hour),
        with_option(base, "gpu", price=tie.baseline_price_usd_per_hour),
        with_option(base, "trn2", throughput=tie.per_second),
        with_option(base, "trn2", utilization=tie.utilization),
        with_option(base, "trn2", useful_fraction=tie.useful_fraction),
    ):
        assert ratio(changed) == pytest.approx(1, rel=1e-12)


def test_break_even_price_is_before_discount_and_null_where_no_price_ties():
    base = with_option(scenario(), "trn2", price={"usd_per_hour": 40, "discount": 0.25})
    tie = compare(base).options["trn2"].break_even.price_usd_per_hour
    tied = with_option(base, "trn2", price={"usd_per_hour": tie, "discount": 0.25})
    assert compare(tied).options["trn2"].vs_baseline.ratio == pytest.approx(1, rel=1e-12)
    hopeless = compare(with_option(base, "trn2", overhead_usd_per_hour=1000)).options["trn2"]
    assert hopeless.break_even.price_usd_per_hour is None
    assert hopeless.break_even.utilization is None


def test_all_in_of_the_published_protein_scoring_job():
    """277 s of compilation before a job of 125,190 samples in 255 s doubles its cost (2.09x)."""
    base = {
        "unit": "sample",
        "job": {"units": 125190},
        "options": {
            "h100": {"price": 4.72, "throughput": 998, "setup": {}},
            "trn2": {"price": 2.235, "throughput": 490.8, "setup": {"compile_s": 277}},
        },
    }
    trn2 = compare(base).options["trn2"]
    assert trn2.all_in.usd_per_unit / trn2.usd_per_unit == pytest.approx(2.09, abs=0.005)
    assert trn2.all_in.setup_usd == pytest.approx(0.172, abs=0.0005)
    # 3.5 million samples make up for the compilation at the batch-256 gap.
    assert trn2.break_even.over_units == pytest.approx(3.5e6, rel=0.02)
    assert trn2.break_even.over_units_holds == "above"
    assert trn2.vs_baseline.ratio == pytest.approx(1.04, abs=0.005)
    assert trn2.all_in.ratio < 1
    assert "setup_flips_verdict" in [notice.code for notice in trn2.notices]
    assert trn2.job.usd_all_in == pytest.approx(trn2.all_in.usd_per_unit * 125190)


def test_break_even_units_tie_when_put_in():
    base = {
        "unit": "sample",
        "job": {"units": 1},
        "options": {
            "a": {"price": 4, "throughput": 100, "setup": {"load_s": 60}},
            "b": {"price": 2, "throughput": 55, "setup": {"compile_s": 600}},
        },
    }
    base["job"]["units"] = compare(base).options["b"].break_even.over_units
    assert compare(base).options["b"].all_in.ratio == pytest.approx(1, rel=1e-12)


def test_a_setup_on_one_side_leaves_the_other_unknown():
    base = with_option(scenario(), "trn2", setup={"compile_s": 600, "over_hours": 24})
    answer = compare(base)
    assert answer.options["trn2"].all_in.usd_per_unit > answer.options["trn2"].usd_per_unit
    assert answer.options["trn2"].all_in.ratio is None
    assert answer.options["trn2"].break_even.over_units is None
    assert answer.options["gpu"].all_in is None


def test_setup_over_hours_comes_on_top():
    """600 s of setup for 24 productive hours: cost goes up by 600/86400."""
    base = with_option(
        scenario(), "trn2", utilization=0.5, setup={"compile_s": 500, "load_s": 100, "over_hours": 24}
    )
    trn2 = compare(base).options["trn2"]
    assert trn2.all_in.usd_per_unit / trn2.usd_per_unit == pytest.approx(1 + 600 / 86400)


def test_all_in_interval_narrows_with_the_share_that_does_not_move():
    """A fixed cost equal to the variable one halves each side's spread on the log scale."""
    base = scenario(job={"units": 1})
    plain = compare(base).options["trn2"].vs_baseline
    job = 10**6
    base["job"]["units"] = job
    for id_ in base["options"]:
        answer = compare(base).options[id_]
        seconds = answer.usd_per_unit * job / answer.deployment_usd_per_hour * 3600
        base["options"][id_]["setup"] = {"load_s": seconds}
    all_in = compare(base).options["trn2"].all_in
    assert all_in.ratio == pytest.approx(plain.ratio, rel=1e-9)
    assert math.log(all_in.high / all_in.ratio) == pytest.approx(
        math.log(plain.high / plain.ratio) / 2, rel=1e-9
    )


def test_demand_rounds_up_and_says_what_the_rounding_costs():
    base = {
        "unit": "request",
        "demand": {"units_per_hour": 36_000 * 2.5},
        "options": {"a": {"price": 3, "throughput": 10, "utilization": 0.5}},
    }
    demand = compare(base).options["a"].demand
    assert demand.deployments == 5
    assert demand.usd_per_month_always_on == pytest.approx(5 * 3 * 730)
    assert demand.rounding_usd_per_month == pytest.approx(0, abs=1e-6)
    base["demand"] = {"units_per_month": 36_000 * 730 * 2.6, "billing": "elastic"}
    demand = compare(base).options["a"].demand
    assert demand.deployments == 6
    assert demand.usd_per_month == pytest.approx(2.6 * 2 * 3 * 730)
    assert demand.rounding_usd_per_month == pytest.approx((6 - 5.2) * 3 * 730)


def test_payback_and_when_it_may_never_come():
    base = scenario(migration={"hours": 100, "usd_per_hour": 150}, demand={"units_per_month": 1e13})
    answer = compare(base).options["trn2"]
    saving = compare(base).options["gpu"].demand.usd_per_month - answer.demand.usd_per_month
    assert answer.migration.payback_months == pytest.approx(15000 / saving)
    assert not answer.migration.may_never_pay_back
    unsure = compare(with_option(base, "trn2", throughput=17010)).options["trn2"].migration
    assert unsure.payback_months is not None
    assert unsure.may_never_pay_back
    dearer = compare(with_option(base, "trn2", throughput=[9000, 9010])).options["trn2"].migration
    assert dearer.payback_months is None
    assert dearer.saving_usd_per_month < 0
    del base["demand"]
    assert compare(base).options["trn2"].migration.payback_months is None


def test_cheapest_only_if_it_beats_every_other():
    base = scenario()
    base["options"]["trn3"] = {"price": 35.7608, "throughput": [17300, 16800, 17050]}
    assert compare(base).cheapest is None
    base["options"]["trn3"]["throughput"] = [30000, 30100, 30050]
    assert compare(base).cheapest == "trn3"
    base["options"]["trn3"]["throughput"] = [30000]
    assert compare(base).cheapest is None


def test_cheapest_shares_the_confidence_among_the_pairs():
    """Each pair just clears 95%, but not the 97.5% that two pairs need."""
    best = [105.0, 103.0, 107.0]
    other = [100.0, 99.0, 101.0]
    two = {"unit": "image", "options": {}}
    two["options"]["other"] = {"price": 1, "throughput": other}
    two["options"]["best"] = {"price": 1, "throughput": best}
    three = copy.deepcopy(two)
    three["options"]["third"] = {"price": 1, "throughput": other}
    pair = compare(two).options["best"].vs_baseline
    assert pair.verdict == "cheaper"
    assert compare(two, confidence=0.975).options["best"].vs_baseline.verdict == "inconclusive"
    assert compare(two).cheapest == "best"
    assert compare(three).cheapest is None


def test_runs_needed_is_about_what_the_formula_says():
    base = scenario()
    base["options"]["gpu"] |= {"price": 1, "throughput": [100, 105, 95]}
    base["options"]["trn2"] |= {"price": 1, "throughput": [103, 109, 98]}
    ratio = compare(base).options["trn2"].vs_baseline
    spread = sum(answer.throughput.spread**2 for answer in compare(base).options.values())
    expected = math.ceil(spread * (1.959964 + 0.841621) ** 2 / math.log(ratio.ratio) ** 2)
    assert ratio.runs_needed == expected
    base["options"]["trn2"]["throughput"] = [100.1, 105.1, 95.1]
    assert compare(base).options["trn2"].vs_baseline.runs_needed is None


def test_several_parts_make_one_deployment():
    base = scenario()
    trn2 = base["options"]["trn2"]
    del trn2["price"]
    trn2["parts"] = [
        {"instance": "trn2.3xlarge", "instances": 4, "price": 2.235},
        {"instance": "c7i.large", "price": {"usd_per_hour": 0.1, "discount": 0.5}},
    ]
    answer = compare(base).options["trn2"]
    assert answer.deployment_usd_per_hour == pytest.approx(4 * 2.235 + 0.05)
    assert answer.price is None
    assert [part.instance for part in answer.parts] == ["trn2.3xlarge", "c7i.large"]
    assert answer.break_even.price_usd_per_hour is None
    assert answer.break_even.per_second is not None


def test_swapping_baseline_and_candidate_inverts_ratio_and_interval():
    one = compare(scenario()).options["trn2"].vs_baseline
    other = compare(scenario(), baseline="trn2").options["gpu"].vs_baseline
    assert other.ratio == pytest.approx(1 / one.ratio, rel=1e-12)
    assert (other.low, other.high) == pytest.approx((1 / one.high, 1 / one.low), rel=1e-12)
    assert (one.verdict, other.verdict) == ("cheaper", "dearer")


def test_sessions_count_as_runs():
    runs = [
        {"units": 100, "seconds": 1, "session": "mon"},
        {"units": 102, "seconds": 1, "session": "mon"},
        {"units": 110, "seconds": 1, "session": "tue"},
    ]
    answer = compare({"unit": "image", "options": {"a": {"price": 1, "throughput": {"runs": runs}}}})
    throughput = answer.options["a"].throughput
    assert throughput.n_runs == 2
    assert throughput.per_second == pytest.approx(math.sqrt(math.sqrt(100 * 102) * 110))


def test_same_inputs_same_answer_and_age_only_with_a_day():
    base = with_option(scenario(), "trn2", price={"usd_per_hour": 35.7608, "as_of": "2026-10-08"})
    assert compare(base, today=TODAY) == compare(base, today=TODAY)
    assert compare(base, today=TODAY).options["trn2"].price.age_days == 54
    assert compare(base).options["trn2"].price.age_days is None
    assert compare(base).evaluated_on is None


def test_no_cheapest_where_the_baseline_stands_for_nothing_or_a_pair_cannot_be_compared():
    base = scenario(unit="output_token")
    base["options"]["trn3"] = {"price": 35.7608, "throughput": [30000, 30100, 30050]}
    assert compare(base).cheapest == "trn3"
    peak = {"per_second": [4210, 4188], "statistic": "peak"}
    assert compare(with_option(base, "gpu", throughput=peak)).cheapest is None
    limited = copy.deepcopy(base)
    for id_, offered in (("trn2", 17100), ("trn3", 30100)):
        rates = limited["options"][id_]["throughput"]
        limited["options"][id_]["throughput"] = {"per_second": rates, "offered_per_second": offered}
    assert compare(limited).cheapest is None
    lengths = with_option(base, "trn2", conditions={"input_length": 100})
    lengths = with_option(lengths, "trn3", conditions={"input_length": 5000})
    assert compare(lengths).cheapest is None


def test_the_same_runs_in_another_order_are_no_spread():
    runs = [
        {"units": units, "seconds": 1, "session": session}
        for session, order in (("mon", (100, 130, 90)), ("tue", (90, 100, 130)))
        for units in order
    ]
    base = scenario()
    base["options"]["gpu"]["throughput"] = {"runs": runs}
    base["options"]["trn2"]["throughput"] = {"runs": runs}
    ratio = compare(base).options["trn2"].vs_baseline
    assert (ratio.low, ratio.verdict) == (None, "unreplicated")


def test_whole_job_time_is_its_own_all_in_cost():
    base = scenario(job={"units": 1e9})
    base = with_option(base, "gpu", setup={"compile_s": 600})
    base = with_option(base, "trn2", throughput={"per_second": [17010, 16890], "warmup": "part_of_job"})
    trn2 = compare(base).options["trn2"]
    assert trn2.all_in.usd_per_unit == trn2.usd_per_unit
    assert trn2.all_in.ratio > trn2.vs_baseline.ratio


def test_runs_needed_is_never_less_than_an_interval_takes():
    base = scenario()
    base["options"]["trn2"]["throughput"] = [90000, 90100]
    assert compare(base).options["trn2"].vs_baseline.runs_needed == 2
