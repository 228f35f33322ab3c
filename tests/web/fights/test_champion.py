"""The champion of a night: known with the last result, and whose cards who sees (R17)."""

import pytest
from django.test import Client

from drafts.models import Event
from drafts.rules.actors import ORGANIZER
from drafts.rules.night.fight_moves import DecideResult
from drafts.rules.night.rights import LogVisibility
from drafts.services.events.nights import go_on
from drafts.services.fights.changes import begin_next_round
from drafts.store.fights import load_fights
from tests.factories import act_in_fights, fighter, fighting_event, messages_of, sit_down

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sample_sets")]

THREE = ("Aichi", "Kamui", "Misaki")
CARDS = 3


@pytest.fixture
def night(organizer):
    """A night that Aichi wins, once all its rounds are decided."""

    def make(*, rounds: int = 3, **fields: object) -> Event:
        event = fighting_event(organizer, *THREE, **fields)
        aichi = fighter(event, "Aichi").id
        for number in range(1, rounds + 1):
            begin_next_round(event=event, number=number, confirmed=False)
            for fight, *_, one in load_fights(event.id).fighting.fights():
                if not one.is_over:
                    winner = aichi if aichi in one.fighters else min(one.fighters)
                    score = tuple(int(side.fighter == winner) for side in one.sides)
                    act_in_fights(event, ORGANIZER, DecideResult(fight, winner, score))
        return event

    return make


def phone(event, name):
    client = Client()
    sit_down(client, fighter(event, name))
    return client


def cards_at(client, address):
    """Return how many cards a page has that somebody has won with; the faces that scripts are made of do not count."""
    page = client.get(address).content.decode()
    box = page.partition('class="champion__cards ' if "champion" in address else 'class="tv-champion__cards ')[2]
    return box.partition("</ul>")[0].count('data-part="name"')


def seen(event, client):
    """Return whether a client sees the champion's cards on the champion's page, and on the big screen."""
    pages = (f"/events/{event.code}/champion/", f"/events/{event.code}/display/")
    return tuple(cards_at(client, page) == CARDS for page in pages)


def show(client, event, shown):
    return client.post(f"/events/{event.code}/champion/", {"shown": shown})


def test_no_champion_is_named_before_the_last_result_or_where_the_night_ended_before(night):
    event = night(rounds=2)
    for _ in range(2):
        page = Client().get(f"/events/{event.code}/champion/").content.decode()
        assert ("No champion yet" in page, "Aichi" in page) == (True, False)
        assert messages_of(show(phone(event, "Aichi"), event, "yes")) != []
        go_on(event=event, seen="fighting", confirmed=True)
        event.refresh_from_db()


@pytest.mark.parametrize("visibility", [LogVisibility.FIGHTERS, LogVisibility.ORGANIZER])
def test_the_big_screen_shows_the_deck_of_a_closed_log_only_where_its_fighter_says_so(night, visibility):
    event = night(log_visibility=visibility)
    aichi, kamui, stranger = phone(event, "Aichi"), phone(event, "Kamui"), Client()
    of_fighters = visibility is LogVisibility.FIGHTERS
    assert "Aichi" in stranger.get(f"/events/{event.code}/champion/").content.decode()
    assert [seen(event, one) for one in (aichi, kamui, stranger)] == [
        (True, False),
        (of_fighters, False),
        (False, False),
    ]
    for other in (kamui, stranger):
        assert messages_of(show(other, event, "yes")) != []
    assert seen(event, stranger) == (False, False)
    assert messages_of(show(aichi, event, "yes")) == []
    assert [seen(event, one) for one in (kamui, stranger)] == [(True, True), (True, True)]
    show(aichi, event, "no")
    assert seen(event, stranger) == (False, False)


def test_where_everybody_may_read_the_log_nobody_is_asked(night):
    event = night(log_visibility=LogVisibility.PUBLIC)
    aichi = phone(event, "Aichi")
    page = f"/events/{event.code}/champion/"
    assert seen(event, Client()) == (True, True)
    assert "big screen?" not in aichi.get(page).content.decode()
    assert "Share picture" in aichi.get(page).content.decode()
    assert "Share picture" not in phone(event, "Kamui").get(page).content.decode()
