"""`perdollar new` and `perdollar schema`: a scenario to start from, and what an editor needs for it."""

from __future__ import annotations

import contextlib
import json
import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from calc.cli import options
from calc.cli.inputs import is_folder
from calc.cli.output import check, emit, is_special, note, save, written_as
from calc.errors import InputError

SCHEMA_FILE = "perdollar.schema.json"
STDOUT = "-"


class FileFormat(StrEnum):
    """How a new scenario is written."""

    yaml = "yaml"
    json = "json"
    csv = "csv"


SUFFIXES = {".yaml", ".yml", ".json", ".csv"}


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

    Example: perdollar new requests_under_latency

    A NAME of --list starts from that example. The schema is written beside the file, so that an editor
    completes and explains the keys.
    """
    from calc import examples

    if list_examples:
        emit("".join(f"{known}{'  (default)' * (known == examples.DEFAULT)}\n" for known in examples.names()))
        return
    said = written_as(Path(name if output in (None, STDOUT) else output), SUFFIXES)
    if said is not None and form is not None and said != form:
        raise typer.BadParameter(f"{output or name} says {said}, and --format {form}; leave one of them out")
    chosen = form or FileFormat(said or "yaml")
    # The name of an example, given alone, is the one that is meant.
    meant = Path(name).stem if Path(name).stem in examples.names() else examples.DEFAULT
    text = _text(example or meant, chosen)
    if output == STDOUT:
        emit(text)
        return
    if output is None and (Path(name).name in ("", "..") or name.endswith("/")):
        raise typer.BadParameter(f"{name!r} names no file; write a name, such as scenario")
    path = Path(output if output is not None else name if said else f"{name}.{chosen}")
    beside = None if chosen is FileFormat.csv else _schema_beside(path, force=force)
    save(path, text, force=force)
    note(f"{path}: written; perdollar compare {path} answers it")
    if beside is not None:
        save(beside, _schema_text())


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


def _schema_beside(path: Path, *, force: bool) -> Path | None:
    """Where the schema is to be written; None where it is there already, or where nothing can stand.

    Raises InputError, before anything is written, where another file has that name.
    """
    check(path, force=force)
    if path.name == SCHEMA_FILE:
        raise InputError("this is the name of the schema; name another file", source=str(path))
    if is_special(path):
        return None
    beside = path.with_name(SCHEMA_FILE)
    if is_folder(beside):
        raise InputError(
            "this is a folder, where the schema would go; name another place", source=str(beside)
        )
    if not os.path.lexists(beside):
        return beside
    with contextlib.suppress(OSError, ValueError):
        if beside.read_text(encoding="utf-8") == _schema_text():
            return None
    if not force:
        raise InputError("another schema is here; add --force to replace it", source=str(beside))
    return beside
