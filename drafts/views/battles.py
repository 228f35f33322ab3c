"""The page of a battle, rendered after each tap and each move; every message can be sent by forms (V1-V54)."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_safe

from drafts.access.rights import log_is_open, rights_of
from drafts.access.seats import fighter_asked, of_seat, seats_of
from drafts.forms.events.battles import BattleForm
from drafts.models import Event
from drafts.presenters.games.rome.board.page import battle_panel, board_page
from drafts.presenters.games.rome.board.values import BoardWay
from drafts.presenters.games.rome.board.view import Asked
from drafts.presenters.games.rome.replay import ALL, Eyes, ToldBattle, moves_text, replay_page
from drafts.presenters.log.battles import battle_told, battles_told
from drafts.protocol.answers import words_of_refusal
from drafts.queries.log.aliases import names_for
from drafts.rules.actors import fighter_by
from drafts.rules.errors import Refusal
from drafts.rules.fights.fight import Result
from drafts.rules.games.rome.moves import LONGEST_MOVE, EndTurn, LineAttack, read_move
from drafts.rules.games.rome.state import BattlePhase
from drafts.rules.ids import EventId, FighterId
from drafts.rules.night.battles import AnswerMove, AskMove, Move, PlayMove, ResignMove
from drafts.rules.night.fight_moves import FightNumber
from drafts.rules.night.stages import Stage
from drafts.services.battles import play_battle
from drafts.services.errors import ServiceError
from drafts.services.events.lobby import name_request
from drafts.store.battles import LiveBattle, battle_of_fight, battle_of_fighter
from drafts.store.fights import load_fights
from drafts.views.event_access import with_event
from drafts.views.form_values import fight_in, is_by_script, number_in, text_in, turn_in, word_in, words_in
from drafts.views.log.logs import download, log_for
from drafts.views.log.logs import number_in as number_asked


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@ensure_csrf_cookie
@with_event
def battle(request: HttpRequest, event: Event) -> HttpResponse:
    """Show a fighter's own battle, or carry out a form in it; without one in this round, redirect to their page."""
    fighter = fighter_asked(request, event)
    if fighter is None:
        return redirect("join-code", event.code)
    query = of_seat(fighter)
    if request.method != "POST":
        live = battle_of_fighter(EventId(event.id), FighterId(fighter.id)) if event.phase != Stage.LOBBY else None
        if live is None or _is_past(event, live):
            return redirect(reverse("play", args=[event.code]) + query)
        return _page(request, event, live, live.battle.terms.seat_of(FighterId(fighter.id)), query)
    enemy = None
    try:
        enemy = number_in(request.POST, "enemy")
        move = _move_in(request.POST)
        play_battle(event=event, fight=fight_in(request.POST), move=move, by=fighter_by(fighter.id))
        if isinstance(move, PlayMove) and isinstance(read_move(move.move), LineAttack | EndTurn):
            enemy = None  # so the board shows the target of the next attacks
    except Refusal as refusal:
        messages.error(request, words_of_refusal(refusal))
    except ServiceError as fault:
        messages.error(request, fault.message)
    shown = [("enemy", enemy)] if enemy is not None else []
    shown += [("fighter", fighter.id)] if fighter.guest else []
    return redirect(f"{request.path}?{urlencode(shown)}" if shown else request.path)


