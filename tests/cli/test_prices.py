"""`perdollar prices`, and --prices and --price-history of compare and quick."""

from __future__ import annotations

import csv
import datetime
import io
import json
import os
import sys
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import calc.sources
from calc.report import layout
from calc.sources import Query, Reading, SourceError, read_table, table_text
from pricing_data import NotPublished, Rate
from pricing_data.checks import Finding

Run = Callable[..., Any]
TODAY = ("--today", "2026-12-01")
DAY = datetime.date(2026, 12, 1)
MINE = """\
Instance Type,Region,Purchase,Price,Date,Source,Private
p5.48xlarge,us-east-2,capacity block,45.10,2026-11-20,quote 7,
trn2.48xlarge,us-east-2,EDP,30.25,2026-11-21,contract 12,yes
"""
FAULTY = """\
instance,region,purchase,price,as_of,source
p5.48xlarge,us-east-2,capacity_block,45.10,2026-11-20,quote
trn2.48xlarge,EU (Ireland),on_demand,30.25,2026-11-21,quote
x9.huge,us-east-2,on_demand,3,2026-11-21,quote
trn2.48xlarge,us-east-2,spot,0,2026-11-21,quote
trn2.48xlarge,us-east-2,spot,,2026-11-21,quote
"""
SCENARIO = """\
perdollar: 1
unit: output_token
options:
  gpu: {instance: p5.48xlarge, throughput: [1000, 1010, 990],
        price: {catalogue: {purchase: capacity_block, region: us-east-2}}}
  trn2: {instance: trn2.48xlarge, throughput: [950, 955, 945],
         price: {catalogue: {purchase: capacity_block, region: us-east-2}}}
"""
EXPORT = [
    {
        "instance_type": "p5.48xlarge",
        "pricing": {
            "us-east-1": {"linux": {"ondemand": "55.04"}},
            "eu-west-2": {"linux": {"ondemand": "71.5"}},
        },
    },
    {"instance_type": "m5.large", "pricing": {"us-east-1": {"linux": {"ondemand": "0.096"}}}},
]


def rate(price: str = "35.7608", **other: Any) -> Rate:
    facts = {
        "instance_type": "trn2.48xlarge",
        "region": "us-east-2",
        "zone": "us-east-2c",
        "purchase": "capacity_block",
        "term": None,
        "payment": None,
        "usd_per_hour": Decimal(price),
        "valid_from": DAY,
        "as_of": DAY,
        "standing": "live",
        "source": "EC2 API",
        "note": "",
    }
    return Rate(**facts | other)  # type: ignore[arg-type]


class Fake:
    """A live source that answers what it is told to."""

    name = "fake"

    def __init__(self, answer: Reading | Exception) -> None:
        self.answer = answer
        self.asked: list[Query] = []

    def read(self, query: Query, *, today: datetime.date, progress: Callable[[str], None]) -> Reading:
        progress("asking")
        self.asked.append(query)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in {"mine.csv": MINE, "faulty.csv": FAULTY, "s.yaml": SCENARIO}.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Fake]:
    def install(answer: Reading | Exception) -> Fake:
        source = Fake(answer)
        monkeypatch.setattr(calc.sources, "sources", lambda: {"fake": source})
        return source

    return install


