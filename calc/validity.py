"""Resolved -> notices: what invalidates a number and what qualifies it."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, Literal

from calc.core import units
from calc.model.notice import Level, Notice
from calc.model.resolved import Resolved, ResolvedOption, ResolvedPart
from calc.runs import summarize

STALE_DAYS = 90
WIDE_SPREAD = 0.10
UNEQUAL_RUNS = 0.01
ARRIVAL_LIMITED = 0.95
LENGTHS_APART = Decimal("0.10")
LATENCY_APART = Decimal("0.10")
SMALL_FALLBACK = Decimal("0.02")
SCALE_WITHIN = Decimal("0.10")
SPOT_BOUND = Decimal("0.0005")
NO_DISCOUNT = ("spot", "capacity_block")
"""Ways of buying to which no discount plan applies."""
COMPARED_ELSEWHERE = frozenset({"measured_on", "latency_ms"})
"""Conditions that `conditions_differ` does not name as they stand: a date is no condition of the work,
and latencies are compared one by one."""


def check(resolved: Resolved, *, today: datetime.date | None) -> tuple[Notice, ...]:
    """Every doubt about a scenario. The age of prices is judged only where `today` is given."""
    baseline = resolved.options[resolved.baseline]
    found: list[Notice] = []
    for option in resolved.options.values():
        found += _measurement(option, resolved)
        found += _arrival(option, baseline)
        found += _price(option, today)
        if option is not baseline:
            found += _pair(option, baseline)
        found += _information(option)
    return tuple(found)


def _notice(
    code: str,
    level: Level,
    option: ResolvedOption,
    withholds: Literal["nothing", "comparison", "all"] = "nothing",
    **values: Any,
) -> Notice:
    return Notice(code=code, level=level, option=option.id, withholds=withholds, values=values)


def _measurement(option: ResolvedOption, resolved: Resolved) -> Iterator[Notice]:
    """What the measurement itself gives cause to doubt."""
    yield from _spoiled(option, resolved)
    yield from _idle(option)
    yield from _repeats(option)
    throughput, conditions = option.throughput, option.conditions
    if throughput.multiplied_by > 1:
        yield _notice("extrapolated", "warning", option, per=throughput.per, times=throughput.multiplied_by)
    if throughput.inverted:
        for field in ("batch", "concurrency"):
            value = getattr(conditions, field)
            if value is not None and value > 1:
                yield _notice("inverted_latency", "warning", option, field=field, value=_plain(value))
                break
    if option.setup is not None and not (
        option.setup.over_units or option.setup.over_hours or resolved.job_units
    ):
        yield _notice("setup_not_spread", "info", option)


def _spoiled(option: ResolvedOption, resolved: Resolved) -> Iterator[Notice]:
    """What makes a number stand for something else than the deployment."""
    throughput = option.throughput
    if throughput.fallback_ops:
        share = throughput.fallback_time_share
        small = share is not None and share < SMALL_FALLBACK
        yield _notice(
            "cpu_fallback",
            "warning" if small else "invalid",
            option,
            "nothing" if small else "all",
            ops=list(throughput.fallback_ops),
            time_share="unknown" if share is None else float(share),
        )
    if throughput.warmup == "included":
        yield _notice("warmup_included", "invalid", option, "all")
    if throughput.statistic == "peak":
        yield _notice("peak_statistic", "invalid", option, "all")
    if throughput.padding == "included" and option.useful_fraction == 1:
        yield _notice("padding_counted", "invalid", option, "all")
    if throughput.padding == "excluded" and option.useful_fraction < 1:
        what = f"padding is excluded and useful_fraction is {option.useful_fraction}"
        yield _notice("double_count", "invalid", option, "all", what=what)
    if throughput.warmup == "part_of_job" and option.setup is not None:
        what = "the measured time is that of the whole job and a setup is added"
        yield _notice("double_count", "invalid", option, "all", what=what)
    if option.unit != resolved.unit:
        yield _notice("unit_mismatch", "invalid", option, "all", unit=option.unit, wanted=resolved.unit)


def _idle(option: ResolvedOption) -> Iterator[Notice]:
    used, paid = option.throughput.accelerators_used, option.paid_accelerators
    if used is None or paid is None or used >= paid:
        return
    half = used * 2 <= paid and not option.throughput.idle_intended
    yield _notice(
        "idle_accelerators",
        "invalid" if half else "warning",
        option,
        "all" if half else "nothing",
        used=_plain(used),
        paid=paid,
    )


def _repeats(option: ResolvedOption) -> Iterator[Notice]:
    """How far the runs can carry an interval."""
    summary = summarize(option.throughput)
    runs, spread = summary.n, summary.sd
    if runs == 1:
        yield _notice("single_run", "warning", option)
    elif spread == 0:
        yield _notice("identical_runs", "warning", option, n=runs)
    elif runs == 2:
        yield _notice("few_runs", "warning", option, n=runs)
    if spread > WIDE_SPREAD:
        yield _notice("wide_spread", "warning", option, spread_percent=100 * spread)
    pooled = option.throughput.pooled_per_second
    if pooled is not None:
        geometric = summary.rate
        apart = abs(geometric / float(pooled) - 1)
        if apart > UNEQUAL_RUNS:
            yield _notice(
                "unequal_runs",
                "warning",
                option,
                geometric=geometric,
                pooled=float(pooled),
                percent=100 * apart,
            )


def _arrival(option: ResolvedOption, baseline: ResolvedOption) -> Iterator[Notice]:
    """A rate-limited run that kept up measured the demand; on both sides it compares nothing."""
    if not _is_arrival_limited(option):
        return
    both = option is not baseline and _is_arrival_limited(baseline)
    yield _notice(
        "arrival_limited",
        "invalid" if both else "warning",
        option,
        "comparison" if both else "nothing",
        achieved=summarize(option.throughput).rate,
        offered=float(option.throughput.offered_per_second or 0),
    )


def _price(option: ResolvedOption, today: datetime.date | None) -> Iterator[Notice]:
    """What the prices themselves give cause to doubt."""
    for part in option.parts:
        name, price = part.instance or "the instance", part.price
        if today is not None and price.as_of is not None and (today - price.as_of).days > STALE_DAYS:
            age = (today - price.as_of).days
            yield _notice(
                "stale_price", "warning", option, age_days=age, as_of=price.as_of.isoformat(), instance=name
            )
        if name.startswith("ml."):
            yield _notice("sagemaker_instance", "warning", option, instance=name)
        if price.discount and price.purchase in NO_DISCOUNT:
            yield _notice("discount_not_offered", "warning", option, purchase=price.purchase, instance=name)
        if price.purchase == "capacity_block" and option.utilization == 1:
            yield _notice("block_hours_unused", "info", option, instance=name)
        if price.purchase == "spot":
            yield from _spot(option, part)
        yield from _scale(option, part)


def _spot(option: ResolvedOption, part: ResolvedPart) -> Iterator[Notice]:
    """Spot is a quote, and some quotes look like a floor or a ceiling of the price on demand."""
    price, listed = part.price, part.price.listed
    low, high = (listed.spot_low, listed.spot_high) if listed else (None, None)
    spread = "unknown" if low is None or high is None else f"{_plain(low)} to {_plain(high)}"
    yield _notice("spot_quote", "info", option, instance=part.instance or "the instance", zones=spread)
    if listed is not None and listed.on_demand is not None:
        share = price.before_discount / listed.on_demand
        for bound, percent in ((Decimal("0.1"), 10), (Decimal(1), 100)):
            if abs(share - bound) < SPOT_BOUND * bound:
                yield _notice(
                    "spot_at_bound",
                    "warning",
                    option,
                    price=_plain(price.before_discount),
                    percent=percent,
                    on_demand=_plain(listed.on_demand),
                )


def _scale(option: ResolvedOption, part: ResolvedPart) -> Iterator[Notice]:
    """A price off by the number of accelerators is one of an accelerator, or counted for each of them."""
    price, listed, count = part.price, part.price.listed, part.accelerators
    if listed is None or listed.same is None or price.standing != "user" or count is None or count == 1:
        return
    for factor, words in (
        (Decimal(1) / count, "one accelerator"),
        (Decimal(count), "every accelerator the price of the instance"),
    ):
        if abs(price.before_discount / (listed.same * factor) - 1) <= SCALE_WITHIN:
            yield _notice(
                "price_scale",
                "warning",
                option,
                price=_plain(price.before_discount),
                listed=_plain(listed.same),
                accelerators=count,
                words=words,
            )


def _pair(option: ResolvedOption, baseline: ResolvedOption) -> Iterator[Notice]:
    """What sets an option and the baseline apart."""
    yield from _lengths(option, baseline)
    yield from _buying(option, baseline)
    if fields := _differing(option, baseline):
        yield _notice("conditions_differ", "warning", option, fields=fields, baseline=baseline.id)
    if (option.setup is None) != (baseline.setup is None):
        given, lacking = (option, baseline) if option.setup is not None else (baseline, option)
        yield _notice("setup_one_sided", "info", option, given=given.id, other=lacking.id)


def _lengths(option: ResolvedOption, baseline: ResolvedOption) -> Iterator[Notice]:
    if not units.describe(baseline.unit).token:
        return
    for field in ("input_length", "output_length"):
        mine, theirs = getattr(option.conditions, field), getattr(baseline.conditions, field)
        if _apart(mine, theirs, LENGTHS_APART):
            yield _notice(
                "workload_differs",
                "invalid",
                option,
                "comparison",
                field=field,
                value=_plain(mine),
                baseline=baseline.id,
                baseline_value=_plain(theirs),
            )


def _buying(option: ResolvedOption, baseline: ResolvedOption) -> Iterator[Notice]:
    """Prices of unlike kinds, each only where both sides state theirs."""
    if option.provider != baseline.provider:
        yield _notice(
            "mixed_provider",
            "warning",
            option,
            provider=option.provider,
            baseline=baseline.id,
            baseline_provider=baseline.provider,
        )
    mine, theirs = (_stated(side, "purchase") - {"unstated"} for side in (option, baseline))
    if mine and theirs and mine != theirs:
        yield _notice(
            "mixed_purchase",
            "warning",
            option,
            purchase=", ".join(sorted(mine)),
            baseline=baseline.id,
            baseline_purchase=", ".join(sorted(theirs)),
        )
    mine, theirs = _stated(option, "region"), _stated(baseline, "region")
    if mine and theirs and mine != theirs:
        yield _notice(
            "mixed_region",
            "warning",
            option,
            region=", ".join(sorted(mine)),
            baseline=baseline.id,
            baseline_region=", ".join(sorted(theirs)),
        )
    dates, baseline_dates = _stated(option, "as_of"), _stated(baseline, "as_of")
    if dates and baseline_dates:
        days, as_of, other = max(
            (abs((one - another).days), one, another) for one in dates for another in baseline_dates
        )
        if days > STALE_DAYS:
            yield _notice(
                "prices_far_apart",
                "warning",
                option,
                days=days,
                as_of=as_of.isoformat(),
                baseline=baseline.id,
                baseline_as_of=other.isoformat(),
            )


def _stated(option: ResolvedOption, field: str) -> set[Any]:
    values = (getattr(part.price, field) for part in option.parts)
    return {value for value in values if value is not None}


def _differing(option: ResolvedOption, baseline: ResolvedOption) -> list[str]:
    """The conditions that both state and that are not the same, in words."""
    mine, theirs = _conditions(option), _conditions(baseline)
    if not _same(mine.get("stack"), theirs.get("stack")):
        mine.pop("stack_version", None)  # versions of different stacks say nothing about each other
    words = [
        f"{name} {_plain(mine[name])} against {_plain(theirs[name])}"
        for name in mine
        if name in theirs and not _same(mine[name], theirs[name])
    ]
    latencies, others = option.conditions.latency_ms or {}, baseline.conditions.latency_ms or {}
    words += [
        f"latency {name} {_plain(latencies[name])} ms against {_plain(others[name])} ms"
        for name in latencies
        if name in others and _apart(latencies[name], others[name], LATENCY_APART)
    ]
    return words


def _conditions(option: ResolvedOption) -> dict[str, Any]:
    return {
        name: value
        for name, value in option.conditions
        if value is not None and name not in COMPARED_ELSEWHERE
    }


def _same(one: Any, another: Any) -> bool:
    if isinstance(one, str) and isinstance(another, str):
        return one.casefold() == another.casefold()
    return bool(one == another)


def _apart(one: Decimal | None, another: Decimal | None, share: Decimal) -> bool:
    """Whether two positive numbers are both known and more than a share of the smaller apart."""
    if one is None or another is None:
        return False
    return max(one, another) > min(one, another) * (1 + share)


def _is_arrival_limited(option: ResolvedOption) -> bool:
    offered = option.throughput.offered_per_second
    return offered is not None and summarize(option.throughput).rate >= ARRIVAL_LIMITED * float(offered)


def _information(option: ResolvedOption) -> Iterator[Notice]:
    yield from _adjusted(option)
    for part in option.parts:
        if part.instance is not None and not part.known:
            yield _notice("unknown_instance", "info", option, instance=part.instance)
    if fields := _unstated(option):
        yield _notice("unstated", "info", option, fields=fields)


def _adjusted(option: ResolvedOption) -> Iterator[Notice]:
    """Each factor that changes the number, on a line of its own."""
    for factor in ("utilization", "useful_fraction", "accepted_fraction"):
        value = getattr(option, factor)
        if value != 1:
            effect = f"divides the throughput that counts by {_plain(round(1 / value, 4))}"
            yield _notice("adjusted", "info", option, factor=factor, value=_plain(value), effect=effect)
    if option.counted_per_unit != 1:
        value = _plain(option.counted_per_unit)
        effect = f"counts {value} of its own units as one common unit"
        yield _notice("adjusted", "info", option, factor="counted_per_unit", value=value, effect=effect)
    for part in option.parts:
        if part.price.discount:
            percent = _plain(100 * part.price.discount)
            effect = f"takes {percent}% off the price of {part.instance or 'the instance'}"
            value = _plain(part.price.discount)
            yield _notice("adjusted", "info", option, factor="discount", value=value, effect=effect)
    if option.overhead_usd_per_hour:
        value = _plain(option.overhead_usd_per_hour)
        effect = f"adds ${value} an hour to the deployment"
        yield _notice("adjusted", "info", option, factor="overhead_usd_per_hour", value=value, effect=effect)


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


def _plain(value: Any) -> str:
    """A value as text: a Decimal without exponent or trailing zeros."""
    if isinstance(value, Decimal):
        return f"{value.normalize():f}"
    return str(value)