@require_safe
@never_cache
@with_event
def watched_battle(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Show a battle to spectators, or move by move once its moves are public. `?panel`: its part of big screens."""
    if "panel" in request.GET:
        return _panel(request, event, number)
    told = _told(request, event, number)
    if told is not None:
        return _replay(request, event, told)
    live = battle_of_fight(EventId(event.id), FightNumber(number))
    if live is None:
        raise Http404
    if _seat_played(request, event, live) is not None:  # its fighters can play on, as after it was reopened
        return redirect(reverse("battle", args=[event.code]) + of_seat(fighter_asked(request, event)))
    return _page(request, event, live, None, f"?battle={number}")


def _replay(request: HttpRequest, event: Event, told: ToldBattle) -> HttpResponse:
    query = of_seat(fighter_asked(request, event))
    try:
        page = replay_page(told, request.path + query, _move_asked(request), _eyes_asked(request))
    except IndexError:
        raise Http404 from None
    is_open = log_is_open(event, rights_of(request, event))
    may_go_on = told.mine is not None and told.is_decided  # once its fight is opened again
    socket = f"/ws/events/{event.code}/{query}" if may_go_on else ""
    context = {"event": event, "page": page, "log_is_open": is_open, "of_seat": query, "ws": socket}
    return render(request, "games/rome/replay.html", context)


@require_safe
@never_cache
@with_event
def moves_as_text(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Download all moves of a battle, once they are public."""
    told = _told(request, event, number)
    if told is None:
        raise Http404
    seen = told._replace(seed=told.seed if event.has_open_seed else None)
    text = moves_text(seen, event.name, event.code)
    return download(text, "text/plain; charset=utf-8", f"battle-{event.code}-{number}.txt")


def _told(request: HttpRequest, event: Event, number: int) -> ToldBattle | None:
    """Return a battle whose moves this reader may see: its own fighters once it is over, others with the log."""
    rights = rights_of(request, event)
    is_open = log_is_open(event, rights)
    if event.imported:
        battles = battles_told(log_for(request, event)) if is_open else []
        return next((told for told in battles if told.battle.fight == number), None)
    live = battle_of_fight(EventId(event.id), FightNumber(number))
    mine = None if live is None else _seat_played(request, event, live)
    if live is None or not (is_open or (live.battle.is_over and mine is not None)):
        return None
    told = battle_told(event, live, names_for(event, rights))
    return told._replace(mine=mine, is_decided=_decided(event, live) is not None)


def _seat_played(request: HttpRequest, event: Event, live: LiveBattle) -> int | None:
    fighter, fighters = fighter_asked(request, event), live.battle.terms.fighters
    return fighters.index(FighterId(fighter.id)) if fighter is not None and fighter.id in fighters else None


def _move_asked(request: HttpRequest) -> int | None:
    return number_asked(request, "move", 0) if request.GET.get("move") else None


def _eyes_asked(request: HttpRequest) -> Eyes:
    return number_asked(request, "eyes", 0) if request.GET.get("eyes") else ALL


def _panel(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    live = battle_of_fight(EventId(event.id), FightNumber(number))
    if live is None:
        raise Http404
    asked = Asked(request.path, QueryDict(), timezone.now(), _decided(event, live))
    panel = battle_panel(live, asked, words_of_refusal)
    return render(request, "games/rome/battle_panel.html", {"panel": panel})


def _decided(event: Event, live: LiveBattle) -> Result | None:
    """Return the result of a battle's fight if it is over and an official has decided it."""
    fights = load_fights(EventId(event.id)) if live.battle.is_over else None
    result = None if fights is None else fights.fighting.fight(live.number).result
    return result if result is not None and result.is_of_official else None


def _is_past(event: Event, live: LiveBattle) -> bool:
    """Return whether a battle is over and of an earlier round."""
    fights = load_fights(EventId(event.id)) if live.battle.is_over else None
    return fights is not None and live.number not in {number for number, *_ in fights.fighting.of_round()}


def _page(request: HttpRequest, event: Event, live: LiveBattle, seat: int | None, query: str) -> HttpResponse:
    at = reverse("battle", args=[event.code]) if seat is not None else request.path
    asked = Asked(at, request.GET, timezone.now(), _decided(event, live))
    page = board_page(live, seat, asked, words_of_refusal)
    context: dict[str, Any] = {
        "event": event,
        "page": page,
        "of_seat": query,
        "ws": f"/ws/events/{event.code}/{query}",
    }
    held = [] if seat is None else seats_of(request.session, event)
    if len(held) > 1:
        mine = live.battle.terms.fighters[seat or 0]
        context["seats"] = [BoardWay(one.nickname, f"{at}?fighter={one.id}", is_chosen=one.id == mine) for one in held]
    context["with_drawings"] = not is_by_script(request)  # a script has them already
    is_first = page.laying is not None and page.phase == BattlePhase.DEPLOY
    if live.battle.terms.practice and (page.state == "over" or is_first):
        again = _again(event, live)
        context |= {"again": again, "rules": BattleForm(initial=dict(again), auto_id="again_%s")}
    return render(request, "games/rome/battle.html", context)


def _again(event: Event, live: LiveBattle) -> list[tuple[str, Any]]:
    """Return the fields of a practice like this one."""
    options = live.battle.position.options
    return [
        ("request", name_request()),
        ("format", event.draft.format),
        ("players", options.players),
        ("rear", "yes" if options.rear else "no"),
        ("commands", "yes" if options.commands else "no"),
        ("end", "last" if options.end_last else "first"),
        ("decks", "own" if options.own_decks else "common"),
        ("turns", options.turns),
        ("bots", live.battle.terms.level.value),
    ]


def _move_in(post: QueryDict) -> Move:
    if "resign" in post:
        return ResignMove()
    if "ask_back" in post:
        return AskMove(turn_in(post, "ask_back"))
    if "answer_back" in post:
        return AnswerMove(turn_in(post, "answer_back"), agree=word_in(post, "agree") == "yes")
    line = " ".join(filter(None, [text_in(post, "move", longest=LONGEST_MOVE), *words_in(post, "part", most=1)]))
    read_move(line)
    return PlayMove(None, "chosen", line, turn_in(post, "turn"), word_in(post, "phase"))
