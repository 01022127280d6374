"""Text to model to text is stable, and YAML, JSON and TOML agree."""

from __future__ import annotations

import datetime
import json
from contextlib import suppress
from decimal import Decimal
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from calc.errors import InputError
from calc.load import dump_scenario, parse_scenario, validate_scenario

letters = "abcdefghijklmnopqrstuvwxyz"
positive = st.decimals("0.000001", "1e12", allow_nan=False, allow_infinity=False, places=6) | st.builds(
    Decimal, st.sampled_from(["1", "2.10", "1E+2", "4210", "1e-6", "1e23"])
)
fractions = st.decimals("0.01", "1", places=2)
shown = st.characters(exclude_categories=["Cc", "Cs"])
texts = st.text(shown | st.sampled_from("\n\t :#-'\"{}[],&*!|>%@`\\"), min_size=1, max_size=30).filter(
    str.strip
)
awkward = st.sampled_from(
    ["yes", "null", "~", "1", "2.10", "1e3", "- a", "a: b", "a #b", "---", "...", ".inf", "0x1F", "a:", ">"]
)
words = texts | awkward
ids = st.text(letters + "ÄÖ0123456789", min_size=1, max_size=6) | st.sampled_from(
    ["null", "1", "true", "a.b-c+d"]
)
runs = positive | st.lists(positive, min_size=1, max_size=6)


def mapping(needed: dict[str, Any], **optional: Any) -> Any:
    return st.fixed_dictionaries(needed, optional=optional)


prices = (
    positive
    | mapping(
        {"usd_per_hour": positive},
        purchase=st.sampled_from(["spot", "on_demand"]),
        discount=st.decimals("0", "0.99", places=2),
        region=words,
        as_of=st.dates(datetime.date(2020, 1, 1)).map(str),
        source=words,
    )
    | mapping({"per_hour": positive, "currency": st.just("EUR"), "usd_per_currency": positive})
    | mapping({"capacity_block": mapping({"upfront_usd": positive, "hours": positive}, minutes=positive)})
)
throughputs = (
    runs
    | mapping(
        {"per_minute": runs}, warmup=st.sampled_from(["excluded", "unknown"]), fallback_ops=st.lists(words)
    )
    | mapping({"seconds_per_unit": runs}, idle_intended=st.booleans(), accelerators_used=positive)
    | mapping(
        {"runs": st.lists(mapping({"units": positive, "seconds": positive, "session": words}), min_size=1)}
    )
)
conditions = mapping(
    {}, model=words, batch=positive, mine=words | positive, latency_ms=mapping({}, ttft_p99=positive)
)
options = mapping(
    {"price": prices, "throughput": throughputs},
    label=words,
    notes=words,
    instances=st.integers(1, 1000),
    utilization=fractions,
    setup=mapping({"compile_s": positive}, over_units=positive),
    conditions=conditions,
)
scenarios = mapping(
    {"unit": st.just("audio_second"), "options": st.dictionaries(ids, options, min_size=1, max_size=3)},
    name=words,
    notes=words,
    confidence=st.decimals("0.5", "0.99", places=2),
    claims=st.lists(words, max_size=3),
    demand=mapping({"units_per_month": positive}),
)


def toml(value: Any) -> str:
    """A value as inline TOML: a second writer, of this test's own."""
    if isinstance(value, dict):
        return (
            "{"
            + ", ".join(
                f"{json.dumps(key, ensure_ascii=False)} = {toml(inner)}" for key, inner in value.items()
            )
            + "}"
        )
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, (str, bool)):
        return json.dumps(value, ensure_ascii=False)
    return format(value, "f" if isinstance(value, Decimal) else "d")


@settings(max_examples=60)
@given(scenarios)
def test_text_to_model_to_text_is_stable(data: dict[str, Any]) -> None:
    scenario = validate_scenario(data)
    for form in ("yaml", "json"):
        text = dump_scenario(scenario, form)  # type: ignore[arg-type]
        again = parse_scenario(text, format=form)  # type: ignore[arg-type]
        assert again == scenario
        assert list(again.options) == list(scenario.options)
        assert dump_scenario(again, form) == text  # type: ignore[arg-type]


@settings(max_examples=60)
@given(scenarios)
def test_yaml_json_and_toml_agree(data: dict[str, Any]) -> None:
    scenario = validate_scenario(data)
    lines = "\n".join(f"{key} = {toml(value)}" for key, value in data.items())
    assert parse_scenario(lines, format="toml") == scenario
    assert parse_scenario(dump_scenario(scenario, "json"), format="json") == scenario
    assert parse_scenario(dump_scenario(scenario, "yaml"), format="yaml") == scenario


@settings(max_examples=60)
@given(st.text(max_size=60) | st.text("ab:-?[]{}&*!|>'\"#%@,\n\t 12.\\", max_size=30))
def test_any_text_gives_a_scenario_or_problems(text: str) -> None:
    for form in ("yaml", "json", "toml", "csv"):
        with suppress(InputError):  # any other exception fails the test
            scenario = parse_scenario(text, format=form)  # type: ignore[arg-type]
            assert scenario.options
