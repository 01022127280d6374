"""Published worked examples: ours is the same figure, or, where theirs does not follow, the one that does.

Each is asked as a user would ask it, by a scenario, but for the statistics of plain numbers, which
`core.stats` answers. Left out are the figures that perdollar does not give: how much faster one side is, or
dearer per hour (`throughput_gain`, `cost_increase`), and p-values. Prices per accelerator have a test of
their own, as perdollar takes them and does not give them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from calc import compare
from calc.core import stats
from calc.model.comparison import OptionAnswer

CASES = json.loads(Path(__file__).with_name("published_cases.json").read_text(encoding="utf-8"))
MILLION = 1_000_000
NOT_GIVEN = {"throughput_gain", "cost_increase", "p"}
PER_ACCELERATOR = ("capacity-block-per-accelerator", "capacity-block-p5-price-move")
POOLED = "go-student"  # pooled degrees of freedom, not ours: only its p-value is tested, at the foot
Inputs = dict[str, Any]


def ask(option: Inputs, unit: str = "token", **scenario: Any) -> OptionAnswer:
    """What perdollar answers to a scenario of this option alone."""
    return compare({"unit": unit, **scenario, "options": {"it": option}}).options["it"]


def against(baseline: Inputs, option: Inputs) -> OptionAnswer:
    """What perdollar answers about the option beside the baseline."""
    return compare({"unit": "token", "options": {"base": baseline, "it": option}}).options["it"]


def usd(per_hour: float, rate: Any = 1) -> Inputs:
    return {"price": per_hour, "throughput": rate}


def price(given: Inputs) -> Inputs:
    """The keys of an option that state its price."""
    if "monthly_cost" in given:  # a fee that is paid for so many hours, as a Capacity Block's is
        fee = {"upfront_usd": given["monthly_cost"], "hours": given["hours"]}
        return {"price": {"capacity_block": fee}}
    if "price_per_gpu_hour" in given:
        per_gpu = {"usd_per_hour": given["price_per_gpu_hour"], "per": "accelerator"}
        return {"price": per_gpu, "accelerators": given.get("gpus", 1)}
    return {"price": given.get("price_per_hour") or given["price_total_per_hour"]}


def rate(given: Inputs) -> Inputs:
    """The keys of an option that state its throughput."""
    for name, value in given.items():
        if name in ("throughput_per_s", "tokens_per_s") or name.endswith("tokens_per_s_per_gpu"):
            return {"throughput": value}
    if "tokens_per_hour" in given:
        return {"throughput": {"per_hour": given["tokens_per_hour"]}}
    if "max_invocations_per_minute" in given:
        return {"throughput": {"per_minute": given["max_invocations_per_minute"]}}
    return {"throughput": {"seconds_per_unit": given["latency_ms"] / 1000}}


def option(given: Inputs) -> Inputs:
    return {**price(given), **rate(given), "utilization": given.get("utilisation", 1)}


def per_million(given: Inputs) -> Any:
    return ask(option(given)).usd_per_million_units


def per_unit(given: Inputs) -> Any:
    cost = ask(option(given)).usd_per_unit
    # The table of the AWS sample divides the price of an hour by the units of a second.
    return cost * 3600 if "throughput_per_s" in given else cost


def utilisation_penalty(given: Inputs) -> Any:
    if "peak_throughput_per_s" not in given:
        return per_million(given)
    peak = option({**given, "throughput_per_s": given["peak_throughput_per_s"]})
    return {"c_eff": per_million(given), "penalty": against(option(given), peak).vs_baseline.ratio}


def per_dollar(given: Inputs) -> Any:
    bought = ask(option(given)).units_per_usd
    # The AWS sample states requests per second for a dollar per hour, the other units for a dollar.
    return bought / 3600 if given["throughput_per_s"] == 36 else bought


def per_dollar_ratio(given: Inputs) -> Any:
    a, b = (usd(given[side]["price"], given[side]["tput"]) for side in ("a", "b"))
    answer = against(b, a).vs_baseline
    return {"ratio": answer.ratio, "saving_pct": -100 * answer.cost_change}


def run_cost(given: Inputs) -> Any:
    seconds = given.get("wall_s") or given.get("duration_s")
    if seconds is None:
        seconds = (given.get("hours") or 24 * given["days"]) * 3600
    run = usd(given["price_per_hour"], {"runs": [{"units": 1, "seconds": seconds}]})
    cost = ask(run, unit="run", job={"units": 1}).job.usd
    return {"cost": cost} if "hours" in given else cost


def in_a_day(per_second: float, unit: str) -> Any:
    """Units that a day of work yields: those over which perdollar spreads the one-off time of a day."""
    day = {"setup": {"load_s": 60, "over_hours": 24}}
    return ask({**usd(1, per_second), **day}, unit=unit).all_in.over_units


def throughput(given: Inputs) -> Any:
    job = ask(usd(1, given["throughput_per_s"]), job={"units": given["samples"]}).job
    return {
        "per_day_million": in_a_day(given["throughput_per_s"], "sample") / MILLION,
        "seconds_for_run": job.hours * 3600,
    }


def per_second(units: float, seconds: float) -> Any:
    return ask(usd(1, {"runs": [{"units": units, "seconds": seconds}]})).throughput.per_second


def token_accounting(given: Inputs) -> Any:
    if "ms" in given:
        pairs = zip(given["tokens"], given["ms"], strict=True)
        return [per_second(tokens, ms / 1000) for tokens, ms in pairs]
    output, total = given["output_tokens"], given["input_tokens"] + given["output_tokens"]
    counts = {"req_s": given["requests"], "output_tok_s": output, "total_tok_s": total}
    return {name: per_second(count, given["duration_s"]) for name, count in counts.items()}


def volume_that_ties(given: Inputs) -> Any:
    """Requests an hour at which a GPU costs what an API does that is paid by the request."""
    api = usd(given["api_cost_per_request"], {"per_hour": 1})
    gpu = usd(given["gpu_price_per_hour"], {"per_hour": 100})
    return against(api, gpu).break_even.per_second * 3600


def audio(given: Inputs) -> Any:
    if "wall_s" in given:
        return per_second(given["audio_s"], given["wall_s"])
    if "used" in given:
        return in_a_day(given["used"], "audio_second") / 3600
    hours = usd(given["price_per_hour"], {"per_hour": given["audio_hours_per_hour"]})
    return ask(hours, unit="audio_hour").usd_per_unit


def images(given: Inputs) -> Any:
    """How long it took is not told; for so many images and dollars it makes no difference."""
    a_day = {"capacity_block": {"upfront_usd": given["dollars"], "hours": 24}}
    run = {"runs": [{"units": given["images"], "seconds": 24 * 3600}]}
    return ask({"price": a_day, "throughput": run}, unit="image").units_per_usd


def capital_energy(given: Inputs) -> Any:
    running = given["power_kw"] * given["tariff_rub_per_kwh"]
    hourly: Any = running
    if "hardware" in given:
        owned = {"capex_usd": given["hardware"], "years": given["years"], "running_usd_per_hour": running}
        hourly = {"owned": owned}
    return ask({"price": hourly, **rate(given)}).usd_per_million_units


def rounding(given: Inputs) -> Any:
    return ask(option(given), job={"units": given["tokens"]}).job.usd


def fleet_cost(given: Inputs) -> Any:
    fleet = {**usd(given["price_per_hour"]), "instances": given["instances"]}
    return ask(fleet).deployment_usd_per_hour


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
        return ask(usd(1, given["x"])).throughput.per_second
    old, new = (usd(1, {"seconds_per_unit": [ns * 1e-9 for ns in given[side]]}) for side in ("old", "new"))
    means = {name: 1 / ask(side).throughput.per_second for name, side in (("old", old), ("new", new))}
    # At one price a change of time is the same change of cost.
    return {**means, "delta_pct": 100 * against(old, new).vs_baseline.cost_change}


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
    "per_gpu_vs_instance": per_million,
    "perf_per_dollar": per_dollar,
    "perf_per_dollar_ratio": per_dollar_ratio,
    "price_provenance": per_million,
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
        if case["reproduces"] is reproduces and case["name"] not in (*PER_ACCELERATOR, POOLED)
    ]


@pytest.mark.parametrize("case", chosen(reproduces=True))
def test_published_figure_is_ours(case: dict[str, Any]) -> None:
    expected = {key: value for key, value in as_mapping(case["expected"]).items() if key not in NOT_GIVEN}
    assert expected
    assert agrees(as_mapping(ANSWERS[case["kind"]](case["inputs"])), expected, case["tolerance"])


@pytest.mark.parametrize("case", chosen(reproduces=False))
def test_published_figure_is_wrong_and_ours_follows(case: dict[str, Any]) -> None:
    ours = ANSWERS[case["kind"]](case["inputs"])
    assert not agrees(ours, case["expected"], case["tolerance"])
    assert ours == pytest.approx(case["recomputed"], rel=1e-9)


def as_mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {"value": value}


def named(name: str) -> dict[str, Any]:
    return next(case for case in CASES if case["name"] == name)


def test_price_per_accelerator_is_that_of_the_instance() -> None:
    one, moved = map(named, PER_ACCELERATOR)
    pairs = [("trn2.48xlarge", one["inputs"]["price_per_hour"], one["expected"])]
    listed = moved["inputs"]["p5.48xlarge us-east-1"]
    pairs += [("p5.48xlarge", *pair) for pair in zip(listed, moved["expected"]["p5_per_gpu"], strict=True)]
    for instance, of_instance, of_accelerator in pairs:
        stated = {"usd_per_hour": of_accelerator, "per": "accelerator"}
        ours = ask({"instance": instance, "price": stated, "throughput": 1})
        tolerance = ours.accelerators * one["tolerance"]
        assert ours.price.usd_per_hour == pytest.approx(of_instance, abs=tolerance, rel=0)


@pytest.mark.parametrize("name", ["go-welch", POOLED])
def test_interval_at_one_minus_p_ends_at_a_ratio_of_one(name: str) -> None:
    """At a confidence of 1 - p the interval just reaches no difference."""
    case = named(name)
    (mean_a, *a), (mean_b, *b) = (mean_and_sd(case["inputs"][side]) for side in ("a", "b"))
    se, _ = stats.welch(*a, *b)
    _, high = stats.ratio_interval(mean_a - mean_b, se, case["expected"]["df"], 1 - case["expected"]["p"])
    assert high == pytest.approx(1, abs=1e-8)
