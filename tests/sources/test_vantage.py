from __future__ import annotations

import datetime
from decimal import Decimal

import pytest

from calc.errors import InputError
from calc.sources import Query, vantage
from calc.sources.vantage import VantageExport

TODAY = datetime.date(2026, 12, 1)


def read(path, **query):
    return VantageExport().read(Query(file=path, **query), today=TODAY, progress=lambda line: None)


def prices(reading, purchase):
    return [str(rate.usd_per_hour) for rate in reading.rates if rate.purchase == purchase]


@pytest.fixture
def reading(data):
    return read(data("vantage_export.json"))


def test_prices_of_linux_in_each_region(reading):
    assert [(rate.region, rate.usd_per_hour) for rate in reading.rates if rate.purchase == "on_demand"] == [
        ("us-east-1", Decimal("21.5")),
        ("us-west-2", Decimal("21.5")),
    ]


def test_commitments_have_term_and_payment(reading):
    (reserved,) = [rate for rate in reading.rates if rate.purchase == "reserved"]
    assert (reserved.term, reserved.payment, str(reserved.usd_per_hour)) == ("1yr", "none", "13.22895")
    plans = {rate.source: rate for rate in reading.rates if rate.purchase == "savings_plan"}
    assert len(plans) == 2
    assert {(rate.term, rate.payment) for rate in plans.values()} == {("3yr", "partial")}


def test_the_average_spot_price_is_no_price(reading):
    assert prices(reading, "spot") == ["2.15", "7.9"]


def test_zero_and_not_available_are_no_prices(reading):
    assert {rate.instance_type for rate in reading.rates} == {"trn1.32xlarge"}
    assert all(rate.usd_per_hour > 0 for rate in reading.rates)


def test_its_age_is_not_known(reading):
    (fault,) = reading.faults
    assert (fault.level, fault.row) == ("warning", None)
    assert "2026-12-01" in fault.what


def test_the_query_limits_types_and_regions(data):
    reading = read(data("vantage_export.json"), instance_types=("m5.large",), regions=("us-east-1",))
    assert prices(reading, "on_demand") == ["0.096"]
    assert not read(data("vantage_export.json"), regions=("eu-west-1",)).rates


def test_one_price_of_all_zones_is_one_rate(tmp_path):
    path = tmp_path / "one.json"
    path.write_text(
        '[{"instance_type": "trn1.32xlarge", "pricing": {"us-east-1": {"linux": '
        '{"spot_min": "2.15", "spot_max": "2.15"}}}}]'
    )
    assert prices(read(path), "spot") == ["2.15"]


def test_it_is_read_piece_by_piece(data, reading, monkeypatch):
    monkeypatch.setattr(vantage, "_CHUNK", 50)
    assert read(data("vantage_export.json")) == reading


def test_what_never_ends_is_not_read_to_its_end(tmp_path, monkeypatch):
    monkeypatch.setattr(vantage, "_CHUNK", 10)
    monkeypatch.setattr(vantage, "_LONGEST", 100)
    path = tmp_path / "endless.json"
    path.write_bytes(b'[\n{"instance_type": "' + b"x" * 100_000 + b"\xff")
    with pytest.raises(InputError, match=":2: this is not JSON"):
        read(path)


def test_what_cannot_be_read_is_said(tmp_path):
    with pytest.raises(InputError, match="this file cannot be read: No such file"):
        read(tmp_path / "gone.json")
    path = tmp_path / "latin.json"
    path.write_bytes(b'[{"instance_type": "\xe9"}]')
    with pytest.raises(InputError, match="not UTF-8"):
        read(path)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('[{"instance_type": "trn1.32xlarge"}]', "not an export"),
        ('[{"instance_type": "trn1.32xlarge", "pricing": []}]', "not an export"),
        ("[1]", "not an export"),
        ('{"instances": 1}', "not an export"),
        ('[{"instance_type": "trn1.32xlarge", "pricing": {}},\n', ":2: this is not JSON"),
    ],
)
def test_what_is_no_export_is_said(tmp_path, text, what):
    path = tmp_path / "bad.json"
    path.write_text(text)
    with pytest.raises(InputError, match=what):
        read(path)
