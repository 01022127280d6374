"""`perdollar prices`: what the catalogue and your own tables say, and new tables from elsewhere."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from enum import StrEnum
from fnmatch import fnmatchcase
from glob import has_magic
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from calc.cli import options, price_tables
from calc.cli.output import check as check_output
from calc.cli.output import emit, note, save, spare
from calc.errors import InputError
from calc.report.numbers import counted

if TYPE_CHECKING:
    from pricing_data import NotPublished, Rate

BAD_INPUT = 2

app = typer.Typer(
    help="Prices of instances: look them up, bring your own, ask AWS.\n\n"
    "Example: perdollar prices show trn2.48xlarge",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["--help", "-h"]},
)


class Purchase(StrEnum):
    """How an instance is bought."""

    on_demand = "on_demand"
    spot = "spot"
    savings_plan = "savings_plan"
    reserved = "reserved"
    capacity_block = "capacity_block"
    private = "private"


class PriceFormat(StrEnum):
    """How prices are written."""

    text = "text"
    csv = "csv"
    json = "json"


Instances = Annotated[
    list[str] | None,
    typer.Option("--instance", metavar="GLOB", help="Only these types, such as 'p5*'. Repeatable."),
]
Regions = Annotated[
    list[str] | None, typer.Option("--region", metavar="REGION", help="Only this region. Repeatable.")
]
Form = Annotated[PriceFormat, typer.Option("--format", help="How the prices are written.")]
Columns = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        metavar="OURS=THEIRS",
        help="Which column is which, such as usd_per_hour='Our rate'. Repeatable.",
    ),
]
Private = Annotated[bool, typer.Option("--private", help="All prices of the table were negotiated.")]


@app.command("list")
def list_(
    instance: Instances = None,
    purchase: Annotated[
        list[Purchase] | None, typer.Option(help="Only what is bought so. Repeatable.")
    ] = None,
    region: Annotated[
        list[str] | None,
        typer.Option(metavar="GLOB", help="Only these regions or zones, such as 'us-*'. Repeatable."),
    ] = None,
    on: Annotated[
        datetime.date | None,
        typer.Option(parser=options.read_day, metavar="DATE", help="Prices of this day; default: of today."),
    ] = None,
    history: Annotated[
        bool, typer.Option("--history", help="All readings until that day, not only those in force.")
    ] = False,
    prices: options.Prices = None,
    today: options.Today = None,
    form: Form = PriceFormat.text,
    output: options.Output = None,
) -> None:
    """List the prices in force, or all that were ever read.

    Example: perdollar prices list --instance 'trn*' --region us-east-2

    The text is for reading; csv and json have every field of every price. The csv is a table that --prices
    takes. Spot prices are the newest reading of each region, and a quote, not capacity.
    """
    from calc.report import prices as report

    spare(output, "--output", prices or ())
    now = options.day(today)
    day = on or now
    book = price_tables.book(prices, now)
    readings = [rate for rate in book.rates() if rate.valid_from <= day]
    held = frozenset(book.in_force(day))
    bought = {each.value for each in purchase or ()}
    shown = [
        rate
        for rate in sorted(readings if history else held, key=_order)
        if _fits(rate.instance_type.lower(), instance)
        and (not bought or rate.purchase in bought)
        and (_fits(rate.region, region) or (rate.zone is not None and _fits(rate.zone, region)))
    ]
    rows = report.price_rows(shown, today=now, held=held)
    match form:
        case PriceFormat.text:
            text = report.list_text(rows, day=day, today=now, history=history)
        case PriceFormat.csv:
            text = report.to_csv(rows)
        case PriceFormat.json:
            text = report.to_json(rows, today=now)
    _show(text, output)


@app.command("show")
def show(
    instance: Annotated[str, typer.Argument(metavar="INSTANCE", help="An instance type.")],
    prices: options.Prices = None,
    today: options.Today = None,
    form: Form = PriceFormat.text,
    output: options.Output = None,
) -> None:
    """Show all there is on one instance type.

    Example: perdollar prices show trn2.48xlarge

    Every price with its date, age and source, per instance and per accelerator, and what has no public
    price (in text and json; a csv holds prices only).
    """
    import pricing_data
    from calc.report import prices as report

    spare(output, "--output", prices or ())
    now = options.day(today)
    book = price_tables.book(prices, now)
    found, missing = book.rates(instance), book.not_published(instance)
    known = pricing_data.instance(instance)
    if known is None and not found and not missing:
        raise InputError(_unknown(instance, {rate.instance_type for rate in book.rates()}))
    held = frozenset(book.in_force(now, instance))
    rows = report.price_rows(sorted(found, key=_order), today=now, held=held)
    match form:
        case PriceFormat.text:
            text = report.show_text(instance, rows, missing, today=now)
        case PriceFormat.csv:
            text = report.to_csv(rows)
        case PriceFormat.json:
            text = report.to_json(rows, today=now, instance=known, not_published=missing)
    _show(text, output)


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File with prices.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="Table to write.")],
    source: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Format: table, offer_file, vantage, ...; default: by content."),
    ] = None,
    instance: Instances = None,
    region: Regions = None,
    column: Columns = None,
    private: Private = False,
    force: options.Force = False,
    today: options.Today = None,
) -> None:
    """Write prices from a file as a dated table of our own.

    Example: perdollar prices import index.csv --instance 'p5*' --out mine.csv

    FILE is your own table (CSV, XLSX, Parquet or JSON), an AWS bulk offer file (index.json or index.csv of
    AmazonEC2) or an export of instances.vantage.sh. Rows that cannot be used are reported and left out.
    """
    from calc.sources import table_text

    check_output(out, force=force)
    spare(out, "--out", [file])
    reading = price_tables.read(
        file,
        day=options.day(today),
        source=source,
        columns=_columns(column),
        private=private,
        types=_types(instance),
        regions=tuple(region or ()),
    )
    price_tables.report(reading.faults, file)
    _tell_missing(reading.not_published)
    if not reading.rates:
        raise InputError(f"no price to write; {out} was not written", source=str(file))
    save(out, table_text(sorted(reading.rates, key=_order)), force=force)
    left_out = len({fault.row for fault in reading.faults if fault.level == "error" and fault.row})
    rest = f"; {counted(left_out, 'row')} of {file} left out" if left_out else ""
    note(f"{out}: {counted(len(reading.rates), 'price')} written{rest}")


@app.command("refresh")
def refresh(
    region: Annotated[list[str], typer.Option(metavar="REGION", help="Region to ask about. Repeatable.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="Table to write, or to add to.")],
    instance: Instances = None,
    source: Annotated[str, typer.Option(metavar="NAME", help="Whom to ask.")] = "aws",
    today: options.Today = None,
) -> None:
    """Ask AWS for today's prices and add them to a table.

    Example: perdollar prices refresh --region us-east-2 --instance 'trn*' --out mine.csv

    Needs credentials of AWS and the extra aws: pip install 'perdollar[aws]'. What FILE holds already stays
    as it is, also where a part of the questions fails; a new reading is a new row.
    """
    from calc.sources import Query, SourceError, table_text

    day = options.day(today)
    asked = price_tables.named_source(source)
    if price_tables.reads_a_file(asked):
        raise typer.BadParameter(f"{source} reads a file; write: perdollar prices import FILE --out {out}")
    if not out.parent.is_dir():
        raise InputError("there is no such folder; name another file", source=str(out))
    old = price_tables.Existing.read(out, day)
    try:
        with price_tables.progress() as say:
            reading = asked.read(Query(_types(instance), tuple(region)), today=day, progress=say)
    except SourceError as error:
        raise SourceError(f"{error}; {out}: {_kept(out)}") from None
    price_tables.report(reading.faults, Path(source))
    _tell_missing(reading.not_published)
    new, known, contradicted = old.compare(reading.rates)
    for mine, theirs in contradicted:
        note(
            f"{out}: {mine.instance_type} {mine.purchase} in {mine.zone or mine.region} stays at "
            f"{mine.usd_per_hour} of {mine.as_of}; {source} now says {theirs.usd_per_hour}"
        )
    if new:
        save(out, old.with_rows(table_text(sorted(new, key=_order))))
        note(f"{out}: {counted(len(new), 'price')} added, {known} there already")
        return
    failed = any(fault.level == "error" for fault in reading.faults)
    note(f"{out}: nothing new, {_kept(out)}")
    raise typer.Exit(BAD_INPUT if failed else 0)


@app.command("check")
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Your table of prices.")],
    column: Columns = None,
    private: Private = False,
    today: options.Today = None,
) -> None:
    """Check your own table of prices by the rules of the catalogue.

    Example: perdollar prices check mine.csv --column usd_per_hour='Our rate'

    Exit code: 0 clean, or warnings only; 2 where there are errors. A row with an error is never used.
    """
    from calc.sources import read_table

    reading = read_table(file, columns=_columns(column), private=private, today=options.day(today))
    errors = [fault for fault in reading.faults if fault.level == "error"]
    warnings = len(reading.faults) - len(errors)
    lines = [price_tables.line(fault, file) for fault in reading.faults]
    lines.append(
        f"{file}: {counted(len(reading.rates), 'price')} can be used; "
        f"{counted(len(errors), 'error')}, {counted(warnings, 'warning')}"
    )
    emit("".join(f"{line}\n" for line in lines))
    raise typer.Exit(BAD_INPUT if errors else 0)


def _fits(text: str, patterns: Iterable[str] | None) -> bool:
    return not patterns or any(fnmatchcase(text, pattern.strip().lower()) for pattern in patterns)


def _order(rate: Rate) -> tuple[str, ...]:
    parts = (rate.instance_type, rate.purchase, rate.term, rate.payment, rate.region, rate.zone)
    return (*(part or "" for part in parts), str(rate.valid_from), str(rate.as_of), rate.source)


def _types(patterns: Sequence[str] | None) -> tuple[str, ...]:
    """Instance types that these patterns mean; a plain name is itself, known or not."""
    import pricing_data

    known = [entry.type for entry in pricing_data.instances()]
    found: list[str] = []
    for pattern in patterns or ():
        matches = [name for name in known if _fits(name.lower(), [pattern])]
        if not matches and has_magic(pattern):
            raise InputError(f"the catalogue knows no instance type {pattern}; {_such_as(pattern, known)}")
        found += matches or [pattern]
    return tuple(dict.fromkeys(found))


def _columns(said: Sequence[str] | None) -> dict[str, str]:
    columns = {}
    for text in said or ():
        ours, equals, theirs = text.partition("=")
        if not (ours.strip() and equals and theirs.strip()):
            raise typer.BadParameter(f"{text}: write OURS=THEIRS, such as usd_per_hour='Our rate'")
        columns[ours.strip()] = theirs.strip()
    return columns


def _unknown(name: str, priced: Iterable[str]) -> str:
    import pricing_data

    known = sorted({*priced, *(entry.type for entry in pricing_data.instances())})
    return f"neither the catalogue nor your tables know {name}; {_such_as(name, known)}"


def _such_as(name: str, known: Sequence[str]) -> str:
    """The nearest names, or those of the same family."""
    import difflib

    family = name.strip().lower().partition(".")[0].strip("*?")
    near = difflib.get_close_matches(name.strip().lower(), known, n=3) or [
        other for other in known if family and other.startswith(family)
    ]
    if near:
        return f"the nearest are {', '.join(near[:6])}"
    return "perdollar prices list --format csv has all names"


def _tell_missing(missing: Sequence[NotPublished]) -> None:
    """What has no price is no row of a table, and must not go unsaid."""
    by_way: dict[tuple[str, str], list[str]] = {}
    for record in missing:
        by_way.setdefault((record.purchase, record.region or "every region"), []).append(record.instance_type)
    for (purchase, region), types in by_way.items():
        note(f"none published: {purchase} in {region} for {', '.join(dict.fromkeys(types))}")


def _kept(out: Path) -> str:
    return "kept as it was" if out.exists() else "not written"


def _show(text: str, output: Path | None) -> None:
    if output is None:
        emit(text)
    else:
        save(output, text)
