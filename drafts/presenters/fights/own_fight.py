"""A fighter's own fight as a page shows it, made of the part of a `state` message (docs/asyncapi.yaml)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from drafts.languages import sentence
from drafts.numbers import whole_words
from drafts.presenters.fights.course_words import FACES
from drafts.presenters.fights.each_alone import ROLES, each_alone
from drafts.presenters.fights.fight_words import may_win_game, scores_of_two
from drafts.rules.cards import Card
from drafts.rules.fights.beginning import Start, may_choose, may_roll
from drafts.rules.fights.decks import may_change_decks
from drafts.rules.fights.fight import Fight
from drafts.rules.fights.forms import CountedFor, TeamRole
from drafts.rules.fights.outs import may_go_out
from drafts.rules.fights.turns import course_of
from drafts.rules.ids import FighterId
from drafts.rules.night.nicknames import isolate
from drafts.rules.night.rounds import Group


@dataclass(frozen=True, slots=True)
class PageCounter:
    """A counter of a fighter, or of their team: where it stands, and by how much it can change.

    `of` is the name of its fighter if others of the team have the counter too. For a counter of a pair `source` is the
    other fighter, and `source_name` their name (M36).
    """

    fighter: int
    of: str
    name: str
    label: str
    value: int
    steps: tuple[int, ...]
    is_lost: bool
    hidden: bool
    source: int = 0
    source_name: str = ""

    @property
    def shown(self) -> str:
        """The value as it is written: it may be below 0."""
        return whole_words(self.value)


@dataclass(frozen=True, slots=True)
class OwnSide:
    """A side of the fight, or one fighter of a team with an emperor. `score` are the games that it has won.

    `people` is how many fighters it has, `lost_by` the fighter who has lost. `bottoms` has the cards that go under a
    library, with the fighter's name in a team. `pairs` are the counters between its fighters and each other fighter.
    `role` is that of one in such a team, and `reach` the names of those whom they reach, isolated (M37).
    """

    fighter: int
    name: str
    people: int
    is_own: bool
    lost: str
    lost_by: int
    spared: bool
    goes_first: bool
    score: int
    hand: int
    bottoms: tuple[tuple[str, int], ...]
    counters: tuple[PageCounter, ...]
    pairs: tuple[PageCounter, ...]
    may_win_game: bool
    is_out: bool
    role: str = ""
    reach: str = ""
    is_lieutenant: bool = False


@dataclass(frozen=True, slots=True)
class OwnResult:
    """A result that can be entered, and its `winner` ("draw" for none) and `score` as forms have them.

    `name` is the winner's, "" for a draw, and `games` are those that were won, the winner's first.
    """

    winner: str
    score: str
    name: str
    games: str


@dataclass(frozen=True, slots=True)
class OwnCourse:
    """The turn of a fight, and its plane with the rolls of this turn; "" and 0 where it is on none (M38-M40).

    `may_roll`: the viewer's side controls the plane. `extra` are the names of those who have extra turns, isolated,
    the next one first, `card` is the plane.
    """

    number: int
    name: str
    extra: str
    card: Card | None = None
    is_phenomenon: bool = False
    controller: str = ""
    may_roll: bool = False
    left: int = 0
    rolls: int = 0
    walked: int = 0
    last: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class OwnFight:
    """The viewer's fight. `stage` says how far its result is: open, entered (by this side), asked, disputed or over.

    `counted_of` has the counters: those of the sides, or of each fighter where teams have emperors (M37).
    """

    number: int
    me: int
    game: int
    best_of: int
    sides: tuple[OwnSide, ...]
    counted_of: tuple[OwnSide, ...]
    dice: tuple[tuple[tuple[str, int], ...], ...]
    chooses: str
    may_choose: bool
    may_roll: bool
    stage: str
    can_undo: bool
    counted: int
    is_paused: bool
    results: tuple[OwnResult, ...]
    may_confirm: bool
    may_concede: bool
    may_change_deck: bool
    has_match: bool
    course: OwnCourse | None = None

    @property
    def own(self) -> OwnSide:
        """The side of the viewer."""
        return next(side for side in self.sides if side.is_own)

    @property
    def others(self) -> tuple[OwnSide, ...]:
        """All other sides."""
        return tuple(side for side in self.sides if not side.is_own)


def gone_words(group: Group | None, fighter: FighterId) -> str:
    """Return text that says that a fighter, or their emperor (M37), has dropped out; "" where neither has."""
    if group is None:
        return ""
    if fighter in group.dropped:
        return " ".join([sentence("fights.droppedOut"), sentence("fights.fightsNoMore")])
    if group.is_out(group.side_by_fighter[fighter]):
        return " ".join([sentence("fights.emperorGone"), sentence("fights.teamFightsNoMore")])
    return ""


def absent_words(group: Group | None, fighter: FighterId) -> str:
    """Return text for a fighter without an opponent in the round that goes on: they have a bye, or no fight."""
    of_round = group.rounds[-1] if group is not None and group.rounds else ()
    has_bye = any(fight.is_bye and fighter in fight.fighters for fight in of_round)
    return sentence("fights.noOpponentLeft") if has_bye else sentence("fights.noFight")


def own_fight_page(
    fight: Mapping[str, Any],
    played: Fight,
    rules: Sequence[Mapping[str, Any]],
    fighter: FighterId,
    *,
    has_deck: bool,
    is_paused: bool,
) -> OwnFight | None:
    """Return a fighter's own fight; None for a bye.

    `fight` is the part of the message about the fight `played`, and `rules` are its counters; `has_deck`: a deck of the
    fighter is known here.
    """
    if played.is_bye:
        return None
    if fight.get("start") == Start.CHOICE or (played.games and not played.dice):
        fight = {**fight, "first": None}  # not said yet; after the first game nothing says it without dice
    names = {side["fighter"]: side["name"] for side in fight["sides"]}
    own = next(side["fighter"] for side in fight["sides"] if any(one["fighter"] == fighter for one in side["fighters"]))
    sides = tuple(_side(side, fight, rules, own, fighter) for side in fight["sides"])
    alone, has_match = each_alone(fight), "hand" in fight["sides"][0]["fighters"][0]
    return OwnFight(
        number=fight["fight"],
        me=fighter,
        game=len(fight["games"]) + 1,
        best_of=fight["best_of"],
        sides=sides,
        counted_of=sides if alone is fight else _counted_of(alone, rules, fighter),
        dice=tuple(tuple((names[die["fighter"]], die["face"]) for die in throw) for throw in fight["dice"]),
        chooses="" if fight["chooses"] is None else names[fight["chooses"]],
        may_choose=fight["chooses"] == own and may_choose(played),
        may_roll=may_roll(played),
        stage=_stage(fight["result"], own),
        can_undo=fight["can_undo"] and not is_paused,
        counted=fight["counted"],
        is_paused=is_paused,
        results=tuple(_results(fight)) if len(names) == 2 else (),
        may_confirm=_stage(fight["result"], own) in ("asked", "disputed") and fight["result"]["entered_by"] != own,
        may_concede=has_match and may_go_out(played, fighter),
        may_change_deck=has_deck and may_change_decks(played),
        has_match=has_match,
        course=_course(alone, own if alone is fight else fighter, played),
    )


def _counted_of(
    alone: Mapping[str, Any], rules: Sequence[Mapping[str, Any]], fighter: FighterId
) -> tuple[OwnSide, ...]:
    """Return the fighters of teams with emperors, clockwise from the own seat."""
    sides = tuple(_side(side, alone, rules, fighter, fighter) for side in alone["sides"])
    place = next(place for place, side in enumerate(sides) if side.is_own)
    return (*sides[place:], *sides[:place])


def _course(fight: Mapping[str, Any], own: int, played: Fight) -> OwnCourse | None:
    """Return the turn and the plane of a fight whose result is open; None where no turns are marked."""
    turn, plane = fight.get("turn"), fight.get("plane")
    if turn is None or fight["result"] is not None:
        return None
    sides = {side["fighter"]: side["name"] for side in fight["sides"]}
    names = {one["fighter"]: one["name"] for side in fight["sides"] for one in side["fighters"]}
    extra = ", ".join(isolate(names[fighter]) for fighter in turn["extra"])
    course = OwnCourse(turn["number"], sides[turn["fighter"]], extra)
    if plane is None:
        return course
    last, now = plane["last"], course_of(played)
    return replace(
        course,
        card=now.plane.plane.card if now and now.plane else None,
        is_phenomenon=plane["phenomenon"],
        controller=sides[plane["controller"]],
        may_roll=plane["controller"] == own,
        left=plane["left"],
        rolls=plane["rolls"],
        walked=plane["walked"],
        last=None if last is None else (names[last["fighter"]], str(FACES[last["face"]])),
    )


def _side(
    side: Mapping[str, Any], fight: Mapping[str, Any], rules: Sequence[Mapping[str, Any]], own: int, me: int
) -> OwnSide:
    fighters = side["fighters"]
    labels = {rule["counter"]: rule["label"] for rule in rules}
    names = {one["fighter"]: one["name"] for each in fight["sides"] for one in each["fighters"]}
    return OwnSide(
        fighter=side["fighter"],
        name=side["name"],
        people=len(fighters),
        is_own=side["fighter"] == own,
        lost=labels.get(side["lost"], ""),
        lost_by=next((one["fighter"] for one in fighters if one["lost"]), side["fighter"]),
        spared=any(one.get("spared") for one in fighters),
        goes_first=fight["first"] == side["fighter"],
        score=fight["games"].count(side["fighter"]),
        hand=fighters[0].get("hand", 0),
        bottoms=tuple((_of(one, side), one["bottom"]) for one in fighters if one.get("bottom")),
        counters=tuple(_counters(side, rules, me)),
        pairs=tuple(_pairs(side, fight, rules)),
        may_win_game=may_win_game(fight, side),
        is_out=side.get("out", False),
        role=str(ROLES[side["role"]]) if side.get("role") else "",
        reach=", ".join(isolate(names[other]) for other in side.get("reach") or ()),
        is_lieutenant=side.get("role") == TeamRole.LIEUTENANT,
    )


def _of(fighter: Mapping[str, Any], side: Mapping[str, Any]) -> str:
    """Return the name of a fighter of a team; "" of a side of one."""
    return str(fighter["name"]) if len(side["fighters"]) > 1 else ""


def _counters(side: Mapping[str, Any], rules: Sequence[Mapping[str, Any]], me: int) -> Iterator[PageCounter]:
    """Yield the counters of a side; one that a team shares only once, as the viewer's or its first fighter's (M34)."""
    fighters = side["fighters"]
    for rule in rules:
        if rule["of"] == CountedFor.PAIR.value:
            continue
        if rule["of"] == CountedFor.TEAM.value:
            named = next((one for one in fighters if one["fighter"] == me), fighters[0])
            yield _counter(named, rule, "")
        else:
            yield from (_counter(one, rule, _of(one, side)) for one in fighters)


def _pairs(
    side: Mapping[str, Any], fight: Mapping[str, Any], rules: Sequence[Mapping[str, Any]]
) -> Iterator[PageCounter]:
    """Yield what each fighter of a side has from each other fighter of the fight, in order of sides (M36)."""
    others = [one for each in fight["sides"] for one in each["fighters"]]
    for rule in rules:
        if rule["of"] == CountedFor.PAIR.value:
            for one in side["fighters"]:
                for other in others:
                    if other["fighter"] != one["fighter"]:
                        yield _pair(one, other, rule, _of(one, side))


def _pair(fighter: Mapping[str, Any], other: Mapping[str, Any], rule: Mapping[str, Any], of: str) -> PageCounter:
    value = fighter["from"].get(str(other["fighter"]), rule["start"])
    counter = _counter({**fighter, "counters": {rule["counter"]: value}}, rule, of)
    is_lost = counter.is_lost and value >= rule["loses_at"]
    return replace(counter, source=other["fighter"], source_name=other["name"], is_lost=is_lost)


def _counter(fighter: Mapping[str, Any], rule: Mapping[str, Any], of: str) -> PageCounter:
    value = fighter["counters"][rule["counter"]]
    steps = (-5, -1, 1, 5) if "by_fives" in rule else (-1, 1)
    return PageCounter(
        fighter=fighter["fighter"],
        of=of,
        name=rule["counter"],
        label=rule["label"],
        value=value,
        steps=tuple(step for step in steps if rule["least"] <= value + step <= rule["most"]),
        is_lost=fighter["lost"] == rule["counter"],
        hidden=bool(rule.get("hidden")),
    )


def _results(fight: Mapping[str, Any]) -> Iterator[OwnResult]:
    one, other = fight["sides"]
    for score in scores_of_two(fight["best_of"], may_draw=not fight["must_be_won"]):
        written, games = f"{score[0]},{score[1]}", f"{max(score)} : {min(score)}"
        if score[0] == score[1]:
            yield OwnResult("draw", written, "", games)
        else:
            winner = one if score[0] > score[1] else other
            yield OwnResult(str(winner["fighter"]), written, winner["name"], games)


def _stage(result: Mapping[str, Any] | None, own: int) -> str:
    if result is None:
        return "open"
    if result["confirmed"]:
        return "over"
    if result["disputed"]:
        return "disputed"
    return "entered" if result["entered_by"] == own else "asked"
