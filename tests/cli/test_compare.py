from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
INVALID = """\
perdollar: 1
unit: image
options:
  gpu: {price: 1, throughput: [1, 2]}
  b: {price: 1, unit: page, throughput: 1}
"""
BAD = "perdollar: 1\nunit: image\noptions: {gpu: {price: 0, throughput: -1}}\n"


@pytest.fixture
def folder(tmp_path: Path, scenario: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a good scenario, an invalid one and a bad one, as the working directory."""
    (tmp_path / "invalid.yaml").write_text(INVALID)
    (tmp_path / "bad.yaml").write_text(BAD)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_done_is_0(folder: Path, perdollar: Run) -> None:
    done = perdollar("compare", "scenario.yaml", "--require", "trn2 ratio >= 1.1")
    assert (done.code, done.err) == (0, "")


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--require", "trn2 ratio >= 1.183"], 1),
        (["--require", "trn2 ratio >= 1.183", "--point"], 0),
        (["--require", "trn2 ratio >= 1.1", "--require", "trn2 ratio >= 1.9"], 1),
    ],
)
def test_a_requirement_judged_at_the_bad_end_is_1(
    folder: Path, perdollar: Run, options: list[str], code: int
) -> None:
    assert perdollar("compare", "scenario.yaml", *options).code == code


def test_no_valid_comparison_is_3(folder: Path, perdollar: Run) -> None:
    done = perdollar("compare", "invalid.yaml")
    assert done.code == 3
    assert "unit_mismatch" in done.out


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["missing.yaml"],
        ["bad.yaml"],
        ["."],
        ["scenario.yaml", "--format", "pdf"],
        ["scenario.yaml", "--today", "tomorrow"],
        ["scenario.yaml", "--confidence", "nan"],
        ["scenario.yaml", "--confidence", "95%"],
        ["scenario.yaml", "--confidence", "1"],
        ["scenario.yaml", "--margin", "-1"],
        ["scenario.yaml", "--baseline", "tpu"],
        ["scenario.yaml", "--require", "nonsense"],
        ["scenario.yaml", "--require", "tpu ratio > 1"],
        ["scenario.yaml", "--nonsense"],
        ["scenario.yaml", "--input-format", "json"],
        ["scenario.yaml", "invalid.yaml", "--format", "json"],
        ["nothing*.yaml"],
    ],
)
def test_bad_input_and_bad_usage_are_2_and_say_so(folder: Path, perdollar: Run, arguments: list[str]) -> None:
    done = perdollar("compare", *arguments)
    assert done.code == 2
    assert done.out == ""
    assert done.err
    assert "Traceback" not in done.err


def test_2_goes_before_3_and_3_before_1(folder: Path, perdollar: Run) -> None:
    unmet = ["--require", "gpu usd_per_unit <= 1e-20", "--format", "jsonl"]
    assert perdollar("compare", "scenario.yaml", *unmet).code == 1
    assert perdollar("compare", "scenario.yaml", "invalid.yaml", *unmet).code == 3
    assert perdollar("compare", "scenario.yaml", "invalid.yaml", "bad.yaml", *unmet).code == 2


def test_all_problems_of_all_files_come_together_and_the_good_are_answered(
    folder: Path, perdollar: Run
) -> None:
    done = perdollar("compare", "bad.yaml", "scenario.yaml", "missing.yaml", "x*.yaml", "--format", "jsonl")
    assert done.code == 2
    assert len(done.out.splitlines()) == 1
    for place in (
        "bad.yaml:3: options.gpu.price",
        "bad.yaml:3: options.gpu.throughput",
        "missing.yaml: ",
        "x*.yaml: ",
    ):
        assert place in done.err


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--confidence", "95", "--confidence: 95 will not do; write a confidence from 0.5"),
        ("--confidence", "95%", "--confidence: the text '95%' is a percentage"),
        ("--margin", "1", "--margin: 1 will not do; write a share"),
        (
            "--baseline",
            "tpu",
            "scenario.yaml and 1 more: --baseline: 'tpu' is not an option; write one of gpu",
        ),
        ("--require", "nonsense", "scenario.yaml and 1 more: --require: 'nonsense': not understood"),
    ],
)
def test_a_mistake_in_an_option_is_said_once_and_under_its_name(
    folder: Path, perdollar: Run, option: str, value: str, said: str
) -> None:
    Path("another.yaml").write_text(Path("scenario.yaml").read_text())
    done = perdollar("compare", "scenario.yaml", "another.yaml", option, value)
    assert done.code == 2
    assert done.err.startswith(said)
    assert len(done.err.splitlines()) == 1


def test_an_option_that_does_not_fit_one_file_names_the_file(folder: Path, perdollar: Run) -> None:
    Path("another.yaml").write_text(Path("scenario.yaml").read_text().replace("gpu", "tpu"))
    done = perdollar("compare", "scenario.yaml", "another.yaml", "--baseline", "tpu", "--format", "csv")
    assert done.err == "scenario.yaml: --baseline: 'tpu' is not an option; write one of gpu, trn2\n"
    assert "another.yaml,,tpu," in done.out


def test_what_the_file_itself_requires_is_the_files_mistake(folder: Path, perdollar: Run) -> None:
    Path("wrong.yaml").write_text(Path("scenario.yaml").read_text() + "require: [foo]\n")
    done = perdollar("compare", "wrong.yaml", "--require", "bar")
    assert done.err.splitlines()[0].startswith("wrong.yaml:6: require: 'foo'")
    assert done.err.splitlines()[1].startswith("wrong.yaml: --require: 'bar'")


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        (
            "--today",
            "garbage",
            "'--today': the text 'garbage' is not a date; write year-month-day, such as 20",
        ),
        ("--today", "2026-02-30", "write year-month-day"),
        ("--format", "pdf", "'--format': 'pdf' is not one of 'text'"),
        ("--input-format", "pdf", "'--input-format': 'pdf' is not one of 'yaml'"),
    ],
)
def test_a_value_that_an_option_does_not_take_is_said_in_plain_words(
    folder: Path, perdollar: Run, option: str, value: str, said: str
) -> None:
    done = perdollar("compare", "scenario.yaml", option, value)
    assert done.code == 2
    assert said in done.err


def test_a_quoted_pattern_is_expanded_in_order_and_each_file_answered_once(
    folder: Path, perdollar: Run
) -> None:
    for name in ("b.run.yaml", "a.run.yaml"):
        (folder / name).write_text((folder / "scenario.yaml").read_text() + f"name: {name}\n")
    done = perdollar("compare", "*.run.yaml", "a.run.yaml", "--format", "jsonl")
    assert [json.loads(line)["name"] for line in done.out.splitlines()] == ["a.run.yaml", "b.run.yaml"]


def test_a_file_whose_name_looks_like_a_pattern_is_that_file(folder: Path, perdollar: Run) -> None:
    (folder / "run[1].yaml").write_text((folder / "scenario.yaml").read_text())
    assert perdollar("compare", "run[1].yaml").code == 0


def test_standard_input_is_yaml_unless_said(folder: Path, perdollar: Run) -> None:
    text = (folder / "scenario.yaml").read_bytes()
    from_file = perdollar("compare", "scenario.yaml", "--format", "json")
    assert perdollar("compare", "-", "--format", "json", stdin=text).out == from_file.out
    as_json = b'{"unit": "image", "options": {"gpu": {"price": 1, "throughput": [1, 2]}}}'
    assert perdollar("compare", "-", "--input-format", "json", stdin=as_json).code == 0
    wrong = perdollar("compare", "-", "--input-format", "json", stdin=text)
    assert wrong.code == 2
    assert wrong.err.startswith("standard input")


def test_options_take_the_place_of_what_the_file_says(folder: Path, perdollar: Run) -> None:
    done = perdollar(
        "compare",
        "scenario.yaml",
        "--baseline",
        "trn2",
        "--confidence",
        "0.9",
        "--margin",
        "0.02",
        "--format",
        "json",
    )
    made = json.loads(done.out)
    assert (made["baseline"], made["confidence"], made["margin"]) == ("trn2", 0.9, 0.02)
    assert made["options"]["gpu"]["vs_baseline"]["verdict"] == "dearer"


def test_today_sets_the_age_of_prices_and_nothing_else_reads_the_clock(folder: Path, perdollar: Run) -> None:
    option = "{price: {usd_per_hour: 1, as_of: 2026-01-01}, throughput: [1, 2]}"
    Path("dated.yaml").write_text(f"perdollar: 1\nunit: image\noptions: {{g: {option}}}")
    made = json.loads(perdollar("compare", "dated.yaml", "--format", "json", "--today", "2026-01-11").out)
    assert made["evaluated_on"] == "2026-01-11"
    assert made["options"]["g"]["price"]["age_days"] == 10
    same = perdollar("compare", "dated.yaml", "--today", "2026-01-11")
    assert same == perdollar("compare", "dated.yaml", "--today", "2026-01-11")


def test_output_is_the_very_text_and_replaces_the_file_named(folder: Path, perdollar: Run) -> None:
    shown = perdollar("compare", "scenario.yaml", "--today", "2026-12-01").out
    Path("answer.txt").write_text("old")
    done = perdollar("compare", "scenario.yaml", "--today", "2026-12-01", "--output", "answer.txt")
    assert (done.code, done.out) == (0, "")
    assert Path("answer.txt").read_text(encoding="utf-8") == shown
    assert sorted(path.name for path in folder.glob("answer*")) == ["answer.txt"]


def test_output_is_not_touched_where_a_file_is_bad(folder: Path, perdollar: Run) -> None:
    Path("answer.csv").write_text("old")
    done = perdollar("compare", "scenario.yaml", "bad.yaml", "--format", "csv", "--output", "answer.csv")
    assert done.code == 2
    assert "answer.csv: not written" in done.err
    assert Path("answer.csv").read_text() == "old"


def test_output_that_cannot_be_written_is_2(folder: Path, perdollar: Run) -> None:
    done = perdollar("compare", "scenario.yaml", "--output", "no/such/folder.txt")
    assert done.code == 2
    assert "cannot be written" in done.err


@pytest.mark.parametrize(
    ("terminal", "environment", "coloured"),
    [
        (True, {}, True),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"TERM": "dumb"}, False),
        (False, {}, False),
    ],
)
def test_colour_only_on_a_terminal_that_allows_it(
    folder: Path,
    perdollar: Run,
    monkeypatch: pytest.MonkeyPatch,
    terminal: bool,
    environment: dict[str, str],
    coloured: bool,
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for key, value in environment.items():
        monkeypatch.setenv(key, value)
    monkeypatch.setattr(type(sys.stdout), "isatty", lambda stream: terminal)
    shown = perdollar("compare", "scenario.yaml").out
    assert ("\x1b[" in shown) is coloured
    assert "cheaper" in shown
    assert "\x1b[" not in perdollar("compare", "scenario.yaml", "--format", "json").out


def test_a_table_with_one_row_an_option_is_read(folder: Path, perdollar: Run) -> None:
    assert perdollar("new", "--format", "csv").code == 0
    done = perdollar("compare", "scenario.csv", "--format", "json")
    assert len(json.loads(done.out)["options"]) > 1


def test_several_scenarios_in_text_stand_under_their_names(folder: Path, perdollar: Run) -> None:
    done = perdollar("compare", "scenario.yaml", "invalid.yaml")
    assert re.findall(r"^== (.*) ==$", done.out, re.MULTILINE) == ["scenario.yaml", "invalid.yaml"]
