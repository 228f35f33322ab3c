"""Spies while decks are built and fought with: nobody is told of another's deck before the fights are over."""

import json
from datetime import UTC, datetime
from html import escape

import pytest
from django.test import Client

from drafts.models import Event, Fights, NightSettings, Policy, StaffLink
from drafts.protocol.activities import load_stages
from drafts.protocol.night import NightStates
from drafts.protocol.states import HostTables, TableStates
from drafts.rules.building import BuiltDeck
from drafts.rules.ids import EventId, FighterId
from drafts.rules.night.building import DeckMove, RegisterMove
from drafts.rules.night.rights import LogOpens, LogVisibility
from drafts.services.building import build
from drafts.services.events.nights import finish_event, go_on
from drafts.store.building import load_building
from drafts.store.tables import load_table
from tests.factories import building_event, drafted_event, fighter, sit_down
from tests.secrets.addresses import OF_A_PASS, OF_AN_EVENT

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("module_sets")]
NAMES = ("Ann", "Ben")
FIGHTS = {"fights": Fights.ROUND_ROBIN, "sharing": Policy.KEEP}


def drafted(organizer, **settings):
    """Return an event in which decks are built of what was drafted, with a log that anybody may read."""
    magic = {"format_": "magic-draft", "card_set": "MAG01", "log_visibility": LogVisibility.PUBLIC}
    return drafted_event(organizer, *NAMES, night=NightSettings(**FIGHTS), **magic, **settings)


@pytest.fixture(scope="module", params=["magic-sealed", "magic-draft"])
def made(request, module_organizer, module_sets):
    """An event in which Ann has registered a deck, and is building another; Ben has none."""
    if request.param == "magic-draft":
        return with_decks(drafted(module_organizer, log_opens=LogOpens.FOUGHT))
    public = {"log_visibility": LogVisibility.PUBLIC}
    return with_decks(building_event(module_organizer, *NAMES, night=NightSettings(**FIGHTS), **public))


@pytest.fixture
def event(made, db):
    return Event.objects.get(id=made.id)


def with_decks(made):
    """Let Ann register a deck and build another. Return the event."""
    for seen, cards in ((1, 18), (2, 3)):
        deck = BuiltDeck(tuple(playable(made)[:cards]), (), (("Plains", 37), ("Island", 3)))
        build(fighter=fighter(made, "Ann"), step=lambda live, deck=deck, seen=seen: DeckMove(deck=deck, seen=seen))
        if seen == 1:
            build(fighter=fighter(made, "Ann"), step=lambda live: RegisterMove(seen=2))
    return made


def playable(event):
    live = load_building(EventId(event.id), 1)
    pool = live.building.pools[FighterId(fighter(event, "Ann").id)]
    return [card for card, held in pool.items() if live.building.builder.zone_of(held.card) == "main"]


@pytest.fixture
def spies(event, organizer_client):
    """Everybody but Ann: Ben, the organizer, a judge, and a stranger."""
    link = StaffLink.objects.create(event=event, name="Kim", token="k" * 43)
    ben, judge = Client(), Client()
    sit_down(ben, fighter(event, "Ben"))
    judge.get(f"/judge/{link.token}/")
    return {"ben": ben, "organizer": organizer_client, "judge": judge, "stranger": Client()}


def told(client, event):
    """Return all that a client is told of the event on any page, in any file."""
    answers = []
    for address in (*OF_A_PASS, *OF_AN_EVENT):
        answer = client.get(address.format(code=event.code, table=1, seat=0))
        answers.append(b"".join(answer.streaming_content) if answer.streaming else answer.content)
    for page in ("deck/", "deck.txt", "deck.txt?as=text", "deck.json", "deck.csv", "deck/list.json", "deck/build/"):
        mark = "&" if "?" in page else "?"
        address = f"/events/{event.code}/{page}{mark}fighter={fighter(event, 'Ann').id}"
        answers.append(client.get(address).content)
    return b"\n".join(answers).decode(errors="replace")


def cards_of_ann_alone(event):
    """The names of the cards that Ann's pool has and Ben's has not."""
    pools = load_building(EventId(event.id), 1).building.pools
    ann, ben = ({held.card.name for held in pools[FighterId(fighter(event, name).id)].values()} for name in NAMES)
    return ann - ben


def test_M20_no_page_and_no_file_tells_of_another_deck_before_the_fights_are_over(event, spies):
    names = cards_of_ann_alone(event)
    for phase in ("building", "fighting"):
        for name, client in spies.items():
            everything = told(client, event)
            assert [card for card in names if card in everything] == [], (phase, name)
            assert "Plains 37" not in everything, (phase, name)
            assert "37 Plains" not in everything, (phase, name)
        if phase == "building":
            go_on(event=event, seen="building", confirmed=True)


def test_M20_the_open_log_of_a_draft_tells_what_was_taken_and_of_no_deck(organizer):
    event, stranger = with_decks(drafted(organizer)), Client()
    for phase in ("building", "fighting"):
        everything = told(stranger, event)
        assert [card for card in cards_of_ann_alone(event) if escape(card) in everything] != [], phase
        assert [words for words in ("Plains 37", "37 Plains", '"Plains": 37') if words in everything] == [], phase
        assert json.loads(stranger.get(f"/events/{event.code}/log/log.json").content)["decks"] == [], phase
        assert 'id="d0"' not in everything, phase
        if phase == "building":
            go_on(event=event, seen="building", confirmed=True)


@pytest.mark.parametrize("phase", ["building", "fighting"])
def test_M20_no_state_has_a_deck_but_its_fighters_own(event, phase):
    if phase == "fighting":
        go_on(event=event, seen="building", confirmed=True)
    live, night = load_table(event.draft.tables.get().id), NightStates(load_stages(EventId(event.id)))
    states = TableStates(live, datetime.now(UTC), night)
    seat_of = {seat.name: number for number, seat in enumerate(live.seats)}
    frames = {
        "Ben": states.for_seat(seat_of["Ben"]),
        "spectator": states.for_spectator(),
        "stranger": states.for_stranger(),
        "host": states.for_host(HostTables(), [live], 1),
        "judge": states.for_judge(HostTables(), [live], 1),
    }
    assert json.loads(states.for_seat(seat_of["Ann"]))["you"]["deck"]["basics"]["Plains"] == 37
    names = cards_of_ann_alone(event)
    for name, frame in frames.items():
        text = frame.decode()
        assert [card for card in names if card in text] == [], name
        assert '"Plains":37' not in text, name
        assert ("basics" in text) == (name == "Ben"), name
        for seat in json.loads(text)["table"]["seats"]:
            assert seat["deck"] in ("none", "building", "registered")


def test_M20_the_organizers_copy_of_the_event_has_no_line_of_a_deck(event, organizer_client):
    go_on(event=event, seen="building", confirmed=True)
    copied = organizer_client.get(f"/events/{event.code}/export/").content.decode()
    stages = json.loads(copied)["stages"]
    (building,) = (stage for stage in stages if stage["stage"] == "building")
    assert building["acts"] == []
    assert "Plains 37" not in copied


def test_M20_once_the_fights_are_over_the_decks_are_open_to_whom_the_log_is(event, spies):
    finish_event(event=event)
    everything = told(spies["stranger"], event)
    assert "37 Plains" in everything
    log = json.loads(spies["stranger"].get(f"/events/{event.code}/log/log.json").content)
    assert [deck["basics"] for deck in log["decks"] if deck["fighter"] == fighter(event, "Ann").id] == [
        {"Plains": 37, "Island": 3}
    ]
