"""The fields and cards of the page. Each shows its message below it."""

from __future__ import annotations

import streamlit as st

import pricing_data
from calc.core.units import describe, known_units
from calc.ui import fields, lookup, session, show, show_prices, state
from calc.ui.card import Card
from calc.ui.fields import Field
from calc.ui.state import Draft, Trouble

MOST_CHARACTERS = 20_000
KEPT = "Kept from the file, unchanged"
NOT_YET = "Not compared and not saved yet: give its price and its runs."
NO_INSTANCE = "Say the instance type first: prices are looked up by it."
IN_FILE = "Stated in the file in another form, and kept: see Details."


def comparison_fields(draft: Draft, trouble: Trouble) -> None:
    """What is counted, and against which option."""
    one, other = st.columns(2)
    with one:
        _suggest(fields.UNIT, None, draft.texts, list(known_units()), trouble)
    with other:
        _baseline(draft, trouble)


def scenario_details(draft: Draft, trouble: Trouble) -> None:
    """Name, confidence, job and demand."""
    shown = (fields.NAME, *fields.SCENARIO_DETAILS, fields.NOTES)
    wrong = trouble.within(None, keys={one.key for one in shown})
    expanded = session.stays_open(None, wrong=wrong)
    with st.expander("Name, confidence, job, demand, notes", expanded=expanded, key="scenario-details"):
        _draw(fields.NAME, None, draft.texts, trouble)
        _in_pairs(fields.SCENARIO_DETAILS, None, draft.texts, trouble)
        st.text_area(
            fields.NOTES.label,
            key=_hold(fields.NOTES, None, draft.texts),
            max_chars=MOST_CHARACTERS,
            placeholder=fields.NOTES.placeholder,
            help=fields.NOTES.tip,
        )
        _message(trouble, None, fields.NOTES.key)
        _kept(draft.kept)


def card(draft: Draft, option: Card, trouble: Trouble) -> None:
    """One option: its name, instance, price and runs, and everything else under Details."""
    shown, texts = option.fields, option.texts
    with st.container(border=True, key=f"card-{option.serial}"):
        with st.container(
            horizontal=True, wrap=False, vertical_alignment="center", horizontal_alignment="distribute"
        ):
            show.card_title(option.id, option.texts[fields.LABEL.key])
            st.button(
                "Remove",
                key=f"remove-{option.serial}",
                type="tertiary",
                on_click=session.remove_option,
                args=(option.serial,),
                disabled=len(draft.cards) == 1,
                help="Take this option out of the comparison.",
            )
        _message(trouble, option.serial, state.WHOLE)
        if option.unfilled:
            show.paragraph(NOT_YET, "pd-quiet")
        left, right = st.columns(2)
        with left:
            _draw(fields.LABEL, option.serial, texts, trouble, placeholder=option.id)
        with right:
            if fields.INSTANCE in shown:
                _instance(option, trouble)
        if fields.HOW in shown:
            _how(option)
        if option.looks_up:
            _lookup(option, trouble)
            _draw(fields.LOOKUP_DATE, option.serial, texts, trouble)
        beside = st.container()
        if fields.PRICE in shown:
            left, beside = st.columns(2)
            with left:
                _draw(fields.PRICE, option.serial, texts, trouble)
        with beside:
            if fields.RATE in shown:
                _runs(draft, option, trouble)
        if fields.HOW not in shown or fields.RATE not in shown:
            show.paragraph(IN_FILE, "pd-quiet")
        _details(option, trouble)


def _how(option: Card) -> None:
    choices = dict(fields.HOW.choices or {})
    st.segmented_control(
        "How the price is stated",
        list(choices),
        key=_hold(fields.HOW, option.serial, option.texts),
        format_func=lambda value: choices[value],
        required=True,
        label_visibility="collapsed",
        on_change=session.state_price,
        args=(option.serial,),
    )


def _lookup(option: Card, trouble: Trouble) -> None:
    """What the price is looked up by, and what stands there."""
    book, day = session.book(), session.today()
    if not option.instance:
        show.paragraph(NO_INSTANCE, "pd-quiet")
    found = lookup.choices(book, option.texts, day)
    asked = [one for one in fields.LOOKUP if one.key in found]
    for pair in zip(asked[::2], (*asked[1::2], None), strict=False):
        for column, one in zip(st.columns(2), pair, strict=True):
            if one:
                with column:
                    _choose(one, option, found[one.key], trouble)
    if rate := lookup.find(book, option.texts, day):
        show_prices.found(rate, day)
    _message(trouble, option.serial, fields.LOOKUP_WHOLE)
    if option.instance and (missing := lookup.none_published(book, option.instance)):
        show.paragraph(missing, "pd-quiet")


def _choose(one: Field, option: Card, choices: dict[str, str], trouble: Trouble) -> None:
    """A list to choose from in which nothing is chosen at first."""
    held = _hold(one, option.serial, option.texts)
    st.session_state[held] = option.texts[one.key] or None
    st.selectbox(
        one.label,
        list(choices),
        index=None,
        key=held,
        format_func=lambda value: choices.get(value, value),
        placeholder=one.placeholder,
        disabled=not choices,
        help=one.tip or None,
    )
    _message(trouble, option.serial, one.key)


