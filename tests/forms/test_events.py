import pytest
from django.http import QueryDict

from drafts.forms.events.lobby import CodeForm
from drafts.forms.events.new_event import EventForm, RoundsField, defaults_of, defaults_of_page, review_words
from drafts.models import CardSet
from drafts.queries.events.lookup import settings_of_night
from drafts.rules.games.magic.formats import MAGIC_DRAFT, MAGIC_OWN, MAGIC_SEALED
from drafts.rules.games.rome.formats import ROME
from drafts.rules.games.vanguard.formats import VANGUARD, VANGUARD_OWN

FORMS = ("duel", "commander")
HELPS = ("fight_minutes", "fights_across", "swiss_rounds")
SETS = [CardSet(code="SMP01", name="One"), CardSet(code="SMP02", name="Two")]


def form(**initial):
    return EventForm(initial=initial, format_=VANGUARD, known_sets=SETS)


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
    filled = EventForm(QueryDict("name=Friday&card_set=SMP01"), format_=VANGUARD, known_sets=SETS)
    assert (filled.is_valid(), filled.cleaned_data["table_size"], filled.cleaned_data["review_seconds"]) == (
        True,
        4,
        120,
    )


@pytest.mark.parametrize("typed", ["k7qf3m", " K7Q F3M ", "K7Q-F3M", "k7q.f3m"])
def test_a_code_is_read_as_it_is_meant(typed):
    filled = CodeForm({"code": typed})
    assert (filled.is_valid(), filled.cleaned_data["code"]) == (True, "K7QF3M")


def magic(**fields):
    query = QueryDict(mutable=True)
    query.update({"name": "Friday", "card_set": "MAG01", "format": "magic-draft", **fields})
    return EventForm(query, format_=MAGIC_DRAFT, known_sets=[CardSet(code="MAG01", name="Lanterns")])


def test_M1_M8_a_form_without_a_field_gets_what_is_usual_in_its_format():
    filled = magic()
    assert filled.is_valid()
    usual = ("format", "table_size", "review_seconds", "judge")
    assert [filled.cleaned_data[name] for name in usual] == ["magic-draft", 8, 60, "organizer"]


@pytest.mark.parametrize(("size", "is_fine"), [("1", False), ("2", True), ("12", True), ("13", False)])
def test_M1_two_to_twelve_are_offered_for_a_table(size, is_fine):
    assert magic(table_size=size).is_valid() is is_fine


def test_a_format_says_its_own_words():
    filled = magic()
    helps = {name: field.help_text for name, field in filled.fields.items()}
    assert helps["table_size"] == "Eight is best. More fighters make more tables."
    assert helps["review_seconds"] == "After the first and the second pack everyone may look at their own cards."
    assert helps["pack_list"].endswith("3 for each fighter.")
    assert ("judge" in helps, filled.sets_by_round) == (False, ["MAG01", "", ""])


def fights(**fields):
    query = QueryDict(mutable=True)
    query.update({"name": "Friday", "card_set": "SMP01", **fields})
    return EventForm(query, format_=VANGUARD, known_sets=SETS)


NOT_ASKED = {"counter": "", "counter_start": 20, "counter_loses": 0, "build_minutes": 0, "lands": "provided"}
NOT_ASKED |= {"lists": "off", "constructed_format": "other", "avatars": "off", "avatar_every": "event", "planes": "off"}


def settled(filled):
    assert filled.is_valid(), filled.errors
    return settings_of_night(filled.night_settings())


def test_R17_a_form_of_the_older_protocol_fights_as_is_usual():
    assert settled(fights()) == {
        "fights": "auto", "fights_across": "table", "swiss_rounds": 3, "best_of": 1, "fight_minutes": 25,
        "damage_limit": 4, "time_up": "less_damage", "sharing": "equal", **NOT_ASKED,
    }  # fmt: skip


def test_every_setting_of_the_fights_is_taken():
    said = {
        "fights": "swiss", "fights_across": "event", "swiss_rounds": 9, "best_of": 3, "fight_minutes": 0,
        "damage_limit": 3, "time_up": "draw", "sharing": "keep",
    }  # fmt: skip
    assert settled(fights(**said)) == {**said, **NOT_ASKED}


