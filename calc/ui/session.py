"""What one visitor's session holds, and what the buttons do to it. Visitors share nothing."""

from __future__ import annotations

import datetime
from itertools import count
from typing import Any

import streamlit as st

from calc import examples
from calc.errors import InputError
from calc.sources.book import PriceBook
from calc.ui import fields, own_table, state
from calc.ui.own_table import OwnTable
from calc.ui.state import Draft
from pricing_data import Rate

DRAFT, SERIALS, UPLOADS, REFUSED = "draft", "serials", "uploads", "refused"
"""Keys of the session: what is edited, the numbers not yet used, uploads so far, and the last one's error."""
OWN, OWN_REFUSED, USED = "own", "own-refused", "used"
"""The visitor's own table, why the last one was not taken, and what was last used in the comparison."""
OPENED = "opened"
"""The cards whose details were opened by an error in them; fixing it does not shut them."""
EXAMPLE = "example"
VIEW = {
    "quantity": "units_per_usd",
    "show-withheld": False,
    "prices/search": "",
    "prices/purchase": [],
    "prices/region": [],
    "prices/past": False,
    "prices/history": None,
}
"""What is looked at, and how at first: it stays while the other page is open."""


def start() -> None:
    """Make what every page needs, and keep what the other page has chosen to look at."""
    if DRAFT not in st.session_state:
        st.session_state.update(
            {SERIALS: count(1), UPLOADS: 0, REFUSED: None, OWN: None, OWN_REFUSED: None, USED: None}
        )
        st.session_state[OPENED] = set()
        st.session_state[DRAFT] = state.open_example(
            examples.DEFAULT, st.session_state[SERIALS], prices=book(), today=today()
        )
    for key, first in VIEW.items():
        # Set in the session, and not only by its widget, it outlives the widget.
        st.session_state[key] = st.session_state.get(key, first)
    state.gather(draft(), st.session_state)


def today() -> datetime.date:
    """The day: the only place where the app reads the clock."""
    return datetime.date.today()


def draft() -> Draft:
    """What the visitor is editing; at first, the worked example."""
    found: Draft = st.session_state[DRAFT]
    return found


def own() -> OwnTable | None:
    """The visitor's own table of prices."""
    found: OwnTable | None = st.session_state[OWN]
    return found


def book() -> PriceBook:
    """The prices to look up: the catalogue, behind the visitor's own table."""
    mine = own()
    return PriceBook() if mine is None else mine.book


def add_option() -> None:
    """Add an empty option."""
    _gathered().add(next(st.session_state[SERIALS]))


def remove_option(serial: int) -> None:
    """Take an option out; a comparison whose baseline it was falls back on the first."""
    edited = _gathered()
    was_baseline = edited.baseline.serial == serial
    edited.remove(serial)
    if was_baseline:
        chosen = str(edited.cards[0].serial)
        edited.texts[fields.BASELINE] = chosen
        st.session_state[state.widget_key(None, fields.BASELINE)] = chosen


def use_price(rate: Rate, serial: int | None) -> None:
    """Look the price of an option (None: of a new one) up where this rate stands."""
    edited = _gathered()
    card = edited.add(next(st.session_state[SERIALS])) if serial is None else edited.card(serial)
    card.take(rate)
    for key in [key for key in st.session_state if str(key).startswith(state.widget_key(card.serial, ""))]:
        del st.session_state[key]
    st.session_state[USED] = (card.serial, rate)


def used() -> tuple[int, Rate] | None:
    """The card whose price was set just now, and to what; said once."""
    found: tuple[int, Rate] | None = st.session_state[USED]
    st.session_state[USED] = None
    return found


def open_example() -> None:
    """Replace what is edited by the example that was chosen."""
    _replace(
        state.open_example(st.session_state[EXAMPLE], st.session_state[SERIALS], prices=book(), today=today())
    )


def open_empty() -> None:
    """Replace what is edited by two options that say nothing yet."""
    _replace(state.open_empty(st.session_state[SERIALS], prices=book(), today=today()))


def stays_open(serial: int | None, *, wrong: bool) -> bool:
    """Whether the details of a card (None: of the scenario) are open: from their first error on."""
    opened: set[int | None] = st.session_state[OPENED]
    if wrong:
        opened.add(serial)
    return serial in opened


def state_price(serial: int) -> None:
    """Take over into a lookup that says nothing yet what is known of the price that was typed in."""
    card = _gathered().card(serial)
    card.take_over(book())
    for one in fields.LOOKUP:
        st.session_state[state.widget_key(serial, one.key)] = card.texts[one.key]


def take_upload() -> None:
    """Replace what is edited by the file that was uploaded; a file that will not do changes nothing."""
    uploaded: Any = st.session_state[upload_key("scenario")]
    if uploaded is None:
        return
    try:
        opened = state.open_file(
            uploaded.getvalue(), uploaded.name, st.session_state[SERIALS], prices=book(), today=today()
        )
    except InputError as error:
        st.session_state[REFUSED] = str(error)
    else:
        _replace(opened)
    _empty_uploader()


def take_table() -> None:
    """Put the table that was uploaded in front of the catalogue; one that will not do changes nothing."""
    uploaded: Any = st.session_state[upload_key("table")]
    if uploaded is None:
        return
    try:
        st.session_state[OWN] = own_table.read(
            uploaded.getvalue(), uploaded.name[-state.LONGEST_NAME :], today(), own()
        )
    except InputError as error:
        st.session_state[OWN_REFUSED] = str(error)
    else:
        st.session_state[OWN_REFUSED] = None
    _empty_uploader()


def remove_table() -> None:
    """Take the visitor's own table away."""
    st.session_state[OWN] = st.session_state[OWN_REFUSED] = None


def upload_key(what: str) -> str:
    """The key of the uploader that is on the page now."""
    return f"upload/{what}/{st.session_state[UPLOADS]}"


def refused() -> str | None:
    """Why the last scenario file was not taken."""
    why: str | None = st.session_state[REFUSED]
    return why


def table_refused() -> str | None:
    """Why the last table was not taken."""
    why: str | None = st.session_state[OWN_REFUSED]
    return why


def _empty_uploader() -> None:
    """A new key empties the uploader, so that a file is taken once and not again at every change."""
    st.session_state[UPLOADS] += 1


def _gathered() -> Draft:
    state.gather(draft(), st.session_state)
    return draft()


def _replace(opened: Draft) -> None:
    st.session_state[DRAFT] = opened
    st.session_state[REFUSED] = None
    st.session_state[OPENED] = set()
    for key in [key for key in st.session_state if str(key).startswith("scenario/")]:
        del st.session_state[key]
