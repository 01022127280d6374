"""Reads the catalogue's files, each once and only when it is first asked for."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from pricing_data.records import Accelerator, Claim, Instance


def instance(name: str) -> Instance | None:
    """The instance type of this name, or None if the catalogue has no such type.

    Case and surrounding blanks do not matter; a part of a name is not a name.
    """
    return _instances_by_name().get(name.strip().lower())


@cache
def instances() -> tuple[Instance, ...]:
    """All instance types, in the order of the file."""
    return read_instances(_text("instances.yaml"))


def accelerator(family: str) -> Accelerator | None:
    """Peak figures of one accelerator of a product family, or None if there is no such family."""
    return _accelerators().get(family)


@cache
def claims() -> tuple[Claim, ...]:
    """All claims, in the order of the file."""
    return read_claims(_text("claims.yaml"))


def read_instances(text: str) -> tuple[Instance, ...]:
    """Records from the text of an instances file."""
    document = _parse(text)
    return tuple(
        _instance(document["provider"], group, name, figures)
        for group in document["groups"]
        for name, figures in group["instances"].items()
    )


def read_claims(text: str) -> tuple[Claim, ...]:
    """Records from the text of a claims file.

    Raises ValueError for a claim that brings a status of its own.
    """
    return tuple(_claim(row) for row in _parse(text))


@cache
def _accelerators() -> dict[str, Accelerator]:
    document = _parse(_text("accelerators.yaml"))
    return {family: Accelerator(family=family, **figures) for family, figures in document.items()}


@cache
def _instances_by_name() -> dict[str, Instance]:
    return {entry.type.lower(): entry for entry in instances()}


def _instance(provider: str, group: dict[str, Any], name: str, figures: list[Any]) -> Instance:
    accelerators, accelerator_memory, vcpus, memory, network, *burst = figures
    notes = [group.get("note", ""), "The network figure is an upper limit." if burst == ["burst"] else ""]
    return Instance(
        type=name,
        provider=provider,
        accelerator=group["accelerator"],
        family=group["family"],
        accelerators=accelerators,
        accelerator_memory_gib=accelerator_memory,
        vcpus=vcpus,
        memory_gib=memory,
        network_gbps=network,
        source=group["source"],
        note=" ".join(note for note in notes if note),
    )


def _claim(row: dict[str, Any]) -> Claim:
    if "status" in row:
        raise ValueError(f"claim {row.get('id')}: remove the key status; a claim is always unverified")
    fields: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in row.items()
    }
    return Claim(**fields)


def _text(file: str) -> str:
    return Path(__file__).with_name(file).read_text(encoding="utf-8")


def _parse(text: str) -> Any:
    from ruamel.yaml import YAML

    return YAML(typ="safe").load(text)
