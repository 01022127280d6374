"""Prices asked of AWS itself, with the user's own credentials: needs the extra `aws` (boto3)."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from typing import Any, Literal, TypeAlias

from calc.core.cost import capacity_block_price
from calc.errors import InputError
from calc.sources import price_list
from calc.sources.base import Progress, Query, Reading, SourceError, one_price_each
from pricing_data import NotPublished, Rate
from pricing_data.checks import Finding

Clients: TypeAlias = Callable[[str, str], Any]
"""Gives the boto3 client of a service in a region."""

PRICE_LIST_REGION = "us-east-1"
"""One of the few regions with an endpoint of the price list; it answers for all regions."""
BLOCK_HOURS = 24
"""Length of the Capacity Blocks that are asked for: the shortest. The answer may add a part-day in front."""
_LINUX = "Linux/UNIX"
_PLANS = {"Compute": "Compute Savings Plan", "EC2Instance": "EC2 Instance Savings Plan"}
_TERMS = {31_536_000: "1yr", 94_608_000: "3yr"}
"""Length of a Savings Plan, by its seconds."""
_BY_THE_HOUR = re.compile(r"(?:[A-Z0-9]+-)?BoxUsage:")
"""Usage type of an instance that runs, after the short name of the region."""
_FEE_DECIMALS = Decimal("1e-4")
"""A fee is rounded to cents, so the price per hour of a day's block is known to about 0.0002 USD."""
_EXPIRED = ("ExpiredToken", "ExpiredTokenException", "RequestExpired")
_ABOUT_THE_TYPE = re.compile(r"Invalid(Parameter|InstanceType)|Unsupported")
"""Error codes that speak of one instance type; after others, asking for the next one is in vain."""
_TYPES_SHOWN = 5


class Aws:
    """Source `aws`: the price list, Spot, Capacity Blocks and Savings Plans, each on its own."""

    name = "aws"

    def __init__(self, clients: Clients | None = None) -> None:
        self._clients = clients

    def read(self, query: Query, *, today: datetime.date, progress: Progress) -> Reading:
        """The rates of today; what cannot be asked (no permission, no endpoint) is a fault of the reading.

        Raises SourceError without boto3 or without credentials, InputError without a region.
        """
        if not query.regions:
            raise InputError("name the regions to ask AWS about, such as us-east-2")
        asking = _Asking(self._clients or _boto3_clients(), query.types(), today, progress)
        for region in query.regions:
            for name in asking.types:
                if not asking.ask("price list", region, (name,), asking.price_list):
                    break
            asking.ask("Spot prices", region, asking.types, asking.spot)
            for name in asking.types:
                if not asking.ask("Capacity Blocks", region, (name,), asking.capacity_blocks):
                    break
            asking.ask("Savings Plans", region, asking.types, asking.savings_plans)
        return asking.reading()


def _boto3_clients() -> Clients:
    """Clients that give up after a few tries, one for each service and region."""
    try:
        import boto3
        from botocore.config import Config
        from botocore.exceptions import ProfileNotFound
    except ImportError:
        raise SourceError(
            "asking AWS for prices needs the package boto3; install it with: pip install 'perdollar[aws]'"
        ) from None
    try:
        session = boto3.session.Session()
    except ProfileNotFound as error:
        raise _no_credentials(error) from None
    config = Config(connect_timeout=5, read_timeout=30, retries={"mode": "standard", "max_attempts": 4})
    client: Any = session.client

    @cache
    def make(service: str, region: str) -> Any:
        return client(service, region_name=region, config=config)

    return make


def _no_credentials(why: object) -> SourceError:
    return SourceError(
        f"AWS gives no prices without valid credentials ({str(why).rstrip('.')}); sign in with aws configure "
        "or aws sso login, or download an offer file, which needs none, and use: perdollar prices import"
    )


