from __future__ import annotations

import datetime
import json
import sys
from decimal import Decimal
from functools import partial

import pytest

from calc.errors import InputError
from calc.sources import Query, SourceError
from calc.sources.aws import Aws

boto3 = pytest.importorskip("boto3")
from botocore.exceptions import EndpointConnectionError  # noqa: E402
from botocore.stub import Stubber  # noqa: E402

SESSION = boto3.session.Session(aws_access_key_id="x", aws_secret_access_key="y")
TODAY = datetime.date(2026, 10, 3)
PRODUCTS = {
    "p5": "get_products_p5_48xlarge_unfiltered.json",
    "trn1": "get_products_trn1_32xlarge.json",
    "trn2": "get_products_trn2_capacity_block_only.json",
}


class Cloud:
    """Stubbed clients. Each is told what it will be asked, in order, and fails if it is asked otherwise."""

    def __init__(self):
        self.stubs = {}

    def clients(self, service, region):
        return self.stub(service, region).client

    def stub(self, service, region):
        if (service, region) not in self.stubs:
            stub = Stubber(SESSION.client(service, region_name=region))
            stub.activate()
            self.stubs[service, region] = stub
        return self.stubs[service, region]

    def price_list(self, region, name, answer=None, token=None, **error):
        wanted = {
            "regionCode": region,
            "instanceType": name,
            "productFamily": "Compute Instance",
            "operatingSystem": "Linux",
            "tenancy": "Shared",
            "preInstalledSw": "NA",
            "capacitystatus": "Used",
            "marketoption": "OnDemand",
        }
        asked = {
            "ServiceCode": "AmazonEC2",
            "FormatVersion": "aws_v1",
            "Filters": [
                {"Type": "TERM_MATCH", "Field": key, "Value": value} for key, value in wanted.items()
            ],
        }
        if token:
            asked["NextToken"] = token
        self._answer("pricing", "us-east-1", "get_products", answer or {"PriceList": []}, asked, error)

    def spot(self, region, names, answer=None, token=None, **error):
        asked = {
            "InstanceTypes": list(names),
            "ProductDescriptions": ["Linux/UNIX"],
            "StartTime": datetime.datetime(2026, 10, 2, tzinfo=datetime.UTC),
        }
        if token:
            asked["NextToken"] = token
        answer = answer or {"SpotPriceHistory": []}
        self._answer("ec2", region, "describe_spot_price_history", answer, asked, error)

    def blocks(self, region, name, answer=None, token=None, **error):
        asked = {"InstanceType": name, "InstanceCount": 1, "CapacityDurationHours": 24}
        if token:
            asked["NextToken"] = token
        answer = answer or {"CapacityBlockOfferings": []}
        self._answer("ec2", region, "describe_capacity_block_offerings", answer, asked, error)

    def plans(self, region, names, answer=None, token=None, **error):
        filters = {"region": [region], "instanceType": list(names)}
        filters |= {"productDescription": ["Linux/UNIX"], "tenancy": ["shared"]}
        asked = {
            "savingsPlanTypes": ["Compute", "EC2Instance"],
            "products": ["EC2"],
            "serviceCodes": ["AmazonEC2"],
            "filters": [{"name": name, "values": values} for name, values in filters.items()],
        }
        if token:
            asked["nextToken"] = token
        answer = answer or {"searchResults": []}
        operation = "describe_savings_plans_offering_rates"
        self._answer("savingsplans", "us-east-1", operation, answer, asked, error)

    def expect(self, region, names, *, price_list=(), spot=(), blocks=(), plans=()):
        """Everything is asked once, in this order; pages given for one type are of the first name."""

        def turn(pages, put):
            for number, page in enumerate(pages or [None]):
                put(page, token="more" if number else None)

        for at, name in enumerate(names):
            turn(() if at else price_list, partial(self.price_list, region, name))
        turn(spot, partial(self.spot, region, names))
        for at, name in enumerate(names):
            turn(() if at else blocks, partial(self.blocks, region, name))
        turn(plans, partial(self.plans, region, names))

    def read(self, region, *names):
        lines = []
        reading = Aws(self.clients).read(Query(names, (region,)), today=TODAY, progress=lines.append)
        for stub in self.stubs.values():
            stub.assert_no_pending_responses()
        assert lines
        return reading

    def _answer(self, service, region, operation, answer, asked, error):
        stub = self.stub(service, region)
        if error:
            stub.add_client_error(operation, error["code"], error.get("message", ""), expected_params=asked)
        else:
            stub.add_response(operation, answer, asked)


