"""Start the app from an installed wheel, with the settings that a checkout has in its config file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
SETTINGS: dict[str, Any] = {
    "browser.gatherUsageStats": False,
    "client.showErrorDetails": "none",
    "client.toolbarMode": "viewer",
    "server.address": "localhost",
    "server.enableXsrfProtection": True,
    "server.fileWatcherType": "none",
    "server.maxUploadSize": 5,
    "server.showEmailPrompt": False,
}
"""What the app asks of Streamlit, besides the theme: nothing is sent anywhere, no other machine can reach it
unless asked to (with no address, Streamlit also asks a service for its own), no error shows its inside."""


def settings() -> dict[str, Any]:
    """All settings of the app by their dotted names, theme included."""
    return SETTINGS | flat(tomllib.loads((HERE / "theme.toml").read_text(encoding="utf-8")))


def flat(table: Mapping[str, Any], above: str = "") -> dict[str, Any]:
    """A nested table as one level with dotted names."""
    found: dict[str, Any] = {}
    for key, value in table.items():
        found |= flat(value, f"{above}{key}.") if isinstance(value, Mapping) else {f"{above}{key}": value}
    return found


def run(*, host: str = "localhost", port: int = 8501, open_browser: bool = True) -> None:
    """Serve the app until it is interrupted."""
    import streamlit as st

    place = {"server.address": host, "server.port": port, "server.headless": not open_browser}
    st.App(HERE / "main.py").run(config=settings() | place)
