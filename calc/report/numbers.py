"""Numbers as people read them: significant digits, never a fixed number of decimals."""

from __future__ import annotations

import math
from collections.abc import Callable

ABSENT = "-"
DIGITS = 4
"""Significant digits of a quantity."""
RATIO_DIGITS = 3
"""Significant digits of a ratio or a percentage: runs rarely carry more."""
MOST_DIGITS = 7
"""Digits after which two ends of an interval that still read the same are left so."""
NEARLY_ALL = 0.9999999
"""A share that is less than the whole never reads as the whole: not more than this is shown."""
SMALLEST, LARGEST = 1e-9, 1e15
"""Outside of these a power of ten reads better than a row of zeros."""


def number(value: float | None, digits: int = DIGITS) -> str:
    """Show a quantity at so many significant digits, with thousands separators: `14,280`, `0.001234`."""
    if value is None:
        return ABSENT
    if value == 0:
        return "0"
    if not SMALLEST <= abs(value) < LARGEST:
        return f"{value:.{digits - 1}e}"
    places = _places(value, digits)
    return f"{round(value, places):,.{max(places, 0)}f}"


def quantity(value: float | None, digits: int = DIGITS) -> str:
    """Show a quantity inside a sentence: as `number`, without the zeros at its end."""
    return _trim(number(value, digits))


def money(value: float | None, digits: int = DIGITS) -> str:
    """Show USD: `$35.76`, `$0.001234`, `$8.80`. Cents are shown below $1,000 even beyond the digits."""
    if value is None:
        return ABSENT
    sign, size = ("-" if value < 0 else ""), abs(value)
    if size == 0:
        return "$0"
    if 1 <= size < 1000:
        digits = max(digits, len(str(int(size))) + 2)
    shown = _trim(number(size, digits))
    whole, _, cents = shown.partition(".")
    if size < 1000 and len(cents) < 2 and "e" not in shown:
        shown = f"{whole}.{cents:0<2}"
    return f"{sign}${shown}"


def count(value: int | None) -> str:
    """Show a whole number in full."""
    return ABSENT if value is None else f"{value:,}"


def counted(number: int, noun: str) -> str:
    """Show how many there are of something: `1 price`, `1,200 prices`."""
    return f"1 {noun}" if number == 1 else f"{number:,} {noun}s"


def ratio(value: float | None, digits: int = RATIO_DIGITS) -> str:
    """Show a ratio: `1.60x`. Near 1 it gets the digits that tell it from 1."""
    if value is None:
        return ABSENT
    shown = number(value, digits)
    while value != 1 and digits < MOST_DIGITS and float(shown.replace(",", "")) == 1:
        digits += 1
        shown = number(value, digits)
    return f"{shown}x"


def percent(share: float | None, digits: int = RATIO_DIGITS) -> str:
    """Show a share as a percentage: 0.157 is `15.7%`. Only the whole is `100%`."""
    if share is None:
        return ABSENT
    if share < 1:
        share = min(share, NEARLY_ALL)
    shown = _trim(number(share * 100, digits))
    while share < 1 and shown == "100":
        digits += 1
        shown = _trim(number(share * 100, digits))
    return f"{shown}%"


def change(cost_change: float | None) -> str:
    """Show a change of cost in words: -0.157 is `15.7% cheaper`, 0.42 is `42% dearer`."""
    if cost_change is None:
        return ABSENT
    if cost_change == 0:
        return "the same cost"
    # Nothing is saved whole, however close to it the arithmetic comes.
    return (
        f"{percent(-max(cost_change, -NEARLY_ALL))} cheaper"
        if cost_change < 0
        else f"{percent(cost_change)} dearer"
    )


def signed_percent(share: float | None) -> str:
    """Show a change of cost as a percentage with its sign: `-15.7%`, `+42%`."""
    if share is None:
        return ABSENT
    if share < 0:
        return f"-{percent(min(-share, NEARLY_ALL))}"
    return f"+{percent(share)}" if share > 0 else percent(share)


def interval(low: float | None, high: float | None, form: Callable[[float, int], str]) -> str | None:
    """Show an interval, `1.55x to 1.66x`, with the digits that tell its ends apart; None without one."""
    if low is None or high is None:
        return None
    digits = RATIO_DIGITS if form is ratio else DIGITS
    while digits < MOST_DIGITS and form(low, digits) == form(high, digits):
        digits += 1
    return f"{form(low, digits)} to {form(high, digits)}"


def _places(value: float, digits: int) -> int:
    """Decimals that leave so many significant digits once rounded."""
    places = digits - 1 - math.floor(math.log10(abs(value)))
    # 9.9996 rounds up to 10.000, which has a digit too many.
    if abs(round(value, places)) >= 10 ** (digits - places):
        places -= 1
    return places


def _trim(shown: str) -> str:
    return shown.rstrip("0").rstrip(".") if "." in shown and "e" not in shown else shown
