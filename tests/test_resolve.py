"""Every way of stating a price and a throughput, brought to one basis."""

from __future__ import annotations

from decimal import Decimal

import pytest

from calc.errors import InputError
from calc.load import load_scenario
from calc.model.scenario import Scenario
from calc.resolve import resolve


def option(**keys):
    option = {"price": 1, "throughput": 1} | keys
    return resolve(Scenario.model_validate({"unit": "image", "options": {"a": option}})).options["a"]


PRICES = [
    (10.49, "10.49"),
    ({"usd_per_hour": 10, "discount": 0.25}, "7.5"),
    ({"per_hour": 10, "currency": "EUR", "usd_per_currency": 1.16}, "11.60"),
    ({"capacity_block": {"upfront_usd": 308.14, "hours": 8, "minutes": 37}}, "35.7609"),
    ({"capacity_block": {"upfront_usd": 858.26, "hours": 24}}, "35.7608"),
    ({"capacity_block": {"upfront_usd": 1716.52, "instances": 2, "hours": 24}}, "35.7608"),
    ({"owned": {"capex_usd": 300000, "residual_usd": 37200, "years": 3, "running_usd_per_hour": 2}}, "12"),
    ({"usd_per_hour": 2.23505, "per": "accelerator"}, "35.7608"),
]


@pytest.mark.parametrize(("price", "usd_per_hour"), PRICES)
def test_prices_of_one_instance_hour(price, usd_per_hour):
    found = option(instance="trn2.48xlarge", price=price).parts[0].price
    assert found.usd_per_hour.quantize(Decimal("0.0001")) == Decimal(usd_per_hour).quantize(Decimal("0.0001"))
    assert found.standing == "user"


def test_hardware_that_costs_nothing_is_no_price():
    with pytest.raises(InputError, match="comes to zero"):
        option(price={"owned": {"capex_usd": 1000, "residual_usd": 1000, "years": 3}})


def test_forms_imply_how_it_was_bought():
    block = {"capacity_block": {"upfront_usd": 1, "hours": 1}}
    assert option(price=block).parts[0].price.purchase == "capacity_block"
    assert option(price={"owned": {"capex_usd": 1, "years": 1}}).parts[0].price.purchase == "owned"
    assert option(price=1).parts[0].price.purchase == "unstated"


THROUGHPUTS = [
    (120, "120"),
    ({"per_minute": 7200}, "120"),
    ({"per_hour": 432000}, "120"),
    ({"seconds_per_unit": 0.008}, "125"),
    ({"runs": [{"units": 1200, "seconds": 10}]}, "120"),
    ({"per_second": 10, "per": "instance"}, "20"),
    ({"per_second": 10, "per": "accelerator"}, "320"),
]


@pytest.mark.parametrize(("throughput", "per_second"), THROUGHPUTS)
def test_throughput_of_the_whole_deployment(throughput, per_second):
    found = option(instance="trn2.48xlarge", instances=2, throughput=throughput).throughput
    assert found.per_second == (Decimal(per_second),)


def test_the_offered_rate_covers_what_the_figure_covers():
    throughput = {"per_second": 10, "per": "instance", "offered_per_second": 11}
    assert option(instances=3, throughput=throughput).throughput.offered_per_second == 33


@pytest.mark.parametrize(
    ("keys", "where"),
    [
        ({"price": {"usd_per_hour": 1, "per": "accelerator"}}, "options.a.price"),
        (
            {"throughput": {"per_second": 1, "per": "accelerator"}, "instance": "gpu-box"},
            "options.a.throughput",
        ),
        ({"throughput": {"per_second": 1, "accelerators_used": 1}}, "options.a.throughput.accelerators_used"),
        (
            {"throughput": {"per_second": 1, "accelerators_used": 17}, "instance": "trn2.48xlarge"},
            "options.a.throughput.accelerators_used",
        ),
    ],
)
def test_accelerators_are_asked_for_never_assumed(keys, where):
    with pytest.raises(InputError) as caught:
        option(**keys)
    assert [problem.where for problem in caught.value.problems] == [where]


def test_accelerators_come_from_the_catalogue_unless_said():
    assert option(instance="TRN2.48xlarge").paid_accelerators == 16
    assert option(instance="trn2.48xlarge", accelerators=8).paid_accelerators == 8
    assert option(instance="unheard-of").paid_accelerators is None
    parts = [
        {"instance": "trn2.3xlarge", "instances": 4, "price": 1},
        {"instance": "p5.48xlarge", "price": 1},
    ]
    resolved = resolve(
        Scenario.model_validate({"unit": "image", "options": {"a": {"parts": parts, "throughput": 1}}})
    )
    assert resolved.options["a"].paid_accelerators == 12


def test_plural_units_are_the_unit_and_others_are_kept():
    for written, unit in (("output_tokens", "output_token"), ("protein", "protein")):
        scenario = {"unit": written, "options": {"a": {"price": 1, "throughput": 1}}}
        assert resolve(Scenario.model_validate(scenario)).unit == unit


@pytest.mark.parametrize("currency", ["QQQ", "euro", "USD"])
def test_a_currency_is_one_that_exists_and_not_the_dollar(currency):
    with pytest.raises(InputError):
        load_scenario(
            {
                "unit": "image",
                "options": {
                    "a": {
                        "price": {"per_hour": 1, "currency": currency, "usd_per_currency": 1.1},
                        "throughput": 1,
                    }
                },
            }
        )