@pytest.fixture
def cloud():
    return Cloud()


def test_a_free_capacity_block_is_never_the_price(cloud, recorded):
    cloud.expect("us-east-1", ["p5.48xlarge"], price_list=[recorded(PRODUCTS["p5"])])
    reading = cloud.read("us-east-1", "p5.48xlarge")
    (rate,) = reading.rates
    assert (rate.usd_per_hour, rate.purchase, rate.standing) == (Decimal("55.04"), "on_demand", "live")
    assert (rate.valid_from, rate.as_of) == (datetime.date(2026, 9, 1), TODAY)
    assert not reading.faults
    assert not reading.not_published


def test_trn2_has_no_published_on_demand_price(cloud, recorded):
    cloud.expect("us-east-2", ["trn2.48xlarge"], price_list=[recorded(PRODUCTS["trn2"])])
    reading = cloud.read("us-east-2", "trn2.48xlarge")
    assert not reading.rates
    (record,) = reading.not_published
    assert (record.instance_type, record.region, record.as_of) == ("trn2.48xlarge", "us-east-2", TODAY)


def test_no_product_at_all_is_none_published_too(cloud):
    cloud.expect("us-east-2", ["trn2.48xlarge"])
    assert len(cloud.read("us-east-2", "trn2.48xlarge").not_published) == 1


def test_products_of_a_later_page_count(cloud, recorded):
    pages = [{"PriceList": [], "NextToken": "more"}, recorded(PRODUCTS["trn1"])]
    cloud.expect("us-west-2", ["trn1.32xlarge"], price_list=pages)
    assert [str(rate.usd_per_hour) for rate in cloud.read("us-west-2", "trn1.32xlarge").rates] == ["21.5"]


def test_a_product_of_another_region_is_not_taken(cloud, recorded):
    cloud.expect("us-east-1", ["trn1.32xlarge"], price_list=[recorded(PRODUCTS["trn1"])])
    reading = cloud.read("us-east-1", "trn1.32xlarge")
    assert not reading.rates
    assert len(reading.not_published) == 1


def with_reserved(recorded, option, hourly, upfront=None, offering="standard"):
    """The recorded reserved term, bought in another way."""
    item = recorded("price_list_item_decoded_with_reserved.json")
    (term,) = item["terms"]["Reserved"].values()
    term["termAttributes"] |= {"PurchaseOption": option, "OfferingClass": offering}
    dimensions = term["priceDimensions"]
    next(iter(dimensions.values()))["pricePerUnit"]["USD"] = hourly
    if upfront:
        dimensions["FEE"] = {"unit": "Quantity", "pricePerUnit": {"USD": upfront}}
    return {"PriceList": [json.dumps(item)]}


@pytest.mark.parametrize(
    ("option", "hourly", "upfront", "payment", "price"),
    [
        ("No Upfront", "13.2289500000", None, "none", Decimal("13.22895")),
        ("Partial Upfront", "6.5", "56940", "partial", Decimal("13")),
        ("All Upfront", "0.0000000000", "87600", "all", Decimal("10")),
    ],
)
def test_reserved_rates_spread_what_is_paid_up_front(
    cloud, recorded, option, hourly, upfront, payment, price
):
    cloud.expect(
        "us-west-2", ["trn1.32xlarge"], price_list=[with_reserved(recorded, option, hourly, upfront)]
    )
    on_demand, reserved = cloud.read("us-west-2", "trn1.32xlarge").rates
    assert on_demand.usd_per_hour == Decimal("21.5")
    assert (reserved.purchase, reserved.term, reserved.payment) == ("reserved", "1yr", payment)
    assert reserved.usd_per_hour == price
    assert ("up front over 8760 h" in reserved.note) == (upfront is not None)


def test_convertible_reservations_are_another_thing(cloud, recorded):
    answer = with_reserved(recorded, "No Upfront", "15", offering="convertible")
    cloud.expect("us-west-2", ["trn1.32xlarge"], price_list=[answer])
    assert [rate.purchase for rate in cloud.read("us-west-2", "trn1.32xlarge").rates] == ["on_demand"]


