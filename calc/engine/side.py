"""One option in float64: the crossing from the exact Decimals of the models to core."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from calc.core import cost, stats
from calc.model.notice import Notice
from calc.model.resolved import Resolved, ResolvedOption
from calc.runs import Runs

Interval = tuple[float | None, float | None]


@dataclass(frozen=True, slots=True)
class Side:
    """What core needs to know of one option, and what it costs."""

    option: ResolvedOption
    runs: Runs
    confidence: float
    usd_per_hour: float
    effective: float
    """Units per second that count."""
    cost: float
    """USD per unit."""
    setup_usd: float | None
    over_units: float | None
    all_in: float | None
    """USD per unit with the one-off time spread over `over_units`."""
    weight: float
    """Share of the all-in cost that moves with the throughput; 1 without a setup."""
    withholds_cost: bool
    withholds_comparison: bool
    blocked: bool

    def interval(self, value: float, *, falls: bool = False) -> Interval:
        """Interval of a quantity that is proportional to the throughput, or to its inverse if it `falls`."""
        mean = -math.log(value) if falls else math.log(value)
        low, high = stats.interval(mean, self.runs.sd, self.runs.n, self.confidence)
        return (known(1 / high), known(1 / low)) if falls else (known(low), known(high))


def build(option: ResolvedOption, runs: Runs, resolved: Resolved, notices: Sequence[Notice]) -> Side:
    """Bring one option to float64; `notices` are those about it."""
    usd_per_hour = float(
        cost.deployment_price(
            [part.price.usd_per_hour for part in option.parts],
            [part.instances for part in option.parts],
            option.overhead_usd_per_hour,
        )
    )
    effective = cost.effective_rate(
        runs.rate,
        float(option.utilization),
        float(option.useful_fraction),
        float(option.accepted_fraction),
        float(option.counted_per_unit),
    )
    per_unit = cost.cost_per_unit(usd_per_hour, effective)
    setup_usd, over_units, all_in, weight = _one_off(option, resolved, usd_per_hour, effective, per_unit)
    return Side(
        option=option,
        runs=runs,
        confidence=float(resolved.confidence),
        usd_per_hour=usd_per_hour,
        effective=effective,
        cost=per_unit,
        setup_usd=setup_usd,
        over_units=over_units,
        all_in=all_in,
        weight=weight,
        withholds_cost=any(notice.withholds_cost for notice in notices),
        withholds_comparison=any(notice.withholds_comparison for notice in notices),
        blocked=any(notice.level == "block" for notice in notices),
    )


def _one_off(
    option: ResolvedOption, resolved: Resolved, usd_per_hour: float, effective: float, per_unit: float
) -> tuple[float | None, float | None, float | None, float]:
    """USD of the one-off time, the units it is spread over, the all-in cost and its moving share."""
    setup = option.setup
    if option.throughput.warmup == "part_of_job":
        return 0.0, None, per_unit, 1.0  # the time of the whole job holds its start-up
    if setup is None:
        return None, None, None, 1.0
    setup_usd = cost.setup_cost(usd_per_hour, float(setup.seconds))
    if setup.over_hours is not None:
        over_units = cost.units_in_hours(effective, float(setup.over_hours))
        # The units grow with the throughput, so the whole cost moves with it.
        return setup_usd, over_units, cost.all_in_cost(per_unit, setup_usd, over_units), 1.0
    spread_over = setup.over_units or resolved.job_units
    if spread_over is None:
        return setup_usd, None, None, 1.0
    all_in = cost.all_in_cost(per_unit, setup_usd, float(spread_over))
    return setup_usd, float(spread_over), all_in, per_unit / all_in


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
