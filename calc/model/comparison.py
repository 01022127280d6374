"""What perdollar answers. Absent is None, never zero; the keys are a published contract."""

from __future__ import annotations

import datetime
from decimal import Decimal
from html import escape
from typing import Literal

from calc.model.base import Model
from calc.model.history import PriceHistory
from calc.model.notice import Notice
from calc.model.ratio import Ratio, Verdict

Relation = Literal["below", "within", "above", "overlaps", "above_maximum", "not_above", "not_comparable"]


class PriceAnswer(Model):
    """The price of one instance."""

    usd_per_hour: float
    """USD per hour of one instance, after the discount."""
    before_discount: float
    """USD per hour of one instance, before the discount."""
    discount: float
    """Share taken off."""
    purchase: str
    term: str | None
    payment: str | None
    region: str | None
    as_of: datetime.date | None
    age_days: int | None
    """Days from `as_of` to the day of the evaluation."""
    source: str | None
    standing: str
    valid_from: datetime.date | None
    """Day from which a price that was looked up holds."""
    zone: str | None


class PartAnswer(Model):
    """One kind of instance in the deployment."""

    instance: str | None
    instances: int
    accelerators: int | None
    price: PriceAnswer


class ThroughputAnswer(Model):
    """Throughput as measured, of the whole deployment."""

    per_second: float
    """Units per second: the geometric mean of the runs (of the sessions, where runs name them)."""
    low: float | None
    high: float | None
    n_runs: int
    """Independent runs or sessions behind the interval."""
    spread: float | None
    """Standard deviation of the logs: 0.05 is about 5% from run to run."""


class Factors(Model):
    """What the throughput is multiplied (and, for the last, divided) by."""

    utilization: float
    useful_fraction: float
    accepted_fraction: float
    counted_per_unit: float


class AllIn(Model):
    """Cost with one-off time spread over the work."""

    setup_usd: float
    over_units: float | None
    usd_per_unit: float | None
    ratio: float | None
    low: float | None
    high: float | None
    cost_change: float | None
    verdict: Verdict | None


class BreakEven(Model):
    """What this option would need to tie with the baseline; None where it cannot tie this way."""

    price_usd_per_hour: float | None
    """Its own price of one instance, before discount."""
    baseline_price_usd_per_hour: float | None
    """The baseline's price of one instance, before discount, at which the two tie."""
    per_second: float | None
    utilization: float | None
    useful_fraction: float | None
    over_units: float | None
    """Units over which both setups must be spread for the all-in costs to be equal."""
    over_units_holds: Literal["above", "below"] | None
    """Where the option is the cheaper one: above or below that number of units."""


class JobCost(Model):
    """Cost and time of one job on this option."""

    units: float
    usd: float
    usd_low: float | None
    usd_high: float | None
    usd_all_in: float | None
    """With its share of the one-off time."""
    hours: float
    """Paid hours at work; one-off time comes on top."""


class DemandCost(Model):
    """The fleet for the demand, and its cost a month."""

    deployments: int
    usd_per_month: float
    """By `billing`."""
    billing: Literal["always_on", "elastic"]
    usd_per_month_always_on: float
    usd_per_month_elastic: float
    rounding_usd_per_month: float
    """What rounding up to whole deployments costs a month."""
    cost_change: float | None = None
    """Against the baseline's `usd_per_month`: -0.25 is 25% less."""


class MigrationPayback(Model):
    """How long until a move from the baseline has paid for itself."""

    one_off_usd: float
    saving_usd_per_month: float | None
    payback_months: float | None
    may_never_pay_back: bool
    """True where nothing is saved a month, or the ratio's interval reaches 1 or is missing."""


class OptionAnswer(Model):
    """One option's cost, and how it compares with the baseline."""

    label: str
    unit: str
    instance: str | None
    instances: int
    accelerators: int | None
    """Accelerators per instance."""
    price: PriceAnswer | None
    """None for a deployment of several instance types: see `parts`."""
    parts: tuple[PartAnswer, ...] | None
    deployment_usd_per_hour: float
    overhead_usd_per_hour: float
    """What the deployment costs beside its instances."""
    throughput: ThroughputAnswer
    factors: Factors
    effective_per_second: float | None
    units_per_usd: float | None
    units_per_usd_low: float | None
    units_per_usd_high: float | None
    usd_per_unit: float | None
    usd_per_unit_low: float | None
    usd_per_unit_high: float | None
    usd_per_million_units: float | None
    all_in: AllIn | None
    vs_baseline: Ratio | None
    break_even: BreakEven | None
    job: JobCost | None
    demand: DemandCost | None
    migration: MigrationPayback | None
    notices: tuple[Notice, ...]
    notes: str | None


