"""What a unit of work costs, what a dollar buys, and what would make two options tie.

Functions of + - * / alone take floats, arrays, Decimals or Fractions and give the same kind back.
All formulas are those of docs/design.md, arithmetic.
"""

from __future__ import annotations

from typing import cast

import numpy as np
from numpy.typing import NDArray

from calc.core.quantity import Quantity, Real, nan_where

SECONDS_PER_HOUR = 3600
HOURS_PER_YEAR = 8760


def capacity_block_price(
    upfront_usd: Quantity, instances: Quantity | int, hours: Quantity | int, minutes: Quantity | int
) -> Quantity:
    r"""Price of one instance-hour in a block of instances that is paid up front.

    .. math:: p = \frac{F}{n (h + m / 60)}

    Parameters
    ----------
    upfront_usd
        Fee for the whole block, F [USD].
    instances
        Instances in the block, n [unitless].
    hours, minutes
        Length of the block, h [h] and m [min]. A block rarely lasts whole hours, so minutes count.

    Returns
    -------
    Price [USD per instance-hour].

    References
    ----------
    docs/design.md, arithmetic.
    """
    return upfront_usd * 60 / (instances * (hours * 60 + minutes))


def owned_price(
    capex_usd: Quantity, residual_usd: Quantity, years: Quantity, running_usd_per_hour: Quantity
) -> Quantity:
    r"""Price of an hour of hardware that is owned: straight-line depreciation plus running costs.

    .. math:: p = \frac{C - V}{8760\,y} + r

    Parameters
    ----------
    capex_usd
        What it cost to buy, C [USD].
    residual_usd
        What it is worth at the end, V [USD].
    years
        Years of service, y [years].
    running_usd_per_hour
        Energy, space and staff, r [USD/h].

    Returns
    -------
    Price [USD/h], for every hour of the year.

    References
    ----------
    docs/design.md, arithmetic.
    """
    return (capex_usd - residual_usd) / (HOURS_PER_YEAR * years) + running_usd_per_hour


def discounted(price: Quantity, discount: Quantity) -> Quantity:
    r"""Price after a discount, :math:`p (1 - d)`.

    Parameters
    ----------
    price
        Price before the discount, p [any currency].
    discount
        Share taken off, d [unitless, 0 to less than 1].

    Returns
    -------
    Price after the discount [as `price`].

    References
    ----------
    docs/design.md, arithmetic.
    """
    return price * (1 - discount)


def effective_rate(
    rate: Quantity,
    utilization: Quantity,
    useful_fraction: Quantity,
    accepted_fraction: Quantity,
    counted_per_unit: Quantity,
) -> Quantity:
    r"""Common units that are useful and accepted, per second of paid time.

    .. math:: E = \frac{R\,u\,f\,a}{k}

    Parameters
    ----------
    rate
        Measured throughput of the whole deployment, R [counted units/s].
    utilization
        Share of the paid time in which it works at R, u [unitless].
    useful_fraction
        Share of the counted units that is real work, f [unitless].
    accepted_fraction
        Share of the units whose result can be used, a [unitless].
    counted_per_unit
        Counted units in one common unit, k [counted units/unit].

    Returns
    -------
    Effective throughput [units/s].

    References
    ----------
    docs/design.md, arithmetic.
    """
    return rate * utilization * useful_fraction * accepted_fraction / counted_per_unit


def cost_per_unit(usd_per_hour: Quantity, effective_per_second: Quantity) -> Quantity:
    r"""Cost of one unit of work, :math:`c = P / (3600 E)`.

    Parameters
    ----------
    usd_per_hour
        Price of the deployment, P [USD/h].
    effective_per_second
        Effective throughput, E [units/s].

    Returns
    -------
    Cost [USD/unit].

    References
    ----------
    docs/design.md, arithmetic.
    """
    return usd_per_hour / (SECONDS_PER_HOUR * effective_per_second)


def units_per_usd(usd_per_hour: Quantity, effective_per_second: Quantity) -> Quantity:
    r"""Units of work that a dollar buys, :math:`1 / c = 3600 E / P`.

    Parameters
    ----------
    usd_per_hour
        Price of the deployment, P [USD/h].
    effective_per_second
        Effective throughput, E [units/s].

    Returns
    -------
    Work for a dollar [units/USD].

    References
    ----------
    docs/design.md, arithmetic.
    """
    return SECONDS_PER_HOUR * effective_per_second / usd_per_hour


def setup_cost(usd_per_hour: Quantity, seconds: Quantity) -> Quantity:
    r"""Cost of one-off time, :math:`S = P T / 3600`.

    Parameters
    ----------
    usd_per_hour
        Price of the deployment, P [USD/h].
    seconds
        One-off time, T: compilation, loading, failed attempts [s].

    Returns
    -------
    Cost [USD].

    References
    ----------
    docs/design.md, arithmetic.
    """
    return usd_per_hour * seconds / SECONDS_PER_HOUR


def units_in_hours(effective_per_second: Quantity, hours: Quantity) -> Quantity:
    r"""Units of work done in productive hours, :math:`N = 3600 E h`.

    Parameters
    ----------
    effective_per_second
        Effective throughput, E [units/s].
    hours
        Productive hours, h; setup time is not among them [h].

    Returns
    -------
    Work [units].

    References
    ----------
    docs/design.md, arithmetic.
    """
    return SECONDS_PER_HOUR * effective_per_second * hours


