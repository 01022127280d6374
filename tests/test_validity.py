"""Every notice: when it fires, at which level, and when it must not."""

from __future__ import annotations

import copy
import datetime

import pytest

from calc import compare

TODAY = datetime.date(2026, 12, 1)
QUIET = {
    "instance": "p5.4xlarge",
    "price": {
        "usd_per_hour": 4.72,
        "purchase": "private",
        "region": "sa-east-1",
        "as_of": "2026-10-01",
        "source": "a contract",
    },
    "throughput": {
        "per_second": [100, 101, 102],
        "warmup": "excluded",
        "padding": "excluded",
        "statistic": "mean",
    },
}


def options(gpu=None, trn2=None, unit="output_token", **changes):
    """Two options about which there is nothing to say, changed by dotted keys."""
    scenario = {"unit": unit, "options": {}} | changes
    for id_, changed in (("gpu", gpu), ("trn2", trn2)):
        option = copy.deepcopy(QUIET)
        for key, value in (changed or {}).items():
            *path, last = key.split(".")
            place = option
            for step in path:
                place = place.setdefault(step, {})
            if value is None:
                del place[last]
            else:
                place[last] = value
        scenario["options"][id_] = option
    return scenario


def notices(scenario, id_="trn2", today=TODAY):
    return {
        (notice.code, notice.level): notice.values
        for notice in compare(scenario, today=today).options[id_].notices
    }


def test_nothing_to_say_about_a_measurement_that_states_everything():
    assert notices(options()) == {}
    assert notices(options(), "gpu") == {}


def test_a_newcomer_sees_one_kind_of_warning_and_one_of_information():
    scenario = {
        "unit": "image",
        "options": {"a": {"price": 1, "throughput": 2}, "b": {"price": 1, "throughput": 3}},
    }
    seen = {
        notice.code for answer in compare(scenario, today=TODAY).options.values() for notice in answer.notices
    }
    assert seen == {"single_run", "unstated"}


INVALID = {
    "cpu_fallback": {"throughput.fallback_ops": ["aten::sort"]},
    "warmup_included": {"throughput.warmup": "included"},
    "peak_statistic": {"throughput.statistic": "peak"},
    "padding_counted": {"throughput.padding": "included"},
    "double_count": {"useful_fraction": 0.6},
    "unit_mismatch": {"unit": "request"},
    "idle_accelerators": {"instance": "p5.48xlarge", "throughput.accelerators_used": 4},
}


@pytest.mark.parametrize("code", INVALID)
def test_invalid_withholds_the_options_own_cost(code):
    answer = compare(options(trn2=INVALID[code]), today=TODAY).options["trn2"]
    assert (code, "invalid") in {(notice.code, notice.level) for notice in answer.notices}
    assert answer.usd_per_unit is None
    assert answer.vs_baseline.verdict == "not_representative"
    assert answer.vs_baseline.ratio is None


def test_fallback_of_known_small_share_is_a_warning():
    small = {"throughput.fallback_ops": ["aten::sort"], "throughput.fallback_time_share": 0.019}
    large = small | {"throughput.fallback_time_share": 0.02}
    assert ("cpu_fallback", "warning") in notices(options(trn2=small))
    assert ("cpu_fallback", "invalid") in notices(options(trn2=large))


def test_padding_with_a_useful_fraction_is_no_doubt():
    assert "padding_counted" not in dict(
        notices(options(trn2={"throughput.padding": "included", "useful_fraction": 0.6}))
    )


def test_whole_job_time_with_a_setup_counts_twice():
    changed = {"throughput.warmup": "part_of_job", "setup": {"compile_s": 60}}
    assert ("double_count", "invalid") in notices(options(trn2=changed))
    assert ("double_count", "invalid") not in notices(options(trn2={"throughput.warmup": "part_of_job"}))


@pytest.mark.parametrize(
    ("used", "intended", "level"),
    [
        (8, None, None),
        (5, None, "warning"),
        (4, None, "invalid"),
        (0.25, None, "invalid"),
        (4, True, "warning"),
    ],
)
def test_idle_accelerators(used, intended, level):
    changed = {"instance": "p5.48xlarge", "throughput.accelerators_used": used}
    if intended is not None:
        changed["throughput.idle_intended"] = intended
    found = [key[1] for key in notices(options(trn2=changed)) if key[0] == "idle_accelerators"]
    assert found == ([level] if level else [])


