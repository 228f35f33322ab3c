"""Every change of the sharing of the cards (R19)."""

from collections.abc import Callable, Collection, Iterator
from datetime import datetime
from functools import reduce

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from drafts.models import Event, EventStage, StageAct, Table
from drafts.rules.actors import ORGANIZER, SERVER, Actor, fighter_by
from drafts.rules.cards import CardId
from drafts.rules.errors import NotInPool
from drafts.rules.ids import EventId, FighterId, StageId
from drafts.rules.night.building import ComeBack, DropOut
from drafts.rules.night.clock_moves import Resume
from drafts.rules.night.nicknames import isolate
from drafts.rules.night.rights import LogOpens, has_log_opened
from drafts.rules.night.share_moves import (
    Begin,
    Correct,
    HandOver,
    Move,
    SwapMove,
    TakeBack,
    TakeBackBegin,
    TakeFor,
    TurnOver,
    WishMove,
)
from drafts.rules.night.stages import Stage
from drafts.rules.night.wish_lists import Wishes
from drafts.services.acts import locked_stages, record_locked
from drafts.services.announce import announce_change
from drafts.services.errors import ServiceError, Unfinished
from drafts.store.leavers import gone_from
from drafts.store.shares import SHARES, LiveShares, SharesChange, load_shares, setup_of, shares_change, stages_of_shares

Verb = Callable[[LiveShares], Move | None]
"""Returns the move to make in the present sharing, None if nothing is to be done."""


def prepare_sharing(*, event: Event, at: datetime) -> None:
    """Let fighters make wishes from now on: each table shares its own cards. To be called in a transaction."""
    EventStage.objects.bulk_create(
        EventStage(event=event, stage=Stage.SHARING.value, number=table.number, began_at=at, setup=setup)
        for table in event.draft.tables.order_by("number")
        if (setup := setup_of(event, table))["fighters"]
    )


def renew_sharing(*, event: Event, table: Table, at: datetime) -> None:
    """Correct the cards that a table shares, before any is taken; wishes stay. To be called in a transaction."""
    for stage in stages_of_shares(EventId(event.id)).filter(number=table.number).select_for_update(no_key=True):
        stage.setup = setup_of(event, table)
        stage.save(update_fields=["setup"])
        _record(shares_change(load_shares(StageId(stage.id)), ORGANIZER, Correct(), at))


def begin_sharing(*, event: Event, at: datetime) -> None:
    """Begin the sharing at each table with the first turn of its first fighter. To be called in a transaction."""
    gone = gone_from(EventId(event.id))
    for live in locked_shares(event):
        moves = (DropOut(each) if each in gone else ComeBack(each) for each in live.shares.sharing.order)
        ready = reduce(lambda before, move: _noted(before, move, at), moves, live)
        _record(shares_change(ready, ORGANIZER, Begin(), at))


def note_in_sharing(*, event: Event, move: DropOut | ComeBack) -> bool:
    """Note that a fighter has left the sharing or come back; return whether that made a change.

    To be called in a transaction.
    """
    shared = [live for live in locked_shares(event) if move.fighter in live.shares.sharing.order]
    return any(_noted(live, move, timezone.now()) is not live for live in shared)


def _noted(live: LiveShares, move: DropOut | ComeBack, at: datetime) -> LiveShares:
    change = shares_change(live, ORGANIZER, move, at)
    _record(change)
    return live if change is None else change.after


def take_back_sharing(*, event: Event, at: datetime) -> None:
    """Undo the beginning of the sharing at all tables. To be called in a transaction.

    Raises NotAllowed once anything was wished for, taken, swapped or handed over since.
    """
    for live in locked_shares(event):
        _record(shares_change(live, ORGANIZER, TakeBackBegin(), at))


def has_shared_since(event: Event) -> bool:
    """Whether cards were shared by the end of an event, or anything was stored in their sharing since."""
    acts = StageAct.objects.filter(stage__event=event, stage__stage=Stage.SHARING.value)
    return acts.filter(at__gte=event.finished_at).exists() if event.finished_at else False


def end_sharing(*, event: Event, at: datetime, confirmed: bool) -> None:
    """Share out the remaining cards by wishes, once that is `confirmed`. To be called in a transaction.

    Before that, raises Unfinished, which names the fighters whose turn it is.
    """
    open_ones = [live for live in locked_shares(event) if not live.shares.is_over]
    if not confirmed:
        must_be_shared([isolate(live.names[live.shares.turn]) for live in open_ones if live.shares.turn is not None])
    for live in open_ones:
        record_locked(*_rest(live, at))


