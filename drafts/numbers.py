"""Numbers as people read them, in the active language: every page, message and screen has them from here."""

from decimal import Decimal
from fractions import Fraction
from math import ceil, floor

from django.utils.formats import number_format
from django.utils.translation import gettext

Value = Fraction | float
"""A number to be written: exact, or a float, which stands for the shortest decimal that reads as it."""

MINUS = "\N{MINUS SIGN}"


def rounded(value: Value, places: int) -> Decimal:
    """Return a number to so many decimal places, rounded half up (away from zero)."""
    exact = value if isinstance(value, Fraction) else Fraction(str(value))
    nearest = floor(abs(exact) * 10**places + Fraction(1, 2))
    return Decimal(nearest if exact >= 0 else -nearest).scaleb(-places)


def nearest(value: Value) -> int:
    """Return a number to the nearest whole one, a half away from zero."""
    return int(rounded(value, 0))


def tenths_left(seconds: float | None) -> float | None:
    """Return the seconds that are left of a clock to the next tenth, None of one that has none.

    Rounded up, so that the whole seconds that a screen makes of it are those of the exact time.
    """
    return None if seconds is None else ceil(Fraction(str(seconds)) * 10) / 10


def decimal_words(value: Value, places: int) -> str:
    """Return a number to so many decimal places."""
    return number_format(rounded(value, places), places)


def percent_words(share: Value, places: int = 1) -> str:
    """Return a share of 1 as a percentage: "66.7 %"."""
    exact = share if isinstance(share, Fraction) else Fraction(str(share))
    return gettext("%(share)s %%") % {"share": decimal_words(exact * 100, places)}


def whole_words(value: Value) -> str:
    """Return a number to the nearest whole one, with a sign where it is below zero."""
    number = nearest(value)
    return f"{MINUS if number < 0 else ''}{number_format(abs(number), 0)}"


def signed_words(value: Value, places: int = 0) -> str:
    """Return a difference with its sign, and zero without one."""
    number = rounded(value, places)
    sign = "+" if number > 0 else MINUS if number < 0 else ""
    return f"{sign}{number_format(abs(number), places)}"
