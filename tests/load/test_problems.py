from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from calc.errors import InputError, Problem
from calc.load import parse_scenario, validate_scenario

Refuse = Callable[..., tuple[Problem, ...]]
Text = Callable[..., str]


@pytest.mark.parametrize(
    "value", ["0", "-1", ".nan", ".inf", "true", "abc", "1e400", "1e9999999", "9" * 10_000]
)
def test_a_price_and_a_throughput_are_positive_numbers(problems: Refuse, option: Text, value: str) -> None:
    (price,) = problems(option(price=value))
    assert (price.where, price.line) == ("options.gpu.price", 4)
    (rate,) = problems(option(throughput=value))
    assert (rate.where, rate.line) == ("options.gpu.throughput", 5)
    assert price.what == rate.what
    assert "write" in price.what or "round" in price.what
    assert len(price.what) < 120


def test_a_bad_run_is_counted_from_1(problems: Refuse, option: Text) -> None:
    found = problems(option(throughput="\n      - 4210\n      - 0\n      - abc"))
    assert [(problem.where, problem.line) for problem in found] == [
        ("options.gpu.throughput, item 2", 7),
        ("options.gpu.throughput, item 3", 8),
    ]


@pytest.mark.parametrize(
    ("more", "place", "says"),
    [
        ("    utilization: 0\n", "options.gpu.utilization", "a fraction greater than 0 and at most 1"),
        ("    useful_fraction: 1.5\n", "options.gpu.useful_fraction", "such as 0.7 for 70%"),
        ("    utilisation: 0.5\n", "options.gpu.utilisation", "did you mean utilization?"),
        ("    instances: 1.5\n", "options.gpu.instances", "a whole number of at least 1"),
        ("    colour: red\n", "options.gpu.colour", "unknown key 'colour'; write one of label, notes"),
        ("    setup: {compile: 1}\n", "options.gpu.setup.compile", "did you mean compile_s?"),
        ("    setup: 60\n", "options.gpu.setup", "60 stands where keys with values are expected"),
        (
            "    conditions: {latency_ms: {p99: 0}}\n",
            "options.gpu.conditions.latency_ms.p99",
            "greater than 0",
        ),
        ("    fit: {dynamic_shapes: no}\n", "options.gpu.fit", "not supported yet"),
        ("    label: true\n", "options.gpu.label", "put it in quotes"),
        ("slo: {ttft_p99_ms: 500}\n", "slo", "not supported yet"),
        ("sweep: {}\n", "sweep", "not supported yet"),
        ("baselin: gpu\n", "baselin", "did you mean baseline?"),
        ("baseline: cpu\n", "baseline", "the baseline 'cpu' is not an option; write one of gpu"),
        ("perdollar: 2\n", "perdollar", "newer than the 1 that this perdollar reads"),
        ("perdollar: one\n", "perdollar", "is not a number"),
        ("demand: {units_per_month: 1, units_per_hour: 1}\n", "demand", "keep one of them"),
        ("require: 5\n", "require", "5 stands where a list is expected"),
        ("  b: null\n", "options.b", "nothing stands where keys with values are expected"),
    ],
)
def test_each_problem_says_where_and_what_to_write(
    problems: Refuse, option: Text, more: str, place: str, says: str
) -> None:
    (problem,) = problems(option(more=more))
    assert problem.where == place
    assert says in problem.what
    assert problem.line == 6


