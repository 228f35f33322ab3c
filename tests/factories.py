"""Events as tests need them, made by the services themselves."""

from dataclasses import replace
from datetime import timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from drafts.models import FACTS, CardSet, Draft, Event, Fighter, Fights, NightSettings, Policy
from drafts.models import Card as CardRow
from drafts.rules.actors import Actor
from drafts.rules.cards import Card
from drafts.rules.chance import Chance
from drafts.rules.draft.bots import automatic_choice
from drafts.rules.draft.table import Phase
from drafts.rules.draft.timed_table import make_choice
from drafts.rules.formats import Pace
from drafts.rules.ids import FighterId, SeatNumber, TableId, Version
from drafts.rules.night.fight_moves import Move
from drafts.rules.night.rights import LogVisibility
from drafts.services.acts import record_acts
from drafts.services.draft.calls import call_of
from drafts.services.draft.hosting import hand_over_seat
from drafts.services.draft.tables import change_table, record_changes
from drafts.services.events.lifecycle import create_event, start_event
from drafts.services.events.lobby import add_bot, join_event, record_lobbies
from drafts.services.events.nights import finish_event, go_on
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
        for seat in table.seats.filter(bot=False):
            hand_over_seat(event=event, number=table.number, seat=seat.position, bot=True)
    event.refresh_from_db()
    return event


def choose(event: Event, seat: int, table: int = 1) -> TableChange:
    """Let a seat choose what the clock would choose for it."""
    live = load_table(event.draft.tables.get(number=table).id)
    now = live.timed.table
    cards = automatic_choice(now, seat, (), Chance("any", seat))
    return change_table(
        table_id=live.id,
        verb=lambda timed, at: make_choice(timed, seat, cards, at, round_=now.round, pass_number=now.pass_number),
    )


def call_judge(*, table_id: TableId, seat: SeatNumber, reason: str, card: int | None, request: str) -> Version:
    """Let a seat call a judge, and return the table's version after it. Raises a Refusal."""
    change = call_of(load_table(table_id), seat, timezone.now(), reason=reason, card=card, request=request)
    assert record_changes(chains=[[change]]).written == [True]
    return change.after.version


def play_to_review(event: Event) -> None:
    """Let everyone choose until they may look at their own cards."""
    while event.draft.tables.get().phase == Phase.DRAFTING:
        for seat in range(event.draft.tables.get().seats.count()):
            choose(event, seat)


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


def building_event(
    organizer: User | None, *names: str, bots: int = 0, night: NightSettings | None = None, **settings: object
) -> Event:
    """Make an event of sealed packs, two for each fighter, in which decks are built; without fights and a clock."""
    sealed = {"format_": "magic-sealed", "card_set": "MAG01", "packs_each": 2, "night": night or no_fights()}
    event = make_event(organizer, *names, bots=bots, started=True, **{**sealed, **settings})
    assert go_on(event=event, seen="opening", confirmed=False) == "building"
    event.refresh_from_db()
    return event


def act_in_fights(event: Event, by: Actor | FighterId, move: Move) -> LiveFights:
    """Let somebody make a move in the fights of an event, and return them as they are then."""
    change = fights_change(load_fights(event.id), actor(by), move, timezone.now())
    assert record_acts(chains=[[change]]) == [True]
    return change.after