def _details(option: Card, trouble: Trouble) -> None:
    shown = option.fields
    groups = {title: [one for one in group if one in shown] for title, group in fields.DETAILS.items()}
    keys = {one.key for group in groups.values() for one in group} | {fields.ID.key, fields.FORM.key}
    label = "Details: price source, factors, one-off time, conditions"
    expanded = session.stays_open(option.serial, wrong=trouble.within(option.serial, keys=keys))
    with st.expander(label, expanded=expanded, key=f"details-{option.serial}"):
        for title, group in groups.items():
            if group:
                show.heading(title, "pd-group", 4)
                first = [fields.FORM] if title == "Measurement" and fields.FORM in shown else []
                _in_pairs((*first, *group), option.serial, option.texts, trouble)
        show.heading("In the file", "pd-group", 4)
        _draw(fields.ID, option.serial, option.texts, trouble)
        _kept(option.kept)


def _instance(option: Card, trouble: Trouble) -> None:
    known = [entry.type for entry in pricing_data.instances()]
    _suggest(fields.INSTANCE, option.serial, option.texts, known, trouble)
    name = option.texts[fields.INSTANCE.key]
    entry = pricing_data.instance(name) if name else None
    if entry:
        show.paragraph(f"{entry.accelerators} x {entry.accelerator}", "pd-quiet pd-under")


def _runs(draft: Draft, option: Card, trouble: Trouble) -> None:
    unit = describe(draft.good.unit if draft.good else draft.texts[fields.UNIT.key].strip() or "unit")
    form = option.texts[fields.FORM.key]
    words = {
        "per_second": f"Runs, {unit.plural}/s",
        "per_minute": f"Runs, {unit.plural}/min",
        "per_hour": f"Runs, {unit.plural}/h",
        "seconds_per_unit": f"Runs, seconds per {unit.name.replace('_', ' ')}",
    }
    held = _hold(fields.RATE, option.serial, option.texts)
    st.text_area(
        words[form],
        key=held,
        height=68,
        max_chars=MOST_CHARACTERS,
        placeholder=fields.RATE.placeholder,
        help=fields.RATE.tip,
    )
    _message(trouble, option.serial, fields.RATE.key)


def _baseline(draft: Draft, trouble: Trouble) -> None:
    held = state.widget_key(None, fields.BASELINE)
    st.session_state[held] = str(draft.baseline.serial)
    names = {str(option.serial): option.name for option in draft.cards}
    st.selectbox(
        "Compared with (baseline)",
        list(names),
        key=held,
        format_func=lambda serial: names.get(serial, serial),
    )
    _message(trouble, None, fields.BASELINE)


def _in_pairs(shown: tuple[Field, ...], serial: int | None, texts: dict[str, str], trouble: Trouble) -> None:
    for pair in zip(shown[::2], (*shown[1::2], None), strict=False):
        for column, one in zip(st.columns(2), pair, strict=True):
            if one:
                with column:
                    _draw(one, serial, texts, trouble)


def _draw(
    one: Field, serial: int | None, texts: dict[str, str], trouble: Trouble, *, placeholder: str = ""
) -> None:
    """A text field or a list to choose from, with its message."""
    held = _hold(one, serial, texts)
    if one.choices:
        choices = dict(one.choices)
        st.selectbox(
            one.label,
            list(choices),
            key=held,
            format_func=lambda value: choices.get(value, value),
            help=one.tip or None,
        )
    else:
        st.text_input(
            one.label,
            key=held,
            max_chars=MOST_CHARACTERS,
            placeholder=placeholder or one.placeholder,
            help=one.tip or None,
            autocomplete="off",
        )
    _message(trouble, serial, one.key)


def _suggest(
    one: Field, serial: int | None, texts: dict[str, str], known: list[str], trouble: Trouble
) -> None:
    """A field for any text that suggests what is known."""
    held = _hold(one, serial, texts)
    st.session_state[held] = texts[one.key] or None
    st.selectbox(
        one.label,
        [*known, *({texts[one.key]} - {"", *known})],
        index=None,
        key=held,
        accept_new_options=True,
        placeholder=one.placeholder,
        help=one.tip or None,
    )
    _message(trouble, serial, one.key)


def _hold(one: Field, serial: int | None, texts: dict[str, str]) -> str:
    """The key of a field's widget, which starts from the draft wherever the session has lost it."""
    held = state.widget_key(serial, one.key)
    if held not in st.session_state:
        st.session_state[held] = texts[one.key]
    return held


def _message(trouble: Trouble, serial: int | None, key: str) -> None:
    if message := trouble.at(serial, key):
        show.problem(message)


def _kept(found: dict[str, str]) -> None:
    if found:
        show.heading(KEPT, "pd-group", 4)
        show.facts(found)
