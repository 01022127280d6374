"""Resolved -> Comparison: the only translator between the models and core. Pure."""

from __future__ import annotations

import datetime
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pricing_data
from calc.core import break_even, cost, stats
from calc.engine import budget
from calc.engine.side import Side, build, compare, known
from calc.model.comparison import (
    AllIn,
    BreakEven,
    CatalogueVersion,
    Comparison,
    DemandCost,
    Factors,
    MigrationPayback,
    OptionAnswer,
    PartAnswer,
    PriceAnswer,
    ThroughputAnswer,
)
from calc.model.notice import Notice
from calc.model.ratio import Ratio, Verdict
from calc.model.resolved import Resolved, ResolvedPart
from calc.model.scenario import SCHEMA_VERSION
from calc.runs import Runs
from calc.validity import comparable
from calc.version import __version__

FEWEST_RUNS = 2
"""Without two runs a side there is no interval."""


def evaluate(
    resolved: Resolved,
    runs: Mapping[str, Runs],
    notices: Sequence[Notice],
    *,
    today: datetime.date | None = None,
    show_invalid: bool = False,
) -> Comparison:
    """Answer a resolved scenario whose runs are summarized and whose doubts are known.

    Withheld numbers are None; `show_invalid` fills them in and leaves the verdict as it is.
    """
    sides = {
        id_: build(option, runs[id_], resolved, [notice for notice in notices if notice.option == id_])
        for id_, option in resolved.options.items()
    }
    demands = {id_: budget.demand_cost(side, resolved) for id_, side in sides.items()}
    answers = {
        id_: _Answer(side, sides[resolved.baseline], resolved, demands, show_invalid).build(notices, today)
        for id_, side in sides.items()
    }
    return Comparison(
        perdollar=SCHEMA_VERSION,
        perdollar_version=__version__,
        catalogue=CatalogueVersion(version=pricing_data.CATALOGUE_VERSION, date=pricing_data.CATALOGUE_DATE),
        evaluated_on=today,
        name=resolved.name,
        notes=resolved.notes,
        unit=resolved.unit,
        baseline=resolved.baseline,
        confidence=float(resolved.confidence),
        margin=float(resolved.margin),
        hours_per_month=float(resolved.hours_per_month),
        options=answers,
        notices=tuple(notice for notice in notices if notice.option is None),
        claims=(),
        cheapest=_cheapest(sides, resolved, runs),
        requirements=(),
        withheld_shown=show_invalid,
    )


