from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from calc import examples
from calc.load import load_scenario

Run = Callable[..., Any]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_it_writes_a_scenario_and_the_schema_that_its_first_line_names(here: Path, perdollar: Run) -> None:
    done = perdollar("new")
    assert (done.code, done.out) == (0, "")
    assert done.err.startswith("scenario.yaml: written")
    first = Path("scenario.yaml").read_text().splitlines()[0]
    assert first == "# yaml-language-server: $schema=./perdollar.schema.json"
    assert "properties" in json.loads(Path("perdollar.schema.json").read_text())
    assert sorted(path.name for path in here.iterdir()) == ["perdollar.schema.json", "scenario.yaml"]


@pytest.mark.parametrize("form", ["yaml", "json", "csv"])
def test_what_it_writes_is_answered(perdollar: Run, form: str) -> None:
    assert perdollar("new", "mine", "--format", form).code == 0
    assert perdollar("compare", f"mine.{form}", "--today", "2026-12-01").code == 0


def test_json_names_the_schema_and_is_the_same_scenario(perdollar: Run) -> None:
    perdollar("new")
    perdollar("new", "--format", "json")
    assert json.loads(Path("scenario.json").read_text())["$schema"] == "./perdollar.schema.json"
    made = load_scenario("scenario.json")
    assert made.model_copy(update={"schema_link": None}) == load_scenario("scenario.yaml")


@pytest.mark.parametrize(
    ("name", "written"),
    [("mine", "mine.yaml"), ("mine.json", "mine.json"), ("mine.yml", "mine.yml"), ("v1.2", "v1.2.yaml")],
)
def test_the_suffix_may_be_left_out(perdollar: Run, name: str, written: str) -> None:
    assert perdollar("new", name).code == 0
    assert perdollar("compare", written).code == 0


@pytest.mark.parametrize("name", examples.names())
def test_every_example_is_written_and_answered(perdollar: Run, name: str) -> None:
    assert perdollar("new", name, "--example", name).code == 0
    assert perdollar("compare", f"{name}.yaml", "--today", "2026-12-01").code == 0


def test_it_never_overwrites_unless_forced(perdollar: Run) -> None:
    Path("scenario.yaml").write_text("mine")
    refused = perdollar("new")
    assert refused.code == 2
    assert refused.err.startswith("scenario.yaml: this file exists")
    assert Path("scenario.yaml").read_text() == "mine"
    assert perdollar("new", "--force").code == 0
    assert Path("scenario.yaml").read_text() != "mine"


def test_the_suffix_of_the_output_says_the_format(perdollar: Run) -> None:
    perdollar("new", "--output", "a.json")
    assert json.loads(Path("a.json").read_text())["perdollar"] == 1


def test_a_dash_prints_and_writes_nothing(here: Path, perdollar: Run) -> None:
    done = perdollar("new", "--output", "-")
    assert done.out.startswith("# yaml-language-server")
    assert list(here.iterdir()) == []


def test_an_unknown_example_lists_the_known(perdollar: Run) -> None:
    done = perdollar("new", "--example", "nonsense")
    assert done.code == 2
    assert examples.DEFAULT in done.err


def test_the_list_names_every_example(perdollar: Run) -> None:
    listed = perdollar("new", "--list").out
    assert [line.split()[0] for line in listed.splitlines()] == list(examples.names())
    assert f"{examples.DEFAULT}  (default)" in listed


def test_schema_goes_to_the_screen_or_a_file(perdollar: Run) -> None:
    shown = perdollar("schema").out
    assert perdollar("schema", "--output", "s.json").code == 0
    assert Path("s.json").read_text() == shown
    assert "options" in json.loads(shown)["properties"]


def test_a_schema_that_is_the_same_is_kept_and_another_is_not_replaced(here: Path, perdollar: Run) -> None:
    assert perdollar("new", "one").code == 0
    schema = Path("perdollar.schema.json")
    schema.chmod(0o400)
    assert perdollar("new", "two").code == 0
    schema.chmod(0o600)
    schema.write_text("mine")
    refused = perdollar("new", "three")
    assert refused.code == 2
    assert refused.err == "perdollar.schema.json: another schema is here; add --force to replace it\n"
    assert not Path("three.yaml").exists()
    assert schema.read_text() == "mine"
    assert perdollar("new", "three", "--force").code == 0
    assert "properties" in json.loads(schema.read_text())


@pytest.mark.parametrize("force", [[], ["--force"]])
def test_where_the_schema_cannot_stand_nothing_is_written(
    here: Path, perdollar: Run, force: list[str]
) -> None:
    Path("perdollar.schema.json").mkdir()
    done = perdollar("new", *force)
    assert done.code == 2
    assert done.err.startswith("perdollar.schema.json: this is a folder")
    assert [path.name for path in here.iterdir()] == ["perdollar.schema.json"]


def test_the_schema_does_not_replace_the_scenario(here: Path, perdollar: Run) -> None:
    assert perdollar("new", "perdollar.schema.json").code == 2
    assert list(here.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["-o", "z.toml"],
            "z.toml: a .toml file is read but not written; write one of .csv, .json, .yaml, .yml",
        ),
        (["-o", "z.xlsx"], "z.xlsx: a .xlsx file"),
        (["foo.toml"], "foo.toml: a .toml file"),
        (["foo.TSV"], "foo.TSV: a .tsv file"),
        (["-o", "q.csv", "--format", "yaml"], "q.csv says csv, and --format yaml; leave one of them out"),
        (["q.json", "--format", "yaml"], "q.json says json, and --format yaml"),
        ([""], "'' names no file"),
        ([".."], "'..' names no file"),
        (["sub/"], "'sub/' names no file"),
        (["-o", ""], "this is a folder; name a file"),
        (["-o", "."], "this is a folder; name a file"),
    ],
)
def test_no_format_is_written_under_the_name_of_another(
    here: Path, perdollar: Run, arguments: list[str], said: str
) -> None:
    done = perdollar("new", *arguments)
    assert done.code == 2
    assert said in done.err
    assert list(here.iterdir()) == []


def test_what_is_printed_is_as_the_name_says(perdollar: Run) -> None:
    assert perdollar("new", "x.json", "-o", "-").out.startswith("{")
