"""Values that the pages of officials show about fights, made of the messages of their socket.

They can be hashed: their rows are kept (`templatetags.rows`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from drafts.numbers import MINUS
from drafts.presenters.clocks import clock_words
from drafts.presenters.fights.each_alone import each_alone, emperor_of
from drafts.presenters.fights.fight_words import entered_words, may_win_game, scores_of_two
from drafts.rules.fights.beginning import Start
from drafts.rules.fights.fight import MOST_GAMES, DecidedBy
from drafts.rules.fights.forms import CountedFor
from drafts.rules.night.nicknames import isolate

MOST_PIPS = 8
"""A counter that is lost at so many, at most, is drawn as well as written."""


@dataclass(frozen=True, slots=True)
class PanelCounter:
    """Where a counter of a side stands. `pips` are drawn: as many as lose, those that are there already true.

    It is changed in the name of a `fighter`; `owner` is the fighter's name where each of a team has their own, else "".
    `can_fall` and `can_rise`: one less and one more are possible.
    """

    name: str
    fighter: int
    owner: str
    label: str
    value: int
    pips: tuple[bool, ...]
    is_lost: bool
    can_fall: bool
    can_rise: bool

    @property
    def shown(self) -> str:
        """The value as it is written: it may be below 0."""
        return str(self.value).replace("-", MINUS)


class PanelAvatar(NamedTuple):
    """An avatar of a fight, once it is fixed (M29); `owner` is its fighter's name in a team, else ""."""

    number: str
    name: str
    text: str
    hand_modifier: int
    life_modifier: int
    owner: str


@dataclass(frozen=True, slots=True)
class PanelSide:
    """A side of a fight. `score` are the games that it has won, None before the first is over.

    `is_winner`: it has won, and that is settled. `may_win_game`: it can win a game after which another one follows.
    `outs` have lost the game by a counter, in a form in which an official says so: each with a number, and the name
    where it is one of a team. `emperor` is the name of the one with whom the side loses (M37), "" where all are alike.
    `commander` is the name of its fighter's (M35), "" without one.
    `lost_by` is the counter by which it has lost where that is not among its `counters`, such as commander damage.
    `is_out`: it is out of the game that goes on; `gone` are the names of those of a team who are while it is not.
    """

    fighter: int
    name: str
    counters: tuple[PanelCounter, ...]
    score: int | None
    is_winner: bool
    may_win_game: bool
    outs: tuple[tuple[int, str], ...]
    avatars: tuple[PanelAvatar, ...] = ()
    emperor: str = ""
    commander: str = ""
    is_out: bool = False
    gone: tuple[str, ...] = ()
    lost_by: str = ""


class PanelPlane(NamedTuple):
    """The plane of a fight, or the phenomenon (M38); `controller` is the name of the side that controls it."""

    number: str
    name: str
    type_line: str
    text: str
    controller: str


@dataclass(frozen=True, slots=True)
class PanelCourse:
    """The turn of a fight, and its plane in an event that has planes (M40). `extra` names those with extra turns."""

    number: int
    name: str
    extra: tuple[str, ...]
    plane: PanelPlane | None

    @property
    def extra_names(self) -> str:
        """The names of the fighters who have extra turns after this one, the next one first, isolated."""
        return ", ".join(map(isolate, self.extra))


