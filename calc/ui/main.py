"""The script that Streamlit runs: the frame of the app and its pages."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

HERE = Path(__file__).parent


def main() -> None:
    """Draw the page that is open."""
    st.set_page_config(page_title="perdollar", page_icon="⚖️", layout="wide")
    st.html(HERE / "page.css")
    compare = st.Page(HERE / "pages" / "compare.py", title="Compare", default=True)
    st.navigation([compare], position="hidden").run()


if __name__ == "__main__":
    main()
