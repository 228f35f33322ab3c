import pytest

from drafts.models import CardSet, NightSettings, RomeSettings
from drafts.presenters.events.night_choices import night_choices
from drafts.presenters.events.nights import battles_in_words, fights_in_words, night_in_words
from drafts.presenters.log.logs import load_log
from drafts.rules.formats import Pace
from drafts.rules.games.magic.formats import MAGIC_DRAFT
from drafts.rules.games.rome.formats import ROME
from drafts.rules.games.vanguard.formats import VANGUARD, VANGUARD_OWN
from drafts.services.events.lifecycle import create_event
from tests.factories import make_event

ONE, BRACKET = "Then 1 fight of 25 minutes", "Then a bracket"
SHARED = "Afterwards the cards are shared."


@pytest.mark.parametrize(
    ("settings", "people", "words"),
    [
        ({}, 4, f"Then 3 fights of 25 minutes. {SHARED}"),
        ({}, 2, f"Then 1 fight of 25 minutes. {SHARED}"),
        ({"swiss_rounds": 3}, 8, f"Then 3 fights of 25 minutes. {SHARED}"),
        ({"fights": "round_robin", "fight_minutes": 0}, 6, f"Then 5 fights. {SHARED}"),
        (
            {"fights": "swiss", "swiss_rounds": 1, "best_of": 3},
            8,
            f"{ONE}, best of three. {SHARED}",
        ),
        ({"fights": "bracket"}, 8, f"Then a bracket with fights of 25 minutes. {SHARED}"),
        (
            {"fights": "bracket", "fight_minutes": 0, "damage_limit": 5},
            4,
            f"{BRACKET}, lost at 5 damage. {SHARED}",
        ),
        ({"fights": "off", "sharing": "keep"}, 4, "No fights follow. Everybody keeps their cards."),
        ({"sharing": "random"}, 4, "Then 3 fights of 25 minutes. Afterwards the cards are shared at random."),
    ],
)
def test_the_rest_of_the_night_is_said_of_a_table_of_so_many(settings, people, words):
    assert night_in_words(NightSettings(**settings), VANGUARD, people) == words


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({}, "3 fights of 25 minutes, lost at 4 damage."),
        ({"fights": "swiss", "swiss_rounds": 1, "fight_minutes": 0, "damage_limit": 6}, "1 fight, lost at 6 damage."),
        ({"fights": "bracket"}, "A bracket with fights of 25 minutes, lost at 4 damage."),
        ({"fights": "off"}, "No fights are fought."),
    ],
)
def test_M30_where_everybody_brings_a_deck_no_draft_comes_before_the_fights(settings, words):
    assert night_in_words(NightSettings(**settings), VANGUARD_OWN, 4) == f"Everybody brings a deck. {words}"


def test_the_page_of_a_new_event_of_own_decks_says_of_no_fight_that_it_follows():
    then = night_choices(VANGUARD_OWN, [0, 25])["fights"]["swiss"]["3"]["then"]
    assert then == {"0": "3 fights", "25": "3 fights of 25 minutes"}


def test_a_game_without_a_limit_of_damage_says_nothing_of_one():
    night = NightSettings(fights="bracket", damage_limit=5)
    assert night_in_words(night, MAGIC_DRAFT, 4) == f"Then a bracket with fights of 25 minutes. {SHARED}"


def test_the_page_of_a_new_event_of_battles_says_of_nothing_that_it_follows():
    then = night_choices(ROME, [0, 25])["fights"]["swiss"]["3"]["then"]
    assert then == {"0": "3 battles", "25": "3 battles of 25 minutes"}


@pytest.mark.parametrize(("on_paper", "words"), [
    (False, "Everybody has 25 minutes to build a deck. Bring basic lands."),
    (True, "Decks are built at the table. Bring basic lands."),
])  # fmt: skip
def test_of_real_packs_no_clock_is_announced_that_nobody_runs(on_paper, words):
    night = NightSettings(build_minutes=25, lands="own", fights="off", sharing="keep")
    after = "No fights follow. Everybody keeps their cards."
    assert night_in_words(night, MAGIC_DRAFT, 4, on_paper=on_paper) == f"{words} {after}"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("source", "says", "told"), [("generated", "Everybody has 25 minutes", 25), ("paper", "Decks are built at the", 0)]
)
def test_the_lobby_and_the_log_of_a_draft_of_magic_say_where_decks_are_built(
    organizer, sample_sets, source, says, told
):
    event = make_event(organizer, "Ann", format_="magic-draft", card_set="MAG01", packs=source)
    assert fights_in_words(event).startswith(says)
    assert load_log(event).event.build_minutes == told


@pytest.mark.django_db
def test_it_holds_for_the_tables_that_there_will_be(organizer, sample_sets):
    names = [f"Fighter {number}" for number in range(7)]
    for people in (1, 4, 7):
        assert fights_in_words(make_event(organizer, *names[:people], table_size=4)).startswith("Then 3 fights of ")
    assert fights_in_words(make_event(organizer, *names[:2], table_size=2)).startswith("Then 1 fight of ")


@pytest.mark.django_db
def test_listed_packs_go_round_one_table_so_that_all_can_meet(organizer, sample_sets):
    names = [f"Fighter {number}" for number in range(5)]
    numbers = list(CardSet.objects.get(code="SMP01").cards.values_list("number", flat=True))
    listed = "\n\n".join("\n".join(numbers[5 * pack : 5 * pack + 5]) for pack in range(6))
    settings = {"table_size": 2, "night": NightSettings(fights="round_robin")}
    event = make_event(organizer, *names, packs="uploaded", pack_list="\n\n".join([listed] * 5), **settings)
    assert fights_in_words(event).startswith("Then 4 fights of ")


@pytest.mark.parametrize(
    ("players", "people", "night", "says"),
    [
        (2, 2, {}, "1 battle."),
        (2, 4, {"fight_minutes": 40}, "3 battles of 40 minutes."),
        (3, 3, {"swiss_rounds": 3}, "3 battles."),
        (4, 4, {"swiss_rounds": 1, "fights": "off"}, "No battles are fought."),
        (2, 4, {"fights": "bracket"}, "A bracket of battles."),
    ],
)
def test_an_event_of_rome_says_how_many_battles_each_has(players, people, night, says):
    settings = NightSettings(**{"fight_minutes": 0, **night})
    assert battles_in_words(settings, players, people) == says


@pytest.mark.django_db
def test_nothing_comes_before_the_battles_of_rome(organizer):
    event = create_event(
        organizer=organizer, format_="rome", name="Rome", card_sets=[], pace=Pace.OFF, battles=RomeSettings(players=4)
    )
    assert fights_in_words(event) == "3 battles."