@dataclass(frozen=True, slots=True)
class PanelBattle:
    """How far a battle is: the kills of its sides, the names it waits for, and the turns to which it can go back."""

    turn: int
    kills: str
    waits_for: str
    back_to: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PanelFight:
    """A fight of the round.

    `state`: `fighting`, `ended` (by rule, and nobody has entered a result), `waiting` (for the other side), `disputed`,
    `over` or `bye`. `game` is the number of the game that is played, `has_next_game` whether another one can follow it.
    `waits_for`, `entered_by` and `gone` (who dropped out of it) are names; `has_lost_emperor`: these are emperors
    (M37). `waits_for_guest`: it waits for one without a phone. `entered` is the result that a side has entered, in
    words, "" for none; `claimed` is another one that another side has entered. `course` is None where no turns are
    marked, and once the result is entered. `is_stalled`: its battle has paused itself. `battle` is None where fights
    are not played on this site. `chooser` is the side of a guest that has still to choose who goes first in this game
    (M22), None where there is none.
    """

    number: int
    table: int
    state: str
    sides: tuple[PanelSide, ...]
    is_draw: bool
    is_double_loss: bool
    can_reopen: bool
    may_draw: bool
    waits_for: str
    waits_for_guest: bool
    entered_by: str
    entered: str
    claimed: str
    gone: str
    has_lost_emperor: bool
    by: str
    scores: tuple[tuple[int, int], ...]
    game: int
    has_next_game: bool
    can_undo: bool
    counted: int
    course: PanelCourse | None = None
    is_stalled: bool = False
    battle: PanelBattle | None = None
    chooser: PanelSide | None = None

    @property
    def other_names(self) -> str:
        """The names of all sides but the last, isolated."""
        return ", ".join(isolate(side.name) for side in self.sides[:-1])

    @property
    def last_name(self) -> str:
        """The name of the last side."""
        return self.sides[-1].name

    @property
    def has_emperors(self) -> bool:
        """Whether its teams lose with their emperors (M37)."""
        return any(side.emperor for side in self.sides)

    @property
    def is_open(self) -> bool:
        """Whether a result is still to come."""
        return self.state not in ("over", "bye")


@dataclass(frozen=True, slots=True)
class PanelRound:
    """The round of the fights. `deadline` is its end as the protocol writes it, `left` the seconds while it stands."""

    number: int
    of: int
    deadline: str | None
    left: float | None
    paused: bool
    is_up: bool
    is_last: bool
    open: int

    @property
    def clock(self) -> str:
        """The time left in the round as text, "" where it has no clock."""
        return clock_words(self.deadline, self.left, minutes=True)

    @property
    def is_timed(self) -> bool:
        """Whether it has a clock."""
        return self.deadline is not None or self.left is not None

    @property
    def next(self) -> int:
        """The number of the round that may follow."""
        return self.number + 1


def _left(deadline: str | None, standing: float | None, now: datetime) -> float | None:
    """Return how many seconds are left: up to a deadline, or of a clock that stands."""
    if deadline is None:
        return standing
    return max(0.0, (datetime.fromisoformat(deadline) - now).total_seconds())


def panel_round(part: Mapping[str, Any], fights: Sequence[PanelFight], now: datetime) -> PanelRound:
    """Return the round of the fights (`protocol.messages.fights.RoundPart`, as JSON) with its fights, as it is now."""
    left = _left(part["deadline"], part["left"], now)
    return PanelRound(
        number=part["number"],
        of=part["of"],
        deadline=part["deadline"],
        left=part["left"],
        paused=part["paused"],
        is_up=left is not None and left <= 0,
        is_last=part["last"],
        open=sum(fight.is_open for fight in fights),
    )


def _dropped(result: Mapping[str, Any] | None, side: Mapping[str, Any], count: int) -> bool:
    """Whether a side has lost by dropping out. Of more than two sides others may have lost before."""
    if result is None or result["by"] != DecidedBy.DROP or result["winner"] == side["fighter"]:
        return False
    return count < 3 or bool(side.get("dropped"))


def _has_lost_emperor(side: Mapping[str, Any]) -> bool:
    """Whether the emperor of a side has dropped out (M37); a lieutenant who does loses the fight for the team too."""
    return bool((emperor_of(side) or {}).get("dropped"))


