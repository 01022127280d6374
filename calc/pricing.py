"""A price as the user states it -> USD per hour of one instance, with where it comes from."""

from __future__ import annotations

import datetime
from decimal import Decimal

from calc.core import cost
from calc.errors import InputError
from calc.model.price import CatalogueLookup, Price
from calc.model.resolved import ListedPrices, ResolvedPrice
from calc.sources.book import PriceBook


def resolve_price(
    price: Price,
    *,
    instance: str | None,
    accelerators: int | None,
    provider: str,
    book: PriceBook,
    day: datetime.date | None,
) -> ResolvedPrice:
    """Bring a price to USD per hour of one instance, before and after the discount.

    Raises InputError where it is to be looked up and `book` does not have exactly one that fits, or is
    per accelerator of an instance whose number of accelerators is unknown.
    """
    if price.catalogue is not None:
        return _looked_up(price, price.catalogue, instance, provider, book, day)
    purchase, usd = price.purchase, _stated(price)
    if purchase == "unstated" and price.capacity_block is not None:
        purchase = "capacity_block"
    elif purchase == "unstated" and price.owned is not None:
        purchase = "owned"
    if price.per == "accelerator":
        if accelerators is None:
            what = f"the catalogue does not know {instance!r}" if instance else "no instance is named"
            raise InputError(
                "the price is per accelerator, but how many accelerators an instance has is unknown "
                f"({what}); write accelerators"
            )
        usd *= accelerators
    if usd <= 0:
        raise InputError("this price comes to zero; write what an hour costs, depreciation and running")
    resolved = ResolvedPrice(
        usd_per_hour=cost.discounted(usd, price.discount),
        before_discount=usd,
        discount=price.discount,
        purchase=purchase,
        term=price.term,
        payment=price.payment,
        region=price.region,
        as_of=price.as_of,
        source=price.source,
        standing="user",
    )
    return resolved.model_copy(update={"listed": _listed(resolved, instance, provider, book, day)})


def _stated(price: Price) -> Decimal:
    if price.capacity_block is not None:
        block = price.capacity_block
        return cost.capacity_block_price(
            block.upfront_usd, Decimal(block.instances), block.hours, block.minutes
        )
    if price.owned is not None:
        owned = price.owned
        return cost.owned_price(owned.capex_usd, owned.residual_usd, owned.years, owned.running_usd_per_hour)
    if price.per_hour is not None and price.usd_per_currency is not None:
        return price.per_hour * price.usd_per_currency
    assert price.usd_per_hour is not None  # the model gives exactly one form
    return price.usd_per_hour


def _looked_up(
    price: Price,
    lookup: CatalogueLookup,
    instance: str | None,
    provider: str,
    book: PriceBook,
    day: datetime.date | None,
) -> ResolvedPrice:
    if instance is None:
        raise InputError("a price can be looked up only for a named instance; write instance")
    if provider != "aws":
        raise InputError(f"there are prices of aws only, not of {provider}; write the price as usd_per_hour")
    if lookup.date is not None and day is not None and lookup.date > day:
        raise InputError(f"{lookup.date} lies after the day of the evaluation, {day}; write an earlier date")
    rate = book.find(
        instance,
        purchase=lookup.purchase,
        region=lookup.region,
        term=lookup.term,
        payment=lookup.payment,
        zone=lookup.zone,
        day=lookup.date or day,
    )
    resolved = ResolvedPrice(
        usd_per_hour=cost.discounted(rate.usd_per_hour, price.discount),
        before_discount=rate.usd_per_hour,
        discount=price.discount,
        purchase=lookup.purchase,
        term=rate.term,
        payment=rate.payment,
        region=rate.region,
        as_of=rate.as_of,
        source=rate.source,
        standing=rate.standing,
        valid_from=rate.valid_from,
        zone=rate.zone,
    )
    return resolved.model_copy(update={"listed": _listed(resolved, instance, provider, book, day)})


def _listed(
    price: ResolvedPrice, instance: str | None, provider: str, book: PriceBook, day: datetime.date | None
) -> ListedPrices | None:
    """What the book lists for the same instance; None where that is not stated, or is of another provider."""
    if instance is None or provider != "aws":
        return None
    when = price.as_of or day
    if price.region is None or price.purchase == "unstated":
        held = book.in_force(when or datetime.date.max, instance)
        anywhere = tuple(dict.fromkeys(rate.usd_per_hour for rate in held))
        return ListedPrices(same=None, anywhere=anywhere, on_demand=None, spot_low=None, spot_high=None)
    region = price.region

    def prices(purchase: str) -> list[Decimal]:
        found = book.matches(
            instance, purchase=purchase, region=region, term=price.term, payment=price.payment, day=when
        )
        return [rate.usd_per_hour for rate in found]

    is_spot = price.purchase == "spot"
    same, on_demand = prices(price.purchase), prices("on_demand") if is_spot else []
    return ListedPrices(
        same=same[0] if len(same) == 1 else None,
        anywhere=(),
        on_demand=on_demand[0] if len(on_demand) == 1 else None,
        spot_low=min(same, default=None) if is_spot else None,
        spot_high=max(same, default=None) if is_spot else None,
    )