def all_in_cost(cost_per_unit: Quantity, setup_usd: Quantity, units: Quantity) -> Quantity:
    r"""Cost of one unit with its part of the one-off cost, :math:`c + S / N`.

    Parameters
    ----------
    cost_per_unit
        Steady cost, c [USD/unit].
    setup_usd
        One-off cost, S [USD].
    units
        Accepted units over which it is spread, N [units].

    Returns
    -------
    Cost [USD/unit].

    References
    ----------
    docs/design.md, arithmetic.
    """
    return cost_per_unit + setup_usd / units


def ratio(cost: Quantity, baseline_cost: Quantity) -> Quantity:
    r"""Units per dollar of an option over those of the baseline, :math:`c_b / c`.

    Parameters
    ----------
    cost
        Cost of the option, c [USD/unit].
    baseline_cost
        Cost of the baseline, c_b [USD/unit].

    Returns
    -------
    Ratio; above 1 the option buys more [unitless].

    References
    ----------
    docs/design.md, arithmetic.
    """
    return baseline_cost / cost


def cost_change(ratio: Quantity) -> Quantity:
    r"""Relative change of the cost when moving from the baseline, :math:`1 / r - 1`.

    Parameters
    ----------
    ratio
        Units per dollar, option over baseline, r [unitless].

    Returns
    -------
    Change; -0.375 is 37.5% cheaper [unitless].

    References
    ----------
    docs/design.md, arithmetic.
    """
    return 1 / ratio - 1


def ratio_from_saving(saving: Quantity) -> Quantity:
    r"""Units per dollar, option over baseline, that a saving amounts to: :math:`1 / (1 - s)`.

    Parameters
    ----------
    saving
        Share by which the option is cheaper, s; negative where it is dearer [unitless, less than 1].

    Returns
    -------
    Ratio [unitless].

    References
    ----------
    docs/design.md, arithmetic.
    """
    return 1 / (1 - saving)


def break_even_price(
    effective_per_second: Real,
    baseline_cost: Real,
    overhead_usd_per_hour: Real,
    instances: Real | int,
    discount: Real,
) -> Real:
    r"""Price of one instance, before discount, at which an option costs what the baseline does.

    .. math:: p = \frac{3600\,E\,c_b - o}{n (1 - d)}

    With the sides swapped it is the baseline's price at which the two tie.

    Parameters
    ----------
    effective_per_second
        Effective throughput of the option, E [units/s].
    baseline_cost
        Cost of the baseline, c_b [USD/unit].
    overhead_usd_per_hour
        What the option's deployment costs beside its instances, o [USD/h].
    instances
        Instances of the option, n [unitless].
    discount
        Share taken off the option's price, d [unitless, 0 to less than 1].

    Returns
    -------
    Price [USD per instance-hour]; NaN where it would have to be zero or less.

    References
    ----------
    docs/design.md, arithmetic.
    """
    budget = SECONDS_PER_HOUR * effective_per_second * baseline_cost - overhead_usd_per_hour
    return nan_where(budget <= 0, budget / (instances * (1 - discount)))


def break_even_rate(rate: Quantity, cost: Quantity, baseline_cost: Quantity) -> Quantity:
    r"""Throughput at which an option costs what the baseline does, :math:`R c / c_b`.

    Parameters
    ----------
    rate
        Measured throughput of the option, R [units/s].
    cost
        Cost of the option, c [USD/unit].
    baseline_cost
        Cost of the baseline, c_b [USD/unit].

    Returns
    -------
    Throughput [units/s].

    References
    ----------
    docs/design.md, arithmetic.
    """
    return rate * cost / baseline_cost


def break_even_fraction(fraction: Real, cost: Real, baseline_cost: Real) -> Real:
    r"""Utilization or useful fraction at which an option costs what the baseline does, :math:`x c / c_b`.

    Parameters
    ----------
    fraction
        The option's fraction as it is, x [unitless].
    cost
        Cost of the option, c [USD/unit].
    baseline_cost
        Cost of the baseline, c_b [USD/unit].

    Returns
    -------
    Fraction [unitless]; NaN where it would have to exceed 1.

    References
    ----------
    docs/design.md, arithmetic.
    """
    needed = fraction * cost / baseline_cost
    return nan_where(needed > 1, needed)


def break_even_units(
    cost: Real, setup_usd: Real, baseline_cost: Real, baseline_setup_usd: Real
) -> tuple[Real, np.bool_ | NDArray[np.bool_]]:
    r"""Units of work over which both setups must be spread for the all-in costs to be equal.

    .. math:: c + S / N = c_b + S_b / N \iff N = \frac{S - S_b}{c_b - c}

    Parameters
    ----------
    cost, baseline_cost
        Steady cost of the option and of the baseline, c and c_b [USD/unit].
    setup_usd, baseline_setup_usd
        One-off cost of the option and of the baseline, S and S_b [USD].

    Returns
    -------
    units
        N [units]; NaN where no positive number will do.
    above
        True where the option is the cheaper one above N, False where it is below.

    References
    ----------
    docs/design.md, arithmetic.
    """
    gain = np.subtract(baseline_cost, cost)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        units = cast("Real", np.divide(np.subtract(setup_usd, baseline_setup_usd), gain))
    return nan_where(~((units > 0) & np.isfinite(units)), units), gain > 0
