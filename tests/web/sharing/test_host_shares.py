"""The sharing of the cards on the panel as the server draws it, and what its buttons do without scripts (R19)."""

import re
from datetime import UTC, datetime

import pytest

from drafts.models import NightSettings
from drafts.presenters.events.panel_night import night_of
from drafts.rules.games.vanguard.game import VANGUARD_GAME
from drafts.services.sharing import change_wishes
from drafts.store.shares import load_all_shares
from drafts.views.events.host_night import panel_night
from tests.factories import drafted_event, fighting_event, messages_of
from tests.web.shown import shown

pytestmark = pytest.mark.django_db
THREE = ("Aichi", "Kamui", "Misaki")


@pytest.fixture
def night(organizer, sample_sets):
    """Make an event whose decks are ready, and which shares its cards without fights."""

    def make(*names, **settings):
        settings = NightSettings(**{"fights": "off", "sharing": "equal"} | settings)
        return drafted_event(organizer, *(names or THREE), card_set="SMP02", night=settings)

    return make


@pytest.fixture
def post(organizer_client):
    """Post an action as a form does, and return the answer."""

    def send(event, action, **fields):
        answer = organizer_client.post(f"/events/{event.code}/host/{action}/", fields)
        event.refresh_from_db()
        return answer

    return send


@pytest.fixture
def sharing(night, post):
    """Make an event that shares its cards now."""

    def make(*names, **settings):
        event = night(*names, **settings)
        post(event, "next-stage", **{"from": "building"})
        return event

    return make


@pytest.fixture
def page(organizer_client):
    """Return the HTML of what the panel shows."""
    return lambda event: shown(organizer_client.get(f"/events/{event.code}/host/").content.decode())


@pytest.fixture
def look(page):
    """Return the text of what the panel shows."""
    return lambda event: " ".join(re.sub(r"<[^>]+>", " ", page(event)).split())


def primary(html):
    """Return what the gold buttons of a page do; those that a card unfolds do not count."""
    html = re.sub(r"<details>.*?</details>", "", html, flags=re.DOTALL)
    return re.findall(r'button--primary"[^>]*formaction="[^"]*/host/([a-z-]+)/" name="from" value="(\w+)"', html)


def share_of(event):
    (share,) = panel_night(event).shares
    return share


def take_all(post, event):
    while (share := share_of(event)).turn:
        post(event, "share-for", fighter=share.turn.fighter, card=share.pool[0]["id"])


# Before --------------------------------------------------------------------------------------------------------------


def test_after_decks_without_fights_sharing_is_the_one_thing_to_do(night, post, page, look):
    event = night()
    assert (primary(page(event)), page(event).count("button--primary")) == ([("next-stage", "building")], 1)
    assert ("Share the cards" in look(event), "Start the fights" in look(event)) == (True, False)
    answer = post(event, "next-stage", **{"from": "building"})
    assert (messages_of(answer), event.phase) == (["The sharing of the cards has begun."], "sharing")


def test_with_fights_before_them_the_cards_are_not_shared_yet(night, look):
    said = look(night(fights="round_robin"))
    assert ("Start the fights" in said, "Share the cards" in said) == (True, False)


@pytest.mark.parametrize(("policy", "follows"), [("equal", True), ("keep", False)])
def test_the_end_of_the_fights_says_what_follows_it(organizer, sample_sets, look, policy, follows):
    event = fighting_event(organizer, "Aichi", "Kamui", night={"sharing": policy})
    assert ("End the fights and share the cards" in look(event)) == follows


# The turns -----------------------------------------------------------------------------------------------------------


def test_a_table_says_whose_turn_it_is_what_everybody_has_and_what_is_left(sharing, look):
    event = sharing()
    share = share_of(event)
    assert [person.cards for person in share.people] == [0, 0, 0]
    assert (share.turn, share.paused) == (share.people[0], False)
    assert 0 < int(share.clock) <= 30
    said = look(event)
    assert f"Now choosing {share.turn.name}" in said
    assert f"{share.rarity} {len(share.pool)} cards are left" in said
    assert all(card["name"] in said for card in share.pool)
    assert [card["number"] for card in share.pool] == sorted(card["number"] for card in share.pool)


def test_a_card_is_taken_for_the_one_whose_turn_it_is(sharing, post, page, look):
    event = sharing()
    before = share_of(event)
    card = before.pool[-1]
    html = page(event)
    assert html.count("/share-for/") == len(before.pool)
    assert f'aria-label="Take it for {before.turn.name}: {card["name"]}"' in html  # it begins with the words in sight
    answer = post(event, "share-for", fighter=before.turn.fighter, card=card["id"])
    assert messages_of(answer)[0].endswith("has the card.")
    after = share_of(event)
    assert (after.people[0].cards, after.turn.name) == (1, before.people[1].name)
    assert f"Last: {before.turn.name} took {card['name']} ." in look(event)


@pytest.mark.parametrize(("who", "what", "said"), [(1, 0, "turn"), (0, None, "cannot be taken")])
def test_a_fighter_who_is_not_at_turn_and_a_card_that_is_not_there_are_refused(sharing, post, who, what, said):
    event = sharing()
    share = share_of(event)
    card = 2**30 if what is None else share.pool[what]["id"]
    answer = post(event, "share-for", fighter=share.people[who].fighter, card=card)
    assert said in messages_of(answer)[-1]
    assert share_of(event).pool == share.pool


