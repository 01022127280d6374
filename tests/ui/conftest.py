"""The page, driven without a browser."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

APP = Path(__file__).parents[2] / "app.py"


class Visit:
    """What a visitor sees and does. Cards are numbered from 1 as they come."""

    def __init__(self) -> None:
        self.app = AppTest.from_file(str(APP), default_timeout=30).run()

    @property
    def html(self) -> str:
        return "\n".join(element.proto.body for element in self.app.get("html"))

    def texts(self, kind: str) -> list[str]:
        """The texts of every element of a class of page.css."""
        found = re.findall(rf'<(\w+) class="{kind}"[^>]*>(.*?)</\1>', self.html, re.DOTALL)
        return [html.unescape(re.sub(r"<[^>]*>", "", inner)) for _, inner in found]

    @property
    def answer(self) -> str:
        return self.texts("pd-answer")[0]

    @property
    def problems(self) -> list[str]:
        return self.texts("pd-problem")

    @property
    def stale(self) -> list[str]:
        return self.texts("pd-stale")

    @property
    def saved(self) -> str:
        """What the save button would download."""
        return str(self.app.session_state["draft"].saved())

    def type(self, card: int | str, field: str, text: str) -> None:
        key = f"{card}/{field}"
        kinds: list[Any] = [self.app.text_input, self.app.text_area]
        (widget,) = [found for kind in kinds for found in kind if found.key == key]
        widget.set_value(text).run()

    def choose(self, card: int | str, field: str, value: str) -> None:
        self.app.selectbox(key=f"{card}/{field}").set_value(value).run()

    def state_price(self, card: int, how: str) -> None:
        """Say that the price of a card is "typed" or from the "catalogue"."""
        (control,) = [found for found in self.app.get("button_group") if found.key == f"{card}/how"]
        control.set_value(how).run()

    def look_up(self, card: int, **choices: str) -> None:
        """Look the price of a card up by these choices, in their order."""
        self.state_price(card, "catalogue")
        for name, value in choices.items():
            self.choose(card, f"price.catalogue.{name}", value)

    def open(self, page: str) -> None:
        """Go to a page: compare or prices."""
        self.app.switch_page(f"calc/ui/pages/{page}.py").run()

    def search(self, text: str) -> None:
        self.app.text_input(key="prices/search").set_value(text).run()

    def press(self, key: str) -> None:
        self.app.button(key=key).click().run()

    def upload(self, name: str, content: str | bytes) -> None:
        data = content.encode() if isinstance(content, str) else content
        self.app.file_uploader[0].set_value((name, data, "application/octet-stream")).run()


@pytest.fixture
def visit() -> Visit:
    return Visit()


@pytest.fixture
def new_visit() -> Callable[[], Visit]:
    return Visit


@pytest.fixture
def downloads(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What each download button holds, by its key, as of the last run of the page."""
    import streamlit

    held: dict[str, str] = {}
    button = streamlit.download_button

    def holding(label: str, data: bytes, *, key: str, **more: Any) -> bool:
        held[key] = data.decode()
        return button(label, data, key=key, **more)

    monkeypatch.setattr(streamlit, "download_button", holding)
    return held
