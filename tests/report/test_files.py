from __future__ import annotations

import csv
import io
import json
import math
import os
import re
from collections.abc import Callable
from typing import Any

import pytest

from calc.model.comparison import Comparison
from calc.model.notice import Notice
from calc.report import csv as csv_report
from calc.report import json as json_report
from calc.report import markdown
from calc.report.rows import screen_columns
from calc.report.safe import csv_text
from calc.table import rows

Build = Callable[..., Comparison]

TOP = {"perdollar", "perdollar_version", "catalogue", "evaluated_on", "name", "unit", "baseline"} | {
    "confidence",
    "margin",
    "options",
    "notices",
    "claims",
}
OPTION = {
    "label",
    "instance",
    "instances",
    "accelerators",
    "price",
    "deployment_usd_per_hour",
    "throughput",
} | {
    "factors",
    "effective_per_second",
    "units_per_usd",
    "usd_per_unit",
    "usd_per_unit_low",
    "usd_per_unit_high",
    "usd_per_million_units",
    "all_in",
    "vs_baseline",
    "break_even",
    "notices",
}
INNER = {
    "price": {"usd_per_hour", "purchase", "term", "region", "as_of", "source", "standing"},
    "throughput": {"per_second", "low", "high", "n_runs"},
    "factors": {"utilization", "useful_fraction", "accepted_fraction"},
    "all_in": {"setup_usd", "over_units", "usd_per_unit", "ratio", "verdict"},
    "vs_baseline": {"ratio", "low", "high", "cost_change", "verdict", "runs_needed"},
    "break_even": {
        "price_usd_per_hour",
        "baseline_price_usd_per_hour",
        "per_second",
        "utilization",
        "useful_fraction",
        "over_units",
        "over_units_holds",
    },
}
NOTICE = {"code", "level", "message", "hint", "values"}
CLAIM = {
    "id",
    "option",
    "status",
    "claimant",
    "statement",
    "baseline",
    "source",
    "ratio_low",
    "ratio_high",
} | {
    "your_ratio",
    "relation",
}


def full(build: Build) -> Comparison:
    return build(
        gpu={"price": 10, "throughput": [100, 101, 102], "setup": {"load_s": 60, "over_units": 1e6}},
        trn2={
            "instance": "trn2.48xlarge",
            "price": {"usd_per_hour": 9, "as_of": "2026-10-08"},
            "throughput": [150, 151, 152],
            "setup": {"compile_s": 3600, "over_units": 1e6},
        },
    )


def test_json_has_every_published_key(build: Build) -> None:
    made = json.loads(json_report.to_json(full(build)))
    assert made.keys() >= TOP
    assert made["catalogue"].keys() >= {"version", "date"}
    assert list(made["options"]) == ["gpu", "trn2"]
    for option in made["options"].values():
        assert option.keys() >= OPTION
    for key, inner in INNER.items():
        assert made["options"]["trn2"][key].keys() >= inner, key
    for notice in made["options"]["trn2"]["notices"]:
        assert notice.keys() >= NOTICE
        assert notice["message"]
    for claim in made["claims"]:
        assert claim.keys() >= CLAIM
        assert claim["status"] == "unverified"
    assert made["claims"]
    assert made["options"]["trn2"]["price"]["as_of"] == "2026-10-08"
    assert made["options"]["gpu"]["vs_baseline"] is None


def test_json_keeps_the_numbers_exactly(build: Build) -> None:
    made = full(build)
    ratio = made.options["trn2"].vs_baseline
    assert ratio is not None
    read = json.loads(json_report.to_json(made))["options"]["trn2"]
    assert read["vs_baseline"]["ratio"] == ratio.ratio
    assert read["usd_per_unit"] == made.options["trn2"].usd_per_unit


def test_json_withheld_and_unknown_are_null(build: Build) -> None:
    peak = {"price": 10, "throughput": {"per_second": [160], "statistic": "peak"}}
    option = json.loads(json_report.to_json(build(gpu=(10, [100]), trn2=peak)))["options"]["trn2"]
    assert option["vs_baseline"]["ratio"] is None
    assert option["throughput"]["low"] is None
    assert option["all_in"] is None


def test_json_never_holds_nan_or_infinity(build: Build) -> None:
    odd = Notice(code="single_run", level="warning", values={"a": math.nan, "b": [math.inf], "c": {"d": 1}})
    made = build(gpu=(10, [100])).model_copy(update={"notices": (odd,)})

    def refuse(word: str) -> Any:
        pytest.fail(f"{word} is not JSON")

    read = json.loads(json_report.to_json(made), parse_constant=refuse)
    assert read["notices"][0]["values"] == {"a": None, "b": [None], "c": {"d": 1}}