def test_the_turns_are_paused_and_given_more_time(sharing, post, page, look):
    event = sharing()
    assert [words in look(event) for words in ("Pause", "Resume", "+30 s")] == [True, False, True]
    post(event, "pause")
    share = share_of(event)
    assert (share.paused, share.is_going, 0 < int(share.clock) <= 30, "Resume" in look(event)) == (True,) * 4
    html = page(event)
    assert re.findall(r'button--primary"[^>]*formaction="[^"]*/host/([a-z-]+)/"', html) == ["resume"]
    post(event, "extend")
    assert share_of(event).clock in ("59", "1:00")
    post(event, "resume")
    assert (share_of(event).paused, "Paused" in look(event)) == (False, False)


@pytest.mark.parametrize("change", ["takes a card", "wishes"])
def test_the_way_back_is_offered_until_something_is_done_in_the_sharing(organizer, sample_sets, post, page, change):
    event = fighting_event(organizer, "Aichi", "Kamui", night={"sharing": "equal"})
    (live,) = load_all_shares(event.id)
    one, (wished, other) = live.shares.sharing.order[0], list(live.cards)[:2]
    change_wishes(event=event, fighter=one, change=lambda wishes: (wished,))  # during the fights
    post(event, "next-stage", **{"from": "fighting", "confirm": "next"})
    assert "next-stage-back/" in page(event)
    if change == "wishes":
        change_wishes(event=event, fighter=one, change=lambda wishes: (other,))
    else:
        share = share_of(event)
        post(event, "share-for", fighter=share.turn.fighter, card=share.pool[0]["id"])
    assert event.phase == "sharing"
    assert "next-stage-back/" not in page(event)


def test_each_table_has_its_own_turn(sharing, look):
    event = sharing("Aichi", "Kamui", "Misaki", "Ren")
    assert len(panel_night(event).shares) == 1
    event = sharing("Aichi", "Kamui", "Misaki", "Ren", "Naoki", "Kourin", "Emi", "Toshiki")
    said = look(event)
    assert [share.table for share in panel_night(event).shares] == [1, 2]
    assert ("Table 1 · Now choosing" in said, "Table 2 · Now choosing" in said) == (True, True)


# The end -------------------------------------------------------------------------------------------------------------


def test_when_all_is_shared_the_event_is_closed_with_one_press(sharing, post, page, look):
    event = sharing()
    assert primary(page(event)) == []
    take_all(post, event)
    html = page(event)
    assert ("All cards are shared" in look(event), "Now choosing" in look(event)) == (True, False)
    assert (primary(html), html.count("button--primary")) == ([("next-stage", "sharing")], 1)
    assert f'href="/events/{event.code}/sharing/"' in html
    assert 'class="host-bar"' not in html
    assert post(event, "next-stage", **{"from": "sharing"}).status_code == 302
    assert event.phase == "finished"
    assert f'href="/events/{event.code}/sharing/"' in page(event)


def test_the_open_turn_is_named_before_the_event_is_closed(sharing, post):
    event = sharing()
    turn = share_of(event).turn.name
    answer = post(event, "next-stage", **{"from": "sharing"})
    assert (answer.status_code, event.phase, turn in answer.content.decode()) == (409, "sharing", True)
    assert post(event, "next-stage", **{"from": "sharing", "confirm": "next"}).status_code == 302
    assert event.phase == "finished"
    assert all(live.shares.is_over for live in load_all_shares(event.id))


def test_cards_that_are_dealt_at_random_are_shared_at_once(sharing, page, look):
    event = sharing(sharing="random")
    assert (panel_night(event).is_shared, share_of(event).is_random) == (True, True)
    assert "Every card was dealt at random." in look(event)
    assert primary(page(event)) == [("next-stage", "sharing")]


def test_the_standings_stay_while_cards_are_shared_and_are_left_out_without_fights(
    organizer, sample_sets, sharing, post, look
):
    event = fighting_event(organizer, "Aichi", "Kamui", night={"sharing": "equal"}, card_set="SMP02")
    post(event, "next-stage", **{"from": "fighting", "confirm": "next"})
    assert (event.phase, "Standings" in look(event), "Drop out" in look(event)) == ("sharing", True, False)
    assert "Standings" not in look(sharing())


def test_before_the_sharing_there_is_nothing_of_it():
    night = night_of({}, datetime.now(UTC), VANGUARD_GAME)
    assert (night.shares, night.is_led, night.goes, night.stands) == ([], False, False, False)


def test_one_card_is_said_to_be_one_to_those_who_hear_the_panel(post, sharing, look):
    event = sharing()
    assert len(re.findall(r"\b0 cards\b", look(event))) == len(THREE)
    share = share_of(event)
    post(event, "share-for", fighter=share.turn.fighter, card=share.pool[0]["id"])
    assert (len(re.findall(r"\b1 card\b", look(event))), "1 cards" in look(event)) == (1, False)


@pytest.mark.parametrize("policy", ["equal", "keep"])
@pytest.mark.parametrize("fights", ["off", "auto"])
def test_the_way_back_names_no_fights_and_no_cards_where_the_night_has_none(night, post, look, fights, policy):
    event = night(fights=fights, sharing=policy)
    for stage in ("building", "fighting", "sharing"):
        post(event, "next-stage", **{"from": stage, "confirm": "next"})
    assert event.phase == "finished"
    said = look(event)
    assert "This opens the event again, at the stage before." in said
    told = ["Fights that were cut short" in said, "until a card is handed over" in said]
    assert told == [fights == "auto", policy == "equal"]
