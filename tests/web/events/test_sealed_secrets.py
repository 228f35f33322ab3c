"""Pages and files asked for around the signal of a sealed night: no pool before it, and nobody else's after it."""

import pytest
from django.test import Client

from drafts.models import Card, Event, StaffLink
from drafts.services.events.nights import finish_event, go_on
from drafts.store.tables import load_table
from tests.factories import fighter, sealed_event, sit_down
from tests.secrets.addresses import OF_A_PASS, OF_AN_EVENT

pytestmark = pytest.mark.django_db
NAMES = ("Aichi", "Kamui")


@pytest.fixture(scope="module")
def made(module_organizer, module_sets):
    return sealed_event(module_organizer, *NAMES, packs_each=1, started=True)


@pytest.fixture
def event(made, db):
    return Event.objects.get(id=made.id)


@pytest.fixture
def spies(event, organizer_client):
    """Everybody who may ask: the fighters, the organizer, a judge, and a stranger."""
    link = StaffLink.objects.create(event=event, name="Kim", token="k" * 43)
    found = {name: Client() for name in NAMES}
    for name in NAMES:
        sit_down(found[name], fighter(event, name))
    judge = Client()
    judge.get(f"/judge/{link.token}/")
    return {**found, "organizer": organizer_client, "judge": judge, "stranger": Client()}


def told(client, event):
    """Return all that a client is told of the event on any page, in any file."""
    answers = []
    for address in (*OF_A_PASS, *OF_AN_EVENT):
        for seat in range(len(NAMES)):
            answer = client.get(address.format(code=event.code, table=1, seat=seat))
            answers.append(b"".join(answer.streaming_content) if answer.streaming else answer.content)
            if "{seat}" not in address:
                break
    for number in event.fighters.values_list("id", flat=True):
        for page in ("deck/", "deck.txt", "deck.json", "deck.csv", ""):
            answers.append(client.get(f"/events/{event.code}/{page}?fighter={number}").content)
    return b"\n".join(answers).decode(errors="replace")


def test_M12_no_client_is_told_of_a_card_or_of_the_seed_before_the_signal(event, spies):
    numbers = [*Card.objects.filter(card_set__code="MAG01").values_list("number", flat=True)]
    for name, client in spies.items():
        everything = told(client, event)
        assert [number for number in numbers if number in everything] == [], name
        assert event.draft.seed not in everything, name


def test_M12_after_the_signal_everybody_is_told_of_their_own_pool_alone(event, spies):
    go_on(event=event, seen="opening", confirmed=False)
    table = load_table(event.draft.tables.get().id)
    pools = {
        table.seats[seat].name: {held.card.name for held in pile} for seat, pile in enumerate(table.timed.table.piles)
    }
    for name, client in spies.items():
        everything = told(client, event)
        assert event.draft.seed not in everything, name
        own = pools.get(name, set())
        others = set().union(*(cards for owner, cards in pools.items() if owner != name)) - own
        assert [card for card in others if card in everything] == [], name
        assert [card for card in own if card not in everything] == [], name


def test_everybody_reads_of_the_pools_once_the_log_is_open(event, spies):
    go_on(event=event, seen="opening", confirmed=False)
    finish_event(event=event)
    everything = told(spies["stranger"], event)
    table = load_table(event.draft.tables.get().id)
    assert [
        held.card.name for pile in table.timed.table.piles for held in pile if held.card.number not in everything
    ] == []
