"""The turn of a game, and the plane on which it is fought (M38-M40): where they stand, and the moves that change them.

Both follow from who goes first and from the acts of the game. A turn is a side's: all heads of a team share it. Where
teams have emperors each fighter has turns of their own, and the emperor of the side that goes first begins (M37).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from drafts.rules.errors import NotAllowed, NotYourRoll, StaleTurn
from drafts.rules.fights.acts import DieRolled, GameAct, Out, Planeswalked, TurnPassed
from drafts.rules.fights.beginning import goes_first
from drafts.rules.fights.checks import must_be_undecided, must_have_avatars, with_act
from drafts.rules.fights.fight import Fight
from drafts.rules.fights.outs import all_out, gone_from
from drafts.rules.fights.sides import Pairing, Side, deciding, each_alone, must_be_side_of
from drafts.rules.ids import FighterId
from drafts.rules.planes import Deck, DieFace, Owner, Plane


@dataclass(frozen=True, slots=True)
class TurnNow:
    """The turn that goes on, from 1, and its side, which is of one fighter where teams do not share turns (M37).

    `extra` are those who have extra turns after it, the next one first. `usual` is the side whose turn it is, or was
    before extra turns: the usual order goes on after it.
    """

    number: int
    side: Side
    usual: Side
    extra: tuple[FighterId, ...] = ()


@dataclass(frozen=True, slots=True)
class Roll:
    """The last roll of the planar die: its fighter, its face, what it cost; `own`: with a die of their own."""

    fighter: FighterId
    face: DieFace
    paid: int
    own: bool


@dataclass(frozen=True, slots=True)
class PlaneNow:
    """The plane or phenomenon that is face up, and the planar decks without it, the card on top first.

    `owner` has the deck of which it comes, `controller` is whom it obeys (M39). `rolls` are those of this turn, and so
    what the next one costs; `walked` is how often planes were left in the game.
    """

    plane: Plane
    owner: Owner
    controller: FighterId
    decks: Mapping[Owner, Deck]
    rolls: int = 0
    walked: int = 0
    last: Roll | None = None

    @property
    def left(self) -> int:
        """How many cards lie face down in the deck of which the controller turns up the next."""
        return len(self.decks[deck_of(self.decks, self.controller)])


@dataclass(frozen=True, slots=True)
class Course:
    """Where a game stands: its turn, and its plane in an event that has planes."""

    turn: TurnNow
    plane: PlaneNow | None


def deck_of(decks: Mapping[Owner, Deck], fighter: FighterId) -> Owner:
    """Return the owner of the planar deck from which a fighter turns up planes: themselves, or all together."""
    return fighter if fighter in decks else None


def has_turns(fight: Fight) -> bool:
    """Whether turns are marked: with planes, and in forms for more than two fighters (M40)."""
    return not fight.is_bye and (fight.planes is not None or fight.form.sides * fight.form.fighters > 2)


def course_of(fight: Fight) -> Course | None:
    """Return where the turns and the plane of the game stand; None where nothing marks them, or nobody goes first.

    The plane of a controller who has dropped out of the event obeys the next in turn at once (M39).
    """
    course = next((course for _, course in reversed([*courses_of(fight)])), None)
    if course is None or course.plane is None:
        return course
    # No act says when a side drops out, so that the walk through the acts learns of it with the next turn only.
    return replace(course, plane=_controlled(takers(fight), course.plane, gone_from(fight)))


def courses_of(fight: Fight) -> Iterator[tuple[GameAct | None, Course]]:
    """Yield where the game stood as it began, and after each act in it, with that act; nothing where nothing marks it.

    The result of `fight_as_played` tells of a game that is over.
    """
    first = goes_first(fight) if has_turns(fight) else None
    if first is None:
        return
    order = takers(fight)
    side = must_be_side_of(order, deciding(fight.side_of(first), fight.emperors)[0])
    course = Course(TurnNow(1, side, side), _first_plane(fight, side))
    out: frozenset[FighterId] = frozenset()
    yield None, course
    for act in fight.acts:
        if isinstance(act, Out):
            out |= set(act.fighters)
        dropped = act.gone if isinstance(act, TurnPassed) else frozenset[FighterId]()
        course = _after(order, course, act, all_out(fight, out, dropped))
        yield act, course


def takers(fight: Fight) -> Pairing:
    """Return those who take turns, in order of seats: the sides, or each fighter where teams have emperors (M37)."""
    return each_alone(fight.fighters) if fight.form.roles else fight.sides


def fight_as_played(fight: Fight, game: int) -> Fight:
    """Return a fight as it was at the end of a game, from 1; the one that goes on is as it is."""
    return (
        fight if game == fight.game else replace(fight, games=fight.games[: game - 1], acts=fight.games[game - 1].acts)
    )


def _first_plane(fight: Fight, side: Side) -> PlaneNow | None:
    """Turn up the first card that is no phenomenon; those before it go to the bottom (M38).

    In a deck of phenomena alone it is the one on top.
    """
    if fight.planes is None:
        return None
    decks = dict(fight.planes.decks(fight.game))
    owner = deck_of(decks, side.fighter)
    deck = decks[owner]
    place = next((place for place, plane in enumerate(deck) if not plane.is_phenomenon), 0)
    decks[owner] = (*deck[place + 1 :], *deck[:place])
    return PlaneNow(deck[place], owner, side.fighter, decks)


def _after(sides: tuple[Side, ...], course: Course, act: GameAct, out: frozenset[FighterId]) -> Course:
    match act:
        case TurnPassed(extra=None):
            return _next_turn(sides, course, out)
        case TurnPassed(extra=int() as extra):
            return replace(course, turn=replace(course.turn, extra=(extra, *course.turn.extra)))
        case Out():
            return replace(course, plane=_left_behind(sides, course, out))
        case DieRolled() | Planeswalked():
            return replace(course, plane=_rolled(course.plane, act))
    return course


def _next_turn(sides: tuple[Side, ...], course: Course, out: frozenset[FighterId]) -> Course:
    """Pass the turn to the extra turn that was made last, else to the next side; those who are out are passed over.

    A plane whose owner has dropped out of the event leaves now at the latest (M39).
    """
    turn = course.turn
    extra = [fighter for fighter in turn.extra if out.isdisjoint(must_be_side_of(sides, fighter).fighters)]
    usual = turn.usual if extra else _next_in(sides, turn.usual, out)
    side = must_be_side_of(sides, extra[0]) if extra else usual
    plane = course.plane and replace(course.plane, controller=side.fighter, rolls=0)
    now = Course(TurnNow(turn.number + 1, side, usual, tuple(extra[1:])), plane)
    return replace(now, plane=_left_behind(sides, now, out))


def _next_in(sides: tuple[Side, ...], side: Side, out: frozenset[FighterId]) -> Side:
    """Return the next side in the order of seats that is not out; the side itself where there is no other."""
    place = sides.index(side)
    order = (*sides[place + 1 :], *sides[: place + 1])
    return next((each for each in order if out.isdisjoint(each.fighters)), side)


def _left_behind(sides: tuple[Side, ...], course: Course, out: frozenset[FighterId]) -> PlaneNow | None:
    """Let the next in turn have the plane of a controller who is out; where its owner is out, it leaves with them.

    Then the controller turns up a plane of their own (M39).
    """
    plane = course.plane
    if plane is None:
        return None
    plane = _controlled(sides, plane, out)
    stays = out.isdisjoint(must_be_side_of(sides, plane.controller).fighters)
    gone = plane.owner is not None and not out.isdisjoint(must_be_side_of(sides, plane.owner).fighters)
    return _turned_up(plane, plane.controller, plane.decks) if gone and stays else plane


def _controlled(sides: tuple[Side, ...], plane: PlaneNow, out: frozenset[FighterId]) -> PlaneNow:
    """Let the fighter next in turn have the plane of a controller who is out."""
    side = must_be_side_of(sides, plane.controller)
    return plane if out.isdisjoint(side.fighters) else replace(plane, controller=_next_in(sides, side, out).fighter)


def _turned_up(plane: PlaneNow, fighter: FighterId, decks: Mapping[Owner, Deck]) -> PlaneNow:
    owner = deck_of(decks, fighter)
    deck = decks[owner]
    return replace(plane, plane=deck[0], owner=owner, decks={**decks, owner: deck[1:]})


def _rolled(plane: PlaneNow | None, act: DieRolled | Planeswalked) -> PlaneNow | None:
    if plane is None:
        return None
    if isinstance(act, DieRolled):
        roll = Roll(act.fighter, act.face, plane.rolls, act.own)
        plane = replace(plane, rolls=plane.rolls + 1, last=roll)
        if act.face is not DieFace.PLANESWALK:
            return plane
    under = {**plane.decks, plane.owner: (*plane.decks[plane.owner], plane.plane)}
    return replace(_turned_up(plane, act.fighter, under), walked=plane.walked + 1)


# Moves ----------------------------------------------------------------------------------------------------------------


def pass_turn(fight: Fight, number: int, extra: FighterId | None = None) -> Fight:
    """Begin the next turn after the one of this number, or give a fighter an extra turn right after it (M40).

    Raises FightOver, NotAllowed where no turns are marked or a result is entered, StaleTurn for another turn,
    AvatarMissing as `count` does, KeyError for a fighter who is not in the fight.
    """
    course = _must_go_on(fight)
    if extra is not None:
        fight.side_of(extra)
    if number != course.turn.number:
        raise StaleTurn
    return with_act(fight, TurnPassed(extra, fight.dropped))


def rolls_so_far(fight: Fight) -> int:
    """Return how often the planar die was rolled in the fight, whichever game it was in."""
    acts = (act for game in (*(game.acts for game in fight.games), fight.acts) for act in game)
    return sum(isinstance(act, DieRolled) for act in acts)


def face_of(fight: Fight) -> DieFace:
    """Return what the planar die of the event shows in the next roll. Raises NotAllowed where there is no plane."""
    if fight.planes is None:
        raise NotAllowed
    return fight.planes.face(rolls_so_far(fight) + 1)


def roll(fight: Fight, by: FighterId | None, turn: tuple[int, int], face: DieFace | None, *, own: bool) -> Fight:
    """Roll the planar die as a fighter or an official (None), in a turn of this number after so many rolls in it (M39).

    Without a face the event's die is rolled. Raises FightOver, NotAllowed where there is no plane, a result is entered
    or the event's die shows another face than is said, NotYourRoll, StaleTurn for another turn or roll, AvatarMissing
    as `count` does.
    """
    course, plane, roller = _must_be_on_plane(fight, by)
    if turn != (course.turn.number, plane.rolls):
        raise StaleTurn
    shown = face if own and face else face_of(fight)
    if face not in (None, shown):
        raise NotAllowed
    return with_act(fight, DieRolled(roller, shown, own))


def walk(fight: Fight, by: FighterId | None, walked: int) -> Fight:
    """Leave the plane or phenomenon without a roll, after so many were left in the game (M39).

    Raises as `roll` does.
    """
    _, plane, roller = _must_be_on_plane(fight, by)
    if walked != plane.walked:
        raise StaleTurn
    return with_act(fight, Planeswalked(roller))


def _must_go_on(fight: Fight) -> Course:
    must_be_undecided(fight)
    course = course_of(fight)
    if course is None:
        raise NotAllowed
    must_have_avatars(fight)
    return course


def _must_be_on_plane(fight: Fight, by: FighterId | None) -> tuple[Course, PlaneNow, FighterId]:
    """Return where the game stands, its plane, and the fighter who acts: one of the turn, or who controls the plane."""
    course = _must_go_on(fight)
    if course.plane is None:
        raise NotAllowed
    if by is not None and by not in must_be_side_of(takers(fight), course.plane.controller).fighters:
        raise NotYourRoll
    return course, course.plane, course.plane.controller if by is None else by
