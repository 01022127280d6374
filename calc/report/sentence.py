"""The answer in words: one sentence a candidate, for the screen, the page and the files alike."""

from __future__ import annotations

from collections import Counter

from calc.core.units import describe
from calc.model.comparison import AllIn, Comparison, OptionAnswer
from calc.model.ratio import Ratio, Verdict
from calc.report import numbers
from calc.report.rows import interval_title, name, row

SCOPE = "at these prices, for runs like these"
MOST_SENTENCES = 8
"""More candidates than these are not told one by one."""
_COUNTED: dict[Verdict, str] = {
    "cheaper": "cheaper",
    "dearer": "dearer",
    "equivalent": "equal within the margin",
    "inconclusive": "inconclusive",
    "unreplicated": "unreplicated",
    "not_representative": "not representative",
    "blocked": "unable to run this",
}
MEASURE_AGAIN = "how sure that is cannot be said: measure each at least twice"


def answer(comparison: Comparison) -> tuple[str, ...]:
    """What the comparison says, most important first. Plain text, one sentence or two an entry.

    Many candidates are counted by their verdicts; the table says which is which.
    """
    candidates = [id_ for id_ in comparison.options if id_ != comparison.baseline]
    if not candidates:
        return (_single(comparison),)
    lines = []
    if len(candidates) > 1:
        lines.append(_cheapest(comparison))
    if len(candidates) > MOST_SENTENCES:
        return (*lines, _counted(comparison, len(candidates)))
    for id_ in candidates:
        lines.append(_candidate(comparison, id_))
        if differing := _all_in(comparison, id_):
            lines.append(differing)
        if monthly := _monthly(comparison, id_):
            lines.append(monthly)
    return tuple(lines)


def _monthly(comparison: Comparison, id_: str) -> str | None:
    """What the stated demand costs a month, which whole deployments can make another answer."""
    mine, theirs = comparison.options[id_].demand, comparison.options[comparison.baseline].demand
    if mine is None or theirs is None or mine.cost_change is None:
        return None
    who, base = name(comparison, id_), name(comparison, comparison.baseline)
    how = f"{mine.deployments:,} against {theirs.deployments:,} deployments, always on"
    return (
        f"For the stated demand, {who} costs {numbers.money(mine.usd_per_month)} a month and {base} "
        f"{numbers.money(theirs.usd_per_month)}: {numbers.change(mine.cost_change)} "
        f"({how if mine.billing == 'always_on' else 'only the work done is paid'})."
    )


def _single(comparison: Comparison) -> str:
    (option,) = comparison.options.values()
    who, unit = name(comparison, comparison.baseline), describe(comparison.unit)
    if option.usd_per_unit is None or option.units_per_usd is None:
        return f"The cost of {who} is withheld: {_doubts(comparison, (comparison.baseline,))}."
    costs = row(comparison, comparison.baseline)
    ends = numbers.interval(costs["usd_per_scale_low"], costs["usd_per_scale_high"], numbers.money)
    sure = f" ({interval_title(comparison)} {ends})" if ends else ""
    scope = "at this price, for runs like these" if ends else "at this price"
    caution = "" if ends else f" {_unsure_cost(option)}"
    return (
        f"{who} costs {numbers.money(costs['usd_per_scale'])} per {unit.scale_label}{sure}: "
        f"{numbers.quantity(option.units_per_usd)} {unit.plural} per dollar, {scope}.{caution}"
    )


def _unsure_cost(option: OptionAnswer) -> str:
    if option.throughput.n_runs > 1:
        return "The runs are all equal, so how sure that is cannot be said."
    return "With one run, how sure that is cannot be said: measure it at least twice."


def _cheapest(comparison: Comparison) -> str:
    if comparison.cheapest is None:
        return "No option is shown to be the cheapest."
    withheld = any(
        option.vs_baseline is not None and option.vs_baseline.verdict in ("blocked", "not_representative")
        for option in comparison.options.values()
    )
    others = "every other option that can be compared" if withheld else "every other option"
    return (
        f"{name(comparison, comparison.cheapest)} is the cheapest: it beats {others}, {SCOPE} "
        f"({numbers.percent(comparison.confidence)} confidence for all pairs together)."
    )


def _counted(comparison: Comparison, candidates: int) -> str:
    verdicts = Counter(
        option.vs_baseline.verdict for option in comparison.options.values() if option.vs_baseline is not None
    )
    counts = [f"{verdicts[verdict]:,} {words}" for verdict, words in _COUNTED.items() if verdicts[verdict]]
    return f"Of {candidates:,} options beside {name(comparison, comparison.baseline)}: {', '.join(counts)}."


