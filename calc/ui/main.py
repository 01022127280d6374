"""The script that Streamlit runs: the frame of the app and its pages."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from calc.ui import frame, session

HERE = Path(__file__).parent


def main() -> None:
    """Draw the page that is open."""
    st.set_page_config(page_title="perdollar", page_icon="⚖️", layout="wide")
    st.html(HERE / "page.css")
    open_page = st.navigation(list(frame.pages()), position="hidden")
    session.start()
    open_page.run()


if __name__ == "__main__":
    main()
