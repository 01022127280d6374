"""From anything that states a scenario to its Comparison: load, resolve, check, evaluate, judge."""

from __future__ import annotations

import datetime
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from pydantic import TypeAdapter, ValidationError

from calc import claims, engine, gate, history, validity
from calc.errors import InputError, Problem, in_order
from calc.load import Loaded, load_with_lines
from calc.model.base import Confidence, Share
from calc.model.comparison import Comparison
from calc.model.resolved import Resolved
from calc.model.scenario import Scenario
from calc.resolve import resolve
from calc.runs import summarize_all
from calc.sources.book import PriceBook

Source = Scenario | Loaded | Resolved | Mapping[str, Any] | str | os.PathLike[str]
"""Anything that states a scenario: one, a dict of its schema, or the path of a file."""


def compare(
    scenario: Source,
    *,
    today: datetime.date | None = None,
    prices: PriceBook | None = None,
    baseline: str | None = None,
    confidence: float | Decimal | None = None,
    margin: float | Decimal | None = None,
    require: Sequence[str] = (),
    point: bool = False,
    show_invalid: bool = False,
    price_history: bool = False,
) -> Comparison:
    """Compare the options of a scenario in units of work per dollar.

    Parameters
    ----------
    scenario
        A Scenario, a Resolved, a dict in the scenario's schema, or the path of a scenario file.
    today
        Day on which prices are looked up and their age is judged; without it, the newest prices are taken
        and no age is judged. No clock is read.
    prices
        Where prices are looked up; without it, the bundled catalogue.
    baseline, confidence, margin
        Take the place of what the scenario says.
    require
        Further expressions that must hold, such as ``"trn2 ratio >= 1.2"``.
    point
        Judge requirements by the point, not by the unfavourable end of the interval.
    show_invalid
        Fill in numbers that an invalid notice withholds; verdicts stay as they are.
    price_history
        Also price both sides again at each day on which a rate of `prices` changed.

    Raises
    ------
    InputError
        With every problem found, where the input cannot be used.
    """
    if isinstance(today, datetime.datetime):
        today = today.date()
    elif today is not None and not isinstance(today, datetime.date):
        raise InputError([Problem(f"{today!r} is not a day; give a datetime.date", "today")])
    book = prices or PriceBook()
    resolved, expressions = _prepare(scenario, book, today, baseline, confidence, margin, require)
    runs = summarize_all(resolved)
    notices = validity.check(resolved, runs, today=today)
    answer = engine.evaluate(resolved, runs, notices, today=today, show_invalid=show_invalid)
    ratios = {id_: option.vs_baseline for id_, option in answer.options.items()}
    through_time = None
    if price_history:
        through_time = history.price_history(resolved, runs, book, today=today, show_invalid=show_invalid)
    return answer.model_copy(
        update={
            "claims": claims.beside(resolved, ratios),
            "requirements": gate.judge(answer, expressions, point=point),
            "price_history": through_time,
        }
    )


def _prepare(
    scenario: Source,
    book: PriceBook,
    today: datetime.date | None,
    baseline: str | None,
    confidence: float | Decimal | None,
    margin: float | Decimal | None,
    require: Sequence[str],
) -> tuple[Resolved, list[gate.Expression]]:
    """Everything that can be wrong with the input is found here, and comes together."""
    problems: list[Problem] = []
    if isinstance(require, str):
        require = (require,)
    loaded = scenario if isinstance(scenario, (Loaded, Resolved)) else load_with_lines(scenario)
    said = loaded.scenario if isinstance(loaded, Loaded) else loaded
    problems += claims.unknown(said.claims or ())
    resolved = said if isinstance(said, Resolved) else None
    against = baseline or said.baseline_id
    expressions = _parsed(said.require, said, against, problems)
    if isinstance(said, Scenario):
        try:
            resolved = resolve(said, book=book, day=today)
        except InputError as error:
            problems += error.problems
    if isinstance(loaded, Loaded):
        problems = [replace(problem, line=loaded.line(problem.where)) for problem in problems]
    expressions += _parsed(require, said, against, problems)
    changes = _changes(said, baseline, confidence, margin, problems)
    if problems or resolved is None:
        raise InputError(in_order(problems), source=loaded.source if isinstance(loaded, Loaded) else "")
    return resolved.model_copy(update=changes), expressions


def _parsed(
    require: Sequence[str], said: Scenario | Resolved, baseline: str, problems: list[Problem]
) -> list[gate.Expression]:
    try:
        return gate.parse(require, said.options, baseline)
    except InputError as error:
        problems += error.problems
        return []


def _changes(
    said: Scenario | Resolved,
    baseline: str | None,
    confidence: float | Decimal | None,
    margin: float | Decimal | None,
    problems: list[Problem],
) -> dict[str, Any]:
    """What the caller says in place of the scenario, checked by the rules of the model."""
    changes: dict[str, Any] = {}
    if baseline is not None:
        if baseline not in said.options:
            listed = ", ".join(said.options)
            problems.append(Problem(f"{baseline!r} is not an option; write one of {listed}", "baseline"))
        changes["baseline"] = baseline
    rules: dict[str, tuple[Any, Any]] = {"confidence": (confidence, Confidence), "margin": (margin, Share)}
    for name, (value, rule) in rules.items():
        if value is None:
            continue
        try:
            changes[name] = TypeAdapter(rule).validate_python(value)
        except ValidationError as error:
            problems += [Problem(detail["msg"], name) for detail in error.errors()]
    return changes
