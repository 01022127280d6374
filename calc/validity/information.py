"""What a reader should know of one option's numbers: factors in them, and what was left unsaid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from calc.model.notice import Notice
from calc.model.resolved import Resolved, ResolvedOption


def remarks(option: ResolvedOption, resolved: Resolved) -> Iterator[Notice]:
    """Information only; none of it says that a number is wrong."""
    for code, values in _found(option, resolved):
        yield Notice(code=code, level="info", option=option.id, values=values)


def _found(option: ResolvedOption, resolved: Resolved) -> Iterator[tuple[str, dict[str, Any]]]:
    for factor, value in _factors(option):
        yield "adjusted", {"factor": factor, "value": float(value)}
    for part in option.parts:
        if part.instance is not None and part.family is None:
            yield "unknown_instance", {"instance": part.instance}
    setup = option.setup
    if setup is not None and not (setup.over_units or setup.over_hours or resolved.job_units):
        yield "setup_not_spread", {}
    if fields := _unstated(option):
        yield "unstated", {"fields": fields}


def _factors(option: ResolvedOption) -> Iterator[tuple[str, Any]]:
    """Each factor that changes the number, by the key it is written under."""
    for factor in ("utilization", "useful_fraction", "accepted_fraction", "counted_per_unit"):
        if (value := getattr(option, factor)) != 1:
            yield factor, value
    for part in option.parts:
        if part.price.discount:
            yield "discount", part.price.discount
    if option.overhead_usd_per_hour:
        yield "overhead_usd_per_hour", option.overhead_usd_per_hour


def _unstated(option: ResolvedOption) -> list[str]:
    """What was left unsaid, in words."""
    prices, throughput = [part.price for part in option.parts], option.throughput
    gaps = {
        "instance": any(part.instance is None for part in option.parts),
        "how it is bought": any(price.purchase == "unstated" for price in prices),
        "region": any(price.region is None and price.purchase != "owned" for price in prices),
        "date of the price": any(price.as_of is None for price in prices),
        "source of the price": any(price.source is None for price in prices),
        "whether warm-up is excluded": throughput.warmup == "unknown",
        "whether padding is counted": throughput.padding == "unknown",
        "whether it is a mean or a peak": throughput.statistic == "unknown",
    }
    return [words for words, missing in gaps.items() if missing]
