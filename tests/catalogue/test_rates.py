"""The bundled rates: true to their sources, sorted, dated, and complete where it matters.

The figures are those of the sources named in ``pricing_data/rates/sources.csv``.
"""

from __future__ import annotations

import csv
import datetime
import re
from collections import Counter
from decimal import Decimal
from pathlib import Path

import pytest

import pricing_data
from pricing_data import CATALOGUE_DATE, PURCHASES, in_force, instance, instances, not_published, rates
from pricing_data.checks import check, disagreements
from pricing_data.regions import REGIONS

FILES = Path(pricing_data.__file__).parent / "rates"

CORE_TYPES = (
    "trn1.2xlarge", "trn1.32xlarge", "trn2.3xlarge", "trn2.48xlarge", "inf2.xlarge", "inf2.48xlarge",
    "p4d.24xlarge", "p4de.24xlarge", "p5.4xlarge", "p5.48xlarge", "p5e.48xlarge", "p5en.48xlarge",
    "p6-b200.48xlarge", "p6-b300.48xlarge", "g5.xlarge", "g5.48xlarge", "g6.xlarge", "g6.48xlarge",
    "g6e.xlarge", "g6e.48xlarge", "g7e.2xlarge", "g7e.48xlarge",
)  # fmt: skip


def table(name: str) -> list[dict[str, str]]:
    with (FILES / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def price(
    instance_type: str, region: str, purchase: str, day: str, term: str | None = None
) -> Decimal | None:
    """The one price of a region on a day; Local Zones do not count."""
    held = {
        rate.usd_per_hour
        for rate in in_force(rates(purchase), datetime.date.fromisoformat(day))
        if (rate.instance_type, rate.region, rate.term) == (instance_type, region, term)
        and not rate.local_zone
    }
    assert len(held) <= 1
    return held.pop() if held else None


@pytest.mark.parametrize(
    ("instance_type", "region", "purchase", "day", "usd_per_hour"),
    [
        # AWS cut on-demand prices by up to 45% on 2025-06-05: price lists of 2025-03-31 and 2026-07-20.
        ("p5.48xlarge", "us-east-1", "on_demand", "2025-03-30", None),
        ("p5.48xlarge", "us-east-1", "on_demand", "2025-04-01", "98.32"),
        ("p5.48xlarge", "us-east-1", "on_demand", "2025-06-04", "98.32"),
        ("p5.48xlarge", "us-east-1", "on_demand", "2025-06-05", "55.04"),
        ("p5.48xlarge", "us-east-1", "on_demand", "2025-07-01", "55.04"),
        ("p5.48xlarge", "us-east-1", "on_demand", "2026-12-01", "55.04"),
        ("p4d.24xlarge", "us-east-1", "on_demand", "2025-04-01", "32.7726"),
        ("p4d.24xlarge", "us-east-1", "on_demand", "2026-12-01", "21.9576"),
        ("p4de.24xlarge", "us-east-1", "on_demand", "2025-04-01", "40.96575"),
        ("p4de.24xlarge", "us-east-1", "on_demand", "2025-07-01", "27.44705"),
        ("p5en.48xlarge", "us-east-1", "on_demand", "2025-04-01", "84.8"),
        ("p5en.48xlarge", "us-east-1", "on_demand", "2025-07-01", "63.296"),
        ("p6-b300.48xlarge", "us-west-2", "on_demand", "2026-12-01", "142.416"),
        ("g7e.48xlarge", "us-east-1", "on_demand", "2026-12-01", "33.14432"),
        ("trn1.32xlarge", "us-east-2", "on_demand", "2026-10-08", "21.5"),
        ("inf2.48xlarge", "us-east-1", "on_demand", "2026-12-01", "12.98127"),
        ("trn2.48xlarge", "us-east-2", "on_demand", "2026-12-01", None),
        ("p5e.48xlarge", "us-east-2", "on_demand", "2026-12-01", None),
        # Capacity Blocks: copies of the page of 2026-02, 03, 07, and what was reported in 2026-10.
        ("p5.48xlarge", "us-east-1", "capacity_block", "2024-11-01", "39.33"),
        ("p5.48xlarge", "us-east-1", "capacity_block", "2026-03-15", "31.464"),
        ("p5.48xlarge", "us-east-1", "capacity_block", "2026-06-30", "31.464"),
        ("p5.48xlarge", "us-east-1", "capacity_block", "2026-07-01", "41.528"),
        ("p5.48xlarge", "us-east-1", "capacity_block", "2026-08-01", "41.528"),
        ("p5.48xlarge", "us-east-1", "capacity_block", "2026-10-06", "41.528"),
        ("p5.48xlarge", "us-east-1", "capacity_block", "2026-10-08", "47.76"),
        ("p5e.48xlarge", "us-east-2", "capacity_block", "2026-10-08", "54.928"),
        ("p6-b200.48xlarge", "us-gov-east-1", "capacity_block", "2026-10-06", "102.96"),
        ("p6-b200.48xlarge", "us-gov-east-1", "capacity_block", "2026-10-08", "118.408"),
        ("trn1.32xlarge", "ap-southeast-4", "capacity_block", "2024-12-01", "15.49"),
        ("trn1.32xlarge", "ap-southeast-4", "capacity_block", "2026-12-01", "9.532"),
        ("trn2.3xlarge", "ap-southeast-4", "capacity_block", "2026-12-01", "2.235"),
        ("trn2.3xlarge", "sa-east-1", "capacity_block", "2026-12-01", "2.235"),
        ("trn2.48xlarge", "us-east-2", "capacity_block", "2026-01-31", None),
        ("trn2.48xlarge", "us-east-2", "capacity_block", "2026-02-01", "35.7608"),
        ("trn2.48xlarge", "us-east-2", "capacity_block", "2026-06-01", "35.7608"),
        ("trn2.48xlarge", "us-east-2", "capacity_block", "2026-10-08", "35.7608"),
        ("trn2.48xlarge", "us-east-2", "capacity_block", "2026-12-01", "35.7608"),
    ],
)
def test_the_price_of_a_day_is_that_of_the_newest_reading_by_then(
    instance_type, region, purchase, day, usd_per_hour
):
    expected = None if usd_per_hour is None else Decimal(usd_per_hour)
    assert price(instance_type, region, purchase, day) == expected


def test_the_option_of_a_reservation_is_split_into_its_parts():
    assert price("trn1.32xlarge", "us-east-1", "reserved", "2026-12-01", "1yr") == Decimal("13.22895")
    three_years = [rate for rate in rates("reserved") if rate.term == "3yr"]
    assert {(rate.instance_type, rate.payment) for rate in three_years} == {
        ("p4d.24xlarge", None),
        ("p5.48xlarge", None),
    }
    assert {rate.payment for rate in rates("reserved") if rate.term == "1yr"} == {"none"}


def test_the_integrity_rules_find_only_the_one_disagreement_that_is_known():
    findings = check(rates(), today=CATALOGUE_DATE)
    assert [(finding.level, finding.what.split(":")[0]) for finding in findings] == [
        ("warning", "sources disagree for one day")
    ]


def test_sources_that_disagree_are_listed_and_both_kept():
    listed = [
        (group[0].instance_type, group[0].region, group[0].zone, [str(rate.usd_per_hour) for rate in group])
        for group in disagreements(rates())
    ]
    assert listed == [("trn2.48xlarge", "us-east-2", "us-east-2c", ["14.8", "14.5593"])]


@pytest.mark.parametrize("purchase", PURCHASES)
def test_a_file_is_sorted_and_holds_one_way_of_buying(purchase):
    rows = table(purchase)
    assert {row["purchase"] for row in rows} <= {purchase}
    keys = ("instance_type", "region", "zone", "term", "payment", "valid_from", "as_of", "source")
    order = [tuple(row[key] for key in keys) for row in rows]
    assert order == sorted(order)


def test_every_source_is_in_the_list_and_every_one_of_the_list_is_used():
    listed = [row["id"] for row in table("sources")]
    used = {row["source"] for name in (*PURCHASES, "not_published") for row in table(name)}
    assert listed == sorted(used)
    assert all(row["source"] and row["licence"] for row in table("sources"))


def test_a_rate_brings_the_full_text_of_its_source_and_how_it_was_read():
    (rate,) = [
        rate for rate in rates("on_demand")
        if rate.instance_type == "p5.48xlarge" and rate.usd_per_hour == Decimal("98.32")
    ]  # fmt: skip
    assert rate.source.startswith("aws/karpenter-provider-aws:pkg/providers/pricing/")
    assert rate.note == "before the price cut of June 2025; read from a copy of the AWS price list"
    assert rate.standing == "catalogue"
    assert (rate.valid_from, rate.as_of) == (datetime.date(2025, 3, 31), datetime.date(2025, 3, 31))


def test_prices_keep_every_digit_of_the_table():
    assert [str(rate.usd_per_hour) for rate in rates("spot")] == [
        row["usd_per_hour"] for row in table("spot")
    ]


def test_every_instance_in_use_has_specifications():
    unknown = {rate.instance_type for rate in rates() if instance(rate.instance_type) is None}
    assert unknown == set()


def test_every_instance_with_specifications_has_a_price_or_a_record_of_none():
    priced = {rate.instance_type for rate in rates()}
    silent = [
        entry.type
        for entry in instances()
        if entry.type not in priced and not any(gap.covers(entry.type) for gap in not_published())
    ]
    assert silent == []


@pytest.mark.parametrize("name", CORE_TYPES)
def test_the_core_types_are_priced(name):
    assert instance(name) is not None
    assert any(rate.instance_type == name and rate.region in REGIONS for rate in rates())


@pytest.mark.parametrize("name", ["trn2.48xlarge", "trn2.3xlarge", "p5e.48xlarge"])
def test_where_no_on_demand_price_is_published_there_is_a_record_and_no_rate(name):
    gaps = [gap for gap in not_published() if gap.covers(name) and gap.purchase == "on_demand"]
    assert {"us-east-1", "us-east-2", "us-west-2"} <= {gap.region for gap in gaps}
    assert [rate for rate in rates("on_demand") if rate.instance_type == name] == []


@pytest.mark.parametrize(
    "name", ["trn3.48xlarge", "TRN3.3xlarge ", "trn3u.48xlarge", "trn3 UltraServer Gen1"]
)
def test_nothing_is_published_for_any_trainium3_anywhere(name):
    gaps = [gap for gap in not_published() if gap.covers(name) and gap.region is None]
    assert {gap.purchase for gap in gaps} == {"on_demand", "spot", "savings_plan", "capacity_block"}
    assert not any(rate.instance_type.startswith("trn3") for rate in rates())


def test_a_record_of_no_price_speaks_of_its_own_type_only():
    assert not any(gap.covers("trn1n.32xlarge") for gap in not_published() if "trn2" in gap.instance_type)
    assert not any(gap.covers("trn2.48xlarge") for gap in not_published() if "trn3" in gap.instance_type)


def test_no_savings_plan_rate_is_known_and_that_is_said():
    assert rates("savings_plan") == ()
    gaps = [gap for gap in not_published() if gap.purchase == "savings_plan"]
    assert {(gap.term, gap.payment) for gap in gaps} == {("1yr", "none"), ("3yr", "none")}
    assert {"trn1.32xlarge", "trn2.48xlarge", "p5.48xlarge"} <= {gap.instance_type for gap in gaps}


def test_what_is_not_published_is_not_priced_on_the_same_day():
    priced = {(rate.instance_type, rate.region, rate.purchase, rate.as_of) for rate in rates()}
    both = [
        gap for gap in not_published() if (gap.instance_type, gap.region, gap.purchase, gap.as_of) in priced
    ]
    assert both == []


def test_local_zones_stand_under_their_region_and_are_told_apart():
    zones = {(rate.region, rate.zone) for rate in rates() if rate.local_zone}
    assert zones == {
        ("us-east-1", "us-east-1-atl-2a"),
        ("us-east-1", "us-east-1-dfw-2a"),
        ("us-east-1", "use1-atl2-az1"),
        ("us-west-2", "us-west-2-phx-2a"),
    }
    # The Atlanta spot price of a p5 is far below that of the region: it must not decide it.
    spot = [
        rate for rate in rates("spot") if (rate.instance_type, rate.region) == ("p5.48xlarge", "us-east-1")
    ]
    assert min(rate.usd_per_hour for rate in spot) == Decimal("10.2397")
    assert min(rate.usd_per_hour for rate in spot if not rate.local_zone) == Decimal("17.6289")


def test_zones_by_name_and_by_id_are_no_local_zones():
    zones = {rate.zone for rate in rates() if rate.zone and not rate.local_zone}
    assert {"us-east-2c", "use1-az1", "apse4-az3", "sa-east-1b", "ap-south-2b"} <= zones


def test_rates_of_october_2026_stand_in_each_region_that_the_page_of_july_lists():
    july, october = datetime.date(2026, 7, 22), datetime.date(2026, 10, 7)
    blocks = [rate for rate in rates("capacity_block") if not rate.local_zone]
    for name in {rate.instance_type for rate in blocks if rate.as_of == october}:
        regions = {
            day: Counter(rate.region for rate in blocks if (rate.instance_type, rate.as_of) == (name, day))
            for day in (july, october)
        }
        assert regions[july] == regions[october]
    for rate in blocks:
        if rate.as_of == october:
            assert "secondary source" in rate.note
            stated_for = "GovCloud" if "gov" in rate.region else "all regions in which the type is offered"
            assert stated_for in rate.note


def test_a_block_fee_was_divided_by_hours_and_minutes():
    """689.59 USD bought 19:17 h; by 19 h that source had 36.29, which is no rate and was left out."""
    blocks = {rate.usd_per_hour for rate in rates("capacity_block") if rate.instance_type == "trn2.48xlarge"}
    assert blocks == {Decimal("35.7608")}


def test_an_undated_reading_has_the_start_of_its_bracket_and_says_so():
    undated = [rate for rate in rates() if "undated" in rate.note]
    assert len(undated) == 80
    assert {rate.as_of for rate in undated} == {datetime.date(2025, 11, 1)}
    assert all("between 2025-11 and 2026-05" in rate.note for rate in undated)


def test_a_region_that_no_source_states_stays_unstated():
    unstated = [rate for rate in rates() if rate.region == "unstated"]
    assert len(unstated) == 14
    assert {rate.region for rate in rates()} - {"unstated"} <= set(REGIONS)


def test_ranges_in_notes_are_in_order():
    ranges = [
        [float(part) for part in found[1].split("/")]
        for rate in rates("spot")
        if (found := re.search(r"least/mean/greatest of 30 days ([\d./]+)", rate.note))
    ]
    assert len(ranges) == 4
    assert all(low <= mean <= high for low, mean, high in ranges)
