"""The prices that can be looked up: the bundled catalogue, with the user's own rows in front."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Required, TypeAlias, TypedDict, Unpack

import pricing_data
from calc.errors import InputError
from pricing_data import NotPublished, Rate
from pricing_data.records import RateKey
from pricing_data.regions import UNSTATED, region_code

MOST_LISTED = 12


Course: TypeAlias = tuple[tuple[Rate, ...], tuple[Rate, ...]]
"""The readings of one thing: the user's own, and those of the catalogue."""


class Wanted(TypedDict, total=False):
    """What a lookup asks for, besides the instance type. What is not said may be anything."""

    purchase: Required[str]
    region: Required[str]
    term: str | None
    payment: str | None
    zone: str | None


class PriceBook:
    """Rates to look a price up in. The user's own rows go before the catalogue, row by row.

    An own row that leaves its zone, term or payment blank stands for any of them.
    """

    def __init__(
        self,
        own: Iterable[Rate] = (),
        *,
        catalogue: Callable[[str | None], Sequence[Rate]] = pricing_data.rates,
        not_published: Callable[[], Sequence[NotPublished]] = pricing_data.not_published,
    ) -> None:
        self._own = tuple(own)
        self._catalogue = catalogue
        self._not_published = not_published

    def rates(self, instance_type: str | None = None, purchase: str | None = None) -> tuple[Rate, ...]:
        """All readings, or those of an instance type and a way of buying; the user's own first.

        Readings of the catalogue that began before the user's first price of the same thing are history and
        stay.
        """
        own, bundled = self._groups(instance_type, purchase)
        first: dict[RateKey, datetime.date] = {}
        for rate in own:
            first[rate.key] = min(rate.valid_from, first.get(rate.key, rate.valid_from))
        history = (rate for rate in bundled if rate.valid_from < first.get(rate.key, datetime.date.max))
        return (*own, *history)

    def in_force(
        self, day: datetime.date, instance_type: str | None = None, purchase: str | None = None
    ) -> tuple[Rate, ...]:
        """The readings that a lookup on this day can find: the newest of everything that is priced.

        What does not say its region is never found. Of spot prices only the newest readings of a region
        count: an older one of another zone is no price of that day.
        """
        own, bundled = (_in_force(group, day) for group in self._groups(instance_type, purchase))
        taken = {rate.key for rate in own}
        return (*own, *(rate for rate in bundled if rate.key not in taken))

    def not_published(self, instance_type: str) -> tuple[NotPublished, ...]:
        """What was looked for, for this type, and has no public price."""
        return tuple(record for record in self._not_published() if record.covers(instance_type))

    def courses(self, instance_type: str, **wanted: Unpack[Wanted]) -> dict[RateKey, Course]:
        """All readings that fit, by what they are the price of; the user's own alone where any fit.

        Each course has the user's readings first and then those of the catalogue, which hold for the days
        before.
        """
        own, bundled = self._groups(instance_type, wanted["purchase"])
        mine = {rate.key for rate in own if _fits(rate, wanted, blank_is_any=True)}
        theirs = {rate.key for rate in bundled if _fits(rate, wanted, blank_is_any=False)}
        return {
            key: (
                tuple(rate for rate in own if rate.key == key),
                tuple(rate for rate in bundled if rate.key == key),
            )
            for key in mine or theirs
        }

    def matches(
        self, instance_type: str, *, day: datetime.date | None = None, **wanted: Unpack[Wanted]
    ) -> tuple[Rate, ...]:
        """The readings in force on a day (the newest, without one) that fit, of different prices.

        A Local Zone never speaks for its region. Where rows of the user's own fit, the catalogue is not
        asked.
        """
        when = day if day is not None else datetime.date.max
        for group, own in zip(self._groups(instance_type, wanted["purchase"]), (True, False), strict=True):
            found = [rate for rate in _in_force(group, when) if _fits(rate, wanted, blank_is_any=own)]
            if found:
                distinct = {(rate.usd_per_hour, rate.term, rate.payment): rate for rate in reversed(found)}
                return tuple(reversed(distinct.values()))
        return ()

    def find(self, instance_type: str, *, day: datetime.date | None = None, **wanted: Unpack[Wanted]) -> Rate:
        """The one rate that fits; raises InputError, listing what there is, for none or for several."""
        found = self.matches(instance_type, day=day, **wanted)
        if len(found) == 1:
            return found[0]
        purchase, payment = wanted["purchase"], wanted.get("payment")
        kind = " ".join(filter(None, (purchase, wanted.get("term"), payment and f"payment {payment}")))
        place = wanted.get("zone") or wanted["region"]
        when = f" on {day.isoformat()}" if day is not None else ""
        if found:
            raise InputError(
                f"several {kind} prices of {instance_type} in {place}{when}: "
                f"{_listed(found)}; say which by zone, term or payment, or write the price as usd_per_hour"
            )
        raise InputError(
            f"no {kind} price of {instance_type} in {place}{when}; "
            + self._what_there_is(instance_type, wanted, day)
        )

    def _groups(
        self, instance_type: str | None, purchase: str | None
    ) -> tuple[tuple[Rate, ...], tuple[Rate, ...]]:
        """The user's own readings, and those of the catalogue."""
        wanted = None if instance_type is None else instance_type.strip().lower()

        def asked_for(rate: Rate) -> bool:
            return (wanted is None or rate.instance_type.lower() == wanted) and (
                purchase is None or rate.purchase == purchase
            )

        bundled: Iterable[Rate] = ()
        if purchase is None or purchase in pricing_data.PURCHASES:
            bundled = filter(asked_for, self._catalogue(purchase))
        return tuple(filter(asked_for, self._own)), tuple(bundled)

    def _what_there_is(self, instance_type: str, wanted: Wanted, day: datetime.date | None) -> str:
        held = self.in_force(datetime.date.max, instance_type)
        nearest = sorted(
            held,
            key=lambda rate: (
                wanted["region"] not in (rate.region, rate.zone),
                rate.purchase != wanted["purchase"],
                rate.purchase,
                rate.region,
            ),
        )
        words = []
        later = [
            rate.valid_from
            for rate in self.rates(instance_type, wanted["purchase"])
            if day is not None and rate.valid_from > day and _fits(rate, wanted, blank_is_any=True)
        ]
        if later:
            words.append(f"the first one known is of {min(later)}")
        if hint := _region_hint(wanted["region"], {rate.region for rate in held}):
            words.append(hint)
        if nearest:
            words.append(f"there is {_listed(nearest)}")
        elif pricing_data.instance(instance_type) is None:
            words.append("the catalogue does not know this instance type")
        if missing := self.not_published(instance_type):
            kinds = sorted({" ".join(filter(None, (record.purchase, record.term))) for record in missing})
            words.append(f"none is published for {', '.join(kinds)}")
        return "; ".join(words or ["there is no price of it at all"]) + "; or write the price as usd_per_hour"