def _rest(live: LiveShares, at: datetime) -> Iterator[SharesChange]:
    """Yield the changes that share out the remaining cards; a stopped clock is resumed first."""
    if live.shares.turn is not None and (change := shares_change(live, ORGANIZER, Resume(), at)):
        yield change
        live = change.after
    while (turn := live.shares.turn) is not None:
        change = shares_change(live, SERVER, TurnOver(turn), at)
        if change is None:
            return
        yield change
        live = change.after


def change_shares(
    *,
    event: Event,
    fighter: FighterId | None,
    verb: Verb,
    by: Actor = ORGANIZER,
    phases: Collection[Stage] = (Stage.SHARING,),
) -> bool:
    """Change the sharing at the table of a fighter, or at all tables, and return whether that made a change.

    Raises what the verb and the rules raise, and ServiceError in another phase, or for a fighter who shares nothing.
    """
    with transaction.atomic():
        lives = locked_shares(event)
        if not Event.objects.filter(id=event.id, phase__in=phases).exists():
            raise ServiceError(gettext("No cards are shared now."))
        wanted = [live for live in lives if fighter is None or fighter in live.shares.sharing.order]
        if not wanted:
            raise ServiceError(gettext("This fighter takes no part in the sharing."))
        moves = [(live, verb(live)) for live in wanted]
        now = timezone.now()
        changes = [shares_change(live, by, move, now) for live, move in moves if move is not None]
        for change in changes:
            _record(change)
        announce_change(EventId(event.id))
    return any(changes)


def share_for(*, event: Event, fighter: FighterId, card: CardId) -> None:
    """Let a fighter without a phone take a card, as the organizer. Raises a Refusal as the rules do."""
    change_shares(event=event, fighter=fighter, verb=lambda live: TakeFor(fighter, card))


def change_wishes(*, event: Event, fighter: FighterId, change: Callable[[Wishes], Wishes]) -> bool:
    """Change a fighter's list of wishes, and return whether that made a change.

    Wishes are possible from the fights on, or from the sharing on if the log opens then, since they show the cards of
    the table. Raises a Refusal as the rules do, and ServiceError where nothing is shared.
    """

    def wish(live: LiveShares) -> WishMove | None:
        return None if live.shares.is_over else WishMove(change(live.shares.wishes.get(fighter, ())))

    opens, stages = LogOpens(event.log_opens), (Stage.FIGHTING, Stage.SHARING)
    phases = [stage for stage in stages if has_log_opened(opens, stage)]
    return change_shares(event=event, fighter=fighter, verb=wish, by=fighter_by(fighter), phases=phases)


def swap_cards(*, event: Event, fighter: FighterId, move: SwapMove) -> bool:
    """Offer a swap for a fighter, or accept, decline or withdraw one; return whether that made a change.

    Raises a Refusal as the rules do.
    """
    return change_shares(event=event, fighter=fighter, verb=lambda live: move, by=fighter_by(fighter))


def tick_card(*, event: Event, card: CardId, handed: bool, by: Actor = ORGANIZER) -> bool:
    """Tick that a card has been handed to its owner, or remove the tick; return whether that made a change.

    This is possible after the night, too. Raises NotInPool for a card without an owner, and NotAllowed for a card that
    concerns other fighters.
    """
    tick = HandOver(card) if handed else TakeBack(card)
    tables: list[LiveShares] = []

    def verb(live: LiveShares) -> Move | None:
        if card not in live.cards:
            return None
        tables.append(live)
        return tick

    is_done = change_shares(event=event, fighter=None, verb=verb, by=by, phases=(Stage.SHARING, Stage.FINISHED))
    if not tables:
        raise NotInPool
    return is_done


def locked_shares(event: Event) -> list[LiveShares]:
    """Lock the sharing at all tables of an event, and return it. To be called in a transaction."""
    return locked_stages(EventId(event.id), SHARES)


def must_be_shared(names: list[str]) -> None:
    """Raise Unfinished if fighters still take cards."""
    if names:
        words = gettext("Cards are still being taken: it is the turn of %(names)s.")
        raise Unfinished(words % {"names": ", ".join(names)})


def _record(change: SharesChange | None) -> None:
    if change is not None:
        record_locked(change)
