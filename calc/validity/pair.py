"""What sets two options apart: what forbids comparing them, and what only qualifies it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from calc.core import units
from calc.model.notice import Level, Notice
from calc.model.resolved import ResolvedOption
from calc.runs import Runs

ARRIVAL_LIMITED = 0.95
LENGTHS_APART = Decimal("0.10")
LATENCY_APART = Decimal("0.10")
PRICES_APART_DAYS = 90
LENGTHS = ("input_length", "output_length")
NOT_COMPARED = frozenset({"measured_on", "latency_ms"})
"""A date is no condition of the work, and latencies are compared one by one."""

Values = dict[str, Any]


def doubts(option: ResolvedOption, baseline: ResolvedOption, runs: Mapping[str, Runs]) -> Iterator[Notice]:
    """Doubts about the comparison of an option with the baseline, which may be the option itself."""
    found: list[tuple[str, Level, Values]] = []
    if arrival_limited(option, runs):
        both = option is not baseline and arrival_limited(baseline, runs)
        offered = float(option.throughput.offered_per_second or 0)
        values = {"achieved": runs[option.id].rate, "offered": offered}
        found.append(("arrival_limited", "invalid" if both else "warning", values))
    if option is not baseline:
        found += [("workload_differs", "invalid", values) for values in _lengths(option, baseline)]
        found += [(code, "warning", values) for code, values in _buying(option, baseline)]
        if conditions := _conditions(option, baseline):
            found.append(("conditions_differ", "warning", {"conditions": conditions}))
        found += _one_off(option, baseline)
    for code, level, values in found:
        yield Notice(code=code, level=level, option=option.id, values={"baseline": baseline.id, **values})


def comparable(one: ResolvedOption, another: ResolvedOption, runs: Mapping[str, Runs]) -> bool:
    """Whether nothing forbids comparing two options, whichever of them is the baseline."""
    both_limited = arrival_limited(one, runs) and arrival_limited(another, runs)
    return not both_limited and not any(_lengths(one, another))


def arrival_limited(option: ResolvedOption, runs: Mapping[str, Runs]) -> bool:
    """Whether a rate-limited run kept up with what was offered: it measured demand, not capacity."""
    offered = option.throughput.offered_per_second
    return offered is not None and runs[option.id].rate >= ARRIVAL_LIMITED * float(offered)


def _lengths(option: ResolvedOption, baseline: ResolvedOption) -> Iterator[Values]:
    """Declared lengths of token work that are too far apart to compare tokens."""
    if not units.describe(baseline.unit).token:
        return
    for field in LENGTHS:
        mine, theirs = getattr(option.conditions, field), getattr(baseline.conditions, field)
        if _apart(mine, theirs, LENGTHS_APART):
            yield {"field": field, "value": float(mine), "baseline_value": float(theirs)}


def _buying(option: ResolvedOption, baseline: ResolvedOption) -> Iterator[tuple[str, Values]]:
    """Prices of unlike kinds, each only where both sides state theirs."""
    if option.provider != baseline.provider:
        yield "mixed_provider", {"provider": option.provider, "baseline_provider": baseline.provider}
    for what in ("purchase", "region"):
        mine, theirs = (_stated(side, what) - {"unstated"} for side in (option, baseline))
        if mine and theirs and mine != theirs:
            yield f"mixed_{what}", {what: sorted(mine), f"baseline_{what}": sorted(theirs)}
    dates, others = _stated(option, "as_of"), _stated(baseline, "as_of")
    if dates and others:
        days, as_of, other = max((abs((one - two).days), one, two) for one in dates for two in others)
        if days > PRICES_APART_DAYS:
            values = {"days": days, "as_of": as_of.isoformat(), "baseline_as_of": other.isoformat()}
            yield "prices_far_apart", values


def _stated(option: ResolvedOption, field: str) -> set[Any]:
    values = (getattr(part.price, field) for part in option.parts)
    return {value for value in values if value is not None}


def _conditions(option: ResolvedOption, baseline: ResolvedOption) -> dict[str, list[str]]:
    """The conditions that both sides state and that are not the same: name -> theirs and ours."""
    mine, theirs = _named(option), _named(baseline)
    if not _same(mine.get("stack"), theirs.get("stack")):
        mine.pop("stack_version", None)  # versions of different stacks say nothing about each other
    for values in _lengths(option, baseline):
        del mine[values["field"]]  # said by workload_differs
    return {
        name: [_shown(value), _shown(theirs[name])]
        for name, value in mine.items()
        if name in theirs
        and (
            _apart(value, theirs[name], LATENCY_APART)
            if name.startswith("latency ")
            else not _same(value, theirs[name])
        )
    }


def _named(option: ResolvedOption) -> dict[str, Any]:
    """The conditions that are stated, each latency under a name of its own."""
    named = {
        name: value for name, value in option.conditions if value is not None and name not in NOT_COMPARED
    }
    latencies = option.conditions.latency_ms or {}
    return named | {f"latency {name} in ms": value for name, value in latencies.items()}


def _one_off(option: ResolvedOption, baseline: ResolvedOption) -> Iterator[tuple[str, Level, Values]]:
    """Whether the one-off times of both sides can be set against each other."""
    whole_job = [side.throughput.warmup == "part_of_job" for side in (option, baseline)]
    if any(whole_job):
        if not all(whole_job):
            job, steady = (option, baseline) if whole_job[0] else (baseline, option)
            yield "whole_job_time", "warning", {"job": job.id, "steady": steady.id}
    elif (option.setup is None) != (baseline.setup is None):
        given, lacking = (option, baseline) if option.setup is not None else (baseline, option)
        yield "setup_one_sided", "info", {"given": given.id, "other": lacking.id}


def _same(one: Any, another: Any) -> bool:
    if isinstance(one, str) and isinstance(another, str):
        return one.casefold() == another.casefold()
    return bool(one == another)


def _apart(one: Decimal | None, another: Decimal | None, share: Decimal) -> bool:
    """Whether two positive numbers are both known and more than a share of the smaller apart."""
    if one is None or another is None:
        return False
    return max(one, another) > min(one, another) * (1 + share)


def _shown(value: Any) -> str:
    """A condition as text: a number without exponent or trailing zeros."""
    return f"{value.normalize():f}" if isinstance(value, Decimal) else str(value)