@dataclass(frozen=True, slots=True)
class _Answer:
    """Builds the answer for one option against the baseline."""

    side: Side
    baseline: Side
    resolved: Resolved
    demands: Mapping[str, DemandCost | None]
    show_invalid: bool

    def build(self, notices: Sequence[Notice], today: datetime.date | None) -> OptionAnswer:
        side, option = self.side, self.side.option
        parts = tuple(_part(part, today) for part in option.parts)
        single = parts[0] if len(parts) == 1 else None
        ratio, all_in = self._vs_baseline(), self._all_in()
        return OptionAnswer(
            label=option.label,
            unit=option.unit,
            instance=single.instance if single else None,
            instances=sum(part.instances for part in parts),
            accelerators=single.accelerators if single else None,
            price=single.price if single else None,
            parts=None if single else parts,
            deployment_usd_per_hour=side.usd_per_hour,
            overhead_usd_per_hour=float(option.overhead_usd_per_hour),
            throughput=self._throughput(),
            factors=Factors(
                utilization=float(option.utilization),
                useful_fraction=float(option.useful_fraction),
                accepted_fraction=float(option.accepted_fraction),
                counted_per_unit=float(option.counted_per_unit),
            ),
            **self._own_cost(),
            all_in=all_in,
            vs_baseline=ratio,
            break_even=self._break_even(),
            job=budget.job_cost(side, self.resolved) if self._shows_own else None,
            demand=self._demand() if self._shows_own else None,
            migration=self._migration(ratio),
            notices=(
                *(notice for notice in notices if notice.option == option.id),
                *_setup_flips(option.id, ratio, all_in),
            ),
            notes=option.notes,
        )

    def _throughput(self) -> ThroughputAnswer:
        runs = self.side.runs
        low, high = self.side.interval(runs.rate)
        return ThroughputAnswer(
            per_second=runs.rate, low=low, high=high, n_runs=runs.n, spread=known(runs.sd)
        )

    def _own_cost(self) -> dict[str, float | None]:
        """What the option costs by itself; None throughout where that is withheld."""
        side = self.side
        per_usd = cost.units_per_usd(side.usd_per_hour, side.effective)
        per_usd_low, per_usd_high = side.interval(per_usd)
        low, high = side.interval(side.cost, falls=True)
        numbers = {
            "effective_per_second": side.effective,
            "units_per_usd": per_usd,
            "units_per_usd_low": per_usd_low,
            "units_per_usd_high": per_usd_high,
            "usd_per_unit": side.cost,
            "usd_per_unit_low": low,
            "usd_per_unit_high": high,
            "usd_per_million_units": cost.cost_of(1_000_000, side.cost),
        }
        return numbers if self._shows_own else dict.fromkeys(numbers)

    @property
    def _shows_own(self) -> bool:
        return self.show_invalid or not self.side.withholds_cost

    @property
    def _is_baseline(self) -> bool:
        return self.side is self.baseline

    @property
    def _withheld(self) -> bool:
        return self.side.withholds_comparison or self.baseline.withholds_cost

    @property
    def _shows_comparison(self) -> bool:
        return not self._is_baseline and (self.show_invalid or not self._withheld)

    def _verdict(self, low: float | None, high: float | None) -> Verdict:
        if self.side.blocked:
            return "blocked"
        if self._withheld:
            return "not_representative"
        return _judge(low, high, float(self.resolved.margin))

    def _vs_baseline(self) -> Ratio | None:
        if self._is_baseline:
            return None
        ratio, low, high = compare(self.side, self.baseline, float(self.resolved.confidence))
        verdict = self._verdict(low, high)
        if not self._shows_comparison:
            return Ratio(ratio=None, low=None, high=None, cost_change=None, verdict=verdict, runs_needed=None)
        needed = known(
            stats.runs_needed(
                self.side.runs.sd,
                self.baseline.runs.sd,
                math.log(ratio),
                float(self.resolved.confidence),
            )
        )
        return Ratio(
            ratio=ratio,
            low=low,
            high=high,
            cost_change=cost.cost_change(ratio),
            verdict=verdict,
            runs_needed=None if needed is None else max(int(needed), FEWEST_RUNS),
        )

    def _all_in(self) -> AllIn | None:
        side, baseline = self.side, self.baseline
        if side.setup_usd is None or not self._shows_own:
            return None
        ratio = low = high = change = verdict = None
        if self._shows_comparison and side.all_in is not None and baseline.all_in is not None:
            ratio, low, high = compare(side, baseline, float(self.resolved.confidence), all_in=True)
            verdict, change = self._verdict(low, high), cost.cost_change(ratio)
        return AllIn(
            setup_usd=side.setup_usd,
            over_units=side.over_units,
            usd_per_unit=side.all_in,
            ratio=ratio,
            low=low,
            high=high,
            cost_change=change,
            verdict=verdict,
        )

    def _break_even(self) -> BreakEven | None:
        if not self._shows_comparison:
            return None
        side, baseline = self.side, self.baseline
        units, above = None, False
        if side.setup_usd is not None and baseline.setup_usd is not None:
            tie, gain = break_even.units(side.cost, side.setup_usd, baseline.cost, baseline.setup_usd)
            units, above = known(float(tie)), bool(gain)
        costs = (side.cost, baseline.cost)
        return BreakEven(
            price_usd_per_hour=_tie_price(side, baseline.cost),
            baseline_price_usd_per_hour=_tie_price(baseline, side.cost),
            per_second=known(break_even.rate(side.runs.rate, *costs)),
            utilization=known(break_even.fraction(float(side.option.utilization), *costs)),
            useful_fraction=known(break_even.fraction(float(side.option.useful_fraction), *costs)),
            over_units=units,
            over_units_holds=None if units is None else ("above" if above else "below"),
        )

    def _demand(self) -> DemandCost | None:
        mine, theirs = self.demands[self.side.option.id], self.demands[self.baseline.option.id]
        if mine is None or theirs is None or not self._shows_comparison:
            return mine
        change = cost.cost_change(cost.ratio(mine.usd_per_month, theirs.usd_per_month))
        return mine.model_copy(update={"cost_change": change})

    def _migration(self, ratio: Ratio | None) -> MigrationPayback | None:
        if ratio is None or not self._shows_comparison:
            return None
        before, after = (self.demands[side.option.id] for side in (self.baseline, self.side))
        return budget.payback(before, after, ratio, self.resolved)


