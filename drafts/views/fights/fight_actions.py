"""Actions of an organizer once all tables have drafted: starting stages and rounds, and managing fights and shares."""

import re
from collections.abc import Callable

from django.http import QueryDict
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from drafts.languages import sentence
from drafts.models import Event
from drafts.rules.actors import ORGANIZER, Actor
from drafts.rules.fights.fight import BOTH_LOSE
from drafts.rules.ids import FighterId
from drafts.rules.night.clock_moves import ClockMove, Extend, Pause, Resume
from drafts.rules.night.fight_moves import CountMove, Drop, FightNumber, Move, Reinstate, UndoCountMove
from drafts.rules.night.nicknames import isolate
from drafts.rules.night.stages import Stage
from drafts.services.avatars import fix_avatars
from drafts.services.battles import lead_back, play_battle
from drafts.services.building import time_building
from drafts.services.draft.tables import EXTENSION_SECONDS
from drafts.services.errors import ServiceError
from drafts.services.events.nights import go_back, go_on
from drafts.services.fights.changes import (
    Settled,
    begin_next_round,
    change_fights,
    counted_in,
    reopen_fight,
    set_game,
    set_out,
    set_result,
    set_score,
    standing_of,
)
from drafts.services.sharing import change_shares
from drafts.services.sharing import share_for as take_for
from drafts.store.fights import LiveFights
from drafts.views.form_values import card_in, fight_in, fighter_in, needed_number, number_in, text_in, turn_in

Action = Callable[..., str]
"""Takes an event, a form and, if judges may do it too, the official as `by`; returns the message."""

MOST_SECONDS = 3600


_SETTLED = {
    Settled.SET: _("The result is set."),
    Settled.CORRECTED: _("The result is corrected. The fighters are told."),
    Settled.SAME: _("That is the result already."),
}


def next_stage(event: Event, post: QueryDict) -> str:
    stage = go_on(event=event, seen=text_in(post, "from"), confirmed=is_confirmed(post))
    said = {
        None: gettext("The night has already moved on."),
        Stage.BUILDING: sentence("draft.allPacksOpen"),
        Stage.DRAFTING: gettext("Everyone opens their first pack."),
        Stage.FIGHTING: gettext("The fights have begun."),
        Stage.SHARING: gettext("The sharing of the cards has begun."),
        Stage.FINISHED: sentence("draft.eventOver"),
    }
    return said[stage]


def next_stage_back(event: Event, post: QueryDict) -> str:
    stage = go_back(event=event, seen=text_in(post, "from"))
    said = {
        None: gettext("That was taken back already."),
        Stage.BUILDING: gettext("Taken back: the decks are ready, and nothing has begun."),
        Stage.FIGHTING: gettext("Taken back: the fights go on."),
        Stage.SHARING: gettext("Taken back: the sharing of the cards goes on."),
    }
    return said[stage]


def next_round(event: Event, post: QueryDict) -> str:
    number = needed_number(post, "round", missing=gettext("Say which round is to begin."))
    if begin_next_round(event=event, number=number, confirmed=is_confirmed(post)):
        return gettext("Round %(number)s has begun.") % {"number": number}
    return gettext("Round %(number)s has begun already.") % {"number": number}


def result(event: Event, post: QueryDict, by: Actor = ORGANIZER) -> str:
    fight, named = fight_in(post), text_in(post, "winner")
    score = score_in(post) if text_in(post, "score") else None
    confirmed = text_in(post, "confirm") == "correct"
    if score is not None and not named:
        settled = set_score(event=event, fight=fight, score=score, by=by, confirmed=confirmed)
    else:
        winner = BOTH_LOSE if named == "none" else winner_in(post)
        settled = set_result(event=event, fight=fight, winner=winner, score=score, by=by, confirmed=confirmed)
    return str(_SETTLED[settled])


def fix(event: Event, post: QueryDict) -> str:
    """Fix the avatars of one fight, or of all in the round."""
    count = fix_avatars(event=event, fight=fight_in(post) if "fight" in post else None)
    if not count:
        return gettext("All avatars are fixed already.")
    words = ngettext("The avatars of %(count)s fight are fixed.", "The avatars of %(count)s fights are fixed.", count)
    return words % {"count": count}


