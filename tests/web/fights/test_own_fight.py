"""A fighter's fight and the deck between games by forms alone (M22-M25, M31)."""

import re

import pytest
from django.test import Client

from drafts.models import Event, EventStage
from drafts.operations.night_verification import night_differences
from drafts.rules.actors import ORGANIZER
from drafts.rules.fights.beginning import chooses, goes_first
from drafts.rules.fights.decks import deck_of
from drafts.rules.ids import EventId, FighterId
from drafts.rules.night.clock_moves import Pause
from drafts.rules.night.fight_moves import CountMove, EndGameMove
from drafts.store.building import load_building
from drafts.store.fights import load_fights
from tests.factories import act_in_fights, begin_fights, drafted_event, fighter, match_event, sit_down
from tests.web.shown import shown

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("module_sets")]


@pytest.fixture(scope="module")
def match(module_organizer, module_sets):
    return match_event(module_organizer)


@pytest.fixture
def event(match, db):
    return Event.objects.get(id=match.id)


def number(event, name):
    return FighterId(fighter(event, name).id)


def phone_of(event, name):
    client = Client()
    sit_down(client, fighter(event, name))
    return client


def fight_of(event):
    return load_fights(event.id).fighting.fight(1)


def says(event, name, act, **fields):
    """Send a form, and return what the page then says on its top."""
    phone = phone_of(event, name)
    answer = phone.post(f"/events/{event.code}/fight/", {"fight": 1, "act": act, **fields}, follow=True)
    return [str(message) for message in answer.context["messages"]]


def test_M22_M31_every_act_of_a_fight_is_a_form(event):
    ann, ben = number(event, "Ann"), number(event, "Ben")
    assert says(event, "Ann", "rolled", fighter=ann) == []
    assert says(event, "Ben", "first", game=1, fighter=ben) == ["Another side chooses who goes first."]
    assert says(event, "Ann", "first", game=1, fighter=ben) == []
    assert says(event, "Ben", "count", fighter=ann, counter="life", by=-5) == []
    assert says(event, "Ben", "count", fighter=ann, counter="life", to=0) == []
    assert (goes_first(fight_of(event)), fight_of(event).counts.lost(ann)) == (ben, "life")
    assert says(event, "Ann", "spare", fighter=ann) == []
    assert fight_of(event).counts.lost(ann) is None
    assert (says(event, "Ann", "undo"), fight_of(event).counts.lost(ann)) == ([], "life")
    assert says(event, "Ben", "out", fighters=ann) == []
    assert says(event, "Ann", "game", game=2, winner=ann) == []
    assert says(event, "Ann", "result", winner="draw", score="1,1") == []
    assert (says(event, "Ben", "dispute"), says(event, "Ben", "confirm")) == ([], [])
    assert fight_of(event).result.is_draw
    page = phone_of(event, "Ann").get(f"/events/{event.code}/fight/").content.decode()
    assert re.search("The result is final: .* and .* drew 1", page)


def page_of_fight(event, name):
    page = phone_of(event, name).get(f"/events/{event.code}/fight/").content.decode()
    return " ".join(re.sub("</?bdi[^>]*>|<[^>]+>", lambda tag: "" if "bdi" in tag[0] else " ", page).split())


def test_M22_own_dice_are_asked_about_only_before_anything_is_counted(event):
    assert "Our own dice" in page_of_fight(event, "Ann")
    assert says(event, "Ann", "count", fighter=number(event, "Ann"), counter="mulligans", by=1) == []
    assert "Our own dice" not in page_of_fight(event, "Ann")


def test_the_page_of_a_fight_says_what_was_entered_and_asks_the_other_side_alone(event):
    assert says(event, "Ann", "result", winner="draw", score="1,1") == []
    own, other = page_of_fight(event, "Ann"), page_of_fight(event, "Ben")
    names = "Ann and Ben" if fight_of(event).sides[0].fighter == number(event, "Ann") else "Ben and Ann"
    assert f"According to Ann: {names} drew 1 : 1." in own
    assert f"According to Ann: {names} drew 1 : 1." in other
    assert [("Call the organizer" in page, "press what happened:" in page) for page in (own, other)] == [
        (False, False),
        (True, True),
    ]


def test_the_score_of_a_result_stands_outside_of_the_winners_name_whatever_its_direction(event):
    event.fighters.filter(nickname="Ben").update(nickname="كامي")
    page = phone_of(event, "Ann").get(f"/events/{event.code}/fight/").content.decode()
    assert re.search(r'<bdi dir="auto">كامي</bdi>\s*<span class="number">2 : 0</span></button>', page)


def test_the_games_of_the_winner_stand_first_in_each_result_that_can_be_entered(event):
    page = page_of_fight(event, "Ann")
    for result in ("Ann 2 : 0", "Ann 2 : 1", "Ann 1 : 0", "Ben 2 : 0", "Ben 2 : 1", "Ben 1 : 0"):
        assert page.count(result) == 1, result
    assert re.findall(r"\d : \d No die, no reward", page) == ["1 : 1 No die, no reward", "0 : 0 No die, no reward"]


