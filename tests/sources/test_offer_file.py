from __future__ import annotations

import csv
import datetime
import io
import json
import sys
from decimal import Decimal

import pytest

from calc.errors import InputError
from calc.sources import Query, SourceError
from calc.sources.offer_file import OfferFile

pytest.importorskip("ijson")
TODAY = datetime.date(2026, 12, 1)
FORMS = ["bulk_offer_file_AmazonEC2.json", "bulk_offer_file_AmazonEC2.csv"]


def read(path, progress=lambda line: None, **query):
    return OfferFile().read(Query(file=path, **query), today=TODAY, progress=progress)


@pytest.fixture(params=FORMS)
def example(request, data):
    return data(request.param)


@pytest.fixture
def document(data):
    return json.loads(data(FORMS[0]).read_text(encoding="utf-8"))


@pytest.fixture
def saved(tmp_path):
    def save(document):
        path = tmp_path / "index.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        return path

    return save


def test_only_the_linux_instance_that_is_bought_has_a_price(example):
    found = {(rate.instance_type, rate.region): rate.usd_per_hour for rate in read(example).rates}
    assert found == {
        ("p5.48xlarge", "us-east-1"): Decimal("55.04"),
        ("trn1.32xlarge", "us-west-2"): Decimal("21.5"),
    }


def test_the_days_are_those_of_the_file(example):
    for rate in read(example).rates:
        assert rate.as_of == datetime.date(2026, 9, 25)
        assert rate.valid_from == datetime.date(2026, 9, 1)
        assert rate.source.endswith("version 20260925174521")


def test_a_type_with_capacity_blocks_only_has_no_published_price(data):
    (record,) = read(data(FORMS[1])).not_published
    assert (record.instance_type, record.region, record.purchase) == (
        "trn2.48xlarge",
        "us-east-2",
        "on_demand",
    )


def test_the_query_limits_types_and_regions(example):
    assert [rate.instance_type for rate in read(example, instance_types=("trn1.32xlarge",)).rates] == [
        "trn1.32xlarge"
    ]
    assert [rate.instance_type for rate in read(example, regions=("us-east-1",)).rates] == ["p5.48xlarge"]


def test_reserved_terms_of_the_json_form(document, saved, recorded):
    item = recorded("price_list_item_decoded_with_reserved.json")
    document["terms"]["Reserved"][item["product"]["sku"]] = item["terms"]["Reserved"]
    (rate,) = [rate for rate in read(saved(document)).rates if rate.purchase == "reserved"]
    assert (rate.term, rate.payment, rate.usd_per_hour) == ("1yr", "none", Decimal("13.22895"))


def test_a_fee_in_two_rows_of_the_csv_form_is_one_rate(data, tmp_path):
    lines = data(FORMS[1]).read_text(encoding="utf-8").splitlines(keepends=True)
    header = next(csv.reader([lines[5]]))
    row = dict(zip(header, next(csv.reader([lines[10]])), strict=True))
    row |= {"OfferTermCode": "X", "TermType": "Reserved", "LeaseContractLength": "3yr"}
    row |= {"PurchaseOption": "Partial Upfront", "OfferingClass": "standard"}
    text = io.StringIO()
    writer = csv.DictWriter(text, header, quoting=csv.QUOTE_ALL)
    writer.writerow(row | {"Unit": "Hrs", "PricePerUnit": "5.0000000000"})
    writer.writerow(row | {"Unit": "Quantity", "PricePerUnit": "78840"})
    path = tmp_path / "index.csv"
    path.write_text("".join(lines) + text.getvalue(), encoding="utf-8", newline="")
    (rate,) = [rate for rate in read(path).rates if rate.purchase == "reserved"]
    assert (rate.term, rate.payment) == ("3yr", "partial")
    assert rate.usd_per_hour == 5 + Decimal(78840) / (3 * 8760)
    assert "78840 USD up front over 26280 h" in rate.note


def test_a_local_zone_is_kept_under_its_region(document, saved):
    for product in document["products"].values():
        product["attributes"]["regionCode"] = "us-west-2-lax-1"
    rates = read(saved(document)).rates
    assert {(rate.region, rate.zone, rate.local_zone) for rate in rates} == {
        ("us-west-2", "us-west-2-lax-1", True)
    }


def test_what_a_local_zone_lacks_is_not_said_of_its_region(document, saved):
    for product in document["products"].values():
        product["attributes"] |= {"regionCode": "us-west-2-lax-1", "operatingSystem": "Windows"}
    assert not read(saved(document)).not_published


@pytest.mark.parametrize("attribute", ["capacitystatus", "marketoption"])
def test_an_archived_file_lacks_the_newer_attributes(document, saved, attribute):
    for product in document["products"].values():
        del product["attributes"][attribute]
    assert {str(rate.usd_per_hour) for rate in read(saved(document)).rates} == {"55.04", "21.5"}


@pytest.mark.parametrize("currency", ["CNY", "EUR"])
def test_another_currency_is_no_price(document, saved, currency):
    text = json.dumps(document).replace('"USD"', f'"{currency}"')
    assert not read(saved(json.loads(text))).rates


def test_another_currency_is_no_price_in_the_csv_form(data, tmp_path):
    path = tmp_path / "index.csv"
    path.write_text(data(FORMS[1]).read_text(encoding="utf-8").replace('"USD"', '"CNY"'), encoding="utf-8")
    assert not read(path).rates


def test_products_with_contradicting_prices_are_reported(document, saved):
    twin = json.loads(json.dumps(document["products"]["3D4V8UAYEMB38GU2"]))
    terms = json.loads(json.dumps(document["terms"]["OnDemand"]["3D4V8UAYEMB38GU2"]))
    next(iter(next(iter(terms.values()))["priceDimensions"].values()))["pricePerUnit"]["USD"] = "60"
    document["products"]["TWIN"] = twin | {"sku": "TWIN"}
    document["terms"]["OnDemand"]["TWIN"] = terms
    reading = read(saved(document))
    assert [rate.instance_type for rate in reading.rates] == ["trn1.32xlarge"]
    assert "55.04, 60" in reading.faults[0].what


def test_it_says_how_far_it_has_come(document, saved, monkeypatch):
    monkeypatch.setattr("calc.sources.offer_file._STEP", 1000)
    lines = []
    read(saved(document), progress=lines.append)
    assert lines
    assert "MB of the offer file" in lines[0]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("part", [0.3, 0.6, 0.97])
def test_a_file_that_was_cut_off_is_refused(data, tmp_path, form, part):
    whole = data(form).read_bytes()
    path = tmp_path / form
    path.write_bytes(whole[: int(len(whole) * part)])
    with pytest.raises(InputError, match=r"damaged or incomplete.*download it again"):
        read(path)


def test_a_file_that_was_cut_off_in_its_last_cell(data, tmp_path):
    path = tmp_path / "index.csv"
    path.write_bytes(data(FORMS[1]).read_bytes().rstrip()[:-4])
    with pytest.raises(InputError, match="damaged or incomplete"):
        read(path)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        read(tmp_path / "index.json")


def test_terms_before_products_are_refused(document, saved):
    with pytest.raises(InputError, match="terms come before"):
        read(saved({"formatVersion": "v1.0", "terms": document["terms"], "products": document["products"]}))


def test_json_needs_a_package_and_csv_none(data, monkeypatch):
    monkeypatch.setitem(sys.modules, "ijson", None)
    with pytest.raises(SourceError, match=r"perdollar\[aws\].*index\.csv"):
        read(data(FORMS[0]))
    assert read(data(FORMS[1])).rates
