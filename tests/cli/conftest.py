from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

import pricing_data
from calc.cli import main
from calc.version import __version__

GOLDEN = Path(__file__).parents[1] / "golden" / "cli"
SCENARIO = """\
perdollar: 1
unit: audio_second
options:
  gpu: {price: 10.49, throughput: [4210, 4188, 4235]}
  trn2: {price: 35.7608, throughput: [17010, 16890, 17120]}
"""


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str


@pytest.fixture
def perdollar(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Run a command in this process, as the installed command would."""

    def run(*arguments: object, stdin: bytes | None = None) -> Result:
        if stdin is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        return Result(code, *capsys.readouterr())

    return run


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    """A scenario file that is answered without a complaint."""
    path = tmp_path / "scenario.yaml"
    path.write_text(SCENARIO)
    return path


@pytest.fixture
def golden() -> Callable[[str, str], None]:
    """Compare with a golden file; PERDOLLAR_UPDATE_GOLDEN=1 writes it instead."""

    def check(name: str, text: str) -> None:
        path = GOLDEN / name
        text = text.replace(__version__, "VERSION")
        text = text.replace(pricing_data.CATALOGUE_VERSION, "CATALOGUE")
        text = text.replace(f"of {pricing_data.CATALOGUE_DATE}", "of CATALOGUE-DATE")
        if os.environ.get("PERDOLLAR_UPDATE_GOLDEN") == "1":
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8")

    return check