def test_spot_prices_of_each_zone(cloud, recorded):
    cloud.expect("sa-east-1", ["trn2.3xlarge"], spot=[recorded("describe_spot_price_history_sa_east_1.json")])
    rates = cloud.read("sa-east-1", "trn2.3xlarge").rates
    assert {(rate.zone, str(rate.usd_per_hour), rate.valid_from.day) for rate in rates} == {
        ("sa-east-1c", "2.569", 3),
        ("sa-east-1b", "7.7264", 2),
    }
    assert {(rate.purchase, rate.region, rate.as_of) for rate in rates} == {("spot", "sa-east-1", TODAY)}


def test_the_last_spot_price_of_the_day_counts(cloud, recorded):
    first = recorded("describe_spot_price_history.json") | {"NextToken": "more"}
    quote = first["SpotPriceHistory"][0]
    hour = datetime.timedelta(hours=1)
    later = [
        quote | {"SpotPrice": "15.1", "Timestamp": quote["Timestamp"] + 5 * hour},
        quote | {"SpotPrice": "16", "Timestamp": quote["Timestamp"] + 30 * hour},
        quote | {"SpotPrice": "13", "Timestamp": quote["Timestamp"] - hour},
    ]
    names = ["trn2.48xlarge", "trn1.32xlarge"]
    cloud.expect("us-east-2", names, spot=[first, {"SpotPriceHistory": later}])
    found = {rate.instance_type: rate for rate in cloud.read("us-east-2", *names).rates}
    assert found["trn2.48xlarge"].usd_per_hour == Decimal("15.1")
    assert found["trn1.32xlarge"].usd_per_hour == Decimal("2.15")
    assert found["trn2.48xlarge"].note == "zone id use2-az3"


def test_the_fee_of_a_block_is_divided_to_the_minute(cloud, recorded):
    cloud.expect("ap-south-2", ["trn2.48xlarge"], blocks=[recorded("describe_capacity_block_offerings.json")])
    (rate,) = cloud.read("ap-south-2", "trn2.48xlarge").rates
    assert (rate.usd_per_hour, rate.zone) == (Decimal("35.7608"), "ap-south-2b")
    assert rate.note == (
        "computed: 858.26 USD for 24:00 h of 1 from 2026-10-03 11:30; asked for 24 h; "
        "3 offers at 35.7608 to 35.7609 USD/h"
    )


@pytest.mark.parametrize(
    ("fee", "hours", "minutes"),
    [
        ("308.14", 8, 37),
        ("309.33", 8, 39),
        ("689.59", 19, 17),
        ("858.26", 24, 0),
        ("1166.40", 32, 37),
    ],
)
def test_five_fees_that_agree_only_with_their_minutes(cloud, recorded, fee, hours, minutes):
    """Capacity Blocks of trn2.48xlarge offered to foxl-ai/kiln on 2026-10-03; listed at 35.7608 USD/h."""
    answer = recorded("describe_capacity_block_offerings.json")
    (offer, *_) = answer["CapacityBlockOfferings"]
    length = {"CapacityBlockDurationHours": hours, "CapacityBlockDurationMinutes": minutes}
    answer["CapacityBlockOfferings"] = [offer | {"UpfrontFee": fee} | length]
    cloud.expect("ap-south-2", ["trn2.48xlarge"], blocks=[answer])
    (rate,) = cloud.read("ap-south-2", "trn2.48xlarge").rates
    half_a_cent_per_hour = Decimal("0.005") / (hours + Decimal(minutes) / 60)
    assert abs(rate.usd_per_hour - Decimal("35.7608")) <= half_a_cent_per_hour + Decimal("0.0001")


@pytest.mark.parametrize(
    "change", [{"UpfrontFee": "0"}, {"CurrencyCode": "EUR"}, {"InstanceType": "trn2.3xlarge"}]
)
def test_an_offer_without_a_usable_fee_is_no_price(cloud, recorded, change):
    answer = recorded("describe_capacity_block_offerings.json")
    answer["CapacityBlockOfferings"] = [offer | change for offer in answer["CapacityBlockOfferings"]]
    cloud.expect("ap-south-2", ["trn2.48xlarge"], blocks=[answer])
    assert not cloud.read("ap-south-2", "trn2.48xlarge").rates


