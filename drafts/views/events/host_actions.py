"""Actions of an organizer: functions by name, each returning the message when it is done."""

from functools import partial
from typing import Any, TypedDict

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from drafts.forms.log.log_access import LogAccessForm
from drafts.languages import sentence, translated
from drafts.models import Event
from drafts.presenters.events.hosting import names_not_ready
from drafts.rules.actors import ORGANIZER, Actor, ActorKind
from drafts.rules.ids import CallId, FighterId, SeatNumber
from drafts.rules.night.nicknames import isolate
from drafts.rules.night.rights import LogVisibility
from drafts.rules.night.stages import Stage
from drafts.services.draft.calls import give_verdict, take_call
from drafts.services.draft.hosting import (
    advance_table,
    cancel_event,
    end_reviews,
    extend_tables,
    hand_over_seat,
    pause_tables,
    replace_link,
    resume_tables,
    seat_one_more_bot,
    step_back,
    take_back_pass,
    write_note,
)
from drafts.services.errors import ServiceError, Unfinished
from drafts.services.events.lifecycle import start_event, stop_event
from drafts.services.events.nights import finish_event
from drafts.services.events.removals import remove_fighter, undo_removal
from drafts.services.log.log_access import open_log
from drafts.views.events.guest_actions import GUEST_ACTIONS
from drafts.views.events.next_draft import open_next_draft
from drafts.views.fights.fight_actions import FIGHT_ACTIONS, ROUND_CONTROLS, Action
from drafts.views.form_values import LONGEST_LINE, fighter_in, fighter_named, number_in, text_in, word_in

TableWords = tuple[Promise, Promise, Any]


class NamedSeat(TypedDict):
    """A seat of a form: table number and place, or its fighter."""

    number: int | None
    seat: SeatNumber | None
    fighter_id: FighterId | None


PAUSED: TableWords = (
    _("The table is paused."),
    _("Table %(number)s is paused."),
    ngettext_lazy("One table is paused.", "%(count)s tables are paused.", "count"),
)
RESUMED: TableWords = (
    _("The table has resumed."),
    _("Table %(number)s has resumed."),
    ngettext_lazy("One table has resumed.", "%(count)s tables have resumed.", "count"),
)
EXTENDED: TableWords = (
    _("The table has 30 seconds more."),
    _("Table %(number)s has 30 seconds more."),
    ngettext_lazy("One table has 30 seconds more.", "%(count)s tables have 30 seconds more.", "count"),
)
REVIEWED: TableWords = (
    _("The table drafts again: the review is over."),
    _("Table %(number)s drafts again: the review is over."),
    ngettext_lazy(
        "One table drafts again: the review is over.", "%(count)s tables draft again: the review is over.", "count"
    ),
)


def start(event: Event, post: QueryDict) -> str:
    """Start the event; a form with `ask`, as the panel's, must be confirmed while a fighter is not ready."""
    waiting = names_not_ready(event) if "ask" in post and text_in(post, "confirm") != "start" else []
    if waiting:
        raise Unfinished(gettext("Not ready: %(names)s.") % {"names": ", ".join(map(isolate, waiting))}, "start")
    start_event(event=event)
    if event.draft.procedure.brings_decks:
        return gettext("It has started.")
    if not event.draft.procedure.rounds:
        return gettext("It has started. Everyone sees where they sit.")
    if event.draft.is_paper:
        return gettext("Everyone sees where they sit. The packs wait for your word.")
    return gettext("The draft has started. Everyone sees their first pack.")


def pause(event: Event, post: QueryDict, by: Actor = ORGANIZER) -> str:
    count = pause_tables(event=event, number=number_in(post, "table"), by=by)
    return of_tables(event, post, count, PAUSED)


def resume(event: Event, post: QueryDict, by: Actor = ORGANIZER) -> str:
    count = resume_tables(event=event, number=number_in(post, "table"), by=by)
    return of_tables(event, post, count, RESUMED)


def extend(event: Event, post: QueryDict) -> str:
    count = extend_tables(event=event, number=number_in(post, "table"))
    return of_tables(event, post, count, EXTENDED)


def end_review(event: Event, post: QueryDict) -> str:
    count = end_reviews(event=event, number=number_in(post, "table"))
    return of_tables(event, post, count, REVIEWED)


def add_bot(event: Event, post: QueryDict) -> str:
    return gettext("%(name)s joins, a bot.") % {"name": isolate(seat_one_more_bot(event=event))}


def remove(event: Event, post: QueryDict) -> str:
    removal = remove_fighter(event=event, fighter_id=fighter_in(post))
    return gettext("%(name)s was removed.") % {"name": isolate(removal.nickname)}


def undo_remove(event: Event, post: QueryDict) -> str:
    name = undo_removal(event=event, fighter_id=fighter_in(post))
    return gettext("%(name)s takes part again.") % {"name": isolate(name)}


def take(event: Event, post: QueryDict, by: Actor = ORGANIZER) -> str:
    call = number_in(post, "call")
    if call is None:
        raise ServiceError(gettext("Say which call."))
    over = text_in(post, "confirm") == "take"
    name = take_call(event=event, call_id=CallId(call), by=by, over=over)
    return gettext("%(name)s reads that you are on the way.") % {"name": isolate(name)}


def judge(event: Event, post: QueryDict, by: Actor = ORGANIZER) -> str:
    call, verdict = number_in(post, "call"), word_in(post, "verdict")
    if call is None or verdict not in ("verified", "refused"):
        raise ServiceError(gettext("A call is answered with verified or refused."))
    note = text_in(post, "note", longest=LONGEST_LINE)
    give_verdict(event=event, call_id=CallId(call), verified=verdict == "verified", by=by, note=note)
    return gettext("The call is answered.")


