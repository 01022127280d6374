"""Scenario -> Resolved: looks instances up and brings every number to one basis."""

from __future__ import annotations

import datetime
from decimal import Decimal

import pricing_data
from calc.core import cost, units
from calc.errors import InputError, Problem
from calc.model.price import Price
from calc.model.resolved import (
    Resolved,
    ResolvedOption,
    ResolvedPart,
    ResolvedPrice,
    ResolvedSetup,
    ResolvedThroughput,
)
from calc.model.scenario import Option, Part, Scenario, Setup
from calc.model.throughput import RATE_FORMS, Throughput
from calc.pricing import resolve_price
from calc.sources.book import PriceBook

MOST_SETUP = 1_000_000_000
"""One-off time over the time that it is spread over. Beyond it all-in costs may overflow."""


def resolve(
    scenario: Scenario, *, book: PriceBook | None = None, day: datetime.date | None = None
) -> Resolved:
    """Bring a scenario to units per second of the deployment and USD per hour of an instance.

    Prices are looked up in `book` (the bundled catalogue, without one), as they were on `day` (the newest,
    without one) unless the scenario names a day. Raises InputError, with all problems together, where a
    number that is needed is unknown or contradicts another (accelerators at work above those paid for).
    """
    book = book or PriceBook()
    problems: list[Problem] = []
    unit = units.canonical(scenario.unit)
    options: dict[str, ResolvedOption] = {}
    for id_, option in scenario.options.items():
        found = _Finder(f"options.{id_}", problems, book, day)
        options[id_] = found.option(id_, option, units.canonical(option.unit or unit))
    if problems:
        raise InputError(problems)
    migration = scenario.migration
    return Resolved(
        name=scenario.name,
        notes=scenario.notes,
        unit=unit,
        baseline=scenario.baseline_id,
        confidence=scenario.confidence,
        margin=scenario.margin,
        hours_per_month=scenario.hours_per_month,
        demand=scenario.demand,
        job_units=scenario.job.units if scenario.job else None,
        migration_usd=None if migration is None else migration.total_usd,
        claims=scenario.claims,
        require=scenario.require,
        options=options,
    )


_NO_PRICE = ResolvedPrice(
    usd_per_hour=Decimal(1),
    before_discount=Decimal(1),
    discount=Decimal(0),
    purchase="unstated",
    term=None,
    payment=None,
    region=None,
    as_of=None,
    source=None,
    standing="user",
)
"""Stands where a price is missing until all problems are found; it is never computed with."""


