"""How the rows of `calc.table` are named, headed and shown: in the files all of them, on screens a few."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from calc.core.units import describe
from calc.model.comparison import Comparison
from calc.report import numbers
from calc.table import Row, rows

__all__ = ["Column", "Row", "columns", "cut", "interval_title", "name", "rows", "screen_columns", "verdict"]

LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name in files, its heading for people and how a cell of it is shown."""

    key: str
    """Name in files, with the unit. For a column of the files, also the key of its value in a row."""
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


def columns(comparison: Comparison) -> tuple[Column, ...]:
    """Every column, in the order of the files. The names are the same for every scenario."""
    unit, scale = describe(comparison.unit), describe(comparison.unit).scale_label
    ends = interval_title(comparison)
    per_second, per_usd, per_scale = f"{unit.plural} per second", f"{unit.plural} per USD", f"USD per {scale}"
    per_unit = f"USD per {unit.name.replace('_', ' ')}"
    return (
        _text("option", "option"),
        _text("label", "label"),
        _text("unit", "unit"),
        _text("instance", "instance"),
        _number("instances", "instances", numbers.count),
        _number("accelerators_per_instance", "accelerators per instance", numbers.count),
        _number("deployment_usd_per_hour", "USD per hour"),
        _number("overhead_usd_per_hour", "of which overhead, USD per hour"),
        _number("units_per_second", per_second),
        _number("units_per_second_low", f"{per_second}, {ends}, low"),
        _number("units_per_second_high", f"{per_second}, {ends}, high"),
        _number("runs", "runs", numbers.count),
        _number("utilization", "utilization", numbers.percent),
        _number("useful_fraction", "useful fraction", numbers.percent),
        _number("accepted_fraction", "accepted fraction", numbers.percent),
        _number("counted_per_unit", "own units counted for one"),
        _number("effective_units_per_second", f"effective {per_second}"),
        _number("units_per_usd", per_usd),
        _number("units_per_usd_low", f"{per_usd}, {ends}, low"),
        _number("units_per_usd_high", f"{per_usd}, {ends}, high"),
        _number("usd_per_unit", per_unit),
        _number("usd_per_unit_low", f"{per_unit}, {ends}, low"),
        _number("usd_per_unit_high", f"{per_unit}, {ends}, high"),
        _number("usd_per_million_units", f"USD per million {unit.plural}"),
        _number("scale_units", f"{unit.plural} in one {scale}", numbers.count),
        _number("usd_per_scale", per_scale),
        _number("usd_per_scale_low", f"{per_scale}, {ends}, low"),
        _number("usd_per_scale_high", f"{per_scale}, {ends}, high"),
        _number("all_in_usd_per_unit", f"{per_unit}, all in"),
        _number("all_in_usd_per_scale", f"{per_scale}, all in"),
        _number("ratio", f"{per_usd}, ratio to {_baseline(comparison)}", numbers.ratio),
        _number("ratio_low", f"ratio, {ends}, low", numbers.ratio),
        _number("ratio_high", f"ratio, {ends}, high", numbers.ratio),
        _number("cost_change", f"cost against {_baseline(comparison)}", numbers.signed_percent),
        Column("verdict", "verdict", lambda row: verdict(row["verdict"]), numeric=False),
        _number("all_in_ratio", "ratio, all in", numbers.ratio),
        Column(
            "all_in_verdict", "verdict, all in", lambda row: verdict(row["all_in_verdict"]), numeric=False
        ),
        _number("price_usd_per_instance_hour", "USD per instance-hour"),
        _number("price_discount", "discount", numbers.percent),
        _text("price_purchase", "purchase"),
        _text("price_term", "term"),
        _text("price_payment", "payment"),
        _text("price_region", "region"),
        _text("price_zone", "zone"),
        _text("price_valid_from", "price valid from"),
        _text("price_as_of", "price as of"),
        _number("price_age_days", "age of the price in days", numbers.count),
        _text("price_source", "source of the price"),
        _text("price_standing", "standing of the price"),
        _text("notices", "notices"),
    )


def screen_columns(comparison: Comparison) -> tuple[Column, ...]:
    """The few columns that people read side by side, made from the same rows."""
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
