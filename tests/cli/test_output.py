"""Where an answer is written: never over what was read, whole or not at all, and never a crash."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from calc import cli
from calc.cli.output import Closed

Run = Callable[..., Any]
SOURCE = Path(cli.__file__).parents[2]
START = "import sys; from calc.cli import main; sys.exit(main())"
TODAY = ("--today", "2026-12-01")
FULL = Path("/dev/full")


@pytest.fixture
def folder(tmp_path: Path, scenario: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("how", ["itself", "symbolic link", "hard link", "another spelling"])
def test_a_scenario_is_never_replaced_by_its_answer(folder: Path, perdollar: Run, how: str) -> None:
    scenario, output = Path("scenario.yaml"), Path("out.yaml")
    before = scenario.read_text()
    if how == "symbolic link":
        output.symlink_to(scenario)
    elif how == "hard link":
        output.hardlink_to(scenario)
    else:
        output = scenario if how == "itself" else Path(f"../{folder.name}/scenario.yaml")
    done = perdollar("compare", scenario, "--output", output)
    assert (done.code, done.out) == (2, "")
    assert done.err == f"--output {output}: this would replace scenario.yaml; name another file\n"
    assert scenario.read_text() == before


def test_standard_input_from_a_file_is_not_replaced_either(folder: Path) -> None:
    before = Path("scenario.yaml").read_text()
    with Path("scenario.yaml").open("rb") as scenario:
        done = started("compare", "-", "--output", "scenario.yaml", stdin=scenario)
    assert done.returncode == 2
    assert b"this would replace standard input" in done.stderr
    assert Path("scenario.yaml").read_text() == before


def test_a_table_of_prices_is_not_replaced(folder: Path, perdollar: Run) -> None:
    Path("prices.csv").write_text("mine")
    done = perdollar("compare", "scenario.yaml", "--prices", "prices.csv", "--output", "prices.csv")
    assert done.code == 2
    assert Path("prices.csv").read_text() == "mine"


@pytest.mark.parametrize("output", ["x.json", "./x.json"])
def test_a_saved_scenario_and_its_answer_are_two_files(folder: Path, perdollar: Run, output: str) -> None:
    done = perdollar("quick", "a=1/1", "--save", "x.json", "--output", output)
    assert done.code == 2
    assert "this would replace x.json" in done.err
    assert not Path("x.json").exists()


def test_nothing_but_the_file_named_is_touched(folder: Path, perdollar: Run) -> None:
    Path("t.txt.part").write_text("mine")
    before = files(folder)
    assert perdollar("compare", "scenario.yaml", "--output", "t.txt").code == 0
    assert files(folder) == sorted([*before, "t.txt"])
    assert Path("t.txt.part").read_text() == "mine"


def test_a_file_that_cannot_be_finished_leaves_nothing_and_the_old_one(
    folder: Path, perdollar: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    Path("t.txt").write_text("old")
    before = files(folder)
    monkeypatch.setattr(Path, "replace", fail)
    done = perdollar("compare", "scenario.yaml", "--output", "t.txt")
    assert done.code == 2
    assert done.err == "t.txt: cannot be written: No space left on device; name another file\n"
    assert files(folder) == before
    assert Path("t.txt").read_text() == "old"


@pytest.mark.parametrize("there", [True, False])
def test_a_link_is_written_through(folder: Path, perdollar: Run, there: bool) -> None:
    if there:
        Path("real.txt").write_text("old")
    Path("link.txt").symlink_to("real.txt")
    assert perdollar("compare", "scenario.yaml", "--output", "link.txt").code == 0
    assert Path("link.txt").is_symlink()
    assert "trn2 buys" in Path("real.txt").read_text(encoding="utf-8")


def test_a_file_keeps_its_mode_and_a_new_one_gets_the_usual(folder: Path, perdollar: Run) -> None:
    Path("old.txt").write_text("old")
    Path("old.txt").chmod(0o600)
    Path("usual.txt").write_text("")
    for name in ("old.txt", "new.txt"):
        assert perdollar("compare", "scenario.yaml", "--output", name).code == 0
    assert stat.S_IMODE(Path("old.txt").stat().st_mode) == 0o600
    assert Path("new.txt").stat().st_mode == Path("usual.txt").stat().st_mode


WRITERS = [
    ("compare", "scenario.yaml", "--output"),
    ("new",),
    ("schema", "--output"),
    ("quick", "a=1/1", "--save"),
    ("quick", "a=1/1", "--output"),
]


@pytest.mark.parametrize("command", WRITERS, ids=" ".join)
@pytest.mark.parametrize("name", ["x" * 5000, "no/such/folder/x"])
def test_a_name_that_cannot_be_written_is_said_so(
    folder: Path, perdollar: Run, command: tuple[str, ...], name: str
) -> None:
    before = files(folder)
    done = perdollar(*command, name)
    assert (done.code, done.out) == (2, "")
    assert "cannot be written: " in done.err
    assert files(folder) == before


@pytest.mark.parametrize("command", [*WRITERS, ("compare",)], ids=" ".join)
def test_a_folder_that_may_not_be_entered_is_said_so(
    folder: Path, perdollar: Run, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    """As the system says it to those who are not root: every look into the folder is refused."""

    def refuse(of: Any) -> Any:
        def call(path: Any, *rest: Any, **named: Any) -> Any:
            if "closed" in os.fspath(path):
                raise PermissionError(13, "Permission denied", os.fspath(path))
            return of(path, *rest, **named)

        return call

    for function in ("stat", "open"):
        monkeypatch.setattr(Path, function, refuse(getattr(Path, function)))
    done = perdollar(*command, "closed/x.yaml")
    assert (done.code, done.out) == (2, "")
    assert done.err.splitlines()[-1].startswith("closed/x.yaml: ")
    assert "ermission" in done.err


@pytest.mark.parametrize("form", ["text", "markdown", "csv", "json"])
def test_a_name_that_is_no_text_is_shown_with_a_replacement(folder: Path, perdollar: Run, form: str) -> None:
    """Twice, so that the name is shown; and alone for json, which is one object."""
    odd = folder / os.fsdecode(b"caf\xe9.yaml")
    odd.write_text(Path("scenario.yaml").read_text())
    others = [] if form == "json" else ["scenario.yaml"]
    output = folder / os.fsdecode(b"\xe9.out")
    assert perdollar("compare", odd, *others, "--format", form, "--output", output).code == 0
    written = output.read_text(encoding="utf-8")
    assert ("caf\N{REPLACEMENT CHARACTER}.yaml" in written) is (form != "json")


def test_a_name_that_is_no_text_does_no_harm_in_a_plain_locale(folder: Path) -> None:
    odd = folder / os.fsdecode(b"caf\xe9.yaml")
    odd.write_text(Path("scenario.yaml").read_text())
    done = started("compare", str(odd), "scenario.yaml", "--format", "csv", env={"LC_ALL": "C"})
    assert (done.returncode, done.stderr) == (0, b"")


def started(*arguments: str, env: dict[str, str] | None = None, **streams: Any) -> Any:
    """The command in a process of its own, with streams of its own."""
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    return subprocess.run(
        [sys.executable, "-c", START, *arguments],
        env={**os.environ, "PYTHONPATH": str(SOURCE), **(env or {})},
        check=False,
        **streams,
    )


PRINTERS = [
    ("compare", "scenario.yaml"),
    ("quick", "a=1/1"),
    ("new", "--output", "-"),
    ("schema",),
    ("explain", "--list"),
    ("--version",),
    ("--help",),
    ("compare", "--help"),
]


@pytest.mark.skipif(not FULL.exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("command", PRINTERS, ids=" ".join)
def test_a_full_disk_behind_standard_output_is_2(folder: Path, command: tuple[str, ...]) -> None:
    with FULL.open("wb") as full:
        done = started(*command, stdout=full)
    assert done.returncode == 2
    assert done.stderr == b"standard output: cannot be written: No space left on device\n"


@pytest.mark.parametrize("command", PRINTERS, ids=" ".join)
def test_a_closed_standard_output_is_2(
    folder: Path, perdollar: Run, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    done = perdollar(*command)
    assert done.code == 2
    assert done.err == "standard output: cannot be written: it is closed\n"
    assert isinstance(sys.stdout, Closed)


@pytest.mark.skipif(not FULL.exists(), reason="there is no device that is always full")
def test_a_message_that_is_lost_changes_no_exit_code(folder: Path) -> None:
    with FULL.open("wb") as full:
        assert started("compare", "missing.yaml", stderr=full).returncode == 2


def test_a_closed_standard_error_changes_no_exit_code(
    folder: Path, perdollar: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    assert perdollar("compare", "missing.yaml").code == 2


def test_messages_cannot_drive_the_terminal(folder: Path, perdollar: Run) -> None:
    done = perdollar("compare", "no\x1b]0;evil\x07.yaml")
    assert done.code == 2
    assert [char for char in done.err if char != "\n" and not char.isprintable()] == []