@dataclass
class _Asking:
    """One reading in the making."""

    clients: Clients
    types: tuple[str, ...]
    today: datetime.date
    progress: Progress
    rates: list[Rate] = field(default_factory=list)
    missing: list[NotPublished] = field(default_factory=list)
    failed: dict[tuple[Literal["error", "warning"], str, str], list[str]] = field(default_factory=dict)
    """Level, question and answer of what failed, with the instance types that it failed for."""

    def ask(
        self,
        what: str,
        region: str,
        types: tuple[str, ...],
        question: Callable[[str, tuple[str, ...]], Iterator[Rate | NotPublished]],
    ) -> bool:
        """Keep what the answer holds, or why there is none; false if the next would fail in the same way.

        Where one of several types spoils the question, each is asked about by itself.
        """
        from botocore import exceptions

        self.progress(f"{what} in {region}" + (f": {types[0]}" if len(types) == 1 else ""))
        try:
            for found in question(region, types):
                if isinstance(found, Rate):
                    self.rates.append(found)
                else:
                    self.missing.append(found)
        except (
            exceptions.NoCredentialsError,
            exceptions.PartialCredentialsError,
            exceptions.CredentialRetrievalError,
            exceptions.TokenRetrievalError,
            exceptions.SSOError,
        ) as error:
            raise _no_credentials(error) from None
        except exceptions.ClientError as error:
            code, message = error.response["Error"]["Code"], error.response["Error"]["Message"]
            if code in _EXPIRED:
                raise _no_credentials(message) from None
            of_type = _ABOUT_THE_TYPE.match(code) is not None
            if of_type and len(types) > 1:
                return all(self.ask(what, region, (name,), question) for name in types)
            level: Literal["error", "warning"] = "warning" if of_type else "error"
            self.failed.setdefault((level, f"{what} in {region}", f"{message} ({code})"), []).extend(types)
            return of_type
        except exceptions.BotoCoreError as error:
            self.failed.setdefault(("error", f"{what} in {region}", str(error)), []).extend(types)
            return False
        return True

    def reading(self) -> Reading:
        """All that was kept."""
        rates, contradictions = one_price_each(self.rates)
        failures = (
            Finding(None, level, f"{what} could not be read for {_some(types)}: {why}")
            for (level, what, why), types in self.failed.items()
        )
        return Reading(rates, tuple(self.missing), (*failures, *contradictions))

    def price_list(self, region: str, types: tuple[str, ...]) -> Iterator[Rate | NotPublished]:
        """On-demand and reserved rates of one instance type, or the record that none is published."""
        (name,) = types
        source = "AWS Price List API"
        wanted = {
            "regionCode": region,
            "instanceType": name,
            "productFamily": price_list.FAMILY,
            **price_list.ATTRIBUTES,
        }
        pages = self.clients("pricing", PRICE_LIST_REGION).get_paginator("get_products")
        on_demand = False
        for page in pages.paginate(
            ServiceCode="AmazonEC2",
            FormatVersion="aws_v1",
            Filters=[{"Type": "TERM_MATCH", "Field": key, "Value": value} for key, value in wanted.items()],
        ):
            for text in page["PriceList"]:
                item = json.loads(text)
                # What the filter lets through is judged again: a free or unlike product must never slip in.
                bought = price_list.product(
                    item["product"].get("productFamily", ""), item["product"]["attributes"]
                )
                if bought is None or (bought.instance_type, bought.region) != (name, region):
                    continue
                note = f"price list version {item.get('version', 'unstated')}"
                for kind in ("OnDemand", "Reserved"):
                    for term in price_list.terms(item["terms"].get(kind, {})):
                        rate = price_list.rate(
                            bought, term, as_of=self.today, standing="live", source=source, note=note
                        )
                        if rate is not None:
                            on_demand |= rate.purchase == "on_demand"
                            yield rate
        if not on_demand:
            yield price_list.none_published(name, region, as_of=self.today, source=source)

    def spot(self, region: str, types: tuple[str, ...]) -> Iterator[Rate]:
        """The last price of the day in each zone. A day, not this moment: no clock is read here."""
        midnight = datetime.datetime.combine(self.today, datetime.time(), datetime.UTC)
        day = datetime.timedelta(days=1)
        pages = self.clients("ec2", region).get_paginator("describe_spot_price_history")
        quotes: dict[tuple[str, str], dict[str, Any]] = {}
        for page in pages.paginate(
            InstanceTypes=list(types),
            ProductDescriptions=[_LINUX],
            StartTime=midnight - day,
        ):
            for quote in page["SpotPriceHistory"]:
                key = quote["InstanceType"], quote["AvailabilityZone"]
                if quote["Timestamp"] < midnight + day and (
                    key not in quotes or quotes[key]["Timestamp"] < quote["Timestamp"]
                ):
                    quotes[key] = quote
        for (name, zone), quote in quotes.items():
            price = price_list.usd(quote["SpotPrice"])
            if price is not None and price > 0:
                yield self._rate(
                    name,
                    region,
                    price,
                    "spot",
                    zone=zone,
                    since=quote["Timestamp"].date(),
                    source="EC2 API DescribeSpotPriceHistory",
                    note=f"zone id {quote['AvailabilityZoneId']}" if "AvailabilityZoneId" in quote else "",
                )

    def capacity_blocks(self, region: str, types: tuple[str, ...]) -> Iterator[Rate]:
        """In each zone the block that comes nearest to the length asked for."""
        (name,) = types
        pages = self.clients("ec2", region).get_paginator("describe_capacity_block_offerings")
        by_zone: dict[str, list[tuple[Decimal, dict[str, Any]]]] = {}
        for page in pages.paginate(InstanceType=name, InstanceCount=1, CapacityDurationHours=BLOCK_HOURS):
            for offer in page["CapacityBlockOfferings"]:
                price = _per_hour(offer)
                if price is not None and offer["InstanceType"] == name:
                    by_zone.setdefault(offer["AvailabilityZone"], []).append((price, offer))
        for zone, offers in by_zone.items():
            price, nearest = min(offers, key=lambda offer: abs(_minutes(offer[1]) - BLOCK_HOURS * 60))
            prices = sorted({other for other, _ in offers})
            hours, minutes = divmod(_minutes(nearest), 60)
            note = (
                f"computed: {nearest['UpfrontFee']} USD for {hours}:{minutes:02} h of "
                f"{nearest['InstanceCount']} from {nearest['StartDate']:%Y-%m-%d %H:%M}; "
                f"asked for {BLOCK_HOURS} h"
            )
            if len(prices) > 1:
                note += f"; {len(offers)} offers at {prices[0]} to {prices[-1]} USD/h"
            source = "EC2 API DescribeCapacityBlockOfferings"
            yield self._rate(name, region, price, "capacity_block", zone=zone, source=source, note=note)

    def savings_plans(self, region: str, types: tuple[str, ...]) -> Iterator[Rate]:
        """Rates under both kinds of plan. The source says which: they differ, and neither is the price."""
        client = self.clients("savingsplans", PRICE_LIST_REGION)
        wanted = {"region": [region], "instanceType": list(types), "productDescription": [_LINUX]}
        wanted["tenancy"] = ["shared"]
        request: dict[str, Any] = {
            "savingsPlanTypes": list(_PLANS),
            "products": ["EC2"],
            "serviceCodes": ["AmazonEC2"],
            "filters": [{"name": name, "values": values} for name, values in wanted.items()],
        }
        more = True
        while more:
            page = client.describe_savings_plans_offering_rates(**request)
            for found in page["searchResults"]:
                plan = found["savingsPlanOffering"]
                about = {entry["name"]: entry["value"] for entry in found["properties"]}
                price = price_list.usd(found["rate"]) if plan["currency"] == "USD" else None
                if (
                    price is None
                    or price <= 0
                    or any(about.get(name) not in values for name, values in wanted.items())
                    or _BY_THE_HOUR.match(found["usageType"]) is None
                    or found["operation"] != "RunInstances"
                    or plan["durationSeconds"] not in _TERMS
                ):
                    continue
                yield self._rate(
                    about["instanceType"],
                    region,
                    price,
                    "savings_plan",
                    term=_TERMS[plan["durationSeconds"]],
                    payment=price_list.PAYMENTS[plan["paymentOption"]],
                    source=f"AWS Savings Plans API, {_PLANS[plan['planType']]}",
                    note=plan["planDescription"],
                )
            request["nextToken"] = page.get("nextToken")
            more = bool(request["nextToken"])

    def _rate(
        self,
        instance_type: str,
        region: str,
        price: Decimal,
        purchase: str,
        *,
        source: str,
        note: str,
        zone: str | None = None,
        term: str | None = None,
        payment: str | None = None,
        since: datetime.date | None = None,
    ) -> Rate:
        return Rate(
            instance_type=instance_type,
            region=region,
            zone=zone,
            purchase=purchase,
            term=term,
            payment=payment,
            usd_per_hour=price_list.plain(price),
            valid_from=since or self.today,
            as_of=self.today,
            standing="live",
            source=source,
            note=note,
        )


def _per_hour(offer: dict[str, Any]) -> Decimal | None:
    """USD per instance-hour of a block on offer; None where the fee is nothing, or not in USD."""
    fee = price_list.usd(offer["UpfrontFee"]) if offer["CurrencyCode"] == "USD" else None
    minutes = _minutes(offer)
    if fee is None or fee <= 0 or minutes == 0:
        return None
    whole, rest = divmod(minutes, 60)
    price = capacity_block_price(fee, offer["InstanceCount"], whole, rest)
    return price_list.plain(price.quantize(_FEE_DECIMALS))


def _minutes(offer: dict[str, Any]) -> int:
    return int(offer["CapacityBlockDurationHours"]) * 60 + int(offer.get("CapacityBlockDurationMinutes") or 0)


def _some(types: list[str]) -> str:
    more = len(types) - _TYPES_SHOWN
    return ", ".join(types[:_TYPES_SHOWN]) + (f" and {more} more" if more > 0 else "")