def records(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


# list


def test_list_is_what_holds_on_the_day(perdollar: Run) -> None:
    """AWS cut p5.48xlarge on demand from 98.32 to 55.04 USD/h in June 2025."""
    only = ("prices", "list", "--instance", "p5.48xlarge", "--purchase", "on_demand", "--region", "us-east-1")
    before = perdollar(*only, "--on", "2025-05-01", "--format", "csv", *TODAY)
    (row,) = records(before.out)
    assert (row["usd_per_hour"], row["usd_per_accelerator_hour"], row["age_days"]) == (
        "98.32",
        "12.29",
        "610",
    )
    (now,) = json.loads(perdollar(*only, "--format", "json", *TODAY).out)["rates"]
    assert (now["usd_per_hour"], now["as_of"], now["age_days"]) == (55.04, "2026-09-19", 73)
    every = records(perdollar(*only, "--history", "--format", "csv", *TODAY).out)
    assert {row["usd_per_hour"] for row in every} == {"98.32", "55.04"}
    assert [row["in_force"] for row in every].count("yes") == 1


def test_list_filters_by_pattern_way_and_zone(perdollar: Run) -> None:
    found = records(
        perdollar(
            *("prices", "list", "--instance", "trn2*", "--instance", "P5.48*", "--region", "*-east-2"),
            *("--purchase", "spot", "--purchase", "capacity_block", "--format", "csv", *TODAY),
        ).out
    )
    assert {row["instance_type"] for row in found} == {"trn2.48xlarge", "p5.48xlarge"}
    assert {row["purchase"] for row in found} == {"spot", "capacity_block"}
    assert {row["region"] for row in found} == {"us-east-2"}
    local = records(
        perdollar("prices", "list", "--region", "us-east-1-atl-2a", "--format", "csv", *TODAY).out
    )
    assert {row["zone"] for row in local} == {"us-east-1-atl-2a"}


def test_only_the_newest_spot_quotes_of_a_region_are_in_force(perdollar: Run) -> None:
    only = ("prices", "list", "--instance", "trn2.48xlarge", "--purchase", "spot", "--format", "csv", *TODAY)
    assert {row["as_of"] for row in records(perdollar(*only).out)} == {"2026-10-03"}
    assert "use2-az3" in {row["zone"] for row in records(perdollar(*only, "--history").out)}


def test_nothing_found_is_said(perdollar: Run) -> None:
    done = perdollar("prices", "list", "--instance", "trn3*", *TODAY)
    assert (done.code, done.out) == (0, "No price in force on 2026-12-01 fits.\n")


@pytest.mark.parametrize(
    "arguments", [["list"], ["list", "--history"], ["show", "p5.48xlarge"], ["show", "trn2.48xlarge"]]
)
def test_text_is_at_most_a_hundred_columns_wide_and_cuts_nothing(
    perdollar: Run, arguments: list[str]
) -> None:
    shown = perdollar("prices", *arguments, *TODAY).out
    assert max(map(layout.width, shown.splitlines())) <= layout.WIDTH
    assert arguments == ["list", "--history"] or "…" not in shown


def test_a_list_as_csv_is_a_table_that_is_read_back(perdollar: Run, folder: Path) -> None:
    assert (
        perdollar("prices", "list", "--instance", "p5*", "--format", "csv", "-o", "out.csv", *TODAY).code == 0
    )
    reading = read_table("out.csv", today=DAY)
    assert [fault for fault in reading.faults if fault.level == "error"] == []
    assert len(reading.rates) == len(records(Path("out.csv").read_text()))


# show


def test_show_has_every_price_and_what_is_not_published(
    perdollar: Run, golden: Callable[[str, str], None]
) -> None:
    done = perdollar("prices", "show", "trn2.48xlarge", *TODAY)
    assert (done.code, done.err) == (0, "")
    golden("a_price_per_instance_and_per_accelerator_and_none_published.txt", done.out)
    document = json.loads(perdollar("prices", "show", "TRN2.48xlarge", "--format", "json", *TODAY).out)
    assert document["instance"]["accelerators"] == 16
    assert {record["purchase"] for record in document["not_published"]} >= {"on_demand", "savings_plan"}
    assert all(rate["usd_per_hour"] > 0 for rate in document["rates"])


def test_show_of_what_has_no_price_at_all(perdollar: Run) -> None:
    done = perdollar("prices", "show", "trn3.48xlarge", *TODAY)
    assert done.code == 0
    assert "No price of it is known." in done.out
    assert "AWS publishes no Trn3 price" in " ".join(done.out.split())


def test_show_of_an_unknown_type_names_the_nearest(perdollar: Run) -> None:
    done = perdollar("prices", "show", "trn2.48xlarg")
    assert (done.code, done.out) == (2, "")
    assert "the nearest are trn2.48xlarge" in done.err


def test_your_own_rows_stand_before_the_catalogue_and_are_marked(perdollar: Run, folder: Path) -> None:
    shown = perdollar("prices", "show", "p5.48xlarge", "--prices", "mine.csv", *TODAY).out
    assert "user" in next(line for line in shown.splitlines() if "45.10" in line)
    assert "your price: quote 7" in shown
    rows = records(
        perdollar(
            *("prices", "list", "--instance", "p5.48xlarge", "--region", "us-east-2", "--prices", "mine.csv"),
            *("--purchase", "capacity_block", "--history", "--format", "csv", *TODAY),
        ).out
    )
    newest, *history = sorted(rows, key=lambda row: row["valid_from"], reverse=True)
    assert (newest["usd_per_hour"], newest["standing"], newest["in_force"]) == ("45.1", "user", "yes")
    assert history, "what held before the user's first price stays"
    assert {(row["standing"], row["in_force"]) for row in history} == {("catalogue", "no")}


def test_a_table_cannot_drive_the_terminal_or_a_spreadsheet(perdollar: Run, folder: Path) -> None:
    text = MINE.replace("quote 7", "=cmd|x\x1b[31m").replace("p5.48xlarge", "x\x1b[2J.huge")
    Path("bad.csv").write_text(text)
    for form in ("text", "csv", "json"):
        done = perdollar("prices", "list", "--prices", "bad.csv", "--format", form, *TODAY)
        assert done.code == 0
        assert "\x1b" not in done.out + done.err
    assert "'=cmd" in perdollar("prices", "list", "--prices", "bad.csv", "--format", "csv", *TODAY).out


# check


def test_check_reports_each_row_and_is_2_only_for_errors(perdollar: Run, folder: Path) -> None:
    done = perdollar("prices", "check", "faulty.csv", *TODAY)
    assert (done.code, done.err) == (2, "")
    for start in (
        "row 3: error: 'EU (Ireland)'",
        "row 4: warning: 'x9.huge'",
        "row 5: error",
        "row 6: error",
    ):
        assert f"faulty.csv: {start}" in done.out
    assert "faulty.csv: 2 prices can be used; 3 errors, 1 warning" in done.out
    clean = perdollar("prices", "check", "mine.csv", *TODAY)
    assert (clean.code, clean.out) == (0, "mine.csv: 2 prices can be used; 0 errors, 0 warnings\n")
    Path("warned.csv").write_text("\n".join(FAULTY.splitlines()[:2] + FAULTY.splitlines()[3:4]) + "\n")
    assert perdollar("prices", "check", "warned.csv", *TODAY).code == 0


def test_check_takes_a_map_of_columns(perdollar: Run, folder: Path) -> None:
    Path("theirs.csv").write_text(MINE.replace("Price", "Our rate"))
    unknown = perdollar("prices", "check", "theirs.csv", *TODAY)
    assert unknown.code == 2
    assert "no column for usd_per_hour" in unknown.err
    assert perdollar("prices", "check", "theirs.csv", "--column", "usd_per_hour=Our rate", *TODAY).code == 0
    for wrong in ("usd_per_hour", "=x", "usd_per_hour=Nope", "nonsense=Our rate"):
        assert perdollar("prices", "check", "theirs.csv", "--column", wrong, *TODAY).code == 2


# import


def test_import_writes_the_good_rows_and_names_the_others(perdollar: Run, folder: Path) -> None:
    done = perdollar("prices", "import", "faulty.csv", "--out", "ours.csv", *TODAY)
    assert (done.code, done.out) == (0, "")
    assert "faulty.csv: row 5: error" in done.err
    assert "ours.csv: 2 prices written; 3 rows of faulty.csv left out" in done.err
    assert [each.instance_type for each in read_table("ours.csv", today=DAY).rates] == [
        "p5.48xlarge",
        "x9.huge",
    ]


def test_import_never_replaces_a_file_unasked(perdollar: Run, folder: Path) -> None:
    refused = perdollar("prices", "import", "mine.csv", "--out", "s.yaml", *TODAY)
    assert (refused.code, Path("s.yaml").read_text()) == (2, SCENARIO)
    assert "--force" in refused.err
    assert perdollar("prices", "import", "mine.csv", "--out", "s.yaml", "--force", *TODAY).code == 0
    assert Path("s.yaml").read_text().startswith("instance_type,region,")


def test_import_never_replaces_what_it_reads(perdollar: Run, folder: Path) -> None:
    done = perdollar("prices", "import", "faulty.csv", "--out", "./faulty.csv", "--force", *TODAY)
    assert (done.code, Path("faulty.csv").read_text()) == (2, FAULTY)


def test_import_with_nothing_to_write_writes_nothing(perdollar: Run, folder: Path) -> None:
    done = perdollar("prices", "import", "mine.csv", "--instance", "p4d.24xlarge", "--out", "o.csv", *TODAY)
    assert done.code == 2
    assert "o.csv was not written" in done.err
    assert not Path("o.csv").exists()


def test_import_marks_a_whole_table_as_private(perdollar: Run, folder: Path) -> None:
    assert perdollar("prices", "import", "mine.csv", "--private", "--out", "o.csv", *TODAY).code == 0
    assert {each.purchase for each in read_table("o.csv", today=DAY).rates} == {"private"}


def test_import_knows_a_format_by_its_content(perdollar: Run, folder: Path) -> None:
    Path("whatever.txt").write_text(json.dumps(EXPORT))
    only = ("--instance", "p5*", "--region", "eu-west-2")
    done = perdollar("prices", "import", "whatever.txt", *only, "--out", "o.csv", *TODAY)
    assert done.code == 0
    assert "does not say when it was made" in done.err
    assert [(each.region, each.usd_per_hour) for each in read_table("o.csv", today=DAY).rates] == [
        ("eu-west-2", Decimal("71.5"))
    ]
    for more in (["--private"], ["--source", "nonsense"]):
        assert perdollar("prices", "import", "whatever.txt", *more, "--out", "p.csv", *TODAY).code == 2


@pytest.mark.parametrize("file", ["missing.csv", ".", "s.yaml"])
def test_what_is_no_table_is_2(perdollar: Run, folder: Path, file: str) -> None:
    for command in (
        ["prices", "import", file, "--out", "o.csv"],
        ["prices", "check", file],
        ["prices", "list", "--prices", file],
        ["compare", "s.yaml", "--prices", file],
    ):
        done = perdollar(*command, *TODAY)
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith(file)


@pytest.mark.parametrize("terminal", [True, False])
def test_progress_is_shown_on_a_terminal_only(
    perdollar: Run, folder: Path, fake: Callable[..., Fake], monkeypatch: pytest.MonkeyPatch, terminal: bool
) -> None:
    fake(Reading((rate(),)))
    monkeypatch.setattr(type(sys.stderr), "isatty", lambda stream: terminal)
    done = perdollar(
        "prices", "refresh", "--source", "fake", "--region", "us-east-2", "--out", "o.csv", *TODAY
    )
    assert ("\r\x1b[Kasking\r\x1b[K" in done.err) is terminal


# refresh

REFRESH = ("prices", "refresh", "--source", "fake", "--region", "us-east-2", "--out", "o.csv", *TODAY)


def test_refresh_writes_a_table_and_then_only_adds_to_it(
    perdollar: Run, folder: Path, fake: Callable[..., Fake]
) -> None:
    source = fake(Reading((rate(valid_from=datetime.date(2026, 10, 8), as_of=datetime.date(2026, 10, 8)),)))
    assert perdollar(*REFRESH, "--instance", "trn2*").code == 0
    assert source.asked[0].regions == ("us-east-2",)
    assert "trn2.48xlarge" in source.asked[0].types()
    first = Path("o.csv").read_text()
    source.answer = Reading((*source.answer.rates, rate()))  # type: ignore[union-attr]
    done = perdollar(*REFRESH)
    assert done.code == 0
    assert "o.csv: 1 price added, 1 there already" in done.err
    assert Path("o.csv").read_text().startswith(first)
    assert [str(each.as_of) for each in read_table("o.csv", today=DAY).rates] == ["2026-10-08", "2026-12-01"]
    again = Path("o.csv").read_text()
    same = perdollar(*REFRESH)
    assert (same.code, Path("o.csv").read_text()) == (0, again)
    assert "nothing new" in same.err


def test_refresh_never_changes_a_reading(perdollar: Run, folder: Path, fake: Callable[..., Fake]) -> None:
    source = fake(Reading((rate("35.7608"),)))
    perdollar(*REFRESH)
    before = Path("o.csv").read_text()
    source.answer = Reading((rate("40"),))
    done = perdollar(*REFRESH)
    assert (done.code, Path("o.csv").read_text()) == (0, before)
    assert "stays at 35.7608 of 2026-12-01; fake now says 40" in done.err


def test_refresh_that_fails_in_part_keeps_the_old_and_adds_what_it_got(
    perdollar: Run, folder: Path, fake: Callable[..., Fake]
) -> None:
    fault = Finding(None, "error", "Spot prices could not be read: UnauthorizedOperation")
    none = NotPublished(
        instance_type="trn2.48xlarge",
        region="us-east-2",
        purchase="on_demand",
        term=None,
        payment=None,
        as_of=DAY,
        source="AWS Price List API",
        note="",
    )
    source = fake(Reading((rate(),), (none,), (fault,)))
    done = perdollar(*REFRESH)
    assert done.code == 0
    assert "UnauthorizedOperation" in done.err
    assert "none published: on_demand in us-east-2 for trn2.48xlarge" in done.err
    kept = Path("o.csv").read_text()
    source.answer = Reading(faults=(fault,))
    failed = perdollar(*REFRESH)
    assert (failed.code, Path("o.csv").read_text()) == (2, kept)
    assert "o.csv: nothing new, kept as it was" in failed.err


def test_refresh_without_credentials_says_so_and_keeps_the_file(
    perdollar: Run, folder: Path, fake: Callable[..., Fake]
) -> None:
    fake(SourceError("no credentials"))
    done = perdollar(*REFRESH)
    assert (done.code, done.err) == (2, "no credentials; o.csv: not written\n")
    assert not Path("o.csv").exists()


def test_aws_without_credentials_is_one_sentence(
    perdollar: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in os.environ if name.startswith("AWS_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("AWS_CONFIG_FILE", str(folder / "no-config"))
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(folder / "no-credentials"))
    monkeypatch.setenv("HOME", str(folder))
    Path("o.csv").write_text(table_text([rate()]))
    before = Path("o.csv").read_text()
    done = perdollar("prices", "refresh", "--region", "us-east-2", "--out", "o.csv", *TODAY)
    assert (done.code, done.out, Path("o.csv").read_text()) == (2, "", before)
    assert len(done.err.splitlines()) == 1
    assert "credentials" in done.err or "boto3" in done.err
    assert done.err.endswith("o.csv: kept as it was\n")


def test_refresh_asks_nobody_where_the_answer_could_not_be_written(
    perdollar: Run, folder: Path, fake: Callable[..., Fake]
) -> None:
    source = fake(Reading((rate(),)))
    done = perdollar(*("no/o.csv" if each == "o.csv" else each for each in REFRESH))
    assert (done.code, source.asked) == (2, [])


def test_refresh_refuses_a_table_whose_columns_it_would_lose(
    perdollar: Run, folder: Path, fake: Callable[..., Fake]
) -> None:
    source = fake(Reading((rate(),)))
    Path("o.csv").write_text(MINE)
    done = perdollar(*REFRESH)
    assert (done.code, Path("o.csv").read_text(), source.asked) == (2, MINE, [])


def test_a_source_that_reads_files_cannot_be_refreshed(perdollar: Run, folder: Path) -> None:
    for source in ("table", "vantage", "offer_file", "nonsense"):
        done = perdollar("prices", "refresh", "--source", source, "--region", "us-east-2", "--out", "o.csv")
        assert done.code == 2
        assert ("perdollar prices import" in done.err) is (source != "nonsense")


# compare and quick


def test_prices_of_a_table_are_used_and_marked_in_every_format(perdollar: Run, folder: Path) -> None:
    answers = {
        form: perdollar("compare", "s.yaml", "--prices", "mine.csv", "--format", form, *TODAY)
        for form in ("text", "markdown", "json", "csv")
    }
    assert {done.code for done in answers.values()} == {0}
    for form in ("text", "markdown"):
        assert "$45.10 per instance-hour, your price, Capacity Block" in " ".join(answers[form].out.split())
    price = json.loads(answers["json"].out)["options"]["gpu"]["price"]
    assert (price["usd_per_hour"], price["standing"], price["source"]) == (45.1, "user", "quote 7")
    standing = {row["option"]: row["price_standing"] for row in records(answers["csv"].out)}
    assert standing == {"gpu": "user", "trn2": "catalogue"}


def test_a_private_price_is_looked_up_and_called_so(perdollar: Run, folder: Path) -> None:
    Path("s.yaml").write_text("private".join(SCENARIO.rsplit("capacity_block", 1)))
    assert perdollar("compare", "s.yaml", *TODAY).code == 2
    done = perdollar("compare", "s.yaml", "--prices", "mine.csv", *TODAY)
    assert done.code == 0
    assert "your price, private offer" in " ".join(done.out.split())


def test_faults_of_a_table_go_to_standard_error_and_change_no_exit_code(perdollar: Run, folder: Path) -> None:
    done = perdollar("compare", "s.yaml", "--prices", "faulty.csv", *TODAY)
    assert done.code == 0
    assert "faulty.csv: row 5: error" in done.err
    assert "$45.10" in done.out
    many = FAULTY + "".join(f"y{at}.huge,us-east-2,on_demand,3,2026-11-21,quote\n" for at in range(30))
    Path("many.csv").write_text(many)
    lines = perdollar("compare", "s.yaml", "--prices", "many.csv", *TODAY).err.splitlines()
    assert lines[0].startswith("many.csv: row 3: error")
    assert lines[-1] == "many.csv: and 14 more; perdollar prices check many.csv lists all"


def test_several_tables_count_together(perdollar: Run, folder: Path) -> None:
    Path("newer.csv").write_text(MINE.splitlines()[0] + "\np5.48xlarge,us-east-2,cb,44,2026-11-25,quote 8,\n")
    done = perdollar(
        *("compare", "s.yaml", "--prices", "mine.csv", "--prices", "newer.csv", "--format", "json", *TODAY)
    )
    assert json.loads(done.out)["options"]["gpu"]["price"]["usd_per_hour"] == 44


@pytest.mark.parametrize(
    ("name", "form"),
    [("the_verdict_flips_with_the_price.txt", "text"), ("the_verdict_flips_with_the_price.md", "markdown")],
)
def test_price_history(
    name: str, form: str, perdollar: Run, folder: Path, golden: Callable[[str, str], None]
) -> None:
    done = perdollar("compare", "s.yaml", "--price-history", "--format", form, *TODAY)
    assert (done.code, done.err) == (0, "")
    before, title, rest = done.out.partition("Prices through time")
    after = rest.index("Break-even")  # the next section
    assert "trn2 buys" in before
    golden(name, title + rest[:after].rstrip("# \n") + "\n")


def test_prices_that_cannot_be_followed_leave_the_answer_and_say_why(perdollar: Run, folder: Path) -> None:
    done = perdollar("quick", "gpu=10/100,101", "trn2=11/100,102", "--price-history", *TODAY)
    assert done.code == 0
    assert "trn2 buys" in done.out
    assert "No price can be followed through time: gpu: its instance is not stated" in done.out


def test_quick_looks_a_price_up_in_the_table_or_the_catalogue(perdollar: Run, folder: Path) -> None:
    items = (
        "p5.48xlarge=capacity_block@us-east-2/1000,1010,990",
        "trn2.48xlarge=capacity_block@us-east-2/950,955,945",
    )
    done = perdollar("quick", *items, "--price-history", "--format", "json", *TODAY)
    made = json.loads(done.out)
    assert made["options"]["p5.48xlarge"]["price"]["usd_per_hour"] == 47.76
    assert len(made["price_history"]["points"]) > 1
    mine = json.loads(perdollar("quick", *items, "--prices", "mine.csv", "--format", "json", *TODAY).out)
    assert mine["options"]["p5.48xlarge"]["price"]["usd_per_hour"] == 45.1
    missing = perdollar("quick", "trn2.48xlarge=on_demand@us-east-2/950,955", *TODAY)
    assert missing.code == 2
    assert "none is published for on_demand" in missing.err
    saved = perdollar("quick", *items, "--save", "saved.yaml", *TODAY)
    again = perdollar("compare", "saved.yaml", "--format", "json", *TODAY)
    assert saved.code == again.code == 0
    assert json.loads(again.out)["options"] == made["options"]