def test_jsonl_is_one_line_with_the_same_content(hostile: Comparison) -> None:
    line = json_report.to_jsonl(hostile)
    assert line.splitlines() == [line]
    assert json.loads(line) == json_report.to_object(hostile)


def read_csv(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_csv_keeps_full_precision_and_leaves_the_unknown_empty(build: Build) -> None:
    made = full(build)
    gpu, trn2 = read_csv(csv_report.render([("x.yaml", made)]))
    answer = made.options["trn2"]
    assert answer.vs_baseline is not None
    assert float(trn2["units_per_usd"]) == answer.units_per_usd
    assert float(trn2["ratio"]) == answer.vs_baseline.ratio
    assert float(trn2["cost_change"]) < 0
    assert gpu["ratio"] == ""
    assert trn2["price_as_of"] == "2026-10-08"
    assert trn2["price_standing"] == "user"
    assert "info:unstated" in trn2["notices"].split()
    assert "unverified" in trn2["claims_unverified"]
    assert gpu["claims_unverified"] == ""
    assert (trn2["scenario"], trn2["unit"]) == ("x.yaml", "audio_second")


def test_csv_text_cannot_be_a_formula_and_numbers_stay_numbers(hostile: Comparison) -> None:
    gpu, trn2 = read_csv(csv_report.render([("=x", hostile)]))
    assert trn2["label"] == "'=cmd|' /C calc'!A0[31m"
    assert trn2["price_source"].startswith("'@")
    assert trn2["price_region"] == "'+1"
    assert trn2["price_purchase"] == "'-2"
    assert trn2["scenario"] == "'=x"
    assert trn2["name"].startswith("'=1+1")
    assert trn2["cost_change"].startswith("-")
    for row in (gpu, trn2):
        for key, cell in row.items():
            if not re.fullmatch(r"-?\d+(\.\d+)?(e[-+]?\d+)?", cell):
                assert not cell.startswith(("=", "+", "-", "@", "\t", "\r")), key


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@a", "\t=1", "\r1", "  =1", "\t1"])
def test_what_begins_a_formula_is_disarmed(text: str) -> None:
    assert csv_text(text) == "'" + text


@pytest.mark.parametrize("text", ["a=1", "1+1", "trn2.48xlarge", ""])
def test_other_text_is_left_alone(text: str) -> None:
    assert csv_text(text) == text


def test_csv_of_several_scenarios_has_one_header(build: Build) -> None:
    made = full(build)
    other = build(unit="image", x=(1, [2]))
    lines = csv_report.render([("a.yaml", made), ("b.yaml", other)]).splitlines()
    assert [line.split(",")[0] for line in lines] == ["scenario", "a.yaml", "a.yaml", "b.yaml"]
    assert all(len(row) == len(next(csv.reader(lines))) for row in csv.reader(lines))


def test_markdown_cells_cannot_be_broken_out_of(hostile: Comparison) -> None:
    shown = markdown.render(hostile)
    table = [line for line in shown.splitlines() if line.startswith("|")]
    cells = [len(re.findall(r"(?<!\\)\|", line)) for line in table]
    assert len(table) == 4
    assert len(set(cells)) == 1
    assert "<script" not in shown
    assert "<img" not in shown
    assert re.search(r"(?<!\\)`", shown) is None
    assert "**bold**" not in shown
    assert [char for char in shown if char != "\n" and not char.isprintable()] == []


def test_markdown_says_what_the_text_says(build: Build) -> None:
    shown = markdown.render(full(build))
    assert "**trn2 buys 1.66x as many audio seconds per dollar as gpu" in shown
    assert "### Vendor claims, unverified, not part of the arithmetic" in shown
    assert "- **info**: unstated (" in shown


def test_markdown_of_several_scenarios_names_their_files(build: Build) -> None:
    made = build(gpu=(10, [1, 2]))
    shown = markdown.render_all([("a_b.yaml", made), ("b|c.yaml", made)])
    assert re.findall(r"^# (.*)$", shown, re.MULTILINE) == ["a_b.yaml", r"b\|c.yaml"]
    assert markdown.render_all([("a.yaml", made)]) == markdown.render(made)


def test_every_column_shows_every_row(build: Build) -> None:
    made = full(build)
    for column in screen_columns(made):
        for row in rows(made):
            assert column.cell(row)
            assert "None" not in column.cell(row)


def test_the_screen_shows_what_the_files_hold(build: Build) -> None:
    made = full(build)
    _, trn2 = rows(made)
    _, read = read_csv(csv_report.render([("x.yaml", made)]))
    shown = {column.key: column.cell(trn2) for column in screen_columns(made)}
    assert float(read["units_per_usd"]) == pytest.approx(float(shown["units_per_usd"].replace(",", "")), 1e-3)
    assert float(read["ratio"]) == pytest.approx(float(shown["ratio"].rstrip("x")), 1e-2)
    assert read["verdict"] == shown["verdict"] == "cheaper"


def test_columns_have_the_same_names_for_every_unit(build: Build) -> None:
    one, other = build(unit="image", x=(1, [2])), build(unit="output_token", y=(1, [2, 3]))
    first, second = (csv_report.render([("x.yaml", made)]).splitlines()[0] for made in (one, other))
    assert first == second
    titles = [[column.title for column in screen_columns(made)] for made in (one, other)]
    assert titles[0] != titles[1]


def test_a_row_holds_what_its_numbers_were_made_of(build: Build) -> None:
    option = {
        "price": {"usd_per_hour": 10, "discount": 0.1, "purchase": "reserved", "payment": "all"},
        "throughput": [100, 101, 102],
        "instances": 2,
        "overhead_usd_per_hour": 0.5,
        "utilization": 0.8,
        "useful_fraction": 0.9,
        "accepted_fraction": 0.95,
        "counted_per_unit": 1.25,
    }
    (row,) = read_csv(csv_report.render([("x.yaml", build(trn2=option))]))
    assert (row["price_payment"], row["price_discount"]) == ("all", "0.1")
    keys = ("utilization", "useful_fraction", "accepted_fraction")
    fractions = math.prod(float(row[key]) for key in keys) / float(row["counted_per_unit"])
    assert fractions == pytest.approx(0.8 * 0.9 * 0.95 / 1.25)
    assert float(row["effective_units_per_second"]) == pytest.approx(
        float(row["units_per_second"]) * fractions
    )
    paid = int(row["instances"]) * float(row["price_usd_per_instance_hour"])
    assert float(row["deployment_usd_per_hour"]) == pytest.approx(paid + float(row["overhead_usd_per_hour"]))
    assert float(row["usd_per_unit"]) == pytest.approx(
        float(row["deployment_usd_per_hour"]) / 3600 / float(row["effective_units_per_second"])
    )


def test_a_price_that_was_looked_up_says_since_when_it_holds(build: Build) -> None:
    lookup = {"catalogue": {"purchase": "capacity_block", "region": "us-east-2"}}
    made = build(trn2={"instance": "trn2.48xlarge", "price": lookup, "throughput": [1, 2]})
    (row,) = read_csv(csv_report.render([("x.yaml", made)]))
    assert made.options["trn2"].price is not None
    assert row["price_valid_from"] == str(made.options["trn2"].price.valid_from) != "None"
    assert (row["price_standing"], row["price_zone"]) == ("catalogue", "")


def test_a_doubt_stands_in_its_row_with_its_level(build: Build) -> None:
    peak = {"price": 10, "throughput": {"per_second": [160], "statistic": "peak"}}
    (row,) = read_csv(csv_report.render([("x.yaml", build(trn2=peak))]))
    assert {"invalid:peak_statistic", "warning:single_run"} <= set(row["notices"].split())


def test_the_customary_scale_is_applied(build: Build) -> None:
    made = build(unit="audio_second", x=(36, [100, 101]))
    (row,) = rows(made)
    assert row["scale_units"] == 3600
    assert row["usd_per_scale"] == pytest.approx(row["usd_per_unit"] * 3600)


def test_options_that_count_differently_show_their_unit(build: Build) -> None:
    made = build(gpu=(10, [100, 101]), trn2={"price": 9, "throughput": [1, 2], "unit": "image"})
    assert "unit" in [column.key for column in screen_columns(made)]


def test_csv_names_the_file_without_its_control_characters(build: Build) -> None:
    name = "run\x1b]0;evil\x07\n" + os.fsdecode(b"\xe9") + ".yaml"
    (row,) = read_csv(csv_report.render([(name, build(gpu=(10, [1, 2])))]))
    assert row["scenario"] == "run]0;evil \N{REPLACEMENT CHARACTER}.yaml"


def test_markdown_notes_keep_their_lines_and_nothing_in_them_is_markup(build: Build) -> None:
    notes = "- first\n# Heading\n1. one\n> quote\n===\n---\n\n\n```\n2.5x #1 -3 back\\"
    shown = markdown.render(build(scenario={"notes": notes}, gpu=(10, [1, 2])))
    part = shown.partition("### Notes\n\n")[2].partition("\n\n_perdollar")[0]
    assert part.replace("\\", "/").split("\n") == [
        "- /- first/",
        "  /# Heading/",
        "  1/. one/",
        "  &gt; quote/",
        "  /===/",
        "  /---",
        "",
        "  /`/`/`/",
        "  2.5x #1 -3 back//",
    ]