def test_all_that_is_wrong_is_said_at_once_each_beside_its_field():
    filled = fights(swiss_rounds="0", best_of="2", fight_minutes="91", damage_limit="10", time_up="never", name="")
    assert {name: list(said) for name, said in filled.errors.items()} == {
        "name": ["This field is required."],
        "swiss_rounds": ["From 1 to 9 rounds."],
        "best_of": ["A fight is one game, or the best of three."],
        "fight_minutes": ["A round lasts from 5 to 90 minutes, or 0: without a clock."],
        "damage_limit": ["From 3 to 9 damage."],
        "time_up": ["Select a valid choice. never is not one of the available choices."],
    }
    assert filled.has_faulty_fights


def test_M32_M33_magic_asks_for_no_limit_of_damage_and_fights_the_best_of_three():
    filled = magic(damage_limit="77")
    assert (settled(filled)["best_of"], settled(filled)["damage_limit"]) == (3, 4)
    assert "damage_limit" not in filled.fields
    assert [str(words) for _, words in filled.fields["time_up"].choices] == ["More life wins", "A draw"]


def test_the_form_says_in_one_line_how_one_fights():
    shared = "Afterwards the cards are shared."
    usual = f"Then 3 fights of 25 minutes. {shared}"
    assert fights().fights_in_words == form(**defaults_of(VANGUARD)).fights_in_words == usual
    assert form(**defaults_of(VANGUARD) | {"fights": "off"}).fights_in_words == f"No fights follow. {shared}"


@pytest.mark.parametrize(("players", "says"), [(2, "2 battles."), (3, "4 battles."), (4, "4 battles.")])
def test_V1_with_more_than_two_in_a_battle_the_form_says_as_many_battles_as_there_are_rounds(players, says):
    rome = EventForm(initial={"table_size": 3, "players": players, "swiss_rounds": 4}, format_=ROME, known_sets=[])
    assert rome.fights_in_words == says
    assert more_of(rome)["auto"] == ("2 fights each, against all others" if players == 2 else "4 battles each")


@pytest.mark.parametrize("format_", [ROME, VANGUARD_OWN])
def test_a_format_that_is_nothing_but_fights_does_not_offer_to_have_none(format_):
    offered = more_of(EventForm(initial={"table_size": 4}, format_=format_, known_sets=[]))
    assert list(offered) == ["auto", "round_robin", "swiss", "bracket"]


def more_of(event_form):
    """Return what stands under each way to fight."""
    return {str(radio.data["value"]): radio.data["more"] for radio in event_form["fights"]}


def test_each_way_to_fight_says_how_many_fights_a_table_of_this_size_has():
    assert more_of(form(table_size=4)) == {
        "auto": "3 fights each, against all others",
        "off": "The night goes on without them.",
        "round_robin": "3 fights each, against all others",
        "swiss": "3 fights each, against equal points",
        "bracket": "2 rounds; who loses is out",
    }
    assert more_of(form(table_size=7, swiss_rounds=5)) == more_of(form(table_size=4)) | {
        "auto": "5 fights each, against equal points",
        "round_robin": "6 fights each, against all others",
        "swiss": "5 fights each, against equal points",
        "bracket": "3 rounds; who loses is out",
    }


def test_settings_say_what_they_do_for_a_table_of_this_size():
    said = {name: form(table_size=7, fights="round_robin")[name].help_text for name in HELPS}
    assert said == {
        "fight_minutes": "7 rounds of 25 minutes: 175 minutes at most.",
        "fights_across": "This matters once there are several tables: from 8 fighters on.",
        "swiss_rounds": "With 7 fighters, 3 rounds leave at most one without a defeat.",
    }
    assert form(table_size=7).mix_in_words.startswith("Each fighter opens 6 packs: 42 in all for a table of 7")


def test_the_form_says_how_many_packs_each_fighter_keeps_where_none_are_passed():
    sealed = EventForm(initial={"packs_each": 4, "table_size": 8}, format_=MAGIC_SEALED, known_sets=SETS)
    assert sealed.mix_in_words == "Each fighter opens 4 packs: 32 in all for a table of 8."


