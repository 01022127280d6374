"""The integrity rules catch what people get wrong in price tables, and say what to write instead."""

from __future__ import annotations

import dataclasses
import datetime
from collections import Counter
from decimal import Decimal

import pytest

from pricing_data import instance, rates, read_rates
from pricing_data.checks import check, disagreements
from pricing_data.regions import REGIONS, region_code, zone_region

TODAY = datetime.date(2026, 12, 1)
ROW = {
    "instance_type": "p5.48xlarge",
    "region": "us-east-1",
    "purchase": "on_demand",
    "usd_per_hour": "55.04",
    "as_of": "2026-11-01",
    "source": "our invoice",
}


def found(*rows: dict[str, str], beside=(), today=TODAY) -> list[tuple[int | None, str, str]]:
    """What is found in a table of rows, each stated by what differs from a good one."""
    findings = check(read_rates([ROW | row for row in rows]), beside=beside, today=today)
    return [(finding.row, finding.level, finding.what) for finding in findings]


def test_a_good_row_has_no_findings():
    assert found({}) == []
    assert found({}, beside=rates()) == []


@pytest.mark.parametrize("usd_per_hour", ["0", "0.0000000000", "-1", "NaN", "Infinity"])
def test_what_is_no_price_is_an_error(usd_per_hour):
    ((row, level, what),) = found({"usd_per_hour": usd_per_hour}, beside=rates())
    assert (row, level) == (1, "error")
    assert "leave the row out where none is published" in what


def test_a_price_without_source_is_an_error():
    assert found({"source": " "}) == [(1, "error", "the source is missing; write where the price was read")]


@pytest.mark.parametrize(
    ("region", "code"),
    [
        ("EU (Ireland)", "eu-west-1"),
        ("Europe (Ireland)", "eu-west-1"),
        ("Ireland", "eu-west-1"),
        ("US East (N. Virginia)", "us-east-1"),
        ("n. virginia", "us-east-1"),
        ("Virginia", "us-east-1"),
        ("Asia Pacific (Tokyo)", "ap-northeast-1"),
        ("South America (Sao Paulo)", "sa-east-1"),
        ("South America (São Paulo)", "sa-east-1"),
        ("AWS GovCloud (US-West)", "us-gov-west-1"),
        ("Canada (Central)", "ca-central-1"),
        ("Mexico (Central)", "mx-central-1"),
        ("US-EAST-1", "us-east-1"),
    ],
)
def test_the_name_of_a_region_is_an_error_that_gives_its_code(region, code):
    assert found({"region": region}) == [
        (1, "error", f"{region!r} is not the code of a region; write {code}")
    ]


@pytest.mark.parametrize("code", REGIONS)
def test_every_region_is_known_by_its_code_and_its_name(code):
    assert region_code(code) == region_code(REGIONS[code]) == code
    assert found({"region": code}) == []


@pytest.mark.parametrize("zone", ["us-east-1a", "us-east-1-atl-2a"])
def test_a_zone_in_the_place_of_the_region_is_an_error(zone):
    ((_, level, what),) = found({"region": zone})
    assert level == "error"
    assert what == f"{zone} is a zone; write us-east-1 as the region and {zone} as the zone"


@pytest.mark.parametrize("text", ["Central", "Europe", "", "us", "us-east-9a", "moon-1a"])
def test_what_could_be_anything_is_read_as_no_region(text):
    assert region_code(text) is None
    assert zone_region(text) is None


def test_a_missing_region_is_an_error_and_an_unstated_one_is_not():
    assert found({"region": ""}) == [(1, "error", "the region is missing; write its code, or unstated")]
    assert found({"region": "unstated"}) == []


def test_a_region_of_another_provider_is_kept_with_a_warning():
    ((_, level, what),) = found({"region": "europe-west4"})
    assert level == "warning"
    assert "kept as it is" in what


@pytest.mark.parametrize(
    ("row", "what"),
    [
        (
            {"purchase": "ondemand"},
            "write one of on_demand, spot, savings_plan, reserved, capacity_block, priv",
        ),
        ({"purchase": "reserved"}, "reserved needs a term; write 1yr or 3yr"),
        ({"purchase": "savings_plan"}, "savings_plan needs a term"),
        ({"purchase": "reserved", "term": "12 months"}, "'12 months' is no term; write 1yr or 3yr"),
        ({"purchase": "reserved", "term": "1yr", "payment": "upfront"}, "write one of none, partial, all"),
        ({"term": "1yr"}, "on_demand has no term and no payment; leave both blank"),
    ],
)
def test_a_way_of_buying_that_cannot_be_is_an_error(row, what):
    ((_, level, text),) = found(row)
    assert level == "error"
    assert what in text


