"""YAML 1.2 to plain data, from the parser's events: no tags, no duplicate keys, no bombs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from calc.errors import InputError, Problem
from calc.intake.numbers import PLAIN, exact
from calc.load.document import MAX_DEPTH, MAX_VALUES, Document, Path, too_deep, too_many

_WORDS = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_NOT_FINITE = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")


def plain_scalar(text: str) -> Any:
    """What an unquoted scalar means: nothing, a truth value, a number with its digits, or text.

    The core schema of YAML 1.2 without its octal and hexadecimal numbers; ``010`` stays text too.
    """
    if text in _WORDS:
        return _WORDS[text]
    if PLAIN.fullmatch(text):
        return exact(text)
    if _NOT_FINITE.fullmatch(text):
        return exact(text.replace(".", ""))
    return text


@dataclass(slots=True)
class _Open:
    """A mapping or a list that is being read."""

    value: dict[str, Any] | list[Any]
    path: Path
    line: int
    anchor: str | None
    nodes: int = 1
    key: str | None = None
    key_lines: dict[str, int] = field(default_factory=dict)


class _Builder:
    """Builds the data from the events, without recursion."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.lines: dict[Path, int] = {}
        self.stack: list[_Open] = []
        self.anchors: dict[str, tuple[Any, int]] = {}
        self.nodes = 0
        self.documents = 0
        self.result: Any = None

    def take(self, event: Any) -> None:
        """Take the parser's next event."""
        line = event.start_mark.line + 1
        kind = type(event).__name__
        if getattr(event, "ctag", None) is not None:
            tag = str(event.tag).replace("tag:yaml.org,2002:", "!!")
            raise self.fail(f"the tag {tag} is not allowed; write the value alone", line)
        if kind == "ScalarEvent":
            self.scalar(event.value, event.implicit[0], line, event.anchor)
        elif kind == "MappingStartEvent":
            self.open({}, line, event.anchor)
        elif kind == "SequenceStartEvent":
            self.open([], line, event.anchor)
        elif kind in ("MappingEndEvent", "SequenceEndEvent"):
            self.close()
        elif kind == "AliasEvent":
            self.alias(event.anchor, line)
        elif kind == "DocumentStartEvent":
            self.documents += 1
            if self.documents > 1:
                raise self.fail("a second document begins here; write one scenario per file", line)

    def fail(self, what: str, line: int) -> InputError:
        return InputError([Problem(what, line=line)], source=self.source)

    def place(self, line: int) -> Path:
        """Where the next value goes; remembers its line."""
        if not self.stack:
            return ()
        top = self.stack[-1]
        if isinstance(top.value, list):
            path = (*top.path, len(top.value))
            self.lines[path] = line
            return path
        assert top.key is not None
        return (*top.path, top.key)

    def count(self, nodes: int, line: int) -> None:
        self.nodes += nodes
        if self.nodes > MAX_VALUES:
            raise too_many(self.source, line)

    def add(self, value: Any, nodes: int, anchor: str | None) -> None:
        if anchor:
            self.anchors[anchor] = (value, nodes)
        if not self.stack:
            self.result = value
            return
        top = self.stack[-1]
        top.nodes += nodes
        if isinstance(top.value, list):
            top.value.append(value)
        else:
            assert top.key is not None
            top.value[top.key] = value
            top.key = None

    def expects_key(self) -> bool:
        return bool(self.stack) and isinstance(self.stack[-1].value, dict) and self.stack[-1].key is None

    def set_key(self, key: str, line: int) -> None:
        top = self.stack[-1]
        if key in top.key_lines:
            raise self.fail(
                f"the key {key[:60]!r} is already written on line {top.key_lines[key]}; keep one", line
            )
        top.key_lines[key] = line
        top.key = key
        self.lines[(*top.path, key)] = line

    def open(self, value: dict[str, Any] | list[Any], line: int, anchor: str | None) -> None:
        if self.expects_key():
            raise self.fail("a key must be a word; put text that holds braces in quotes", line)
        if len(self.stack) == MAX_DEPTH:
            raise too_deep(self.source, line)
        self.count(1, line)
        if anchor:
            self.anchors.pop(anchor, None)
        self.stack.append(_Open(value, self.place(line), line, anchor))

    def close(self) -> None:
        done = self.stack.pop()
        self.add(done.value, done.nodes, done.anchor)

    def scalar(self, text: str, plain: bool, line: int, anchor: str | None) -> None:
        self.count(1, line)
        if self.expects_key():
            self.set_key(text, line)
            return
        self.place(line)
        self.add(plain_scalar(text) if plain else text, 1, anchor)

    def alias(self, anchor: str, line: int) -> None:
        if self.expects_key():
            raise self.fail("a key must be a word, not an alias", line)
        if anchor not in self.anchors:
            raise self.fail(f"*{anchor} refers to nothing that is complete above it", line)
        value, nodes = self.anchors[anchor]
        self.count(nodes, line)
        self.place(line)
        self.add(value, nodes, None)


def parse_yaml(text: str, source: str) -> Document:
    """YAML 1.2, with every number a Decimal and every key its text; dates stay text."""
    builder = _Builder(source)
    for event in _events(text, source):
        builder.take(event)
    return Document(builder.result, builder.lines)


def _events(text: str, source: str) -> Iterator[Any]:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    try:
        yield from YAML(typ="safe", pure=True).parse(text)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        what = f"this is not YAML: {_explain(error.problem or error.context or 'it cannot be read')}"
        raise InputError([Problem(what, line=mark.line + 1 if mark else None)], source=source) from None
    except YAMLError as error:
        what = " ".join(str(error).split())[:200]
        raise InputError(f"this is not YAML: {what}", source=source) from None
    except (ValueError, OverflowError):  # chr() of an escape that is no character
        raise InputError(
            "this is not YAML: an escape such as \\U names no character", source=source
        ) from None


def _explain(problem: str) -> str:
    if "'\\t'" in problem:
        return "there is a tab; indent with spaces"
    if "mapping values are not allowed" in problem:
        return "a second ': ' stands here; put text that holds ': ' in quotes, or check the indentation"
    return problem
