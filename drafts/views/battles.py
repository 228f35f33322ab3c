"""A battle by forms alone: every message about it can be sent here without scripts (V1-V54)."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from drafts.access.seats import fighter_asked
from drafts.models import Event
from drafts.protocol.answers import words_of_refusal
from drafts.rules.actors import fighter_by
from drafts.rules.errors import Refusal
from drafts.rules.games.rome.moves import read_move
from drafts.rules.night.battles import AnswerMove, AskMove, Move, PlayMove, ResignMove
from drafts.services.battles import play_battle
from drafts.services.errors import ServiceError
from drafts.views.event_access import with_event
from drafts.views.fights.fight_actions import fight_in
from drafts.views.form_values import number_in, text_in, word_in


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@with_event
def battle(request: HttpRequest, event: Event) -> HttpResponse:
    """Do what a form asks in a fighter's own battle, and lead back to their page, where the battle is."""
    fighter = fighter_asked(request, event)
    if fighter is None:
        return redirect("join-code", event.code)
    if request.method == "POST":
        try:
            play_battle(
                event=event, fight=fight_in(request.POST), move=_move_in(request.POST), by=fighter_by(fighter.id)
            )
        except Refusal as refusal:
            messages.error(request, words_of_refusal(refusal))
        except ServiceError as fault:
            messages.error(request, fault.message)
    return redirect(reverse("play", args=[event.code]) + (f"?fighter={fighter.id}" if fighter.guest else ""))


def _move_in(post: QueryDict) -> Move:
    if "resign" in post:
        return ResignMove()
    if "ask_back" in post:
        return AskMove(_number(post, "ask_back"))
    if "answer_back" in post:
        return AnswerMove(_number(post, "answer_back"), agree=word_in(post, "agree") == "yes")
    line = text_in(post, "move")
    read_move(line)
    return PlayMove(None, "chosen", line, _number(post, "turn"), word_in(post, "phase"))


def _number(post: QueryDict, name: str) -> int:
    number = number_in(post, name)
    if number is None:
        raise ServiceError(gettext("Say which turn."))
    return number
