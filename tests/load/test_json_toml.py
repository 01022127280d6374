from __future__ import annotations

import tracemalloc
from collections.abc import Callable

import pytest

from calc.errors import Problem
from calc.load import dump_scenario, parse_scenario

Refuse = Callable[..., tuple[Problem, ...]]

TOML = """\
perdollar = 1
name = "Transcription, nightly batch"
unit = "audio_second"
baseline = "gpu"
[options.gpu]
instance = "g6e.12xlarge"
price = 10.49
throughput = [4210, 4188, 4235]
[options.trn2]
instance = "trn2.48xlarge"
throughput = [17_010, 16890, 17120]
[options.trn2.price]
usd_per_hour = 35.7608
purchase = "capacity_block"
region = "us-east-2"
as_of = 2026-10-08
source = "AWS Capacity Blocks page"
"""


def test_yaml_json_and_toml_load_the_same_scenario(example: str) -> None:
    scenario = parse_scenario(example)
    assert parse_scenario(TOML, format="toml") == scenario
    assert parse_scenario(dump_scenario(scenario, "json"), format="json") == scenario


def test_numbers_keep_their_digits_in_every_format() -> None:
    json = '{"unit": "image", "options": {"a": {"price": 2.10, "throughput": 1}}}'
    toml = 'unit = "image"\n[options.a]\nprice = 2.10\nthroughput = 1\n'
    yaml = "unit: image\noptions: {a: {price: 2.10, throughput: 1}}"
    for scenario in (
        parse_scenario(json, format="json"),
        parse_scenario(toml, format="toml"),
        parse_scenario(yaml),
    ):
        price = scenario.options["a"].price
        assert price is not None
        assert str(price.usd_per_hour) == "2.10"


def test_a_date_under_a_condition_of_ones_own_is_kept_in_every_format() -> None:
    toml = 'unit = "image"\n[options.a]\nprice = 1\nthroughput = 1\nconditions.driver = 2026-01-02\n'
    yaml = "unit: image\noptions: {a: {price: 1, throughput: 1, conditions: {driver: 2026-01-02}}}"
    assert parse_scenario(toml, format="toml") == parse_scenario(yaml)


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ('{"unit": "image", "unit": "image"}', None, "the key 'unit' is written twice"),
        ('{"a": NaN}', None, "NaN is not a number in JSON"),
        ('{"a": -Infinity}', None, "-Infinity is not a number in JSON"),
        ('{\n"unit" "image"}', 2, "expecting ':' delimiter, at column 8"),
        ("[" * 100_000, None, "nested more than 50 levels deep"),
        ('{"a":' * 100_000, None, "nested more than 50 levels deep"),
        ("[" * 900 + "]" * 900, None, "nested more than 50 levels deep"),
        ("[" + "1," * 100_001 + "1]", None, "more than 100000 values"),
        ("null", None, "nothing is not a scenario"),
    ],
)
def test_bad_json_is_refused(problems: Refuse, text: str, line: int | None, says: str) -> None:
    (problem,) = problems(text, "json")
    assert says in problem.what
    assert problem.line == line


@pytest.mark.parametrize("text", ["9" * 10_000, "1e400", "-1e9999999", "1e99999999999999999999"])
def test_absurd_json_numbers_are_refused_briefly(problems: Refuse, text: str) -> None:
    found = problems(f'{{"unit": "image", "options": {{"a": {{"price": {text}, "throughput": 1}}}}}}', "json")
    (problem,) = found
    assert problem.where == "options.a.price"
    assert len(problem.what) < 120


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ('unit = "image"\nunit = "x"\n', 2, "a key is written twice"),
        ("unit = \nname = 1", 1, "this is not TOML: invalid value"),
        ('a = 1\nb = "x', 2, "unterminated string"),
        ("a = " + "[" * 100_000, None, "nested more than 50 levels deep"),
        ("a = [" + "1," * 100_001 + "1]", None, "more than 100000 values"),
        ("a = " + "9" * 10_000, 1, "too many digits"),
        ("a = 1\nb = [1,-0x" + "f" * 4_000_000 + "]", 2, "too many digits"),
    ],
)
def test_bad_toml_is_refused(problems: Refuse, text: str, line: int | None, says: str) -> None:
    (problem,) = problems(text, "toml")
    assert says in problem.what
    assert problem.line == line


@pytest.mark.parametrize("part", ["a", '"a"', "'a'", r'"\""', "a "])
def test_a_long_dotted_key_takes_no_memory(problems: Refuse, part: str) -> None:
    """The standard parser alone takes memory with the square of the key's length."""
    tracemalloc.start()
    try:
        (problem,) = problems("x = 1\n" + ".".join([part] * 3000) + " = 1", "toml")
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()
    assert "nested more than 50 levels deep" in problem.what
    assert problem.line == 2


def test_infinite_toml_numbers_are_refused(problems: Refuse) -> None:
    found = problems('unit = "image"\n[options.a]\nprice = inf\nthroughput = nan\n', "toml")
    assert [problem.where for problem in found] == ["options.a.price", "options.a.throughput"]
    assert all("not a finite number" in problem.what for problem in found)