@pytest.mark.parametrize(
    ("price", "place", "says"),
    [
        (
            "{usd_per_hour: 1, per_hour: 2}",
            "options.gpu.price",
            "given 2 times, as usd_per_hour and per_hour",
        ),
        ("{}", "options.gpu.price", "the price is missing"),
        ("{usd_per_hour: 1, currency: EUR}", "options.gpu.price", "currency belongs to per_hour"),
        ("{per_hour: 1, currency: EURO, usd_per_currency: 1}", "options.gpu.price", "three-letter code"),
        ("{catalogue: {purchase: spot}}", "options.gpu.price.catalogue.region", "missing"),
        ("{usd_per_hour: 1, purchase: ondemand}", "options.gpu.price.purchase", "did you mean on_demand?"),
        ("{usd_per_hour: 1, as_of: 8.10.2026}", "options.gpu.price.as_of", "write year-month-day"),
        ("{capacity_block: {upfront_usd: 9}}", "options.gpu.price.capacity_block.hours", "this is missing"),
    ],
)
def test_a_price_has_exactly_one_form(
    problems: Refuse, option: Text, price: str, place: str, says: str
) -> None:
    (problem,) = problems(option(price=price))
    assert problem.where == place
    assert says in problem.what
    assert problem.line == 4


@pytest.mark.parametrize(
    ("throughput", "place", "says"),
    [
        ("{per_second: 1, per_hour: 2}", "options.gpu.throughput", "given 2 times"),
        ("{files: '*.json', metric: x}", "options.gpu.throughput.files", "not supported yet"),
        ("{points: []}", "options.gpu.throughput.points", "not supported yet"),
        ("{runs: [{units: 1}]}", "options.gpu.throughput.runs, item 1, seconds", "this is missing"),
        ("{per_second: [1, -1]}", "options.gpu.throughput.per_second, item 2", "greater than 0"),
        ("{per_second: 1, idle_intended: maybe}", "options.gpu.throughput.idle_intended", "true or false"),
        ("{per_second: 1, warmup: on}", "options.gpu.throughput.warmup", "write one of excluded, included"),
    ],
)
def test_a_throughput_has_exactly_one_form(
    problems: Refuse, option: Text, throughput: str, place: str, says: str
) -> None:
    problem = problems(option(throughput=throughput))[0]
    assert problem.where == place
    assert says in problem.what
    assert problem.line == 5


def test_all_problems_of_a_file_come_together_in_its_order(problems: Refuse, option: Text) -> None:
    more = (
        "    utilisation: 1\n"
        "  trn2:\n"
        "    price: {usd_per_hour: 2, discount: 1}\n"
        "    throughput: true\n"
        "baseline: tpu\n"
        "confidence: 95\n"
    )
    found = problems(option(price="0", more=more))
    assert [(problem.line, problem.where) for problem in found] == [
        (4, "options.gpu.price"),
        (6, "options.gpu.utilisation"),
        (8, "options.trn2.price.discount"),
        (9, "options.trn2.throughput"),
        (10, "baseline"),
        (11, "confidence"),
    ]


def test_ten_thousand_problems_are_not_all_listed(problems: Refuse) -> None:
    found = problems("unit: image\noptions:\n" + "".join(f"  o{i}: {{prize: 1}}\n" for i in range(5000)))
    assert len(found) == 51
    assert re.fullmatch(r"9\d\d\d more problems like these follow", found[-1].what)
    assert all(problem.line for problem in found[:-2])
    assert [problem.where for problem in found].index("options.o1.prize") < 10


def test_problems_without_a_line_come_last(problems: Refuse) -> None:
    found = problems("options:\n  a: {price: 0, throughput: 1}\n")
    assert [(problem.line, problem.where) for problem in found] == [(2, "options.a.price"), (None, "unit")]


def test_endless_keys_are_cut_short(problems: Refuse) -> None:
    (problem,) = problems("unit: image\noptions: {a: {price: 1, throughput: 1}}\n" + "k" * 900 + ": 1")
    assert len(problem.where) < 100
    assert len(problem.what.partition(";")[0]) < 100


@pytest.mark.parametrize("escape", ["\\ud800", "\\u001b", "\\u0000"])
@pytest.mark.parametrize("form", ["yaml", "json"])
def test_text_that_cannot_be_shown_is_refused(problems: Refuse, escape: str, form: str) -> None:
    text = f'{{"unit": "image", "name": "{escape}", "options": {{"a": {{"price": 1, "throughput": 1}}}}}}'
    (problem,) = problems(text, form)
    assert problem.where == "name"
    assert f"U+{escape[2:].upper()}" in problem.what


