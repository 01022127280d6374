"""What there is to choose from when a price is looked up."""

from __future__ import annotations

import datetime
from decimal import Decimal

import pytest

from calc.sources.book import PriceBook
from calc.ui import lookup
from pricing_data import Rate
from pricing_data.regions import UNSTATED

DAY = datetime.date(2026, 12, 1)


def _rate(price, **more):
    fields = {
        "instance_type": "box.large",
        "region": "us-east-1",
        "zone": None,
        "purchase": "reserved",
        "term": None,
        "payment": None,
        "usd_per_hour": Decimal(price),
        "valid_from": DAY,
        "as_of": DAY,
        "standing": "user",
        "source": "contract",
        "note": "",
    }
    return Rate(**(fields | more))


def _texts(**said):
    named = {"instance": "box.large"} | {
        f"price.catalogue.{name}": value for name, value in said.items() if name != "instance"
    }
    return named | ({"instance": said["instance"]} if "instance" in said else {})


def test_every_price_in_force_is_found_by_its_own_choices_unless_sources_disagree():
    book = PriceBook()
    held = [rate for rate in book.in_force(DAY) if rate.region != UNSTATED]
    prices = {}
    for rate in held:
        prices.setdefault(rate.key, set()).add(rate.usd_per_hour)
    assert len(held) > 1000
    for rate in held:
        assert lookup.can_be_used(book, rate, DAY) == (len(prices[rate.key]) == 1)


def test_terms_and_payments_are_asked_for_where_there_are_several():
    book = PriceBook(
        [
            _rate("3", term="1yr", payment="none"),
            _rate("2", term="3yr", payment="none"),
            _rate("1.5", term="3yr", payment="all"),
        ]
    )
    said = {"purchase": "reserved", "region": "us-east-1"}
    offered = lookup.choices(book, _texts(**said), DAY)
    assert list(offered["price.catalogue.term"]) == ["1yr", "3yr"]
    assert dict(lookup.missing(book, _texts(**said), DAY)) == {
        "price.catalogue.term": "choose one; the 3 prices differ by term"
    }
    assert lookup.find(book, _texts(**said), DAY) is None
    said["term"] = "1yr"
    assert "price.catalogue.payment" not in lookup.choices(book, _texts(**said), DAY)
    assert lookup.find(book, _texts(**said), DAY).usd_per_hour == 3
    said["term"] = "3yr"
    assert list(lookup.choices(book, _texts(**said), DAY)["price.catalogue.payment"]) == ["all", "none"]
    assert lookup.find(book, _texts(**said, payment="all"), DAY).usd_per_hour == Decimal("1.5")


def test_a_local_zone_is_offered_and_never_speaks_for_its_region():
    book = PriceBook([_rate("9", purchase="on_demand", zone="us-east-1-atl-2a")])
    said = {"purchase": "on_demand", "region": "us-east-1"}
    assert list(lookup.choices(book, _texts(**said), DAY)["price.catalogue.zone"]) == ["us-east-1-atl-2a"]
    assert lookup.find(book, _texts(**said), DAY) is None
    assert lookup.find(book, _texts(**said, zone="us-east-1-atl-2a"), DAY).usd_per_hour == 9


def test_what_was_said_stays_a_choice():
    offered = lookup.choices(PriceBook(), _texts(instance="trn2.48xlarge", purchase="on_demand"), DAY)
    assert list(offered["price.catalogue.purchase"]) == ["spot", "capacity_block", "on_demand"]
    assert not offered["price.catalogue.region"]


def test_an_unstated_region_is_never_offered():
    book = PriceBook([_rate("1", region=UNSTATED), _rate("2")])
    assert list(lookup.choices(book, _texts(purchase="reserved"), DAY)["price.catalogue.region"]) == [
        "us-east-1"
    ]
    assert not lookup.can_be_used(book, _rate("1", region=UNSTATED), DAY)


def test_a_day_gives_the_price_of_then():
    said = _texts(instance="p5.48xlarge", purchase="on_demand", region="us-east-1", date="2025-04-01")
    assert lookup.find(PriceBook(), said, DAY).usd_per_hour == Decimal("98.32")


@pytest.mark.parametrize(
    ("instance", "said"),
    [
        ("trn2u.48xlarge", "capacity-block"),
        ("trn3.48xlarge", "price is published for trn3.48xlarge."),
    ],
)
def test_what_is_not_published_is_said(instance, said):
    assert said in lookup.none_published(PriceBook(), instance)


def test_what_the_own_table_has_is_not_called_unpublished():
    own = PriceBook([_rate("9", instance_type="trn2.48xlarge", purchase="on_demand")])
    assert "on-demand" in lookup.none_published(PriceBook(), "trn2.48xlarge")
    assert "on-demand" not in (lookup.none_published(own, "trn2.48xlarge") or "")
