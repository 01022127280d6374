"""A real Chromium, and the app served as its users start it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).parents[2]
COMMAND = Path(os.environ.get("PERDOLLAR_COMMAND", Path(sys.executable).with_name("perdollar")))
"""What is tested: CI names the command of an installed wheel, else it is that of this environment."""
NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
STARTS_WITHIN = 60
PATIENCE = 20_000
"""Milliseconds that a busy machine may take for what happens at once on another."""

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    path = next((found for found in map(shutil.which, NAMES) if found), None)
    if path is None:
        if os.environ.get("PERDOLLAR_REQUIRE_BROWSER") == "1":
            pytest.fail("there is no Chromium, and PERDOLLAR_REQUIRE_BROWSER asks for one")
        pytest.skip("there is no Chromium; install one to run the browser tests")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@contextmanager
def _serving(
    start: list[str], log: Path, cwd: Path, port: int, more: Mapping[str, str] | None = None
) -> Iterator[str]:
    """The address of the app, served with `more` in its environment."""
    address = f"http://localhost:{port}"
    with log.open("wb") as output:
        server = subprocess.Popen(
            start, cwd=cwd, stdout=output, stderr=subprocess.STDOUT, env=os.environ | (more or {})
        )
    try:
        until = time.monotonic() + STARTS_WITHIN
        while not _healthy(address):
            if server.poll() is not None or time.monotonic() > until:
                pytest.fail(f"the app did not start:\n{log.read_text(errors='replace')}")
            time.sleep(0.1)
        yield address
    finally:
        server.terminate()
        try:
            server.wait(timeout=20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _healthy(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/_stcore/health", timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def checkout(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of `streamlit run app.py`."""
    port = _free_port()
    start = [sys.executable, "-m", "streamlit", "run", "app.py"]
    start += ["--server.port", str(port), "--server.headless", "true"]
    with _serving(start, tmp_path_factory.mktemp("checkout") / "log", ROOT, port) as address:
        yield address


@pytest.fixture(scope="module")
def installed(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of `perdollar ui`, started from a directory without a configuration."""
    port = _free_port()
    start = [str(COMMAND), "ui", "--port", str(port), "--no-browser"]
    elsewhere = tmp_path_factory.mktemp("installed")
    with _serving(start, elsewhere / "log", elsewhere, port) as address:
        yield address


@pytest.fixture
def beside_an_agent(chromium: Browser, tmp_path: Path) -> Iterator[str]:
    """Address of `perdollar ui` where Streamlit has something to advertise: to users of a coding agent."""
    port = _free_port()
    (tmp_path / "home" / ".claude").mkdir(parents=True)
    # It is shown only where Streamlit opens the browser itself; here that is a command that does nothing.
    more = {"HOME": str(tmp_path / "home"), "BROWSER": "true", "PATH": str(Path(sys.executable).parent)}
    start = [str(COMMAND), "ui", "--port", str(port)]
    with _serving(start, tmp_path / "log", tmp_path, port, more) as address:
        yield address


@pytest.fixture
def on_the_command_line() -> Callable[..., str]:
    """Runs the command, which must succeed, and gives what it printed."""

    def run(*arguments: str | Path) -> str:
        command = [str(COMMAND), *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True)
        return done.stdout

    return run


@pytest.fixture
def visit(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Opens the app at an address, as a new visitor, and waits for its answer and chart."""
    with ExitStack() as contexts:

        def opened(address: str, *, width: int = 1280, height: int = 800, dark: bool = False) -> Page:
            context = chromium.new_context(
                viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light"
            )
            contexts.callback(context.close)
            page = context.new_page()
            page.set_default_timeout(PATIENCE)
            page.goto(address)
            page.locator(".pd-answer").wait_for()
            page.locator(".js-plotly-plot .main-svg").first.wait_for()
            page.locator("[data-test-script-state=notRunning]").wait_for()
            return page

        yield opened
