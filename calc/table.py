"""The one table of a Comparison: every screen, every file and every DataFrame is made from these rows."""

from __future__ import annotations

from typing import Any

from calc.core.units import describe
from calc.model.comparison import Comparison, OptionAnswer, PriceAnswer

Row = dict[str, Any]


def rows(comparison: Comparison) -> list[Row]:
    """One row an option, in the order of the scenario: plain values at full precision, None where unknown.

    Every row of every scenario has the same keys in the same order; `calc.frames.to_frame` says what each is.
    """
    scale = describe(comparison.unit).scale
    return [
        {
            "option": id_,
            **_deployment(answer),
            **_cost(answer, scale),
            **_against_baseline(answer),
            **_price(answer.price),
            "notices": " ".join(dict.fromkeys(f"{each.level}:{each.code}" for each in answer.notices)),
        }
        for id_, answer in comparison.options.items()
    ]


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


def _price(price: PriceAnswer | None) -> Row:
    """The price of one instance; None throughout for a deployment of several instance types."""
    return {
        "price_usd_per_instance_hour": price.usd_per_hour if price else None,
        "price_discount": price.discount if price else None,
        "price_purchase": price.purchase if price else None,
        "price_term": price.term if price else None,
        "price_payment": price.payment if price else None,
        "price_region": price.region if price else None,
        "price_zone": price.zone if price else None,
        "price_valid_from": price.valid_from if price else None,
        "price_as_of": price.as_of if price else None,
        "price_age_days": price.age_days if price else None,
        "price_source": price.source if price else None,
        "price_standing": price.standing if price else None,
    }


def _times(value: float | None, scale: int) -> float | None:
    return None if value is None else value * scale
