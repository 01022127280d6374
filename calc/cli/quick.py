"""`perdollar quick`: an answer from prices and runs on the command line."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from calc.cli import options, price_tables
from calc.cli.output import exit_code, save, show, spare, written_as
from calc.errors import InputError, Problem

_GROUP_OR_DECIMAL = re.compile(r"[1-9]\d{0,2},\d{3}")
_DECIMAL_COMMA = re.compile(r"[^,]+,\d+")


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
    prices: options.Prices = None,
    price_history: options.PriceHistory = False,
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
    instance type, such as trn2.48xlarge, names the instance too; its PRICE may be looked up, in your own
    tables (--prices) or else the catalogue: trn2.48xlarge=capacity_block@us-east-2/17010,16890
    """
    from calc.answer import compare
    from calc.load import dated, dump_scenario, load_scenario

    saved_as = _scenario_format(save_to)
    spare(save_to, "--save", prices or ())
    spare(output, "--output", (*(prices or ()), *([save_to] if save_to else ())))
    day = options.day(today)
    scenario = load_scenario({"perdollar": 1, "unit": unit, "options": _options(items)})
    try:
        comparison = compare(
            scenario,
            today=day,
            prices=price_tables.book(prices, day),
            baseline=baseline,
            confidence=options.confidence(confidence),
            margin=options.margin(margin),
            require=require or (),
            point=point,
            price_history=price_history,
        )
    except InputError as error:
        raise options.blamed(error, baseline=baseline, require=require) from None
    if save_to is not None:
        save(save_to, dump_scenario(dated(scenario, day), saved_as), force=force)
    show([("quick", comparison)], form, output)
    raise typer.Exit(exit_code([("quick", comparison)]))


def _scenario_format(save_to: Path | None) -> Literal["yaml", "json"]:
    return "json" if save_to and written_as(save_to, {".yaml", ".yml", ".json"}) == "json" else "yaml"


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

    id_, equals, rest = item.partition("=")
    price, slash, runs = rest.partition("/")
    if not (equals and slash and id_.strip()):
        raise InputError("write ID=PRICE/RUN[,RUN...], such as gpu=10.49/4210,4188")
    option: dict[str, Any] = {"price": _price(price), "throughput": _runs(runs)}
    if pricing_data.instance(id_.strip()) is not None:
        option = {"instance": id_.strip(), **option}
    return id_.strip(), option


def _price(text: str) -> Decimal | dict[str, Any]:
    """A number, or how and where the instance is bought.

    Where a comma would be the decimal one in the price and stand between the runs, it is asked about.
    """
    from calc.intake.numbers import read_decimal

    purchase, at, region = text.partition("@")
    if at:
        return {"catalogue": {"purchase": purchase.strip(), "region": region.strip()}}
    price = read_decimal(text)
    if _DECIMAL_COMMA.fullmatch(text.strip()):
        raise InputError(f"a comma stands between runs here; write the price as {price:f}")
    return price


def _runs(text: str) -> list[Decimal]:
    """Runs separated by a comma alone; asked about where it may be a decimal comma or one of thousands.

    It is neither where the parts lie as close as runs do.
    """
    from calc.intake.numbers import REPLICATES_WITHIN, read_decimal, read_runs

    if re.search(r"[\s;]", text.strip()):
        return list(read_runs(text))
    text = text.strip()
    parts = text.split(",")
    runs = [read_decimal(part) for part in parts]
    alike = max(runs) <= min(runs) * REPLICATES_WITHIN
    one = _one_number(text)
    # Where a point is the decimal sign, a comma cannot be.
    if len(runs) > 1 and not alike and (one or "." not in text):
        shown = "; ".join(parts)
        raise InputError(
            f"{text[:40]} may be one number or several runs; "
            f"write {f'{one} for one number, or ' if one else ''}'{shown}', in quotes, for runs"
        )
    return runs


def _one_number(text: str) -> str:
    """How to write it without a doubt, if this may be one number; else nothing."""
    from calc.intake.numbers import read_decimal

    if _GROUP_OR_DECIMAL.fullmatch(text):
        return f"{text.replace(',', '')} or {text.replace(',', '.')}"
    try:
        return f"{read_decimal(text):f}"
    except InputError:
        return ""