class ClaimBeside(Model):
    """A vendor's claim beside the user's own ratio. It never enters the arithmetic."""

    id: str
    option: str
    status: Literal["unverified"]
    claimant: str
    relayed_by: str | None
    statement: str
    baseline: str
    source: str
    source_url: str | None
    date: str | None
    ratio_low: float | None
    ratio_high: float | None
    your_ratio: float | None
    relation: Relation
    reasons: tuple[str, ...]
    """Why it is not comparable, or what to keep in mind."""
    undisclosed: tuple[str, ...]


class Requirement(Model):
    """One `require` expression and whether it holds."""

    expression: str
    met: bool
    value: float | None
    """The unfavourable end of the interval, or the point where asked for."""
    reason: str


class CatalogueVersion(Model):
    """The bundled data behind the answer."""

    version: str
    date: datetime.date


class Comparison(Model):
    """The answer to a scenario."""

    perdollar: int
    perdollar_version: str
    catalogue: CatalogueVersion
    evaluated_on: datetime.date | None
    name: str
    notes: str | None
    unit: str
    baseline: str
    confidence: float
    margin: float
    hours_per_month: float
    options: dict[str, OptionAnswer]
    notices: tuple[Notice, ...]
    claims: tuple[ClaimBeside, ...]
    cheapest: str | None
    """The option that beats every other, each pair at a confidence shared among the pairs; None if none."""
    requirements: tuple[Requirement, ...]
    withheld_shown: bool
    """Whether numbers that an invalid notice withholds are shown all the same."""
    price_history: PriceHistory | None = None
    """The verdict through time, where it was asked for."""

    def _repr_html_(self) -> str:
        """The table that a notebook shows; every text in it is escaped."""
        head = (
            "option",
            "instance",
            "USD/h",
            f"{self.unit}/s",
            f"{self.unit}/USD",
            "ratio",
            f"{self.confidence * 100:g}% interval",
            "verdict",
        )
        rows = [_cells("th", head)] + [
            _cells("td", self._row(id_, answer)) for id_, answer in self.options.items()
        ]
        caption = _html(f"{self.name or 'Comparison'}: units per dollar against {self.baseline}")
        return f"<table><caption>{caption}</caption>{''.join(rows)}</table>"

    def _row(self, id_: str, answer: OptionAnswer) -> tuple[str, ...]:
        ratio = answer.vs_baseline
        interval = "none"
        if ratio is not None and ratio.low is not None:
            interval = f"{_digits(ratio.low)} to {_digits(ratio.high)}"
        if id_ == self.baseline:
            against = ("1", "", "baseline")
        else:
            against = (_digits(ratio.ratio), interval, ratio.verdict) if ratio else ("", "", "")
        return (
            answer.label,
            answer.instance or "",
            _digits(answer.deployment_usd_per_hour),
            _digits(answer.throughput.per_second),
            _digits(answer.units_per_usd),
            *against,
        )

    @property
    def valid(self) -> bool:
        """Whether at least one comparison (of one option alone: its cost) stands."""
        candidates = [answer for id_, answer in self.options.items() if id_ != self.baseline]
        if not candidates:
            return not any(
                notice.withholds_cost for answer in self.options.values() for notice in answer.notices
            )
        return any(
            answer.vs_baseline is not None
            and answer.vs_baseline.verdict not in ("blocked", "not_representative")
            for answer in candidates
        )


def _cells(tag: str, texts: tuple[str, ...]) -> str:
    return "<tr>" + "".join(f"<{tag}>{_html(text)}</{tag}>" for text in texts) + "</tr>"


def _html(text: str) -> str:
    """One line of text, escaped; what cannot be printed, such as a turn of the direction, is a space."""
    return escape(" ".join("".join(char if char.isprintable() else " " for char in text).split()))


def _digits(number: float | None) -> str:
    """Four significant digits with thousands separators, never a power of ten."""
    return "withheld" if number is None else f"{Decimal(f'{number:.4g}'):,f}"
