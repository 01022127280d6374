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
from calc.load import dated, dump_scenario, parse_scenario, validate_scenario
from calc.load.scenario import SUFFIXES
from calc.model.base import show
from calc.model.comparison import Comparison
from calc.model.scenario import Scenario
from calc.sources.book import PriceBook
from calc.ui import fields
from calc.ui.card import Card, make_card

Place = tuple[int | None, str]
"""Serial of a card (None: the scenario) and key of a field."""
WHOLE = ""
"""Key of what is wrong with a card, or with the scenario, as a whole."""
LONGEST_NAME = 60
MOST_OPTIONS = 20
"""Each option is a card of some thirty fields."""
SCENARIO = (fields.NAME, fields.UNIT, *fields.SCENARIO_DETAILS, fields.NOTES)


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
    """Name of the example or the file that it was read from; empty where it was started empty."""
    is_example: bool
    good: Scenario | None
    """The last scenario that was without an error; None before the first one."""
    prices: PriceBook
    """The prices with which it was without one."""
    day: datetime.date
    """The day on which it was."""
    answered: Comparison | None
    """Its answer, with the price history."""
    untouched: Scenario | None
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
    def missing(self) -> list[str]:
        """What it takes to come to an answer at all."""
        unit = [] if self.texts[fields.UNIT.key].strip() else ["what is counted"]
        return unit + ["the price and the runs of an option"] * all(card.unfilled for card in self.cards)

    @property
    def kept(self) -> dict[str, str]:
        """What the scenario has from the file without a field on the page."""
        values = {key: value for key, value in self.base.items() if key not in (fields.BASELINE, "perdollar")}
        return fields.kept(values, list(SCENARIO))

    def add(self, serial: int) -> Card:
        """Add an empty option at the end."""
        taken = {card.id for card in self.cards}
        number = next(n for n in range(len(taken) + 1, 2 * len(taken) + 3) if f"option-{n}" not in taken)
        self.cards.append(make_card(serial, f"option-{number}", {}, asked=False))
        return self.cards[-1]

    def remove(self, serial: int) -> None:
        """Take an option out; the last one stays."""
        if len(self.cards) > 1:
            self.cards = [card for card in self.cards if card.serial != serial]

    def check(self, prices: PriceBook, today: datetime.date, *, show_invalid: bool = False) -> Trouble:
        """Read every field; where all is well, the scenario they say becomes the good one."""
        compared = [card for card in self.cards if not card.unfilled]
        found: dict[Place, str] = {}
        scenario = self._read(compared, found, prices, today)
        if not compared:
            found[None, WHOLE] = "there is no option with a price and runs; fill in one"
            return Trouble(found)
        try:
            good = validate_scenario(scenario)
            answered = _answer(good, prices, today, show_invalid)
        except InputError as error:
            mistyped = {serial for serial, _ in found}
            placed = {self._place(problem): _say(problem) for problem in reversed(error.problems)}
            # What could not be read may be missing from the scenario: one message says so, not two.
            doubled = {(serial, key) for serial in mistyped for key in (WHOLE, fields.LOOKUP_WHOLE)} | set(
                found
            )
            found |= {place: what for place, what in placed.items() if place not in doubled}
        if not found:
            self.good, self.prices, self.day, self.answered = good, prices, today, answered
            for card in compared:
                card.asked = True
        return Trouble(found)

    def _read(
        self, compared: list[Card], found: dict[Place, str], prices: PriceBook, today: datetime.date
    ) -> dict[str, Any]:
        """The scenario that the fields say; what cannot be read goes into `found`."""
        options: dict[str, Any] = {}
        for card in compared:
            values = deepcopy(card.base)
            wrong = card.put_into(values, prices, today)
            found |= {(card.serial, key): message for key, message in wrong}
            if card.id in options:
                found[card.serial, fields.ID.key] = "another option has this id; write a different one"
            options[card.id] = values
        scenario = deepcopy(self.base) | {"options": options}
        for one in SCENARIO:
            try:
                one.put(scenario, self.texts[one.key])
            except InputError as error:
                found[None, one.key] = error.problems[0].what
        scenario.pop(fields.BASELINE, None)
        first = bool(compared) and self.baseline is compared[0]
        if self.baseline in compared and not (first and fields.BASELINE not in self.base):
            scenario[fields.BASELINE] = self.baseline.id
        return scenario

    def answer(self, *, show_invalid: bool) -> Comparison | None:
        """The answer to the last good scenario, with its price history; None before the first one."""
        if self.good is None or self.answered is None:
            return None
        if self.answered.withheld_shown != show_invalid:
            self.answered = _answer(self.good, self.prices, self.day, show_invalid)
        return self.answered

    def needs_own_prices(self, answered: Comparison) -> bool:
        """Whether the saved file comes to other prices where only the catalogue is at hand."""
        if self.good is None:
            return False
        try:
            alone = compare(dated(self.good, self.day), today=self.day).options
        except InputError:
            return True
        return any(
            alone[id_].deployment_usd_per_hour != answer.deployment_usd_per_hour
            for id_, answer in answered.options.items()
        )

    def saved(self) -> str | None:
        """The last good scenario as a file, with the day of its answer in every lookup that has none."""
        return None if self.good is None else dump_scenario(dated(self.good, self.day), "yaml")

    def _place(self, problem: Problem) -> Place:
        """The card and field that a problem is about."""
        where = problem.where.partition(", item")[0]
        for card in sorted(self.cards, key=lambda card: len(card.id), reverse=True):
            if where == "options" and problem.what.startswith(show(card.id)):
                return card.serial, fields.ID.key
            if where == f"options.{card.id}" or where.startswith(f"options.{card.id}."):
                rest = where.removeprefix(f"options.{card.id}").removeprefix(".")
                whole = [fields.LOOKUP_WHOLE] if card.looks_up else []
                return card.serial, _nearest(rest, [*whole, *(one.key for one in card.fields)])
        return None, _nearest(where, [one.key for one in SCENARIO])


