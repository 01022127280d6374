"""What stands on top of every page: what this is, and the way to the other page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from calc.ui import show

if TYPE_CHECKING:
    from streamlit.navigation.page import StreamlitPage

TAGLINE = "units of work per dollar, from your own measurements and prices"
PAGES = Path(__file__).parent / "pages"


def pages() -> tuple[StreamlitPage, ...]:
    """The pages, the first one first."""
    return (
        st.Page(PAGES / "compare.py", title="Compare", default=True),
        st.Page(PAGES / "prices.py", title="Prices", url_path="prices"),
    )


@contextmanager
def head() -> Iterator[None]:
    """The top row; what is drawn within stands at its end."""
    with st.container(horizontal=True, vertical_alignment="center", key="head"):
        show.brand("perdollar", TAGLINE)
        for page in pages():
            st.page_link(page)
        yield
