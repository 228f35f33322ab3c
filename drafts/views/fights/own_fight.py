"""A fighter's own fight by forms: every message about a fight can be sent here without scripts (M22-M25, M31)."""

import re
from collections.abc import Callable, Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from drafts.access.seats import fighter_asked, of_seat
from drafts.models import Event, Fighter
from drafts.presenters.fights.fight_words import result_words, said_words
from drafts.presenters.fights.own_fight import OwnFight, absent_words, gone_words, own_fight_page
from drafts.protocol.answers import words_of_refusal
from drafts.protocol.fights import FightStates, counter_part
from drafts.rules.actors import fighter_by
from drafts.rules.errors import BadAmount, Refusal
from drafts.rules.fights.acts import SetTo
from drafts.rules.ids import EventId, FighterId
from drafts.rules.night.fight_moves import LINES, CountMove, Move, UndoCountMove
from drafts.rules.night.stages import Stage
from drafts.rules.planes import DieFace
from drafts.services.errors import ServiceError
from drafts.services.events.nights import end_practice
from drafts.services.fights.changes import change_fights, counted_in, standing_of
from drafts.store.fights import LiveFights, load_fights
from drafts.views.event_access import with_event
from drafts.views.fights.fight_actions import game_in, score_in, winner_in
from drafts.views.form_values import fight_in, fighter_in, number_in, text_in, turn_in, word_in

FIELDS: Mapping[str, tuple[str, ...]] = {
    "count": ("fight", "fighter", "counter", "by", "source"),
    "undo": ("fight",),
    "out": ("fight", "fighters"),
    "spare": ("fight", "fighter"),
    "rolled": ("fight", "fighter"),
    "first": ("fight", "game", "fighter"),
    "turn": ("fight", "number", "extra"),
    "roll": ("fight", "turn", "rolls", "face"),
    "walk": ("fight", "walked"),
    "game": ("fight", "game", "winner"),
    "result": ("fight", "winner", "score"),
    "confirm": ("fight",),
    "dispute": ("fight",),
}
"""The fields of each act: those of the message of that type."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@with_event
def own_fight(request: HttpRequest, event: Event) -> HttpResponse:
    fighter = fighter_asked(request, event)
    if fighter is None:
        return redirect("join-code", event.code)
    if request.method == "POST":
        return _answer(request, event, fighter)
    live = load_fights(EventId(event.id)) if event.phase == Stage.FIGHTING else None
    own = FighterId(fighter.id)
    asked = of_seat(fighter)
    page = None if live is None else _page(live, own, event.phase)
    context = {
        "event": event,
        "game": event.draft.procedure.game,
        "fighter": fighter,
        "page": page,
        **_result(live, page),
        "gone": "" if live is None else gone_words(live.fighting.group_of(own), own),
        "absent": gettext("You have no fight now.") if live is None else absent_words(live.fighting.group_of(own), own),
        "back": reverse("play", args=[event.code]) + asked,
        "deck": reverse("build", args=[event.code]) + asked,
    }
    return render(request, "fights/own_fight.html", context)


def _page(live: LiveFights, fighter: FighterId, phase: str) -> OwnFight | None:
    rules = [counter_part(rule) for rule in live.fighting.groups[0].terms.form.counters]
    fight = FightStates(live).for_fighter(fighter, phase).get("fight")
    return fight and own_fight_page(
        fight,
        live.fighting.fight(fight["fight"]),
        rules,
        fighter,
        has_deck=fighter in live.decks.by_fighter,
        is_paused=live.fighting.clock.stands,
    )


def _result(live: LiveFights | None, page: OwnFight | None) -> dict[str, object]:
    if live is None or page is None:
        return {}
    fight = live.fighting.fight(page.number)
    return {"result": result_words(fight, fight.result, live.names), "said": said_words(fight, live.names)}


def _answer(request: HttpRequest, event: Event, fighter: Fighter) -> HttpResponse:
    if word_in(request.POST, "act") == "end":
        return _end(request, event)
    try:
        move = _move_in(request.POST)
        change_fights(event=event, verb=_verb(move, number_in(request.POST, "was")), by=fighter_by(fighter.id))
    except Refusal as refusal:
        messages.error(request, words_of_refusal(refusal))
    except ServiceError as fault:
        messages.error(request, fault.message)
    return redirect(request.get_full_path())


def _end(request: HttpRequest, event: Event) -> HttpResponse:
    """End a practice, and redirect to its log."""
    try:
        end_practice(event=event)
    except ServiceError as fault:
        messages.error(request, fault.message)
        return redirect(request.get_full_path())
    return redirect("log", event.code)


def _verb(move: Move, was: int | None) -> Callable[[LiveFights], Move | None]:
    """Return the verb of a move; a count, or the undo of one, is made only while the number of acts is still `was`."""

    def verb(live: LiveFights) -> Move | None:
        if was is not None and isinstance(move, CountMove | UndoCountMove) and counted_in(live, move.fight) != was:
            return None  # it was pressed twice
        if isinstance(move, CountMove):
            standing_of(live, move)
        return move

    return verb


def _move_in(post: QueryDict) -> Move:
    kind = text_in(post, "act")
    if kind not in FIELDS:
        raise ServiceError(gettext("Say what is to be done."))
    return LINES.made(kind, {name: _READ[name](post) for name in FIELDS[kind]})


def _amount_in(post: QueryDict) -> int | SetTo:
    by, to = text_in(post, "by"), text_in(post, "to")
    if not re.fullmatch("[+-]?[0-9]{1,4}", by or to, re.ASCII):
        raise BadAmount
    return int(by) if by else SetTo(int(to))


def _fighters_in(post: QueryDict) -> tuple[FighterId, ...]:
    words = re.split("[ ,]+", text_in(post, "fighters").strip())
    if not all(re.fullmatch("[0-9]{1,9}", word, re.ASCII) for word in words):
        raise ServiceError(gettext("Fighters are named by their numbers."))
    return tuple(FighterId(int(word)) for word in words)


def _face_in(post: QueryDict) -> DieFace | None:
    shown = text_in(post, "face")
    if shown and shown not in set(DieFace):
        raise ServiceError(gettext("Say what the planar die shows."))
    return DieFace(shown) if shown else None


_READ: Mapping[str, Callable[[QueryDict], object]] = {
    "fight": fight_in,
    "fighter": fighter_in,
    "fighters": _fighters_in,
    "counter": lambda post: text_in(post, "counter"),
    "source": lambda post: number_in(post, "from"),
    "by": _amount_in,
    "game": game_in,
    "winner": winner_in,
    "score": score_in,
    "number": lambda post: turn_in(post, "number"),
    "turn": lambda post: turn_in(post, "turn"),
    "rolls": lambda post: turn_in(post, "rolls"),
    "walked": lambda post: turn_in(post, "walked"),
    "extra": lambda post: number_in(post, "extra"),
    "face": _face_in,
}