def _answer(scenario: Scenario, prices: PriceBook, day: datetime.date, show_invalid: bool) -> Comparison:
    return compare(scenario, today=day, prices=prices, show_invalid=show_invalid, price_history=True)


def _nearest(where: str, keys: list[str]) -> str:
    """The field that a place in the scenario belongs to, or the whole where it belongs to none."""
    around = [key for key in keys if where == key or where.startswith(f"{key}.")]
    inside = [key for key in keys if where and key.startswith(f"{where}.")]
    return max(around, key=len) if around else next(iter(inside), WHOLE)


def _say(problem: Problem) -> str:
    """What is wrong; of a list of runs, with which."""
    _, _, number = problem.where.partition(", item ")
    return f"run {number}: {problem.what}" if number.isdigit() else problem.what


def open_scenario(
    scenario: Scenario,
    serials: Iterator[int],
    *,
    origin: str,
    is_example: bool,
    prices: PriceBook,
    today: datetime.date,
) -> Draft:
    """A draft that says what the scenario says. Raises InputError where that cannot be compared."""
    if len(scenario.options) > MOST_OPTIONS:
        raise InputError(
            f"there are {len(scenario.options)} options, and this page edits up to {MOST_OPTIONS}; "
            "`perdollar compare` takes any number",
            source=origin,
        )
    answered = _answer(scenario, prices, today, show_invalid=False)
    base = scenario.model_dump(by_alias=True, exclude_unset=True, exclude_none=True)
    options = base.pop("options")
    cards = [make_card(next(serials), id_, option) for id_, option in options.items()]
    texts = {one.key: one.shown(base) for one in SCENARIO}
    baseline = next(card for card in cards if card.id == scenario.baseline_id)
    texts[fields.BASELINE] = str(baseline.serial)
    return Draft(
        base,
        texts,
        cards,
        origin,
        is_example,
        good=scenario,
        prices=prices,
        day=today,
        answered=answered,
        untouched=scenario,
    )


def open_file(
    data: bytes, name: str, serials: Iterator[int], *, prices: PriceBook, today: datetime.date
) -> Draft:
    """A draft from an uploaded file; its name says the format. Raises InputError."""
    form = SUFFIXES.get(PurePath(name).suffix.lower(), "yaml")
    scenario = parse_scenario(data, format=form, name=name[-LONGEST_NAME:])
    return open_scenario(scenario, serials, origin=name, is_example=False, prices=prices, today=today)


def open_example(name: str, serials: Iterator[int], *, prices: PriceBook, today: datetime.date) -> Draft:
    """A draft from a packaged example."""
    scenario = parse_scenario(examples.text(name), name=name)
    return open_scenario(scenario, serials, origin=name, is_example=True, prices=prices, today=today)


def open_empty(serials: Iterator[int], *, prices: PriceBook, today: datetime.date) -> Draft:
    """A draft of two options that say nothing yet."""
    cards = [make_card(next(serials), f"option-{n}", {}, asked=False) for n in (1, 2)]
    texts = {one.key: one.shown({}) for one in SCENARIO} | {fields.BASELINE: str(cards[0].serial)}
    return Draft(
        {},
        texts,
        cards,
        origin="",
        is_example=False,
        good=None,
        prices=prices,
        day=today,
        answered=None,
        untouched=None,
    )


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
