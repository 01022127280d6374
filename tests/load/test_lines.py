"""Where a scenario is written: for what is found out after it was loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from calc.load import load_scenario, load_with_lines, parse_with_lines


@pytest.mark.parametrize(
    ("where", "line"),
    [
        ("unit", 3),
        ("options.gpu", 6),
        ("options.gpu.price", 8),
        ("options.gpu.price.usd_per_hour", 8),
        ("options.gpu.throughput, item 3", 9),
        ("options.trn2.price.source", 13),
        ("options.trn2.setup.compile_s", 10),
        ("options", 5),
        ("require", None),
        ("", None),
    ],
)
def test_a_place_has_the_line_of_itself_or_of_what_is_around_it(
    example: str, where: str, line: int | None
) -> None:
    assert parse_with_lines(example).line(where) == line


def test_an_id_may_hold_dots_and_runs_their_keys() -> None:
    runs = "{runs: [{units: 1, seconds: 2},\n          {units: 1,\n           seconds: 3}]}"
    loaded = parse_with_lines(f"unit: image\noptions:\n  a.b:\n    price: 1\n    throughput: {runs}\n")
    assert loaded.line("options.a.b.price") == 4
    assert loaded.line("options.a.b.throughput.runs, item 2, seconds") == 7
    assert loaded.line("options.a.b.throughput.runs, item 2, session") == 6


def test_a_table_has_rows_and_json_no_lines() -> None:
    table = parse_with_lines("id,price,throughput,unit\na,1,1,image\nb,1,1,", format="csv")
    assert (table.line("options.b.price"), table.line("unit")) == (3, 2)
    json = parse_with_lines(
        '{"unit": "image", "options": {"a": {"price": 1, "throughput": 1}}}', format="json"
    )
    assert json.line("options.a.price") is None


def test_a_file_is_named_and_a_scenario_has_no_file(tmp_path: Path, example: str) -> None:
    path = tmp_path / "s.yaml"
    path.write_text(example)
    loaded = load_with_lines(path)
    assert (loaded.scenario, loaded.source, loaded.line("baseline")) == (load_scenario(path), str(path), 4)
    again = load_with_lines(loaded.scenario)
    assert (again.scenario, again.source, again.line("baseline")) == (loaded.scenario, "", None)
