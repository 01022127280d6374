"""The verdict through time: the same measurements at the prices of each day."""

from __future__ import annotations

import datetime
from decimal import Decimal

import pytest

from calc import compare, examples, load_scenario
from calc.sources.book import PriceBook

TODAY = datetime.date(2026, 12, 1)


def block(instance, throughput, region="us-east-1"):
    return {
        "instance": instance,
        "price": {"catalogue": {"purchase": "capacity_block", "region": region}},
        "throughput": throughput,
    }


SCENARIO = {
    "unit": "output_token",
    "options": {
        "gpu": block("p5.48xlarge", [1000, 1010, 990]),
        "trn2": block("trn2.48xlarge", [950, 955, 945], "us-east-2"),
    },
}


def history(scenario=SCENARIO, **how):
    return compare(scenario, **({"today": TODAY, "price_history": True} | how)).price_history


def test_gpu_blocks_moved_by_half_while_trainium2_stood_still():
    """p5 31.464 -> 41.528 -> 47.76 USD/h in 2026, trn2 35.7608 throughout: the verdict flips in July."""
    found = history()
    assert [
        (str(point.day), point.usd_per_hour["gpu"], point.usd_per_hour["trn2"]) for point in found.points
    ] == [
        ("2026-02-01", 31.464, 35.7608),
        ("2026-07-01", 41.528, 35.7608),
        ("2026-10-07", 47.76, 35.7608),
    ]
    assert [point.ratios["trn2"].verdict for point in found.points] == ["dearer", "cheaper", "cheaper"]
    held = found.held["trn2"]
    assert (held.verdict, str(held.since), held.whole_record) == ("cheaper", "2026-07-01", False)


def test_the_price_at_which_it_flips_ties_when_put_in():
    tie = history().held["trn2"].baseline_price_that_flips
    tied = {"unit": "output_token", "options": dict(SCENARIO["options"])}
    tied["options"]["gpu"] = tied["options"]["gpu"] | {"price": tie}
    assert compare(tied).options["trn2"].vs_baseline.ratio == pytest.approx(1, rel=1e-12)


def test_several_instance_types_have_the_price_of_the_deployment_with_its_overhead():
    gpu, trn2 = (SCENARIO["options"][id_] for id_ in ("gpu", "trn2"))
    parts = [{"instance": side["instance"], "price": side["price"]} for side in (gpu, trn2)]
    mixed = {"parts": parts, "overhead_usd_per_hour": 2, "throughput": [1900, 1910]}
    newest = history({"unit": "output_token", "options": {"trn2": trn2, "mixed": mixed}}).points[-1]
    assert newest.usd_per_hour["mixed"] == pytest.approx(47.76 + 35.7608 + 2)
    assert newest.usd_per_hour["trn2"] == 35.7608


def test_the_newest_point_is_the_answer_itself():
    comparison = compare(SCENARIO, today=TODAY, price_history=True)
    assert comparison.price_history.points[-1].ratios["trn2"] == comparison.options["trn2"].vs_baseline


def test_prices_after_today_do_not_count():
    found = history(today=datetime.date(2026, 8, 1))
    assert str(found.points[-1].day) == "2026-07-01"


def test_a_price_that_is_not_stated_in_full_stays_and_says_so():
    fixed = {"unit": "output_token", "options": dict(SCENARIO["options"])}
    fixed["options"]["gpu"] = fixed["options"]["gpu"] | {"price": 40}
    found = history(fixed)
    assert "not stated" in found.fixed["gpu"]
    assert {point.usd_per_hour["gpu"] for point in found.points} == {40}
    fixed["options"]["trn2"] = fixed["options"]["trn2"] | {"price": 35}
    nothing = history(fixed)
    assert nothing.points == ()
    assert set(nothing.fixed) == {"gpu", "trn2"}


def test_a_stated_price_is_followed_where_it_says_how_and_where_it_was_bought():
    found = history(load_scenario(examples.path("transcription")))
    assert found.fixed == {}
    assert [point.ratios["trn2"].verdict for point in found.points] == ["dearer", "cheaper", "cheaper"]


def test_one_run_a_side_turns_where_the_ratio_crosses_one():
    single = {"unit": "output_token", "options": {}}
    single["options"]["gpu"] = block("p5.48xlarge", 1000)
    single["options"]["trn2"] = block("trn2.48xlarge", 950, "us-east-2")
    held = history(single).held["trn2"]
    assert (held.verdict, str(held.since)) == ("unreplicated", "2026-07-01")


def test_discounts_are_kept():
    discounted = {"unit": "output_token", "options": dict(SCENARIO["options"])}
    option = discounted["options"]["gpu"]
    discounted["options"]["gpu"] = option | {"price": option["price"] | {"discount": Decimal("0.5")}}
    assert history(discounted).points[-1].usd_per_hour["gpu"] == pytest.approx(47.76 / 2)


def test_own_prices_are_followed_too():
    import pricing_data

    newest = PriceBook().find("p5.48xlarge", purchase="capacity_block", region="us-east-1")
    fields = {name: getattr(newest, name) for name in pricing_data.Rate.__dataclass_fields__}
    rows = [
        pricing_data.Rate(
            **(fields | {"usd_per_hour": Decimal(price), "valid_from": day, "as_of": day, "standing": "user"})
        )
        for price, day in ((60, datetime.date(2026, 3, 1)), (20, datetime.date(2026, 9, 1)))
    ]
    found = history(prices=PriceBook(rows))
    assert [point.usd_per_hour["gpu"] for point in found.points] == [31.464, 60, 20]
    assert found.held["trn2"].verdict == "dearer"


@pytest.mark.parametrize(
    ("price", "why"),
    [
        # Six zones, from 17.63 to 55.04: none of them is the one that was meant.
        ({"usd_per_hour": 20, "purchase": "spot", "region": "us-east-1"}, "several prices fit"),
        # One year at 13.92 and three years at 9.376 stand side by side.
        ({"usd_per_hour": 14, "purchase": "reserved", "region": "us-east-1"}, "several prices fit"),
        ({"usd_per_hour": 14, "purchase": "on_demand", "region": "nowhere-1"}, "has no on_demand price"),
    ],
)
def test_a_price_that_is_not_one_of_the_catalogue_is_not_followed(price, why):
    instance = "p4d.24xlarge" if price["purchase"] == "reserved" else "p5.48xlarge"
    options = dict(SCENARIO["options"])
    options["gpu"] = options["gpu"] | {"instance": instance, "price": price}
    found = history({"unit": "output_token", "options": options})
    assert why in found.fixed["gpu"]
    assert {point.usd_per_hour["gpu"] for point in found.points} == {price["usd_per_hour"]}


def test_the_price_of_another_provider_is_not_followed():
    options = dict(SCENARIO["options"])
    price = {"usd_per_hour": 60, "purchase": "on_demand", "region": "us-east-1"}
    options["gpu"] = options["gpu"] | {"provider": "elsewhere", "price": price}
    assert "aws only" in history({"unit": "output_token", "options": options}).fixed["gpu"]


def test_numbers_that_are_shown_though_withheld_are_shown_through_time_too():
    peak = {"unit": "output_token", "options": dict(SCENARIO["options"])}
    peak["options"]["gpu"] = peak["options"]["gpu"] | {
        "throughput": {"per_second": [1000, 1010], "statistic": "peak"}
    }
    shown = history(peak, show_invalid=True)
    assert all(point.ratios["trn2"].ratio is not None for point in shown.points)
    assert all(point.ratios["trn2"].ratio is None for point in history(peak).points)