def test_a_private_price_and_an_unstated_payment_are_fine():
    assert found({"purchase": "private"}, {"purchase": "private", "term": "3yr"}) == []
    assert found({"purchase": "reserved", "term": "3yr"}) == []


def test_dates_out_of_order_are_an_error():
    ((_, level, what),) = found({"valid_from": "2026-11-02"})
    assert level == "error"
    assert what == "valid_from 2026-11-02 is after as_of 2026-11-01, the day of the reading"


def test_a_reading_of_the_future_is_an_error_only_where_today_is_known():
    assert [level for _, level, _ in found({"as_of": "2026-12-02"})] == ["error"]
    assert found({"as_of": "2026-12-01"}) == []
    assert found({"as_of": "2099-01-01"}, today=None) == []


def test_an_unknown_instance_is_kept_with_a_warning():
    ((_, level, what),) = found({"instance_type": "a3-megagpu-8g"}, beside=rates())
    assert level == "warning"
    assert "a3-megagpu-8g" in what


def test_a_row_twice_is_an_error_that_names_the_first():
    assert found({}, {"region": "us-east-2"}, {}) == [(3, "error", "the same as row 1; remove one of them")]


def test_two_prices_of_one_source_and_day_are_an_error():
    ((row, level, what),) = found({}, {"usd_per_hour": "56"})
    assert (row, level) == (2, "error")
    assert "56 here and 55.04 in row 1" in what


def test_another_day_zone_or_source_is_another_reading():
    assert found({}, {"as_of": "2026-11-02"}, {"zone": "us-east-1a"}, {"source": "the page"}) == []


def test_spot_prices_of_a_region_may_be_a_range_over_its_zones():
    spot = {"purchase": "spot", "usd_per_hour": "20"}
    assert found(spot, spot | {"usd_per_hour": "21"}) == []
    assert [row for row, _, _ in found(spot, spot)] == [2]
    in_a_zone = spot | {"zone": "us-east-1a"}
    assert [row for row, _, _ in found(in_a_zone, in_a_zone | {"usd_per_hour": "21"})] == [2]


def test_sources_that_disagree_are_a_warning_that_lists_them():
    ((row, level, what),) = found({}, {"source": "the page", "usd_per_hour": "54"})
    assert (row, level) == (1, "warning")
    assert "55.04 in row 1, 54 in row 2" in what


def test_sources_that_agree_or_speak_of_other_days_do_not_disagree():
    agree = [ROW, ROW | {"source": "the page"}]
    other_day = ROW | {"source": "the page", "usd_per_hour": "54", "as_of": "2026-11-02"}
    assert disagreements(read_rates([*agree, other_day])) == ()


def test_spot_above_on_demand_is_a_warning():
    spot = {"purchase": "spot", "usd_per_hour": "55.05", "zone": "us-east-1b"}
    ((row, level, what),) = found({"as_of": "2026-10-01"}, spot)
    assert (row, level) == (2, "warning")
    assert what == "a spot price of 55.05 is above the on-demand price of 55.04"
    assert found({"as_of": "2026-10-01"}, spot | {"usd_per_hour": "55.04"}) == []


def test_spot_is_held_against_the_on_demand_price_of_its_own_day_and_region():
    spot = {"purchase": "spot", "usd_per_hour": "60", "zone": "us-east-1b"}
    beside = rates("on_demand")
    assert found(spot | {"as_of": "2025-04-01"}, beside=beside) == []  # 98.32 then
    assert len(found(spot | {"as_of": "2025-07-01"}, beside=beside)) == 1
    assert found(spot | {"region": "ap-northeast-1", "zone": "ap-northeast-1a"}, beside=beside) == []  # 68.80


def test_spot_is_not_held_against_the_on_demand_price_of_a_local_zone():
    local = {"zone": "us-east-1-atl-2a", "usd_per_hour": "30", "as_of": "2026-10-01"}
    assert found(local, {"purchase": "spot", "usd_per_hour": "40", "zone": "us-east-1b"}) == []


