"""Which cards the panel shows the organizer: of the set before the draft, none in it, then what the log tells."""

import re
from html import unescape

import pytest

from drafts.models import Event
from drafts.presenters.decks.champions import CARDS
from drafts.queries.decks import heroes_of
from drafts.views.events.host_night import panel_night
from tests.factories import drafted_event, fighter, fighting_event, make_event
from tests.web.draft.test_display_cards import play_to_the_end

pytestmark = pytest.mark.django_db

FOUR = ("Aichi", "Kamui", "Misaki", "Ren")
NAME = re.compile(r'class="card__name" data-part="name">([^<]*)')


@pytest.fixture
def faces_on(organizer_client):
    """Return the names of the cards that a list of the panel shows, by the list's class."""

    def read(event: Event, name: str) -> list[str]:
        page = organizer_client.get(f"/events/{event.code}/host/").content.decode().partition("<template")[0]
        boxes = re.findall(rf'<ul class="{name}[ "].*?</ul>', page, re.DOTALL)
        return [unescape(found) for box in boxes for found in NAME.findall(box)]

    return read


def test_the_lobby_shows_the_best_cards_of_the_set(organizer, sample_sets, faces_on):
    shown = faces_on(make_event(organizer, *FOUR), "fan-of-faces")
    assert len(shown) == len(set(shown)) == 5


def test_while_they_draft_the_panel_has_no_card_at_all(organizer, organizer_client, sample_sets):
    event = make_event(organizer, *FOUR, started=True)
    page = organizer_client.get(f"/events/{event.code}/host/").content.decode()
    names = set(event.draft.tables.get().packs.values_list("cards__card__name", flat=True))
    assert len(names) > 10
    assert [name for name in names if name and name in unescape(page)] == []


def test_after_the_draft_each_deck_is_shown_by_its_rarest_card_and_leads_to_its_page(
    organizer, organizer_client, sample_sets, faces_on
):
    event = drafted_event(organizer, *FOUR)
    heroes = heroes_of(event)
    assert faces_on(event, "heroes") == [hero.card.name for hero in heroes]
    assert {hero.fighter.nickname for hero in heroes} == set(FOUR)
    for hero in heroes:
        own = hero.fighter.seats.get().picks.values_list("pack_card__card__name", flat=True)
        assert hero.card.name in own
        address = f"/events/{event.code}/deck/?fighter={hero.fighter.id}"
        assert address in organizer_client.get(f"/events/{event.code}/host/").content.decode()
        assert organizer_client.get(address).status_code == 200


def test_in_the_end_the_best_cards_of_the_first_are_shown(organizer, organizer_client, sample_sets, faces_on):
    night = fighting_event(organizer, *FOUR)
    assert faces_on(night, "fan-of-faces") == []
    play_to_the_end(organizer_client, night)
    shown = faces_on(night, "fan-of-faces")
    champion = fighter(night, panel_night(night).groups[0].champions[0])
    chosen = set(champion.seats.get().picks.values_list("pack_card__card__name", flat=True))
    assert (len(shown), set(shown) <= chosen) == (CARDS, True)
