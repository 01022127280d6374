from __future__ import annotations

import re
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
        ("a: 1\nb: [1\nc: 2", 2, "a list that begins here with [ is not closed"),
        ("a: 1\nb: {c: 1\nd: 2", 2, "a mapping that begins here with { is not closed"),
        ("a: 1\nb: 'x\nc: 2", 2, "a quote opens here and is not closed"),
        ("a: 'it's'", 1, "text follows a closing quote"),
        ("a:\n    b: 1\n   c: 2", 3, "check the indentation"),
        ("  a: 1\nb: 2", 2, "check the indentation"),
        ("a: 1\n- b", 2, "a list item stands among keys; check the indentation"),
        ("- a\nb: 1", 2, "a key stands among list items; check the indentation"),
        ("a: - b", 1, "begin a list on a new line"),
        ("a: 1\nb\nc: 2", 2, "there is no ': ' after this key"),
        ("a: 70 %\nb: @x", 2, "text cannot begin with this sign; put it in quotes"),
        ("a: *", 1, "text that begins with & or * needs quotes"),
        ("a: |x\n  y", 1, "text that begins with | or > needs quotes"),
        ('a: "C:\\data"', 1, "use single quotes"),
        ("a: {b: 1}}", 1, "a } closes nothing here"),
        ("a: ]", 1, "a ] closes nothing here"),
        ("a: {b: 1,, c: 2}", 1, "a comma stands here without a value"),
        ("&a &b x: 1", 1, "this does not belong here"),
        ("a:\n  b: {price: 10,49}", 2, "10,49 is two things in braces; write 10.49"),
        ("a: {throughput: 4,210}", 1, "4,210 can be read in two ways; write 4210 or 4.210"),
        ("a: {throughput: 4,210.5, b: 1}", 1, "4,210.5 is two things in braces; write 4210.5"),
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
        ("a: 1\nb: \x07", 2, "the character U+0007 is not allowed"),
    ],
)
def test_what_is_not_accepted_is_said_with_its_line(
    problems: Refuse, text: str, line: int | None, says: str
) -> None:
    (problem,) = problems(text)
    assert says in problem.what
    assert problem.line == line


@pytest.mark.parametrize("text", ["a: {b: 10, 49: 1}", "a: {b: x,49}", "a: {b: '10',49}", "a: [10,49]"])
def test_what_is_no_decimal_comma_is_let_be(text: str) -> None:
    assert parse_yaml(text, "file").data["a"]


def test_no_word_of_the_parser_is_left_unexplained(problems: Refuse) -> None:
    broken = [
        "a: 1\n}",
        "'a",
        "[",
        "{a: [1}",
        "%x\n",
        "a: %",
        "a: {b: 1 c: 2}",
        "a: [1], b",
    ]
    for text in broken:
        problem, *others = problems(text)
        assert not others, text
        assert not re.search("<|token|scanning|parsing|found|expected", problem.what), (text, problem.what)


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
