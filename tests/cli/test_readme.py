"""The manual cannot rot: every command of the README runs, and prints what the README shows."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from calc import examples

README = Path(__file__).parents[2] / "README.md"
ELIDED = "..."
PRICES = """\
instance_type,region,purchase,usd_per_hour,as_of
g6e.12xlarge,us-east-2,on_demand,10.49,2026-11-01
"""


def blocks(language: str) -> list[str]:
    text = README.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def scenarios() -> list[str]:
    """The scenario of the README, and the price that may stand in it."""
    return blocks("yaml")


def sessions() -> Iterator[list[tuple[str, list[str]]]]:
    """Each console block as its commands, each with the output shown below it."""
    for block in blocks("console"):
        session: list[tuple[str, list[str]]] = []
        for line in block.splitlines():
            if line.startswith("$ "):
                session.append((line[2:], []))
            elif session:
                session[-1][1].append(line)
        yield session


def test_the_readme_shows_at_least_one_command_with_its_output() -> None:
    assert any(output for session in sessions() for _, output in session)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a reader works: with measurements and a table of prices of their own, without a scenario yet."""
    (tmp_path / "my_prices.csv").write_text(PRICES)
    (tmp_path / "runs").mkdir()
    for name in ("monday", "tuesday"):
        (tmp_path / "runs" / f"{name}.yaml").write_text(examples.text(examples.DEFAULT))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("session", list(sessions()), ids=lambda session: session[0][0][:60])
def test_every_command_succeeds_and_prints_what_is_shown(
    session: list[tuple[str, list[str]]], perdollar: Callable[..., Any], folder: Path
) -> None:
    if not any(command.startswith("perdollar new ") for command, _ in session):
        (folder / "scenario.yaml").write_text(scenarios()[0])
    for command, output in session:
        program, *arguments = shlex.split(command)
        assert program == "perdollar"
        printed = perdollar(*arguments)
        assert printed.code == 0, printed.err
        if not output:
            continue
        shown = "\n".join(output).rstrip()
        text = (printed.out + printed.err).rstrip()
        if output[-1] == ELIDED:
            shown = "\n".join(output[:-1]).rstrip()
            text = text[: len(shown)]
        assert text == shown


def test_the_scenario_is_answered_also_with_its_price_looked_up(
    perdollar: Callable[..., Any], folder: Path
) -> None:
    scenario, lookup = scenarios()
    own = re.compile(r"^ +price: \{usd_per_hour.*\n", re.MULTILINE)
    assert own.search(scenario)
    for text in (scenario, own.sub(lambda _: lookup, scenario)):
        (folder / "scenario.yaml").write_text(text)
        printed = perdollar("compare", "scenario.yaml", "--today", "2026-12-01")
        assert printed.code == 0, printed.err
        assert "trn2 buys" in printed.out


def test_the_python_example_runs() -> None:
    (code,) = blocks("python")
    names: dict[str, Any] = {}
    exec(code, names)
    assert list(names["answer"].options) == ["gpu", "trn2"]
    assert names["answer"].options["trn2"].vs_baseline.verdict == "dearer"
