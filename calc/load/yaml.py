"""YAML 1.2 to plain data, from the parser's events: no tags, no duplicate keys, no bombs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from calc.errors import InputError, Problem
from calc.intake.numbers import PLAIN, exact, read_decimal
from calc.load.document import MAX_DEPTH, MAX_VALUES, Document, Path, too_deep, too_many

_WORDS = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INDENT = (
    "check the indentation: keys of one mapping begin in one column, and what belongs to a key further right"
)
_PLAINLY = (
    ("'\\t'", "there is a tab; indent with spaces"),
    (
        "mapping values are not allowed",
        "a second ': ' stands here; put text that holds ': ' in quotes, or check the indentation",
    ),
    (
        "expected <block end>, but found '<scalar>'",
        "text follows a closing quote; in single quotes write a quote twice, as in 'it''s'",
    ),
    ("expected <block end>, but found '-'", f"a list item stands among keys; {_INDENT}"),
    ("expected <block end>, but found '<block", f"this line fits nothing above it; {_INDENT}"),
    ("expected <block end>, but found '?'", f"a key stands among list items; {_INDENT}"),
    ("expected '<document start>'", f"this line fits nothing above it; {_INDENT}"),
    ("sequence entries are not allowed", "begin a list on a new line below its key, or write it in [ ]"),
    (
        "could not find expected ':'",
        "there is no ': ' after this key; write key: value, or check the indentation",
    ),
    ("expected ',' or ']'", "a list that begins here with [ is not closed, or lacks a comma"),
    ("expected ',' or '}'", "a mapping that begins here with { is not closed, or lacks a comma"),
    ("found unexpected end of stream", "a quote opens here and is not closed; close it, or remove it"),
    ("that cannot start any token", "text cannot begin with this sign; put it in quotes"),
    ("expected alphabetic or numeric character", "text that begins with & or * needs quotes"),
    ("expected chomping or indentation", "text that begins with | or > needs quotes"),
    ("unknown escape character", "a backslash means something in double quotes; use single quotes"),
    ("but found ']'", "a ] closes nothing here; remove it, or put the text in quotes"),
    ("but found '}'", "a } closes nothing here; remove it, or put the text in quotes"),
    ("but found ','", "a comma stands here without a value before it; remove it, or put the text in quotes"),
    ("but found '<", f"this does not belong here; {_INDENT}"),
)
"""Words of the parser's message, and what to say instead."""
_BEGINS = ("while scanning a quoted scalar", "while parsing a flow", "while scanning a simple key")
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
    is_flow: bool = False
    last: tuple[str, int] | None = None
    """The last value if it is an unquoted scalar, and the position after it."""


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
            self.scalar(event, line)
        elif kind == "MappingStartEvent":
            self.open({}, event, line)
        elif kind == "SequenceStartEvent":
            self.open([], event, line)
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

    def open(self, value: dict[str, Any] | list[Any], event: Any, line: int) -> None:
        if self.expects_key():
            raise self.fail("a key must be a word; put text that holds braces in quotes", line)
        if len(self.stack) == MAX_DEPTH:
            raise too_deep(self.source, line)
        self.count(1, line)
        self.anchors.pop(event.anchor, None)
        self.stack.append(_Open(value, self.place(line), line, event.anchor, is_flow=bool(event.flow_style)))

    def close(self) -> None:
        done = self.stack.pop()
        self.add(done.value, done.nodes, done.anchor)

    def scalar(self, event: Any, line: int) -> None:
        self.count(1, line)
        text, is_plain = event.value, event.implicit[0]
        if self.expects_key():
            self.refuse_decimal_comma(text, event.start_mark.index, line)
            self.set_key(text, line)
            return
        self.place(line)
        if self.stack:
            self.stack[-1].last = (text, event.end_mark.index) if is_plain else None
        self.add(plain_scalar(text) if is_plain else text, 1, event.anchor)

    def refuse_decimal_comma(self, key: str, begins: int, line: int) -> None:
        """In braces a comma ends a value: ``{price: 10,49}`` has a key 49."""
        top = self.stack[-1]
        if not (top.is_flow and top.last and top.last[1] + 1 == begins):
            return
        number = f"{top.last[0]},{key}"
        if not re.fullmatch(r"[-+]?[0-9]+,[0-9]+(\.[0-9]+)?", number):
            return
        try:
            advice = f"{number} is two things in braces; write {read_decimal(number):f}"
        except InputError as error:
            advice = error.problems[0].what
        raise self.fail(advice, line)

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
    from ruamel.yaml.error import MarkedYAMLError
    from ruamel.yaml.reader import ReaderError

    try:
        yield from YAML(typ="safe", pure=True).parse(text)
    except MarkedYAMLError as error:
        marks = [error.problem_mark, error.context_mark]
        if (error.context or "").startswith(_BEGINS):  # what is wrong is wrong from there on
            marks.reverse()
        mark = marks[0] or marks[1]
        what = f"this is not YAML: {_explain(error.problem or error.context or 'it cannot be read')}"
        raise InputError([Problem(what, line=mark.line + 1 if mark else None)], source=source) from None
    except ReaderError as error:
        what = f"the character U+{error.character:04X} is not allowed; remove it"
        line = text.count("\n", 0, error.position) + 1
        raise InputError([Problem(f"this is not YAML: {what}", line=line)], source=source) from None
    except (ValueError, OverflowError):  # chr() of an escape that is no character
        raise InputError(
            "this is not YAML: an escape such as \\U names no character", source=source
        ) from None


def _explain(problem: str) -> str:
    return next((what for words, what in _PLAINLY if words in problem), problem)