def _gone(side: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the emperor, the lieutenants or the whole side that has dropped out of a fight."""
    emperor = emperor_of(side)
    if emperor is not None and emperor.get("dropped"):
        return [emperor]
    return [one for one in side["fighters"] if one.get("dropped")] or [side]


def _can_reopen(pairing: Mapping[str, Any]) -> bool:
    """Whether a fight that is over may go on, as `results.may_reopen` has it."""
    if _state(pairing) != "over":
        return False
    return "battle" not in pairing or DecidedBy(pairing["result"]["by"]).is_official


def panel_fight(pairing: Mapping[str, Any], counters: Sequence[Mapping[str, Any]]) -> PanelFight:
    """Return a fight (`protocol.messages.fights.PairingPart`, as JSON) with the counters of its form."""
    result, sides, best_of = pairing["result"], pairing["sides"], pairing["best_of"]
    names = {side["fighter"]: side["name"] for side in sides}
    entered_by = result and result["entered_by"]
    dropped = [side for side in sides if _dropped(result, side, len(sides))]
    panel_sides = tuple(_side(side, place, pairing, counters) for place, side in enumerate(sides))
    state = _state(pairing)
    is_open = pairing.get("start") == Start.CHOICE and result is None
    guests_to_choose = [side["fighter"] for side in sides if side["guest"] and side["fighter"] == pairing["chooses"]]
    return PanelFight(
        number=pairing["fight"],
        table=pairing["table"],
        state=state,
        sides=panel_sides,
        is_draw=bool(result) and result["winner"] is None and "double_loss" not in result,
        is_double_loss=bool(result) and "double_loss" in result,
        can_reopen=_can_reopen(pairing),
        may_draw=not pairing["must_be_won"],
        waits_for=", ".join(name for fighter, name in names.items() if fighter != entered_by),
        waits_for_guest=state == "waiting" and all(side["guest"] for side in sides if side["fighter"] != entered_by),
        entered_by=names.get(entered_by, ""),
        entered=entered_words(pairing) if entered_by else "",
        claimed=entered_words({**pairing, "result": result["claim"]}) if result and result["claim"] else "",
        gone=", ".join(isolate(one["name"]) for side in dropped for one in _gone(side)),
        has_lost_emperor=all(_has_lost_emperor(side) for side in dropped),
        by=(result and result["by"]) or "",
        scores=tuple(scores_of_two(best_of, may_draw=not pairing["must_be_won"]))
        if best_of > 1 and len(sides) == 2
        else (),
        game=len(pairing["games"]) + 1,
        has_next_game=_has_next_game(pairing),
        can_undo=pairing["can_undo"],
        counted=pairing["counted"],
        course=_course(pairing),
        is_stalled=pairing.get("battle", {}).get("unattended", False),
        battle=_battle(pairing),
        chooser=next((side for side in panel_sides if is_open and side.fighter in guests_to_choose), None),
    )


def _battle(pairing: Mapping[str, Any]) -> PanelBattle | None:
    battle = pairing.get("battle")
    if battle is None:
        return None
    is_over = pairing["result"] is not None
    return PanelBattle(
        turn=battle["turn"],
        kills=" : ".join(map(str, battle["kills"])),
        waits_for=", ".join(
            isolate(side["name"]) for side in pairing["sides"] if side["fighter"] in battle["waits_for"] and not is_over
        ),
        back_to=() if is_over else tuple(reversed(battle["returns"])),
    )


def _course(pairing: Mapping[str, Any]) -> PanelCourse | None:
    turn, plane = pairing.get("turn"), pairing.get("plane")
    if turn is None or pairing["result"] is not None:
        return None
    sides = {side["fighter"]: side["name"] for side in each_alone(pairing)["sides"]}
    names = {one["fighter"]: one["name"] for side in pairing["sides"] for one in side["fighters"]}
    return PanelCourse(
        turn["number"],
        sides[turn["fighter"]],
        tuple(names[fighter] for fighter in turn["extra"]),
        plane
        and PanelPlane(
            **{name: plane["card"][name] for name in PanelPlane._fields if name != "controller"},
            controller=sides[plane["controller"]],
        ),
    )


def _has_next_game(pairing: Mapping[str, Any]) -> bool:
    """Whether another game can follow: no result is entered, and there is room for one more."""
    several = pairing["best_of"] > 1 and len(pairing["sides"]) > 1
    return several and pairing["result"] is None and len(pairing["games"]) < MOST_GAMES


def _state(pairing: Mapping[str, Any]) -> str:
    result, sides = pairing["result"], pairing["sides"]
    if len(sides) == 1:
        return "bye"
    if result is None:
        return "ended" if any(side["lost"] for side in sides) else "fighting"
    if result["confirmed"]:
        return "over"
    return "disputed" if result["disputed"] else "waiting"


def _side(
    side: Mapping[str, Any], place: int, pairing: Mapping[str, Any], counters: Sequence[Mapping[str, Any]]
) -> PanelSide:
    result = pairing["result"]
    is_out = result is None and side.get("out", False)
    unseen = [rule for rule in counters if rule.get("hidden")]
    return PanelSide(
        fighter=side["fighter"],
        name=side["name"],
        counters=tuple(_counters(side, counters)),
        score=_score(pairing, side["fighter"], place),
        is_winner=result is not None and result["confirmed"] and result["winner"] == side["fighter"],
        may_win_game=may_win_game(pairing, side),
        outs=() if result is not None else tuple(_outs(side)),
        avatars=tuple(_avatars(side["fighters"])),
        emperor=emperor["name"] if (emperor := emperor_of(side)) else "",
        commander=side["fighters"][0].get("commander") or "",
        is_out=is_out,
        gone=() if result or is_out else tuple(one["name"] for one in side["fighters"] if one.get("out")),
        lost_by=next((rule["label"] for rule in unseen if rule["counter"] == side["lost"]), ""),
    )


def _outs(side: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """Yield the row id and the name of each fighter who has lost; the name is empty where the whole side loses."""
    if emperor_of(side) is not None:
        yield from ((one["fighter"], one["name"]) for one in side["fighters"] if one["lost"] and not one["out"])
    elif side["lost"] and not side.get("out", True):
        yield side["fighter"], ""


def _avatars(fighters: Sequence[Mapping[str, Any]]) -> Iterator[PanelAvatar]:
    for each in fighters:
        if card := each.get("avatar"):
            facts = {name: card[name] for name in PanelAvatar._fields if name != "owner"}
            yield PanelAvatar(**facts, owner=each["name"] if len(fighters) > 1 else "")


def _score(pairing: Mapping[str, Any], fighter: int, place: int) -> int | None:
    """Return the games that a side has won: by the result, or by the games that are over so far."""
    if pairing["result"] is not None:
        return int(pairing["result"]["score"][place])
    return pairing["games"].count(fighter) if pairing["games"] else None


def _counters(side: Mapping[str, Any], counters: Sequence[Mapping[str, Any]]) -> Iterator[PanelCounter]:
    """Yield the counters of a side: where each fighter of a team has their own, those of each."""
    is_team = len(side["fighters"]) > 1
    for rule in counters:
        if not rule.get("hidden"):
            own = is_team and rule["of"] == CountedFor.FIGHTER
            for each in side["fighters"] if own else [side]:
                yield _counter(rule, each, each["name"] if own else "")


def _counter(rule: Mapping[str, Any], of: Mapping[str, Any], owner: str) -> PanelCounter:
    value, loss = of["counters"][rule["counter"]], rule["loses_at"]
    span = 0 if loss is None else loss - rule["start"]
    pips = tuple(place < value - rule["start"] for place in range(span)) if 0 < span <= MOST_PIPS else ()
    return PanelCounter(
        rule["counter"],
        of["fighter"],
        owner,
        rule["label"],
        value,
        pips,
        is_lost=of["lost"] == rule["counter"],
        can_fall=value > rule["least"],
        can_rise=value < rule["most"],
    )