def hand_to_bot(event: Event, post: QueryDict) -> str:
    name = hand_over_seat(event=event, bot=True, **seat_in(post))
    return gettext("A bot chooses for %(name)s now.") % {"name": isolate(name)}


def hand_back(event: Event, post: QueryDict) -> str:
    name = hand_over_seat(event=event, bot=False, **seat_in(post))
    return gettext("%(name)s chooses again.") % {"name": isolate(name)}


def new_link(event: Event, post: QueryDict) -> str:
    name = replace_link(event=event, fighter_id=fighter_named(post))
    return gettext("%(name)s has a new link. The old phone is out.") % {"name": isolate(name)}


def undo(event: Event, post: QueryDict) -> str:
    confirm(post, "undo", gettext("Nothing was done. To take it back, type %(word)s."))
    take_back_pass(event=event, number=number_in(post, "table"))
    return translated(event.draft.procedure.game.words["undone"])


def advance(event: Event, post: QueryDict) -> str:
    round_, number = number_in(post, "round"), number_in(post, "pass")
    if round_ is None or number is None:
        raise ServiceError(gettext("Say where the table stands that is to go on."))
    if not advance_table(event=event, number=number_in(post, "table"), pass_id=(round_, number)):
        return gettext("The table has gone on from there already.")
    return gettext("The table goes on.")


def back(event: Event, post: QueryDict) -> str:
    round_, number = number_in(post, "round"), number_in(post, "pass")
    seen = (round_, number) if round_ is not None and number is not None else None
    if not step_back(event=event, number=number_in(post, "table"), seen=seen):
        return gettext("The table stands elsewhere already.")
    return gettext("One step back: packs go back the way they came, and everyone places again.")


def note(event: Event, post: QueryDict) -> str:
    write_note(event=event, number=number_in(post, "table"), text=text_in(post, "text", longest=LONGEST_LINE))
    return gettext("It is written down.")


def finish(event: Event, post: QueryDict) -> str:
    finish_event(event=event)
    return sentence("draft.eventOver")


def stop(event: Event, post: QueryDict) -> str:
    confirm(post, event.code, gettext("Nothing was done. To stop the event, type %(word)s."))
    stop_event(event=event)
    return gettext("The event is stopped.")


def cancel(event: Event, post: QueryDict) -> str:
    cancel_event(event=event)
    return gettext("The event is cancelled.")


def change_log_access(event: Event, post: QueryDict) -> str:
    form = LogAccessForm(post)
    if not form.is_valid():
        raise ServiceError(gettext("Say who may read the log, and whether nicknames are shown."))
    visibility, names = LogVisibility(form.cleaned_data["log_visibility"]), form.cleaned_data["hide_names"]
    open_log(event=event, visibility=visibility, hide_names=names == "on")
    return gettext("Who may read the log is changed.")


def nobody_acts(event: Event, post: QueryDict, by: Actor = ORGANIZER) -> str:
    raise ServiceError(gettext("This event was drafted on another installation and imported: nobody acts in it here."))


def confirm(post: QueryDict, word: str, otherwise: str) -> None:
    """Raise ServiceError, with the message `otherwise`, unless the word of confirmation was typed."""
    if text_in(post, "confirm").casefold() != word.casefold():
        raise ServiceError(otherwise % {"word": word})


def seat_in(post: QueryDict) -> NamedSeat:
    """Return the seat of a form, named by table and place or by its fighter. Raises ServiceError for no number."""
    number, seat = number_in(post, "table"), number_in(post, "seat")
    return {
        "number": number,
        "seat": None if seat is None else SeatNumber(seat),
        "fighter_id": fighter_named(post),
    }


def of_tables(event: Event, post: QueryDict, count: int, words: TableWords) -> str:
    """Return the sentence about an action on the only table, on the one in the form, or on `count` tables."""
    only, named, counted = words
    if event.draft.tables.count() == 1:
        return str(only)
    if number := number_in(post, "table"):
        return str(named) % {"number": number}
    return str(counted % {"count": count})


ACTIONS: dict[str, Action] = {
    "start": start,
    "pause": pause,
    "resume": resume,
    "extend": extend,
    "end-review": end_review,
    "add-bot": add_bot,
    "remove": remove,
    "undo-remove": undo_remove,
    "take": take,
    "judge": judge,
    "seat-bot": hand_to_bot,
    "unseat-bot": hand_back,
    "new-link": new_link,
    "undo": undo,
    "advance": advance,
    "back": back,
    "note": note,
    "finish": finish,
    "stop": stop,
    "cancel": cancel,
    "log-access": change_log_access,
    "next-draft": open_next_draft,
    **GUEST_ACTIONS,
    **FIGHT_ACTIONS,
}


READ_ONLY_ACTIONS = ("log-access",)
"""The actions on a read-only event."""

JUDGE_ACTIONS = ("take", "judge", "pause", "resume", "result", "count", "undo-count", "game", "out")
"""The actions that judges may take, too; these functions have a parameter `by`, the actor."""


def action_of(event: Event, name: str, by: Actor = ORGANIZER) -> Action | None:
    """Return the function of an action by its name, None if there is none for this official."""
    if by.kind is ActorKind.JUDGE and name not in JUDGE_ACTIONS:
        return None
    act = ACTIONS.get(name)
    if act and event.is_read_only and name not in READ_ONLY_ACTIONS:
        return nobody_acts
    if event.phase in (Stage.BUILDING, Stage.FIGHTING, Stage.SHARING) and name in ROUND_CONTROLS:
        act = ROUND_CONTROLS[name]
    return partial(act, by=by) if act and name in JUDGE_ACTIONS else act