@pytest.mark.parametrize(
    ("unit", "length", "fires"),
    [
        ("output_token", 1101, True),
        ("output_token", 1100, False),
        ("image", 5000, False),
        ("output_tokens", 2000, True),
    ],
)
def test_workload_differs_for_token_units_and_lengths_over_ten_percent_apart(unit, length, fires):
    scenario = options({"conditions.input_length": 1000}, {"conditions.input_length": length}, unit=unit)
    answer = compare(scenario, today=TODAY).options["trn2"]
    assert (answer.vs_baseline.verdict == "not_representative") is fires
    assert answer.usd_per_unit is not None, "only the comparison is spoiled, not the option's own cost"


REPEATS = [
    ([100], {"single_run"}),
    ([100, 101], {"few_runs"}),
    ([100, 100], {"identical_runs"}),
    ([100, 101, 102], set()),
    ([100, 130, 90], {"wide_spread"}),
    ([100, 160], {"few_runs", "wide_spread"}),
]


@pytest.mark.parametrize(("runs", "codes"), REPEATS)
def test_repeats(runs, codes):
    found = notices(options(trn2={"throughput.per_second": runs}))
    assert {code for code, level in found if level == "warning"} == codes


def test_unequal_runs_show_both_rates():
    runs = [{"units": 1000, "seconds": 10}, {"units": 100, "seconds": 2}, {"units": 1000, "seconds": 10}]
    found = notices(options(trn2={"throughput.per_second": None, "throughput.runs": runs}))
    values = found["unequal_runs", "warning"]
    assert values["pooled"] == pytest.approx(2100 / 22)
    assert values["geometric"] == pytest.approx((100 * 50 * 100) ** (1 / 3))


def test_arrival_limited_on_one_side_warns_and_on_both_is_invalid():
    limited = {"throughput.offered_per_second": 106}
    free = {"throughput.offered_per_second": 107}
    assert ("arrival_limited", "warning") in notices(options(trn2=limited))
    assert not notices(options(trn2=free))
    both = options(limited, limited)
    assert ("arrival_limited", "invalid") in notices(both)
    assert ("arrival_limited", "warning") in notices(both, "gpu")
    answer = compare(both, today=TODAY).options["trn2"]
    assert answer.vs_baseline.verdict == "not_representative"


def test_multiplied_figures_are_extrapolated():
    changed = {"throughput.per": "instance", "instances": 4}
    assert notices(options(trn2=changed))["extrapolated", "warning"] == {"per": "instance", "times": 4}
    assert not notices(options(trn2=changed | {"instances": 1}))


def test_inverted_latency_only_with_work_in_flight():
    inverted = {"throughput.per_second": None, "throughput.seconds_per_unit": [0.1, 0.11, 0.12]}
    assert not notices(options(trn2=inverted))
    assert ("inverted_latency", "warning") in notices(options(trn2=inverted | {"conditions.batch": 8}))
    assert not notices(options(trn2=inverted | {"conditions.batch": 1}))


BUYING = {
    "mixed_purchase": ("price.purchase", "on_demand"),
    "mixed_region": ("price.region", "us-east-2"),
    "prices_far_apart": ("price.as_of", "2026-07-02"),
    "mixed_provider": ("provider", "elsewhere"),
}


@pytest.mark.parametrize("code", BUYING)
def test_unlike_prices_are_named_only_where_both_sides_state_them(code):
    key, value = BUYING[code]
    assert (code, "warning") in notices(options(trn2={key: value}))
    if key != "provider":
        assert (code, "warning") not in notices(options(gpu={key: None}, trn2={key: value}))


@pytest.mark.parametrize(("spread", "fires"), [([100, 121, 110], False), ([100, 122.5, 111], True)])
def test_a_spread_is_wide_above_ten_percent(spread, fires):
    found = notices(options(trn2={"throughput.per_second": spread}))
    assert (("wide_spread", "warning") in found) is fires


@pytest.mark.parametrize(("seconds", "fires"), [(10.2, False), (14, True)])
def test_runs_are_unequal_above_one_percent(seconds, fires):
    runs = [
        {"units": 1000, "seconds": 10},
        {"units": 1000, "seconds": seconds},
        {"units": 1000, "seconds": 10},
    ]
    found = notices(options(trn2={"throughput.per_second": None, "throughput.runs": runs}))
    assert (("unequal_runs", "warning") in found) is fires


