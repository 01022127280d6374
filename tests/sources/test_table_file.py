from __future__ import annotations

import csv
import datetime
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calc.sources import read_table, table_text
from pricing_data import Rate, rates

TODAY = datetime.date(2026, 12, 1)

texts = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=20
).map(str.strip)


def test_the_whole_catalogue_is_read_back_as_prices_of_the_user():
    reading = read_table(table_text(rates()).encode(), name="all.csv", today=TODAY)
    assert reading.rates == tuple(replace(rate, standing="user") for rate in rates())
    assert not [fault for fault in reading.faults if fault.level == "error"]


@given(
    note=texts,
    source=texts.filter(bool),
    zone=st.sampled_from([None, "us-east-1a", "use1-az4", "us-east-1-atl-2a"]),
    price=st.decimals("0.001", "1e6", places=6),
    age=st.integers(0, 3000),
    standing=st.sampled_from(["user", "live"]),
)
def test_any_rate_is_read_back_as_it_was(note, source, zone, price, age, standing):
    day = TODAY - datetime.timedelta(days=age)
    rate = Rate(
        instance_type="some.unknown",
        region="us-east-1",
        zone=zone,
        purchase="savings_plan",
        term="3yr",
        payment="partial",
        usd_per_hour=price,
        valid_from=day - datetime.timedelta(days=3),
        as_of=day,
        standing=standing,
        source=source,
        note=note,
    )
    assert read_table(table_text([rate]).encode(), name="t.csv", today=TODAY).rates == (rate,)


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "'=1+1"])
def test_no_text_acts_as_a_formula(text):
    rate = replace(rates()[0], standing="user", source=text, note=text)
    (row,) = csv.DictReader(table_text([rate]).splitlines())
    assert row["source"] == row["note"] == "'" + text
    assert read_table(table_text([rate]).encode(), name="t.csv", today=TODAY).rates == (rate,)


def test_prices_keep_every_digit():
    rate = replace(rates()[0], usd_per_hour=Decimal("8.73240000001"))
    (found,) = read_table(table_text([rate]).encode(), name="t.csv", today=TODAY).rates
    assert found.usd_per_hour == Decimal("8.73240000001")