def test_the_page_of_a_disputed_fight_has_both_results(event):
    ann, ben = number(event, "Ann"), number(event, "Ben")
    place = [side.fighter for side in fight_of(event).sides].index(ben)
    score = ",".join(str(2 * (each == place)) for each in range(2))
    assert says(event, "Ann", "result", winner="draw", score="1,1") == []
    assert says(event, "Ben", "result", winner=ben, score=score) == []
    for name in ("Ann", "Ben"):
        page = page_of_fight(event, name)
        assert "The results don’t match. The organizer has been called." in page
        assert "According to Ben: Ben won 2 : 0." in page
        assert (" Confirm " in page, "Call the organizer" in page) == (name == "Ben", False)
    assert says(event, "Ann", "result", winner=ben, score=score) == []
    assert fight_of(event).result.winner == ben != ann


def test_a_form_that_says_nothing_is_refused_in_words_and_one_that_is_sent_twice_counts_once(event):
    ann = number(event, "Ann")
    assert says(event, "Ann", "fly") == ["Say what is to be done."]
    assert says(event, "Ann", "count", fighter=ann, counter="life", by="many") == ["It cannot be that many."]
    assert says(event, "Ann", "out", fighters="all") == ["Fighters are named by their numbers."]
    for _ in range(2):
        assert says(event, "Ann", "count", fighter=ann, counter="life", by=-1, was=0) == []
    assert fight_of(event).counts.of(ann)["life"] == 19
    assert Client().get(f"/events/{event.code}/fight/").status_code == 302


def test_a_request_that_cannot_be_in_a_fight_is_refused_in_words_that_say_why(event):
    ann = number(event, "Ann")
    assert says(event, "Ann", "count", fighter=ann, counter="poison", by=-1) == [
        "The counter does not go that far. Look at the number again."
    ]
    upper = fight_of(event).sides[0].fighter
    assert says(event, "Ann", "result", winner=upper, score="1,2") == [
        "That score does not fit who won, or the number of games."
    ]
    assert says(event, "Ben", "confirm") == ["No result of the other side waits for you now. Look again."]


def test_the_page_of_a_fight_says_who_chooses_and_how_many_cards_go_to_the_bottom(event):
    chooser = next(name for name in ("Ann", "Ben") if number(event, name) == chooses(fight_of(event)))
    assert says(event, "Ann", "count", fighter=number(event, "Ann"), counter="mulligans", by=2) == []
    page = phone_of(event, "Ann").get(f"/events/{event.code}/fight/").content.decode()
    assert f"Play or draw is up to \u2068{chooser}\u2069" in page
    assert "Put 2 cards on the bottom of the library." in page


def test_M22_the_page_of_a_fight_names_the_side_that_goes_first_once_that_is_said(event):
    address, chooser = f"/events/{event.code}/fight/", chooses(fight_of(event))
    name = event.fighters.get(id=chooser).nickname
    before = phone_of(event, name).get(address).content.decode()
    assert says(event, name, "first", game=1, fighter=chooser) == []
    after = phone_of(event, name).get(address).content.decode()
    assert [page.count("goes first</span>") for page in (before, after)] == [0, 1]


def test_five_can_be_counted_at_once_where_the_rule_of_the_counter_says_so(event):
    page = phone_of(event, "Ann").get(f"/events/{event.code}/fight/").content.decode()
    rows = [row.partition("</form>")[0] for row in page.split('class="own-fight__counter"')[1:]]
    named = [
        (row.partition('name="counter" value="')[2].partition('"')[0], 'name="by" value="5"' in " ".join(row.split()))
        for row in rows
    ]
    assert named == 2 * [("life", True), ("poison", False), ("library", False), ("mulligans", False)]


def test_M22_a_result_that_is_entered_at_once_does_not_say_who_goes_first(event):
    ann = number(event, "Ann")
    score = "2,0" if fight_of(event).sides[0].fighter == ann else "0,2"
    assert says(event, "Ann", "result", winner=ann, score=score) == []
    page = page_of_fight(event, "Ann")
    assert "The other side is asked to confirm it." in page
    assert "goes first</span>" not in page


def test_while_the_round_is_paused_no_form_of_the_fight_can_be_sent(event):
    address, forms = f"/events/{event.code}/fight/", re.compile(r"<fieldset class=\"own-fight__acts[^>]*>")
    running = forms.search(phone_of(event, "Ann").get(address).content.decode())[0]
    act_in_fights(event, ORGANIZER, Pause())
    paused = forms.search(phone_of(event, "Ann").get(address).content.decode())[0]
    assert ("disabled" in running, "disabled" in paused) == (False, True)
    assert says(event, "Ann", "count", fighter=number(event, "Ann"), counter="life", by=-1) == ["The round is paused."]