def test_a_price_dated_after_today_is_doubted():
    assert ("price_of_the_future", "warning") in notices(options(trn2={"price.as_of": "2026-12-02"}))
    assert ("price_of_the_future", "warning") not in notices(options(trn2={"price.as_of": "2026-12-01"}))


def test_whole_job_time_against_a_steady_rate_is_said():
    job = {"throughput.warmup": "part_of_job"}
    found = notices(options(trn2=job))
    assert found["whole_job_time", "warning"]["job"] == "trn2"
    assert ("whole_job_time", "warning") not in notices(options(job, job))
    zero = notices(options({"setup": {"compile_s": 9, "over_units": 9}}, job | {"setup": {"compile_s": 0}}))
    assert ("double_count", "invalid") not in zero
    assert ("setup_one_sided", "info") not in zero


def test_lengths_that_forbid_the_comparison_are_not_said_twice():
    far = options({"conditions.input_length": 1000}, {"conditions.input_length": 2000})
    assert {code for code, _ in notices(far)} == {"workload_differs"}


def test_prices_ninety_days_apart_are_not_yet_far_apart():
    assert ("prices_far_apart", "warning") not in notices(options(trn2={"price.as_of": "2026-07-03"}))


def test_a_price_is_stale_after_ninety_days_and_only_if_the_day_is_known():
    old = options({"price.as_of": "2026-09-01"}, {"price.as_of": "2026-09-02"})
    assert ("stale_price", "warning") in notices(old, "gpu")
    assert ("stale_price", "warning") not in notices(old, "trn2")
    assert ("stale_price", "warning") not in notices(old, "gpu", today=None)


def test_conditions_that_differ_are_each_named():
    gpu = {
        "conditions.batch": 256,
        "conditions.compiled": False,
        "conditions.attention": "flash",
        "conditions.stack": "vLLM",
    }
    trn2 = {
        "conditions.batch": 16,
        "conditions.compiled": True,
        "conditions.attention": "eager",
        "conditions.stack": "vllm",
    }
    conditions = notices(options(gpu, trn2))["conditions_differ", "warning"]["conditions"]
    assert conditions == {"batch": ["16", "256"], "compiled": ["yes", "no"], "attention": ["eager", "flash"]}


def test_conditions_stated_on_one_side_are_unknown_not_different():
    assert not notices(options({"conditions.batch": 256}, {"conditions.precision": "bf16"}))


def test_latencies_differ_beyond_ten_percent():
    gpu, near, far = ({"conditions.latency_ms": {"ttft_p99": ms}} for ms in (100, 110, 111))
    assert not notices(options(gpu, near))
    assert notices(options(gpu, far))["conditions_differ", "warning"]["conditions"] == {
        "latency ttft_p99 in ms": ["111", "100"]
    }


def test_each_factor_has_its_own_line():
    changed = {
        "utilization": 0.5,
        "accepted_fraction": 0.9,
        "counted_per_unit": 1.2,
        "overhead_usd_per_hour": 0.4,
        "price.discount": 0.1,
    }
    answer = compare(options(trn2=changed), today=TODAY).options["trn2"]
    factors = [notice.values["factor"] for notice in answer.notices if notice.code == "adjusted"]
    assert sorted(factors) == sorted(key.removeprefix("price.") for key in changed)


def test_unknown_instance_is_information():
    assert ("unknown_instance", "info") in notices(options(trn2={"instance": "trn3.48xlarge"}))


def test_setups():
    assert ("setup_one_sided", "info") in notices(options(trn2={"setup": {"compile_s": 1, "over_units": 5}}))
    assert ("setup_not_spread", "info") in notices(options(trn2={"setup": {"compile_s": 1}}))
    assert ("setup_not_spread", "info") not in notices(
        options(trn2={"setup": {"compile_s": 1}}, job={"units": 5})
    )


