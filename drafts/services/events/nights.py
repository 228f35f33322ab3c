"""Moving a night from one stage to the next, by its organizer: the opening of packs, and every stage after a draft."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from drafts.models import Event, LogEntry
from drafts.rules.actors import ORGANIZER
from drafts.rules.errors import NotAllowed
from drafts.rules.ids import EventId
from drafts.rules.night.fight_moves import EndRound, TakeBackEnd
from drafts.rules.night.stages import Stage, StageMove, next_stage, stages_of
from drafts.rules.packs import CannotFill
from drafts.services.acts import record_locked
from drafts.services.announce import announce_change
from drafts.services.avatars import end_avatars
from drafts.services.building import end_building
from drafts.services.commanders import end_commanders
from drafts.services.draft.tables import begin_draft, locked_event
from drafts.services.errors import ServiceError, Unfinished
from drafts.services.events.lifecycle import end_event, not_at_this_stage
from drafts.services.events.lobby import packs_cannot_be_made
from drafts.services.events.seating import deal_packs
from drafts.services.events.stages import advance, begin_building
from drafts.services.fights.changes import FIGHTS_BEGAN, begin_fights, fights_after_battles, locked_fights
from drafts.services.fights.unfinished_fights import must_be_finished, must_be_won_words
from drafts.services.paper.piles import missing_words, must_be_entered
from drafts.services.sharing import (
    begin_sharing,
    end_sharing,
    has_shared_since,
    locked_shares,
    prepare_sharing,
    take_back_sharing,
)
from drafts.store.event_facts import facts_of
from drafts.store.fights import fights_change, has_fights

_WENT_BACK = {
    Stage.BUILDING: _("The organizer took the last step back: the decks are ready, and nothing has begun."),
    Stage.FIGHTING: _("The organizer took the last step back: the fights go on."),
    Stage.SHARING: _("The organizer took the last step back: the sharing of the cards goes on."),
}
_BEGAN = {
    Stage.BUILDING: _("The organizer gave the signal: all packs were opened."),
    Stage.DRAFTING: _("The first packs were opened."),
    Stage.FIGHTING: FIGHTS_BEGAN,
    Stage.SHARING: _("The sharing of the cards began."),
    Stage.FINISHED: _("The organizer closed the event."),
}

_BEGIN = {
    Stage.DRAFTING: begin_draft,
    Stage.BUILDING: begin_building,
    Stage.FIGHTING: begin_fights,
    Stage.SHARING: begin_sharing,
}
"""The acts with which a stage begins."""


def go_on(*, event: Event, seen: str, confirmed: bool) -> Stage | None:
    """Move a night from the stage that its organizer saw to the next one, and return that; None if it was done already.

    Fights are skipped if no fighter has an opponent. Raises Unfinished for what is not finished, unless `confirmed`,
    and ServiceError for a sharing of real cards that are not all entered, for a stage that the night has not reached,
    and for one that ends by itself.
    """
    with transaction.atomic():
        locked = locked_event(EventId(event.id))
        stages, current = facts_of(locked).stages, Stage(locked.phase)
        if _was_done(seen, current, stages[: stages.index(current)]):
            return None
        now = timezone.now()
        if current in (Stage.BUILDING, Stage.FIGHTING):
            _ask_for_piles(locked, stages, current, confirmed=confirmed)
        _end_stage(locked, current, now, confirmed=confirmed)
        if current is Stage.BUILDING and Stage.SHARING in stages and locked.draft.knows_cards:
            prepare_sharing(event=locked, at=now)
        stage = _advance(locked, now)
        if current is Stage.OPENING and locked.draft.procedure.keeps:
            _deal(locked, now)
        if stage in _BEGIN:
            _BEGIN[stage](event=locked, at=now)
        LogEntry.objects.create(event=locked, at=now, text=str(_BEGAN[stage]))
    return stage


def _deal(event: Event, now: datetime) -> None:
    try:
        deal_packs(event=event, now=now)
    except CannotFill as fault:
        raise ServiceError(packs_cannot_be_made(fault)) from fault


def go_back(*, event: Event, seen: str) -> Stage | None:
    """Undo the step to the stage that its organizer saw, and return the stage before; None if it was undone already.

    Fights that the step decided are open again. Raises ServiceError before the draft is over, and once anything is
    stored in the stage (a wish, a card that was taken, a tick).
    """
    with transaction.atomic():
        locked = locked_event(EventId(event.id))
        current, now = Stage(locked.phase), timezone.now()
        if _was_done(seen, current, (Stage.SHARING, Stage.FINISHED) if current.is_after_draft else ()):
            return None
        facts = replace(facts_of(locked), stages=_stages_so_far(locked))
        try:
            _take_back(locked, current, now)
            versions = advance(event=facts, move=StageMove.GO_BACK, at=now, by=ORGANIZER)
        except NotAllowed as refusal:
            raise ServiceError(gettext("That cannot be taken back any more.")) from refusal
        stage = next_stage(facts.stages, current, StageMove.GO_BACK)
        if stage is Stage.FIGHTING:
            _take_back_end(locked, now)
        LogEntry.objects.create(event=locked, at=now, text=str(_WENT_BACK[stage]))
        announce_change(EventId(event.id), versions)
    return stage


def _was_done(seen: str, current: Stage, left: Sequence[Stage]) -> bool:
    """Whether a step was done already: its organizer saw a stage that the night has `left`.

    Raises ServiceError for any stage but these and the current one.
    """
    if seen not in (current.value, *(stage.value for stage in left)):
        raise ServiceError(gettext("The night has moved to another stage. Load the page again."))
    return seen != current.value


def _take_back(event: Event, current: Stage, now: datetime) -> None:
    """Undo what the step to the current stage began. Raises NotAllowed if more was stored since."""
    if event.stopped or event.is_read_only:
        raise NotAllowed
    if current is Stage.SHARING:
        take_back_sharing(event=event, at=now)
    elif current is Stage.FINISHED and has_shared_since(event):
        raise NotAllowed


def _take_back_end(event: Event, now: datetime) -> None:
    """Resume the fights that the end of their round decided."""
    live = locked_fights(event)
    change = live and fights_change(live, ORGANIZER, TakeBackEnd(live.fighting.round), now)
    if change:
        record_locked(change)


def _stages_so_far(event: Event) -> tuple[Stage, ...]:
    """Return the stages of a night, without those after its draft that it has not begun."""
    shares = any(live.shares.begun for live in locked_shares(event))
    return stages_of(facts_of(event).stages, opens=True, fights=locked_fights(event) is not None, shares=shares)


def _ask_for_piles(event: Event, stages: Sequence[Stage], current: Stage, *, confirmed: bool) -> None:
    """Raise Unfinished where piles are missing; and ServiceError, confirmed or not, before a sharing of the cards."""
    names = must_be_entered(event)
    if not names:
        return
    fights_follow = current is Stage.BUILDING and Stage.FIGHTING in stages and has_fights(event)
    if Stage.SHARING in stages and not fights_follow:
        words = gettext("%(missing)s Cards are shared only once it is known which there are.")
        raise ServiceError(words % {"missing": missing_words(names)})
    if not confirmed and current is Stage.BUILDING:
        words = ngettext(
            "%(missing)s It can be entered later too.", "%(missing)s They can be entered later too.", len(names)
        )
        raise Unfinished(words % {"missing": missing_words(names)})


def finish_event(*, event: Event) -> None:
    """End an event after its draft. Raises ServiceError before that.

    Open fights are decided as when time is up, and cards that are not shared yet are dealt by wishes.
    """
    with transaction.atomic():
        locked = locked_event(EventId(event.id))
        _end_stage(locked, Stage(locked.phase), timezone.now(), confirmed=True)
        end_event(event=locked, move=StageMove.FINISH, log=str(_BEGAN[Stage.FINISHED]))


def end_practice(*, event: Event) -> None:
    """End a practice of a fight, unless it is over, so that its log opens. Raises ServiceError for another event."""
    if event.organizer_id is not None:
        raise ServiceError(gettext("The organizer ends this event."))
    if event.phase != Stage.FINISHED:
        finish_event(event=event)


def _advance(event: Event, now: datetime) -> Stage:
    """Move a locked event to its next stage, and return that."""
    facts = facts_of(event)
    if not has_fights(event):
        facts = replace(facts, stages=stages_of(facts.stages, opens=True, fights=False, shares=True))
    try:
        stage = next_stage(facts.stages, Stage(event.phase), StageMove.GO_ON)
    except NotAllowed as refusal:
        raise ServiceError(not_at_this_stage()) from refusal
    move = StageMove.FINISH if stage is Stage.FINISHED else StageMove.GO_ON
    versions = advance(event=facts, move=move, at=now, by=ORGANIZER)
    announce_change(EventId(event.id), versions)
    return stage


def _end_stage(event: Event, stage: Stage, at: datetime, *, confirmed: bool) -> None:
    """Decide what is open in the stage that ends. Raises Unfinished unless that is `confirmed`."""
    if stage is Stage.BUILDING:
        _end_building(event, at, confirmed=confirmed)
    if stage is Stage.FIGHTING:
        _end_fights(event, at, confirmed=confirmed)
    if stage is Stage.SHARING:
        end_sharing(event=event, at=at, confirmed=confirmed)


def _end_building(event: Event, at: datetime, *, confirmed: bool) -> None:
    """Lock all decks, and fix all avatars and commanders. Raises Unfinished with the names of fighters who lack any."""
    said = []
    for end in (end_building, end_avatars, end_commanders):
        try:
            end(event=event, at=at, confirmed=confirmed)
        except Unfinished as fault:
            said.append(fault.message)
    if said:
        raise Unfinished(" ".join(said))


def _end_fights(event: Event, now: datetime, *, confirmed: bool) -> None:
    live = locked_fights(event)
    if live is None:
        return
    if not confirmed:
        must_be_finished(live, ends=True)
    live = fights_after_battles(live, now)
    try:
        change = fights_change(live, ORGANIZER, EndRound(live.fighting.round), now)
    except NotAllowed as refusal:
        raise ServiceError(must_be_won_words()) from refusal
    if change is not None:
        record_locked(change)