@pytest.mark.parametrize("character", ["\x1b", "\u202e", "\ufeff", "\n"])
@pytest.mark.parametrize(
    "place", ["", "options.a.", "options.a.conditions.", "options.a.conditions.latency_ms."]
)
def test_a_key_that_cannot_be_shown_is_refused_and_not_printed(character: str, place: str) -> None:
    key = f"k{character}]0;x"
    option: dict[str, Any] = {"price": 1, "throughput": 1, "conditions": {"latency_ms": {}}}
    data: dict[str, Any] = {"unit": "image", "options": {"a": option}}
    inner: Any = data
    for part in place.split(".")[:-1]:
        inner = inner[part]
    inner[key] = 1
    with pytest.raises(InputError) as caught:
        parse_scenario(json.dumps(data), format="json", name="file")
    (problem,) = caught.value.problems
    assert f"this key holds the character U+{ord(character):04X}" in problem.what
    assert str(caught.value).startswith(f"file: {place}k\\")
    assert str(caught.value).isprintable()


def test_an_unknown_baseline_does_not_print_raw_ids(problems: Refuse) -> None:
    found = problems('{"unit": "image", "baseline": "b", "options": {"a\\u001b": {}}}', "json")
    assert all(problem.what.isprintable() for problem in found)


@pytest.mark.parametrize("key", ["''", "' '"])
def test_an_empty_key_is_refused(problems: Refuse, option: Text, key: str) -> None:
    for inner in (f"{key}: 1", f"latency_ms: {{{key}: 1}}"):
        (problem,) = problems(option(more=f"    conditions: {{{inner}}}\n"))
        assert "a key here is empty" in problem.what
        assert problem.line == 6


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("70%", "is a percentage; write it as a fraction, such as 0.7 for 70%"),
        ("'0.70'", "write 0.70 without quotes"),
        ("0,7", "write 0.7 without quotes"),
        ("1 000", "write 1000 without the space"),
        ("1\u00a0000", "write 1000 without the space"),
        ("1,234", "write 1234 or 1.234"),
        ("$1", "write the number alone, such as 1"),
        ("fast", "write a plain number such as 1234.5"),
    ],
)
def test_text_for_a_number_gets_the_advice_that_tables_give(
    problems: Refuse, option: Text, written: str, says: str
) -> None:
    (problem,) = problems(option(more=f"    utilization: {written}\n"))
    assert says in problem.what
    assert problem.what.isprintable()


@pytest.mark.parametrize("raw", [b"12", bytearray(b"12"), memoryview(b"12")])
@pytest.mark.parametrize("key", ["price", "throughput", "label"])
def test_raw_bytes_are_no_number_and_no_text(raw: Any, key: str) -> None:
    option = {"price": 1, "throughput": 1, key: raw}
    with pytest.raises(InputError) as caught:
        validate_scenario({"unit": "image", "options": {"a": option}})
    assert [(found.where, found.what) for found in caught.value.problems] == [
        (f"options.a.{key}", "raw bytes stand here; write a number or text")
    ]


def test_different_units_are_not_bad_input(option: Text) -> None:
    scenario = parse_scenario(option(more="    unit: request\n"))
    assert scenario.options["gpu"].unit == "request"


@pytest.mark.parametrize("data", [None, 5, "unit: image", ["unit"]])
def test_what_is_no_mapping_is_refused(data: Any) -> None:
    with pytest.raises(InputError, match="is not a scenario"):
        validate_scenario(data)


def test_a_dict_that_holds_itself_is_refused() -> None:
    data: dict[str, Any] = {"unit": "image"}
    data["options"] = data
    with pytest.raises(InputError, match=r"options\."):
        validate_scenario(data)
