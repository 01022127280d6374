"""Looking prices up: the real ones with their dates, and an error that lists what there is."""

from __future__ import annotations

import datetime
from decimal import Decimal

import pytest

from calc import InputError, compare
from calc.sources.book import PriceBook
from pricing_data import Rate

TODAY = datetime.date(2026, 12, 1)


def find(instance, **how):
    return PriceBook().find(instance, **how).usd_per_hour


@pytest.mark.parametrize(
    ("instance", "purchase", "region", "day", "price"),
    [
        # The price cut of June 2025 (AWS News Blog, 2025-06-05).
        ("p5.48xlarge", "on_demand", "us-east-1", "2025-05-01", "98.32"),
        ("p5.48xlarge", "on_demand", "us-east-1", "2025-07-01", "55.04"),
        # Capacity Blocks: the GPU price moved by half within the year, that of Trainium2 did not.
        ("p5.48xlarge", "capacity_block", "us-east-1", "2026-03-15", "31.464"),
        ("p5.48xlarge", "capacity_block", "us-east-1", "2026-08-01", "41.528"),
        ("p5.48xlarge", "capacity_block", "us-east-1", "2026-10-08", "47.76"),
        ("trn2.48xlarge", "capacity_block", "us-east-2", "2026-03-15", "35.7608"),
        ("trn2.48xlarge", "capacity_block", "us-east-2", "2026-11-30", "35.7608"),
        ("trn2.3xlarge", "capacity_block", "sa-east-1", "2026-10-08", "2.235"),
    ],
)
def test_prices_of_their_day(instance, purchase, region, day, price):
    day = datetime.date.fromisoformat(day)
    assert find(instance, purchase=purchase, region=region, day=day) == Decimal(price)


def test_a_local_zone_never_speaks_for_its_region():
    held = PriceBook().matches("p5.48xlarge", purchase="capacity_block", region="us-east-1")
    assert len(held) == 1
    assert held[0].zone is None


@pytest.mark.parametrize(
    ("instance", "how", "words"),
    [
        (
            "trn2.48xlarge",
            {"purchase": "on_demand", "region": "us-east-2"},
            ["35.7608", "none is published for on_demand"],
        ),
        ("trn2.48xlarge", {"purchase": "capacity_block", "region": "eu-west-1"}, ["us-east-2", "ap-south-2"]),
        (
            "trn3.48xlarge",
            {"purchase": "on_demand", "region": "us-east-1"},
            ["does not know", "none is published"],
        ),
        ("p5en.48xlarge", {"purchase": "spot", "region": "us-east-2"}, ["several", "28.77", "30.29"]),
        (
            "p5.48xlarge",
            {"purchase": "on_demand", "region": "us-east-1", "day": datetime.date(2020, 1, 1)},
            ["2020-01-01"],
        ),
    ],
)
def test_what_is_not_there_is_an_error_that_lists_what_is(instance, how, words):
    with pytest.raises(InputError) as caught:
        find(instance, **how)
    for word in words:
        assert word in str(caught.value)
    assert len(str(caught.value)) < 1500


def test_what_there_is_begins_with_what_is_nearest():
    with pytest.raises(InputError) as early:
        find("p5.48xlarge", purchase="on_demand", region="us-east-1", day=datetime.date(2024, 1, 1))
    assert "the first one known is of 2025-03-31; there is on_demand in us-east-1" in str(early.value)
    with pytest.raises(InputError) as other:
        find("g5.12xlarge", purchase="savings_plan", region="us-east-1")
    assert "there is on_demand in us-east-1 at" in str(other.value)


@pytest.mark.parametrize("region", ["EU (Ireland)", "eu-west1", "EU-WEST-1"])
def test_a_region_that_is_misspelt_gets_a_hint(region):
    with pytest.raises(InputError, match="did you mean region eu-west-1"):
        find("g5.12xlarge", purchase="on_demand", region=region)


def own(**changes):
    fields = {
        "instance_type": "p5.48xlarge",
        "region": "us-east-1",
        "zone": None,
        "purchase": "on_demand",
        "term": None,
        "payment": None,
        "usd_per_hour": Decimal("44.5"),
        "valid_from": datetime.date(2026, 1, 1),
        "as_of": datetime.date(2026, 1, 1),
        "standing": "user",
        "source": "our contract",
        "note": "",
    }
    return Rate(**(fields | changes))


def test_a_row_of_the_users_table_takes_the_place_of_the_catalogue_row_by_row():
    book = PriceBook([own()])
    assert book.find("p5.48xlarge", purchase="on_demand", region="us-east-1").standing == "user"
    assert book.find("p5.48xlarge", purchase="on_demand", region="us-east-2").standing == "catalogue"
    assert book.find("p5.48xlarge", purchase="capacity_block", region="us-east-1").standing == "catalogue"
    before = book.find("p5.48xlarge", purchase="on_demand", region="us-east-1", day=datetime.date(2025, 7, 1))
    assert before.usd_per_hour == Decimal("55.04"), "from before the user's first price, the catalogue holds"


