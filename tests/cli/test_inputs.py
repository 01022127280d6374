"""Which files a command line names."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from calc.cli.inputs import expand
from calc.errors import InputError

Run = Callable[..., Any]


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two scenarios, one of them deep, in a folder that links to itself twice."""
    monkeypatch.chdir(tmp_path)
    for name in ("b.yaml", "a/deep/er/c.yaml", ".hidden/d.yaml", "a/e[1].yaml"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")
    for link in ("one", "two"):
        (tmp_path / link).symlink_to(".")
    return tmp_path


@pytest.mark.parametrize(
    ("files", "found"),
    [
        (["**"], ["a/deep/er/c.yaml", "a/e[1].yaml", "b.yaml"]),
        (["**/*.yaml"], ["a/deep/er/c.yaml", "a/e[1].yaml", "b.yaml"]),
        (["a/**/c.yaml"], ["a/deep/er/c.yaml"]),
        (["?/**/er/*"], ["a/deep/er/c.yaml"]),
        (["**/d*/**"], ["a/deep/er/c.yaml"]),
        (["*"], ["b.yaml"]),
        (["*.yaml", "one/b.yaml", "./b.yaml"], ["b.yaml"]),
        (["one/two/b.yaml", "b.yaml"], ["one/two/b.yaml"]),
        (["a/e[1].yaml"], ["a/e[1].yaml"]),
        (["-", "b.yaml", "-"], ["-", "b.yaml"]),
        ([".hidden/*"], [".hidden/d.yaml"]),
    ],
)
def test_patterns_are_files_each_once_and_links_in_a_circle_are_not_followed(
    tree: Path, files: list[str], found: list[str]
) -> None:
    problems: list[InputError] = []
    assert expand(files, problems) == found
    assert problems == []


def test_an_absolute_pattern_finds_absolute_names(tree: Path) -> None:
    assert expand([f"{tree}/a/**"], []) == [f"{tree}/a/deep/er/c.yaml", f"{tree}/a/e[1].yaml"]


def test_a_pattern_without_a_match_is_a_problem_and_others_are_kept(tree: Path) -> None:
    problems: list[InputError] = []
    assert expand(["x*", "b.yaml", f"{'y' * 5000}*"], problems) == ["b.yaml"]
    assert ["no file matches" in str(problem) for problem in problems] == [True, True]


def test_a_closed_standard_input_is_2(perdollar: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    done = perdollar("compare", "-")
    assert (done.code, done.out) == (2, "")
    assert done.err == "standard input: this is closed; name a file, or pipe a scenario in\n"


def test_standard_input_that_is_too_large_is_not_read_to_its_end(perdollar: Run) -> None:
    done = perdollar("compare", "-", stdin=b"x" * 6_000_000)
    assert done.code == 2
    assert "standard input: this is larger than 5 MB" in done.err