def test_both_savings_plans_of_all_pages(cloud, recorded):
    answer = recorded("describe_savings_plans_offering_rates.json")
    compute, instance = answer["searchResults"]
    instance["savingsPlanOffering"] |= {"durationSeconds": 94608000, "paymentOption": "All Upfront"}
    pages = [
        {"searchResults": [compute], "nextToken": "more"},
        {"searchResults": [instance], "nextToken": ""},
    ]
    cloud.expect("us-east-1", ["c5.9xlarge"], plans=pages)
    one, three = cloud.read("us-east-1", "c5.9xlarge").rates
    assert (str(one.usd_per_hour), one.term, one.payment) == ("2", "1yr", "none")
    assert (str(three.usd_per_hour), three.term, three.payment) == ("1", "3yr", "all")
    assert one.source.endswith("Compute Savings Plan")
    assert three.source.endswith("EC2 Instance Savings Plan")


@pytest.mark.parametrize(
    "change",
    [
        {"rate": "0"},
        {"usageType": "UnusedBox:c5.9xlarge"},
        {"operation": "RunInstances:0002"},
        {"properties": [{"name": "region", "value": "us-west-2"}]},
    ],
)
def test_savings_plans_of_other_things_are_left_out(cloud, recorded, change):
    answer = recorded("describe_savings_plans_offering_rates.json")
    answer["searchResults"] = [found | change for found in answer["searchResults"]]
    cloud.expect("us-east-1", ["c5.9xlarge"], plans=[answer])
    assert not cloud.read("us-east-1", "c5.9xlarge").rates


def test_what_is_not_allowed_does_not_stop_the_rest(cloud, recorded):
    names = ["trn1.32xlarge"]
    cloud.price_list("us-west-2", *names, recorded(PRODUCTS["trn1"]))
    cloud.spot("us-west-2", names, code="UnauthorizedOperation", message="You are not authorized.")
    cloud.blocks("us-west-2", *names)
    cloud.plans("us-west-2", names, code="AccessDeniedException", message="No savingsplans permission.")
    reading = cloud.read("us-west-2", *names)
    assert [rate.purchase for rate in reading.rates] == ["on_demand"]
    assert [fault.what for fault in reading.faults] == [
        f"{what} in us-west-2 could not be read for trn1.32xlarge: {why}"
        for what, why in (
            ("Spot prices", "You are not authorized. (UnauthorizedOperation)"),
            ("Savings Plans", "No savingsplans permission. (AccessDeniedException)"),
        )
    ]
    assert {fault.level for fault in reading.faults} == {"error"}


def test_a_throttled_question_is_not_repeated_for_every_type(cloud):
    names = ["trn1.32xlarge", "trn2.48xlarge", "p5.48xlarge"]
    cloud.price_list("us-west-2", names[0], code="ThrottlingException", message="Rate exceeded")
    cloud.spot("us-west-2", names)
    for name in names:
        cloud.blocks("us-west-2", name)
    cloud.plans("us-west-2", names)
    (fault,) = cloud.read("us-west-2", *names).faults
    assert "Rate exceeded" in fault.what


def test_a_type_that_is_not_sold_in_blocks_does_not_stop_the_next(cloud, recorded):
    names = ["g5.xlarge", "g5.2xlarge", "trn2.48xlarge"]
    for name in names[:2]:
        cloud.price_list("ap-south-2", name)
    cloud.price_list("ap-south-2", names[2])
    cloud.spot("ap-south-2", names)
    for name in names[:2]:
        cloud.blocks("ap-south-2", name, code="InvalidParameterValue", message="Not supported.")
    cloud.blocks("ap-south-2", names[2], recorded("describe_capacity_block_offerings.json"))
    cloud.plans("ap-south-2", names)
    reading = cloud.read("ap-south-2", *names)
    assert len(reading.rates) == 1
    (fault,) = reading.faults
    assert fault.level == "warning"
    assert "for g5.xlarge, g5.2xlarge: Not supported." in fault.what


