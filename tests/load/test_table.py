from __future__ import annotations

import datetime
import io
import zipfile
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

import pytest
from openpyxl import Workbook

from calc.errors import Problem
from calc.load import load_scenario, parse_scenario, template_csv
from calc.load.columns import Column, all_columns, column
from calc.model.scenario import Scenario

Refuse = Callable[..., tuple[Problem, ...]]


def csv(*rows: str) -> Scenario:
    return parse_scenario("\n".join(rows), format="csv")


def xlsx(*rows: Sequence[Any]) -> bytes:
    book = Workbook()
    assert book.active is not None
    for row in rows:
        book.active.append(list(row))
    saved = io.BytesIO()
    book.save(saved)
    return saved.getvalue()


def test_a_table_says_what_yaml_says(example: str) -> None:
    assert csv(
        "id,instance,price,price.purchase,price.region,price.as_of,price.source,"
        "throughput,perdollar,name,unit,baseline",
        'gpu,g6e.12xlarge,10.49,,,,,4210 4188 4235,1,"Transcription, nightly batch",audio_second,gpu',
        "trn2,trn2.48xlarge,35.7608,capacity_block,us-east-2,2026-10-08,AWS Capacity Blocks page,"
        "17010; 16890; 17120,,,,",
    ) == parse_scenario(example)


def test_the_template_loads() -> None:
    scenario = parse_scenario(template_csv(), format="csv")
    assert list(scenario.options) == ["gpu", "trn2"]
    assert "example" in scenario.name


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_header_says_what_separates(delimiter: str) -> None:
    rows = ["id,price,throughput,unit", "a,2,3,image"]
    assert csv(*(row.replace(",", delimiter) for row in rows)) == csv(*rows)


def test_decimal_commas_and_quoted_runs_on_several_lines_are_read() -> None:
    scenario = csv("id;price;throughput;unit", 'a;10,49;"1.234,5\n1.250,5";image')
    option = scenario.options["a"]
    assert option.price is not None
    assert option.price.usd_per_hour == Decimal("10.49")
    assert option.throughput.per_second == (Decimal("1234.5"), Decimal("1250.5"))


def test_every_kind_of_cell_is_read() -> None:
    scenario = csv(
        "id,price,throughput.per_minute,throughput.idle_intended,throughput.fallback_ops,"
        "conditions.latency_ms.ttft_p99,conditions.mine,conditions.other,setup.compile_s,demand.units_per_month,"
        "job.units,unit,require,notes",
        "a,2,60,yes,aten::x; aten::y,12.5,8,eight,30,1000,7,image,,'=SUM(1)",
    )
    option = scenario.options["a"]
    assert option.throughput.idle_intended is True
    assert option.throughput.fallback_ops == ("aten::x", "aten::y")
    assert option.conditions.latency_ms == {"ttft_p99": Decimal("12.5")}
    assert option.conditions.model_extra == {"mine": Decimal(8), "other": "eight"}
    assert option.setup is not None
    assert option.setup.compile_s == 30
    assert option.notes == "=SUM(1)"
    assert scenario.demand is not None
    assert scenario.job is not None
    assert (scenario.demand.units_per_month, scenario.job.units) == (1000, 7)


def test_each_row_may_count_its_own_unit() -> None:
    """That is no bad input: the comparison says that the units differ."""
    scenario = csv("id,price,throughput,unit", "a,1,1,image", "b,1,1,request", "c,1,1,image", "d,1,1,")
    assert scenario.unit == "image"
    assert [option.unit for option in scenario.options.values()] == [None, "request", None, None]


