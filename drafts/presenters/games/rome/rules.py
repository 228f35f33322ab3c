"""The rules of Vanguard: Rome for people: the clauses V1 to V54 in plain words, with diagrams."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from drafts.drawings.games.rome_table import LineTable, line_table
from drafts.languages import translated
from drafts.presenters.games.rome.faces import RomeCard, command_faces, unit_faces
from drafts.presenters.games.rome.lines import DrawnLines, field_of


class Diagram(NamedTuple):
    """Lines, or a table with three or four, and what they show in words; the words say all that the drawing does."""

    words: str | Promise
    field: DrawnLines | None = None
    table: LineTable | None = None


@dataclass(frozen=True, slots=True)
class RuleClause:
    """A rule under its number. `card` is the unit or the command that it is about, if it is about one."""

    number: int
    words: tuple[str | Promise, ...]
    card: RomeCard | None = None
    diagrams: tuple[Diagram, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleSection:
    """Rules of one subject, in the order of their numbers."""

    slug: str
    title: str | Promise
    clauses: tuple[RuleClause, ...]

    @property
    def has_cards(self) -> bool:
        """Whether its rules are about cards, each one about one."""
        return self.clauses[-1].card is not None


GAME = {
    1: _("Two play, or three or four."),
    2: _(
        "For a first game, play with the front row alone (five cards each), without commands, or both. Add the rest "
        "when you know the units."
    ),
    3: _(
        "The text of a card beats a rule, and a text that forbids beats one that allows: an Archer kills whatever it "
        "hits, but not Infantry."
    ),
    4: _("There is one deck of 60 units and one of 40 commands, and all players draw from them (but see V51)."),
}
LINE = {
    5: _(
        "Your units stand in two rows, front and rear, which are five spaces wide at first. V17 makes them longer, "
        "without a limit."
    ),
    6: _(
        "The space in the middle of the front row is the vanguard’s. It stays where it is, and is marked with a "
        "coin. The unit in it attacks each turn; others attack only where a card says so. It moves only where a card "
        "says so."
    ),
    7: _(
        "Adjacent are the spaces to the left and to the right in the same row, and the other row of the same column. "
        "Only your own units are adjacent to yours."
    ),
    8: _(
        "Units attack straight across. From the front row, the first space is the enemy’s front and the second the "
        "enemy’s rear. From the rear row, the first space is your own front and the second the enemy’s front. Empty "
        "spaces count. Players never hit their own units, except in a Stampede (V48)."
    ),
    9: _(
        "Front units stand face up, rear units face down. Of a face-down unit others know only that it is there. It "
        "is turned up when it is an Elephant, comes to the front, attacks and hits, is hit, switches or is switched, "
        "drives or is mounted, is moved by a command, or when its bonus or its protection counts; a unit that steps "
        "back stays up, until Nightfall. Drawn units and the hand are secret, but not their number. Killed units, "
        "discarded cards and the sizes of the decks are known to all, the order of a deck to nobody."
    ),
}
BEGINNING = {
    10: _("Ten units are dealt to each player, and no commands."),
    11: _("All lay them face down in two rows of five, in any order, at the same time."),
    12: _(
        "Then all front units are turned up, and all attack once, together: the vanguards, and Ballistas, Catapults "
        "and Cavalry in front. Rear units rest, and no unit switches or drives. A Standard in the vanguard takes a "
        "unit along."
    ),
    13: _(
        "The first turn goes to the only player whose vanguard lives; else to the one who killed more units; else to "
        "the one whose killed units had more power. With three or four, those with a vanguard are compared first, "
        "then kills, then power. A kill counts for everybody who hit the unit."
    ),
    14: _(
        "If that decides nothing, all take up the units that are left, draw up to ten, and lay their lines again. "
        "Kills are counted anew."
    ),
    15: _("From then on players take turns; three or four go clockwise."),
}
TURN = {
    16: _(
        "At the start of your turn you draw a unit and a command. When a deck is empty its discarded cards are "
        "shuffled and become the deck; when there are none of these either, nothing is drawn."
    ),
    17: _(
        "You place the drawn unit in the vanguard’s space if it is vacant, in a vacant front space, or next to the "
        "outermost column of your line on either side. Never in the rear. All drawn units are placed before the "
        "attack."
    ),
    18: _(
        "To shift is to close gaps, before the attack. Forward: a rear unit steps alone into the vacant front space "
        "of its column. Inward: a unit, with all that stand side by side outwards from it, moves one column towards "
        "the middle if that space is vacant. Each row shifts by itself, one step at a time, whether it is needed or "
        "not."
    ),
    19: _(
        "A line is closed when the front has no gap, the vanguard’s space is taken, and each rear unit stands behind "
        "a front unit. The rear may have gaps. Your line must be closed when you attack and when your turn ends. An "
        "open line can always be closed."
    ),
    20: _(
        "An ability that you use yourself can be used once a turn for each unit, before the attack, in your own turn."
    ),
    21: _(
        "You may play one command a turn, before the attack (a Retreat after it), and hold seven at the end of your "
        "turn. If you have eight, you discard one face up."
    ),
    22: _(
        "Placing a unit and closing the line are required, a command is not, and the order is yours. A line that is "
        "closed need not shift."
    ),
}
ATTACK = {
    23: _(
        "A turn ends with the attack, always: the vanguard; Ballistas, Catapults and Cavalry; the unit of a command; "
        "and the units that Standards take along."
    ),
    24: _(
        "A unit hits the first space ahead of it, if its card does not say else. So rear units hit nothing, except "
        "Catapults, and units of a Stampede or a Volley."
    ),
    25: _(
        "Power is what is printed, +2 for a Centurion in its places (V35), +1 on a Chariot. An attacking unit has +1 "
        "for each adjacent Slinger, an attacked unit +1 beside a Consul; several Consuls do not add up. Face-down "
        "units count."
    ),
    26: _(
        "All attacks happen together. A unit dies when an Archer to which it is not immune hits it, or when the "
        "power of all others that hit it adds up to its own or more. Attackers lose nothing."
    ),
    27: _(
        "Damage is not remembered. A unit attacks once a turn, so a unit that attacks anyway cannot be named by a "
        "command or taken along."
    ),
    28: _("Killed units are discarded. A unit on a Chariot is one kill, and two cards."),
    29: _("When a line has no units left after an attack, the game is over."),
}
UNITS = {
    30: _(
        "Power stands on both sides of a unit’s name. Mounted units, by themselves or on a Chariot, are not "
        "protected by Infantry and are never put on a Chariot."
    ),
}
MORE: Mapping[int, str | Promise] = {
    33: _(
        "From the front row that is the enemy’s rear, from the rear row the enemy’s front. In the vanguard it "
        "attacks always."
    ),
    34: _("This is for Cavalry in front and not in the middle. It needs no command."),
    35: _("It does not switch with an empty space. In the rear its power is 2."),
    36: _(
        "It goes on to another unit, to a space of V17, or to a vacant rear space behind a front unit. In a space of "
        "its own it is a unit that can only mount. A unit carries one Chariot."
    ),
    38: _("The Stampede of an enemy is described in V48."),
    39: _("That holds for Infantry on a Chariot too."),
    41: _("Slingers do not help an Archer, nor in defence."),
    43: _("From the rear space behind the vanguard it may go to either flank."),
    45: _(
        "The front has half of the units, or one or two more: 4 and 3 of seven, 5 and 3 of eight, 5 and 4 of nine, 5 "
        "and 5 of ten. Odd rows are centred; an even row is one longer on the side that you like. Each rear unit "
        "stands behind a front unit. Then the front is turned up."
    ),
    47: _("Rear means a vacant space behind a front unit, or behind the middle."),
    48: _(
        "From the rear your Elephant hits the enemy’s front only. The kill of an enemy’s Elephant is yours, and it "
        "hits with the power that it attacks with."
    ),
    50: _("The range is yours to choose."),
}
"""The rules that cards do not say, by their clauses."""
OTHERS = {
    51: _(
        "Two players may have decks of their own: half of each kind, 30 units and 20 commands, with discards of "
        "their own."
    ),
    52: _(
        "With three or four, your left columns face the right ones of your left neighbour, and your right columns "
        "the left ones of your right neighbour. The middle column attacks one opponent whom you name, in the first "
        "attack too."
    ),
    53: _(
        "With three or four, the first line that is destroyed ends the game. Those who stand are ranked by kills, "
        "then by the power of what they killed, and share a place where both are equal; destroyed players share the "
        "last place. An event may play to the last line instead: destroyed players leave the ring, and it closes."
    ),
    54: _(
        "An event may end games after a number of turns, and the organizer may end one at any time. The ranking of "
        "V53 decides."
    ),
}


def rules_of_rome() -> tuple[RuleSection, ...]:
    """Return all rules, V1 to V54, in the active language."""
    units, commands = unit_faces(), command_faces()
    return (
        _section("game", _("The game"), GAME),
        _section("line", _("The line"), LINE),
        _section("beginning", _("The first attack"), BEGINNING),
        _section("turn", _("Your turn"), TURN),
        _section("attack", _("The attack"), ATTACK),
        RuleSection(
            "units",
            _("The units"),
            (*_section("", "", UNITS).clauses, *(_of_card(31 + at, card) for at, card in enumerate(units))),
        ),
        RuleSection("commands", _("The commands"), tuple(_of_card(43 + at, card) for at, card in enumerate(commands))),
        _section("others", _("Other ways to play"), OTHERS),
    )


def _section(slug: str, title: str | Promise, rules: Mapping[int, str | Promise]) -> RuleSection:
    diagrams = _diagrams()
    return RuleSection(
        slug,
        title,
        tuple(RuleClause(number, (words,), diagrams=diagrams.get(number, ())) for number, words in rules.items()),
    )


def _of_card(number: int, card: RomeCard) -> RuleClause:
    more = (MORE[number],) if number in MORE else ()
    return RuleClause(number, (translated(card.text), *more), card=card, diagrams=_diagrams().get(number, ()))


def _diagrams() -> dict[int, tuple[Diagram, ...]]:
    return {
        5: (
            Diagram(
                _(
                    "The ten spaces at the start. f is the front, r the rear; columns are counted from the "
                    "vanguard’s, f0."
                ),
                field_of("*.", names=True),
            ),
        ),
        7: (
            Diagram(
                _("Three units are adjacent to the Consul: on its left, on its right, and behind it."),
                field_of("In *Co Sl | . Ar .", marks="f0:selected f-1:lit f1:lit r0:lit", columns=3),
            ),
        ),
        8: (
            Diagram(
                _("Each column faces the one across. The vanguard and a Ballista hit the first space ahead of them."),
                field_of("In In *Pr Ba In", "In Sl *Ce In Ar", hits="f0>f0 f1>f-1", rear=False),
            ),
        ),
        18: (
            Diagram(
                _("A gap can be closed from the side or from behind: two ways to make this line whole."),
                field_of("In . *In | Sl St Co", moves="f-2>f-1 r-1>f-1"),
            ),
        ),
        26: (
            Diagram(
                _("The Slingers in front and behind lift the vanguard from 3 to 5. The Elephant, with power 5, dies."),
                field_of("In Sl *Cv In | . . Sl .", "In *El In", hits="f0>f0"),
            ),
        ),
        33: (
            Diagram(
                _("A Catapult hits two spaces ahead: over the enemy’s front, or over your own."),
                field_of("In In *Pr Ca | . Ca . .", "In In *Ce In | Sl Ar St .", hits="f1>r-1 r-1>f1"),
            ),
        ),
        34: (
            Diagram(
                _("No enemy stands across from this Cavalry: it hits the end of that flank."),
                field_of("*In In In Cv", "St St *El Pr Sl", hits="f3>f-2", columns=7, rear=False),
            ),
        ),
        48: (
            Diagram(
                _("Your Elephant goes through both rows of its column."),
                field_of("In *In El", "In Pr *El In | . St . .", hits="f1>f-1 f1>r-1"),
            ),
        ),
        52: (
            Diagram(
                _("Three players: each left flank, blue, faces the right flank, red, of the player to its left."),
                table=line_table(3),
            ),
            Diagram(_("Four players: the middle column attacks any one of the three, by choice."), table=line_table(4)),
        ),
        50: (
            Diagram(
                _("An Archer in the rear shoots over your own front with a Volley of two spaces."),
                field_of("*Sl In | . Ar", "El *El", hits="r1>f-1"),
            ),
        ),
    }
