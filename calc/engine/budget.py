"""What the work costs in total: one job, a month of demand, a move."""

from __future__ import annotations

from calc.core import cost, fleet
from calc.engine.side import Side, known
from calc.model.comparison import DemandCost, JobCost, MigrationPayback
from calc.model.ratio import Ratio
from calc.model.resolved import Resolved


def job_cost(side: Side, resolved: Resolved) -> JobCost | None:
    """Cost and time of one job; None where no job is given."""
    if resolved.job_units is None:
        return None
    units = float(resolved.job_units)
    usd = cost.cost_of(units, side.cost)
    low, high = side.interval(usd, falls=True)
    return JobCost(
        units=units,
        usd=usd,
        usd_low=low,
        usd_high=high,
        usd_all_in=None if side.all_in is None else cost.cost_of(units, side.all_in),
        hours=cost.job_hours(units, side.effective),
    )


def demand_cost(side: Side, resolved: Resolved) -> DemandCost | None:
    """The fleet for the demand and its cost a month; None where no demand is given."""
    if resolved.demand is None:
        return None
    hours = float(resolved.hours_per_month)
    per_month = float(resolved.demand.in_a_month(resolved.hours_per_month))
    needed = fleet.deployments_needed(per_month / (hours * cost.SECONDS_PER_HOUR), side.effective)
    always_on = fleet.always_on_cost(needed, side.usd_per_hour, hours)
    elastic = cost.cost_of(per_month, side.cost)
    billing = resolved.demand.billing
    return DemandCost(
        deployments=int(needed),
        usd_per_month=always_on if billing == "always_on" else elastic,
        billing=billing,
        usd_per_month_always_on=always_on,
        usd_per_month_elastic=elastic,
        rounding_usd_per_month=fleet.rounding_cost(always_on, elastic),
    )


def payback(
    before: DemandCost | None, after: DemandCost | None, ratio: Ratio, resolved: Resolved
) -> MigrationPayback | None:
    """How long until a move has paid for itself, by the monthly costs before and after it.

    None where the cost of moving is not given; its months are None without a demand.
    """
    if resolved.migration_usd is None:
        return None
    one_off = float(resolved.migration_usd)
    saving = months = None
    if before is not None and after is not None:
        saving = fleet.monthly_saving(before.usd_per_month, after.usd_per_month)
        months = known(fleet.payback_months(one_off, before.usd_per_month, after.usd_per_month))
    unsure = ratio.low is None or ratio.low <= 1
    return MigrationPayback(
        one_off_usd=one_off,
        saving_usd_per_month=saving,
        payback_months=months,
        may_never_pay_back=unsure or (saving is not None and saving <= 0),
    )
