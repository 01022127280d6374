"""Claims stand beside the result, unverified, and cannot enter the arithmetic."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import typing

import pytest

import calc.core
import pricing_data
from calc import InputError, compare
from calc.claims import relate

CORE = [
    importlib.import_module(f"calc.core.{module.name}") for module in pkgutil.iter_modules(calc.core.__path__)
]


def scenario(unit="audio_second", gpu="p5en.48xlarge", trn2="trn2.48xlarge", **changes):
    return {
        "unit": unit,
        "options": {
            "gpu": {"instance": gpu, "price": 10, "throughput": [100, 101, 102]},
            "trn2": {"instance": trn2, "price": 10, "throughput": [135, 136, 137]},
        },
    } | changes


def beside(scenario):
    return {claim.id: claim for claim in compare(scenario).claims}


def test_the_disclosed_claim_has_a_relation_to_like_products():
    claim = beside(scenario())["aws-trn2-price-performance"]
    assert (claim.status, claim.relation, claim.reasons) == ("unverified", "within", ())
    slow = scenario()
    slow["options"]["trn2"]["throughput"] = [90, 91, 92]
    assert beside(slow)["aws-trn2-price-performance"].relation == "below"


def test_the_deepgram_claim_is_never_comparable_and_says_why():
    claim = beside(scenario())["deepgram-trainium"]
    assert claim.relation == "not_comparable"
    assert (claim.ratio_low, claim.ratio_high) == (1.6, 1.6)
    assert any("baseline is not disclosed" in reason for reason in claim.reasons)
    assert any("which product" in reason for reason in claim.reasons)
    assert claim.undisclosed


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"gpu": "p5.48xlarge"}, "gpu runs on h100"),
        ({"gpu": "my-own-box"}, "what gpu runs on is not known"),
    ],
)
def test_other_products_are_not_comparable(changes, reason):
    claim = beside(scenario(**changes))["aws-trn2-price-performance"]
    assert claim.relation == "not_comparable"
    assert any(reason in words for words in claim.reasons)


def test_what_an_option_runs_on_must_be_known_for_a_relation():
    claim = beside(scenario(trn2="my-own-box", claims=["aws-trn2-price-performance"]))[
        "aws-trn2-price-performance"
    ]
    assert any("what trn2 runs on is not known" in words for words in claim.reasons)
    assert set(beside(scenario(trn2="my-own-box"))) == {"deepgram-trainium"}


def test_a_claim_about_something_else_than_work_per_dollar_stands_beside_no_ratio(monkeypatch):
    import dataclasses

    faster = dataclasses.replace(pricing_data.claims()[1], kind="throughput")
    monkeypatch.setattr(pricing_data, "claims", lambda: (faster,))
    (claim,) = compare(scenario()).claims
    assert claim.your_ratio is None
    assert claim.relation == "not_comparable"


def test_claims_of_another_unit_or_product_are_not_listed_unless_asked_for():
    assert "deepgram-trainium" not in beside(scenario(unit="image"))
    assert beside(scenario(trn2="g6e.12xlarge")) == {}
    assert beside(scenario(claims=[])) == {}
    asked = beside(scenario(unit="image", claims=["deepgram-trainium"]))
    assert any("counts audio_second" in reason for reason in asked["deepgram-trainium"].reasons)
    with pytest.raises(InputError, match="no claim 'nonsense'"):
        compare(scenario(claims=["nonsense"]))


@pytest.mark.parametrize(
    ("claimed", "yours", "relation"),
    [
        ((1.3, 1.4), (1.1, 1.2), "below"),
        ((1.3, 1.4), (1.5, 1.6), "above"),
        ((1.3, 1.4), (1.32, 1.39), "within"),
        ((1.3, 1.4), (1.2, 1.35), "overlaps"),
        ((1.3, 1.4), (1.0, 2.0), "overlaps"),
        ((1.3, 1.4), (1.35, 1.35), "within"),
        ((None, 2.0), (1.1, 1.2), "not_above"),
        ((None, 2.0), (1.9, 2.1), "not_above"),
        ((None, 2.0), (2.1, 2.2), "above_maximum"),
    ],
)
def test_relation_of_an_interval_to_a_claimed_range(claimed, yours, relation):
    assert relate(*claimed, *yours) == relation


def test_claims_do_not_change_a_number():
    plain, asked = compare(scenario(claims=[])), compare(scenario())
    assert plain.options == asked.options


def test_no_function_of_core_accepts_a_claim():
    """By annotation: only numbers, arrays, names and booleans go into core; so mypy refuses a Claim."""
    checked = 0
    for module in CORE:
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ != module.__name__:
                continue
            hints = typing.get_type_hints(function)
            assert set(inspect.signature(function).parameters) <= set(hints), (
                f"{name} has an untyped parameter"
            )
            for hint in hints.values():
                allowed = getattr(hint, "__constraints__", ()) or (hint,)
                assert not any("Claim" in repr(kind) or kind is typing.Any for kind in allowed), name
            checked += 1
    assert checked > 20


def test_a_claim_given_to_core_all_the_same_is_refused():
    claim = pricing_data.claims()[0]
    for function in (calc.core.cost.cost_per_unit, calc.core.cost.units_per_usd, calc.core.cost.ratio):
        with pytest.raises(TypeError):
            function(claim, 1.0)
        with pytest.raises(TypeError):
            function(1.0, claim)
