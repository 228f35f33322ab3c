"""The moment at which the log opens: after the draft, or after the fights. Until then no card of another is shown."""

import json
from dataclasses import replace
from typing import NamedTuple

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from drafts.models import CountedDraft, Event
from drafts.protocol.activities import load_stages
from drafts.protocol.night import NightStates
from drafts.protocol.states import HostTables, TableStates
from drafts.rules.decks import DeckSource
from drafts.rules.games.registry import FORMATS
from drafts.rules.ids import EventId
from drafts.rules.night.rights import LogOpens, LogVisibility
from drafts.services.errors import ServiceError
from drafts.services.events.lifecycle import stop_event
from drafts.services.events.next_drafts import make_next_draft
from drafts.services.events.nights import finish_event, go_back, go_on
from drafts.services.integrations.webhooks import Tells, make_webhook
from drafts.services.sharing import change_wishes
from drafts.services.statistics.counts import count_finished_drafts
from drafts.store.tables import load_table
from tests.factories import drafted_event, fighter, make_event, no_fights, sit_down

pytestmark = pytest.mark.django_db

OF_THE_LOG = (
    *("log/", "log/log.json", "log/log.csv", "log/t1.json", "log/figures.json", "log/preview.png"),
    *("log/t1-s0.txt", "log/t1-s0/log.txt", "statistics/"),
)
OF_A_DECK = ("deck/", "deck.txt", "deck.csv", "deck.json", "deck.pdf", "deck.cod")


class Readers(NamedTuple):
    organizer: Client
    fighter: Client
    stranger: Client


@pytest.fixture(scope="module")
def drafted(module_organizer, module_sets) -> Event:
    public = {"log_visibility": LogVisibility.PUBLIC, "log_opens": LogOpens.FOUGHT}
    return drafted_event(module_organizer, "Aichi", "Kamui", **public)


@pytest.fixture
def event(drafted, db) -> Event:
    return Event.objects.get(id=drafted.id)


@pytest.fixture
def readers(event, organizer_client) -> Readers:
    aichi = Client()
    sit_down(aichi, fighter(event, "Aichi"))
    return Readers(organizer_client, aichi, Client())


def led_on(event: Event, confirmed: bool = True) -> Event:
    event.refresh_from_db()
    go_on(event=event, seen=event.phase, confirmed=confirmed)
    event.refresh_from_db()
    return event


def statuses(event: Event, reader: Client) -> set[int]:
    """Return how a reader finds the log, and the deck of somebody else."""
    other = fighter(event, "Kamui").id
    addresses = [*OF_THE_LOG, *(f"{name}?fighter={other}" for name in OF_A_DECK)]
    found = {reader.get(f"/events/{event.code}/{address}").status_code for address in addresses}
    return found | {reader.get(f"/api/v1/events/{event.code}/log/").status_code}


def numbers_of(event: Event, name: str) -> set[str]:
    """Return the numbers of the cards that a fighter took, those that nobody else took left out."""
    seats = {seat.fighter.nickname: seat.position for seat in event.draft.tables.get().seats.select_related("fighter")}
    piles = load_table(event.draft.tables.get().id).timed.table.piles
    others = {held.card.number for seat, pile in enumerate(piles) if seat != seats[name] for held in pile}
    return {held.card.number for held in piles[seats[name]]} - others


def states_of(event: Event) -> dict[str, dict]:
    """Return what the sockets of each role are sent now."""
    live = load_table(event.draft.tables.get().id)
    night = NightStates(load_stages(EventId(event.id)))
    states, tables = TableStates(live, timezone.now(), night), HostTables()
    seat = next(number for number, seat in enumerate(live.seats) if seat.name == "Aichi")
    sent = {
        "fighter": states.for_seat(seat),
        "stranger": states.for_stranger(),
        "spectator": states.for_spectator(),
        "organizer": states.for_host(tables, [live], live.version),
        "judge": states.for_judge(tables, [live], live.version),
    }
    return {role: json.loads(state) for role, state in sent.items()}


