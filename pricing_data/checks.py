"""What must hold of any table of rates, the bundled one or the user's: each rule is a function."""

from __future__ import annotations

import datetime
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pricing_data.loader import instances
from pricing_data.rate_tables import PURCHASES, in_force
from pricing_data.records import Instance, Rate
from pricing_data.regions import REGIONS, UNSTATED, region_code, zone_region

_KNOWN_PURCHASES = (*PURCHASES, "private")
_COMMITTED = ("reserved", "savings_plan")
_TERMS = ("1yr", "3yr")
_PAYMENTS = ("none", "partial", "all")
_SAME = 0.02
"""Two prices no further apart than this are one price, in another rounding or region."""
_SCATTER = 2.0
"""No price of the catalogue but spot is this many times off the median of its instance."""
_FAR = 4.0
"""Nor this many times off the median per accelerator of its family: sizes differ in host and network."""
_FAR_SPOT = 5.0
"""The same for spot, whose zones differ by up to ten times."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong with a table of rates, and what to write instead."""

    row: int | None
    """Number of the row; None for the table as a whole."""
    level: Literal["error", "warning"]
    """An error makes the row unusable; with a warning it is kept."""
    what: str
    """What is wrong, and what to do about it."""


_Row: TypeAlias = tuple[int, Rate]


@dataclass(frozen=True, slots=True)
class _Table:
    rows: tuple[_Row, ...]
    beside: tuple[Rate, ...]
    known: Mapping[str, Instance]
    today: datetime.date | None

    def everything(self) -> Iterator[Rate]:
        yield from (rate for _, rate in self.rows)
        yield from self.beside


def check(
    rates: Sequence[Rate],
    *,
    rows: Sequence[int] | None = None,
    beside: Iterable[Rate] = (),
    known_instances: Iterable[Instance] | None = None,
    today: datetime.date | None = None,
) -> list[Finding]:
    """Everything that is doubtful or wrong about these rates, in the order of the rows.

    Parameters
    ----------
    rates
        The table.
    rows
        Number of each rate's row, if they are not 1, 2, 3, ...
    beside
        Rates that are known to be good, such as the bundled ones: they are not checked, but serve as
        neighbours, so that a table of one row can be judged too.
    known_instances
        Instance types with their accelerators; by default those of the catalogue.
    today
        Today: a reading after it is an error. Without it, no date is in the future.
    """
    numbers = range(1, len(rates) + 1) if rows is None else rows
    known = instances() if known_instances is None else known_instances
    table = _Table(
        rows=tuple(zip(numbers, rates, strict=True)),
        beside=tuple(beside),
        known={entry.type.lower(): entry for entry in known},
        today=today,
    )
    findings = [finding for rule in _RULES for finding in rule(table)]
    return sorted(findings, key=lambda finding: finding.row or 0)


def disagreements(rates: Iterable[Rate]) -> tuple[tuple[Rate, ...], ...]:
    """Groups of rates that were read on one day for one key from different sources, and differ.

    Nothing is averaged: which one to believe is for the reader to say.
    """
    groups: dict[object, list[Rate]] = defaultdict(list)
    for rate in rates:
        groups[rate.key, rate.valid_from, rate.as_of].append(rate)
    return tuple(
        tuple(group)
        for group in groups.values()
        if len({rate.usd_per_hour for rate in group}) > 1 and len({rate.source for rate in group}) > 1
    )


def _has_price_and_source(table: _Table) -> Iterator[Finding]:
    for row, rate in table.rows:
        if not _is_price(rate):
            yield Finding(
                row,
                "error",
                f"a price of {rate.usd_per_hour} is no price; leave the row out where none is published",
            )
        if not rate.source.strip():
            yield Finding(row, "error", "the source is missing; write where the price was read")