def _region_hint(said: str, known: Collection[str]) -> str:
    """What a region that is not known may have been meant to be."""
    if said in known:
        return ""
    from difflib import get_close_matches

    close = region_code(said) or next(iter(get_close_matches(said.lower(), known, n=1, cutoff=0.8)), None)
    return f"did you mean region {close}?" if close and close != said else ""


def _fits(rate: Rate, wanted: Wanted, *, blank_is_any: bool) -> bool:
    """Whether a rate is one that is asked for."""
    if rate.region != wanted["region"]:
        return False
    if wanted.get("zone") is None and rate.local_zone:
        return False
    for what, has in (("zone", rate.zone), ("term", rate.term), ("payment", rate.payment)):
        asked = wanted.get(what)
        if asked is not None and asked != has and not (blank_is_any and has is None):
            return False
    return True


def _in_force(readings: Iterable[Rate], day: datetime.date) -> list[Rate]:
    held = [rate for rate in pricing_data.in_force(readings, day) if rate.region != UNSTATED]
    newest: dict[tuple[str, str, str | None], datetime.date] = {}
    for rate in held:
        if rate.purchase == "spot":
            newest[_place(rate)] = max(rate.as_of, newest.get(_place(rate), rate.as_of))
    return [rate for rate in held if rate.purchase != "spot" or rate.as_of == newest[_place(rate)]]


def _place(rate: Rate) -> tuple[str, str, str | None]:
    return rate.instance_type, rate.region, rate.zone if rate.local_zone else None


def _listed(rates: Sequence[Rate]) -> str:
    shown = [
        " ".join(
            filter(
                None,
                (
                    rate.purchase,
                    rate.term,
                    rate.payment and f"payment {rate.payment}",
                    f"in {rate.region}" + (f", zone {rate.zone}" if rate.zone else ""),
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