@pytest.mark.parametrize("steps", [0, 1], ids=["the decks are built", "it is fought"])
def test_until_the_fights_are_over_nobody_reads_the_log_or_the_deck_of_another(event, readers, steps):
    for _ in range(steps):
        led_on(event)
    assert [statuses(event, reader) - {403, 404} for reader in readers] == [set(), set(), set()]


@pytest.mark.parametrize("steps", [2, 3], ids=["the cards are shared", "the event is closed"])
def test_once_the_fights_are_over_the_log_is_open_to_whom_it_is_to_be(event, readers, steps):
    for _ in range(steps):
        led_on(event)
    assert [statuses(event, reader) for reader in readers] == [{200}] * 3


def test_a_fighter_has_their_own_deck_at_once(event, readers):
    assert {readers.fighter.get(f"/events/{event.code}/{name}").status_code for name in OF_A_DECK} == {200}


@pytest.mark.parametrize("steps", [0, 1], ids=["the decks are built", "it is fought"])
def test_no_message_has_a_card_of_another_or_the_seed_before(event, steps):
    for _ in range(steps):
        led_on(event)
    told = states_of(event)
    hidden = numbers_of(event, "Kamui")
    assert hidden
    assert [(role, number) for role, state in told.items() for number in hidden if number in json.dumps(state)] == []
    assert {(state["log_open"], state["event"]["seed"]) for state in told.values()} == {(False, None)}
    assert "share" not in told["fighter"]


def test_messages_say_that_the_log_is_open_once_it_is(event):
    led_on(led_on(event))
    told = states_of(event)
    assert {state["log_open"] for state in told.values()} == {True}
    assert {state["event"]["seed"] for state in told.values()} == {event.draft.seed}


def test_wishes_show_all_cards_of_the_table_so_they_wait_for_the_sharing(event, readers):
    led_on(event)
    aichi = fighter(event, "Aichi").id
    assert readers.fighter.get(f"/events/{event.code}/wishes/").status_code == 403
    assert readers.fighter.get(f"/events/{event.code}/sharing/shares.json").status_code == 403
    with pytest.raises(ServiceError):
        change_wishes(event=event, fighter=aichi, change=lambda wishes: wishes)
    led_on(event)
    assert readers.fighter.get(f"/events/{event.code}/wishes/").status_code == 200


@pytest.mark.parametrize("steps", [0, 1], ids=["the decks are built", "it is fought"])
def test_the_panel_and_the_copy_of_the_event_have_no_card_and_no_seed_before(event, readers, steps):
    for _ in range(steps):
        led_on(event)
    pages = [readers.organizer.get(f"/events/{event.code}/{name}").content.decode() for name in ("host/", "export/")]
    hidden = numbers_of(event, "Kamui") | numbers_of(event, "Aichi")
    assert [[what for what in (*hidden, event.draft.seed) if what in page] for page in pages] == [[], []]


def test_the_copy_of_the_event_has_its_log_afterwards(event, readers):
    led_on(led_on(event))
    assert event.draft.seed in readers.organizer.get(f"/events/{event.code}/export/").content.decode()


def test_webhooks_hear_that_the_log_is_open_when_it_is(event, settings):
    settings.WEBHOOKS_PRIVATE = True
    tells = Tells(start=True, end=False, log=True)
    webhook = make_webhook(event=event, address="http://127.0.0.1/hook", tells=tells, origin="http://store")
    heard = []
    for _ in range(3):
        led_on(event)
        heard.append([(one.happening, json.loads(one.body)["data"]["phase"]) for one in webhook.deliveries.all()])
    published = [("log.published", "sharing")]
    assert heard == [[], published, published]


def test_going_back_into_the_fights_closes_the_log_again(event, readers):
    led_on(led_on(event))
    go_back(event=event, seen="sharing")
    event.refresh_from_db()
    assert event.phase == "fighting"
    assert 200 not in statuses(event, readers.stranger)


def test_statistics_count_the_draft_once_the_event_is_closed(event):
    led_on(led_on(event))
    for finish, counted in ((False, 0), (True, 1)):
        if finish:
            finish_event(event=event)
        count_finished_drafts()
        assert CountedDraft.objects.count() == counted


