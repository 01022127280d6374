"""A table with one row an option to a Scenario; columns are named as in the schema, dotted for nested."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

from calc.errors import InputError, Problem, in_order
from calc.intake.sheet import Row, csv_rows, xlsx_rows
from calc.load.columns import SHORT, Column, column, read_cell
from calc.load.document import Path
from calc.load.problems import Unreadable, validate_scenario, where
from calc.model.base import show
from calc.model.scenario import Scenario

_TEMPLATE_COLUMNS = (
    *("id", "label", "instance", "instances", "accelerators"),
    *("price", "price.purchase", "price.region", "price.as_of", "price.source"),
    *("throughput", "utilization", "useful_fraction"),
    *("conditions.model", "conditions.precision", "conditions.batch"),
    *("unit", "baseline", "name"),
)


def parse_csv(text: str, source: str) -> tuple[Scenario, dict[Path, int]]:
    """The scenario in a CSV, and the rows that say it; raises InputError with every problem."""
    return _scenario(csv_rows(text, source), source)


def parse_xlsx(data: bytes, source: str) -> tuple[Scenario, dict[Path, int]]:
    """The scenario in the first sheet of a workbook, and the rows that say it; raises InputError likewise."""
    return _scenario(xlsx_rows(data, source), source)


def template_csv() -> str:
    """A table to start from: the usual columns and two options, to be overwritten."""
    gpu = {
        "id": "gpu",
        "instance": "g6e.12xlarge",
        "instances": "1",
        "price": "10.49",
        "throughput": "4210 4188 4235",
        "unit": "audio_second",
        "baseline": "gpu",
        "name": "An example: write your own numbers over it",
    }
    trn2 = {
        "id": "trn2",
        "instance": "trn2.48xlarge",
        "instances": "1",
        "price": "35.7608",
        "price.purchase": "capacity_block",
        "price.region": "us-east-2",
        "throughput": "17010 16890 17120",
    }
    text = io.StringIO()
    writer = csv.DictWriter(text, _TEMPLATE_COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows((gpu, trn2))
    return text.getvalue()


def _scenario(rows: list[Row], source: str) -> tuple[Scenario, dict[Path, int]]:
    if len(rows) < 2:
        raise InputError("a table needs a row of column names and a row for each option", source=source)
    (header_row, header), *body = rows
    table = _Table(header, header_row)
    for row, cells in body:
        table.add(cells, row)
    if not table.options:
        raise InputError(in_order(table.problems), source=source)
    scenario = validate_scenario(table.data, source=source, lines=table.rows, before=table.problems)
    return scenario, table.rows


class _Table:
    """The data that the rows say, the row of each value, and what cannot be read."""

    def __init__(self, header: list[Any], row: int) -> None:
        self.options: dict[str, Any] = {}
        self.data: dict[str, Any] = {"options": self.options}
        self.rows: dict[Path, int] = {("options",): row}
        self.problems: list[Problem] = []
        self.columns = self._columns(header, row)

    def _columns(self, header: list[Any], row: int) -> list[Column | None]:
        """The columns from left to right; None for one that cannot be read, which is a problem."""
        names = ["" if cell is None else str(cell).strip() for cell in header]
        columns: list[Column | None] = []
        for index, name in enumerate(names):
            found = column(name) if name else f"column {index + 1} has no name; name it or remove it"
            if name and name in names[:index]:
                found = f"the column {name!r} stands twice; keep one"
            if isinstance(found, str):
                self.problems.append(Problem(found, line=row))
            columns.append(None if isinstance(found, str) else found)
        if "id" not in names:
            what = "there is no column 'id'; it names each option, such as gpu or trn2"
            self.problems.append(Problem(what, line=row))
        return columns

    def add(self, cells: list[Any], row: int) -> None:
        """Take a row: what it says of its option, and of the scenario."""
        if len(cells) > len(self.columns):
            what = f"{show(cells[-1])} stands in column {len(cells)}, which has no name"
            self.problems.append(Problem(what, line=row))
        named = {
            found: _with_sign(cell)
            for found, cell in zip(self.columns, cells, strict=False)
            if found and cell is not None
        }
        option = next((str(cell).strip() for found, cell in named.items() if found.name == "id"), "")
        if not option:
            if any(found and found.name == "id" for found in self.columns):
                self.problems.append(Problem("this row has no id; name the option", line=row))
            return
        if option in self.options:
            what = f"the id {option!r} is already in row {self.rows['options', option]}; write another"
            self.problems.append(Problem(what, line=row))
            return
        self.options[option] = {}
        self.rows["options", option] = row
        names = {found.name for found in named}
        for found, cell in named.items():
            if found.name != "id":
                self._put(self._path(found, option, names, cell), cell, found, row)

    def _path(self, found: Column, option: str, names: set[str], cell: Any) -> Path:
        """Where a cell's value goes. The first unit is the scenario's; another is its own option's."""
        if found.name == "unit" and self.data.get("unit", cell) == cell:
            return ("unit",)
        path = tuple(found.name.split("."))
        if found.name in SHORT and any(name.startswith(found.name + ".") for name in names):
            path = (*path, SHORT[found.name])
        return ("options", option, *path) if found.of_option else path

    def _put(self, path: Path, cell: Any, found: Column, row: int) -> None:
        """Set the value at `path`; what is said of the whole scenario must be the same in every row."""
        try:
            value = read_cell(cell, found.kind)
        except InputError as error:
            self.problems.append(Problem(error.problems[0].what, where(path), row))
            value = Unreadable(cell)
        place = self.data
        for key in path[:-1]:
            place = place.setdefault(str(key), {})
        last = str(path[-1])
        if last not in place:
            place[last] = value
            self.rows[path] = row
        elif path[0] == "options":
            self.problems.append(Problem("this is given in two columns; keep one", where(path), row))
        elif place[last] != value:
            what = f"{show(value)} differs from {show(place[last])} in row {self.rows[path]}; write one"
            self.problems.append(Problem(what, where(path), row))


def _with_sign(cell: Any) -> Any:
    """A cell without the apostrophe that keeps `=`, `+`, `-` and `@` from beginning a formula."""
    return cell[1:] if isinstance(cell, str) and re.match(r"'[=+\-@]", cell) else cell
