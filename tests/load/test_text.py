from __future__ import annotations

import os
import sys
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from calc.errors import InputError, Problem
from calc.load import load_scenario, parse_scenario

Refuse = Callable[..., tuple[Problem, ...]]


@pytest.mark.parametrize(
    ("data", "line", "says"),
    [
        (b"", None, "this is empty"),
        (b" \n\n", None, "this is empty"),
        (b"\xef\xbb\xbf", None, "this is empty"),
        ("unit: image".encode("utf-16"), None, "this is UTF-16 text; save it as UTF-8"),
        ("unit: image".encode("utf-32"), None, "this is UTF-32 text; save it as UTF-8"),
        ("unit: image".encode("utf-16-le"), None, "byte 1 is zero"),
        (b"unit: image\nname: caf\xe9\n", 2, "byte 21 (0xe9) is not UTF-8; save it as UTF-8"),
        (b"\x89PNG\r\n\x1a\n\0\0", None, "this is not text"),
        (b"#" * 5_000_001, None, "larger than 5 MB"),
        (b"# only a comment\n", None, "nothing is not a scenario"),
    ],
)
def test_what_is_not_utf_8_text_is_refused(
    problems: Refuse, data: bytes, line: int | None, says: str
) -> None:
    (problem,) = problems(data)
    assert says in problem.what
    assert problem.line == line


def test_a_byte_order_mark_is_accepted(example: str) -> None:
    assert parse_scenario(b"\xef\xbb\xbf" + example.encode()) == parse_scenario(example)


def test_windows_line_ends_are_accepted(example: str) -> None:
    assert parse_scenario(example.replace("\n", "\r\n")) == parse_scenario(example)


@pytest.mark.parametrize("name", ["s.yaml", "s.yml", "s", "s.txt", "S.YAML"])
def test_a_file_is_yaml_unless_its_suffix_says_otherwise(tmp_path: Path, example: str, name: str) -> None:
    path = tmp_path / name
    path.write_text(example)
    assert load_scenario(path) == load_scenario(str(path)) == parse_scenario(example)


def test_a_format_beats_the_suffix(tmp_path: Path, example: str) -> None:
    path = tmp_path / "s.json"
    path.write_text(example)
    assert load_scenario(path, format="yaml") == parse_scenario(example)


def test_an_unknown_format_is_refused(example: str) -> None:
    with pytest.raises(InputError, match="unknown format 'yml'; did you mean yaml"):
        parse_scenario(example, format="yml")  # type: ignore[arg-type]


def test_a_dict_is_accepted() -> None:
    scenario = load_scenario(
        {"unit": "image", "options": {"a": {"price": 1.5, "throughput": [1, 2]}}},
    )
    throughput = scenario.options["a"].throughput
    assert throughput.per_second is not None
    assert [float(rate) for rate in throughput.per_second] == [1.0, 2.0]


def test_any_mapping_is_a_dict_and_a_scenario_is_itself(example: str) -> None:
    option = MappingProxyType({"price": MappingProxyType({"usd_per_hour": 2}), "throughput": (1, 2)})
    runs = {"runs": [MappingProxyType({"units": 1, "seconds": 2})]}
    options = OrderedDict(a=option, b={"price": 1, "throughput": runs})
    scenario = load_scenario(MappingProxyType({"unit": "image", "options": MappingProxyType(options)}))
    assert scenario == load_scenario(
        {
            "unit": "image",
            "options": {"a": {"price": {"usd_per_hour": 2}, "throughput": [1, 2]}, "b": options["b"]},
        }
    )
    assert load_scenario(scenario) is scenario


def test_a_mapping_that_holds_itself_is_refused() -> None:
    data: dict[str, object] = {"unit": "image"}
    data["options"] = {"a": MappingProxyType(data)}
    with pytest.raises(InputError, match="nested more than 50 levels"):
        load_scenario(data)


@pytest.mark.parametrize("nothing", [None, 42, [], b"x", object()])
def test_what_states_no_scenario_is_refused(nothing: Any) -> None:
    with pytest.raises(InputError, match="give the path of a file, a dict"):
        load_scenario(nothing)


def test_no_name_is_no_file() -> None:
    with pytest.raises(InputError, match="'' is not the name of a file"):
        load_scenario("")


def test_the_name_of_a_file_cannot_drive_a_terminal() -> None:
    with pytest.raises(InputError) as caught:
        load_scenario("fi\x1b[31mle\n2\udce9\u202e.yaml")
    assert str(caught.value) == r"fi\x1b[31mle\n2\udce9\u202e.yaml: there is no such file"


def says(path: str | os.PathLike[str]) -> str:
    with pytest.raises(InputError) as caught:
        load_scenario(path)
    assert caught.value.source == str(path)
    return str(caught.value)


def test_files_that_cannot_be_read_are_said_so(tmp_path: Path) -> None:
    huge = tmp_path / "huge.yaml"
    with huge.open("wb") as file:
        file.truncate(200_000_000)
    assert "larger than 5 MB" in says(huge)
    assert "no such file" in says(tmp_path / "none.yaml")
    assert "a directory" in says(tmp_path)
    assert "cannot be read" in says("a\0b")
    assert "cannot be read" in says("x" * 5000)
    assert "cannot be read" in says(huge / "inside.yaml")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no /dev/zero")
def test_an_endless_stream_is_not_read_to_its_end() -> None:
    assert "larger than 5 MB" in says("/dev/zero")


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_said_so(tmp_path: Path) -> None:
    path = tmp_path / "secret.yaml"
    path.write_text("unit: image")
    path.chmod(0)
    assert "no permission" in says(path)