def test_M22_the_panel_offers_to_play_for_a_guest_who_chooses_until_it_is_said_who_goes_first(event, organizer_client):
    def offered():
        page = shown(organizer_client.get(f"/events/{event.code}/host/").content.decode())
        return "chooses who goes first" in page, 'data-key="guest-link"' in page.partition('id="tables"')[0]

    chooser, other = sorted(("Ann", "Ben"), key=lambda name: number(event, name) != chooses(fight_of(event)))
    assert offered() == (False, False)  # no guest is in it
    event.fighters.filter(nickname=chooser).update(guest=True)
    assert offered() == (True, True)
    says(event, other, "count", fighter=number(event, other), counter="life", by=-1)
    assert offered() == (False, False)
    says(event, other, "game", game=1, winner=number(event, other))
    assert offered() == (True, True)  # the loser chooses in the next game
    assert says(event, chooser, "first", game=2, fighter=number(event, other)) == []
    assert offered() == (False, False)


def test_M22_the_panel_offers_to_play_for_a_guest_who_chooses_after_a_game_that_was_conceded(event, organizer_client):
    event.fighters.filter(nickname="Ann").update(guest=True)
    assert says(event, "Ann", "out", fighters=number(event, "Ann")) == []
    page = shown(organizer_client.get(f"/events/{event.code}/host/").content.decode())
    assert "chooses who goes first" in page


def test_M22_the_page_of_a_fight_offers_dice_of_the_fighters_own_until_it_is_said_who_goes_first(event):
    chooser = next(name for name in ("Ann", "Ben") if number(event, name) == chooses(fight_of(event)))
    assert "Our own dice: I choose" in page_of_fight(event, chooser)
    assert says(event, chooser, "first", game=1, fighter=number(event, chooser)) == []
    assert "Our own dice: I choose" not in page_of_fight(event, chooser)


def changes(event, name, **fields):
    answer = phone_of(event, name).post(
        f"/events/{event.code}/deck/build/?fight=1", {"fight": 1, **fields}, follow=True
    )
    return answer, [str(message) for message in answer.context["messages"]]


def test_M23_a_deck_is_changed_by_forms_between_two_games_and_a_deck_check_shows_it(event, organizer_client):
    ann = number(event, "Ann")
    live = load_building(EventId(event.id), 1)
    deck, pool = live.building.works[ann].deck, live.building.pools[ann]
    out = deck.main[0]
    into = next(card for card in deck.side_of(pool) if "conspiracy" not in pool[card].card.traits)
    assert changes(event, "Ann", seen=1, remove=out, add=into)[1] == ["Registered; change it between games."]
    act_in_fights(event, ann, EndGameMove(1, 1, ann))
    assert changes(event, "Ann", seen=1, remove=out)[1] == ["39 cards; at least 40 are needed."]
    page, said = changes(event, "Ann", seen=1, remove=out, add=into)
    assert (said, "For this match alone." in page.content.decode()) == ([], True)
    assert changes(event, "Ann", seen=2, land="Island", by=1)[1] == []
    changed = deck_of(fight_of(event), ann, 2, deck)
    assert (changed.main, changed.basics) == ((*deck.main[1:], into), (("Plains", 17), ("Island", 1)))
    assert load_building(EventId(event.id), 1).building.works[ann].deck == deck
    check = organizer_client.post(f"/events/{event.code}/host/deck-check/", {"fighter": ann}).content.decode()
    assert "Now, in this match" in check
    other = organizer_client.post(f"/events/{event.code}/host/deck-check/", {"fighter": number(event, "Ben")})
    assert "Now, in this match" not in other.content.decode()
    assert night_differences(event) == []


def test_M22_dice_hang_on_the_seed_and_a_deck_of_other_cards_is_found_by_verify(event):
    act_in_fights(event, ORGANIZER, EndGameMove(1, 1, None))
    changes(event, "Ann", seen=1, land="Island", by=1)
    assert night_differences(event) == []
    act = EventStage.objects.get(stage="fighting").acts.get(kind="side")
    act.text = act.text.replace("Plains 17", "Plains 3")
    act.save()
    assert "deck_too_small" in night_differences(event)[0]


def test_a_life_below_zero_has_the_sign_that_the_panel_writes(event):
    ann = number(event, "Ann")
    act_in_fights(event, ann, CountMove(1, ann, "life", -23))
    page = phone_of(event, "Ann").get(f"/events/{event.code}/fight/").content.decode()
    assert '<b class="own-fight__value number">−3</b>' in page
    assert '<b class="own-fight__value number">-3</b>' not in page


def test_one_without_an_opponent_reads_of_the_bye_and_of_no_round_where_none_is_on(organizer, sample_sets):
    event = drafted_event(organizer, "Ann", "Ben", "Cem")

    def said(name):
        return " ".join(shown(phone_of(event, name).get(f"/events/{event.code}/fight/").content.decode()).split())

    assert "You have no fight now." in said("Ann")
    event = begin_fights(event)
    alone = next(fight for _, _, _, fight in load_fights(EventId(event.id)).fighting.fights() if fight.is_bye)
    assert "No opponent was left for you in this round. It counts as a win." in said(
        event.fighters.get(id=alone.fighters[0]).nickname
    )
