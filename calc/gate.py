"""`require` expressions judged on a Comparison, at the unfavourable end of the interval."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from calc.core.cost import cost_of
from calc.errors import InputError, Problem
from calc.model.comparison import Comparison, OptionAnswer, Requirement

METRICS = ("ratio", "units_per_usd", "usd_per_unit", "usd_per_million_units")
_OPERATORS: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}
_PATTERN = re.compile(
    r"\s*(?P<option>\S+)\s+(?P<metric>\w+)\s*(?P<operator>>=|<=|>|<)\s*(?P<number>\d+(\.\d*)?([eE][-+]?\d+)?)\s*"
)


@dataclass(frozen=True, slots=True)
class Expression:
    """One requirement, read."""

    text: str
    option: str
    metric: str
    operator: str
    number: float


def parse(expressions: Sequence[str], options: Collection[str], baseline: str) -> list[Expression]:
    """Read expressions about these options; raises InputError with every problem in them."""
    problems: list[Problem] = []
    parsed = []
    for text in expressions:
        match = _PATTERN.fullmatch(text)
        wrong = _problem(match, options, baseline)
        if match is None or wrong:
            problems.append(Problem(f"{text!r}: {wrong}", "require"))
        else:
            option, metric = match["option"], match["metric"]
            parsed.append(Expression(text.strip(), option, metric, match["operator"], float(match["number"])))
    if problems:
        raise InputError(problems)
    return parsed


def _problem(match: re.Match[str] | None, options: Collection[str], baseline: str) -> str:
    if match is None:
        return 'not understood; write OPTION METRIC >= NUMBER, such as "trn2 ratio >= 1.2"'
    if match["option"] not in options:
        return f"there is no option {match['option']!r}; write one of {', '.join(options)}"
    if match["metric"] not in METRICS:
        return f"there is no metric {match['metric']!r}; write one of {', '.join(METRICS)}"
    if match["metric"] == "ratio" and match["option"] == baseline:
        return f"{match['option']} is the baseline and has no ratio; name another option"
    return ""


def judge(
    comparison: Comparison, expressions: Sequence[Expression], *, point: bool = False
) -> tuple[Requirement, ...]:
    """Judge each expression; without an interval it fails unless `point` is asked for."""
    return tuple(_judge(comparison, expression, point) for expression in expressions)


def _judge(comparison: Comparison, expression: Expression, point: bool) -> Requirement:
    answer = comparison.options[expression.option]
    centre, low, high = _values(answer, expression.metric)
    value = centre if point else low if expression.operator in (">=", ">") else high
    which = "point" if point else f"unfavourable end of the {comparison.confidence * 100:g}% interval"
    if centre is None or _does_not_stand(answer, expression.metric):
        met, reason = False, "the number does not represent the deployment; see the notices"
    elif value is None:
        met, reason = False, "there is no interval: give two or more runs a side, or judge the point"
    else:
        met = _OPERATORS[expression.operator](value, expression.number)
        reason = f"the {which} is {_shown(value, expression, met)}"
    return Requirement(expression=expression.text, met=met, value=value, reason=reason)


def _shown(value: float, expression: Expression, met: bool) -> str:
    """The value with as many digits as it takes to read on which side of the limit it lies."""
    texts = (f"{value:.{digits}g}" for digits in range(4, 18))
    return next(
        text for text in texts if _OPERATORS[expression.operator](float(text), expression.number) == met
    )


def _does_not_stand(answer: OptionAnswer, metric: str) -> bool:
    """Whether a number is withheld by rights, shown or not."""
    if metric == "ratio":
        ratio = answer.vs_baseline
        return ratio is None or ratio.verdict in ("blocked", "not_representative")
    return any(notice.withholds_cost for notice in answer.notices)


def _values(answer: OptionAnswer, metric: str) -> tuple[float | None, float | None, float | None]:
    """The metric's point, low and high end."""
    if metric == "ratio":
        ratio = answer.vs_baseline
        return (None, None, None) if ratio is None else (ratio.ratio, ratio.low, ratio.high)
    if metric == "units_per_usd":
        return answer.units_per_usd, answer.units_per_usd_low, answer.units_per_usd_high
    units = 1_000_000 if metric == "usd_per_million_units" else 1
    point, low, high = (
        None if value is None else cost_of(units, value)
        for value in (answer.usd_per_unit, answer.usd_per_unit_low, answer.usd_per_unit_high)
    )
    return point, low, high
