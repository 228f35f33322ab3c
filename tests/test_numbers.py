from decimal import Decimal
from fractions import Fraction

import pytest
from django.utils.translation import override

from drafts.numbers import decimal_words, percent_words, rounded, signed_words


@pytest.mark.parametrize(
    ("value", "places", "is_rounded"),
    [
        (Fraction(2, 3), 4, "0.6667"),
        (Fraction(2001, 3000) * 100, 1, "66.7"),
        (Fraction(66645, 1000), 1, "66.6"),
        (0.285, 2, "0.29"),
        (2.5, 0, "3"),
        (-2.5, 0, "-3"),
        (0.04, 1, "0.0"),
    ],
)
def test_a_number_is_rounded_half_up_as_it_is_read(value, places, is_rounded):
    assert rounded(value, places) == Decimal(is_rounded)


def test_shares_and_differences_have_one_form():
    assert [percent_words(Fraction(2, 3)), percent_words(1, 0)] == ["66.7 %", "100 %"]
    assert [signed_words(3), signed_words(-2), signed_words(0), signed_words(-0.04, 1)] == ["+3", "−2", "0", "0.0"]


def test_numbers_are_written_as_the_active_language_writes_them():
    with override("de"):
        assert decimal_words(0.5, 1) == "0,5"