def test_private_prices_are_a_kind_of_their_own():
    book = PriceBook([own(purchase="private")])
    assert book.find("p5.48xlarge", purchase="private", region="us-east-1").usd_per_hour == Decimal("44.5")
    assert book.find("p5.48xlarge", purchase="on_demand", region="us-east-1").usd_per_hour == Decimal("55.04")


def scenario(**lookup):
    return {
        "unit": "output_token",
        "options": {
            "trn2": {
                "instance": "trn2.48xlarge",
                "price": {"catalogue": {"purchase": "capacity_block", "region": "us-east-2"} | lookup},
                "throughput": [100, 101],
            }
        },
    }


def test_a_price_that_is_looked_up_carries_its_provenance():
    price = compare(scenario(), today=TODAY).options["trn2"].price
    assert price.usd_per_hour == 35.7608
    assert (price.standing, price.region, price.purchase) == ("catalogue", "us-east-2", "capacity_block")
    assert price.as_of == datetime.date(2026, 10, 8)
    assert price.age_days == 54
    assert price.source


def test_the_day_of_a_lookup_is_that_of_the_scenario_else_today_else_the_newest():
    gpu = scenario()
    gpu["options"]["trn2"]["instance"] = "p5.48xlarge"
    dated = scenario(date="2026-03-15")
    dated["options"]["trn2"]["instance"] = "p5.48xlarge"
    assert compare(gpu).options["trn2"].price.usd_per_hour == 47.76
    assert compare(gpu, today=datetime.date(2026, 8, 1)).options["trn2"].price.usd_per_hour == 41.528
    assert compare(dated, today=TODAY).options["trn2"].price.usd_per_hour == 31.464


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"instance": None}, "named instance"),
        ({"provider": "elsewhere"}, "prices of aws only"),
        ({"price": {"catalogue": {"purchase": "capacity_block"}}}, "region"),
        ({"price": {"catalogue": {"purchase": "spot", "region": "x"}, "region": "y"}}, "inside catalogue"),
        ({"price": {"catalogue": {"purchase": "spot", "region": "x"}, "per": "accelerator"}}, "per instance"),
        ({"price": {"catalogue": {"purchase": "owned", "region": "x"}}}, "write one of"),
    ],
)
def test_lookups_that_cannot_be(change, words):
    wrong = scenario()
    option = wrong["options"]["trn2"]
    for key, value in change.items():
        if value is None:
            del option[key]
        else:
            option[key] = value
    with pytest.raises(InputError, match=words):
        compare(wrong)


def test_every_problem_of_every_lookup_comes_together():
    wrong = scenario(region="eu-west-1")
    wrong["options"]["gpu"] = scenario(region="nowhere")["options"]["trn2"] | {"instance": "p5.48xlarge"}
    with pytest.raises(InputError) as caught:
        compare(wrong)
    assert [problem.where for problem in caught.value.problems] == ["options.trn2.price", "options.gpu.price"]


def test_a_day_to_come_has_no_price():
    with pytest.raises(InputError, match="after the day of the evaluation"):
        compare(scenario(date="2027-06-01"), today=TODAY)


def test_a_discount_comes_off_a_price_that_is_looked_up():
    discounted = scenario()
    discounted["options"]["trn2"]["price"]["discount"] = 0.25
    price = compare(discounted).options["trn2"].price
    assert price.usd_per_hour == pytest.approx(35.7608 * 0.75)


def test_an_own_row_that_leaves_things_blank_stands_for_any_of_them():
    """A spot price without a zone, older than the catalogue's newest reading, still goes first."""
    spot = own(
        instance_type="inf2.48xlarge", region="us-east-2", purchase="spot", usd_per_hour=Decimal("3.33")
    )
    book = PriceBook([spot])
    how = {"purchase": "spot", "region": "us-east-2"}
    assert book.find("inf2.48xlarge", **how) == spot
    assert book.find("inf2.48xlarge", zone="us-east-2b", **how) == spot
    reserved = own(purchase="reserved", term="1yr")
    assert (
        PriceBook([reserved]).find("p5.48xlarge", purchase="reserved", region="us-east-1", payment="none")
        == reserved
    )


def test_an_old_spot_reading_of_one_zone_is_no_price_of_today():
    with pytest.raises(InputError, match=r"no spot price of trn2\.48xlarge in use2-az3"):
        find("trn2.48xlarge", purchase="spot", region="us-east-2", zone="use2-az3")


def test_a_region_that_is_not_stated_is_never_found():
    with pytest.raises(InputError, match="no capacity_block price"):
        find("trn2.48xlarge", purchase="capacity_block", region="unstated")
