"""Events as tests need them, made by the services themselves."""

from dataclasses import replace
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from drafts.models import FACTS, CardSet, Draft, Event, EventStage, Fighter, Fights, NightSettings, Policy
from drafts.models import Card as CardRow
from drafts.protocol.activities import ACTIVITIES
from drafts.rules.actors import ORGANIZER, Actor
from drafts.rules.building import BuiltDeck
from drafts.rules.cards import Card
from drafts.rules.chance import Chance
from drafts.rules.draft.bots import automatic_choice
from drafts.rules.draft.history import Kind, seat_act
from drafts.rules.draft.table import Phase
from drafts.rules.draft.timed import Step, TimedTable
from drafts.rules.draft.timed_table import make_choice, seat_bot
from drafts.rules.formats import Pace
from drafts.rules.ids import EventId, FighterId, SeatNumber, TableId, Version
from drafts.rules.night.building import DeckMove, RegisterMove
from drafts.rules.night.fight_moves import Move
from drafts.rules.night.rights import LogVisibility
from drafts.services.acts import expire_overdue_stages, record_acts
from drafts.services.building import build
from drafts.services.draft.calls import call_of
from drafts.services.draft.tables import change_of, change_table, record_changes
from drafts.services.events.lifecycle import create_event, start_event
from drafts.services.events.lobby import add_bot, join_event, record_lobbies
from drafts.services.events.nights import finish_event, go_on
from drafts.store.building import load_building
from drafts.store.catalog import common_columns, facts_columns, game_of
from drafts.store.fights import LiveFights, fights_change, load_fights
from drafts.store.lobbies import load_lobby, lobby_change
from drafts.store.table_facts import TableChange
from drafts.store.tables import load_table
from tests.rules.actors import actor

VANGUARD_COLUMNS = (
    "set_code", "card_number", "name", "card_type", "grade", "clan", "nation", "race",
    "power", "shield", "critical", "trigger", "rarity",
)  # fmt: skip
"""The columns of a list of Vanguard cards, as docs/card-sets.md has them."""


def make_event(organizer: User | None, *names: str, bots: int = 0, started: bool = False, **settings: object) -> Event:
    """Make an event of SMP01 with these fighters and so many bots in its lobby, or just started."""
    sets = settings.pop("card_sets", None) or [CardSet.objects.get(code=settings.pop("card_set", "SMP01"))]
    event = create_event(
        organizer=organizer, **{"name": "Friday draft", "card_sets": sets, "pace": Pace.OFF, **settings}
    )
    for name in names:
        join_event(event=event, nickname=name)
    for _ in range(bots):
        add_bot(event=event)
    if started:
        start_event(event=event)
        event.refresh_from_db()
    return event


def no_fights() -> NightSettings:
    """Return the settings of a night that ends with its decks, as all did before there were any."""
    return NightSettings(fights=Fights.OFF, sharing=Policy.KEEP)


def fighter(event: Event, name: str) -> Fighter:
    return event.fighters.get(nickname=name)


def say_ready(event: Event, name: str) -> None:
    """Let a fighter in the lobby say that they are ready."""
    lobby = load_lobby(event.id)
    member = next(member for member in lobby.members if member.name == name)
    assert record_lobbies(chains=[[lobby_change(lobby, replace(member, ready=True))]]) == [True]


def let_bots_finish(event: Event) -> Event:
    """Let bots choose for everybody, to the end of the draft."""
    for table in event.draft.tables.all():
        live, now = load_table(TableId(table.id)), timezone.now()
        chain: list[TableChange] = []  # written at once, as a room does that hears of all seats in one moment
        for seat in (SeatNumber(number) for number, seat in enumerate(live.timed.seats) if not seat.bot):
            step = seat_bot(live.timed, seat, now, bot=True)
            chain.append(change_of(live, step, now, causes=[seat_act(Kind.SEAT_BOT, seat, ORGANIZER)]))
            live = chain[-1].after
        assert not chain or record_changes(chains=[chain]).written == [True]
    event.refresh_from_db()
    return event


def chosen(timed: TimedTable, seat: SeatNumber, at: datetime) -> Step:
    """Return the step of a seat that chooses what the clock would choose for it."""
    now = timed.table
    cards = automatic_choice(now, seat, (), Chance("any", seat))
    return make_choice(timed, seat, cards, at, round_=now.round, pass_number=now.pass_number)


def choose(event: Event, seat: int, table: int = 1) -> TableChange:
    """Let a seat choose what the clock would choose for it."""
    row = TableId(event.draft.tables.get(number=table).id)
    return change_table(table_id=row, verb=lambda timed, at: chosen(timed, SeatNumber(seat), at))


def call_judge(*, table_id: TableId, seat: SeatNumber, reason: str, card: int | None, request: str) -> Version:
    """Let a seat call a judge, and return the table's version after it. Raises a Refusal."""
    change = call_of(load_table(table_id), seat, timezone.now(), reason=reason, card=card, request=request)
    assert record_changes(chains=[[change]]).written == [True]
    return change.after.version


def play_to_review(event: Event) -> None:
    """Let everyone choose until they may look at their own cards."""
    live, now = load_table(TableId(event.draft.tables.get().id)), timezone.now()
    chain: list[TableChange] = []
    while live.timed.table.phase is Phase.DRAFTING:
        for seat in map(SeatNumber, range(len(live.seats))):
            chain.append(change_of(live, chosen(live.timed, seat, now), now))
            live = chain[-1].after
    assert record_changes(chains=[chain]).written == [True]


