"""A battle as one reader sees it, at an address of its page.

A page is made of the battle and of its address alone. In an address `unit` is what was tapped: an own space, another's
(`1/f0`), a drawn unit (`drawn:Ce`) or a command (`play:volley`). `enemy` is the seat that is shown opposite, `lay` a
line as it is being laid, `sheet` opens the attack, whose parts are `at`, `command`, `with`, `and` and `hold`. Without
`enemy` the other side of the last attack is opposite, if it was made or met here.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import cached_property
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import QueryDict

from drafts.languages import translated
from drafts.presenters.games.rome.board.values import Choice
from drafts.presenters.games.rome.lines import short_words_of, shot_words
from drafts.rules.errors import Refusal
from drafts.rules.fights.fight import Result
from drafts.rules.games.rome.bots.steady import hint
from drafts.rules.games.rome.cards import UNIT_NAMES
from drafts.rules.games.rome.lines import is_closed
from drafts.rules.games.rome.moves import LineAttack, read_move
from drafts.rules.games.rome.offers import AttackOptions, attack_options, offers
from drafts.rules.games.rome.replays import RESIGN
from drafts.rules.games.rome.spaces import VANGUARD, Space, space_named
from drafts.rules.games.rome.state import HAND_LIMIT, Battle, BattlePhase, BattleSide, UnitLine
from drafts.rules.night.nicknames import isolate
from drafts.store.battles import LiveBattle

DRAWN, PLAY = "drawn:", "play:"
"""How things that are tapped begin, if they are no units of a line."""
ON_UNITS = ("shift", "switch", "drive")
"""Moves that begin with a tap on an own unit."""
PLANNING = (BattlePhase.DEPLOY, BattlePhase.NIGHT)

Say = Callable[[Refusal], str]
"""Returns the words of a refusal."""


class Asked(NamedTuple):
    """A request for the page of a battle: its path, its query, and its time.

    `decided` is the result of its fight where an official has decided that.
    """

    path: str
    query: QueryDict
    now: datetime
    decided: Result | None = None


class BoardView:
    """A battle for the fighter of a seat, or None for spectators, and the values of the page's address.

    `mine` is that seat, `below` and `above` are the seats whose lines are shown.
    """

    def __init__(self, live: LiveBattle, seat: int | None, asked: Asked, say: Say) -> None:
        self.live, self.say = live, say
        self.at, self.asked, self.now, self.decided = asked
        self.timed = live.battle
        self.battle: Battle = live.battle.position
        self.mine = seat
        self.below = 0 if seat is None else seat
        self.above = self._opposite()

    @property
    def others(self) -> list[int]:
        """All other seats, the left neighbour of the line below first (V52)."""
        seats = len(self.battle.sides)
        return [(self.below + step) % seats for step in range(1, seats)]

    def _opposite(self) -> int:
        others = self.others
        wished = self.asked.get("at") or self.asked.get("enemy", "")
        if wished in map(str, others):
            return int(wished)
        met, sides = self._met, self.battle.sides
        if self.is_due and self.battle.phase is BattlePhase.ACT:  # one whom the middle column can hit, if there is any
            return min(others, key=lambda other: (sides[other].out, VANGUARD not in sides[other].line, other != met))
        if met in others and not (self.is_due and sides[met].out):
            return met
        return next((other for other in others if not sides[other].out), others[0])

    @property
    def _met(self) -> int:
        """The other side of the last attack, if the line below made it or was hit by it, or else -1."""
        last = self.timed.last
        move = read_move(last.move) if last is not None and last.move != RESIGN else None
        if last is not None and isinstance(move, LineAttack) and move.at is not None:
            if last.seat == self.below:
                return move.at
            if move.at == self.below:
                return last.seat
        attackers = {seat for hit in self.battle.report for seat, _space in hit.by}
        hit = {hit.at[0] for hit in self.battle.report}
        if len(attackers) != 1:  # no fighter was hit, or all attacked at once (V12)
            return -1
        return min(hit) if self.below in attackers else min(attackers) if self.below in hit else -1

    @property
    def own(self) -> BattleSide:
        """The side below: the fighter's own, or the first seat's for spectators."""
        return self.battle.sides[self.below]

    def name(self, seat: int) -> str:
        """Return a player's nickname, isolated from the direction of the text around it."""
        return isolate(self.live.names[self.timed.terms.fighters[seat]])

    def called(self, seat: int) -> str:
        """Return a player's name as `moves.Named` has it: "" for the reader."""
        return "" if seat == self.mine else self.name(seat)

    def is_across(self, seat: int) -> bool:
        """Return whether a line is seen from its front: any but the one below, if the reader plays or there are two."""
        return seat != self.below and (self.mine is not None or len(self.battle.sides) == 2)

    @cached_property
    def is_due(self) -> bool:
        """Whether the battle waits for the fighter."""
        return self.mine is not None and self.mine in self.timed.due and not self.stands

    @cached_property
    def stands(self) -> bool:
        """Whether the clock stands, as it does in a pause."""
        return self.timed.clock.stands and not self.timed.terms.practice

    @cached_property
    def offers(self) -> list[str]:
        """The moves that the fighter can make now, except attacks, as lines."""
        return offers(self.battle, self.mine) if self.is_due and self.mine is not None else []

    @cached_property
    def options(self) -> AttackOptions | None:
        """The parts of an attack, if the fighter can make one now."""
        return attack_options(self.battle, self.mine) if self.is_due and self.mine is not None else None

    @cached_property
    def commands(self) -> Mapping[str, list[str]]:
        """The targets of each command with which the fighter can attack."""
        return {} if self.options is None else self.options["commands"]

    @property
    def has_hints(self) -> bool:
        """Whether the fighter can ask what to do."""
        return self.timed.terms.practice and self.is_due

    @cached_property
    def hinted(self) -> str:
        """The move that the address asks for as a hint, or nothing."""
        return hint(self.battle, self.below) if self.has_hints and self.asked.get("hint") else ""

    @property
    def kept(self) -> tuple[tuple[str, str], ...]:
        """The names and values that each address of the page keeps. The enemy of an attack sheet stays opposite."""
        enemy = self.asked.get("at") or self.asked.get("enemy")
        return tuple(
            (name, value) for name, value in (("fighter", self.asked.get("fighter")), ("enemy", enemy)) if value
        )

    @property
    def holds_too_many(self) -> bool:
        """Whether a command is to be discarded at the end of the turn."""
        return len(self.own.hand) > HAND_LIMIT

    @property
    def may_end(self) -> bool:
        """Whether the fighter can end the turn now."""
        return self.is_due and self.battle.phase is BattlePhase.AFTER and is_closed(self.own.line)

    def href(self, **more: str) -> str:
        """Return an address of the page with these values in its query."""
        query = dict(self.kept) | {name: value for name, value in more.items() if value}
        return f"{self.at}?{urlencode(query)}" if query else self.at

    @cached_property
    def unit(self) -> str:
        """The thing that is chosen: the one that was tapped, or else the first unit that was drawn."""
        wished = self.asked.get("unit", "")
        if wished or not self.is_due or self.battle.phase is not BattlePhase.ACT or not self.own.drawn:
            return wished
        return f"{DRAWN}{self.own.drawn[0].value}"

    def choosing(self, thing: str) -> str:
        """Return the address that chooses a thing, or that lets go of it if it is chosen."""
        return self.href(unit="" if thing == self.unit else thing, lay=self.lay)

    @property
    def is_laying(self) -> bool:
        """Whether the fighter is to lay a line."""
        return self.is_due and self.battle.phase in PLANNING

    @property
    def lay(self) -> str:
        """The line that the address lays, or nothing."""
        return self.asked.get("lay", "") if self.is_laying else ""

    def enemies(self) -> Iterator[Choice]:
        """Yield the enemies of whom the fighter chooses one to attack, if there are several."""
        others = [seat for seat in self.others if not self.battle.sides[seat].out]
        if len(others) > 1:
            wished = self.asked.get("at") or str(self.above)
            for seat in others:
                yield Choice(f"at={seat}", self.name(seat), is_chosen=str(seat) == wished)


def unit_words(line: UnitLine, space: Space) -> str:
    """Return the unit on an own space as a label."""
    return f"{translated(UNIT_NAMES[line[space].kind])}, {short_words_of(space)}"


def target_words(view: BoardView, target: str) -> str:
    """Return the target of a command as a label."""
    owner, _, place = target.rpartition("/")
    name, _, far = place.partition(":")
    space = space_named(name)
    seat = int(owner) if owner else view.below
    unit = view.battle.sides[seat].line.get(space) if space else None
    words = target
    if unit is not None and space is not None:
        words = f"{translated(UNIT_NAMES[unit.kind])}, {short_words_of(space, is_across=bool(owner))}"
    if owner:
        words = f"{view.name(seat)}: {words}"
    if far:
        return shot_words(words, int(far))
    return words
