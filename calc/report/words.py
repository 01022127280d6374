"""What stands below the table, in words: break-even, cost of a job, prices, claims."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from calc.core.units import describe
from calc.model.comparison import (
    ClaimBeside,
    Comparison,
    MigrationPayback,
    OptionAnswer,
    PartAnswer,
    PriceAnswer,
)
from calc.report import numbers
from calc.report.rows import interval_title, row, verdict
from calc.report.terms import PAYMENT, STANDING

CLAIMS_TITLE = "Vendor claims, unverified, not part of the arithmetic"
_PURCHASE = {
    "on_demand": "on demand",
    "savings_plan": "savings plan",
    "capacity_block": "Capacity Block",
    "private": "private offer",
    "owned": "owned hardware",
}
_RELATION = {
    "below": "yours lies wholly below what is claimed",
    "within": "yours lies within what is claimed",
    "above": "yours lies wholly above what is claimed",
    "overlaps": "the two overlap, so neither refutes the other",
    "above_maximum": "yours lies wholly above the claimed maximum",
    "not_above": 'yours is not shown to be above the claimed maximum; more an "up to" cannot tell',
    "not_comparable": "not comparable",
}


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a section, and the lines that belong to it; plain text, of one line but for notes."""

    text: str
    details: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands below it."""

    title: str
    items: tuple[Item, ...]


def requirements(comparison: Comparison) -> Section:
    """Each requirement and whether it holds."""
    return Section(
        "Requirements",
        tuple(
            Item(f"{'met' if each.met else 'NOT met'}: {each.expression} ({each.reason}).")
            for each in comparison.requirements
        ),
    )


def sections(comparison: Comparison) -> tuple[Section, ...]:
    """Everything below the notices that has something to say."""
    built = (
        _each("Break-even", comparison, _break_even),
        _each("With one-off time", comparison, _all_in),
        _each("One job", comparison, _job),
        _each("Every month", comparison, _demand),
        _each("Moving from the baseline", comparison, _migration),
        _each("Prices", comparison, _prices),
        Section("Notes", tuple(map(Item, _notes(comparison)))),
        Section(CLAIMS_TITLE, tuple(_claims(comparison))),
    )
    return tuple(section for section in built if section.items)


def provenance(comparison: Comparison) -> str:
    """With what and when it was computed."""
    when = (
        "no date was given, so the age of prices is not judged"
        if comparison.evaluated_on is None
        else f"evaluated on {comparison.evaluated_on}"
    )
    bundled = comparison.catalogue
    return (
        f"perdollar {comparison.perdollar_version}, {when}; bundled data {bundled.version} of {bundled.date}."
    )


def _each(
    title: str, comparison: Comparison, words: Callable[[Comparison, str, OptionAnswer], Iterator[str]]
) -> Section:
    lines = [line for id_, answer in comparison.options.items() for line in words(comparison, id_, answer)]
    return Section(title, tuple(map(Item, lines)))


def _break_even(comparison: Comparison, id_: str, answer: OptionAnswer) -> Iterator[str]:
    tie = answer.break_even
    if tie is None:
        return
    base, unit, factors = comparison.baseline, describe(comparison.unit).plural, answer.factors
    ways = {
        "throughput": _way(
            f"at {{}} {unit}/s", numbers.quantity, tie.per_second, answer.throughput.per_second
        ),
    }
    # A deployment of several instance types has no one price that could tie.
    if answer.price is not None:
        way = "at a price of {} per instance-hour"
        price = _way(way, numbers.money, tie.price_usd_per_hour, answer.price.before_discount)
        ways = {"price": price, **ways}
    if (theirs := comparison.options[base].price) is not None:
        way = f"when {base} costs {{}} per instance-hour"
        ways[f"price of {base}"] = _way(
            way, numbers.money, tie.baseline_price_usd_per_hour, theirs.before_discount
        )
    utilization = ("utilization", tie.utilization, factors.utilization)
    useful = ("useful fraction", tie.useful_fraction, factors.useful_fraction)
    # Both work alike, so where they are equal they are one way.
    alike = [("utilization or useful fraction", *utilization[1:])]
    for what, value, now in alike if utilization[1:] == useful[1:] else (utilization, useful):
        ways[what] = _way(f"at a {what} of {{}}", numbers.percent, value, now)
    able = [way for way in ways.values() if way is not None]
    unable = [what for what, way in ways.items() if way is None]
    line = f"{id_} ties with {base} {', or '.join(able)}." if able else f"{id_} cannot tie with {base}."
    if unable and able:
        what = _listed(unable)
        line += f" {what[0].upper()}{what[1:]}: cannot tie this way."
    yield line
    if tie.over_units is not None and tie.over_units_holds is not None:
        yield (
            f"With both one-off times, {id_} is the cheaper one {tie.over_units_holds} "
            f"{numbers.quantity(tie.over_units)} {unit}."
        )
    elif answer.all_in is not None and comparison.options[base].all_in is not None:
        yield f"With both one-off times: at no number of {unit} do {id_} and {base} cost the same."


def _way(words: str, form: Callable[[float], str], value: float | None, now: float | None) -> str | None:
    """One way to tie, beside what it is now; None where it cannot be."""
    if value is None:
        return None
    current = "" if now is None else f" (now {form(now)})"
    return words.format(form(value)) + current


def _listed(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _all_in(comparison: Comparison, id_: str, answer: OptionAnswer) -> Iterator[str]:
    all_in = answer.all_in
    if all_in is None:
        return
    unit = describe(comparison.unit)
    if all_in.usd_per_unit is None:
        yield (
            f"{id_}: {numbers.money(all_in.setup_usd)} once; over how many {unit.plural} it is spread "
            "is not stated."
        )
        return
    if all_in.over_units is None:
        line = f"{id_}: its time is that of the whole job, start-up and all"
    else:
        line = (
            f"{id_}: {numbers.money(all_in.setup_usd)} once, "
            f"spread over {numbers.quantity(all_in.over_units)} {unit.plural}"
        )
    usd = row(comparison, id_)["all_in_usd_per_scale"]
    line += f": {numbers.money(usd)} per {unit.scale_label}, all in"
    if all_in.ratio is not None:
        ends = numbers.interval(all_in.low, all_in.high, numbers.ratio)
        sure = f" ({interval_title(comparison)} {ends})" if ends else ""
        line += f"; {numbers.ratio(all_in.ratio)} per dollar{sure}, {verdict(all_in.verdict)}"
    elif id_ != comparison.baseline:
        line += "; no ratio, since the one-off time of the other side is not stated"
    yield line + "."


def _job(comparison: Comparison, id_: str, answer: OptionAnswer) -> Iterator[str]:
    job = answer.job
    if job is None:
        return
    ends = numbers.interval(job.usd_low, job.usd_high, numbers.money)
    sure = f" ({interval_title(comparison)} {ends})" if ends else ""
    all_in = f"; {numbers.money(job.usd_all_in)} with its one-off time" if job.usd_all_in else ""
    yield (
        f"{id_}: {numbers.quantity(job.units)} {describe(comparison.unit).plural} in "
        f"{numbers.quantity(job.hours)} hours of work for {numbers.money(job.usd)}{sure}{all_in}."
    )


def _demand(_comparison: Comparison, id_: str, answer: OptionAnswer) -> Iterator[str]:
    demand = answer.demand
    if demand is None:
        return
    needed = "1 deployment" if demand.deployments == 1 else f"{demand.deployments:,} deployments"
    always, elastic = (
        f"{numbers.money(usd)} {how}"
        for usd, how in (
            (demand.usd_per_month_always_on, "always on"),
            (demand.usd_per_month_elastic, "elastic (only the work done is paid)"),
        )
    )
    first, second = (always, elastic) if demand.billing == "always_on" else (elastic, always)
    yield (
        f"{id_}: {needed}, {first}; it would be {second}. Rounding up to whole deployments "
        f"costs {numbers.money(demand.rounding_usd_per_month)} of the always-on bill."
    )


def _migration(_comparison: Comparison, id_: str, answer: OptionAnswer) -> Iterator[str]:
    move = answer.migration
    if move is None:
        return
    line = f"{id_}: {numbers.money(move.one_off_usd)} once"
    if move.saving_usd_per_month is not None and answer.demand is not None:
        how = answer.demand.billing.replace("_", " ")
        what = "saves" if move.saving_usd_per_month >= 0 else "costs"
        more = "" if move.saving_usd_per_month >= 0 else " more"
        line += f"; {what} {numbers.money(abs(move.saving_usd_per_month))}{more} a month ({how})"
    yield f"{line}; {_payback(move)}."


def _payback(move: MigrationPayback) -> str:
    if move.saving_usd_per_month is None:
        return "no demand is given, so how long it takes to pay back is unknown"
    if move.payback_months is None:
        return "nothing is saved a month, so it never pays back"
    months = f"{numbers.quantity(move.payback_months, 3)} months"
    if move.may_never_pay_back:
        return (
            f"may never pay back, since the runs do not show that anything is saved; by the point in {months}"
        )
    return f"pays back in {months}"


def _prices(_comparison: Comparison, id_: str, answer: OptionAnswer) -> Iterator[str]:
    parts = answer.parts
    if parts is None and answer.price is not None:
        whole = PartAnswer(
            instance=answer.instance,
            instances=answer.instances,
            accelerators=answer.accelerators,
            price=answer.price,
        )
        parts = (whole,)
    for part in parts or ():
        many = part.instance or ""
        if part.instances > 1:
            many = f"{part.instances} x {many}" if many else f"{part.instances} instances"
        yield f"{id_}: {many + ' at ' if many else ''}{_price(part.price)}."
    if answer.overhead_usd_per_hour:
        yield f"{id_}: {numbers.money(answer.overhead_usd_per_hour)} per hour of overhead on top."


def _price(price: PriceAnswer) -> str:
    discount = f" after {numbers.percent(price.discount)} discount" if price.discount else ""
    facts = [
        f"{numbers.money(price.usd_per_hour)} per instance-hour{discount}",
        STANDING.get(price.standing, price.standing),
    ]
    unstated = []
    if price.purchase == "unstated":
        unstated.append("purchase")
    else:
        facts.append(_PURCHASE.get(price.purchase, price.purchase))
        facts += [part for part in (price.term, PAYMENT.get(price.payment or "")) if part]
    for what, value in (
        ("region", price.region),
        ("date", _dated(price.as_of, price.age_days)),
        ("source", price.source),
    ):
        if value is None:
            unstated.append(what)
        else:
            facts.append(value)
    missing = f"; {_listed(unstated)} not stated" if unstated else ""
    return ", ".join(facts) + missing


def _dated(day: datetime.date | None, age: int | None) -> str | None:
    if day is None:
        return None
    if age is None:
        return f"{day}"
    days = numbers.counted(abs(age), "day")
    return f"{day} ({days} old)" if age >= 0 else f"{day} ({days} ahead)"


def _notes(comparison: Comparison) -> Iterator[str]:
    if comparison.notes:
        yield comparison.notes
    for id_, answer in comparison.options.items():
        if answer.notes:
            yield f"{id_}: {answer.notes}"


def _claims(comparison: Comparison) -> Iterator[Item]:
    """Each claim once, with how it stands to every option that it is beside."""
    for id_ in dict.fromkeys(claim.id for claim in comparison.claims):
        shown = [claim for claim in comparison.claims if claim.id == id_]
        claim = shown[0]
        said_by = [
            claim.claimant,
            f"relayed by {claim.relayed_by}" if claim.relayed_by else "",
            claim.date or "",
        ]
        details = [f'"{claim.statement}"']
        details += [f"Beside {each.option}: {beside(each)}." for each in shown]
        if claim.undisclosed:
            details.append(f"Undisclosed: {', '.join(claim.undisclosed)}.")
        details.append(" ".join(filter(None, (f"Source: {claim.source}", claim.source_url))))
        yield Item(f"{id_} ({claim.status}): {', '.join(filter(None, said_by))}", tuple(details))


def beside(claim: ClaimBeside) -> str:
    """How a claim stands to the user's own ratio, in words that do not say more than is known."""
    figures = []
    if claimed := _claimed(claim):
        figures.append(f"claimed {claimed}")
    if claim.your_ratio is not None:
        figures.append(f"yours {numbers.ratio(claim.your_ratio)}")
    relation = "; ".join([", ".join(figures)] * bool(figures) + [_RELATION[claim.relation]])
    if claim.reasons:
        return f"{relation}: {'; '.join(claim.reasons)}"
    return f"{relation}; its baseline: {claim.baseline}"


def _claimed(claim: ClaimBeside) -> str | None:
    low, high = claim.ratio_low, claim.ratio_high
    if low is not None and high is not None:
        return numbers.ratio(low) if low == high else numbers.interval(low, high, numbers.ratio)
    if high is not None:
        return f"up to {numbers.ratio(high)}"
    return None if low is None else f"at least {numbers.ratio(low)}"