def test_a_stopped_draft_opens_what_was_drafted(organizer, module_sets, client):
    event = make_event(
        organizer, "Aichi", "Kamui", started=True, log_visibility=LogVisibility.PUBLIC, log_opens=LogOpens.FOUGHT
    )
    stop_event(event=event)
    assert client.get(f"/events/{event.code}/log/").status_code == 200


def test_without_fights_it_opens_when_the_decks_are_done_with(organizer, module_sets, client):
    event = drafted_event(
        organizer,
        "Aichi",
        "Kamui",
        log_visibility=LogVisibility.PUBLIC,
        log_opens=LogOpens.FOUGHT,
        night=no_fights(),
    )
    assert client.get(f"/events/{event.code}/log/").status_code == 403
    led_on(event)
    assert client.get(f"/events/{event.code}/log/").status_code == 200


def test_closed_pages_say_when_they_open(event, readers):
    closed = readers.stranger.get(f"/events/{event.code}/log/").content.decode()
    assert "it opens when the fights are over" in closed
    assert "once the fights are over" in readers.organizer.get(f"/events/{event.code}/deck/").content.decode()
    assert (
        "The log opens when the fights are over."
        in readers.organizer.get(f"/events/{event.code}/host/").content.decode()
    )


# Decks that are no piles ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("source", [DeckSource.BUILT, DeckSource.LISTED])
def test_decks_that_fighters_build_stay_closed_while_they_fight_whatever_the_log_does(
    organizer, module_sets, client, monkeypatch, source
):
    event = drafted_event(organizer, "Aichi", "Kamui", log_visibility=LogVisibility.PUBLIC)
    monkeypatch.setitem(FORMATS, "vanguard", replace(FORMATS["vanguard"], deck_source=source))
    other = f"/events/{event.code}/deck/?fighter={fighter(event, 'Kamui').id}"
    shown = []
    for _ in range(3):
        log = client.get(f"/events/{event.code}/log/log.json").json()
        shown.append((event.phase, client.get(other).status_code, len(log["decks"])))
        led_on(event)
    assert shown == [("building", 403, 0), ("fighting", 403, 0), ("sharing", 200, 2)]


# The setting ---------------------------------------------------------------------------------------------------------


def posted(**fields: str) -> dict[str, str]:
    return {"name": "Friday draft", "card_set": "SMP01", **fields}


def test_a_new_event_opens_its_log_after_the_draft_unless_it_is_said(organizer_client, event):
    organizer_client.post("/events/new/", posted())
    organizer_client.post("/events/new/", posted(log_opens="fought"))
    made = Event.objects.exclude(id=event.id).order_by("id")
    assert [*made.values_list("log_opens", flat=True)] == ["drafted", "fought"]


def test_an_unknown_moment_is_the_form_again(organizer_client, module_sets):
    answer = organizer_client.post("/events/new/", posted(log_opens="never"))
    assert answer.status_code == 200
    assert answer.context["form"].errors.keys() == {"log_opens"}


def test_the_settings_of_a_lobby_change_it_and_keep_it_where_nothing_is_said(organizer_client, organizer, module_sets):
    event = make_event(organizer, log_opens=LogOpens.FOUGHT)
    for sent, stored in (({}, "fought"), ({"log_opens": "drafted"}, "drafted")):
        organizer_client.post(f"/events/{event.code}/edit/", posted(**sent))
        event.refresh_from_db()
        assert event.log_opens == stored


def test_the_same_settings_again_have_the_same_moment(organizer_client, event):
    page = organizer_client.get(f"/events/new/?like={event.code}")
    assert page.context["form"]["log_opens"].value() == "fought"
    led_on(led_on(led_on(event)))
    assert make_next_draft(event=event, confirmed=True).log_opens == "fought"


def test_the_log_says_it(event, readers):
    led_on(led_on(event))
    assert readers.stranger.get(f"/events/{event.code}/log/log.json").json()["event"]["log_opens"] == "fought"


def test_the_database_knows_no_other_moment(event):
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.filter(id=event.id).update(log_opens="never")
