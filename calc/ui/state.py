"""What a visitor is editing: the scenario as it was read, what was typed over it, the last good one."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, MutableMapping
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

from calc import examples
from calc.answer import compare
from calc.errors import InputError, Problem
from calc.load import parse_scenario, validate_scenario
from calc.load.scenario import SUFFIXES
from calc.model.base import show
from calc.model.comparison import Comparison
from calc.model.scenario import Scenario
from calc.ui import fields
from calc.ui.fields import Field

Place = tuple[int | None, str]
"""Serial of a card (None: the scenario) and key of a field."""
WHOLE = ""
"""Key of what is wrong with a card, or with the scenario, as a whole."""
LONGEST_NAME = 60
MOST_OPTIONS = 20
"""Each option is a card of some thirty fields."""
SCENARIO = (fields.NAME, fields.UNIT, *fields.SCENARIO_DETAILS)


@dataclass(slots=True)
class Card:
    """One option: as it was read, and the text of each of its fields."""

    serial: int
    """Never used twice for one visitor, so that no card takes over the fields of another."""
    base: dict[str, Any]
    texts: dict[str, str]
    asked: bool = True
    """Whether a missing number is an error; not while a new card is first filled in."""

    @property
    def fields(self) -> list[Field]:
        """The fields it has on the page."""
        return fields.option_fields(self.base)

    @property
    def id(self) -> str:
        """Id in the scenario file."""
        return self.texts[fields.ID.key].strip()

    @property
    def name(self) -> str:
        """What it is called on the page."""
        return self.texts[fields.LABEL.key].strip() or self.id or "no id"

    @property
    def unfilled(self) -> bool:
        """Whether it is new and a number is still missing."""
        return not self.asked and not all(
            self.texts[need.key].strip() for need in (fields.PRICE, fields.RATE)
        )

    @property
    def kept(self) -> dict[str, str]:
        """What it has from the file without a field on the page."""
        return fields.kept(self.base, self.fields)


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is wrong with what was typed, by the field concerned."""

    texts: dict[Place, str] = field(default_factory=dict)
    """Message by card (None: the scenario) and field."""

    def at(self, serial: int | None, key: str) -> str | None:
        """The message for a field; None where it is fine."""
        return self.texts.get((serial, key))

    def within(self, serial: int | None, *, keys: set[str]) -> bool:
        """Whether one of these fields of a card has a message."""
        return any((serial, key) in self.texts for key in keys)


@dataclass(slots=True)
class Draft:
    """A scenario that is being edited."""

    base: dict[str, Any]
    """The scenario as it was read, without its options."""
    texts: dict[str, str]
    cards: list[Card]
    origin: str
    """Name of the example or the file that it was read from."""
    is_example: bool
    good: Scenario
    """The last scenario that was without an error."""
    untouched: Scenario
    """The scenario as it was read."""

    def card(self, serial: int) -> Card:
        """The card with this number."""
        return next(card for card in self.cards if card.serial == serial)

    @property
    def baseline(self) -> Card:
        """The card that the others are compared with."""
        chosen = self.texts[fields.BASELINE]
        return next((card for card in self.cards if str(card.serial) == chosen), self.cards[0])

    @property
    def kept(self) -> dict[str, str]:
        """What the scenario has from the file without a field on the page."""
        values = {key: value for key, value in self.base.items() if key not in (fields.BASELINE, "perdollar")}
        return fields.kept(values, list(SCENARIO))

    def add(self, serial: int) -> None:
        """Add an empty option at the end."""
        taken = {card.id for card in self.cards}
        number = next(n for n in range(len(taken) + 1, 2 * len(taken) + 3) if f"option-{n}" not in taken)
        self.cards.append(_card(serial, f"option-{number}", {}, asked=False))

    def remove(self, serial: int) -> None:
        """Take an option out; the last one stays."""
        if len(self.cards) > 1:
            self.cards = [card for card in self.cards if card.serial != serial]

    def check(self) -> Trouble:
        """Read every field; where all is well, the scenario they say becomes the good one."""
        compared = [card for card in self.cards if not card.unfilled]
        found: dict[Place, str] = {}
        scenario = self._read(compared, found)
        if not compared:
            found[None, WHOLE] = "there is no option with a price and runs; fill in one"
            return Trouble(found)
        try:
            good = validate_scenario(scenario)
            compare(good)
        except InputError as error:
            mistyped = {serial for serial, _ in found}
            placed = {self._place(problem): _say(problem) for problem in reversed(error.problems)}
            # What could not be read may be missing from the scenario: one message says so, not two.
            doubled = {(serial, WHOLE) for serial in mistyped} | set(found)
            found |= {place: what for place, what in placed.items() if place not in doubled}
        if not found:
            self.good = good
            for card in compared:
                card.asked = True
        return Trouble(found)

    def _read(self, compared: list[Card], found: dict[Place, str]) -> dict[str, Any]:
        """The scenario that the fields say; what cannot be read goes into `found`."""
        options: dict[str, Any] = {}
        for card in compared:
            values = deepcopy(card.base)
            found |= {(card.serial, key): message for key, message in _put_option(values, card)}
            if card.id in options:
                found[card.serial, fields.ID.key] = "another option has this id; write a different one"
            options[card.id] = values
        scenario = deepcopy(self.base) | {"options": options}
        for one in SCENARIO:
            try:
                one.put(scenario, self.texts[one.key])
            except InputError as error:
                found[None, one.key] = _what(error)
        scenario.pop(fields.BASELINE, None)
        first = bool(compared) and self.baseline is compared[0]
        if self.baseline in compared and not (first and fields.BASELINE not in self.base):
            scenario[fields.BASELINE] = self.baseline.id
        return scenario

    def answer(self, *, today: datetime.date, show_invalid: bool) -> Comparison:
        """The answer to the last good scenario."""
        return compare(self.good, today=today, show_invalid=show_invalid)

    def _place(self, problem: Problem) -> Place:
        """The card and field that a problem is about."""
        where = problem.where.partition(", item")[0]
        for card in sorted(self.cards, key=lambda card: len(card.id), reverse=True):
            if where == "options" and problem.what.startswith(show(card.id)):
                return card.serial, fields.ID.key
            if where == f"options.{card.id}" or where.startswith(f"options.{card.id}."):
                rest = where.removeprefix(f"options.{card.id}").removeprefix(".")
                return card.serial, _nearest(rest, card.fields)
        return None, _nearest(where, list(SCENARIO))


