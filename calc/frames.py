"""Models as pandas tables: the one place where they meet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calc.model.comparison import Comparison, OptionAnswer

if TYPE_CHECKING:
    import pandas as pd


def to_frame(comparison: Comparison) -> pd.DataFrame:
    """One row an option, in the order of the scenario, indexed by option id.

    Units stand in the column names: `usd` per what, `per_second`, `per_usd`. Missing is NaN (or None
    for text). `unit` names what is counted.
    """
    import pandas as pd

    rows = {id_: _row(answer) for id_, answer in comparison.options.items()}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("option")


def _row(answer: OptionAnswer) -> dict[str, Any]:
    price, ratio, all_in = answer.price, answer.vs_baseline, answer.all_in
    return {
        "label": answer.label,
        "unit": answer.unit,
        "instance": answer.instance,
        "instances": answer.instances,
        "accelerators_per_instance": answer.accelerators,
        "instance_usd_per_hour": price.usd_per_hour if price else None,
        "purchase": price.purchase if price else None,
        "region": price.region if price else None,
        "price_as_of": price.as_of if price else None,
        "price_source": price.source if price else None,
        "price_standing": price.standing if price else None,
        "deployment_usd_per_hour": answer.deployment_usd_per_hour,
        "throughput_per_second": answer.throughput.per_second,
        "throughput_per_second_low": answer.throughput.low,
        "throughput_per_second_high": answer.throughput.high,
        "runs": answer.throughput.n_runs,
        "effective_per_second": answer.effective_per_second,
        "units_per_usd": answer.units_per_usd,
        "units_per_usd_low": answer.units_per_usd_low,
        "units_per_usd_high": answer.units_per_usd_high,
        "usd_per_unit": answer.usd_per_unit,
        "usd_per_unit_low": answer.usd_per_unit_low,
        "usd_per_unit_high": answer.usd_per_unit_high,
        "usd_per_million_units": answer.usd_per_million_units,
        "all_in_usd_per_unit": all_in.usd_per_unit if all_in else None,
        "ratio_units_per_usd": ratio.ratio if ratio else None,
        "ratio_low": ratio.low if ratio else None,
        "ratio_high": ratio.high if ratio else None,
        "cost_change": ratio.cost_change if ratio else None,
        "verdict": ratio.verdict if ratio else None,
        "notices": ", ".join(notice.code for notice in answer.notices),
    }
