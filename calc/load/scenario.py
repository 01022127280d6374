"""A path, a text or a dict to a Scenario: the one door by which scenarios come in."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any, Literal, get_args

from calc.errors import InputError
from calc.intake.text import check_size, decode, read_bytes
from calc.load.document import parse_json, parse_toml
from calc.load.problems import nearest, validate_scenario
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


def load_scenario(
    source: str | os.PathLike[str] | Mapping[str, Any],
    *,
    format: Format | None = None,  # noqa: A002
) -> Scenario:
    """The scenario in a file or a dict.

    The suffix says the format of a file, unless `format` does; without a known suffix it is YAML.
    Raises InputError with every problem that the file has.
    """
    if isinstance(source, Mapping):
        return validate_scenario(source)
    name = os.fspath(source)
    data = read_bytes(name)
    return parse_scenario(
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
    if format not in get_args(Format):
        raise InputError(f"unknown format {format!r}; {nearest(format, get_args(Format))}", source=name)
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    check_size(len(raw), name)
    if format == "xlsx":
        from calc.load.table import parse_xlsx

        return parse_xlsx(raw, name)
    text = decode(raw, name)
    if format == "csv":
        from calc.load.table import parse_csv

        return parse_csv(text, name)
    if format == "json":
        document = parse_json(text, name)
    elif format == "toml":
        document = parse_toml(text, name)
    else:
        from calc.load.yaml import parse_yaml

        document = parse_yaml(text, name)
    return validate_scenario(document.data, source=name, lines=document.lines)