def _part(part: ResolvedPart, today: datetime.date | None) -> PartAnswer:
    price = part.price
    return PartAnswer(
        instance=part.instance,
        instances=part.instances,
        accelerators=part.accelerators,
        price=PriceAnswer(
            usd_per_hour=float(price.usd_per_hour),
            before_discount=float(price.before_discount),
            discount=float(price.discount),
            purchase=price.purchase,
            term=price.term,
            payment=price.payment,
            region=price.region,
            as_of=price.as_of,
            age_days=(today - price.as_of).days if today and price.as_of else None,
            source=price.source,
            standing=price.standing,
            valid_from=price.valid_from,
            zone=price.zone,
        ),
    )


def _judge(low: float | None, high: float | None, margin: float) -> Verdict:
    """The verdict of an interval; see docs/design.md, arithmetic."""
    if low is None or high is None:
        return "unreplicated"
    if margin > 0 and low >= 1 / (1 + margin) and high <= 1 + margin:
        return "equivalent"
    if low > 1:
        return "cheaper"
    if high < 1:
        return "dearer"
    return "inconclusive"


def _tie_price(side: Side, cost_to_meet: float) -> float | None:
    """The instance price, before discount, at which a side's cost would be `cost_to_meet`."""
    if len(side.option.parts) > 1:
        return None
    part = side.option.parts[0]
    return known(
        break_even.price(
            side.effective,
            cost_to_meet,
            float(side.option.overhead_usd_per_hour),
            part.instances,
            float(part.price.discount),
        )
    )


def _setup_flips(id_: str, steady: Ratio | None, all_in: AllIn | None) -> tuple[Notice, ...]:
    """A warning where one-off time changes the verdict or, for want of one, the side of the ratio."""
    if steady is None or steady.ratio is None or all_in is None or all_in.ratio is None:
        return ()
    other_side = (steady.ratio > 1) != (all_in.ratio > 1)
    if steady.verdict == all_in.verdict and not (steady.verdict == "unreplicated" and other_side):
        return ()
    values = {
        "steady": steady.verdict,
        "steady_ratio": steady.ratio,
        "all_in": all_in.verdict,
        "all_in_ratio": all_in.ratio,
    }
    return (Notice(code="setup_flips_verdict", level="warning", option=id_, values=values),)


def _cheapest(sides: Mapping[str, Side], resolved: Resolved, runs: Mapping[str, Runs]) -> str | None:
    """The option that beats every other, each pair at a confidence shared among the pairs.

    None where the baseline stands for nothing, or something forbids comparing a pair.
    """
    standing = [side for side in sides.values() if not side.withholds_comparison]
    if len(standing) < 2 or sides[resolved.baseline].withholds_comparison:
        return None
    confidence = stats.shared_confidence(float(resolved.confidence), len(standing) - 1)
    best = min(standing, key=lambda side: side.cost)
    for side in standing:
        if side is best:
            continue
        _, low, high = compare(best, side, confidence)
        beaten = _judge(low, high, float(resolved.margin)) == "cheaper"
        if not beaten or not comparable(best.option, side.option, runs):
            return None
    return best.option.id
