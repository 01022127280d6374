"""The manual cannot rot: every command of the README runs, and prints what the README shows."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

README = Path(__file__).parents[2] / "README.md"
ELIDED = "..."


def sessions() -> Iterator[list[tuple[str, list[str]]]]:
    """Each console block as its commands, each with the output shown below it."""
    for block in re.findall(
        r"^```console\n(.*?)^```", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    ):
        session: list[tuple[str, list[str]]] = []
        for line in block.splitlines():
            if line.startswith("$ "):
                session.append((line[2:], []))
            elif session:
                session[-1][1].append(line)
        yield session


def test_the_readme_shows_at_least_one_command_with_its_output() -> None:
    assert any(output for session in sessions() for _, output in session)


@pytest.mark.parametrize("session", list(sessions()), ids=lambda session: session[0][0][:60])
def test_what_the_readme_shows_is_what_is_printed(
    session: list[tuple[str, list[str]]],
    perdollar: Callable[..., Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    for command, output in session:
        program, *arguments = shlex.split(command)
        if program != "perdollar":
            continue
        printed = perdollar(*arguments)
        if not output:
            continue
        shown = "\n".join(output).rstrip()
        text = (printed.out + printed.err).rstrip()
        if output[-1] == ELIDED:
            shown = "\n".join(output[:-1]).rstrip()
            text = text[: len(shown)]
        assert text == shown
