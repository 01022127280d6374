"""`perdollar compare`: scenario files to answers."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from calc.cli import options, price_tables
from calc.cli.inputs import STDIN, STDIN_NAME, expand, read_stdin
from calc.cli.output import exit_code, note, show, spare
from calc.errors import InputError

if TYPE_CHECKING:
    from calc.load import Loaded
    from calc.model.comparison import Comparison

HELP = """Compare the options of scenario files.

Example: perdollar compare transcription.yaml --require "trn2 ratio >= 1.2"

--prices takes your own tables of prices: CSV, XLSX, Parquet or JSON. Rows with errors are reported and left
out. --price-history is in the text, markdown and json; csv has one row an option and leaves it out.

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
    prices: options.Prices = None,
    price_history: options.PriceHistory = False,
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

    level, tolerance = options.confidence(confidence), options.margin(margin)
    day = options.day(today)
    answers: list[tuple[str, Comparison]] = []
    problems: list[InputError] = []
    found = expand(files, problems)
    spare(output, "--output", (*found, *(prices or ())))
    if form is options.Format.json and len(found) > 1:
        raise typer.BadParameter("several files make several objects; use --format jsonl, one line each")
    book = price_tables.book(prices, day)
    for source in found:
        name = STDIN_NAME if source == STDIN else source
        try:
            comparison = answer(
                _read(source, input_format),
                today=day,
                prices=book,
                baseline=baseline,
                confidence=level,
                margin=tolerance,
                require=require or (),
                point=point,
                show_invalid=show_invalid,
                price_history=price_history,
            )
        except InputError as error:
            mistaken = options.blamed(error, baseline=baseline, require=require)
            problems.append(mistaken if error.source else InputError(mistaken.problems, source=name))
        else:
            answers.append((name, comparison))
    for problem in options.once(problems):
        note(problem)
    if problems and output is not None:
        note(f"{output}: not written, since not every scenario could be read")
    elif answers:
        show(answers, form, output)
    raise typer.Exit(2 if problems else exit_code(answers))


def _read(source: str, input_format: InputFormat | None) -> Loaded:
    from calc.load import load_with_lines, parse_with_lines

    if source == STDIN:
        return parse_with_lines(
            read_stdin(), format=(input_format or InputFormat.yaml).value, name=STDIN_NAME
        )
    return load_with_lines(source, format=input_format.value if input_format else None)
