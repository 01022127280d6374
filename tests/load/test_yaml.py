from __future__ import annotations

import time
from collections.abc import Callable
from decimal import Decimal

import pytest

from calc.errors import Problem
from calc.load import parse_scenario
from calc.load.yaml import parse_yaml

Refuse = Callable[..., tuple[Problem, ...]]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("yes", "yes"),
        ("on", "on"),
        ("true", True),
        ("~", None),
        ("", None),
        ("'1'", "1"),
        ("010", "010"),
        ("0x1F", "0x1F"),
        ("1_000", "1_000"),
        ("12:30:45", "12:30:45"),
        ("2026-10-08", "2026-10-08"),
        ("1e3", Decimal(1000)),
    ],
)
def test_scalars_mean_what_yaml_1_2_says(text: str, value: object) -> None:
    assert parse_yaml(f"a: {text}", "file").data == {"a": value}


def test_a_number_keeps_its_digits() -> None:
    assert str(parse_yaml("a: 2.10", "file").data["a"]) == "2.10"


def test_keys_are_their_text() -> None:
    assert parse_yaml("1: a\nyes: b\n2.10: c", "file").data == {"1": "a", "yes": "b", "2.10": "c"}


def test_an_alias_repeats_a_value() -> None:
    scenario = parse_scenario(
        "unit: image\noptions:\n  a:\n    price: &p {usd_per_hour: 2, region: x}\n    throughput: 1\n"
        "  b:\n    price: *p\n    throughput: 2\n"
    )
    assert scenario.options["b"].price == scenario.options["a"].price


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("unit: x\n\tname: y", 2, "there is a tab; indent with spaces"),
        ("unit: x\noptions:\n\tgpu: 1", 3, "there is a tab"),
        ("unit: a: b", 1, "put text that holds ': ' in quotes"),
        ("a: [1", 1, "this is not YAML"),
        ("a: 'x", 1, "this is not YAML"),
        ("a: 1\nb: !!python/object:os.system x", 2, "the tag !!python/object:os.system is not allowed"),
        ("a: 1\nb: !foo {c: 1}", 2, "the tag !foo is not allowed"),
        ("a: !!str 1", 1, "the tag !!str is not allowed"),
        ("a: 1\nb: 2\na: 3", 3, "the key 'a' is already written on line 1"),
        ("a: 1\n---\nb: 1", 2, "a second document begins here"),
        ("a: 1\nb: *x", 2, "*x refers to nothing"),
        ("a: &x [*x]", 1, "*x refers to nothing that is complete"),
        ("a: 1\n? [b]: c", 2, "a key must be a word"),
        ("a: &x b\n*x : 1", 2, "a key must be a word, not an alias"),
        ('a: "\\UFFFFFFFF"', None, "names no character"),
        ("a: \x07", None, "this is not YAML"),
    ],
)
def test_what_is_not_accepted_is_said_with_its_line(
    problems: Refuse, text: str, line: int | None, says: str
) -> None:
    (problem,) = problems(text)
    assert says in problem.what
    assert problem.line == line


def bomb() -> str:
    levels = [
        f"{key}: &{key} [{', '.join(['*' + before] * 9)}]"
        for before, key in zip("abcdefgh", "bcdefghi", strict=True)
    ]
    return "a: &a [x, x, x, x, x, x, x, x, x]\n" + "\n".join(levels)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (bomb(), "more than 100000 values"),
        ("a: [" + "1," * 500_000 + "]", "more than 100000 values"),
        ("[" * 100_000, "nested more than 50 levels deep"),
        ("{a: " * 100_000, "nested more than 50 levels deep"),
        ("- " * 100_000, "nested more than 50 levels deep"),
        ("\n".join(" " * depth + "a:" for depth in range(2000)), "nested more than 50 levels deep"),
    ],
    ids=["alias bomb", "many values", "lists", "mappings", "dashes", "block"],
)
def test_bombs_are_refused_at_once(problems: Refuse, text: str, says: str) -> None:
    start = time.process_time()
    (problem,) = problems(text)
    assert says in problem.what
    assert time.process_time() - start < 10  # seconds; about 1 on the slowest machine seen