def count(event: Event, post: QueryDict, by: Actor = ORGANIZER) -> str:
    """Change a counter; with its former value (`was`), only from that, so that a double press counts once."""
    fight, (fighter, counter, step, was) = fight_in(post), _step_in(post)
    source = number_in(post, "from")
    move = CountMove(fight, fighter, counter, step, None if source is None else FighterId(source))

    def counted(live: LiveFights) -> Move | None:
        return move if was in (None, standing_of(live, move)) else None

    change_fights(event=event, verb=counted, by=by)
    return gettext("It is counted for %(name)s.") % {"name": name_of(event, fighter)}


def undo_count(event: Event, post: QueryDict, by: Actor = ORGANIZER) -> str:
    """Undo the last count; with the number of counts (`was`), only at that, so that a double press undoes one."""
    fight, was = _last_in(post)
    stood: list[int] = []

    def undone(live: LiveFights) -> Move | None:
        stood.append(counted_in(live, fight))
        return UndoCountMove(fight) if was in (None, *stood) else None

    if not change_fights(event=event, verb=undone, by=by) and was != stood[0] + 1:
        raise ServiceError(gettext("More has been counted since. Nothing was taken back."))
    return gettext("The last count is taken back.")


def game(event: Event, post: QueryDict, by: Actor = ORGANIZER) -> str:
    set_game(event=event, fight=fight_in(post), game=game_in(post), winner=winner_in(post), by=by)
    return gettext("The next game has begun.")


def reopen(event: Event, post: QueryDict) -> str:
    reopen_fight(event=event, fight=fight_in(post))
    return gettext("The fight goes on.")


def drop(event: Event, post: QueryDict) -> str:
    fighter = fighter_in(post)
    change_fights(event=event, verb=lambda live: Drop(fighter))
    return gettext("%(name)s has dropped out of the fights.") % {"name": name_of(event, fighter)}


def reinstate(event: Event, post: QueryDict) -> str:
    fighter = fighter_in(post)
    change_fights(event=event, verb=lambda live: Reinstate(fighter))
    return gettext("%(name)s is back in the fights.") % {"name": name_of(event, fighter)}


def round_time(event: Event, post: QueryDict) -> str:
    seconds = number_in(post, "seconds")
    if seconds is None or not 0 < seconds <= MOST_SECONDS:
        raise ServiceError(gettext("From 1 to %(most)s seconds can be added.") % {"most": MOST_SECONDS})
    return _timed(event, Extend(seconds), gettext("The round has %(seconds)s seconds more.") % {"seconds": seconds})


def pause(event: Event, post: QueryDict, by: Actor = ORGANIZER) -> str:
    if event.phase == Stage.BUILDING and event.draft.procedure.brings_decks:
        said = sentence("building.listsStayOpen")
    elif event.phase == Stage.BUILDING:  # a pause stops the clock, not the saving
        said = sentence("building.buildingGoesOn")
    else:
        said = gettext("The clock is stopped, and all fighters wait.")
    return _timed(event, Pause(), said, by)


def resume(event: Event, post: QueryDict, by: Actor = ORGANIZER) -> str:
    said = gettext("The clock is running again.")
    if "fight" not in post:
        return _timed(event, Resume(), said, by)
    play_battle(event=event, fight=fight_in(post), move=Resume(), by=by)  # a battle that the server has paused
    return said


def extend(event: Event, post: QueryDict) -> str:
    said = gettext("There are %(seconds)s seconds more.") % {"seconds": EXTENSION_SECONDS}
    return _timed(event, Extend(EXTENSION_SECONDS), said)


def share_for(event: Event, post: QueryDict) -> str:
    fighter = fighter_in(post)
    take_for(event=event, fighter=fighter, card=card_in(post))
    return gettext("%(name)s has the card.") % {"name": name_of(event, fighter)}


def _timed(event: Event, move: ClockMove, said: str, by: Actor = ORGANIZER) -> str:
    if event.phase == Stage.SHARING:
        is_done = change_shares(
            event=event,
            fighter=None,
            verb=lambda live: move if live.shares.turn else None,
            by=by,
        )
    elif event.phase == Stage.BUILDING:
        is_done = time_building(event=event, move=move, by=by)
    else:
        is_done = change_fights(event=event, verb=lambda live: move, by=by)
    if not is_done:
        raise ServiceError(gettext("The clock is so already, or there is none."))
    return said


