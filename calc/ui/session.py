"""What one visitor's session holds, and what the buttons do to it. Visitors share nothing."""

from __future__ import annotations

from itertools import count
from typing import Any

import streamlit as st

from calc import examples
from calc.errors import InputError
from calc.ui import fields, state
from calc.ui.state import Draft

DRAFT, SERIALS, UPLOADS, REFUSED = "draft", "serials", "uploads", "refused"
"""Keys of the session: what is edited, the numbers not yet used, uploads so far, and the last one's error."""
EXAMPLE = "example"


def draft() -> Draft:
    """What the visitor is editing; at first, the worked example."""
    if DRAFT not in st.session_state:
        st.session_state[SERIALS] = count(1)
        st.session_state[UPLOADS] = 0
        st.session_state[REFUSED] = None
        st.session_state[DRAFT] = state.open_example(examples.DEFAULT, st.session_state[SERIALS])
    found: Draft = st.session_state[DRAFT]
    state.gather(found, st.session_state)
    return found


def add_option() -> None:
    """Add an empty option."""
    draft().add(next(st.session_state[SERIALS]))


def remove_option(serial: int) -> None:
    """Take an option out; a comparison whose baseline it was falls back on the first."""
    edited = draft()
    was_baseline = edited.baseline.serial == serial
    edited.remove(serial)
    if was_baseline:
        chosen = str(edited.cards[0].serial)
        edited.texts[fields.BASELINE] = chosen
        st.session_state[state.widget_key(None, fields.BASELINE)] = chosen


def open_example() -> None:
    """Replace what is edited by the example that was chosen."""
    _replace(state.open_example(st.session_state[EXAMPLE], st.session_state[SERIALS]))


def take_upload() -> None:
    """Replace what is edited by the file that was uploaded; a file that will not do changes nothing."""
    uploaded: Any = st.session_state[upload_key()]
    if uploaded is None:
        return
    try:
        opened = state.open_file(uploaded.getvalue(), uploaded.name, st.session_state[SERIALS])
    except InputError as error:
        st.session_state[REFUSED] = str(error)
    else:
        _replace(opened)
    # A new key empties the uploader, so that the file is taken once and not again at every change.
    st.session_state[UPLOADS] += 1


def upload_key() -> str:
    """The key of the uploader that is on the page now."""
    return f"upload/{st.session_state[UPLOADS]}"


def refused() -> str | None:
    """Why the last file was not taken."""
    why: str | None = st.session_state[REFUSED]
    return why


def _replace(opened: Draft) -> None:
    st.session_state[DRAFT] = opened
    st.session_state[REFUSED] = None
    for key in [key for key in st.session_state if str(key).startswith("scenario/")]:
        del st.session_state[key]
