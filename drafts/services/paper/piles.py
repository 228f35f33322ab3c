"""Every change of the piles that are entered after a draft with paper packs."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from drafts.importers.limits import LONGEST_NUMBER
from drafts.models import (
    CardSet,
    Draft,
    DraftSet,
    Event,
    EventStage,
    LogEntry,
    Pack,
    PackCard,
    PileEntry,
    PileState,
    Table,
    WebhookEvent,
)
from drafts.rules.actors import ORGANIZER, Actor, ActorKind
from drafts.rules.ids import EventId, FighterId, TableId
from drafts.rules.night.nicknames import isolate
from drafts.rules.night.stages import Stage
from drafts.services.announce import announce_change
from drafts.services.draft.tables import locked_event
from drafts.services.errors import ServiceError, StaleValue
from drafts.services.events.settings import must_be_of_game
from drafts.services.integrations.webhook_events import queue_webhooks
from drafts.services.paper.pile_faults import count_words, faults_of, unreadable_words
from drafts.services.sharing import prepare_sharing, renew_sharing
from drafts.store.changes import renew_tables
from drafts.store.event_facts import facts_of
from drafts.store.piles import PassId, SeatPile, TablePiles, load_piles, passes_text
from drafts.store.sql import DriverCursor, update_rows

MOST_SPARE = 30
"""How many numbers more than the pile has cards an unchecked entry may have."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The result of an entry: the numbers that are stored, and the faults of a pile that was to be checked.

    `seen` is the fingerprint of what is stored now.
    """

    numbers: tuple[str, ...]
    expected: int
    state: PileState
    seen: str
    faults: tuple[str, ...] = ()


def enter_pile(
    *,
    event: Event,
    fighter: FighterId,
    numbers: Sequence[str],
    check: bool,
    by: Actor | None = None,
    seen: str | None = None,
) -> Entry:
    """Replace what is entered of a fighter's pile, and check it if `check`.

    A pile with faults is stored, too, unless it corrects cards that are known already. Once all piles are checked and
    fit together, the cards of the draft are known. `by` is the organizer, None for the fighter. `seen` is the
    fingerprint of the entry that was edited; None replaces any. Raises ServiceError where piles are not entered now, or
    not by them, and StaleValue where another device has entered something else since.
    """
    with transaction.atomic():
        locked = _locked(event, by)
        tables = load_piles(locked.draft)
        table, pile = _find(tables, fighter)
        named = tuple(table.drafted.numbers.find(number) or number for number in numbers)
        _must_be_storable(named, pile)
        if named != pile.numbers:
            _must_be_seen(pile, seen, named)
        faults = tuple(faults_of(table, pile, named)) if check else ()
        is_right = check and not faults
        if locked.draft.knows_cards and not is_right:
            if check:
                return Entry(named, pile.expected, PileState.OPEN, pile.fingerprint, faults)
            raise ServiceError(gettext("The cards are known already. A correction is checked at once."))
        if named == pile.numbers and (is_right or not check) and pile.is_checked:
            return Entry(named, pile.expected, pile.state, pile.fingerprint)
        now = timezone.now()
        kept = PileState.CHECKED if is_right else PileState.OPEN
        _save(pile, named, now, by, state=kept)
        state = _settle(locked, now, fighter) if is_right else PileState.OPEN
        _show(locked, [table.table])
    return Entry(named, pile.expected, state, pile._replace(numbers=named, state=kept).fingerprint, faults)


def exchange_cards(
    *,
    event: Event,
    fighter: FighterId,
    places: tuple[int, int],
    by: Actor | None = None,
    seen: str | None = None,
) -> Entry:
    """Exchange two cards of a complete pile, by their places from 0. Raises as `enter_pile` does."""
    _, pile = _find(load_piles(event.draft), fighter)
    _must_be_seen(pile, seen)
    if not pile.is_checked or not all(0 <= place < len(pile.numbers) for place in places):
        raise ServiceError(gettext("The pile has no such cards."))
    numbers = list(pile.numbers)
    one, other = places
    numbers[one], numbers[other] = numbers[other], numbers[one]
    return enter_pile(event=event, fighter=fighter, numbers=numbers, check=True, by=by, seen=pile.fingerprint)


def confirm_pass(*, event: Event, fighter: FighterId, pass_id: PassId) -> None:
    """Confirm as the organizer that a pass in a fighter's pile is entered correctly although it does not fit.

    Raises ServiceError if it is not doubted.
    """
    with transaction.atomic():
        locked = _locked(event, ORGANIZER)
        table, pile = _find(load_piles(locked.draft), fighter)
        doubted = {(each.origin.round, each.origin.pass_number) for each in table.doubts if each.seat == pile.position}
        if pass_id not in doubted:
            raise ServiceError(gettext("Nothing is doubted there any more."))
        confirmed = passes_text(pile.confirmed | {pass_id})
        PileEntry.objects.filter(seat=pile.seat).update(confirmed=confirmed)
        _settle(locked, timezone.now(), fighter)
        _show(locked, [table.table])


@transaction.atomic
def name_set(*, event: Event, card_set: CardSet) -> None:
    """Name the set of the real packs of a draft, if that was left open, once all cards are chosen.

    Raises ServiceError for a set of another game, before the end of the draft, and where the sets are known.
    """
    locked = locked_event(EventId(event.id))
    draft = locked.draft
    if not draft.lacks_sets:
        raise ServiceError(gettext("The set of these packs is known already."))
    if reason := _why_no_piles(locked):
        raise ServiceError(reason)
    must_be_of_game(card_set, draft.procedure.game)
    rounds = range(1, len(draft.procedure.rounds) + 1)
    DraftSet.objects.bulk_create(DraftSet(draft=draft, round=round_, card_set=card_set) for round_ in rounds)
    Pack.objects.filter(table__draft=draft).update(card_set=card_set)
    LogEntry.objects.create(event=locked, text=gettext("The packs were of %(code)s.") % {"code": card_set.code})
    announce_change(EventId(locked.id), renew_tables(draft.id))


def must_be_entered(event: Event) -> list[str]:
    """Return the names of fighters whose piles are not checked yet; none where the cards are known."""
    if event.draft.knows_cards:
        return []
    piles = [pile for table in load_piles(event.draft) for pile in table.piles]
    return [isolate(pile.name) for pile in piles if pile.state is not PileState.CHECKED]


def missing_words(names: Sequence[str]) -> str:
    """Return a sentence with the names of those whose piles are missing."""
    words = ngettext(
        "One pile is not entered and checked yet: %(names)s.",
        "%(count)s piles are not entered and checked yet: %(names)s.",
        len(names),
    )
    return words % {"count": len(names), "names": ", ".join(names)}


def why_closed(event: Event, by: Actor | None) -> str:
    """Return in words why this actor enters no pile of an event now, "" if they may."""
    draft = event.draft
    if reason := _why_no_piles(event):
        return reason
    if draft.knows_cards and by is None:
        return gettext("All piles are entered. The organizer can correct them.")
    if draft.knows_cards and event.phase not in (Stage.BUILDING, Stage.FIGHTING):
        return gettext("The cards are being shared: no pile is corrected any more.")
    unnamed = gettext("The set of the packs is not named yet: the organizer names it on the page of piles.")
    return unnamed if draft.lacks_sets else ""


def _why_no_piles(event: Event) -> str:
    """Return in words why there are no piles in an event now, "" if there are some."""
    if not event.draft.is_paper:
        return gettext("The packs of this event were not real ones: the server knows every card.")
    if event.stopped:
        return gettext("The event was stopped: its piles are not entered.")
    return "" if event.is_over else gettext("Piles are entered once all cards are chosen.")


def _locked(event: Event, by: Actor | None) -> Event:
    locked = locked_event(EventId(event.id))
    if reason := why_closed(locked, by):
        raise ServiceError(reason)
    return locked


def _find(tables: Sequence[TablePiles], fighter: FighterId) -> tuple[TablePiles, SeatPile]:
    for table in tables:
        for pile in table.piles:
            if pile.fighter == fighter:
                return table, pile
    raise ServiceError(no_pile())


def no_pile() -> str:
    """Return a message: a fighter has no pile here."""
    return gettext("This fighter has no pile here.")


def _must_be_storable(numbers: Sequence[str], pile: SeatPile) -> None:
    unreadable = (each for each in enumerate(numbers, start=1) if len(each[1]) > LONGEST_NUMBER)
    if len(numbers) > pile.expected + MOST_SPARE:
        fault = count_words(len(numbers), pile.expected)
    elif first := next(unreadable, None):
        fault = unreadable_words(*first)
    else:
        return
    raise ServiceError(f"{fault} {gettext('Nothing was changed.')}")


def _must_be_seen(pile: SeatPile, seen: str | None, sent: Sequence[str] = ()) -> None:
    if seen is None or seen == pile.fingerprint:
        return
    count = len(pile.numbers)
    words = ngettext(
        "Meanwhile this pile was entered on another device as well: %(count)s card is kept of it.",
        "Meanwhile this pile was entered on another device as well: %(count)s cards are kept of it.",
        count,
    )
    if pile.by == ActorKind.ORGANIZER:
        words = ngettext(
            "Meanwhile the organizer has entered this pile as well: %(count)s card is kept of it.",
            "Meanwhile the organizer has entered this pile as well: %(count)s cards are kept of it.",
            count,
        )
    raise StaleValue(words % {"count": count}, sent)


def _save(pile: SeatPile, numbers: Sequence[str], at: datetime, by: Actor | None, *, state: PileState) -> None:
    """Store an entry. Passes whose cards have changed are no longer confirmed."""
    same = tuple(numbers) == pile.numbers
    PileEntry.objects.update_or_create(
        seat_id=pile.seat,
        defaults={
            "numbers": "\n".join(numbers),
            "state": state,
            "confirmed": passes_text(pile.confirmed) if same else _still_confirmed(pile, numbers),
            "by": ActorKind.FIGHTER if by is None else by.kind,
            "entered_at": at,
            "checked_at": None if state is PileState.OPEN else at,
        },
    )


def _still_confirmed(pile: SeatPile, numbers: Sequence[str]) -> str:
    changed = {place.pass_id for place, old, new in zip(pile.places, pile.numbers, numbers, strict=False) if old != new}
    return passes_text(pile.confirmed - changed) if len(numbers) == len(pile.numbers) else ""


def _settle(event: Event, at: datetime, fighter: FighterId) -> PileState:
    """Update which piles of complete tables fit; once all piles of the draft do, the cards are known.

    Returns the new state of a fighter's pile.
    """
    tables = load_piles(event.draft)
    for table in tables:
        if table.are_checked:
            _say_what_fits(table)
    if event.draft.knows_cards:
        _know_cards(event, [table for table in tables if any(pile.fighter == fighter for pile in table.piles)], at)
    elif all(table.are_checked and not table.doubts for table in tables):
        _know_cards(event, tables, at)
        LogEntry.objects.create(event=event, at=at, text=gettext("All piles are entered: decks and log are open."))
    return PileState(PileEntry.objects.get(seat__draft=event.draft, seat__fighter=fighter).state)


def _say_what_fits(table: TablePiles) -> None:
    doubted = {conflict.seat for conflict in table.doubts}
    for pile in table.piles:
        state = PileState.DOUBTED if pile.position in doubted else PileState.CHECKED
        if state is not pile.state:
            PileEntry.objects.filter(seat=pile.seat).update(state=state)


def _know_cards(event: Event, tables: Sequence[TablePiles], at: datetime) -> None:
    """Store the printed card of every physical card at these tables: each number belongs to the pick in its place."""
    rows = [
        (place.key, table.drafted.keys[number])
        for table in tables
        for pile in table.piles
        for place, number in zip(pile.places, pile.numbers, strict=True)
    ]
    with DriverCursor() as cursor:
        update_rows(cursor, PackCard, ("id",), ("card_id",), rows)
    was_known = event.draft.knows_cards
    Draft.objects.filter(id=event.draft.id).update(piles_entered_at=at)
    event.draft.piles_entered_at = at
    if event.is_over and not was_known:
        queue_webhooks(EventId(event.id), WebhookEvent.PUBLISHED, at)
    Event.objects.filter(id=event.id).update(version=F("version") + 1)
    _show(event, [TableId(key) for key in Table.objects.filter(draft=event.draft).values_list("id", flat=True)])
    if event.phase == Stage.FIGHTING and Stage.SHARING in facts_of(event).stages:
        if was_known:
            for row in Table.objects.filter(id__in=[table.table for table in tables]):
                renew_sharing(event=event, table=row, at=at)
        elif not EventStage.objects.filter(event=event, stage=Stage.SHARING.value).exists():
            prepare_sharing(event=event, at=at)


def _show(event: Event, tables: Sequence[TableId]) -> None:
    """Give tables a new version, so that their rooms read the piles again."""
    Table.objects.filter(id__in=tables).update(version=F("version") + 1)
    announce_change(EventId(event.id), tables)
