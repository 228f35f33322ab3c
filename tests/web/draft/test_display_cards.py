"""Which cards the big screen shows: of the set before the draft, and of who has won once they are public."""

from html import unescape

import pytest

from drafts.models import Event
from drafts.presenters.catalog.sets import cards_of_event
from drafts.presenters.decks.champions import CARDS, cards_of_champions
from drafts.queries.decks import deck_of_fighter
from drafts.rules.night.rights import LogVisibility
from drafts.views.events.host_night import panel_night
from tests.factories import drafted_event, fighter, fighting_event, make_event

FOUR = ("Aichi", "Kamui", "Misaki", "Ren")


@pytest.fixture
def cards_on(client):
    """Return the names of the cards in one list of the big screen, as somebody without any rights is sent it."""

    def read(event: Event, scene: str) -> list[str]:
        page = client.get(f"/events/{event.code}/display/").content.decode()
        box = page.partition(f'class="{scene}')[2].partition("</ul>")[0]
        return [unescape(name.partition("<")[0]) for name in box.split('data-part="name">')[1:]]

    return read


def play_to_the_end(organizer_client, event: Event) -> Event:
    for number in (2, 3, 4):
        for fight in panel_night(event).fights:
            fields = {"fight": fight.number, "winner": fight.sides[0].fighter}
            organizer_client.post(f"/events/{event.code}/host/result/", fields)
        if number < 4:
            organizer_client.post(f"/events/{event.code}/host/next-round/", {"round": number})
    organizer_client.post(f"/events/{event.code}/host/next-stage/", {"from": "fighting"})
    organizer_client.post(f"/events/{event.code}/host/finish/", {"confirm": "finish"})
    event.refresh_from_db()
    assert event.phase == "finished"
    return event


def test_the_lobby_is_adorned_with_cards_of_the_set_and_the_draft_is_not(organizer, sample_sets, cards_on):
    lobby = make_event(organizer, *FOUR)
    shown = cards_on(lobby, "tv-lobby__cards")
    assert len(shown) == len(set(shown)) == 5
    assert len(cards_of_event(lobby)) == 5
    drafting = make_event(organizer, *FOUR, started=True)
    assert cards_on(drafting, "tv-lobby__cards") == []


def test_the_champions_cards_are_shown_where_the_log_is_open_to_everybody(
    organizer, organizer_client, sample_sets, cards_on
):
    night = fighting_event(organizer, *FOUR, log_visibility=LogVisibility.PUBLIC)
    assert cards_on(night, "tv-champion__cards") == []
    play_to_the_end(organizer_client, night)
    champion = fighter(night, panel_night(night).groups[0].champions[0])
    shown = cards_on(night, "tv-champion__cards")
    chosen = set(champion.seats.get().picks.values_list("pack_card__card__name", flat=True))
    assert (len(shown), set(shown) <= chosen) == (CARDS, True)


def test_the_rarest_cards_of_the_champion_lie_in_a_fan_with_the_rarest_in_the_middle(
    organizer, organizer_client, sample_sets
):
    night = play_to_the_end(organizer_client, fighting_event(organizer, *FOUR))
    champion = fighter(night, panel_night(night).groups[0].champions[0])
    order = ["SP", "LR", "RRR", "RR", "R", "C"]
    deck = {
        held.card.name: order.index(held.card.rarity)
        for group in deck_of_fighter(champion).groups
        for held in group.cards
    }
    left, middle, right = (order.index(card.rarity) for card in cards_of_champions(night)[0].cards)
    assert [middle, left, right] == sorted(deck.values())[:CARDS]


def test_no_spectator_before_the_screen_sees_cards_of_a_log_for_fighters(
    organizer, organizer_client, sample_sets, cards_on
):
    night = play_to_the_end(organizer_client, fighting_event(organizer, *FOUR, log_visibility=LogVisibility.FIGHTERS))
    assert cards_on(night, "tv-champion__cards") == []
    assert cards_on(drafted_event(organizer, *FOUR), "tv-champion__cards") == []