@pytest.mark.parametrize(
    ("rows", "line", "place", "says"),
    [
        (["id,price,throughput,unit", 'a,1,"1,234",image'], 2, "options.a.throughput", "write 1234 or 1.234"),
        (["id,price,throughput,unit", "a,$1,1,image"], 2, "options.a.price", "holds a currency"),
        (["id,price,throughput,unit", "a,0,1,image"], 2, "options.a.price", "greater than 0"),
        (["id,price,throughput,unit", "a,1,1 0,image"], 2, "options.a.throughput, item 2", "greater than 0"),
        (["id,price,throughput,unit", "a,1,1,image", ",1,1,"], 3, "", "this row has no id"),
        (["id,price,throughput,unit", "a,1,1,image", "a,1,1,"], 3, "", "the id 'a' is already in row 2"),
        (["id,price,throughput,unit", "a,,1,image"], 2, "options.a", "the price is missing"),
        (["id,price,throughput", "a,1,1"], None, "unit", "this is missing"),
        (["price,throughput,unit", "1,1,image"], 1, "", "there is no column 'id'"),
        (["id,price,thruput,unit", "a,1,1,image"], 1, "", "did you mean throughput?"),
        (["id,price,throughput,unit,unit", "a,1,1,image,x"], 1, "", "the column 'unit' stands twice"),
        (["id,price,throughput,unit,", "a,1,1,image,x"], 2, "", "column 5, which has no name"),
        (["id,price,throughput,,unit", "a,1,1,,image"], 1, "", "column 4 has no name"),
        (["id,price,throughput,unit,setup", "a,1,1,image,5"], 1, "", "such as setup.compile_s"),
        (["id,price,throughput,unit,parts", "a,1,1,image,5"], 1, "", "write the scenario as YAML"),
        (["id,price,throughput,unit,slo.x", "a,1,1,image,5"], 1, "", "not supported yet"),
        (["id,price,price.usd_per_hour,throughput,unit", "a,1,2,1,image"], 2,
         "options.a.price.usd_per_hour", "in two columns"),
        (["id,price,throughput,unit,name", "a,1,1,image,x", "b,1,1,,y"], 3, "name", "differs from"),
        (["id,price,throughput,unit", 'a,1,1,"image'], 2, "", "this is not CSV"),
        (["id,price,throughput,unit"], None, "", "a row for each option"),
        (["id,price,throughput,unit", *(f"o{i},1,1,image" for i in range(1001))], 1002, "",
         "more than 1000 rows"),
        ([",".join(f"c{i}" for i in range(201)), "a"], 1, "", "more than 200 columns"),
    ],
)  # fmt: skip
def test_problems_name_the_row(
    problems: Refuse, rows: list[str], line: int | None, place: str, says: str
) -> None:
    found = [problem for problem in problems("\n".join(rows), "csv") if says in problem.what]
    assert [(problem.line, problem.where) for problem in found] == [(line, place)]


def test_all_problems_of_a_table_come_together(problems: Refuse) -> None:
    rows = ["id,price,throughput,unit,colour", 'a,"1,234",1,image,', "b,0,1,,", "b,1,1,,", "c,1,,,"]
    assert [problem.line for problem in problems("\n".join(rows), "csv")] == [1, 2, 3, 4, 5]


def test_of_a_thousand_bad_rows_the_first_are_told_and_what_has_no_line_comes_after(problems: Refuse) -> None:
    rows = [f"a{row},x,y,0" for row in range(2, 1002)]
    found = problems("\n".join(["id,price,throughput,utilization", *rows]), "csv")
    assert [(problem.line, problem.where) for problem in found[:4]] == [
        (2, "options.a2.price"),
        (2, "options.a2.throughput"),
        (2, "options.a2.utilization"),
        (3, "options.a3.price"),
    ]
    assert found[-1].what == "2951 more problems like these follow"  # 2 x 1000, 1000 fractions, the unit
    few = problems("id,price,throughput\na,x,1", "csv")
    assert [(problem.line, problem.where) for problem in few] == [(2, "options.a.price"), (None, "unit")]


def test_a_workbook_says_what_a_csv_says(tmp_path: Any) -> None:
    data = xlsx(
        ["id", "price", "price.as_of", "throughput", "unit", "conditions.batch", "throughput.idle_intended"],
        ["a", 10.49, datetime.date(2026, 10, 8), "4210 4188", "image", 8, True],
        [None, None, None, None],
        ["b", 35, None, 17010, None, None, None],
    )
    path = tmp_path / "table.xlsx"
    path.write_bytes(data)
    assert load_scenario(path) == csv(
        "id,price,price.as_of,throughput,unit,conditions.batch,throughput.idle_intended",
        "a,10.49,2026-10-08,4210 4188,image,8,true",
        "b,35,,17010,,,",
    )


def test_all_cells_without_a_value_are_named(problems: Refuse) -> None:
    rows = [["a", "=1+1", "#DIV/0!", "image"], ["b", 1, 1, None], ["c", 1, "=1/0", None]]
    found = problems(xlsx(["id", "price", "throughput", "unit"], *rows), "xlsx")
    assert [(problem.line, problem.what.partition(";")[0]) for problem in found] == [
        (2, "the formula in cell B2 was saved without its value"),
        (2, "cell C2 holds the error #DIV/0!"),
        (4, "the formula in cell C4 was saved without its value"),
    ]


def test_what_is_no_workbook_is_refused(problems: Refuse) -> None:
    empty = io.BytesIO()
    with zipfile.ZipFile(empty, "w") as archive:
        archive.writestr("readme.txt", "x")
    (problem,) = problems(empty.getvalue(), "xlsx")
    assert "cannot be read" in problem.what
    (problem,) = problems(b"id,price", "xlsx")
    assert "not an XLSX workbook" in problem.what
    damaged = xlsx(["id"], ["a"])
    (problem,) = problems(damaged[: len(damaged) // 2], "xlsx")
    assert "not an XLSX workbook" in problem.what


def test_a_workbook_of_blank_rows_is_empty(problems: Refuse) -> None:
    (problem,) = problems(xlsx(["id", "price"], [None]), "xlsx")
    assert "a row for each option" in problem.what


def test_every_listed_column_is_a_column() -> None:
    assert all(isinstance(column(name), Column) for name in all_columns())