def test_of_sealed_it_is_not_said_that_cards_are_chosen():
    labels = dict(EventForm(format_=MAGIC_SEALED, known_sets=SETS).fields["sharing"].choices)
    assert labels["keep"] == "Everybody keeps their own cards"


def test_the_usual_size_of_a_table_is_that_of_the_form_of_fights():
    forms = {slug: EventForm(initial={"fight_form": slug}, format_=MAGIC_OWN, known_sets=[]) for slug in FORMS}
    assert {slug: form["table_size"].help_text for slug, form in forms.items()} == {
        "duel": "Eight is best. More fighters make more tables.",
        "commander": "Usually 4. More fighters make more tables.",
    }


def test_the_time_for_lists_does_not_promise_that_decks_are_filled():
    field = EventForm(format_=MAGIC_OWN, known_sets=[])["build_minutes"]
    assert (field.label, field.help_text) == (
        "Minutes to hand in a list",
        "When time is up every list is locked as it is.",
    )


def test_a_size_of_a_table_that_there_is_not_leaves_these_sentences_out():
    wrong = form(table_size="x" * 9)
    assert {*more_of(wrong).values()} == {"", "3 fights each, against equal points"}
    assert (wrong["fight_minutes"].help_text, wrong.mix_in_words) == ("", "")


def test_minutes_that_the_page_does_not_offer_are_among_its_choices_when_they_are_set():
    assert ("45", "45 minutes") in form(fight_minutes=45).minutes_choices
    offered = fights(fight_minutes="x" * 99).minutes_choices
    assert [words for _, words in offered][:2] == ["Without a clock", "15 minutes"]


@pytest.mark.parametrize(
    ("fields", "minutes"),
    [
        ({}, 25),
        ({"fight_minutes": ""}, 25),
        ({"fight_minutes": "auto"}, 50),
        ({"fight_minutes": "auto", "best_of": "1"}, 25),
        ({"fight_minutes": "auto", "best_of": "1", "fight_form": "two-headed-giant"}, 50),
        ({"fight_minutes": "auto", "fight_form": "emperor", "table_size": "6"}, 0),
        ({"fight_form": "emperor", "table_size": "6"}, 25),
        ({"fight_minutes": "40"}, 40),
    ],
)
def test_the_usual_minutes_of_a_round_of_magic_are_those_of_its_games_where_they_are_asked_for(fields, minutes):
    assert settled(magic(**fields))["fight_minutes"] == minutes


def test_R17_a_round_of_vanguard_is_as_long_for_the_best_of_three():
    assert settled(fights(fight_minutes="auto", best_of="3"))["fight_minutes"] == 25
    assert "auto" not in dict(form(best_of=3).minutes_choices)


def magic_page(**initial):
    initial = defaults_of_page(MAGIC_DRAFT) | initial
    return EventForm(initial=initial, format_=MAGIC_DRAFT, known_sets=[CardSet(code="MAG01", name="Lanterns")])


@pytest.mark.parametrize(
    ("initial", "chosen", "says"),
    [
        ({}, "auto", "3 rounds of 50 minutes: 150 minutes at most."),
        ({"best_of": 1, "fight_minutes": 25}, "auto", "3 rounds of 25 minutes: 75 minutes at most."),
        ({"fight_minutes": 25}, 25, "3 rounds of 25 minutes: 75 minutes at most."),
        ({"best_of": 1}, 50, "3 rounds of 50 minutes: 150 minutes at most."),
        (
            {"fight_form": "emperor", "fight_minutes": 0, "best_of": 1},
            "auto",
            "3 rounds, each until its fights are over.",
        ),
    ],
)
def test_the_page_offers_the_usual_minutes_until_others_are_chosen(initial, chosen, says):
    page = magic_page(**initial)
    assert (page["fight_minutes"].value(), page["fight_minutes"].help_text) == (chosen, says)
    assert page.minutes_choices[0] == ("auto", "As usual for these fights")


def test_M8_no_shorter_review_is_offered_than_the_format_allows():
    assert [seconds for seconds, _ in magic().review_choices] == ["0", "30", "60", "120", "180", "300", "600"]
