"""Published worked examples: ours is the same figure, or, where theirs does not follow, the one that does."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from calc.core import break_even, cost, fleet, stats, units

CASES = json.loads(Path(__file__).with_name("published_cases.json").read_text(encoding="utf-8"))
MILLION = 1_000_000
POOLED = "go-student"  # pooled degrees of freedom, not ours: only its p-value is tested, at the foot
Inputs = dict[str, Any]


def price(given: Inputs) -> float:
    if "monthly_cost" in given:
        return given["monthly_cost"] / given["hours"]
    if "price_per_gpu_hour" in given:
        return given["price_per_gpu_hour"] * given.get("gpus", 1)
    return given.get("price_per_hour") or given["price_total_per_hour"]


def rate(given: Inputs) -> float:
    for name, value in given.items():
        if name in ("throughput_per_s", "tokens_per_s") or name.endswith("tokens_per_s_per_gpu"):
            return value
    if "tokens_per_hour" in given:
        return units.per_second_from("per_hour", given["tokens_per_hour"])
    if "max_invocations_per_minute" in given:
        return units.per_second_from("per_minute", given["max_invocations_per_minute"])
    return units.per_second_from("seconds_per_unit", given["latency_ms"] / 1000)


def cost_of(given: Inputs) -> float:
    effective = cost.effective_rate(rate(given), given.get("utilisation", 1.0), 1.0, 1.0, 1.0)
    return cost.cost_per_unit(price(given), effective)


def per_million(given: Inputs) -> float:
    return cost_of(given) * MILLION


def per_unit(given: Inputs) -> float:
    # The table of the AWS sample divides the price of an hour by the units of a second.
    return cost_of(given) * (cost.SECONDS_PER_HOUR if "throughput_per_s" in given else 1)


def price_provenance(given: Inputs) -> Any:
    if "throughput_per_s" in given:
        return per_million(given)
    return {"p5_per_gpu": [cost.capacity_block_price(p, 8, 1, 0) for p in given["p5.48xlarge us-east-1"]]}


def utilisation_penalty(given: Inputs) -> Any:
    if "peak_throughput_per_s" not in given:
        return per_million(given)
    at_peak = cost.cost_per_unit(given["price_per_hour"], given["peak_throughput_per_s"])
    return {"c_eff": per_million(given), "penalty": cost.ratio(at_peak, cost_of(given))}


def one_of_several(given: Inputs) -> float:
    if "accelerators" in given:
        return cost.capacity_block_price(given["price_per_hour"], given["accelerators"], 1, 0)
    return per_million(given)


def per_dollar(given: Inputs) -> float:
    bought = cost.units_per_usd(given["price_per_hour"], given["throughput_per_s"])
    # The AWS sample states requests per second for a dollar per hour, the other units for a dollar.
    return bought / cost.SECONDS_PER_HOUR if given["throughput_per_s"] == 36 else bought


def per_dollar_ratio(given: Inputs) -> dict[str, float]:
    a, b = given["a"], given["b"]
    ratio = cost.ratio(cost.cost_per_unit(a["price"], a["tput"]), cost.cost_per_unit(b["price"], b["tput"]))
    return {
        "ratio": ratio,
        "saving_pct": -100 * cost.cost_change(ratio),
        "throughput_gain": cost.ratio(cost.cost_per_unit(1, a["tput"]), cost.cost_per_unit(1, b["tput"])),
        "cost_increase": cost.ratio(cost.cost_per_unit(b["price"], 1), cost.cost_per_unit(a["price"], 1)),
    }


def run_cost(given: Inputs) -> Any:
    seconds = given.get("wall_s") or given.get("duration_s")
    if seconds is None:
        seconds = (given.get("hours") or 24 * given["days"]) * 3600
    usd = cost.setup_cost(given["price_per_hour"], seconds)
    return {"cost": usd} if "hours" in given else usd


def throughput(given: Inputs) -> dict[str, float]:
    a_second = cost.units_in_hours(given["throughput_per_s"], 1 / 3600)
    return {
        "per_day_million": cost.units_in_hours(given["throughput_per_s"], 24) / MILLION,
        "seconds_for_run": given["samples"] / a_second,
    }


def token_accounting(given: Inputs) -> Any:
    if "ms" in given:
        pairs = zip(given["tokens"], given["ms"], strict=True)
        return [units.per_second_from("seconds_per_unit", ms / 1000 / tokens) for tokens, ms in pairs]
    output, total = given["output_tokens"], given["input_tokens"] + given["output_tokens"]
    counts = {"req_s": given["requests"], "output_tok_s": output, "total_tok_s": total}
    return {
        name: units.per_second_from("seconds_per_unit", given["duration_s"] / count)
        for name, count in counts.items()
    }


def volume_that_ties(given: Inputs) -> float:
    a_rate = 1.0
    ours = cost.cost_per_unit(given["gpu_price_per_hour"], a_rate)
    return break_even.rate(a_rate, ours, given["api_cost_per_request"]) * cost.SECONDS_PER_HOUR


def audio(given: Inputs) -> float:
    if "wall_s" in given:
        return units.per_second_from("seconds_per_unit", given["wall_s"] / given["audio_s"])
    audio_hour = units.describe("audio_second").scale
    if "used" in given:
        return cost.units_in_hours(given["used"], 24) / audio_hour
    return cost.cost_per_unit(given["price_per_hour"], given["audio_hours_per_hour"]) * audio_hour


def images(given: Inputs) -> float:
    return cost.units_per_usd(given["dollars"], units.per_second_from("per_hour", given["images"]))


def capital_energy(given: Inputs) -> float:
    running = given["power_kw"] * given["tariff_rub_per_kwh"]
    hourly = cost.owned_price(given.get("hardware", 0), 0, given.get("years", 1), running)
    return cost.cost_per_unit(hourly, given["tokens_per_s"]) * MILLION


def rounding(given: Inputs) -> float:
    return fleet.elastic_cost(given["tokens"], cost_of(given))


def fleet_cost(given: Inputs) -> float:
    return fleet.always_on_cost(given["instances"], given["price_per_hour"], 1)


def mean_and_sd(values: list[float]) -> tuple[float, float, int]:
    """Of plain numbers: what `log_summary` gives for their exponentials."""
    summary = stats.log_summary([math.exp(value) for value in values])
    return float(summary.mean), float(summary.sd), int(summary.n)


def t_test(given: Inputs) -> dict[str, Any]:
    scale = max(map(abs, given["a"] + given["b"])) / 10
    (mean_a, *a), (mean_b, *b) = (
        mean_and_sd([value / scale for value in given[side]]) for side in ("a", "b")
    )
    se, df = stats.welch(*a, *b)
    low, high = stats.ratio_interval(mean_a - mean_b, se, df, 0.95)
    return {"t": (mean_a - mean_b) / se, "df": df, "significant": bool(low > 1 or high < 1)}


def mean_ci(given: Inputs) -> dict[str, float]:
    mean, sd, n = mean_and_sd(given["x"])
    low, high = stats.interval(mean, sd, n, 0.95)
    return {"center": mean, "lo": math.log(low), "hi": math.log(high)}


def log_ratio(given: Inputs) -> dict[str, float]:
    """Ratio of arithmetic means: a coefficient of variation is the spread of the log, to first order."""
    (mean_a, *a), (mean_b, *b) = (mean_and_sd(given[side]) for side in ("y1", "y2"))
    se, df = stats.welch(a[0] / mean_a, a[1], b[0] / mean_b, b[1])
    low, high = stats.ratio_interval(math.log(mean_a / mean_b), se, df, 1 - given["alpha"])
    return {"ratio": mean_a / mean_b, "lo": low, "hi": high}


def geometric_mean(given: Inputs) -> Any:
    if "x" in given:
        return stats.geometric_mean(given["x"])
    old, new = (stats.geometric_mean([ns * 1e-9 for ns in given[side]]) for side in ("old", "new"))
    # Seconds per operation stand for dollars per unit: the change of a cost.
    return {"old": old, "new": new, "delta_pct": 100 * cost.cost_change(cost.ratio(new, old))}


ANSWERS: dict[str, Callable[[Inputs], Any]] = {
    "audio": audio,
    "break_even": volume_that_ties,
    "capital_energy": capital_energy,
    "claim_vs_measurement": per_million,
    "cost_per_million": per_million,
    "cost_per_unit": per_unit,
    "fleet": fleet_cost,
    "geometric_mean": geometric_mean,
    "images": images,
    "log_ratio": log_ratio,
    "mean_ci": mean_ci,
    "per_gpu_vs_instance": one_of_several,
    "perf_per_dollar": per_dollar,
    "perf_per_dollar_ratio": per_dollar_ratio,
    "price_provenance": price_provenance,
    "rounding": rounding,
    "run_cost": run_cost,
    "t_test": t_test,
    "throughput": throughput,
    "token_accounting": token_accounting,
    "utilisation_penalty": utilisation_penalty,
}


def agrees(ours: Any, theirs: Any, tolerance: Any) -> bool:
    if not isinstance(theirs, dict):
        return bool(ours == pytest.approx(theirs, abs=tolerance, rel=0))
    margins = tolerance if isinstance(tolerance, dict) else dict.fromkeys(theirs, tolerance)
    return all(agrees(ours[key], value, margins[key]) for key, value in theirs.items())


def chosen(reproduces: bool) -> list[Any]:
    return [
        pytest.param(case, id=case["name"] + (f": {case['reason']}" if "reason" in case else ""))
        for case in CASES
        if case["reproduces"] is reproduces and case["name"] != POOLED
    ]


@pytest.mark.parametrize("case", chosen(reproduces=True))
def test_published_figure_is_ours(case: dict[str, Any]) -> None:
    expected = {key: value for key, value in as_mapping(case["expected"]).items() if key != "p"}
    assert agrees(as_mapping(ANSWERS[case["kind"]](case["inputs"])), expected, case["tolerance"])


@pytest.mark.parametrize("case", chosen(reproduces=False))
def test_published_figure_is_wrong_and_ours_follows(case: dict[str, Any]) -> None:
    ours = ANSWERS[case["kind"]](case["inputs"])
    assert not agrees(ours, case["expected"], case["tolerance"])
    assert ours == pytest.approx(case["recomputed"], rel=1e-9)


def as_mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {"value": value}


@pytest.mark.parametrize("name", ["go-welch", POOLED])
def test_interval_at_one_minus_p_ends_at_a_ratio_of_one(name: str) -> None:
    """At a confidence of 1 - p the interval just reaches no difference."""
    case = next(case for case in CASES if case["name"] == name)
    (mean_a, *a), (mean_b, *b) = (mean_and_sd(case["inputs"][side]) for side in ("a", "b"))
    se, _ = stats.welch(*a, *b)
    _, high = stats.ratio_interval(mean_a - mean_b, se, case["expected"]["df"], 1 - case["expected"]["p"])
    assert high == pytest.approx(1, abs=1e-8)