def test_a_spot_price_at_its_ceiling_is_doubted_but_not_refused():
    """Spot goes from 10% to 100% of on-demand: ten times is not the twelve accelerators."""
    ceiling = {"instance_type": "inf2.48xlarge", "purchase": "spot", "usd_per_hour": "12.98127"}
    ((_, level, what),) = found(ceiling | {"zone": "us-east-1b"}, beside=rates("spot"))
    assert level == "warning"
    assert "1.082 USD per accelerator" in what


@pytest.mark.parametrize(
    ("row", "write"),
    [
        (("trn2.48xlarge", "us-east-2", "capacity_block", "2.235"), "2.235 is the price of one of its 16"),
        (
            ("trn2.48xlarge", "us-east-2", "capacity_block", "572.1728"),
            "which has 16 accelerators; write 35.7608",
        ),
        (("p5.48xlarge", "us-east-1", "on_demand", "6.88"), "write 55.04, the price of the instance"),
        (("p5.48xlarge", "us-east-1", "on_demand", "440.32"), "440.32 is 8 times the price"),
        (("g5.12xlarge", "ap-east-1", "on_demand", "2.1831"), "write 8.7324"),
        (("inf2.48xlarge", "us-east-1", "on_demand", "1.0818"), "one of its 12 accelerators"),
        (("p5.48xlarge", "eu-central-1", "on_demand", "8.5"), "write 68, the price of the instance"),
    ],
)
def test_a_price_per_accelerator_or_multiplied_twice_is_caught_in_a_table_of_one_row(row, write):
    keys = ("instance_type", "region", "purchase", "usd_per_hour")
    ((_, level, what),) = found(dict(zip(keys, row, strict=True)), beside=rates())
    assert level == "error"
    assert write in what


def test_neighbours_in_the_same_table_are_enough():
    rows = [{"region": region} for region in ("us-east-1", "us-east-2", "us-west-2")]
    for usd_per_hour in ("6.88", "440.32"):
        ((row, level, _),) = found(*rows, {"region": "us-west-1", "usd_per_hour": usd_per_hour})
        assert (row, level) == (4, "error")


def test_the_price_of_another_size_is_a_warning():
    ((_, level, what),) = found(
        {"instance_type": "trn2.3xlarge", "region": "sa-east-1", "purchase": "capacity_block",
         "usd_per_hour": "35.7608"}, beside=rates("capacity_block")
    )  # fmt: skip
    assert level == "warning"
    assert "AWS Trainium2 and capacity_block. Write the price of one instance (accelerators: 1)" in what


@pytest.mark.parametrize("purchase", ["on_demand", "capacity_block", "reserved"])
@pytest.mark.parametrize("wrong", ["divided", "multiplied"])
def test_every_bundled_price_that_has_a_neighbour_is_caught_on_the_wrong_basis(purchase, wrong):
    readings = rates(purchase)
    families = Counter(instance(rate.instance_type).family for rate in readings)
    missed = []
    for number in range(0, len(readings), 5):  # a fifth of them, spread over all types
        rate = readings[number]
        entry = instance(rate.instance_type)
        if entry.accelerators == 1 or families[entry.family] == 1:
            continue
        factor = entry.accelerators if wrong == "multiplied" else 1 / Decimal(entry.accelerators)
        swapped = dataclasses.replace(rate, usd_per_hour=rate.usd_per_hour * factor)
        if not check([swapped], beside=(*readings[:number], *readings[number + 1 :])):
            missed.append(rate)
    assert missed == []


def test_a_table_that_is_sound_is_not_flagged_by_itself_or_beside_the_catalogue():
    for purchase in ("on_demand", "capacity_block", "reserved"):
        assert check(rates(purchase), today=TODAY) == []
    assert check(rates("on_demand"), beside=rates(), today=TODAY) == []


def test_rows_keep_the_numbers_that_they_are_given():
    bad = read_rates([ROW, ROW | {"region": "us-east-2", "usd_per_hour": "0"}])
    assert [finding.row for finding in check(bad, rows=[2, 17])] == [17]


def test_findings_come_in_the_order_of_the_rows():
    findings = found(
        {"source": ""}, {"usd_per_hour": "0", "region": "Ohio"}, {"source": "", "zone": "us-east-1a"}
    )
    assert [row for row, _, _ in findings] == [1, 2, 2, 3]
