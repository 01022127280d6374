"""`perdollar new` and `perdollar schema`: a scenario to start from, and what an editor needs for it."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from calc.cli import options
from calc.cli.output import emit, save

SCHEMA_FILE = "perdollar.schema.json"
STDOUT = "-"


class FileFormat(StrEnum):
    """How a new scenario is written."""

    yaml = "yaml"
    json = "json"
    csv = "csv"


SUFFIXES = {
    ".yaml": FileFormat.yaml,
    ".yml": FileFormat.yaml,
    ".json": FileFormat.json,
    ".csv": FileFormat.csv,
}


def new(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Name of the file; its suffix may be left out.")
    ] = "scenario",
    example: Annotated[
        str | None, typer.Option(metavar="NAME", help="Example to start from; see --list.")
    ] = None,
    form: Annotated[
        FileFormat | None,
        typer.Option("--format", help="How it is written; default: by the suffix, else yaml."),
    ] = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="File to write; - prints it.")
    ] = None,
    force: options.Force = False,
    list_examples: Annotated[bool, typer.Option("--list", help="List the examples.")] = False,
) -> None:
    """Write a scenario file to start from.

    Example: perdollar new transcription

    The schema is written beside it, so that an editor completes and explains the keys.
    """
    from calc import examples

    if list_examples:
        emit("".join(f"{known}{'  (default)' * (known == examples.DEFAULT)}\n" for known in examples.names()))
        return
    suffix = Path(output or name).suffix.lower()
    chosen = form or SUFFIXES.get(suffix, FileFormat.yaml)
    text = _text(examples.DEFAULT if example is None else example, chosen)
    if output == STDOUT:
        emit(text)
        return
    path = Path(output or (name if suffix in SUFFIXES else f"{name}.{chosen}"))
    save(path, text, force=force)
    typer.echo(f"{path}: written; perdollar compare {path} answers it", err=True)
    if chosen is not FileFormat.csv:
        _write_schema(path.with_name(SCHEMA_FILE))


def schema(output: options.Output = None) -> None:
    """Print the JSON Schema of a scenario file, for editors.

    Example: perdollar schema --output perdollar.schema.json
    """
    if output is None:
        emit(_schema_text())
    else:
        save(output, _schema_text())


def _text(example: str, form: FileFormat) -> str:
    from calc import examples
    from calc.load import dump_scenario, parse_scenario, template_csv

    if form is FileFormat.csv:
        return template_csv()
    text = examples.text(example)
    if form is FileFormat.yaml:
        return f"# yaml-language-server: $schema=./{SCHEMA_FILE}\n{text}"
    document = dump_scenario(parse_scenario(text, name=example), "json")
    # Put in as text: a round trip would cost the numbers their digits.
    return document.replace("{\n", f'{{\n  "$schema": "./{SCHEMA_FILE}",\n', 1)


def _schema_text() -> str:
    from calc.load import schema as scenario_schema

    return json.dumps(scenario_schema(), indent=2, ensure_ascii=False) + "\n"


def _write_schema(path: Path) -> None:
    """Write the schema; it is ours, so an older one is replaced."""
    save(path, _schema_text())
