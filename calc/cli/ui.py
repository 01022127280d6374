"""`perdollar ui`: the app in the browser."""

from __future__ import annotations

from typing import Annotated

import typer


def ui(
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port to listen on.")] = 8501,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "localhost",
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")] = True,
) -> None:
    """Open the app in the browser.

    Example: perdollar ui --port 8501
    """
    from calc.ui.launch import run

    run(host=host, port=port, open_browser=browser)
