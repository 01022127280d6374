"""One comparison priced again at each day on which a rate changed: verdict through time."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass

from calc import engine, validity
from calc.core import cost
from calc.model.comparison import Comparison
from calc.model.history import HeldSince, HistoryPoint, PriceHistory
from calc.model.resolved import Resolved, ResolvedOption, ResolvedPart
from calc.runs import Runs
from calc.sources.book import PriceBook
from pricing_data import Rate


@dataclass(frozen=True, slots=True)
class _Listing:
    """The readings of one thing that is priced, each a price from its day on."""

    readings: tuple[Rate, ...]

    def on(self, day: datetime.date) -> Rate | None:
        held = [rate for rate in self.readings if rate.valid_from <= day]
        return max(held, key=lambda rate: (rate.valid_from, rate.as_of), default=None)

    def changes(self) -> set[datetime.date]:
        """Days on which the price is another than before."""
        days = sorted({rate.valid_from for rate in self.readings})
        prices = [self.on(day) for day in days]
        return {
            day
            for day, now, before in zip(days, prices, [None, *prices], strict=False)
            if before is None or now is None or now.usd_per_hour != before.usd_per_hour
        }


def price_history(
    resolved: Resolved, runs: Mapping[str, Runs], book: PriceBook, *, today: datetime.date | None = None
) -> PriceHistory:
    """Price every option again with the readings of `book`, at each day on which one of them changed.

    The measurements stay as they are. An option whose instance, way of buying and region are stated is
    priced again, whoever stated its present price; any other keeps its price, and `fixed` says why.
    Days before the first reading of any option that is priced again are left out.
    """
    listings: dict[str, tuple[_Listing, ...]] = {}
    fixed: dict[str, str] = {}
    for id_, option in resolved.options.items():
        found = [_listing(part, book) for part in option.parts]
        known = [listing for listing in found if listing is not None]
        if len(known) == len(found):
            listings[id_] = tuple(known)
        else:
            fixed[id_] = _why_fixed(option)
    points = []
    comparison = None
    for day in _days(listings, today):
        comparison = _at(resolved, runs, listings, day)
        points.append(_point(comparison, day))
    return PriceHistory(
        baseline=resolved.baseline,
        points=tuple(points),
        held={} if comparison is None else _held(points, comparison),
        fixed=fixed,
    )


def _listing(part: ResolvedPart, book: PriceBook) -> _Listing | None:
    price = part.price
    if part.instance is None or price.region is None:
        return None
    readings = tuple(
        rate
        for rate in book.rates(part.instance, price.purchase)
        if rate.region == price.region
        and (rate.zone == price.zone if price.zone is not None else not rate.local_zone)
        and price.term in (None, rate.term)
        and price.payment in (None, rate.payment)
    )
    return _Listing(readings) if readings else None


def _why_fixed(option: ResolvedOption) -> str:
    for part in option.parts:
        price = part.price
        if part.instance is None:
            return "its instance is not stated"
        if price.purchase == "unstated" or price.region is None:
            return "purchase or region is not stated"
    return f"the catalogue has no {option.parts[0].price.purchase} price of it in its region"


def _days(listings: dict[str, tuple[_Listing, ...]], today: datetime.date | None) -> list[datetime.date]:
    every = [listing for option in listings.values() for listing in option]
    if not every:
        return []
    first = max(min(rate.valid_from for rate in listing.readings) for listing in every)
    last = today or datetime.date.max
    days = {day for listing in every for day in listing.changes() if first <= day <= last}
    return sorted(days | ({first} if first <= last else set()))


def _at(
    resolved: Resolved,
    runs: Mapping[str, Runs],
    listings: dict[str, tuple[_Listing, ...]],
    day: datetime.date,
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
    return engine.evaluate(priced, runs, validity.check(priced, runs, today=day), today=day)


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
