"""Reading rates: lazily, typed, exactly, and with the row named where that fails."""

from __future__ import annotations

import dataclasses
import datetime
import subprocess
import sys
from decimal import Decimal

import pytest

from pricing_data import in_force, rates, read_rates

ROW = {
    "instance_type": "trn2.48xlarge",
    "region": "us-east-2",
    "purchase": "capacity_block",
    "usd_per_hour": "35.7608",
    "as_of": "2026-10-08",
    "source": "our invoice",
}


def reading(**changes: str):
    (rate,) = read_rates([ROW | changes])
    return rate


def test_a_row_of_the_required_columns_is_enough():
    rate = reading()
    assert rate.usd_per_hour == Decimal("35.7608")
    assert rate.valid_from == rate.as_of == datetime.date(2026, 10, 8)
    assert (rate.zone, rate.term, rate.payment) == (None, None, None)
    assert (rate.source, rate.note, rate.standing) == ("our invoice", "", "catalogue")


def test_every_column_is_read():
    rate = reading(
        purchase="reserved", zone="us-east-2c", term="1yr", payment="partial", valid_from="2026-07-01",
        standing="live", note="as told",
    )  # fmt: skip
    assert rate.key == ("trn2.48xlarge", "us-east-2", "us-east-2c", "reserved", "1yr", "partial")
    assert rate.valid_from == datetime.date(2026, 7, 1)
    assert (rate.standing, rate.note) == ("live", "as told")


def test_the_standing_of_a_table_holds_for_rows_that_state_none():
    stated, unstated = read_rates([ROW | {"standing": "live"}, ROW | {"standing": ""}], standing="user")
    assert (stated.standing, unstated.standing) == ("live", "user")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"usd_per_hour": "$35.76"}, r"row 2: usd_per_hour '\$35.76' is not a number"),
        ({"usd_per_hour": ""}, "row 2: usd_per_hour '' is not a number"),
        ({"as_of": "08/10/2026"}, "row 2: .*08/10/2026"),
        ({"valid_from": "soon"}, "row 2: .*soon"),
        ({"standing": "rumour"}, "row 2: standing 'rumour' is not known; write one of user, catalogue, live"),
    ],
)
def test_a_row_that_cannot_be_read_is_named(changes, message):
    with pytest.raises(ValueError, match=message):
        read_rates([ROW, ROW | changes])


def test_a_missing_column_is_named():
    short = {key: value for key, value in ROW.items() if key != "region"}
    with pytest.raises(ValueError, match="row 1: the column region is missing"):
        read_rates([short])


def test_an_unknown_way_of_buying_is_refused_with_those_there_are():
    with pytest.raises(ValueError, match="write one of on_demand, spot, savings_plan, reserved"):
        rates("ondemand")


def test_all_ways_of_buying_together_are_each_of_them():
    assert len(rates()) == sum(
        len(rates(each)) for each in ("on_demand", "spot", "savings_plan", "reserved", "capacity_block")
    )


def test_a_record_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        reading().usd_per_hour = Decimal(1)


@pytest.mark.parametrize(
    ("zone", "local"),
    [
        ("", False),
        ("us-east-2c", False),
        ("use2-az1", False),
        ("us-east-2-chi-1a", True),
        ("use1-atl2-az1", True),
        ("us-east-2-wl1-chi-wlz-1", True),
    ],
)
def test_a_local_zone_is_told_from_an_availability_zone(zone, local):
    assert reading(zone=zone).local_zone is local


def days(*pairs: tuple[str, str, str]):
    return read_rates([ROW | {"usd_per_hour": p, "valid_from": v, "as_of": a} for p, v, a in pairs])


@pytest.mark.parametrize(
    ("day", "held"),
    [
        ("2025-12-31", []),
        ("2026-01-01", ["1"]),
        ("2026-06-30", ["1"]),
        ("2026-07-01", ["2"]),
        ("2027-01-01", ["2"]),
    ],
)
def test_a_reading_holds_from_its_first_day_until_the_next(day, held):
    table = days(("2", "2026-07-01", "2026-07-22"), ("1", "2026-01-01", "2026-06-30"))
    assert [str(rate.usd_per_hour) for rate in in_force(table, datetime.date.fromisoformat(day))] == held


def test_of_readings_that_hold_from_one_day_the_later_one_counts():
    table = days(("1", "2026-01-01", "2026-03-01"), ("1.5", "2026-01-01", "2026-02-01"))
    (held,) = in_force(table, datetime.date(2026, 12, 1))
    assert held.usd_per_hour == 1


def test_what_was_read_last_counts_though_it_began_earlier():
    """A file imported without effective dates must not hide what AWS says later, with its own date."""
    table = days(("60", "2026-11-01", "2026-11-01"), ("55.04", "2025-06-05", "2026-12-01"))
    (held,) = in_force(table, datetime.date(2026, 12, 1))
    assert str(held.usd_per_hour) == "55.04"


def test_sources_that_disagree_on_one_day_stay_side_by_side():
    table = days(("1", "2026-01-01", "2026-03-01"), ("2", "2026-01-01", "2026-03-01"))
    assert in_force(table, datetime.date(2026, 12, 1)) == table


def test_other_zones_terms_and_payments_are_other_prices():
    table = read_rates(
        [ROW, ROW | {"zone": "us-east-2a"}, ROW | {"purchase": "reserved", "term": "1yr"},
         ROW | {"purchase": "reserved", "term": "1yr", "payment": "all"}]
    )  # fmt: skip
    assert in_force(table, datetime.date(2026, 12, 1)) == table


def files_read_by(statements: str) -> set[str]:
    code = (
        "import sys, os\nread = []\n"
        "sys.addaudithook(lambda event, args: read.append(args[0]) if event == 'open' else None)\n"
        f"{statements}\n"
        "print(*sorted({os.path.basename(f) for f in read if str(f).endswith(('.csv', '.yaml'))}))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


def test_only_what_is_asked_for_is_read():
    assert files_read_by("import pricing_data, pricing_data.checks") == set()
    assert files_read_by("import pricing_data; pricing_data.rates('spot')") == {"spot.csv", "sources.csv"}
    assert files_read_by("import pricing_data; pricing_data.not_published()") == {
        "not_published.csv",
        "sources.csv",
    }


def test_a_file_is_read_once():
    assert rates("spot") is rates("spot")


def test_rates_load_neither_the_calculation_nor_heavy_libraries():
    code = (
        "import sys, pricing_data, pricing_data.checks\n"
        "pricing_data.rates(); pricing_data.not_published()\n"
        "print(sorted({'calc', 'pandas', 'pydantic', 'numpy', 'ruamel.yaml'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