def _has_a_region(table: _Table) -> Iterator[Finding]:
    for row, rate in table.rows:
        region = rate.region
        if region in REGIONS or region == UNSTATED:
            continue
        if not region.strip():
            yield Finding(row, "error", f"the region is missing; write its code, or {UNSTATED}")
        elif code := region_code(region):
            yield Finding(row, "error", f"{region!r} is not the code of a region; write {code}")
        elif code := zone_region(region):
            yield Finding(
                row, "error", f"{region} is a zone; write {code} as the region and {region} as the zone"
            )
        else:
            yield Finding(row, "warning", f"{region!r} is no region of AWS that is known here; kept as it is")


def _is_bought_in_a_known_way(table: _Table) -> Iterator[Finding]:
    for row, rate in table.rows:
        if rate.purchase not in _KNOWN_PURCHASES:
            yield Finding(
                row,
                "error",
                f"{rate.purchase!r} is no way of buying; write one of {', '.join(_KNOWN_PURCHASES)}",
            )
        elif rate.purchase in _COMMITTED and rate.term is None:
            yield Finding(row, "error", f"{rate.purchase} needs a term; write {' or '.join(_TERMS)}")
        elif rate.purchase in ("on_demand", "spot", "capacity_block") and (rate.term or rate.payment):
            yield Finding(row, "error", f"{rate.purchase} has no term and no payment; leave both blank")
        if rate.term not in (None, *_TERMS):
            yield Finding(row, "error", f"{rate.term!r} is no term; write {' or '.join(_TERMS)}")
        if rate.payment not in (None, *_PAYMENTS):
            yield Finding(
                row,
                "error",
                f"{rate.payment!r} is no payment; write one of {', '.join(_PAYMENTS)}, or nothing",
            )


def _dates_are_in_order(table: _Table) -> Iterator[Finding]:
    for row, rate in table.rows:
        if rate.valid_from > rate.as_of:
            yield Finding(
                row,
                "error",
                f"valid_from {rate.valid_from} is after as_of {rate.as_of}, the day of the reading",
            )
        if table.today is not None and rate.as_of > table.today:
            yield Finding(
                row,
                "error",
                f"as_of {rate.as_of} is in the future; write the day on which the price was read",
            )


def _instance_is_known(table: _Table) -> Iterator[Finding]:
    for row, rate in table.rows:
        if rate.instance_type.lower() not in table.known:
            yield Finding(
                row, "warning", f"{rate.instance_type!r} is not in the catalogue; its price cannot be checked"
            )


def _row_is_unique(table: _Table) -> Iterator[Finding]:
    first: dict[object, _Row] = {}
    for row, rate in table.rows:
        earlier_row, earlier = first.setdefault(rate.reading_key, (row, rate))
        if earlier_row == row:
            continue
        if earlier.usd_per_hour == rate.usd_per_hour:
            yield Finding(row, "error", f"the same as row {earlier_row}; remove one of them")
        else:
            yield Finding(
                row,
                "error",
                f"{rate.usd_per_hour} here and {earlier.usd_per_hour} in row {earlier_row} for the same"
                " thing, day and source; keep the right one",
            )


def _sources_agree(table: _Table) -> Iterator[Finding]:
    numbers = {id(rate): row for row, rate in table.rows}
    for group in disagreements(rate for _, rate in table.rows):
        rows = [numbers[id(rate)] for rate in group]
        prices = ", ".join(f"{rate.usd_per_hour} in row {row}" for rate, row in zip(group, rows, strict=True))
        yield Finding(
            rows[0], "warning", f"sources disagree for one day: {prices}; all are kept, none is averaged"
        )


def _spot_is_not_above_on_demand(table: _Table) -> Iterator[Finding]:
    on_demand: dict[tuple[str, str], list[Rate]] = defaultdict(list)
    for rate in table.everything():
        if rate.purchase == "on_demand" and not rate.local_zone and _is_price(rate):
            on_demand[rate.instance_type, rate.region].append(rate)
    for row, rate in table.rows:
        if rate.purchase != "spot" or not _is_price(rate):
            continue
        held = in_force(on_demand[rate.instance_type, rate.region], rate.valid_from)
        if held and rate.usd_per_hour > (ceiling := max(other.usd_per_hour for other in held)):
            yield Finding(
                row,
                "warning",
                f"a spot price of {rate.usd_per_hour} is above the on-demand price of {ceiling}",
            )