def _put_option(values: dict[str, Any], card: Card) -> Iterator[tuple[str, str]]:
    """Write the fields of a card into its values; yields what cannot be read, by field."""
    for one in card.fields:
        if one in (fields.RATE, fields.FORM):
            continue
        text = card.texts[one.key]
        try:
            if one is fields.PRICE and not text.strip():
                one.read(text)
            one.put(values, text)
        except InputError as error:
            yield one.key, _what(error)
    if fields.RATE in card.fields:
        try:
            _put_runs(values, card)
        except InputError as error:
            yield fields.RATE.key, _what(error)


def _put_runs(values: dict[str, Any], card: Card) -> None:
    """The runs, in their form; untouched they stay as they are."""
    form, text = card.texts[fields.FORM.key], card.texts[fields.RATE.key]
    before = fields.form_of(card.base)
    if text and (form, text) == (before, _shown_runs(card.base)):
        return
    runs = fields.RATE.read(text)
    fields.put(values, ("throughput", before), None)
    fields.put(values, ("throughput", form), runs)


def _shown_runs(base: dict[str, Any]) -> str:
    runs = fields.get(base, ("throughput", fields.form_of(base)))
    return "" if runs is None else fields.show(runs)


def _nearest(where: str, drawn: list[Field]) -> str:
    """The field that a place in the scenario belongs to, or the whole where it belongs to none."""
    keys = [one.key for one in drawn]
    around = [key for key in keys if where == key or where.startswith(f"{key}.")]
    inside = [key for key in keys if where and key.startswith(f"{where}.")]
    return max(around, key=len) if around else next(iter(inside), WHOLE)


def _say(problem: Problem) -> str:
    """What is wrong; of a list of runs, with which."""
    _, _, number = problem.where.partition(", item ")
    return f"run {number}: {problem.what}" if number.isdigit() else problem.what


def _what(error: InputError) -> str:
    return error.problems[0].what


def _card(serial: int, id_: str, base: dict[str, Any], *, asked: bool = True) -> Card:
    texts = {one.key: one.shown(base) for one in fields.option_fields(base)}
    texts |= {fields.ID.key: id_, fields.FORM.key: fields.form_of(base), fields.RATE.key: _shown_runs(base)}
    return Card(serial, base, texts, asked)


def open_scenario(scenario: Scenario, serials: Iterator[int], *, origin: str, is_example: bool) -> Draft:
    """A draft that says what the scenario says. Raises InputError where that cannot be compared."""
    if len(scenario.options) > MOST_OPTIONS:
        raise InputError(
            f"there are {len(scenario.options)} options, and this page edits up to {MOST_OPTIONS}; "
            "`perdollar compare` takes any number",
            source=origin,
        )
    compare(scenario)
    base = scenario.model_dump(by_alias=True, exclude_unset=True, exclude_none=True)
    options = base.pop("options")
    cards = [_card(next(serials), id_, option) for id_, option in options.items()]
    texts = {one.key: one.shown(base) for one in SCENARIO}
    baseline = next(card for card in cards if card.id == scenario.baseline_id)
    texts[fields.BASELINE] = str(baseline.serial)
    return Draft(base, texts, cards, origin, is_example, good=scenario, untouched=scenario)


def open_file(data: bytes, name: str, serials: Iterator[int]) -> Draft:
    """A draft from an uploaded file; its name says the format. Raises InputError."""
    form = SUFFIXES.get(PurePath(name).suffix.lower(), "yaml")
    scenario = parse_scenario(data, format=form, name=name[-LONGEST_NAME:])
    return open_scenario(scenario, serials, origin=name, is_example=False)


def open_example(name: str, serials: Iterator[int]) -> Draft:
    """A draft from a packaged example."""
    scenario = parse_scenario(examples.text(name), name=name)
    return open_scenario(scenario, serials, origin=name, is_example=True)


def widget_key(serial: int | None, key: str) -> str:
    """The key of a field's widget in the session."""
    return f"{'scenario' if serial is None else serial}/{key}"


def gather(draft: Draft, session: MutableMapping[Any, Any]) -> None:
    """Take what the widgets hold into the draft, which outlives them."""
    holders: list[tuple[int | None, dict[str, str]]] = [(None, draft.texts)]
    holders += [(card.serial, card.texts) for card in draft.cards]
    for serial, texts in holders:
        for key in texts:
            held = widget_key(serial, key)
            if held in session:
                texts[key] = session[held] or ""
