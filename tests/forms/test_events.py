import pytest
from django.http import QueryDict

from drafts.forms.events import EventForm, RoundsField, review_words
from drafts.forms.lobby import CodeForm
from drafts.models import CardSet

SETS = [CardSet(code="SMP01", name="One"), CardSet(code="SMP02", name="Two")]


def form(**initial):
    return EventForm(initial=initial, known_sets=SETS)


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ([], []),
        ([""], []),
        (["smp01 "], ["SMP01"]),
        (["SMP01", "", "", "", "", ""], ["SMP01"]),
        (["SMP01", "", "SMP02", ""], ["SMP01", "SMP01", "SMP02", "SMP02"]),
        (["", "SMP02"], ["SMP02"]),
    ],
)
def test_an_empty_set_is_the_one_before_it(given, meant):
    assert RoundsField(required=False).clean(given) == meant


def test_the_page_shows_six_choices_and_the_first_set_to_begin_with():
    assert form().sets_by_round == ["SMP01", "", "", "", "", ""]
    assert form(card_set=["SMP02", "SMP01"]).sets_by_round == ["SMP02", "SMP01", "", "", "", ""]


def test_a_review_that_the_page_does_not_offer_is_among_its_choices_when_it_is_set():
    assert ("45", "45 seconds") in form(review_seconds=45).review_choices
    assert [words for _, words in form(review_seconds=120).review_choices][:3] == [
        "Until I end it",
        "1 minute",
        "2 minutes",
    ]


@pytest.mark.parametrize(
    ("seconds", "words"), [(0, "Until I end it"), (60, "1 minute"), (90, "90 seconds"), (300, "5 minutes")]
)
def test_a_review_is_told_in_words(seconds, words):
    assert review_words(seconds) == words


def test_a_form_without_a_field_gets_a_sensible_value():
    filled = EventForm(QueryDict("name=Friday&card_set=SMP01"), known_sets=SETS)
    assert (filled.is_valid(), filled.cleaned_data["table_size"], filled.cleaned_data["review_seconds"]) == (
        True,
        4,
        120,
    )


@pytest.mark.parametrize("typed", ["k7qf3m", " K7Q F3M ", "K7Q-F3M", "k7q.f3m"])
def test_a_code_is_read_as_it_is_meant(typed):
    filled = CodeForm({"code": typed})
    assert (filled.is_valid(), filled.cleaned_data["code"]) == (True, "K7QF3M")