def _price_is_of_one_instance(table: _Table) -> Iterator[Finding]:
    """A price of one accelerator, or one multiplied by the accelerators twice, is far from its neighbours."""
    by_instance: dict[tuple[str, str], list[float]] = defaultdict(list)
    by_family: dict[tuple[str, str], list[float]] = defaultdict(list)
    for rate in table.everything():
        if (entry := table.known.get(rate.instance_type.lower())) and _is_price(rate):
            by_instance[entry.type, rate.purchase].append(float(rate.usd_per_hour))
            by_family[entry.family, rate.purchase].append(float(rate.usd_per_hour) / entry.accelerators)
    for prices in (*by_instance.values(), *by_family.values()):
        prices.sort()
    for row, rate in table.rows:
        entry = table.known.get(rate.instance_type.lower())
        if entry is None or not _is_price(rate):
            continue
        if what := _wrong_basis(rate, entry.accelerators, by_instance[entry.type, rate.purchase]):
            yield Finding(row, "error", what)
        elif what := _far_from_family(rate, entry, by_family[entry.family, rate.purchase]):
            yield Finding(row, "warning", what)


def _wrong_basis(rate: Rate, accelerators: int, prices: Sequence[float]) -> str | None:
    """What is wrong if the other prices of this instance are this one times, or by, its accelerators."""
    price = float(rate.usd_per_hour)
    usual = _median_without(prices, price)
    if accelerators == 1 or usual is None:
        return None
    scatter = accelerators < _SCATTER**2 or rate.purchase == "spot"  # regions or zones differ as much

    def fits(target: float) -> bool:
        return _has_near(prices, target) or (not scatter and usual / _SCATTER < target < usual * _SCATTER)

    if usual > price * accelerators**0.5 and fits(price * accelerators):
        return (
            f"{rate.usd_per_hour} is the price of one of its {accelerators} accelerators;"
            f" write {price * accelerators:.7g}, the price of the instance"
        )
    if usual < price / accelerators**0.5 and fits(price / accelerators):
        return (
            f"{rate.usd_per_hour} is {accelerators} times the price of the instance, which has"
            f" {accelerators} accelerators; write {price / accelerators:.7g}"
        )
    return None


def _far_from_family(rate: Rate, entry: Instance, prices: Sequence[float]) -> str | None:
    """What is doubtful about a price per accelerator that no other of its kind is anywhere near."""
    each = float(rate.usd_per_hour) / entry.accelerators
    usual = _median_without(prices, each)
    far = _FAR_SPOT if rate.purchase == "spot" else _FAR
    if usual is None or usual / far <= each <= usual * far:
        return None
    return (
        f"{rate.usd_per_hour} is {each:.4g} USD per accelerator; {usual:.4g} is usual for {entry.accelerator}"
        f" and {rate.purchase}. Write the price of one instance (accelerators: {entry.accelerators})"
    )


def _median_without(ordered: Sequence[float], one: float) -> float | None:
    """Median of an ordered sequence from which one of its members is left out."""
    left = len(ordered) - 1
    if left == 0:
        return None
    gap = bisect_left(ordered, one)
    low, high = (at + (at >= gap) for at in ((left - 1) // 2, left // 2))
    return (ordered[low] + ordered[high]) / 2


def _has_near(ordered: Sequence[float], price: float) -> bool:
    at = bisect_left(ordered, price * (1 - _SAME))
    return at < len(ordered) and ordered[at] <= price * (1 + _SAME)


def _is_price(rate: Rate) -> bool:
    return rate.usd_per_hour.is_finite() and rate.usd_per_hour > 0


_RULES: tuple[Callable[[_Table], Iterator[Finding]], ...] = (
    _has_price_and_source,
    _has_a_region,
    _is_bought_in_a_known_way,
    _dates_are_in_order,
    _instance_is_known,
    _row_is_unique,
    _sources_agree,
    _spot_is_not_above_on_demand,
    _price_is_of_one_instance,
)