class _Finder:
    """Resolves one option and notes what stands in the way, under the option's key path."""

    def __init__(
        self, where: str, problems: list[Problem], book: PriceBook, day: datetime.date | None
    ) -> None:
        self._where = where
        self._problems = problems
        self._book = book
        self._day = day

    def option(self, id_: str, option: Option, unit: str) -> ResolvedOption:
        if option.parts is None:
            assert option.price is not None  # the model gives exactly one of price and parts
            whole = Part(
                instance=option.instance,
                instances=option.instances,
                accelerators=option.accelerators,
                price=option.price,
            )
            parts = [self._part("", whole, option.provider)]
        else:
            parts = [
                self._part(f".parts, item {number}", part, option.provider)
                for number, part in enumerate(option.parts, start=1)
            ]
        resolved = ResolvedOption(
            id=id_,
            label=option.label or id_,
            notes=option.notes,
            unit=unit,
            provider=option.provider,
            parts=tuple(parts),
            throughput=self._throughput(option.throughput, parts),
            utilization=option.utilization,
            useful_fraction=option.useful_fraction,
            accepted_fraction=option.accepted_fraction,
            counted_per_unit=option.counted_per_unit,
            overhead_usd_per_hour=option.overhead_usd_per_hour,
            setup=None if option.setup is None else self._setup(option.setup),
            conditions=option.conditions,
        )
        self._check_accelerators_used(resolved)
        return resolved

    def _part(self, key: str, part: Part, provider: str) -> ResolvedPart:
        known = pricing_data.instance(part.instance) if part.instance else None
        name = known.type if known else part.instance
        accelerators = part.accelerators or (known.accelerators if known else None)
        return ResolvedPart(
            instance=name,
            instances=part.instances,
            accelerators=accelerators,
            family=known.family if known else None,
            price=self._price(key, part.price, name, accelerators, provider),
        )

    def _price(
        self, key: str, price: Price, name: str | None, accelerators: int | None, provider: str
    ) -> ResolvedPrice:
        try:
            return resolve_price(
                price,
                instance=name,
                accelerators=accelerators,
                provider=provider,
                book=self._book,
                day=self._day,
            )
        except InputError as error:
            self._problems += [Problem(found.what, f"{self._where}{key}.price") for found in error.problems]
            return _NO_PRICE

    def _throughput(self, throughput: Throughput, parts: list[ResolvedPart]) -> ResolvedThroughput:
        times = self._multiplier(throughput, parts)
        rates: tuple[Decimal, ...]
        sessions = pooled = None
        if throughput.runs is not None:
            rates = tuple(run.units / run.seconds for run in throughput.runs)
            pooled = cost.pooled_rate(
                [run.units for run in throughput.runs], [run.seconds for run in throughput.runs]
            )
            if throughput.runs[0].session is not None:
                sessions = tuple(str(run.session) for run in throughput.runs)
        else:
            form = next(form for form in RATE_FORMS if getattr(throughput, form) is not None)
            rates = tuple(units.per_second_from(form, value) for value in getattr(throughput, form))
        offered = throughput.offered_per_second
        return ResolvedThroughput(
            per_second=tuple(rate * times for rate in rates),
            sessions=sessions,
            pooled_per_second=None if pooled is None else pooled * times,
            inverted=throughput.seconds_per_unit is not None,
            per=throughput.per,
            multiplied_by=times,
            warmup=throughput.warmup,
            padding=throughput.padding,
            statistic=throughput.statistic,
            offered_per_second=None if offered is None else offered * times,
            accelerators_used=throughput.accelerators_used,
            idle_intended=throughput.idle_intended,
            fallback_ops=throughput.fallback_ops,
            fallback_time_share=throughput.fallback_time_share,
        )

    def _multiplier(self, throughput: Throughput, parts: list[ResolvedPart]) -> int:
        """How many instances or accelerators the figure has to be multiplied by."""
        if throughput.per == "deployment":
            return 1
        if throughput.per == "instance":
            return sum(part.instances for part in parts)
        return sum(
            part.instances
            * (
                part.accelerators
                or self._needs_accelerators(".throughput", part.instance, "the throughput is per accelerator")
            )
            for part in parts
        )

    def _needs_accelerators(self, key: str, name: str | None, why: str) -> int:
        what = f"the catalogue does not know {name!r}" if name else "no instance is named"
        self._problems.append(
            Problem(
                f"{why}, but how many accelerators an instance has is unknown ({what}); write accelerators",
                self._where + key,
            )
        )
        return 1

    def _check_accelerators_used(self, option: ResolvedOption) -> None:
        used, paid = option.throughput.accelerators_used, option.paid_accelerators
        where = f"{self._where}.throughput.accelerators_used"
        if used is not None and paid is None:
            self._needs_accelerators(
                ".throughput.accelerators_used", option.parts[0].instance, "accelerators_used is given"
            )
        elif used is not None and paid is not None and used > paid:
            self._problems.append(
                Problem(
                    f"{used} accelerators at work, but only {paid} are paid for; correct one of them", where
                )
            )

    def _setup(self, setup: Setup) -> ResolvedSetup:
        seconds = setup.compile_s + setup.load_s + setup.retry_s
        hours = setup.over_hours
        if hours is not None and seconds > MOST_SETUP * hours * cost.SECONDS_PER_HOUR:
            self._problems.append(
                Problem(
                    f"{seconds} s of one-off time spread over {hours} hours of work; correct one of them",
                    f"{self._where}.setup.over_hours",
                )
            )
        return ResolvedSetup(seconds=seconds, over_units=setup.over_units, over_hours=hours)
