"""A scenario with every number on one basis: units per second of the deployment, USD per hour."""

from __future__ import annotations

import datetime
from decimal import Decimal
from typing import Literal

from calc.model.base import Model
from calc.model.price import Payment, Purchase, Term
from calc.model.scenario import Conditions, Demand

Standing = Literal["user", "catalogue", "live"]


class ListedPrices(Model):
    """What the catalogue lists for an instance in a region. It is never computed with."""

    same: Decimal | None
    """USD per hour for the same way of buying; None unless there is exactly one."""
    anywhere: tuple[Decimal, ...]
    """USD per hour however and wherever it is bought, where the scenario does not say how or where."""
    on_demand: Decimal | None
    """USD per hour on demand, to hold a spot price against."""
    spot_low: Decimal | None
    spot_high: Decimal | None
    """Lowest and highest spot price of the region's zones, of the newest reading."""


class ResolvedPrice(Model):
    """The price of one instance-hour in USD, and where it comes from."""

    usd_per_hour: Decimal
    """USD per hour of one instance, after the discount."""
    before_discount: Decimal
    """USD per hour of one instance, before the discount."""
    discount: Decimal
    """Share taken off."""
    purchase: Purchase
    term: Term | None
    payment: Payment | None
    region: str | None
    as_of: datetime.date | None
    source: str | None
    standing: Standing
    valid_from: datetime.date | None = None
    """Day from which a price that was looked up holds."""
    zone: str | None = None
    """Zone of a price that was looked up, where it is not that of the whole region."""
    listed: ListedPrices | None = None
    """What the catalogue lists for the same instance and region, to hold the price against."""


class ResolvedPart(Model):
    """Instances of one type that are paid for."""

    instance: str | None
    instances: int
    accelerators: int | None
    """Accelerators per instance; None where unknown."""
    family: str | None
    """Product family, such as trainium2; None where the catalogue does not know the instance."""
    price: ResolvedPrice


class ResolvedThroughput(Model):
    """Throughput of the whole deployment, one value per run, and how it was obtained."""

    per_second: tuple[Decimal, ...]
    """Units per second of the whole deployment, one per run."""
    sessions: tuple[str, ...] | None
    """Session of each run; None where runs name none."""
    pooled_per_second: Decimal | None
    """Total units over total seconds, where runs were given so."""
    inverted: bool
    """Given as seconds per unit."""
    per: Literal["deployment", "instance", "accelerator"]
    """What the figure covered."""
    multiplied_by: int
    """How often it was multiplied to cover the deployment; 1 for a figure that covers it."""
    warmup: Literal["excluded", "included", "part_of_job", "unknown"]
    padding: Literal["excluded", "included", "unknown"]
    statistic: Literal["mean", "median", "derived", "peak", "unknown"]
    offered_per_second: Decimal | None
    accelerators_used: Decimal | None
    idle_intended: bool | None
    fallback_ops: tuple[str, ...]
    fallback_time_share: Decimal | None


class ResolvedSetup(Model):
    """One-off time of the deployment."""

    seconds: Decimal
    """Compilation, loading and retries together."""
    over_units: Decimal | None
    over_hours: Decimal | None


class ResolvedOption(Model):
    """One option, on one basis."""

    id: str
    label: str
    notes: str | None
    unit: str
    provider: str
    parts: tuple[ResolvedPart, ...]
    """One part, or several for a deployment of several instance types."""
    throughput: ResolvedThroughput
    utilization: Decimal
    useful_fraction: Decimal
    accepted_fraction: Decimal
    counted_per_unit: Decimal
    overhead_usd_per_hour: Decimal
    setup: ResolvedSetup | None
    conditions: Conditions

    @property
    def paid_accelerators(self) -> int | None:
        """Accelerators of the whole deployment; None where a part's number is unknown."""
        total = 0
        for part in self.parts:
            if part.accelerators is None:
                return None
            total += part.accelerators * part.instances
        return total


class Resolved(Model):
    """A scenario ready for arithmetic."""

    name: str
    notes: str | None
    unit: str
    baseline: str
    confidence: Decimal
    margin: Decimal
    hours_per_month: Decimal
    demand: Demand | None
    job_units: Decimal | None
    migration_usd: Decimal | None
    claims: tuple[str, ...] | None
    require: tuple[str, ...]
    options: dict[str, ResolvedOption]
    """In the order of the file."""

    @property
    def baseline_id(self) -> str:
        """Id of the baseline, as a Scenario gives it."""
        return self.baseline
