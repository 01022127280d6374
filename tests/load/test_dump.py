from __future__ import annotations

import json
from collections.abc import Callable
from typing import Literal

import pytest

from calc.load import dump_scenario, parse_scenario, validate_scenario

Form = Literal["yaml", "json"]
Text = Callable[..., str]


def test_a_scenario_is_written_as_one_would_write_it(example: str) -> None:
    assert dump_scenario(parse_scenario(example)) == (
        "perdollar: 1\n"
        "name: Transcription, nightly batch\n"
        "unit: audio_second\n"
        "baseline: gpu\n"
        "options:\n"
        "  gpu:\n"
        "    instance: g6e.12xlarge\n"
        "    price: 10.49\n"
        "    throughput: [4210, 4188, 4235]\n"
        "  trn2:\n"
        "    instance: trn2.48xlarge\n"
        "    price:\n"
        "      usd_per_hour: 35.7608\n"
        "      purchase: capacity_block\n"
        "      region: us-east-2\n"
        "      as_of: 2026-10-08\n"
        "      source: AWS Capacity Blocks page\n"
        "    throughput: [17010, 16890, 17120]\n"
    )


@pytest.mark.parametrize(
    ("more", "written"),
    [
        ("    setup: {compile_s: 1e3, over_units: 1E+2}\n", "setup: {compile_s: 1000, over_units: 100}"),
        ("    utilization: 0.70\n", "utilization: 0.70"),
        ("    instances: 1\n", "instances: 1"),
        (
            "    conditions: {stack_version: 2.10, mine: '8', other: 8}\n",
            'stack_version: "2.10", mine: "8", other: 8',
        ),
        ("    notes: |\n      one: 1\n\n      # two\n", "notes: |-\n      one: 1\n\n      # two\n"),
        ("claims: []\n", "claims: []"),
        ("require: gpu ratio >= 1.2\n", "require: [gpu ratio >= 1.2]"),
        ("name: 'yes: no'\n", 'name: "yes: no"'),
        ("name: 'true'\n", 'name: "true"'),
        ("name: Übung 🎈\n", 'name: "Übung 🎈"'),
        ("$schema: x.json\n", "$schema: x.json"),
    ],
)
@pytest.mark.parametrize("form", ["yaml", "json"])
def test_text_to_model_to_text_is_stable(option: Text, more: str, written: str, form: Form) -> None:
    scenario = parse_scenario(option(more=more))
    text = dump_scenario(scenario, form)
    again = parse_scenario(text, format=form)
    assert again == scenario
    assert dump_scenario(again, form) == text
    assert form == "json" or written in text


def test_long_lists_and_lists_of_mappings_are_written_line_by_line(option: Text) -> None:
    runs = "{runs: [{units: 10, seconds: 2.50, session: a}, {units: 11, seconds: 3, session: b}]}"
    text = dump_scenario(parse_scenario(option(throughput=runs)))
    lines = ["runs:", "  - units: 10", "    seconds: 2.50", "    session: a", "  - units: 11"]
    assert "\n".join("      " + line for line in lines) in text
    assert parse_scenario(text) == parse_scenario(option(throughput=runs))
    many = dump_scenario(parse_scenario(option(throughput=str([1000 + i for i in range(30)]))))
    assert "throughput:\n      - 1000\n      - 1001\n" in many


def test_a_short_form_comes_back_short_and_a_long_one_long(option: Text) -> None:
    short = dump_scenario(parse_scenario(option("{usd_per_hour: 2}", "{per_second: [3]}")))
    assert "price: 2\n    throughput: 3\n" in short
    long = dump_scenario(parse_scenario(option("{usd_per_hour: 2, region: x}", "{per_minute: [3]}")))
    assert "price: {usd_per_hour: 2, region: x}\n    throughput: {per_minute: 3}\n" in long


def test_defaults_that_were_not_written_and_nothings_are_left_out() -> None:
    option = {"price": 1, "throughput": 1, "notes": None}
    scenario = validate_scenario({"unit": "image", "baseline": None, "options": {"a": option}})
    assert json.loads(dump_scenario(scenario, "json")) == {
        "unit": "image",
        "options": {"a": {"price": 1, "throughput": 1}},
    }


def test_options_keep_their_order() -> None:
    options = {key: {"price": 1, "throughput": 1} for key in ("z", "a", "10", "2", "null")}
    text = dump_scenario(validate_scenario({"unit": "image", "options": options}))
    assert list(parse_scenario(text).options) == list(options)
