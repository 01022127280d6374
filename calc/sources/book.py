"""The prices that can be looked up: the bundled catalogue, with the user's own rows in front."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Sequence

import pricing_data
from calc.errors import InputError
from pricing_data import NotPublished, Rate
from pricing_data.regions import UNSTATED

MOST_LISTED = 12


class PriceBook:
    """Rates to look a price up in. A row of `own` takes the place of all catalogue rows of its key."""

    def __init__(
        self,
        own: Iterable[Rate] = (),
        *,
        catalogue: Callable[[str | None], Sequence[Rate]] = pricing_data.rates,
        not_published: Callable[[], Sequence[NotPublished]] = pricing_data.not_published,
    ) -> None:
        self._own = tuple(own)
        self._own_keys = frozenset(rate.key for rate in self._own)
        self._catalogue = catalogue
        self._not_published = not_published

    def rates(self, instance_type: str | None = None, purchase: str | None = None) -> tuple[Rate, ...]:
        """All readings, or those of an instance type and a way of buying; the user's own first."""
        bundled = (
            ()
            if purchase is not None and purchase not in pricing_data.PURCHASES
            else self._catalogue(purchase)
        )
        readings = (*self._own, *(rate for rate in bundled if rate.key not in self._own_keys))
        return tuple(
            rate
            for rate in readings
            if (instance_type is None or rate.instance_type.lower() == instance_type.strip().lower())
            and (purchase is None or rate.purchase == purchase)
        )

    def not_published(self, instance_type: str) -> tuple[NotPublished, ...]:
        """What was looked for, for this type, and has no public price."""
        return tuple(record for record in self._not_published() if record.covers(instance_type))

    def matches(
        self,
        instance_type: str,
        *,
        purchase: str,
        region: str,
        term: str | None = None,
        payment: str | None = None,
        zone: str | None = None,
        day: datetime.date | None = None,
    ) -> tuple[Rate, ...]:
        """The readings in force on a day (the newest, without one) that fit, of different prices.

        A Local Zone never speaks for its region, and of spot prices only the newest reading of a region
        counts: an older one of another zone is no price of today.
        """
        found = [
            rate
            for rate in pricing_data.in_force(
                self.rates(instance_type, purchase), day if day is not None else datetime.date.max
            )
            if rate.region == region != UNSTATED
            and (rate.zone == zone if zone is not None else not rate.local_zone)
            and term in (None, rate.term)
            and payment in (None, rate.payment)
        ]
        if purchase == "spot" and found:
            newest = max(rate.as_of for rate in found)
            found = [rate for rate in found if rate.as_of == newest]
        distinct = {(rate.usd_per_hour, rate.term, rate.payment): rate for rate in reversed(found)}
        return tuple(reversed(distinct.values()))

    def find(
        self,
        instance_type: str,
        *,
        purchase: str,
        region: str,
        term: str | None = None,
        payment: str | None = None,
        zone: str | None = None,
        day: datetime.date | None = None,
    ) -> Rate:
        """The one rate that fits; raises InputError, listing what there is, for none or for several."""
        found = self.matches(
            instance_type, purchase=purchase, region=region, term=term, payment=payment, zone=zone, day=day
        )
        if len(found) == 1:
            return found[0]
        wanted = " ".join(filter(None, (purchase, term, payment and f"payment {payment}")))
        place = zone or region
        when = f" on {day.isoformat()}" if day is not None else ""
        if found:
            raise InputError(
                f"several {wanted} prices of {instance_type} in {place}{when}: "
                f"{_listed(found)}; say which by zone, term or payment, or write the price as usd_per_hour"
            )
        raise InputError(
            f"no {wanted} price of {instance_type} in {place}{when}; "
            + self._what_there_is(instance_type, purchase)
        )

    def _what_there_is(self, instance_type: str, purchase: str) -> str:
        held = pricing_data.in_force(self.rates(instance_type), datetime.date.max)
        nearest = sorted(held, key=lambda rate: (rate.purchase != purchase, rate.purchase, rate.region))
        words = []
        if nearest:
            words.append(f"there is {_listed(nearest)}")
        elif pricing_data.instance(instance_type) is None:
            words.append("the catalogue does not know this instance type")
        if missing := self.not_published(instance_type):
            kinds = sorted({" ".join(filter(None, (record.purchase, record.term))) for record in missing})
            words.append(f"none is published for {', '.join(kinds)}")
        return "; ".join(words or ["there is no price of it at all"]) + "; or write the price as usd_per_hour"


def _listed(rates: Sequence[Rate]) -> str:
    shown = [
        " ".join(
            filter(
                None,
                (
                    rate.purchase,
                    rate.term,
                    rate.payment and f"payment {rate.payment}",
                    "in no stated region" if rate.region == UNSTATED else f"in {rate.zone or rate.region}",
                    f"at {rate.usd_per_hour} USD/h",
                    f"(read {rate.as_of})",
                ),
            )
        )
        for rate in rates[:MOST_LISTED]
    ]
    more = len(rates) - len(shown)
    return ", ".join(shown) + (
        f" and {more} more (perdollar prices show {rates[0].instance_type})" if more else ""
    )
