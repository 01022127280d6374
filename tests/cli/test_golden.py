"""Whole outputs; each file is named for what it protects."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

GOLDEN = Path(__file__).parents[1] / "golden" / "cli"
TODAY = ("--today", "2026-12-01")
QUICK = {
    "a_newcomer_sees_one_warning_and_one_info.txt": "gpu=10.49/4210,4188 trn2=35.76/17010,16890",
    "one_run_a_side_has_no_interval.txt": "gpu=10.49/4210 trn2=35.76/17010 --unit audio_second",
    "one_option_alone_is_answered.txt": "trn2.48xlarge=35.76/17010,16890,17120 --unit audio_second",
    "several_candidates_name_the_cheapest.txt": "gpu=10/100,101,99 trn2=5/100,101,102 inf2=7/90,91,92",
    "no_difference_says_how_many_runs.txt": "gpu=10/100,110,105 trn2=10/105,118,109 --unit image",
    "equal_within_the_margin.txt": "gpu=10/100,101,100 trn2=10/100,101,102 --unit image --margin 0.1",
    "a_requirement_that_is_not_met.txt": "gpu=10/100,101,99 trn2=9/100,101,102 --require 'trn2 ratio >= 1.2'",
}


@pytest.mark.parametrize("name", QUICK)
def test_quick(name: str, perdollar: Callable[..., Any], golden: Callable[[str, str], None]) -> None:
    import shlex

    done = perdollar("quick", *shlex.split(QUICK[name]), *TODAY)
    assert done.err == ""
    golden(name, done.out)


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("every_part_of_the_answer.txt", "text"),
        ("every_part_of_the_answer.md", "markdown"),
        ("every_part_of_the_answer.csv", "csv"),
        ("every_part_of_the_answer.json", "json"),
    ],
)
def test_every_format(
    name: str, form: str, perdollar: Callable[..., Any], golden: Callable[[str, str], None]
) -> None:
    done = perdollar("compare", GOLDEN / "everything_at_once.yaml", "--format", form, *TODAY)
    assert (done.code, done.err) == (1, "")
    text = done.out.replace(str(GOLDEN), "GOLDEN")
    golden(name, text)


@pytest.mark.parametrize(
    ("name", "options"),
    [("withheld_as_not_representative.txt", []), ("shown_though_not_representative.txt", ["--show-invalid"])],
)
def test_not_representative(
    name: str, options: list[str], perdollar: Callable[..., Any], golden: Callable[[str, str], None]
) -> None:
    done = perdollar("compare", GOLDEN / "warmup_counted.yaml", *options, *TODAY)
    assert (done.code, done.err) == (3, "")
    golden(name, done.out)


@pytest.mark.parametrize(
    "command",
    [
        *("", "compare", "quick", "new", "schema", "explain", "ui", "prices"),
        *(f"prices {command}" for command in ("list", "show", "import", "refresh", "check")),
    ],
)
def test_help_names_an_example_and_fits_eighty_columns(command: str, perdollar: Callable[..., Any]) -> None:
    done = perdollar(*command.split(), "--help")
    assert done.code == 0
    assert max(map(len, done.out.splitlines())) <= 80
    assert not command or f"Example: perdollar {command}" in done.out
