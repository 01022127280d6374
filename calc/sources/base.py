"""What every price source is: something with a name that answers a query with rates and their faults."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from importlib.metadata import entry_points
from pathlib import Path
from typing import Protocol, TypeAlias, runtime_checkable

import pricing_data
from calc.errors import InputError, PerdollarError
from pricing_data import NotPublished, Rate
from pricing_data.checks import Finding

GROUP = "perdollar.sources"
"""Entry points of this group name something that, called without arguments, gives a `Source`."""

HEAD = 65_536
"""As many bytes of a file are enough for `detect`."""

Progress: TypeAlias = Callable[[str], None]
"""Takes a short line about how far a long reading has come."""


class SourceError(PerdollarError):
    """A source that cannot answer at all: what it lacks, such as credentials, and how to give it."""


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked of a source."""

    instance_types: tuple[str, ...] = ()
    """Instance types; empty for all that the catalogue knows."""
    regions: tuple[str, ...] = ()
    """Codes of regions; empty for all that the source has. A live source needs at least one."""
    file: Path | None = None
    """The file that a `FileSource` reads."""

    def types(self) -> tuple[str, ...]:
        """The instance types asked for, by the names under which AWS sells them."""
        if self.instance_types:
            return tuple(canonical(name) for name in self.instance_types)
        known = (entry.type for entry in pricing_data.instances())
        return tuple(name for name in known if re.fullmatch(r"[a-z0-9-]+\.[a-z0-9-]+", name))

    def wants(self, rate: Rate) -> bool:
        """Whether the rate is of a type and a region asked for; where none is named, any is."""
        return (not self.instance_types or rate.instance_type in self.types()) and (
            not self.regions or rate.region in self.regions
        )

    def named_file(self) -> Path:
        """The file; raises InputError where none is named."""
        if self.file is None:
            raise InputError("this source reads a file; name one")
        return self.file


@dataclass(frozen=True, slots=True)
class Reading:
    """What a source answered: what can be used, and what is wrong with the rest."""

    rates: tuple[Rate, ...] = ()
    """Prices that can be used."""
    not_published: tuple[NotPublished, ...] = ()
    """What was looked for and has no price."""
    faults: tuple[Finding, ...] = ()
    """What is wrong or doubtful, by row where there are rows; what an error is about is not in `rates`."""


class Source(Protocol):
    """Where prices come from."""

    name: str
    """How the user calls it."""

    def read(self, query: Query, *, today: datetime.date, progress: Progress) -> Reading:
        """Answer a query.

        Raises SourceError where there can be no answer at all, and InputError for a query or file that
        cannot be used. What fails in part is a fault of the reading.
        """
        ...


@runtime_checkable
class FileSource(Source, Protocol):
    """A source that reads `Query.file`, and knows a file of its own format from its beginning."""

    def matches(self, head: bytes) -> bool:
        """Whether a file that begins so is of this format."""
        ...


def sources() -> dict[str, Source]:
    """All sources that are installed, by name; raises SourceError for one that cannot be loaded."""
    found: dict[str, Source] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        package = point.dist.name if point.dist else "unknown"
        try:
            source: Source = point.load()()
        except Exception as error:  # a plug-in may fail in any way; the user must learn which one it is
            raise SourceError(
                f"the price source {point.name} of the package {package} cannot be loaded "
                f"({type(error).__name__}: {error}); upgrade or uninstall that package"
            ) from error
        if source.name in found:
            raise SourceError(
                f"two price sources are called {source.name}, one of them from the package {package}; "
                "uninstall one"
            )
        found[source.name] = source
    return found


def detect(head: bytes) -> Source:
    """The source of a file that begins so; what is of no other format is taken for the user's own table."""
    installed = sources()
    for source in installed.values():
        if isinstance(source, FileSource) and source.matches(head):
            return source
    return installed["table"]


def canonical(name: str) -> str:
    """The catalogue's spelling of an instance type, or the text itself where it is not known."""
    known = pricing_data.instance(name)
    return known.type if known else name.strip()


def one_price_each(rates: Iterable[Rate]) -> tuple[tuple[Rate, ...], tuple[Finding, ...]]:
    """The rates without repetitions; of those that contradict each other none, and a fault instead."""
    readings: dict[Hashable, dict[Decimal, Rate]] = {}
    for rate in rates:
        readings.setdefault(rate.reading_key, {}).setdefault(rate.usd_per_hour, rate)
    kept = tuple(rate for group in readings.values() if len(group) == 1 for rate in group.values())
    faults = tuple(
        Finding(None, "error", _contradiction(tuple(group.values())))
        for group in readings.values()
        if len(group) > 1
    )
    return kept, faults


def _contradiction(rates: tuple[Rate, ...]) -> str:
    first = rates[0]
    what = " ".join(filter(None, (first.purchase, first.term, first.payment)))
    prices = ", ".join(str(rate.usd_per_hour) for rate in rates)
    return (
        f"{first.instance_type} in {first.zone or first.region} has several {what} prices in {first.source}: "
        f"{prices}; none of them is used"
    )
