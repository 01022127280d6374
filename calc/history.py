"""One comparison priced again at each day on which a rate changed: verdict through time."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass

import pricing_data
from calc import engine, validity
from calc.core import cost
from calc.model.comparison import Comparison
from calc.model.history import HeldSince, HistoryPoint, PriceHistory
from calc.model.resolved import Resolved, ResolvedPart
from calc.runs import Runs
from calc.sources.book import Course, PriceBook
from pricing_data import Rate


@dataclass(frozen=True, slots=True)
class _Listing:
    """The readings of one thing that is priced, each a price from its day on."""

    course: Course

    def on(self, day: datetime.date) -> Rate | None:
        """The reading in force; None before the first one, and where sources disagree."""
        own, bundled = (pricing_data.in_force(readings, day) for readings in self.course)
        held = own or bundled
        return held[0] if len({rate.usd_per_hour for rate in held}) == 1 else None

    @property
    def days(self) -> list[datetime.date]:
        """The days on which a reading began to hold."""
        return sorted({rate.valid_from for readings in self.course for rate in readings})

    def changes(self) -> set[datetime.date]:
        """Days on which the price is another than before."""
        prices = [rate.usd_per_hour if (rate := self.on(day)) else None for day in self.days]
        return {
            day for day, now, before in zip(self.days, prices, [None, *prices], strict=False) if now != before
        }


def price_history(
    resolved: Resolved,
    runs: Mapping[str, Runs],
    book: PriceBook,
    *,
    today: datetime.date | None = None,
    show_invalid: bool = False,
) -> PriceHistory:
    """Price every option again with the readings of `book`, at each day on which one of them changed.

    The measurements stay as they are. An option whose instance, way of buying and region are stated is
    priced again, whoever stated its present price; any other keeps its price, and `fixed` says why.
    Days before the first reading of any option that is priced again are left out.
    """
    listings: dict[str, tuple[_Listing, ...]] = {}
    fixed: dict[str, str] = {}
    for id_, option in resolved.options.items():
        try:
            listings[id_] = tuple(_listing(part, option.provider, book) for part in option.parts)
        except _CannotFollowError as why:
            fixed[id_] = str(why)
    points = []
    comparison = None
    for day in _days(listings, today):
        comparison = _at(resolved, runs, listings, day, show_invalid)
        points.append(_point(comparison, day))
    return PriceHistory(
        baseline=resolved.baseline,
        points=tuple(points),
        held={} if comparison is None else _held(points, comparison),
        fixed=fixed,
    )


class _CannotFollowError(Exception):
    """A price that cannot be followed through time; the text says why."""


def _listing(part: ResolvedPart, provider: str, book: PriceBook) -> _Listing:
    """The readings of exactly the thing whose price is stated or was looked up."""
    price = part.price
    if part.instance is None:
        raise _CannotFollowError("its instance is not stated")
    if price.purchase == "unstated" or price.region is None:
        raise _CannotFollowError("purchase or region is not stated")
    if provider != "aws":
        raise _CannotFollowError(f"there are prices of aws only, not of {provider}")
    courses = book.courses(
        part.instance,
        purchase=price.purchase,
        region=price.region,
        term=price.term,
        payment=price.payment,
        zone=price.zone,
    )
    if price.valid_from is not None:  # it was looked up, so every part of its key is known
        key = (part.instance, price.region, price.zone, price.purchase, price.term, price.payment)
        courses = {found: course for found, course in courses.items() if found == key}
    if not courses:
        raise _CannotFollowError(f"the catalogue has no {price.purchase} price of it in its region")
    if len(courses) > 1:
        raise _CannotFollowError("several prices fit; its zone, term or payment is not stated")
    (course,) = courses.values()
    listing = _Listing(course)
    if any(listing.on(day) is None for day in listing.days):
        raise _CannotFollowError("sources disagree about its price")
    return listing


def _days(listings: dict[str, tuple[_Listing, ...]], today: datetime.date | None) -> list[datetime.date]:
    every = [listing for option in listings.values() for listing in option]
    if not every:
        return []
    first = max(listing.days[0] for listing in every)
    last = today or datetime.date.max
    days = {day for listing in every for day in listing.changes() if first <= day <= last}
    return sorted(days | ({first} if first <= last else set()))


def _at(
    resolved: Resolved,
    runs: Mapping[str, Runs],
    listings: dict[str, tuple[_Listing, ...]],
    day: datetime.date,
    show_invalid: bool,
) -> Comparison:
    options = {
        id_: option
        if id_ not in listings
        else option.model_copy(
            update={
                "parts": tuple(
                    _repriced(part, listing, day)
                    for part, listing in zip(option.parts, listings[id_], strict=True)
                )
            }
        )
        for id_, option in resolved.options.items()
    }
    priced = resolved.model_copy(update={"options": options})
    return engine.evaluate(
        priced, runs, validity.check(priced, runs, today=day), today=day, show_invalid=show_invalid
    )


def _repriced(part: ResolvedPart, listing: _Listing, day: datetime.date) -> ResolvedPart:
    rate = listing.on(day)
    assert rate is not None  # no day lies before the first reading
    price = part.price.model_copy(
        update={
            "usd_per_hour": cost.discounted(rate.usd_per_hour, part.price.discount),
            "before_discount": rate.usd_per_hour,
            "as_of": rate.as_of,
            "source": rate.source,
            "standing": rate.standing,
        }
    )
    return part.model_copy(update={"price": price})


def _point(comparison: Comparison, day: datetime.date) -> HistoryPoint:
    answers = comparison.options
    return HistoryPoint(
        day=day,
        usd_per_hour={
            id_: answer.price.usd_per_hour if answer.price else answer.deployment_usd_per_hour
            for id_, answer in answers.items()
        },
        read_on={id_: answer.price.as_of if answer.price else None for id_, answer in answers.items()},
        source={id_: answer.price.source if answer.price else None for id_, answer in answers.items()},
        ratios={id_: answer.vs_baseline for id_, answer in answers.items() if answer.vs_baseline},
    )


def _held(points: list[HistoryPoint], now: Comparison) -> dict[str, HeldSince]:
    held = {}
    for id_, answer in now.options.items():
        if answer.vs_baseline is None:
            continue
        stretch = [points[-1]]
        for point in reversed(points[:-1]):
            if _side(point, id_) != _side(points[-1], id_):
                break
            stretch.append(point)
        tie = answer.break_even
        held[id_] = HeldSince(
            verdict=answer.vs_baseline.verdict,
            since=stretch[-1].day,
            whole_record=len(stretch) == len(points),
            baseline_price_that_flips=tie.baseline_price_usd_per_hour if tie else None,
        )
    return held


def _side(point: HistoryPoint, id_: str) -> tuple[str, bool | None]:
    """The verdict; for want of an interval, also on which side of 1 the ratio lies."""
    ratio = point.ratios[id_]
    return (
        ratio.verdict,
        ratio.ratio is not None and ratio.ratio > 1 if ratio.verdict == "unreplicated" else None,
    )
