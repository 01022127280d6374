"""What people see of the one table: which of its columns, under what headings, in what form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from calc.core.units import describe
from calc.model.comparison import Comparison
from calc.report import numbers
from calc.table import Row as Row
from calc.table import row as row
from calc.table import rows as rows

LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its heading for people and how a cell of it is shown."""

    key: str
    """Name of the column; where it shows one value of a row as it is, the key of that value."""
    title: str
    """Heading for people: quantity, unit and basis."""
    cell: Callable[[Row], str]
    """What people read in it."""
    numeric: bool = True
    """Whether it holds numbers, which stand on the right."""
    cuttable: bool = False
    """Whether a cell may be cut short where space is."""
    dispensable: int = 0
    """Where space is short, the highest goes first; 0 stays."""


def name(comparison: Comparison, option: str) -> str:
    """What an option is called in a sentence: its label if that is its own, else its id."""
    label = comparison.options[option].label
    shared = Counter(answer.label for answer in comparison.options.values())[label] > 1
    return cut(option if shared else label, LONGEST_NAME)


def cut(text: str, length: int) -> str:
    """The text, or its beginning and an ellipsis where it is longer."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def interval_title(comparison: Comparison) -> str:
    """What an interval is called, with its confidence: `95% interval`."""
    return f"{numbers.percent(comparison.confidence)} interval"


def screen_columns(comparison: Comparison) -> tuple[Column, ...]:
    """The few columns that people read side by side, made from the rows of the files."""
    unit = describe(comparison.unit)
    answers = comparison.options.values()
    shown = [_text("option", "option", cuttable=True)]
    if any(answer.label != id_ for id_, answer in comparison.options.items()):
        shown.append(_text("label", "label", cuttable=True))
    if any(answer.instance or answer.parts or answer.instances > 1 for answer in answers):
        shown.append(Column("instance", "instance", _instance, numeric=False, cuttable=True, dispensable=5))
    if any(answer.unit != comparison.unit for answer in answers):
        shown.append(_text("unit", "counts"))
    shown += [
        _number("deployment_usd_per_hour", "USD per hour", dispensable=4),
        _number("units_per_second", f"{unit.plural}/s", dispensable=3),
        _number("units_per_usd", f"{unit.plural} per USD"),
        _number("usd_per_scale", f"USD per {unit.scale_label}", dispensable=2),
    ]
    if len(comparison.options) > 1:
        shown += [
            _number("ratio", f"per USD vs {_baseline(comparison)}", numbers.ratio),
            Column("ratio_interval", interval_title(comparison), _interval),
            _number("cost_change", "cost", numbers.signed_percent, dispensable=1),
            Column("verdict", "verdict", lambda row: verdict(row["verdict"]), numeric=False),
        ]
    return tuple(shown)


def verdict(word: str | None) -> str:
    """A verdict as people read it."""
    return numbers.ABSENT if word is None else word.replace("_", " ")


def _text(key: str, title: str, *, cuttable: bool = False) -> Column:
    return Column(
        key,
        title,
        lambda row: numbers.ABSENT if row[key] is None else str(row[key]),
        numeric=False,
        cuttable=cuttable,
    )


def _number(
    key: str, title: str, form: Callable[[Any], str] = numbers.number, *, dispensable: int = 0
) -> Column:
    return Column(key, title, lambda row: form(row[key]), dispensable=dispensable)


def _interval(row: Row) -> str:
    return numbers.interval(row["ratio_low"], row["ratio_high"], numbers.ratio) or numbers.ABSENT


def _instance(row: Row) -> str:
    shown = row["instance"] or numbers.ABSENT
    return f"{row['instances']} x {shown}" if row["instances"] > 1 and "+" not in shown else shown


def _baseline(comparison: Comparison) -> str:
    return comparison.baseline if len(comparison.baseline) <= 16 else "baseline"
