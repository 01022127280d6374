"""`perdollar quick`: an answer from prices and runs on the command line."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any

import typer

from calc.cli import options
from calc.cli.output import exit_code, save, show
from calc.errors import InputError, Problem

_ONE_GROUPED_NUMBER = re.compile(r"[1-9]\d{0,2}(,\d{3})+")


def quick(
    items: Annotated[
        list[str],
        typer.Argument(metavar="ID=PRICE/RUN[,RUN...]", help="Options; the first is the baseline."),
    ],
    unit: Annotated[
        str, typer.Option(metavar="UNIT", help="What is counted: output_token, audio_second, image, ...")
    ] = "unit",
    baseline: options.Baseline = None,
    confidence: options.Confidence = None,
    margin: options.Margin = None,
    require: options.Require = None,
    point: options.Point = False,
    today: options.Today = None,
    form: options.OutputFormat = options.Format.text,
    output: options.Output = None,
    save_to: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Also save it as a scenario file.")
    ] = None,
    force: options.Force = False,
) -> None:
    """Compare prices and runs given here.

    Example: perdollar quick gpu=10.49/4210 trn2=35.76/17010,16890 --unit audio_second

    PRICE is USD per hour and RUN is units per second, both of the whole deployment. An ID that is a known
    instance type, such as trn2.48xlarge, names the instance too.
    """
    from calc.answer import compare
    from calc.load import dump_scenario, load_scenario

    scenario = load_scenario({"perdollar": 1, "unit": unit, "options": _options(items)})
    comparison = compare(
        scenario,
        today=options.day(today),
        baseline=baseline,
        confidence=options.decimal("--confidence", confidence),
        margin=options.decimal("--margin", margin),
        require=require or (),
        point=point,
    )
    if save_to is not None:
        as_json = save_to.suffix.lower() == ".json"
        save(save_to, dump_scenario(scenario, "json" if as_json else "yaml"), force=force)
    show([("quick", comparison)], form, output)
    raise typer.Exit(exit_code([("quick", comparison)]))


def _options(items: list[str]) -> dict[str, Any]:
    """The options, with every problem of every item together."""
    options_: dict[str, Any] = {}
    problems: list[Problem] = []
    for item in items:
        try:
            id_, option = _option(item)
        except InputError as error:
            problems += [Problem(problem.what, item) for problem in error.problems]
            continue
        if id_ in options_:
            problems.append(Problem(f"there are two options {id_}; give each an id of its own", item))
        options_[id_] = option
    if problems:
        raise InputError(problems)
    return options_


def _option(item: str) -> tuple[str, dict[str, Any]]:
    import pricing_data
    from calc.intake.numbers import read_decimal

    id_, equals, rest = item.partition("=")
    price, slash, runs = rest.partition("/")
    if not (equals and slash and id_.strip()):
        raise InputError("write ID=PRICE/RUN[,RUN...], such as gpu=10.49/4210,4188")
    option: dict[str, Any] = {"price": read_decimal(price), "throughput": _runs(runs)}
    if pricing_data.instance(id_.strip()) is not None:
        option = {"instance": id_.strip(), **option}
    return id_.strip(), option


def _runs(text: str) -> list[Decimal]:
    """Runs separated by a comma alone.

    What could be one number with thousands is asked about, unless the parts lie as close as runs do.
    """
    from calc.intake.numbers import REPLICATES_WITHIN, read_decimal, read_runs

    if re.search(r"[\s;]", text.strip()):
        return list(read_runs(text))
    runs = [read_decimal(run) for run in text.split(",")]
    if _ONE_GROUPED_NUMBER.fullmatch(text) and max(runs) > min(runs) * REPLICATES_WITHIN:
        first, rest = text.split(",", 1)
        raise InputError(
            f"{text} may be one number or several runs; write {text.replace(',', '')} for one number, "
            f"{first}.0,{rest} for runs"
        )
    return runs