def drafted_event(organizer: User | None, *names: str, **settings: object) -> Event:
    """Make an event whose draft is over."""
    return let_bots_finish(make_event(organizer, *names, started=True, **settings))


def finished_event(organizer: User | None, *names: str, **settings: object) -> Event:
    """Make an event that is finished; by default anybody may read its log, so that its draft counts by itself."""
    event = drafted_event(organizer, *names, **{"log_visibility": LogVisibility.PUBLIC, **settings})
    finish_event(event=event)
    event.refresh_from_db()
    return event


def ended_before(event: Event, **ago: int) -> Event:
    """Let an event have been drafted and finished so long ago, as `days=2`."""
    moment = timezone.now() - timedelta(**ago)
    Draft.objects.filter(event=event).update(drafted_at=moment)
    Event.objects.filter(id=event.id).update(finished_at=moment)
    return event


def sit_down(client, fighter: Fighter) -> None:
    """Let a test client hold a fighter's seat, as their link does, in place of another one there."""
    client.post(f"/rejoin/{fighter.token}/", {"replace": "yes"})


def messages_of(answer) -> list[str]:
    """Return what the page says that a redirect leads to."""
    return [str(message) for message in answer.wsgi_request._messages]


def make_cards(card_set: CardSet, *cards: Card) -> None:
    """Put cards into a set, with the facts of its game."""
    game = game_of(card_set)
    rows = CardRow.objects.bulk_create(
        CardRow(card_set=card_set, image_id=card.image or None, **common_columns(card)) for card in cards
    )
    facts = FACTS[game.slug]
    facts.objects.bulk_create(
        facts(card=row, **facts_columns(game, card)) for row, card in zip(rows, cards, strict=True)
    )


def fighting_event(
    organizer: User | None, *names: str, night: dict[str, object] | None = None, **settings: object
) -> Event:
    """Make an event in the first round of its fights; `night` are settings of them."""
    event = drafted_event(organizer, *names, **settings)
    NightSettings.objects.filter(event=event).update(**night or {})
    go_on(event=Event.objects.get(id=event.id), seen="building", confirmed=False)
    event.refresh_from_db()
    return event


def begin_fights(event: Event) -> Event:
    """Lead an event from the time before its fights to these, whoever is not ready; return it as it is then."""
    assert go_on(event=event, seen="building", confirmed=True) == "fighting"
    return Event.objects.get(id=event.id)


def sealed_event(organizer: User | None, *names: str, **settings: object) -> Event:
    """Make an event of sealed packs, two for each fighter, whose log anybody may read once it is open."""
    sealed = {"format_": "magic-sealed", "packs_each": 2, "log_visibility": LogVisibility.PUBLIC}
    sets = {} if "card_sets" in settings else {"card_set": "MAG01"}
    return make_event(organizer, *names, **{"name": "Sealed tonight", **sealed, **sets, **settings})


def building_event(
    organizer: User | None, *names: str, bots: int = 0, night: NightSettings | None = None, **settings: object
) -> Event:
    """Make an event of sealed packs, two for each fighter, in which decks are built; without fights and a clock."""
    sealed = {"format_": "magic-sealed", "card_set": "MAG01", "packs_each": 2, "night": night or no_fights()}
    event = make_event(organizer, *names, bots=bots, started=True, **{**sealed, **settings})
    assert go_on(event=event, seen="opening", confirmed=False) == "building"
    event.refresh_from_db()
    return event


def time_to_build_is_up(event: Event) -> int:
    """Let the deadline have passed a moment ago, and let the clock process act; return how many tables that locks."""
    stages = EventStage.objects.filter(event=event)
    for stage in stages:
        stage.began_at -= timedelta(minutes=30, seconds=12)
        stage.wakes_at = timezone.now() - timedelta(seconds=12)
        stage.save()
    return expire_overdue_stages(kinds=[each.kind for each in ACTIVITIES.values()])


def register_deck(event: Event, name: str) -> None:
    """Let a fighter of the first table register a deck of 40 cards, 23 of them of their pool."""
    one = fighter(event, name)
    pool = load_building(EventId(event.id), 1).building.pools[FighterId(one.id)]
    cards = [card for card, held in pool.items() if "conspiracy" not in held.card.traits][:23]
    deck = BuiltDeck(tuple(cards), (), (("Plains", 17),))
    build(fighter=one, step=lambda live: DeckMove(deck=deck, seen=1))
    build(fighter=one, step=lambda live: RegisterMove(seen=2))


def match_event(organizer: User | None, **night: object) -> Event:
    """Make an event in which Ann and Ben have registered decks of 40 cards and begin a match of three games."""
    event = building_event(
        organizer, "Ann", "Ben", night=NightSettings(**{"best_of": 3, "sharing": Policy.KEEP, **night})
    )
    for name in ("Ann", "Ben"):
        register_deck(event, name)
    assert go_on(event=event, seen="building", confirmed=False) == "fighting"
    event.refresh_from_db()
    return event


def act_in_fights(event: Event, by: Actor | FighterId, move: Move) -> LiveFights:
    """Let somebody make a move in the fights of an event, and return them as they are then."""
    change = fights_change(load_fights(event.id), actor(by), move, timezone.now())
    assert record_acts(chains=[[change]]) == [True]
    return change.after
