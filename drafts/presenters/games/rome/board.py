"""The page of a battle: both lines, what may be done now, and what was done.

A page is made of the battle and of its address alone. `unit` is what was tapped: an own space, another's (`1/f0`), a
drawn unit (`drawn:Ce`) or a command (`play:volley`). `enemy` is the seat that is shown opposite, `lay` a line as it is
being laid, `sheet` opens the attack, whose parts are `at`, `command`, `with`, `and` and `hold`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from itertools import chain
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext, ngettext

from drafts.languages import translated
from drafts.presenters.games.rome.faces import RomeCard, command_faces, unit_faces
from drafts.presenters.games.rome.lines import DrawnLines, DrawnSpace, field_of, words_of
from drafts.presenters.games.rome.moves import hit_words, move_words, preview_words, resigned_words, told_words
from drafts.rules.errors import Refusal
from drafts.rules.games.rome.bots.steady import hint, steady_plan
from drafts.rules.games.rome.cards import COMMAND_NAMES, POWERS, UNIT_NAMES, UnitKind
from drafts.rules.games.rome.lines import is_closed
from drafts.rules.games.rome.moves import LayPlan, LineAttack, read_move, write_move
from drafts.rules.games.rome.notation import rows_of
from drafts.rules.games.rome.offers import AttackOptions, attack_options, offers
from drafts.rules.games.rome.plans import PlannedUnit, first_shape, night_shapes, planned_line, poured, units_in_order
from drafts.rules.games.rome.previews import PreviewHit, preview
from drafts.rules.games.rome.spaces import FRONT, VANGUARD, Space, name_of, space_named
from drafts.rules.games.rome.state import HAND_LIMIT, Battle, BattlePhase, Plan, UnitLine
from drafts.rules.games.rome.stocks import same_cards
from drafts.rules.games.rome.turns import can_back
from drafts.rules.night.nicknames import isolate
from drafts.store.battles import LiveBattle

DRAWN, PLAY = "drawn:", "play:"
ON_UNITS = ("shift", "switch", "drive")
"""Moves that begin with a tap on an own unit."""
PLANNING = (BattlePhase.DEPLOY, BattlePhase.NIGHT)


@dataclass(frozen=True, slots=True)
class BoardWay:
    """A link to `href`, or a button that sends `move`. `card` is what it shows, if it is a card."""

    words: str
    href: str = ""
    move: str = ""
    card: RomeCard | None = None
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class BoardSide:
    """A player above or below the board: their name, and what all may know of their cards.

    `state` is "turn", "due", "ready", "out" or "".
    """

    name: str
    kills: int
    lost: int
    hand: int
    drawn: int
    state: str
    place: int | None = None


@dataclass(frozen=True, slots=True)
class ChosenCard:
    """The card that was tapped, where it is, and what can be done with it that no space alone says."""

    card: RomeCard
    where: str
    ways: tuple[BoardWay, ...] = ()
    can_move: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of a form: its value, in words, and whether it is made."""

    value: str
    words: str
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class AttackSheet:
    """An attack before it is made. `move` is its line, and `refused` says why it cannot be made so."""

    move: str
    at: tuple[Choice, ...]
    commands: tuple[Choice, ...]
    along: tuple[Choice, ...]
    more: tuple[Choice, ...]
    hold: tuple[Choice, ...]
    seen: tuple[str, ...]
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Laying:
    """A line that is being laid: its move, and ways to lay it otherwise."""

    move: str
    ways: tuple[BoardWay, ...]
    at: tuple[Choice, ...] = ()
    along: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A battle as one viewer sees it. `seconds` are those that are left, None without a clock."""

    fight: int
    version: int
    turn: int
    phase: str
    title: str
    said: str
    state: str
    seconds: int | None
    paused: bool
    own: BoardSide
    enemy: BoardSide
    tabs: tuple[BoardWay, ...]
    facing: str
    field: DrawnLines
    last: str
    report: tuple[str, ...]
    decks: tuple[str, ...]
    is_mine: bool = False
    drawn: tuple[BoardWay, ...] = ()
    hand: tuple[BoardWay, ...] = ()
    chosen: ChosenCard | None = None
    laying: Laying | None = None
    sheet: AttackSheet | None = None
    sheet_href: str = ""
    closed_href: str = ""
    can_back: bool = False
    ends: tuple[BoardWay, ...] = ()
    hint: str = ""
    hint_href: str = ""
    returns: tuple[Choice, ...] = ()
    asked: str = ""
    ask: int | None = None
    is_asked: bool = False
    kept: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class BattlePanel:
    """A battle on the big screen.

    Two lines that face each other are one diagram, beside their `sides`; of more, each is one of the `alone`.
    """

    turn: int
    title: str
    last: str
    sides: tuple[BoardSide, ...] = ()
    facing: DrawnLines | None = None
    alone: tuple[tuple[BoardSide, DrawnLines], ...] = ()


Say = Callable[[Refusal], str]
Fallen = Mapping[tuple[int, str], str]
"""The kinds of units that fell, by their seats and spaces."""


class Asked(NamedTuple):
    """A request for the page of a battle: its path, its query, and its time."""

    path: str
    query: QueryDict
    now: datetime


def board_page(live: LiveBattle, seat: int | None, asked: Asked, say: Say) -> BoardPage:
    """Return the page of a battle at an address, for the fighter of a seat, or None for all who watch.

    `say` returns the words of a refusal.
    """
    return _Board(live, seat, asked, say).page()


def battle_panel(live: LiveBattle, asked: Asked, say: Say) -> BattlePanel:
    """Return the panel of a battle for all who watch."""
    return _Board(live, None, asked, say).panel()


class _Board:
    def __init__(self, live: LiveBattle, seat: int | None, asked: Asked, say: Say) -> None:
        self.live, self.say = live, say
        self.at, self.asked, self.now = asked
        self.timed = live.battle
        self.battle: Battle = live.battle.position
        self.mine = seat
        self.below = 0 if seat is None else seat
        self.above = self._opposite()

    # What is seen of the battle ---------------------------------------------------------------------------------------

    def _opposite(self) -> int:
        seats = len(self.battle.sides)
        others = [(self.below + step) % seats for step in range(1, seats)]
        wished = self.asked.get("enemy", "")
        if wished.isdigit() and int(wished) in others:
            return int(wished)
        return next((other for other in others if not self.battle.sides[other].out), others[0])

    def name(self, seat: int) -> str:
        return isolate(self.live.names[self.timed.terms.fighters[seat]])

    def is_across(self, seat: int) -> bool:
        """Return whether a line is seen from its front: on a page all but the one below, of more than two on none."""
        return seat != self.below and (self.mine is not None or len(self.battle.sides) == 2)

    @cached_property
    def is_due(self) -> bool:
        return self.mine is not None and self.mine in self.timed.due and not self._stands

    @cached_property
    def _stands(self) -> bool:
        return self.timed.clock.stands and not self.timed.terms.practice

    @cached_property
    def offers(self) -> list[str]:
        return offers(self.battle, self.mine) if self.is_due and self.mine is not None else []

    @cached_property
    def options(self) -> AttackOptions | None:
        return attack_options(self.battle, self.mine) if self.is_due and self.mine is not None else None

    @cached_property
    def commands(self) -> Mapping[str, list[str]]:
        return {} if self.options is None else self.options["commands"]

    def page(self) -> BoardPage:
        battle, mine = self.battle, self.mine
        sheet = self._sheet()
        is_over = battle.phase is BattlePhase.OVER
        ask = self.timed.ask
        return BoardPage(
            fight=self.live.number,
            version=self.live.version,
            turn=battle.turn,
            phase=battle.phase.value,
            title=self._title(),
            said=self._said(),
            state="over" if is_over else "now" if self.is_due else "wait",
            seconds=self._seconds(),
            paused=self._stands,
            own=self._side(self.below),
            enemy=self._side(self.above),
            tabs=tuple(self._tabs()),
            facing=self._facing(),
            field=self._field(sheet),
            last=self._last(),
            report=tuple(
                hit_words(hit, self.name(hit.at[0]), is_across=self.is_across(hit.at[0])) for hit in battle.report
            ),
            decks=tuple(self._decks()),
            is_mine=mine is not None,
            drawn=tuple(self._drawn()),
            hand=tuple(self._hand()),
            chosen=self._chosen(),
            laying=self.laying,
            sheet=sheet,
            sheet_href=self.href(sheet="1") if self.options is not None else "",
            closed_href=self.href(),
            can_back=self.is_due and mine is not None and can_back(battle, mine),
            ends=tuple(self._ends()),
            hint=self._hint(),
            hint_href=self.href(unit=self.unit, hint="1", lay=self._lay_text) if self._has_hints else "",
            returns=tuple(self._returns()),
            asked=""
            if ask is None
            else gettext("%(name)s asks to go back to the start of turn %(turn)s.")
            % {"name": self.name(ask.by), "turn": ask.to},
            ask=None if ask is None else ask.number,
            is_asked=ask is not None and mine is not None and ask.by != mine and mine not in ask.agreed,
            kept=self._kept(),
        )

    def panel(self) -> BattlePanel:
        panel = BattlePanel(self.battle.turn, self._title(), self._last())
        seats = range(len(self.battle.sides))
        if len(seats) == 2:
            return replace(panel, sides=(self._side(1), self._side(0)), facing=self._field(None))
        return replace(panel, alone=tuple((self._side(seat), self._alone(seat)) for seat in seats))

    def _alone(self, seat: int) -> DrawnLines:
        """Return one line as its player sees it, with what fell of it in the last attack."""
        drawn = field_of(self._row_text(seat, is_open=False), rear=self.battle.options.rear)
        fallen = self._fallen()
        rows = tuple(tuple(self._fallen_cell(cell, seat, fallen) for cell in row) for row in drawn.own)
        return replace(drawn, own=rows)

    def _seconds(self) -> int | None:
        moment = self.timed.deadline if self.mine is None or not self.is_due else self.timed.deadline_of(self.mine)
        return None if moment is None or self._stands else max(0, round((moment - self.now).total_seconds()))

    def _side(self, seat: int) -> BoardSide:
        side, places = self.battle.sides[seat], self.timed.places
        state = (
            "out" if side.out
            else "ready" if side.plan is not None
            else "due" if seat in self.timed.due and self.battle.phase in PLANNING
            else "turn" if seat in self.timed.due
            else ""
        )  # fmt: skip
        return BoardSide(
            name=self.name(seat),
            kills=side.kills,
            lost=side.lost,
            hand=len(side.hand),
            drawn=len(side.drawn),
            state=state,
            place=None if places is None else places[seat],
        )

    def _tabs(self) -> Iterator[BoardWay]:
        seats = len(self.battle.sides)
        if seats > 2:
            for step in range(1, seats):
                other = (self.below + step) % seats
                yield BoardWay(self.name(other), self.href(enemy=str(other)), is_chosen=other == self.above)

    def _facing(self) -> str:
        seats = [seat for seat, side in enumerate(self.battle.sides) if not side.out]
        if len(seats) < 3 or self.below not in seats or self.above not in seats:
            return ""
        place = seats.index(self.below)
        names = {"name": self.name(self.above)}
        if seats[(place + 1) % len(seats)] == self.above:
            return gettext("Left columns face the right ones of %(name)s.") % names
        if seats[place - 1] == self.above:
            return gettext("Right columns face the left ones of %(name)s.") % names
        return gettext("No column faces %(name)s but the middle, if it attacks there.") % names

    def _decks(self) -> Iterator[str]:
        stocks = self.battle.stocks
        units, commands = sum(len(each.units) for each in stocks), sum(len(each.commands) for each in stocks)
        yield gettext("Units in the deck: %(number)s") % {"number": units}
        if self.battle.options.commands:
            yield gettext("Commands in the deck: %(number)s") % {"number": commands}
        killed = list(chain.from_iterable(each.unit_discard for each in stocks))
        if killed:
            names = ", ".join(translated(UNIT_NAMES[kind]) for kind in killed[-5:])
            yield gettext("Discarded last: %(names)s") % {"names": names}

    def _last(self) -> str:
        last = self.timed.last
        if last is None:
            return ""
        name = self.name(last.seat)
        if last.how == "resign":
            return resigned_words(name)
        words = told_words(last.move, name, is_across=self.is_across(last.seat))
        return gettext("%(move)s (time was up)") % {"move": words} if last.how == "time" else words

    # What is said -----------------------------------------------------------------------------------------------------

    def _title(self) -> str:
        phase = self.battle.phase
        if phase is BattlePhase.OVER:
            return self._end_title()
        if self._stands:
            return gettext("Paused")
        if self.is_due:
            return {
                BattlePhase.DEPLOY: gettext("Lay your line"),
                BattlePhase.NIGHT: gettext("Nightfall: lay your line anew"),
                BattlePhase.AFTER: gettext("End your turn"),
            }.get(phase, gettext("Your turn"))
        if phase in PLANNING:
            waiting = ", ".join(self.name(seat) for seat in self.timed.due)
            return gettext("Waiting for %(names)s") % {"names": waiting}
        return gettext("%(name)s is on turn") % {"name": self.name(self.battle.seat)}

    def _end_title(self) -> str:
        places = self.timed.places or ()
        first = [seat for seat, place in enumerate(places) if place == 1]
        if self.mine in first:
            return gettext("You share the win") if len(first) > 1 else gettext("You have won")
        if self.mine is not None:
            return gettext("You have lost")
        return gettext("%(names)s: the battle is won") % {"names": ", ".join(map(self.name, first))}

    def _said(self) -> str:
        phase = self.battle.phase
        if phase is not BattlePhase.OVER and self._stands:
            return gettext("The clock stands. The organizer lets it run on.")
        if not self.is_due:
            return ""
        if phase is BattlePhase.DEPLOY and self.battle.replays:
            return gettext("Nobody has won the first turn: all draw up to ten again, and lay their lines anew.")
        if phase in PLANNING:
            return gettext("Tap a unit, then another: they change places. The rear stays secret.")
        return self._said_in_act() if phase is BattlePhase.ACT else self._said_after()

    def _said_in_act(self) -> str:
        side = self.battle.sides[self.below]
        if side.drawn:
            return ngettext(
                "Place what you drew: tap a lit space.",
                "Place all that you drew: tap a card, then a lit space.",
                len(side.drawn),
            )
        if not is_closed(side.line):
            return gettext("Close your line: tap a lit unit, then the space it goes to.")
        return gettext("Attack, or move first: lit units can do something.")

    def _said_after(self) -> str:
        side = self.battle.sides[self.below]
        if not is_closed(side.line):
            return gettext("Close your line: tap a lit unit, then the space it goes to.")
        if self._holds_too_many:
            return gettext("You hold more than seven commands. Tap one to discard it and end your turn.")
        if self.offers:
            return gettext("Play a Retreat, or end your turn.")
        return gettext("Nothing is left to do in this turn.")

    @property
    def _holds_too_many(self) -> bool:
        return len(self.battle.sides[self.below].hand) > HAND_LIMIT

    @property
    def _may_end(self) -> bool:
        side = self.battle.sides[self.below]
        return self.is_due and self.battle.phase is BattlePhase.AFTER and is_closed(side.line)

    # Addresses --------------------------------------------------------------------------------------------------------

    def _kept(self) -> tuple[tuple[str, str], ...]:
        return tuple((name, value) for name in ("fighter", "enemy") if (value := self.asked.get(name)))

    def href(self, **more: str) -> str:
        query = dict(self._kept()) | {name: value for name, value in more.items() if value}
        return f"{self.at}?{urlencode(query)}" if query else self.at

    @cached_property
    def unit(self) -> str:
        """The thing that is chosen: the one that was tapped, or else the first unit that was drawn."""
        wished, side = self.asked.get("unit", ""), self.battle.sides[self.below]
        if wished or not self.is_due or self.battle.phase is not BattlePhase.ACT or not side.drawn:
            return wished
        return f"{DRAWN}{side.drawn[0].value}"

    def choosing(self, thing: str) -> str:
        return self.href(unit="" if thing == self.unit else thing, lay=self._lay_text)

    # The lines --------------------------------------------------------------------------------------------------------

    def _line(self, seat: int) -> UnitLine:
        if seat == self.mine and self._plan is not None:
            return planned_line(self._plan)
        return self.battle.sides[seat].line

    def _field(self, sheet: AttackSheet | None) -> DrawnLines:
        own = self._row_text(self.below, is_open=self.mine is not None)
        enemy = self._row_text(self.above, is_open=False)
        reached = self._reached()
        sources = self._sources()
        columns = max([2, *(abs(space[1]) for name in reached if (space := space_named(name)))]) * 2 + 1
        hits = self._previewed if sheet else []
        shot = [
            f"{name_of_place}>{hit['at'][1]}"
            for hit in hits
            if hit["at"][0] == self.above
            for seat, name_of_place in hit["by"]
            if seat == self.below
        ]
        dead = [hit["at"][1] for hit in hits if hit["at"][0] == self.above and hit["died"]]
        drawn = field_of(
            own, enemy, hits=" ".join(shot), dead=dead, columns=columns, rear=self.battle.options.rear, links={}
        )
        fallen = self._fallen()
        return replace(
            drawn,
            above=self.name(self.above),
            below=gettext("You") if self.mine is not None else self.name(self.below),
            own=tuple(tuple(self._own_cell(cell, sources, reached, fallen) for cell in row) for row in drawn.own),
            enemy=tuple(tuple(self._enemy_cell(cell, fallen) for cell in row) for row in drawn.enemy),
        )

    def _row_text(self, seat: int, *, is_open: bool) -> str:
        line = self._line(seat)
        if not line:
            return "*."
        return " | ".join(rows_of(line, is_open=is_open))

    def _fallen(self) -> Fallen:
        """Return the units that fell in the last attack, until the next move is made."""
        last = self.timed.last
        verb = "" if last is None else last.move.split(" ")[0]
        if verb not in ("", "attack", "end"):
            return {}
        return {(hit.at[0], name_of(hit.at[1])): hit.kind.value for hit in self.battle.report if hit.died}

    def _own_cell(
        self,
        cell: DrawnSpace,
        sources: Mapping[str, str],
        reached: Mapping[str, str],
        fallen: Fallen,
    ) -> DrawnSpace:
        unit = self._line(self.below).get(space_named(cell.name) or VANGUARD)
        if cell.kind is None and cell.name not in reached:
            return self._fallen_cell(cell, self.below, fallen)
        marks = cell.marks.split()
        if unit is not None and unit.used and self.battle.seat == self.below:
            marks.append("used")
        if cell.name == self.unit:
            marks.append("selected")
        if cell.name in reached:
            is_way = reached[cell.name].startswith(self.at)
            href, move = (reached[cell.name], "") if is_way else ("", reached[cell.name])
            return replace(cell, marks=" ".join([*marks, "lit"]), is_lit=True, href=href, move=move)
        if cell.name in sources and not self.unit.startswith((DRAWN, PLAY)) and self.unit not in sources:
            marks.append("lit")
        href = sources.get(cell.name) or (self.choosing(cell.name) if self.mine is not None and cell.kind else "")
        return replace(cell, marks=" ".join(marks), href=href)

    @staticmethod
    def _fallen_cell(cell: DrawnSpace, seat: int, fallen: Fallen) -> DrawnSpace:
        kind = fallen.get((seat, cell.name)) if cell.kind is None else None
        return replace(cell, kind=kind, power=POWERS[UnitKind(kind)], marks="dead") if kind else cell

    def _enemy_cell(self, cell: DrawnSpace, fallen: Fallen) -> DrawnSpace:
        if cell.kind is None:
            return self._fallen_cell(cell, self.above, fallen)
        thing = f"{self.above}/{cell.name}"
        marks = cell.marks if thing != self.unit else f"{cell.marks} selected"
        return replace(cell, href=self.choosing(thing) if cell.kind else "", marks=marks)

    def _sources(self) -> dict[str, str]:
        """Return the own units that can do something, and where a tap on them leads."""
        if self.laying is not None:
            return {}
        things = dict.fromkeys(line.split(" ")[1] for line in self.offers if line.split(" ")[0] in ON_UNITS)
        return {thing: self.choosing(thing) for thing in things}

    def _moves_to(self) -> dict[str, list[str]]:
        """Return the moves of the unit or card that is chosen, by the space to which they lead."""
        found = defaultdict(list)
        for line in self.offers:
            verb, *words = line.split(" ")
            thing = {"place": f"{DRAWN}{words[0]}" if words else "", "retreat": f"{PLAY}retreat"}.get(verb)
            if verb == "flank" and self.unit == f"{PLAY}flank:{words[0]}":
                found[words[1]].append(line)
            elif thing is not None and thing == self.unit:
                found[words[-1]].append(line)
            elif verb in ON_UNITS and words[0] == self.unit:
                found[words[1]].append(line)
        return found

    def _reached(self) -> dict[str, str]:
        """Return the own spaces to which the chosen unit or card can go, each with a move or an address."""
        if self.laying is not None:
            if not space_named(self.unit):
                return {}
            return {
                name_of(space): self._swapped(space) for space, *_ in self.laid.units if name_of(space) != self.unit
            }
        if self.unit == f"{PLAY}flank":
            spaces = dict.fromkeys(line.split(" ")[1] for line in self.offers if line.startswith("flank "))
            return {name: self.choosing(f"{PLAY}flank:{name}") for name in spaces}
        command = self.unit.removeprefix(PLAY)
        if command in self.commands:
            named = {target.partition(":")[0]: target for target in reversed(self.commands[command])}
            ways = {name: self.href(sheet="1", command=f"{command}={target}") for name, target in named.items()}
            return {name: way for name, way in ways.items() if space_named(name)}
        return {name: lines[0] for name, lines in self._moves_to().items() if len(lines) == 1}

    # Cards ------------------------------------------------------------------------------------------------------------

    def _drawn(self) -> Iterator[BoardWay]:
        if not self.is_due or self.battle.phase is not BattlePhase.ACT:
            return
        faces = {face.kind: face for face in unit_faces()}
        for kind in self.battle.sides[self.below].drawn:
            thing = f"{DRAWN}{kind.value}"
            href = self.href(unit=thing)
            yield BoardWay(faces[kind].name, href, card=faces[kind], is_chosen=thing == self.unit)

    def _hand(self) -> Iterator[BoardWay]:
        if self.mine is None:
            return
        faces = {face.drawing: face for face in command_faces()}
        for command in sorted(self.battle.sides[self.below].hand):
            thing = f"{PLAY}{command.value}"
            is_chosen = self.unit.split(":")[:2] == thing.split(":")
            yield BoardWay(faces[command].name, self.choosing(thing), card=faces[command], is_chosen=is_chosen)

    def _chosen(self) -> ChosenCard | None:
        thing = self.unit
        if thing.startswith(PLAY):
            return self._chosen_command(thing.split(":")[1])
        if thing.startswith(DRAWN):
            found = next((way.card for way in self._drawn() if way.is_chosen), None)
            return None if found is None else ChosenCard(found, gettext("Drawn"), can_move=True)
        owner, _, name = thing.rpartition("/")
        seat = self.above if owner else self.below
        space = space_named(name)
        unit = self._line(seat).get(space) if space else None
        if unit is None or space is None or (seat != self.mine and not unit.up):
            return None
        faces = {face.kind: face for face in unit_faces()}
        lines = [] if owner else list(chain.from_iterable(each for each in self._moves_to().values() if len(each) > 1))
        ways = tuple(BoardWay(move_words(line), move=line) for line in lines)
        can_move = not owner and (self.laying is not None or bool(self._moves_to()))
        where = words_of(space, is_across=seat != self.below)
        return ChosenCard(faces[unit.kind], where, ways, can_move)

    def _chosen_command(self, command: str) -> ChosenCard | None:
        face = {face.drawing: face for face in command_faces()}.get(command)
        if face is None or self.mine is None or command not in self.battle.sides[self.below].hand:
            return None
        ways: list[BoardWay] = []
        if command in self.offers:
            ways.append(BoardWay(gettext("Play it"), move=command))
        for target in self.commands.get(command, ()):
            words = self._target_words(command, target)
            ways.append(BoardWay(words, self.href(sheet="1", command=f"{command}={target}")))
        if self._may_end and self._holds_too_many:
            ways.append(BoardWay(gettext("Discard it and end the turn"), move=f"end discard={command}"))
        where = (
            gettext("Command") if ways or self._reached() or not self.is_due else gettext("Nothing to do with it now")
        )
        return ChosenCard(face, where, tuple(ways), bool(self._reached()))

    def _target_words(self, command: str, target: str) -> str:
        owner, _, place = target.rpartition("/")
        name, _, far = place.partition(":")
        space = space_named(name)
        seat = int(owner) if owner else self.below
        unit = self.battle.sides[seat].line.get(space) if space else None
        words = target
        if unit is not None and space is not None:
            words = f"{translated(UNIT_NAMES[unit.kind])} ({words_of(space, is_across=bool(owner))})"
        if owner:
            words = f"{self.name(seat)}: {words}"
        if far:
            return f"{words}, {gettext('one space far') if far == '1' else gettext('two spaces far')}"
        return words

    def _ends(self) -> Iterator[BoardWay]:
        if self._may_end and not self._holds_too_many:
            yield BoardWay(gettext("End turn"), move="end")

    # A line that is laid ----------------------------------------------------------------------------------------------

    @cached_property
    def laid(self) -> Plan:
        """The line as it is being laid: as the address says, or else as units lie at first."""
        battle, side = self.battle, self.battle.sides[self.below]
        rear = battle.options.rear
        is_first = battle.phase is BattlePhase.DEPLOY
        units: list[PlannedUnit] = [(kind, False) for kind in side.drawn] if is_first else units_in_order(side.line)
        shapes = [first_shape(rear=rear)] if is_first else night_shapes(len(units), rear=rear)
        try:
            asked = read_move(f"plan {self.asked.get('lay', '')}")
        except Refusal:
            return poured(units, shapes[0])
        if not isinstance(asked, LayPlan):
            return poured(units, shapes[0])
        said = asked.plan.units
        fits = sorted(space for space, *_ in said) in [sorted(shape) for shape in shapes]
        if fits and same_cards([(kind, chariot) for _, kind, chariot in said], units):
            return asked.plan
        return poured(units, shapes[0])

    @cached_property
    def _plan(self) -> Plan | None:
        """The own line that is laid, or that waits for the others."""
        if self.mine is None or self.battle.phase not in PLANNING:
            return None
        made = self.battle.sides[self.below].plan
        return made if made is not None else self.laid if self.is_due else None

    @cached_property
    def _lay_text(self) -> str:
        return self._text(self.laid) if self.is_due and self.battle.phase in PLANNING and self.asked.get("lay") else ""

    @staticmethod
    def _text(plan: Plan) -> str:
        return write_move(LayPlan(Plan(plan.units))).removeprefix("plan ")

    def _swapped(self, space: Space) -> str:
        one = space_named(self.unit)
        units = {place: (kind, chariot) for place, kind, chariot in self.laid.units}
        if one is None or one not in units:
            return self.href()
        units[one], units[space] = units[space], units[one]
        plan = Plan(tuple((place, kind, chariot) for place, (kind, chariot) in units.items()))
        return self.href(lay=self._text(plan))

    @cached_property
    def laying(self) -> Laying | None:
        if not self.is_due or self.battle.phase not in PLANNING:
            return None
        is_first = self.battle.phase is BattlePhase.DEPLOY
        plan = Plan(self.laid.units)
        verb = "deploy" if is_first else "plan"
        return Laying(
            move=f"{verb} {self._text(plan)}",
            ways=tuple(self._first_ways() if is_first else self._night_ways()),
            at=tuple(self._enemies()) if is_first else (),
            along=tuple(self._first_along()) if is_first else (),
        )

    def _first_ways(self) -> Iterator[BoardWay]:
        yield BoardWay(gettext("Lay for me"), self.href(lay=self._text(steady_plan(self.battle, self.below).plan)))

    def _night_ways(self) -> Iterator[BoardWay]:
        units = [(kind, chariot) for _, kind, chariot in sorted(self.laid.units)]
        shapes = night_shapes(len(units), rear=self.battle.options.rear)
        if len(shapes) > 1:
            here = sorted(space for space, *_ in self.laid.units)
            at = next((place for place, shape in enumerate(shapes) if sorted(shape) == here), 0)
            following = shapes[(at + 1) % len(shapes)]
            yield BoardWay(gettext("Other side longer"), self.href(lay=self._text(poured(units, following))))

    def _enemies(self) -> Iterator[Choice]:
        others = [seat for seat, side in enumerate(self.battle.sides) if seat != self.below and not side.out]
        if len(others) > 1:
            wished = self.asked.get("at") or str(self.above)
            for seat in others:
                yield Choice(f"at={seat}", self.name(seat), is_chosen=str(seat) == wished)

    def _first_along(self) -> Iterator[Choice]:
        kinds = {space: kind for space, kind, _ in self.laid.units}
        if kinds.get(VANGUARD) is UnitKind.STANDARD:
            anyway = (UnitKind.BALLISTA, UnitKind.CATAPULT)
            yield Choice("", gettext("Nobody"), is_chosen=True)
            for space in ((FRONT, -1), (FRONT, 1)):
                if kinds[space] not in anyway:
                    yield Choice(f"with=f0>{name_of(space)}", self._at_words(planned_line(self.laid), space))

    @staticmethod
    def _at_words(line: UnitLine, space: Space) -> str:
        return f"{translated(UNIT_NAMES[line[space].kind])} ({words_of(space)})"

    # The attack -------------------------------------------------------------------------------------------------------

    @cached_property
    def _attack(self) -> str:
        asked, words = self.asked, ["attack"]
        others = [choice.value for choice in self._enemies()]
        if others:
            wished = f"at={asked.get('at') or self.above}"
            words.append(wished if wished in others else others[0])
        if command := asked.get("command", ""):
            words.append(command)
        along = ",".join(filter(None, (asked.get("with", ""), asked.get("and", ""))))
        if along:
            words.append(f"with={along}")
        if hold := asked.getlist("hold"):
            words.append(f"hold={','.join(hold)}")
        return " ".join(words)

    @cached_property
    def _refused(self) -> str:
        try:
            preview(self.battle, self.below, self._attack)
        except Refusal as refusal:
            return self.say(refusal)
        return ""

    @cached_property
    def _previewed(self) -> list[PreviewHit]:
        return [] if self._refused else preview(self.battle, self.below, self._attack)

    def _sheet(self) -> AttackSheet | None:
        options = self.options
        if options is None or not self.asked.get("sheet"):
            return None
        command = self.asked.get("command", "")
        commands = [Choice("", gettext("None"), is_chosen=not command)]
        for name, targets in self.commands.items():
            for target in targets:
                value = f"{name}={target}"
                words = f"{translated(_command_name(name))}: {self._target_words(name, target)}"
                commands.append(Choice(value, words, is_chosen=value == command))
        hits = (
            preview_words(hit, self.name(hit["at"][0]), is_across=self.is_across(hit["at"][0]))
            for hit in self._previewed
        )
        seen = (*self._vanguard_words(), *hits)
        return AttackSheet(
            move=self._attack,
            at=tuple(replace(each, value=each.value.removeprefix("at=")) for each in self._enemies()),
            commands=tuple(commands) if len(commands) > 1 else (),
            along=tuple(self._along(options["with"], self.asked.get("with", ""))),
            more=tuple(self._along(options["with_command"].get(command, ()), self.asked.get("and", ""))),
            hold=tuple(self._held(options["hold"])),
            seen=seen or ((gettext("It is seen to hit nobody."),) if not self._refused else ()),
            refused=self._refused,
        )

    def _vanguard_words(self) -> Iterator[str]:
        """Yield a sentence where the vanguard hits no unit, as the enemy's space ahead of it is vacant."""
        move = read_move(self._attack) if not self._refused else None
        if not isinstance(move, LineAttack):
            return
        faced = self.above if move.at is None else move.at
        is_vacant = VANGUARD not in self.battle.sides[faced].line
        if is_vacant and not any((self.below, name_of(VANGUARD)) in hit["by"] for hit in self._previewed):
            yield gettext("Your vanguard hits nobody: the space ahead of it is vacant.")

    def _along(self, chains: Iterable[str], chosen: str) -> Iterator[Choice]:
        line = self.battle.sides[self.below].line
        chains = list(chains)
        if chains:
            yield Choice("", gettext("Nobody"), is_chosen=not chosen)
        for each in chains:
            spaces = [space for pair in each.split(",") if (space := space_named(pair.split(">")[1]))]
            yield Choice(each, ", ".join(self._at_words(line, space) for space in spaces), is_chosen=each == chosen)

    def _held(self, names: Iterable[str]) -> Iterator[Choice]:
        chosen = self.asked.getlist("hold")
        for name in names:
            space = space_named(name)
            if space is not None:
                yield Choice(name, self._at_words(self.battle.sides[self.below].line, space), is_chosen=name in chosen)

    # Beside it --------------------------------------------------------------------------------------------------------

    @property
    def _has_hints(self) -> bool:
        return self.timed.terms.practice and self.is_due

    def _hint(self) -> str:
        if not self._has_hints or not self.asked.get("hint"):
            return ""
        if self.battle.phase is BattlePhase.DEPLOY:
            return gettext("Tap Lay for me: the strongest unit in the middle, Centurions at the ends.")
        return move_words(hint(self.battle, self.below))

    def _returns(self) -> Iterator[Choice]:
        if self.mine is None or self.timed.is_over or self._stands or self.timed.ask is not None:
            return
        for turn, _ in self.timed.turns[-2:]:
            if turn in (self.battle.turn, self.battle.turn - 1) and turn:
                yield Choice(str(turn), gettext("To the start of turn %(turn)s") % {"turn": turn})


def _command_name(name: str) -> str:
    return next(words for command, words in COMMAND_NAMES.items() if command == name)