def test_a_type_that_spoils_a_question_about_all_does_not_stop_the_others(cloud, recorded):
    names = ["trn3.48xlarge", "trn2.3xlarge", "c5.9xlarge"]
    for name in names:
        cloud.price_list("sa-east-1", name)
    unknown = {"code": "InvalidParameterValue", "message": "Invalid value 'trn3.48xlarge'."}
    cloud.spot("sa-east-1", names, **unknown)
    cloud.spot("sa-east-1", names[:1], **unknown)
    cloud.spot("sa-east-1", names[1:2], recorded("describe_spot_price_history_sa_east_1.json"))
    cloud.spot("sa-east-1", names[2:])
    for name in names:
        cloud.blocks("sa-east-1", name)
    cloud.plans("sa-east-1", names, code="InvalidParameterValue", message="Not known.")
    cloud.plans("sa-east-1", names[:1], code="ThrottlingException", message="Rate exceeded")
    reading = cloud.read("sa-east-1", *names)
    assert {rate.instance_type for rate in reading.rates} == {"trn2.3xlarge"}
    assert [(fault.level, fault.what.partition(":")[0]) for fault in reading.faults] == [
        ("warning", "Spot prices in sa-east-1 could not be read for trn3.48xlarge"),
        ("error", "Savings Plans in sa-east-1 could not be read for trn3.48xlarge"),
    ]


def test_a_region_out_of_reach_does_not_stop_the_next(cloud, recorded):
    cloud.price_list("us-east-1", "trn1.32xlarge")
    cloud.plans("us-east-1", ["trn1.32xlarge"])
    cloud.price_list("us-west-2", "trn1.32xlarge", recorded(PRODUCTS["trn1"]))
    cloud.spot("us-west-2", ["trn1.32xlarge"])
    cloud.blocks("us-west-2", "trn1.32xlarge")
    cloud.plans("us-west-2", ["trn1.32xlarge"])

    def clients(service, region):
        if (service, region) == ("ec2", "us-east-1"):
            raise EndpointConnectionError(endpoint_url="https://ec2.us-east-1.amazonaws.com/")
        return cloud.clients(service, region)

    query = Query(("trn1.32xlarge",), ("us-east-1", "us-west-2"))
    reading = Aws(clients).read(query, today=TODAY, progress=lambda line: None)
    assert [rate.region for rate in reading.rates] == ["us-west-2"]
    assert {fault.what.partition(" could")[0] for fault in reading.faults} == {
        "Spot prices in us-east-1",
        "Capacity Blocks in us-east-1",
    }


def test_expired_credentials_are_said_at_once(cloud):
    cloud.price_list("us-east-1", "p5.48xlarge", code="ExpiredTokenException", message="The token expired.")
    with pytest.raises(SourceError, match=r"without valid credentials \(The token expired\); sign in"):
        cloud.read("us-east-1", "p5.48xlarge")


@pytest.fixture
def signed_out(monkeypatch, tmp_path):
    """No credentials in the environment, in files, or on the network."""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    for name in ("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "AWS_CONTAINER_CREDENTIALS_FULL_URI"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(tmp_path / "none"))
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tmp_path / "none"))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")


def ask():
    return Aws().read(Query(("p5.48xlarge",), ("us-east-1",)), today=TODAY, progress=lambda line: None)


@pytest.mark.usefixtures("signed_out")
def test_without_credentials_it_says_so():
    with pytest.raises(SourceError, match=r"Unable to locate credentials.*aws configure.*prices import"):
        ask()


def test_with_half_of_the_credentials_it_says_so(signed_out, monkeypatch):
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "half")
    with pytest.raises(SourceError, match="Partial credentials"):
        ask()


def test_a_profile_that_is_not_there_is_said(signed_out, monkeypatch):
    monkeypatch.setenv("AWS_PROFILE", "nobody")
    with pytest.raises(SourceError, match="nobody"):
        ask()


def test_without_boto3_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "boto3", None)
    with pytest.raises(SourceError, match=r"pip install 'perdollar\[aws\]'"):
        ask()


def test_its_own_clients_give_up_in_time(signed_out, monkeypatch):
    from calc.sources.aws import _boto3_clients

    clients = _boto3_clients()
    config = clients("pricing", "us-east-1").meta.config
    assert config.connect_timeout <= 10
    assert config.read_timeout <= 60
    assert config.retries["total_max_attempts"] <= 6
    assert clients("pricing", "us-east-1") is clients("pricing", "us-east-1")


def test_a_region_must_be_named():
    with pytest.raises(InputError, match="name the regions"):
        Aws(lambda service, region: None).read(Query(), today=TODAY, progress=lambda line: None)
