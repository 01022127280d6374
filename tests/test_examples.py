"""The packaged examples give the figures that their sources published, and no false alarm."""

from __future__ import annotations

import datetime

import pytest

from calc import compare, examples, load_scenario

TODAY = datetime.date(2026, 12, 1)


def answer(name):
    return compare(load_scenario(examples.path(name)), today=TODAY)


@pytest.mark.parametrize("name", examples.names())
def test_every_example_answers_and_says_where_it_comes_from(name):
    scenario = load_scenario(examples.path(name))
    comparison = answer(name)
    assert comparison.valid
    assert scenario.notes
    for option in scenario.options.values():
        assert option.price is not None
        assert option.price.source
        assert option.price.as_of or "May 2026" in option.price.source
    levels = {notice.level for option in comparison.options.values() for notice in option.notices}
    assert levels <= {"warning", "info"}


@pytest.mark.parametrize(
    ("name", "candidate", "ratio", "tolerance"),
    [
        # Loka, ESMC-300M, README of 2026-08-07: "2.5x" at batch 16 on both, "1.04x" each at its best.
        ("protein_scoring_same_batch", "trn2", 2.5, 0.05),
        ("protein_scoring_each_at_best", "trn2", 1.04, 0.005),
        # AWS sample: about 38% more requests per second and dollar, p95 at most 1.5 s.
        ("requests_under_latency", "inf2", 1.38, 0.005),
    ],
)
def test_published_ratios(name, candidate, ratio, tolerance):
    against = answer(name).options[candidate].vs_baseline
    assert against.ratio == pytest.approx(ratio, abs=tolerance)
    assert against.verdict == "unreplicated"
    assert against.low is None


def test_the_two_protein_comparisons_name_what_differs():
    same, best = (answer(f"protein_scoring_{which}") for which in ("same_batch", "each_at_best"))

    def differing(comparison):
        notices = comparison.options["trn2"].notices
        return " ".join(f for n in notices if n.code == "conditions_differ" for f in n.values["conditions"])

    assert "compiled" in differing(same)
    assert "batch" not in differing(same)
    assert "batch" in differing(best)


def test_published_costs_per_image():
    """FLUX.1-dev at 1024 pixels, 28 steps: 0.00365, 0.00499 and 0.01522 USD an image (xniwang, 2026-05)."""
    costs = sorted(option.usd_per_unit for option in answer("image_generation").options.values())
    assert [round(cost, 5) for cost in costs] == [0.00365, 0.00499, 0.01521]


def test_the_first_example_shows_an_interval_and_says_that_it_is_illustrative():
    comparison = answer(examples.DEFAULT)
    (candidate,) = (o for id_, o in comparison.options.items() if id_ != comparison.baseline)
    assert candidate.vs_baseline.low is not None
    assert candidate.throughput.n_runs == 3
    assert "illustrative" in comparison.name


def test_training_shows_compile_time_in_money():
    comparison = answer("training_by_the_hour")
    assert any(option.all_in and option.all_in.setup_usd > 0 for option in comparison.options.values())
