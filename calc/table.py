"""The one table of a Comparison: every screen, every file and every DataFrame is made from these rows."""

from __future__ import annotations

from typing import Any

from calc.core.cost import cost_of
from calc.core.units import describe
from calc.model.comparison import Comparison, OptionAnswer

Row = dict[str, Any]


def rows(comparison: Comparison) -> list[Row]:
    """One row an option, in the order of the scenario: plain values at full precision, None where unknown.

    Every row of every scenario has the same keys in the same order; `calc.frames.to_frame` says what each is.
    """
    return [row(comparison, id_) for id_ in comparison.options]


def row(comparison: Comparison, id_: str) -> Row:
    """The row of one option."""
    answer = comparison.options[id_]
    return {
        "option": id_,
        **_deployment(answer),
        **_cost(answer, describe(comparison.unit).scale),
        **_against_baseline(answer),
        **_price(answer),
        "notices": " ".join(dict.fromkeys(f"{each.level}:{each.code}" for each in answer.notices)),
    }


def _deployment(answer: OptionAnswer) -> Row:
    throughput, factors = answer.throughput, answer.factors
    parts = " + ".join(part.instance or "?" for part in answer.parts or ())
    return {
        "label": answer.label,
        "unit": answer.unit,
        "instance": answer.instance or parts or None,
        "instances": answer.instances,
        "accelerators_per_instance": answer.accelerators,
        "deployment_usd_per_hour": answer.deployment_usd_per_hour,
        "overhead_usd_per_hour": answer.overhead_usd_per_hour,
        "units_per_second": throughput.per_second,
        "units_per_second_low": throughput.low,
        "units_per_second_high": throughput.high,
        "runs": throughput.n_runs,
        "utilization": factors.utilization,
        "useful_fraction": factors.useful_fraction,
        "accepted_fraction": factors.accepted_fraction,
        "counted_per_unit": factors.counted_per_unit,
        "effective_units_per_second": answer.effective_per_second,
    }


def _cost(answer: OptionAnswer, scale: int) -> Row:
    all_in = answer.all_in.usd_per_unit if answer.all_in else None
    return {
        "units_per_usd": answer.units_per_usd,
        "units_per_usd_low": answer.units_per_usd_low,
        "units_per_usd_high": answer.units_per_usd_high,
        "usd_per_unit": answer.usd_per_unit,
        "usd_per_unit_low": answer.usd_per_unit_low,
        "usd_per_unit_high": answer.usd_per_unit_high,
        "usd_per_million_units": answer.usd_per_million_units,
        "scale_units": scale,
        "usd_per_scale": _times(answer.usd_per_unit, scale),
        "usd_per_scale_low": _times(answer.usd_per_unit_low, scale),
        "usd_per_scale_high": _times(answer.usd_per_unit_high, scale),
        "all_in_usd_per_unit": all_in,
        "all_in_usd_per_scale": _times(all_in, scale),
    }


def _against_baseline(answer: OptionAnswer) -> Row:
    ratio, all_in = answer.vs_baseline, answer.all_in
    return {
        "ratio": ratio.ratio if ratio else None,
        "ratio_low": ratio.low if ratio else None,
        "ratio_high": ratio.high if ratio else None,
        "cost_change": ratio.cost_change if ratio else None,
        "verdict": ratio.verdict if ratio else "baseline",
        "all_in_ratio": all_in.ratio if all_in else None,
        "all_in_verdict": all_in.verdict if all_in else None,
    }


def _price(answer: OptionAnswer) -> Row:
    """The price of one instance; of several instance types theirs as text, in the order of `instance`."""
    if answer.price is not None:
        return {key: getattr(answer.price, name) for key, name in _PRICE.items()}
    prices = [part.price for part in answer.parts or ()]
    return {key: _joined([getattr(price, name) for price in prices]) for key, name in _PRICE.items()}


_PRICE = {
    "price_usd_per_instance_hour": "usd_per_hour",
    "price_discount": "discount",
    "price_purchase": "purchase",
    "price_term": "term",
    "price_payment": "payment",
    "price_region": "region",
    "price_zone": "zone",
    "price_valid_from": "valid_from",
    "price_as_of": "as_of",
    "price_age_days": "age_days",
    "price_source": "source",
    "price_standing": "standing",
}
"""The columns of the price, each with its name in a `PriceAnswer`."""


def _joined(values: list[Any]) -> str | None:
    """What the parts of a deployment have each, `?` where that is unknown; None where it is for all."""
    known = any(value is not None for value in values)
    return " + ".join("?" if value is None else str(value) for value in values) if known else None


def _times(value: float | None, scale: int) -> float | None:
    return None if value is None else cost_of(scale, value)
