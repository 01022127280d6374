from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from calc.errors import InputError
from calc.load import schema, validate_scenario

jsonschema = pytest.importorskip("jsonschema", reason="the schema is checked by jsonschema")


@pytest.fixture(scope="module")
def validator() -> Any:
    jsonschema.Draft202012Validator.check_schema(schema())
    return jsonschema.Draft202012Validator(schema())


def scenario(**option: Any) -> dict[str, Any]:
    return {"unit": "image", "options": {"a": {"price": 1, "throughput": 1, **option}}}


VALID: list[dict[str, Any]] = [
    {"price": 10.49},
    {"price": {"usd_per_hour": 1, "purchase": "spot", "as_of": "2026-10-08", "source": "a page"}},
    {"price": {"per_hour": 1, "currency": "EUR", "usd_per_currency": 1.1}},
    {"price": {"capacity_block": {"upfront_usd": 100, "hours": 24, "minutes": 30}}},
    {"price": {"owned": {"capex_usd": 100, "years": 3}}},
    {"throughput": [1, 2.5]},
    {"throughput": {"per_second": 1, "warmup": "excluded"}},
    {"throughput": {"seconds_per_unit": [0.1, 0.2]}},
    {"throughput": {"runs": [{"units": 1, "seconds": 2, "session": "monday"}]}},
    {"price": {"catalogue": {"purchase": "spot", "region": "us-east-2"}}},
    {"throughput": {"per_minute": 1}},
    {"throughput": {"per_hour": [1, 2]}},
    {"conditions": {"model": 2.1, "mine": "x", "other": 5, "latency_ms": {"ttft": 1}, "compiled": "yes"}},
]
INVALID: list[dict[str, Any]] = [
    {"price": 0},
    {"price": {}},
    {"price": {"usd_per_hour": 1, "per_hour": 1}},
    {"price": {"catalogue": {"purchase": "spot"}}},
    {"parts": [{"price": 1}]},
    {"instances": 1_000_001},
    {"throughput": []},
    {"throughput": {"per_second": 1, "per_hour": 1}},
    {"throughput": {"files": ["x.json"]}},
    {"utilization": 1.5},
    {"fit": {}},
    {"colour": "red"},
]


@pytest.mark.parametrize("option", VALID)
def test_the_schema_accepts_each_form(validator: Any, option: dict[str, Any]) -> None:
    validator.validate(scenario(**option))
    validate_scenario(scenario(**option))


@pytest.mark.parametrize("option", INVALID)
def test_the_schema_refuses_what_the_loader_refuses(validator: Any, option: dict[str, Any]) -> None:
    assert not validator.is_valid(scenario(**option))
    with pytest.raises(InputError):
        validate_scenario(scenario(**option))


def test_several_parts_take_the_place_of_the_price(validator: Any) -> None:
    parts = {"parts": [{"instance": "trn2.48xlarge", "price": 1}, {"price": {"usd_per_hour": 2}}]}
    option = {"throughput": 1, **parts}
    validator.validate({"unit": "image", "options": {"a": option}})
    assert not validator.is_valid({"unit": "image", "options": {"a": {"throughput": 1}}})


ONE_OF_EACH: list[dict[str, Any]] = [
    {"demand": {"units_per_month": 1}},
    {"demand": {"units_per_hour": 1, "billing": "elastic"}},
    {"migration": {"usd": 1}},
    {"migration": {"hours": 1, "usd_per_hour": 2}},
]
NONE_OR_TWO: list[dict[str, Any]] = [
    {"demand": {"billing": "elastic"}},
    {"demand": {"units_per_month": 1, "units_per_hour": 1}},
    {"migration": {"usd_per_hour": 2}},
    {"migration": {"usd": 1, "hours": 1, "usd_per_hour": 2}},
]


@pytest.mark.parametrize("top", ONE_OF_EACH)
def test_the_schema_and_the_loader_accept_one_form(validator: Any, top: dict[str, Any]) -> None:
    validator.validate({**scenario(), **top})
    validate_scenario({**scenario(), **top})


@pytest.mark.parametrize("top", NONE_OR_TWO)
def test_the_schema_and_the_loader_refuse_none_and_two_forms(validator: Any, top: dict[str, Any]) -> None:
    assert not validator.is_valid({**scenario(), **top})
    with pytest.raises(InputError):
        validate_scenario({**scenario(), **top})


def test_a_file_may_name_its_schema_by_that_key_only(validator: Any) -> None:
    named = {"$schema": "scenario.schema.json", **scenario()}
    validator.validate(named)
    assert validate_scenario(named) == validate_scenario(scenario()).model_copy(
        update={"schema_link": "scenario.schema.json"}
    )
    wrong = {"schema_link": "scenario.schema.json", **scenario()}
    assert not validator.is_valid(wrong)
    with pytest.raises(InputError, match="unknown key 'schema_link'"):
        validate_scenario(wrong)


def test_a_number_of_instances_has_an_upper_limit_that_is_named() -> None:
    validate_scenario(scenario(instances=1_000_000))
    with pytest.raises(InputError, match="at least 1 and at most 1,000,000"):
        validate_scenario(scenario(instances=1_000_001))


def nodes(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
        for inner in node.values():
            yield from nodes(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from nodes(inner)


def test_defaults_are_valid_values_of_their_own_key() -> None:
    defs = {"$defs": schema()["$defs"]}
    with_default = [node for node in nodes(schema()) if "default" in node]
    assert len(with_default) > 10
    for node in with_default:
        jsonschema.Draft202012Validator({**defs, **node}).validate(node["default"])


def test_an_editor_has_something_to_show_for_every_key() -> None:
    found = schema()
    tables = [found, *found["$defs"].values()]
    bare = [key for table in tables for key, node in table["properties"].items() if "description" not in node]
    assert bare == []


def test_later_keys_are_described_so() -> None:
    assert schema()["properties"]["slo"]["description"].startswith("Not supported yet.")


def test_the_schema_is_json() -> None:
    assert json.loads(json.dumps(schema())) == schema()
