"""One option in float64: the crossing from the exact Decimals of the models to core."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from calc.core import cost, stats
from calc.model.notice import Notice
from calc.model.resolved import Resolved, ResolvedOption
from calc.runs import Runs, summarize


@dataclass(frozen=True, slots=True)
class Side:
    """What core needs to know of one option, and what it costs."""

    option: ResolvedOption
    usd_per_hour: float
    runs: Runs
    rate_low: float | None
    rate_high: float | None
    effective: float
    cost: float
    setup_usd: float | None
    over_units: float | None
    all_in: float | None
    weight: float
    """Share of the all-in cost that moves with the throughput; 1 without a setup."""
    own_withheld: bool
    comparison_withheld: bool
    blocked: bool

    @property
    def rate(self) -> float:
        """Units per second of the whole deployment."""
        return self.runs.rate


def build(option: ResolvedOption, resolved: Resolved, notices: Sequence[Notice]) -> Side:
    """Bring one option to float64; `notices` are those about it."""
    hourly = sum(part.price.usd_per_hour * part.instances for part in option.parts)
    usd_per_hour = float(hourly + option.overhead_usd_per_hour)
    runs = summarize(option.throughput)
    low, high = stats.interval(runs.mean, runs.sd, runs.n, float(resolved.confidence))
    effective = cost.effective_rate(
        runs.rate,
        float(option.utilization),
        float(option.useful_fraction),
        float(option.accepted_fraction),
        float(option.counted_per_unit),
    )
    per_unit = cost.cost_per_unit(usd_per_hour, effective)
    setup_usd = over_units = all_in = None
    weight = 1.0
    if (setup := option.setup) is not None:
        setup_usd = cost.setup_cost(usd_per_hour, float(setup.seconds))
        if setup.over_hours is not None:
            over_units = cost.units_in_hours(effective, float(setup.over_hours))
        elif (spread_over := setup.over_units or resolved.job_units) is not None:
            over_units = float(spread_over)
        if over_units is not None:
            all_in = cost.all_in_cost(per_unit, setup_usd, over_units)
            # Over hours, the units grow with the throughput, so the whole cost moves with it.
            weight = 1.0 if setup.over_hours is not None else per_unit / all_in
    return Side(
        option=option,
        usd_per_hour=usd_per_hour,
        runs=runs,
        rate_low=known(low),
        rate_high=known(high),
        effective=effective,
        cost=per_unit,
        setup_usd=setup_usd,
        over_units=over_units,
        all_in=all_in,
        weight=weight,
        own_withheld=any(notice.withholds == "all" for notice in notices),
        comparison_withheld=any(notice.withholds != "nothing" for notice in notices),
        blocked=any(notice.level == "block" for notice in notices),
    )


def compare(
    side: Side, other: Side, confidence: float, *, all_in: bool = False
) -> tuple[float, float | None, float | None]:
    """Ratio of units per dollar, `side` over `other`, and its interval."""
    mine, theirs = (side.all_in, other.all_in) if all_in else (side.cost, other.cost)
    assert mine is not None
    assert theirs is not None
    ratio = cost.ratio(mine, theirs)
    weights = (side.weight, other.weight) if all_in else (1.0, 1.0)
    se, df = stats.welch(side.runs.sd, side.runs.n, other.runs.sd, other.runs.n, *weights)
    low, high = stats.ratio_interval(math.log(ratio), se, df, confidence)
    return ratio, known(low), known(high)


def known(value: float) -> float | None:
    """NaN, the kernel's word for unknown, as None."""
    return None if math.isnan(value) else float(value)
