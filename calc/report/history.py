"""The verdict through time: a table a candidate, and what it comes to in words."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from calc.model.comparison import Comparison
from calc.model.history import HeldSince, PriceHistory
from calc.model.ratio import Ratio
from calc.report import numbers
from calc.report.rows import Column, Row, cut, interval_title, verdict

TITLE = "Prices through time"
INTRODUCTION = "The same measurements, at the prices of each day on which one of them changed."
LONGEST_ID = 16
"""An id in a heading is cut to this."""
_SAME = 1e-9


@dataclass(frozen=True, slots=True)
class Table:
    """A candidate against the baseline, a row a day."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


def tables(comparison: Comparison) -> tuple[Table, ...]:
    """A table for each candidate; of one option alone, its price by day."""
    history = comparison.price_history
    if history is None or not history.points:
        return ()
    base = history.baseline
    candidates = [id_ for id_ in comparison.options if id_ != base]
    return tuple(_table(comparison, history, id_) for id_ in candidates or (base,))


def sentences(comparison: Comparison, *, commands: bool = True) -> tuple[str, ...]:
    """Since when each verdict holds and what would flip it; which prices did not move, or are others now.

    With `commands`, how to see where the prices are from on the command line.
    """
    history = comparison.price_history
    if history is None:
        return ()
    if not history.points:
        why = "; ".join(f"{id_}: {reason}" for id_, reason in history.fixed.items())
        return (f"No price can be followed through time{': ' if why else ''}{why}.",)
    return (
        *(_since(comparison, history, id_, held) for id_, held in history.held.items()),
        *(f"{id_} keeps the price that it states: {why}." for id_, why in history.fixed.items()),
        *_others_now(comparison, history),
        *(_where_from(comparison, history) if commands else ()),
    )


def _table(comparison: Comparison, history: PriceHistory, id_: str) -> Table:
    base = history.baseline
    rows = []
    for point in history.points:
        ratio = point.ratios.get(id_)
        rows.append(
            {
                "day": point.day,
                "base": point.usd_per_hour[base],
                "own": point.usd_per_hour[id_],
                "ratio": ratio.ratio if ratio else None,
                "interval": ratio and numbers.interval(ratio.low, ratio.high, numbers.ratio),
                "verdict": ratio.verdict if ratio else None,
            }
        )
    sides = [("base", base)] if id_ == base else [("base", base), ("own", id_)]
    columns = [
        Column("day", "prices from", lambda row: str(row["day"]), numeric=False),
        *(_price(comparison, key, side) for key, side in sides),
    ]
    if id_ != base:
        columns += [
            Column("ratio", "per USD, ratio", lambda row: numbers.ratio(row["ratio"])),
            Column(
                "interval", interval_title(comparison), lambda row: str(row["interval"] or numbers.ABSENT)
            ),
            Column("verdict", "verdict", lambda row: verdict(row["verdict"]), numeric=False),
        ]
    title = id_ if id_ == base else f"{id_} against {base}"
    return Table(title, tuple(columns), tuple(rows))


def _price(comparison: Comparison, key: str, side: str) -> Column:
    # A deployment of several instance types has no price of one instance.
    what = "instance-hour" if comparison.options[side].price else "hour, all instances"
    title = f"{cut(side, LONGEST_ID)}, USD per {what}"
    return Column(key, title, lambda row: numbers.money(row[key]), cuttable=True)


def _since(comparison: Comparison, history: PriceHistory, id_: str, held: HeldSince) -> str:
    days = [point.day for point in history.points]
    now = history.points[-1].ratios[id_]
    said = f"{id_} {_words(comparison, now)}"
    if held.whole_record:
        line = f"{said} at every price on record, since {held.since}"
    else:
        before = history.points[days.index(held.since) - 1].ratios[id_]
        line = f"{said} since {held.since}; before that it {_words(comparison, before, past=True)}"
    return f"{line}. {_flip(comparison, history, held)}"


def _words(comparison: Comparison, ratio: Ratio, *, past: bool = False) -> str:
    been = "was" if past else "has been"
    match ratio.verdict:
        case "cheaper" | "dearer":
            return f"{been} {ratio.verdict}"
        case "equivalent":
            return f"{been} equal within the margin of {numbers.percent(comparison.margin)}"
        case "inconclusive":
            return f"{been} neither cheaper nor dearer as far as the runs show"
        case "unreplicated" if ratio.ratio is not None:
            return f"{been} {'cheaper' if ratio.ratio > 1 else 'dearer'} by the point (unreplicated)"
    return f"{been} without a valid comparison ({verdict(ratio.verdict)})"


def _flip(comparison: Comparison, history: PriceHistory, held: HeldSince) -> str:
    base, tie = history.baseline, held.baseline_price_that_flips
    if held.verdict in ("blocked", "not_representative"):
        return "No price can mend that."
    price = comparison.options[base].price
    if price is None:
        return f"{base} is of several instance types: no one price could flip it."
    if tie is None:
        return f"No price of {base} makes the two tie."
    now = f"(now {numbers.money(history.points[-1].usd_per_hour[base])})"
    if price.discount:
        now = f"before its discount of {numbers.percent(price.discount)}"
    return f"It flips when {base} costs {numbers.money(tie)} per instance-hour {now}."


def _others_now(comparison: Comparison, history: PriceHistory) -> Iterator[str]:
    """Where the answer above is at another price than the newest one on record."""
    for id_, newest in history.points[-1].usd_per_hour.items():
        price = comparison.options[id_].price
        if (
            price is not None
            and id_ not in history.fixed
            and not math.isclose(price.usd_per_hour, newest, rel_tol=_SAME)
        ):
            yield (
                f"The newest price of {id_} on record is {numbers.money(newest)}; the answer above is at "
                f"{numbers.money(price.usd_per_hour)}."
            )


def _where_from(comparison: Comparison, history: PriceHistory) -> Iterator[str]:
    """Each of these prices has a date and a source, which would not fit here."""
    moved = [answer for id_, answer in comparison.options.items() if id_ not in history.fixed]
    types = {
        instance
        for answer in moved
        for instance in (answer.instance, *(part.instance for part in answer.parts or ()))
        if instance is not None
    }
    if types:
        asked = [f"perdollar prices show {instance}" for instance in sorted(types)]
        yield f"Date, age and source of each price: {' and '.join(asked)}."
