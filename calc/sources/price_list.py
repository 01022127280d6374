"""AWS's price list, as its API and its bulk offer files give it: which products count, and their rates.

A list holds many products of one instance type: Capacity Blocks and capacity reservations at 0.00, a
reservation that stays unused, other systems and tenancies. Only one is the Linux instance that is bought
by the hour. `ATTRIBUTES` picks it, like the filter in aws/karpenter-provider-aws,
pkg/providers/pricing/pricing.go.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from pricing_data import NotPublished, Rate
from pricing_data.records import Standing
from pricing_data.regions import REGIONS

FAMILY = "Compute Instance"
ATTRIBUTES = {
    "operatingSystem": "Linux",
    "tenancy": "Shared",
    "preInstalledSw": "NA",
    "capacitystatus": "Used",
    "marketoption": "OnDemand",
}
"""What the attributes of the one product must say."""
PAYMENTS = {"No Upfront": "none", "Partial Upfront": "partial", "All Upfront": "all"}
_NEWER = ("capacitystatus", "marketoption")
"""Attributes that archived lists do not have yet; there was one kind of product then."""
_HOURS_A_YEAR = 8760
_CENT_OF_A_CENT = Decimal("1e-10")
"""The list gives prices to 10 decimals; what is computed from them is rounded there."""


@dataclass(frozen=True, slots=True)
class Product:
    """An instance type, bought by the hour with Linux, in a place."""

    instance_type: str
    region: str
    zone: str | None
    """The Local Zone or Wavelength Zone; none for the region itself."""


@dataclass(frozen=True, slots=True)
class Term:
    """One way to buy a product."""

    effective: datetime.date
    hourly: Decimal
    """USD per hour while it runs, or while it is reserved."""
    upfront: Decimal
    """USD paid once."""
    length: str = ""
    """1yr or 3yr; empty for on-demand."""
    payment: str = ""
    """How much is paid up front, in the list's words; empty for on-demand."""
    offering: str = ""
    """standard or convertible; empty for on-demand."""


def product(family: str, attributes: Mapping[str, str]) -> Product | None:
    """The product, if it is the Linux instance that is bought by the hour; `attributes` as in the JSON."""
    if family != FAMILY:
        return None
    for name, wanted in ATTRIBUTES.items():
        found = attributes.get(name) or (wanted if name in _NEWER else "")
        if found != wanted:
            return None
    region, zone = place(attributes.get("regionCode", ""))
    return Product(attributes.get("instanceType", ""), region, zone)


def place(code: str) -> tuple[str, str | None]:
    """Region and zone of a region code: us-west-2-lax-1 is a zone of us-west-2."""
    region = re.match(r"[a-z]+(-[a-z]+)+-\d", code)
    if region and region[0] != code and region[0] in REGIONS:
        return region[0], code
    return code, None


def terms(of_kind: Mapping[str, Mapping[str, Any]]) -> Iterator[Term]:
    """The terms of one product under `OnDemand` or `Reserved`, priced in USD."""
    for term in of_kind.values():
        about = term.get("termAttributes") or {}
        prices = [
            (dimension.get("unit", ""), price)
            for dimension in term["priceDimensions"].values()
            if (price := usd(dimension["pricePerUnit"].get("USD"))) is not None
        ]
        yield from one_term(
            prices,
            term["effectiveDate"],
            about.get("LeaseContractLength", ""),
            about.get("PurchaseOption", ""),
            about.get("OfferingClass", ""),
        )


def one_term(
    prices: Iterable[tuple[str, Decimal]], effective: str, length: str, payment: str, offering: str
) -> Iterator[Term]:
    """The term with these prices, each with its unit; nothing where no price is given."""
    by_unit = dict(prices)
    if by_unit:
        hourly, upfront = by_unit.get("Hrs", Decimal(0)), by_unit.get("Quantity", Decimal(0))
        yield Term(
            datetime.date.fromisoformat(effective[:10]),
            hourly,
            upfront,
            length.replace(" ", ""),
            payment,
            offering,
        )


def rate(
    bought: Product, term: Term, *, as_of: datetime.date, standing: Standing, source: str, note: str = ""
) -> Rate | None:
    """The rate of a term; None where it costs nothing, or is no Standard reservation.

    Convertible reservations cost more and would stand beside the Standard ones as the same thing.
    What is paid up front is spread over all hours of the term, used or not.
    """
    price, notes = term.hourly, [note]
    if term.length:
        if term.offering != "standard" or term.payment not in PAYMENTS or not term.length[0].isdigit():
            return None
        notes.insert(0, "Standard RI")
        if term.upfront:
            hours = int(term.length[0]) * _HOURS_A_YEAR
            price = (term.upfront / hours + term.hourly).quantize(_CENT_OF_A_CENT)
            notes.append(
                f"computed: {plain(term.upfront)} USD up front over {hours} h + {plain(term.hourly)} USD/h"
            )
    if price <= 0:
        return None
    return Rate(
        instance_type=bought.instance_type,
        region=bought.region,
        zone=bought.zone,
        purchase="reserved" if term.length else "on_demand",
        term=term.length or None,
        payment=PAYMENTS.get(term.payment),
        usd_per_hour=plain(price),
        valid_from=term.effective,
        as_of=as_of,
        standing=standing,
        source=source,
        note="; ".join(filter(None, notes)),
    )


def none_published(instance_type: str, region: str, *, as_of: datetime.date, source: str) -> NotPublished:
    """What is recorded of a type whose products have no on-demand price."""
    return NotPublished(
        instance_type=instance_type,
        region=region,
        purchase="on_demand",
        term=None,
        payment=None,
        as_of=as_of,
        source=source,
        note="the list has no Linux product with marketoption OnDemand and a price in USD above 0",
    )


def usd(text: str | None) -> Decimal | None:
    """A price of the list; None for none, or for what is no number."""
    try:
        price = Decimal(text or "")
    except InvalidOperation:
        return None
    return price if price.is_finite() else None


def plain(price: Decimal) -> Decimal:
    """The same number without the zeros that fill it up: 55.04 for 55.0400000000."""
    return Decimal(f"{price.normalize():f}")
