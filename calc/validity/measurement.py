"""What the measurement of one option gives cause to doubt."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from calc.model.notice import Notice
from calc.model.resolved import Resolved, ResolvedOption
from calc.runs import Runs

WIDE_SPREAD = 0.10
UNEQUAL_RUNS = 0.01
SMALL_FALLBACK = Decimal("0.02")


def doubts(option: ResolvedOption, runs: Runs, resolved: Resolved) -> Iterator[Notice]:
    """Doubts about the throughput: what it stands for, then how far its runs carry."""
    for code, values in _spoiling(option, resolved):
        yield Notice(code=code, level="invalid", option=option.id, values=values)
    yield from _fallback(option)
    yield from _idle(option)
    for code, values in _qualifying(option, runs):
        yield Notice(code=code, level="warning", option=option.id, values=values)


def _spoiling(option: ResolvedOption, resolved: Resolved) -> Iterator[tuple[str, dict[str, object]]]:
    """What makes a number stand for something else than the deployment."""
    throughput = option.throughput
    if throughput.warmup == "included":
        yield "warmup_included", {}
    if throughput.statistic == "peak":
        yield "peak_statistic", {}
    if throughput.padding == "included" and option.useful_fraction == 1:
        yield "padding_counted", {}
    if throughput.padding == "excluded" and option.useful_fraction < 1:
        yield (
            "double_count",
            {"one": "padding: excluded", "other": f"useful_fraction: {option.useful_fraction}"},
        )
    if throughput.warmup == "part_of_job" and option.setup is not None and option.setup.seconds > 0:
        yield "double_count", {"one": "warmup: part_of_job", "other": f"setup of {option.setup.seconds} s"}
    if option.unit != resolved.unit:
        yield "unit_mismatch", {"unit": option.unit, "wanted": resolved.unit}


def _fallback(option: ResolvedOption) -> Iterator[Notice]:
    throughput = option.throughput
    if not throughput.fallback_ops:
        return
    share = throughput.fallback_time_share
    yield Notice(
        code="cpu_fallback",
        level="warning" if share is not None and share < SMALL_FALLBACK else "invalid",
        option=option.id,
        values={
            "ops": list(throughput.fallback_ops),
            "time_share": "unknown" if share is None else float(share),
        },
    )


def _idle(option: ResolvedOption) -> Iterator[Notice]:
    used, paid = option.throughput.accelerators_used, option.paid_accelerators
    if used is None or paid is None or used >= paid:
        return
    half = used * 2 <= paid and not option.throughput.idle_intended
    yield Notice(
        code="idle_accelerators",
        level="invalid" if half else "warning",
        option=option.id,
        values={"used": float(used), "paid": paid},
    )


def _qualifying(option: ResolvedOption, runs: Runs) -> Iterator[tuple[str, dict[str, object]]]:
    throughput, conditions = option.throughput, option.conditions
    if runs.n == 1:
        yield "single_run", {}
    elif runs.sd == 0:
        yield "identical_runs", {"n": runs.n}
    elif runs.n == 2:
        yield "few_runs", {"n": runs.n}
    if runs.sd > WIDE_SPREAD:
        yield "wide_spread", {"spread_percent": 100 * runs.sd}
    if throughput.pooled_per_second is not None:
        pooled = float(throughput.pooled_per_second)
        apart = abs(runs.rate / pooled - 1)
        if apart > UNEQUAL_RUNS:
            yield "unequal_runs", {"geometric": runs.rate, "pooled": pooled, "percent": 100 * apart}
    if throughput.multiplied_by > 1:
        yield "extrapolated", {"per": throughput.per, "times": throughput.multiplied_by}
    in_flight = {"batch": conditions.batch, "concurrency": conditions.concurrency}
    for field, value in in_flight.items():
        if throughput.inverted and value is not None and value > 1:
            yield "inverted_latency", {"field": field, "value": float(value)}
            break
