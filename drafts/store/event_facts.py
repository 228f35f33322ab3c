"""The facts about an event for its live tables and its lobby, read from its rows."""

from drafts.models import (
    AvatarsKept,
    AvatarWay,
    Draft,
    DraftSet,
    Event,
    Fights,
    Lists,
    OwnPicks,
    PackSource,
    PlanesPlayed,
    Policy,
)
from drafts.prepared import Prepared
from drafts.rules.draft.timed import JudgeBy
from drafts.rules.ids import EventId
from drafts.rules.night.rights import LogOpens, LogVisibility
from drafts.rules.night.stages import Stage, stages_of
from drafts.store.aliases import aliases_of
from drafts.store.series import next_of
from drafts.store.table_facts import EventFacts


def facts_of(event: Event) -> EventFacts:
    """Return the facts about an event that live tables and the lobby need."""
    return facts_with(event, event.draft, sets_of(event.draft))


def facts_with(event: Event, draft: Draft, sets: tuple[tuple[str, str], ...]) -> EventFacts:
    """Return the same, with the (code, name) of each round's set given."""
    return EventFacts(
        id=EventId(event.id),
        draft=draft.id,
        code=event.code,
        name=event.name,
        format=draft.procedure,
        phase=Stage(event.phase),
        table_size=draft.table_size,
        judge=JudgeBy(draft.judge),
        practice=event.organizer_id is None,
        log_visibility=LogVisibility(event.log_visibility),
        log_opens=LogOpens(event.log_opens),
        seed=draft.seed,
        stopped=event.stopped,
        sets=sets,
        stages=stages_of_event(event, draft),
        paper=draft.is_paper,
        knows_cards=draft.knows_cards,
        entered_at=draft.piles_entered_at,
        imported=event.imported,
        draws_in_secret=event.draws_in_secret_with(draft),
        shows_picks=draft.own_picks == OwnPicks.OPEN,
        next_code=follower.code if (follower := next_of(event)) else "",
        aliases=aliases_of(event) if _hides_names(event) else {},
    )


def _hides_names(event: Event) -> bool:
    """Whether strangers see other names: once an event is over, and hides its names or was never shown publicly."""
    is_closed = not event.was_shown_here and event.log_visibility != LogVisibility.PUBLIC
    return event.phase == Stage.FINISHED and (event.hide_names or is_closed)


def stages_of_event(event: Event, draft: Draft) -> tuple[Stage, ...]:
    """Return the stages of a night by its settings and its draft."""
    night = event.night
    is_alone = event.organizer_id is None
    chooses = night.avatars != AvatarWay.OFF and night.avatar_every == AvatarsKept.EVENT and not is_alone
    names = draft.procedure.forms[0].has_commanders
    chooses = chooses or ((night.planes == PlanesPlayed.OWN or names) and not is_alone)
    return stages_of(
        draft.procedure.stages,
        opens=draft.waits_for_signal,
        builds=draft.procedure.cards is not None or night.lists == Lists.ASKED or chooses,
        fights=night.fights != Fights.OFF,
        shares=night.sharing != Policy.KEEP,
    )


def sets_of(draft: Draft) -> tuple[tuple[str, str], ...]:
    """Return the (code, name) of each round's set; () for packs that an organizer uploaded."""
    if draft.pack_source == PackSource.UPLOADED:
        return ()
    return tuple(_SETS.rows(draft.id))


_SETS = Prepared(
    lambda: DraftSet.objects.filter(draft=0).order_by("round").values_list("card_set__code", "card_set__name")
)
