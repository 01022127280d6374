"""What an hour, a unit of work and a job cost, and what a dollar buys.

Functions of + - * / alone take floats, arrays, Decimals or Fractions and give the same kind back.
All formulas are those of docs/design.md, arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence

from calc.core.quantity import Quantity

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
    """
    return price * (1 - discount)


def per_accelerator(usd_per_hour: Quantity, accelerators: Quantity | int) -> Quantity:
    r"""Price of one accelerator's share of an instance, :math:`p / a`.

    Parameters
    ----------
    usd_per_hour
        Price of the instance, p [USD/h].
    accelerators
        Accelerators of the instance, a [unitless].

    Returns
    -------
    Price [USD per accelerator-hour].
    """
    return usd_per_hour / accelerators


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
    """
    return 1 / ratio - 1


def deployment_price(
    prices: Sequence[Quantity], instances: Sequence[int], overhead_usd_per_hour: Quantity
) -> Quantity:
    r"""Price of an hour of a whole deployment.

    .. math:: P = \sum_i n_i p_i + o

    Parameters
    ----------
    prices
        Price of one instance of each kind, after its discount, p [USD/h].
    instances
        Instances of each kind, n [unitless].
    overhead_usd_per_hour
        What else the deployment costs, o [USD/h].

    Returns
    -------
    Price [USD/h].
    """
    total = overhead_usd_per_hour
    for price, number in zip(prices, instances, strict=True):
        total = total + price * number
    return total


def pooled_rate(units: Sequence[Quantity], seconds: Sequence[Quantity]) -> Quantity:
    """Total units over total time: the rate of several runs taken as one.

    Parameters
    ----------
    units
        Units of work of each run [units].
    seconds
        Time of each run [s].

    Returns
    -------
    Rate [units/s].
    """
    return sum(units[1:], start=units[0]) / sum(seconds[1:], start=seconds[0])


def cost_of(units: Quantity | int, cost_per_unit: Quantity) -> Quantity:
    r"""Cost of a number of units, :math:`n c`: of a job, a month's demand, a customary million.

    Parameters
    ----------
    units
        Units of work, n [units].
    cost_per_unit
        Cost of one, c [USD/unit].

    Returns
    -------
    Cost [USD].
    """
    return units * cost_per_unit


def job_hours(units: Quantity, effective_per_second: Quantity) -> Quantity:
    """Paid hours that a number of units takes, idle share included.

    Parameters
    ----------
    units
        Units of work [units].
    effective_per_second
        Effective throughput of the deployment [units/s].

    Returns
    -------
    Time [h].
    """
    return units / (SECONDS_PER_HOUR * effective_per_second)
