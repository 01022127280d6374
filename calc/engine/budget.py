"""What the work costs in total: one job, a month of demand, a move."""

from __future__ import annotations

from calc.core import cost, fleet
from calc.engine.side import Side, known
from calc.model.comparison import DemandCost, JobCost, MigrationPayback
from calc.model.ratio import Ratio
from calc.model.resolved import Resolved


def job_cost(side: Side, resolved: Resolved) -> JobCost | None:
    """Cost and time of one job; None where no job is given."""
    units = resolved.job_units
    if units is None:
        return None
    low, high = side.rate_low, side.rate_high
    usd = float(units) * side.cost
    return JobCost(
        units=float(units),
        usd=usd,
        usd_low=usd * side.rate / high if high else None,
        usd_high=usd * side.rate / low if low else None,
        usd_with_setup=None if side.setup_usd is None else usd + side.setup_usd,
        hours=float(units) / side.effective / cost.SECONDS_PER_HOUR,
    )


def demand_cost(side: Side, resolved: Resolved) -> DemandCost | None:
    """The fleet for the demand and its cost a month; None where no demand is given."""
    demand = resolved.demand
    if demand is None:
        return None
    hours = float(resolved.hours_per_month)
    if demand.units_per_month is not None:
        per_month = float(demand.units_per_month)
    else:
        per_month = float(demand.units_per_hour or 0) * hours
    deployments = int(fleet.deployments_needed(per_month / (hours * cost.SECONDS_PER_HOUR), side.effective))
    always_on = fleet.always_on_cost(deployments, side.usd_per_hour, hours)
    elastic = fleet.elastic_cost(per_month, side.cost)
    return DemandCost(
        deployments=deployments,
        usd_per_month=always_on if demand.billing == "always_on" else elastic,
        billing=demand.billing,
        usd_per_month_always_on=always_on,
        usd_per_month_elastic=elastic,
        rounding_usd_per_month=always_on - elastic,
    )


def payback(side: Side, baseline: Side, ratio: Ratio, resolved: Resolved) -> MigrationPayback | None:
    """How long until a move from the baseline has paid for itself; None where its cost is not given."""
    one_off = resolved.migration_usd
    if one_off is None:
        return None
    unsure = ratio.low is None or ratio.low <= 1
    before, after = demand_cost(baseline, resolved), demand_cost(side, resolved)
    if before is None or after is None:
        return MigrationPayback(
            one_off_usd=float(one_off),
            saving_usd_per_month=None,
            payback_months=None,
            may_never_pay_back=unsure,
            words="no demand is given, so how long it takes is unknown",
        )
    saving = before.usd_per_month - after.usd_per_month
    months = known(fleet.payback_months(float(one_off), before.usd_per_month, after.usd_per_month))
    if months is None:
        words = "nothing is saved a month, so it never pays back"
    elif unsure:
        words = "may never pay back: the runs do not show that anything is saved"
    else:
        words = "pays back by the monthly cost stated"
    return MigrationPayback(
        one_off_usd=float(one_off),
        saving_usd_per_month=saving,
        payback_months=months,
        may_never_pay_back=unsure or months is None,
        words=words,
    )
