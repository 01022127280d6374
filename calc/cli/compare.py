"""`perdollar compare`: scenario files to answers."""

from __future__ import annotations

import glob
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from calc.cli import options
from calc.cli.output import exit_code, show
from calc.errors import InputError

if TYPE_CHECKING:
    from calc.model.comparison import Comparison
    from calc.model.resolved import Resolved

STDIN, STDIN_NAME = "-", "standard input"
HELP = """Compare the options of scenario files.

Example: perdollar compare transcription.yaml --require "trn2 ratio >= 1.2"

Each FILE is YAML, JSON, TOML, CSV or XLSX, or a quoted pattern such as 'runs/*.yaml'; - is standard input.

Exit code: 0 done; 1 a requirement is not met; 2 bad input or usage; 3 no valid comparison (every candidate
is blocked or not representative). Of several, 2 goes before 3, and 3 before 1.
"""


class InputFormat(StrEnum):
    """How a scenario is written."""

    yaml = "yaml"
    json = "json"
    toml = "toml"
    csv = "csv"
    xlsx = "xlsx"


def compare(
    files: Annotated[list[str], typer.Argument(help="Scenario files, patterns, or - .", metavar="FILE")],
    baseline: options.Baseline = None,
    confidence: options.Confidence = None,
    margin: options.Margin = None,
    require: options.Require = None,
    point: options.Point = False,
    show_invalid: options.ShowInvalid = False,
    today: options.Today = None,
    form: options.OutputFormat = options.Format.text,
    input_format: Annotated[
        InputFormat | None,
        typer.Option(help="Format of the input; default: by the file's suffix, else yaml."),
    ] = None,
    output: options.Output = None,
) -> None:
    """Compare scenario files."""
    from calc.answer import compare as answer

    level, tolerance = options.decimal("--confidence", confidence), options.decimal("--margin", margin)
    day = options.day(today)
    answers: list[tuple[str, Comparison]] = []
    problems: list[InputError] = []
    found = list(_expand(files, problems))
    if form is options.Format.json and len(found) > 1:
        raise typer.BadParameter("several files make several objects; use --format jsonl, one line each")
    for source in found:
        try:
            comparison = answer(
                _read(source, input_format),
                today=day,
                baseline=baseline,
                confidence=level,
                margin=tolerance,
                require=require or (),
                point=point,
                show_invalid=show_invalid,
            )
        except InputError as error:
            problems.append(error if error.source else InputError(error.problems, source=source))
        else:
            answers.append((STDIN_NAME if source == STDIN else source, comparison))
    for problem in problems:
        typer.echo(problem, err=True)
    if problems and output is not None:
        typer.echo(f"{output}: not written, since not every scenario could be read", err=True)
    elif answers:
        show(answers, form, output)
    raise typer.Exit(2 if problems else exit_code(answers))


compare.__doc__ = HELP


def _expand(files: list[str], problems: list[InputError]) -> list[str]:
    """Files as they are, patterns as what they match; a pattern without a match is a problem."""
    found: list[str] = []
    for file in files:
        if file == STDIN or not glob.has_magic(file) or Path(file).exists():
            found.append(file)
        elif matches := sorted(glob.glob(file, recursive=True)):  # noqa: PTH207 (Path.glob takes no absolute pattern)
            found += matches
        else:
            problems.append(InputError("no file matches this pattern; check the folder", source=file))
    return list(dict.fromkeys(found))


def _read(source: str, input_format: InputFormat | None) -> Resolved:
    from calc.load import load_scenario, parse_scenario
    from calc.resolve import resolve

    if source != STDIN:
        return resolve(
            load_scenario(source, format=input_format.value if input_format else None), source=source
        )
    scenario = parse_scenario(
        sys.stdin.buffer.read(), format=(input_format or InputFormat.yaml).value, name=STDIN_NAME
    )
    return resolve(scenario, source=STDIN_NAME)
