"""What holds for every command: exit codes, errors, pipes, the start."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from calc import cli, notices
from calc.version import __version__

Run = Callable[..., Any]
SOURCE = Path(cli.__file__).parents[2]
START = "import sys; from calc.cli import main; sys.exit(main())"


def python(code: str, *arguments: str, **options: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        cwd=SOURCE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **options,
    )


def test_version(perdollar: Run) -> None:
    assert perdollar("--version").out == f"perdollar {__version__}\n"


def test_the_help_of_compare_has_the_exit_codes(perdollar: Run) -> None:
    shown = perdollar("compare", "--help").out
    assert "Compare the options of scenario files." in shown
    assert "3 no valid comparison" in " ".join(shown.split())


def test_no_command_shows_the_help(perdollar: Run) -> None:
    done = perdollar()
    assert "compare" in done.out + done.err


@pytest.mark.parametrize("command", ["read", "claims", "fit", "buckets", "diff", "sweep", "nonsense"])
def test_a_command_that_does_not_exist_is_a_usage_error(perdollar: Run, command: str) -> None:
    done = perdollar(command)
    assert (done.code, done.out) == (2, "")
    assert "No such command" in done.err


def test_an_unexpected_error_is_one_line_without_a_traceback(
    perdollar: Run, scenario: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a fault\nof ours")

    monkeypatch.delenv("PERDOLLAR_DEBUG", raising=False)
    monkeypatch.setattr("calc.answer.compare", fail)
    done = perdollar("compare", scenario)
    assert done.code == 70
    assert done.err.startswith("internal error: ZeroDivisionError: a fault of ours; please report it")
    assert len(done.err.splitlines()) == 1
    monkeypatch.setenv("PERDOLLAR_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        cli.main(["compare", str(scenario)])


def test_control_c_is_quiet(perdollar: Run, scenario: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("calc.answer.compare", interrupt)
    done = perdollar("compare", scenario)
    assert (done.code, done.out, done.err) == (130, "", "")


def test_a_reader_that_has_gone_is_no_error(scenario: Path) -> None:
    process = python(START, "compare", str(scenario))
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert process.wait() == 0
    assert errors == b""


def test_a_terminal_without_unicode_gets_question_marks(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_text(
        "name: 字 é\nunit: image\noptions: {gpu: {price: 1, throughput: [1, 2]}}", encoding="utf-8"
    )
    process = python(
        START, "compare", str(path), env={"PYTHONIOENCODING": "ascii", "PYTHONPATH": str(SOURCE)}
    )
    out, errors = process.communicate()
    assert (process.returncode, errors) == (0, b"")
    assert out.startswith(b"? ?\n")


def test_the_start_pays_for_no_heavy_library(scenario: Path) -> None:
    code = (
        "import sys; from calc.cli import main; main(); "
        "heavy = {'pandas', 'plotly', 'streamlit', 'openpyxl', 'rich', 'scipy.stats'}; "
        "print(*heavy & set(sys.modules), file=sys.stderr)"
    )
    process = python(code, "compare", str(scenario))
    out, errors = process.communicate()
    assert b"trn2 buys" in out
    assert errors.strip() == b""


def test_explain_tells_what_a_notice_means(perdollar: Run) -> None:
    done = perdollar("explain", "single_run")
    assert (done.code, done.err) == (0, "")
    assert done.out == notices.explain("single_run")


def test_explain_lists_every_code(perdollar: Run) -> None:
    listed = perdollar("explain", "--list").out
    assert [line.split()[0] for line in listed.splitlines()] == list(notices.codes())


@pytest.mark.parametrize("arguments", [[], ["nonsense"]])
def test_explain_without_a_known_code_is_2(perdollar: Run, arguments: list[str]) -> None:
    done = perdollar("explain", *arguments)
    assert (done.code, done.out) == (2, "")


@pytest.mark.parametrize(
    ("arguments", "asked"),
    [
        ([], {"host": "localhost", "port": 8501, "open_browser": True}),
        (
            ["--port", "9000", "--host", "0.0.0.0", "--no-browser"],
            {"host": "0.0.0.0", "port": 9000, "open_browser": False},
        ),
    ],
)
def test_ui_hands_over_to_the_app(
    perdollar: Run, monkeypatch: pytest.MonkeyPatch, arguments: list[str], asked: dict[str, Any]
) -> None:
    calls: list[dict[str, Any]] = []
    monkeypatch.setattr("calc.ui.launch.run", lambda **given: calls.append(given))
    assert perdollar("ui", *arguments).code == 0
    assert calls == [asked]


def test_ui_refuses_a_port_that_cannot_be(perdollar: Run) -> None:
    assert perdollar("ui", "--port", "99999").code == 2