PRICED = [
    ("sagemaker_instance", {"instance": "ml.p5.48xlarge"}, "warning"),
    ("discount_not_offered", {"price.purchase": "capacity_block", "price.discount": 0.1}, "warning"),
    ("block_hours_unused", {"price.purchase": "capacity_block"}, "info"),
    ("spot_quote", {"price.purchase": "spot"}, "info"),
    # trn1.32xlarge on demand is 21.50 USD/h in us-east-1, so these are a tenth of it and all of it.
    (
        "spot_at_bound",
        {
            "instance": "trn1.32xlarge",
            "price.usd_per_hour": 2.15,
            "price.purchase": "spot",
            "price.region": "us-east-1",
        },
        "warning",
    ),
    (
        "spot_at_bound",
        {
            "instance": "trn1.32xlarge",
            "price.usd_per_hour": 21.5,
            "price.purchase": "spot",
            "price.region": "us-east-1",
        },
        "warning",
    ),
    # p5.48xlarge on demand is 55.04 USD/h: 6.88 is one GPU of it, 440.32 counts it eight times.
    (
        "price_scale",
        {
            "instance": "p5.48xlarge",
            "price.usd_per_hour": 6.88,
            "price.purchase": "on_demand",
            "price.region": "us-east-1",
        },
        "warning",
    ),
    (
        "price_scale",
        {
            "instance": "p5.48xlarge",
            "price.usd_per_hour": 440.32,
            "price.purchase": "on_demand",
            "price.region": "us-east-1",
        },
        "warning",
    ),
]
PRICED += [
    # A chip of trn2.48xlarge at its Capacity Block price, and nobody says how or where it is bought.
    (
        "price_scale",
        {
            "instance": "trn2.48xlarge",
            "price.usd_per_hour": 2.2351,
            "price.purchase": None,
            "price.region": None,
        },
        "warning",
    ),
]
UNPRICED = [
    ("discount_not_offered", {"price.purchase": "on_demand", "price.discount": 0.1}),
    ("block_hours_unused", {"price.purchase": "capacity_block", "utilization": 0.9}),
    (
        "spot_at_bound",
        {
            "instance": "trn1.32xlarge",
            "price.usd_per_hour": 2.2,
            "price.purchase": "spot",
            "price.region": "us-east-1",
        },
    ),
    (
        "price_scale",
        {
            "instance": "p5.48xlarge",
            "price.usd_per_hour": 55.04,
            "price.purchase": "on_demand",
            "price.region": "us-east-1",
        },
    ),
    # Nobody says how or where, but it is a price of the type as it stands.
    (
        "price_scale",
        {
            "instance": "p5.48xlarge",
            "price.usd_per_hour": 47.76,
            "price.purchase": None,
            "price.region": None,
        },
    ),
    ("price_scale", {"instance": "p5.48xlarge", "price.usd_per_hour": 7.2, "price.purchase": None}),
    # The same figure bought another way, or elsewhere, says nothing of the scale.
    (
        "price_scale",
        {
            "instance": "p5.48xlarge",
            "price.usd_per_hour": 6.88,
            "price.purchase": "private",
            "price.region": "us-east-1",
        },
    ),
]


@pytest.mark.parametrize(("code", "changed", "level"), PRICED)
def test_doubts_about_a_price(code, changed, level):
    assert (code, level) in notices(options(trn2=changed))


@pytest.mark.parametrize(("code", "changed"), UNPRICED)
def test_no_doubt_about_a_price(code, changed):
    assert code not in {found for found, _ in notices(options(trn2=changed))}


@pytest.mark.parametrize("stated", [True, False])
def test_price_scale_has_no_false_alarm_on_the_catalogue(stated):
    """Every bundled price, typed in by a user as it stands, with and without how and where it is bought."""
    import pricing_data

    held = [
        rate
        for purchase in ("on_demand", "capacity_block", "reserved")
        for rate in pricing_data.in_force(pricing_data.rates(purchase), TODAY)
        if not rate.local_zone and rate.region != "unstated"
    ]
    scenario = {"unit": "image", "options": {}}
    for number, rate in enumerate(held):
        scenario["options"][f"o{number}"] = {
            "instance": rate.instance_type,
            "price": {"usd_per_hour": rate.usd_per_hour, "as_of": rate.as_of}
            | ({"purchase": rate.purchase, "region": rate.region} if stated else {}),
            "throughput": 1,
        }
    codes = {
        notice.code for answer in compare(scenario, today=TODAY).options.values() for notice in answer.notices
    }
    assert len(held) > 300
    assert "price_scale" not in codes