def _candidate(comparison: Comparison, id_: str) -> str:
    option = comparison.options[id_]
    ratio = option.vs_baseline
    who, base = name(comparison, id_), name(comparison, comparison.baseline)
    if ratio is None or ratio.verdict == "blocked":
        return f"{who} cannot run this: {_doubts(comparison, (id_,))}. No cost is given."
    if ratio.verdict == "not_representative":
        why = _doubts(comparison, (id_, comparison.baseline))
        if ratio.ratio is None:
            return f"No comparison of {who} with {base}: {why}."
        return f"Not representative ({why}). Shown all the same: {_buys(comparison, who, base, ratio)}."
    sure = _sure(comparison, ratio.low, ratio.high)
    match ratio.verdict:
        case "unreplicated":
            sides = _sides(comparison, id_)
            return f"{_buys(comparison, who, base, ratio)}, {sides}."
        case "equivalent":
            margin = numbers.percent(comparison.margin)
            return (
                f"{who} and {base} cost the same within the margin of {margin}: "
                f"{who} buys {_as_many(comparison, ratio.ratio)} as {base}{sure}, {SCOPE}."
            )
        case "inconclusive":
            return (
                f"No difference between {who} and {base} can be shown: "
                f"{who} buys {_as_many(comparison, ratio.ratio)} as {base}{sure}, {SCOPE}; {_effort(ratio)}."
            )
    return (
        f"{who} buys {_as_many(comparison, ratio.ratio)} as {base}{sure}: "
        f"{numbers.change(ratio.cost_change)}, {SCOPE}."
    )


def _all_in(comparison: Comparison, id_: str) -> str | None:
    """The other answer, where one-off time makes it another."""
    option = comparison.options[id_]
    all_in, ratio = option.all_in, option.vs_baseline
    flips = any(notice.code == "setup_flips_verdict" for notice in option.notices)
    if not flips or all_in is None or ratio is None:
        return None
    who, base = name(comparison, id_), name(comparison, comparison.baseline)
    unit = describe(comparison.unit).plural
    spread = f" spread over {numbers.quantity(all_in.over_units)} {unit}" if all_in.over_units else ""
    return (
        f"With the one-off time{spread} it is different: all in, {who} buys "
        f"{_as_many(comparison, all_in.ratio)} as {base}{_sure(comparison, all_in.low, all_in.high)}: "
        f"{_all_in_words(comparison, all_in)}."
    )


def _all_in_words(comparison: Comparison, all_in: AllIn) -> str:
    match all_in.verdict:
        case "inconclusive":
            return "no difference can be shown"
        case "equivalent":
            return f"the same cost within the margin of {numbers.percent(comparison.margin)}"
    change = numbers.change(all_in.cost_change)
    return f"{change}, unreplicated" if all_in.verdict == "unreplicated" else change


def _as_many(comparison: Comparison, ratio: float | None) -> str:
    return f"{numbers.ratio(ratio)} as many {describe(comparison.unit).plural} per dollar"


def _buys(comparison: Comparison, who: str, base: str, ratio: Ratio) -> str:
    return (
        f"{who} buys {_as_many(comparison, ratio.ratio)} as {base}"
        f"{_sure(comparison, ratio.low, ratio.high)}: {numbers.change(ratio.cost_change)}"
    )


def _sure(comparison: Comparison, low: float | None, high: float | None) -> str:
    ends = numbers.interval(low, high, numbers.ratio)
    return f" ({interval_title(comparison)} {ends})" if ends else ""


def _sides(comparison: Comparison, id_: str) -> str:
    runs = {side: comparison.options[side].throughput.n_runs for side in (id_, comparison.baseline)}
    lone = [name(comparison, side) for side, n in runs.items() if n < 2]
    if len(lone) == 2:
        return f"in one run a side; {MEASURE_AGAIN}"
    if lone:
        return f"with one run of {lone[0]}; {MEASURE_AGAIN}"
    return "in runs that are all equal; how sure that is cannot be said: write each run as it was measured"


def _effort(ratio: Ratio) -> str:
    if ratio.runs_needed is None:
        return "there is no practical difference at this effort"
    return f"about {ratio.runs_needed} runs a side would show a difference of this size"


def _doubts(comparison: Comparison, options: tuple[str, ...]) -> str:
    """Names what withholds a number, option by option."""
    reasons = []
    for id_ in options:
        codes = [
            notice.code for notice in comparison.options[id_].notices if notice.level in ("block", "invalid")
        ]
        if codes:
            reasons.append(f"{name(comparison, id_)} has {', '.join(dict.fromkeys(codes))}")
    shared = [notice.code for notice in comparison.notices if notice.level in ("block", "invalid")]
    reasons += dict.fromkeys(shared)
    return "; ".join(reasons) or "its numbers do not represent the deployment"
