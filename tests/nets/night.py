"""One short night, played by the services alone, and the frames that each viewer is sent at its moments.

Nothing in it differs from run to run: seed, code and time are fixed, and rows are numbered from 1.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection
from django.utils import timezone

from drafts.models import Draft, Event, JudgeCall
from drafts.presenters.log.entries import ENTRIES_SHOWN, newest_entries
from drafts.protocol import HostTables, LobbyStates, NightStates, TableStates, entries_part, seat_message, seat_part
from drafts.protocol.activities import load_stages
from drafts.protocol.messages.events import EntryPart
from drafts.rules.actors import judge_by
from drafts.rules.draft.table import DraftTable, Phase, has_chosen
from drafts.rules.draft.timed import JudgeBy
from drafts.rules.draft.timed_table import attend
from drafts.rules.formats import Pace
from drafts.rules.ids import FighterId, SeatNumber, TableId
from drafts.rules.night.fight_moves import ConfirmResultMove, CountMove, DisputeResultMove, EnterResultMove
from drafts.rules.night.share_moves import AcceptSwap, Move, OfferSwap, TakeMove, WishMove
from drafts.services.acts import record_acts
from drafts.services.draft.calls import give_verdict, take_call
from drafts.services.draft.hosting import end_reviews, hand_over_seat, pause_tables, resume_tables
from drafts.services.draft.tables import change_table
from drafts.services.events.lifecycle import start_event
from drafts.services.events.nights import go_on
from drafts.services.events.staff import make_link
from drafts.services.fights.changes import begin_next_round, set_result
from drafts.services.sharing import tick_card
from drafts.store.fights import load_fights
from drafts.store.lobbies import load_lobby, newest_lobby
from drafts.store.shares import load_all_shares, shares_change
from drafts.store.table_facts import LiveTable
from drafts.store.tables import load_table
from tests.factories import act_in_fights, call_judge, choose, make_event, say_ready
from tests.migrations.made_up_time import MadeUpTime
from tests.rules.actors import actor

SEED = "5c" * 32
CODE = "FRAMES"
NOW = "2026-11-20T19:00:00.000Z"

Frames = dict[str, Any]
"""The message that each viewer is sent at one moment, parsed, by role."""


def number_rows_from_one() -> None:
    """Let the tables that hold no rows yet number their rows from 1."""
    empty = {model._meta.db_table for model in apps.get_models() if not model._default_manager.exists()}
    sequences = [one for one in connection.introspection.sequence_list() if one["table"] in empty]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_by_name_sql(no_style(), sequences):
            cursor.execute(statement)


class Night:
    """A night of three fighters. `moments` plays it and tells the frames of each moment on the way."""

    def __init__(self, organizer: Any, time: MadeUpTime, **settings: Any) -> None:
        self._time = time
        number_rows_from_one()
        event = make_event(
            organizer, "Aichi", "Kamui", "Misaki", pace=Pace.STANDARD, judge=JudgeBy.ORGANIZER, **settings
        )
        Draft.objects.filter(event=event).update(seed=SEED)
        Event.objects.filter(id=event.id).update(code=CODE)
        self._judge = judge_by(make_link(event=event, name="Kim").id)
        self.event = Event.objects.get(id=event.id)

    def moments(self) -> Iterator[tuple[str, Frames]]:
        """Yield the name of each moment with what everybody is sent then."""
        yield from self._lobby()
        yield from self._draft()
        yield from self._fights()
        yield from self._sharing()

    def _lobby(self) -> Iterator[tuple[str, Frames]]:
        before = load_lobby(self.event.id)
        yield "lobby", self._lobby_frames()
        say_ready(self.event, "Aichi")
        change = LobbyStates(newest_lobby(before)).since(before)
        yield "lobby, one is ready", {**self._lobby_frames(), "change": {**_parsed(change), "now": NOW}}
        self._time.pass_time()
        start_event(event=self.event)
        self.event.refresh_from_db()

    def _draft(self) -> Iterator[tuple[str, Frames]]:
        table, (one, two, three) = self._table().id, self._seats
        change_table(table_id=table, verb=lambda timed, at: attend(timed, one, connected=True, at=at))
        yield "first pick", self._frames()
        choose(self.event, one)
        live = self._table()
        yield "one has chosen", {**self._frames(), "change": _parsed(seat_message(seat_part(live, one), live.version))}
        self._play_until(lambda table: table.pass_number == 3)
        yield "a later pass", self._frames()
        call_judge(table_id=table, seat=two, reason="rules", card=None, request="call")
        yield "a judge is called", self._frames()
        call = JudgeCall.objects.get().id
        take_call(event=self.event, call_id=call, by=self._judge)
        yield "the judge is on the way", self._frames()
        give_verdict(event=self.event, call_id=call, verified=False, by=self._judge, note="Shuffle the pack.")
        pause_tables(event=self.event)
        yield "the judge has answered, and the table is paused", self._frames()
        resume_tables(event=self.event)
        hand_over_seat(event=self.event, number=1, seat=three, bot=True)
        self._play_until(lambda table: table.phase is not Phase.DRAFTING)
        yield "review", self._frames()
        self._play_until(lambda table: table.phase is Phase.DRAFTED)
        self.event.refresh_from_db()
        yield "decks", self._frames()

    def _fights(self) -> Iterator[tuple[str, Frames]]:
        self._go_on("building")
        yield "fights are open", self._frames()
        number, one, two = self._own_fight()
        counter = load_fights(self.event.id).fighting.groups[0].terms.form.counters[0]
        act_in_fights(self.event, one, CountMove(number, two, counter.name, 1 if counter.most else -1))
        act_in_fights(self.event, one, EnterResultMove(number, one, (1, 0)))
        yield "a result is entered", self._frames()
        act_in_fights(self.event, two, DisputeResultMove(number))
        yield "it is disputed", self._frames()
        set_result(event=self.event, fight=number, winner=two, score=None, by=self._judge)
        yield "a judge has decided", self._frames()
        set_result(event=self.event, fight=number, winner=one, score=None, confirmed=True)
        yield "the organizer has corrected", self._frames()
        self._time.pass_time()
        begin_next_round(event=self.event, number=2, confirmed=True)
        number, one, two = self._own_fight()
        act_in_fights(self.event, two, EnterResultMove(number, None, (0, 0)))
        act_in_fights(self.event, one, ConfirmResultMove(number))
        yield "the second round, with a draw", self._frames()

    def _sharing(self) -> Iterator[tuple[str, Frames]]:
        (live,) = load_all_shares(self.event.id)
        fighter = self._table().seats[self._seats[0]].fighter
        self._share(fighter, WishMove(tuple(list(live.cards)[:2])))
        yield "a wish", self._frames()
        self._go_on("fighting")
        yield "sharing has begun", self._frames()
        self._take_all_but(4)
        yield "most is shared", self._frames()
        self._take_all_but(0)
        owners = load_all_shares(self.event.id)[0].shares.owners()
        mine, theirs = (next(card for card, owner in owners.items() if owner == each) for each in self._people[:2])
        self._share(self._people[0], OfferSwap(mine, theirs))
        yield "a swap is offered", self._frames()
        self._share(self._people[1], AcceptSwap(1))
        card, *_ = load_all_shares(self.event.id)[0].shares.to_hand_over()[0]
        tick_card(event=self.event, card=card, handed=True)
        yield "it is accepted, and a card is handed over", self._frames()
        self._go_on("sharing")
        yield "the end", self._frames()

    @property
    def _seats(self) -> list[SeatNumber]:
        """The seats of the three fighters in order of their seats."""
        return [SeatNumber(seat) for seat in range(3)]

    @property
    def _people(self) -> list[FighterId]:
        return [self._table().seats[seat].fighter for seat in self._seats]

    def _table(self) -> LiveTable:
        return load_table(TableId(self.event.draft.tables.get().id))

    def _play_until(self, is_reached: Callable[[DraftTable], bool]) -> None:
        while not is_reached(table := self._table().timed.table):
            self._time.pass_time()
            if table.phase is Phase.REVIEW:
                self._time.at += timedelta(minutes=1)
                end_reviews(event=self.event)
            else:
                choose(self.event, next(seat for seat in range(table.fighters) if not has_chosen(table, seat)))

    def _own_fight(self) -> tuple[int, FighterId, FighterId]:
        """Return the first fight of the round that two have to fight, with both of them."""
        self._time.pass_time()
        fighting = load_fights(self.event.id).fighting
        return next(
            (number, *fight.fighters)
            for number, _, round_, fight in fighting.fights()
            if round_ == fighting.round and len(fight.fighters) == 2
        )

    def _share(self, by: FighterId, move: Move) -> None:
        self._time.pass_time()
        (live,) = load_all_shares(self.event.id)
        assert record_acts(chains=[[shares_change(live, actor(by), move, timezone.now())]]) == [True]

    def _take_all_but(self, left: int) -> None:
        while len((shares := load_all_shares(self.event.id)[0].shares).sharing.pool) > left and shares.turn:
            self._share(shares.turn, TakeMove(shares.sharing.pool[0]))

    def _go_on(self, seen: str) -> None:
        self._time.pass_time()
        go_on(event=self.event, seen=seen, confirmed=True)
        self.event.refresh_from_db()

    def _entries(self) -> Sequence[EntryPart]:
        return entries_part(newest_entries(self.event.id, ENTRIES_SHOWN))

    def _lobby_frames(self) -> Frames:
        states = LobbyStates(load_lobby(self.event.id))
        one, two, _ = (fighter.id for fighter in self.event.fighters.filter(bot=False).order_by("id"))
        frames = {
            "organizer": _parsed(states.for_host(self._entries())),
            "judge": _parsed(states.for_judge()),
            "fighter 1": _parsed(states.for_viewer(one)),
            "fighter 2": _parsed(states.for_viewer(two)),
            "spectator": _parsed(states.for_viewer(None)),
            "stranger": _parsed(states.for_viewer(None)),
        }
        for frame in frames.values():
            frame["clock"]["now"] = NOW  # the lobby asks the computer's own clock
        return frames

    def _frames(self) -> Frames:
        live = self._table()
        night = NightStates(load_stages(self.event.id))
        states, tables = TableStates(live, timezone.now(), night), HostTables()
        tables.entries = self._entries()
        seq = live.version + night.seq
        one, two = self._seats[:2]
        return {
            "organizer": _parsed(states.for_host(tables, [live], seq)),
            "judge": _parsed(states.for_judge(tables, [live], seq)),
            "fighter 1": _parsed(states.for_seat(one, [held.id for held in live.timed.table.hands[one]][:1])),
            "fighter 2": _parsed(states.for_seat(two)),
            "spectator": _parsed(states.for_spectator()),
            "stranger": _parsed(states.for_stranger()),
        }


def _parsed(text: str | None) -> Any:
    assert text is not None
    return json.loads(text)
