"""The registry of units of work, with the scale each is customarily priced at, and the forms of a rate."""

from __future__ import annotations

from dataclasses import dataclass

from calc.core.quantity import Quantity


@dataclass(frozen=True, slots=True)
class UnitInfo:
    """How a unit of work is named and priced."""

    name: str
    """Canonical name, such as ``output_token``."""
    plural: str
    """In words, such as ``output tokens``."""
    scale: int
    """How many units a customary price is for."""
    scale_label: str
    """That many units in words, to be read after "per": ``million output tokens``."""
    token: bool
    """Whether its size depends on a tokenizer and its rate on the sequence lengths."""


_SCALE_WORDS = {1: "", 1_000: "thousand ", 1_000_000: "million "}


def _unit(name: str, scale: int = 1_000_000, plural: str = "", scale_label: str = "") -> UnitInfo:
    words = name.replace("_", " ")
    plural = plural or (words if words.endswith("s") else words + "s")
    label = scale_label or _SCALE_WORDS[scale] + (words if scale == 1 else plural)
    return UnitInfo(name, plural, scale, label, token=words.split()[-1] in ("token", "tokens"))


_REGISTRY = {
    info.name: info
    for info in (
        _unit("output_token"),
        _unit("input_token"),
        _unit("total_token"),
        _unit("token"),
        _unit("character"),
        _unit("word"),
        _unit("request"),
        _unit("query", plural="queries"),
        _unit("inference"),
        _unit("prediction"),
        _unit("embedding"),
        _unit("sample"),
        _unit("sequence"),
        _unit("sentence"),
        _unit("document", 1_000),
        _unit("page", 1_000),
        _unit("image", 1_000),
        _unit("frame", 1_000),
        _unit("step", 1_000),
        _unit("epoch", 1),
        _unit("audio_second", 3_600, scale_label="audio hour"),
        _unit("audio_minute", 60, scale_label="audio hour"),
        _unit("audio_hour", 1),
        _unit("video_second", 60, scale_label="video minute"),
        _unit("video_minute", 1),
    )
}
_PLURALS = {info.plural.replace(" ", "_"): info.name for info in _REGISTRY.values()}


def known_units() -> tuple[str, ...]:
    """Canonical names of the registered units, in the order of the registry."""
    return tuple(_REGISTRY)


def canonical(name: str) -> str:
    """Name of the unit: the plural of a registered one stands for it, any other name is the user's own.

    ``tokens`` is ``token``, never ``output_token``: what is not said is not guessed.
    """
    return _PLURALS.get(name, name)


def describe(name: str) -> UnitInfo:
    """Words and customary scale of a unit; a name of the user's own is priced per million."""
    name = canonical(name)
    return _REGISTRY.get(name) or _unit(name)


def per_second_from(form: str, value: Quantity) -> Quantity:
    """Bring a rate to units per second.

    Parameters
    ----------
    form
        ``per_second``, ``per_minute``, ``per_hour`` or ``seconds_per_unit``.
    value
        The rate as stated [units/s, units/min, units/h or s/unit, by `form`].

    Returns
    -------
    Rate [units/s].

    Raises
    ------
    ValueError
        If the form is none of these.
    """
    match form:
        case "per_second":
            return value
        case "per_minute":
            return value / 60
        case "per_hour":
            return value / 3600
        case "seconds_per_unit":
            return 1 / value
    raise ValueError(f"{form!r} is not a form of a rate")
