from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
SIDES = ("gpu=10.49/4210,4188", "trn2.48xlarge=35.76/17010,16890")


def test_it_is_the_scenario_that_the_same_file_would_be(perdollar: Run, tmp_path: Path) -> None:
    saved = tmp_path / "saved.yaml"
    shown = perdollar("quick", *SIDES, "--unit", "image", "--format", "json", "--save", saved)
    assert shown.code == 0
    assert perdollar("compare", saved, "--format", "json").out == shown.out


def test_a_price_that_was_looked_up_is_saved_with_its_day(perdollar: Run, tmp_path: Path) -> None:
    saved, day = tmp_path / "saved.yaml", ("--today", "2026-10-08")
    item = "p5.48xlarge=capacity_block@us-east-2/17010,16890"
    shown = perdollar("quick", item, "--format", "csv", "--save", saved, *day)
    assert shown.code == 0
    assert "date: 2026-10-08" in saved.read_text()
    (then,) = csv.DictReader(io.StringIO(shown.out))
    for later in ("2026-10-08", "2031-01-01"):
        answer = perdollar("compare", saved, "--format", "csv", "--today", later).out
        (now,) = csv.DictReader(io.StringIO(answer))
        assert now["price_valid_from"] == then["price_valid_from"]
        assert now["usd_per_unit"] == then["usd_per_unit"]


def test_a_known_instance_type_names_the_instance(perdollar: Run) -> None:
    made = json.loads(perdollar("quick", *SIDES, "--format", "json").out)["options"]
    assert made["trn2.48xlarge"]["instance"] == "trn2.48xlarge"
    assert made["gpu"]["instance"] is None


def test_without_a_unit_none_is_guessed(perdollar: Run) -> None:
    assert json.loads(perdollar("quick", *SIDES, "--format", "json").out)["unit"] == "unit"


def test_options_reach_the_comparison(perdollar: Run) -> None:
    done = perdollar(
        "quick",
        *SIDES,
        "--baseline",
        "trn2.48xlarge",
        "--confidence",
        "0.9",
        "--margin",
        "0.5",
        "--format",
        "json",
    )
    made = json.loads(done.out)
    assert (made["baseline"], made["confidence"], made["margin"]) == ("trn2.48xlarge", 0.9, 0.5)


def test_a_requirement_without_an_interval_is_not_met(perdollar: Run) -> None:
    sides = ("gpu=10/100", "trn2=10/200", "--require", "trn2 ratio >= 1.5")
    assert perdollar("quick", *sides).code == 1
    assert perdollar("quick", *sides, "--point").code == 0


@pytest.mark.parametrize(
    ("item", "said"),
    [
        ("gpu", "write ID=PRICE/RUN"),
        ("gpu=10", "write ID=PRICE/RUN"),
        ("=10/4", "write ID=PRICE/RUN"),
        ("gpu=/4", "there is no number here"),
        ("gpu=10/", "there is no number here"),
        ("gpu=10/4,,5", "there is no number here"),
        ("gpu=ten/4", "'ten' is not a number"),
        ("gpu=$10/4", "holds a currency"),
        ("gpu=10/4,210", "write 4210 or 4.210 for one number, or '4; 210', in quotes, for runs"),
        ("gpu=10,49/4210,5", "a comma stands between runs here; write the price as 10.49"),
        ("gpu=1.234,5/4210", "write the price as 1234.5"),
        ("gpu=10/4210,5", "write 4210.5 for one number, or '4210; 5', in quotes"),
        ("gpu=10/0,5", "write 0.5 for one number"),
        ("gpu=10/4210,5,4188,5", "may be one number or several runs; write '4210; 5; 4188; 5', in quotes"),
        ("gpu=10/1.234,5", "write 1234.5 for one number"),
        ("gpu=1,234.5/1,234.5", "write 1234.5 for one number"),
        ("gpu=1,049/4210", "can be read in two ways"),
        ("gpu=0/4", "options.gpu.price"),
        ("gpu=10/-4", "options.gpu.throughput"),
        ("a b=10/4", "cannot be an option's id"),
    ],
)
def test_what_is_malformed_or_ambiguous_is_asked_about(perdollar: Run, item: str, said: str) -> None:
    done = perdollar("quick", item)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


@pytest.mark.parametrize(
    ("runs", "read"),
    [
        ("412,418,405", 3),
        ("4210,4188", 2),
        ("4.0,210", 2),
        ("4; 210", 2),
        ("4210.5,4188.2", 2),
        ("120; 118", 2),
        ("4210 4188 4235", 3),
        ("4210", 1),
    ],
)
def test_runs_that_are_clear_are_read(perdollar: Run, runs: str, read: int) -> None:
    made = json.loads(perdollar("quick", f"gpu=10/{runs}", "--format", "json").out)
    assert made["options"]["gpu"]["throughput"]["n_runs"] == read


def test_a_price_with_thousands_and_a_decimal_point_is_clear(perdollar: Run) -> None:
    made = json.loads(perdollar("quick", "gpu=1,234.5/4210,4188", "--format", "json").out)
    assert made["options"]["gpu"]["price"]["usd_per_hour"] == 1234.5


@pytest.mark.parametrize(
    ("option", "value"),
    [("--baseline", "tpu"), ("--require", "foo"), ("--confidence", "9"), ("--margin", "x")],
)
def test_a_mistake_in_an_option_is_said_under_its_name(perdollar: Run, option: str, value: str) -> None:
    done = perdollar("quick", *SIDES, option, value)
    assert done.code == 2
    assert done.err.startswith(f"{option}: ")


@pytest.mark.parametrize("name", ["x.toml", "x.xlsx", "x.csv", "x.tsv"])
def test_save_writes_no_format_under_the_name_of_another(perdollar: Run, tmp_path: Path, name: str) -> None:
    done = perdollar("quick", *SIDES, "--save", tmp_path / name)
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith("file is read but not written; write one of .json, .yaml, .yml\n")
    assert list(tmp_path.iterdir()) == []


def test_all_problems_come_together(perdollar: Run) -> None:
    done = perdollar("quick", "gpu=x/1", "trn2", "a=1/1", "a=1/2")
    assert len(done.err.splitlines()) == 3
    assert "there are two options a" in done.err


def test_save_replaces_nothing_unless_forced(perdollar: Run, tmp_path: Path) -> None:
    saved = tmp_path / "saved.json"
    saved.write_text("mine")
    refused = perdollar("quick", *SIDES, "--save", saved)
    assert (refused.code, refused.out) == (2, "")
    assert saved.read_text() == "mine"
    assert perdollar("quick", *SIDES, "--save", saved, "--force").code == 0
    assert list(json.loads(saved.read_text())["options"]) == ["gpu", "trn2.48xlarge"]