def battle_back(event: Event, post: QueryDict) -> str:
    to = turn_in(post, "to")
    lead_back(event=event, fight=fight_in(post), to=to)
    if not to:
        return gettext("The battle is back at its first lines.")
    return gettext("The battle is back at the start of turn %(number)s.") % {"number": to}


def out(event: Event, post: QueryDict, by: Actor = ORGANIZER) -> str:
    fighter = fighter_in(post)
    set_out(event=event, fight=fight_in(post), fighters=(fighter,), by=by)
    return gettext("%(name)s is out of the game.") % {"name": name_of(event, fighter)}


def is_confirmed(post: QueryDict) -> bool:
    """Whether the form confirms that unfinished things are ended."""
    return text_in(post, "confirm") == "next"


def game_in(post: QueryDict) -> int:
    """Return the number of the game of a form. Raises ServiceError if it is left out or not a number."""
    return needed_number(post, "game", missing=gettext("Say which game."))


def winner_in(post: QueryDict) -> FighterId | None:
    """Return the fighter who has won, None for a draw. Raises ServiceError where it is left out or no number."""
    if text_in(post, "winner") == "draw":
        return None
    return FighterId(needed_number(post, "winner", missing=gettext("Say who has won, or that it is a draw.")))


def _step_in(post: QueryDict) -> tuple[FighterId, str, int, int | None]:
    """Return the fighter whose counter is changed, its name, the amount, and its former value if the form has it.

    They are fields, or the words of the field `step` of a button. Raises ServiceError if one is missing.
    """
    names, step = ("fighter", "counter", "by", "was"), text_in(post, "step")
    words = dict(zip(names, step.split(), strict=False)) if step else {name: text_in(post, name) for name in names}
    numbers = {name: words.get(name, "").strip() for name in ("fighter", "by", "was")}
    if not all(re.fullmatch(r"[+-]?[0-9]{1,9}|", number, re.ASCII) for number in numbers.values()):
        raise ServiceError(gettext("A counter changes by a number."))
    if not numbers["fighter"] or not numbers["by"] or not words.get("counter"):
        raise ServiceError(gettext("Say whose counter changes, which, and by how much."))
    was = int(numbers["was"]) if numbers["was"] else None
    return FighterId(int(numbers["fighter"])), words["counter"].strip(), int(numbers["by"]), was


def _last_in(post: QueryDict) -> tuple[FightNumber, int | None]:
    """Return the fight whose last count is undone, and its number of counts if the form has it.

    They are the fields `fight` and `was`, or the words of the field `last` of a message's button.
    """
    if last := re.fullmatch("([0-9]{1,9}):([0-9]{1,9})", text_in(post, "last"), re.ASCII):
        return int(last[1]), int(last[2])
    return fight_in(post), number_in(post, "was")


def score_in(post: QueryDict) -> tuple[int, ...]:
    """Return the games that each side has won, written as `1,0`. Raises ServiceError for anything else."""
    words = [word.strip() for word in text_in(post, "score").split(",") if word.strip()]
    if not words or any(not (word.isascii() and word.isdecimal() and len(word) < 3) for word in words):
        raise ServiceError(gettext("A score is two numbers, as 1,0."))
    return tuple(map(int, words))


def name_of(event: Event, fighter: FighterId) -> str:
    """Return a fighter's name for use in a sentence."""
    return isolate(event.fighters.values_list("nickname", flat=True).get(id=fighter))


FIGHT_ACTIONS: dict[str, Action] = {
    "next-stage": next_stage,
    "next-stage-back": next_stage_back,
    "next-round": next_round,
    "fix-avatars": fix,
    "count": count,
    "undo-count": undo_count,
    "game": game,
    "out": out,
    "result": result,
    "reopen": reopen,
    "drop": drop,
    "reinstate": reinstate,
    "round-time": round_time,
    "battle-back": battle_back,
    "share-for": share_for,
}
ROUND_CONTROLS: dict[str, Action] = {"pause": pause, "resume": resume, "extend": extend}
"""The draft's controls, as they work during the building, the fights and the sharing."""
