"""From anything that states a scenario to its Comparison: load, resolve, check, evaluate, judge."""

from __future__ import annotations

import datetime
import os
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from calc import claims, engine, gate, history, validity
from calc.errors import InputError, Problem
from calc.load import load_scenario
from calc.model.comparison import Comparison
from calc.model.resolved import Resolved
from calc.model.scenario import Scenario
from calc.resolve import resolve
from calc.sources.book import PriceBook


def compare(
    scenario: Scenario | Resolved | Mapping[str, Any] | str | os.PathLike[str],
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
    resolved = _resolved(scenario, prices, today)
    changes = _changes(resolved, baseline, confidence, margin)
    if changes:
        resolved = resolved.model_copy(update=changes)
    expressions = gate.parse((*resolved.require, *require), resolved)
    notices = validity.check(resolved, today=today)
    answer = engine.evaluate(resolved, notices, today=today, show_invalid=show_invalid)
    ratios = {id_: option.vs_baseline for id_, option in answer.options.items()}
    return answer.model_copy(
        update={
            "claims": claims.beside(resolved, ratios),
            "requirements": gate.judge(answer, expressions, point=point),
            "price_history": history.price_history(resolved, prices or PriceBook(), today=today)
            if price_history
            else None,
        }
    )


def _resolved(
    scenario: Scenario | Resolved | Mapping[str, Any] | str | os.PathLike[str],
    prices: PriceBook | None,
    today: datetime.date | None,
) -> Resolved:
    if isinstance(scenario, Resolved):
        return scenario
    if isinstance(scenario, Scenario):
        return resolve(scenario, book=prices, day=today)
    source = "" if isinstance(scenario, Mapping) else os.fspath(scenario)
    return resolve(load_scenario(scenario), book=prices, day=today, source=source)


def _changes(
    resolved: Resolved,
    baseline: str | None,
    confidence: float | Decimal | None,
    margin: float | Decimal | None,
) -> dict[str, Any]:
    """What the caller says in place of the scenario, checked by the same rules."""
    changes: dict[str, Any] = {}
    problems = []
    if baseline is not None:
        if baseline not in resolved.options:
            listed = ", ".join(resolved.options)
            problems.append(Problem(f"{baseline!r} is not an option; write one of {listed}", "baseline"))
        changes["baseline"] = baseline
    if confidence is not None:
        changes["confidence"] = Decimal(str(confidence))
        if not 0 < changes["confidence"] < 1:
            problems.append(
                Problem(
                    f"{confidence} will not do; write a number between 0 and 1, such as 0.95", "confidence"
                )
            )
    if margin is not None:
        changes["margin"] = Decimal(str(margin))
        if not 0 <= changes["margin"] < 1:
            problems.append(
                Problem(f"{margin} will not do; write a share from 0 to less than 1, such as 0.02", "margin")
            )
    if problems:
        raise InputError(problems)
    return changes
