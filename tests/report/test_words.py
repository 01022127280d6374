from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from calc.model.comparison import ClaimBeside, Comparison
from calc.report import words

Build = Callable[..., Comparison]
RUNS = [100, 101, 102]


def section(comparison: Comparison, title: str) -> str:
    return " ".join(
        item.text for part in words.sections(comparison) if part.title == title for item in part.items
    )


def claim(**changes: Any) -> ClaimBeside:
    stated: dict[str, Any] = {
        "id": "c",
        "option": "trn2",
        "status": "unverified",
        "claimant": "AWS",
        "relayed_by": None,
        "statement": "better",
        "baseline": "P5",
        "source": "page",
        "source_url": None,
        "date": None,
        "ratio_low": 1.3,
        "ratio_high": 1.4,
        "your_ratio": 1.35,
        "relation": "within",
        "reasons": (),
        "undisclosed": (),
    }
    return ClaimBeside(**{**stated, **changes})


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "claimed 1.30x to 1.40x, yours 1.35x; yours lies within what is claimed"),
        ({"relation": "below", "your_ratio": 1.1}, "yours lies wholly below what is claimed"),
        ({"relation": "above", "your_ratio": 2.0}, "yours lies wholly above what is claimed"),
        ({"relation": "overlaps"}, "so neither refutes the other"),
        ({"relation": "not_above", "ratio_low": None, "ratio_high": 3}, "claimed up to 3.00x, yours 1.35x; "),
        ({"relation": "above_maximum", "ratio_low": None}, "yours lies wholly above the claimed maximum"),
        ({"ratio_high": 1.3}, "claimed 1.30x, yours"),
        ({"ratio_high": None}, "claimed at least 1.30x, yours"),
        (
            {"relation": "not_comparable", "reasons": ("no model", "no price"), "your_ratio": None},
            "claimed 1.30x to 1.40x; not comparable: no model; no price",
        ),
        (
            {"relation": "not_comparable", "reasons": ("a speed",), "ratio_low": None, "ratio_high": None},
            "yours 1.35x; not comparable: a speed",
        ),
    ],
)
def test_a_claim_is_set_beside_in_words_that_do_not_overreach(changes: dict[str, Any], said: str) -> None:
    assert said in words.beside(claim(**changes))


@pytest.mark.parametrize("relation", ["below", "within", "above", "overlaps", "above_maximum", "not_above"])
def test_no_relation_verifies_or_refutes_a_claim(relation: str) -> None:
    said = words.beside(claim(relation=relation)).lower()
    for word in ("confirm", "verif", "prove", "true", "false", "wrong", "right"):
        assert word not in said


def test_a_job_costs_and_takes_time(build: Build) -> None:
    made = build(scenario={"job": {"units": 3.6e5}}, gpu=(10, [100, 100.5]))
    assert section(made, "One job").startswith("gpu: 360,000 audio seconds in 0.9975 hours of work for $9.97")


@pytest.mark.parametrize(
    ("billing", "first"), [("always_on", "$7,300 always on"), ("elastic", "$2,750 elastic")]
)
def test_the_monthly_cost_says_by_which_billing(build: Build, billing: str, first: str) -> None:
    demand = {"units_per_month": 1e8, "billing": billing}
    made = build(scenario={"demand": demand}, gpu=(10, [101, 101]))
    assert section(made, "Every month").startswith(f"gpu: 1 deployment, {first}")


def test_a_migration_that_saves_nothing_says_so(build: Build) -> None:
    scenario = {"migration": {"usd": 5000}, "demand": {"units_per_hour": 1000}}
    made = build(scenario=scenario, gpu=(10, RUNS), trn2=(12, RUNS))
    said = section(made, "Moving from the baseline")
    assert said.startswith("trn2: $5,000 once; costs $1,460 more a month (always on); ")
    assert said.endswith("nothing is saved a month, so it never pays back.")


def test_a_migration_that_pays_back_says_when(build: Build) -> None:
    scenario = {"migration": {"usd": 5000}, "demand": {"units_per_hour": 1000}}
    made = build(scenario=scenario, gpu=(10, RUNS), trn2=(5, RUNS))
    said = section(made, "Moving from the baseline")
    assert said == "trn2: $5,000 once; saves $3,650 a month (always on); pays back in 1.37 months."


def test_one_off_time_on_one_side_only_gives_no_ratio(build: Build) -> None:
    setup = {"compile_s": 60, "over_units": 1e6}
    made = build(gpu=(10, RUNS), trn2={"price": 9, "throughput": RUNS, "setup": setup})
    said = section(made, "With one-off time")
    assert said.endswith("no ratio, since the one-off time of the other side is not stated.")


def test_one_off_time_that_is_not_spread_says_so(build: Build) -> None:
    made = build(gpu={"price": 10, "throughput": RUNS, "setup": {"compile_s": 360}})
    assert section(made, "With one-off time") == (
        "gpu: $1.00 once; over how many audio seconds it is spread is not stated."
    )


def test_overhead_and_parts_are_priced_line_by_line(build: Build) -> None:
    parts = [
        {"instance": "p5.48xlarge", "price": 50},
        {"instance": "m7i.large", "instances": 3, "price": 0.2},
    ]
    made = build(gpu={"parts": parts, "throughput": RUNS, "overhead_usd_per_hour": 1.5})
    said = section(made, "Prices")
    assert "gpu: p5.48xlarge at $50.00 per instance-hour" in said
    assert "gpu: 3 x m7i.large at $0.20 per instance-hour" in said
    assert "gpu: $1.50 per hour of overhead on top." in said


def test_a_deployment_of_parts_has_no_price_to_tie_by(build: Build) -> None:
    parts = [{"instance": "p5.48xlarge", "price": 50}, {"price": 0.2}]
    made = build(gpu=(10, RUNS), mix={"parts": parts, "throughput": [900, 901]})
    said = section(made, "Break-even")
    assert "Price" not in said
    assert "mix ties with gpu at" in said


def test_different_factors_tie_by_different_values(build: Build) -> None:
    made = build(gpu=(10, RUNS), trn2={"price": 5, "throughput": RUNS, "utilization": 0.8})
    said = section(made, "Break-even")
    assert "at a utilization of 50% (now 80%)" in said
    assert "at a useful fraction of 62.5% (now 100%)" in said


def test_notes_are_shown(build: Build) -> None:
    made = build(scenario={"notes": "all"}, gpu={"price": 10, "throughput": RUNS, "notes": "one"})
    assert section(made, "Notes") == "all gpu: one"


def test_without_a_date_the_age_of_prices_is_not_judged(build: Build) -> None:
    made = build(gpu=(10, RUNS))
    assert "evaluated on 2026-12-01" in words.provenance(made)
    undated = made.model_copy(update={"evaluated_on": None})
    assert "the age of prices is not judged" in words.provenance(undated)
