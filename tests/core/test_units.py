"""Names and scales of units, and the forms of a rate."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from calc.core import units


@pytest.mark.parametrize(
    ("name", "scale", "label"),
    [
        ("output_token", 1_000_000, "million output tokens"),
        ("input_token", 1_000_000, "million input tokens"),
        ("total_token", 1_000_000, "million total tokens"),
        ("request", 1_000_000, "million requests"),
        ("query", 1_000_000, "million queries"),
        ("image", 1_000, "thousand images"),
        ("step", 1_000, "thousand steps"),
        ("audio_second", 3_600, "audio hour"),
        ("audio_minute", 60, "audio hour"),
        ("video_second", 60, "video minute"),
        ("epoch", 1, "epoch"),
        ("protein_variant", 1_000_000, "million protein variants"),
    ],
)
def test_customary_scale(name: str, scale: int, label: str) -> None:
    info = units.describe(name)
    assert (info.name, info.scale, info.scale_label) == (name, scale, label)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("output_tokens", "output_token"),
        ("images", "image"),
        ("audio_seconds", "audio_second"),
        ("queries", "query"),
        ("output_token", "output_token"),
        ("tokens", "token"),
        ("generated_tokens", "generated_tokens"),
        ("protein_variants", "protein_variants"),
    ],
)
def test_a_plural_stands_for_a_registered_unit_only(written: str, meant: str) -> None:
    assert units.canonical(written) == meant
    assert units.describe(written) == units.describe(meant)


def test_every_registered_unit_is_its_own_name_and_has_a_plural() -> None:
    names = units.known_units()
    assert len(set(names)) == len(names) > 15
    for name in names:
        assert units.canonical(name) == name
        assert units.canonical(units.describe(name).plural.replace(" ", "_")) == name


@pytest.mark.parametrize(
    ("name", "token"),
    [
        ("output_token", True),
        ("generated_tokens", True),
        ("token", True),
        ("request", False),
        ("tokenizer_call", False),
    ],
)
def test_token_units(name: str, token: bool) -> None:
    assert units.describe(name).token is token


def test_words_of_an_unknown_plural_are_not_doubled() -> None:
    assert units.describe("protein_variants").plural == "protein variants"


@pytest.mark.parametrize(
    ("form", "value", "per_second"),
    [
        ("per_second", "4210.5", "4210.5"),
        ("per_minute", "1645", "27.41666666666666666666666667"),
        ("per_hour", "12240000", "3400"),
        ("seconds_per_unit", "3.84", "0.2604166666666666666666666667"),
    ],
)
def test_per_second(form: str, value: str, per_second: str) -> None:
    exact = units.per_second_from(form, Decimal(value))
    assert exact == Decimal(per_second)
    assert units.per_second_from(form, float(value)) == pytest.approx(float(per_second), rel=1e-15)
    assert isinstance(units.per_second_from(form, Fraction(value)), Fraction)
    np.testing.assert_allclose(
        units.per_second_from(form, np.array([float(value)] * 2)), float(per_second), rtol=1e-15
    )


def test_unknown_form_is_an_error() -> None:
    with pytest.raises(ValueError, match="per_day"):
        units.per_second_from("per_day", 1.0)
