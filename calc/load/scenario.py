"""A path, a text or a dict to a Scenario: the one door by which scenarios come in."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any, Literal, get_args

from calc.errors import InputError
from calc.intake.text import check_size, decode, read_bytes
from calc.load.document import Path, parse_json, parse_toml, plain
from calc.load.problems import nearest, validate_scenario, where
from calc.model.base import show
from calc.model.scenario import Scenario

Format = Literal["yaml", "json", "toml", "csv", "xlsx"]
SUFFIXES: dict[str, Format] = {
    ".yaml": "yaml",
    ".yml": "yaml",
    ".json": "json",
    ".toml": "toml",
    ".csv": "csv",
    ".tsv": "csv",
    ".xlsx": "xlsx",
}


@dataclass(frozen=True, slots=True)
class Loaded:
    """A scenario, and where it is written."""

    scenario: Scenario
    lines: Mapping[str, int] = field(default_factory=dict)
    """Line (row of a table) of each key path, written as in `Problem.where`; YAML and tables have them."""
    source: str = ""
    """Name of the file; empty for a dict."""

    def line(self, where: str) -> int | None:
        """The line of a key path, or of the nearest thing around it whose line is known."""
        while where:
            if where in self.lines:
                return self.lines[where]
            where = where[: max(where.rfind("."), where.rfind(", "), 0)]
        return None


def load_scenario(
    source: str | os.PathLike[str] | Mapping[str, Any] | Scenario,
    *,
    format: Format | None = None,  # noqa: A002
) -> Scenario:
    """The scenario in a file or a dict.

    The suffix says the format of a file, unless `format` does; without a known suffix it is YAML.
    Raises InputError with every problem that the file has.
    """
    return load_with_lines(source, format=format).scenario


def load_with_lines(
    source: str | os.PathLike[str] | Mapping[str, Any] | Scenario,
    *,
    format: Format | None = None,  # noqa: A002
) -> Loaded:
    """As `load_scenario`, with the lines on which the scenario is written."""
    if isinstance(source, Scenario):
        return Loaded(source)
    if isinstance(source, Mapping):
        return Loaded(validate_scenario(plain(source)))
    if not isinstance(source, (str, os.PathLike)):
        raise InputError(
            f"{show(source)} is not a scenario; give the path of a file, a dict with keys such as unit and "
            "options, or a Scenario"
        )
    name = os.fsdecode(source)
    data = read_bytes(name)
    return parse_with_lines(
        data, format=format or SUFFIXES.get(PurePath(name).suffix.lower(), "yaml"), name=name
    )


def parse_scenario(
    data: str | bytes,
    *,
    format: Format = "yaml",  # noqa: A002
    name: str = "<text>",
) -> Scenario:
    """The scenario in a text, or in the bytes of a file; `name` stands before each problem.

    Raises InputError with every problem.
    """
    return parse_with_lines(data, format=format, name=name).scenario


def parse_with_lines(
    data: str | bytes,
    *,
    format: Format = "yaml",  # noqa: A002
    name: str = "<text>",
) -> Loaded:
    """As `parse_scenario`, with the lines on which the scenario is written."""
    if format not in get_args(Format):
        raise InputError(f"unknown format {format!r}; {nearest(format, get_args(Format))}", source=name)
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    check_size(len(raw), name)
    scenario, lines = _parse(raw, format, name)
    return Loaded(scenario, {where(path): line for path, line in lines.items()}, name)


def _parse(raw: bytes, form: Format, name: str) -> tuple[Scenario, Mapping[Path, int]]:
    if form == "xlsx":
        from calc.load.table import parse_xlsx

        return parse_xlsx(raw, name)
    text = decode(raw, name)
    if form == "csv":
        from calc.load.table import parse_csv

        return parse_csv(text, name)
    if form == "json":
        document = parse_json(text, name)
    elif form == "toml":
        document = parse_toml(text, name)
    else:
        from calc.load.yaml import parse_yaml

        document = parse_yaml(text, name)
    return validate_scenario(document.data, source=name, lines=document.lines), document.lines
