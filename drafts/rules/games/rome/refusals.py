"""Why a move of a battle is refused, in the order in which the reasons are checked.

NoSuchMove         bad_message         the line is none: no word of the notation, or a space that cannot be
StaleMoment        stale               turn or phase is past
NotYourMove        not_your_turn
NotNow             not_allowed         that move is none of this phase
OneCommand         one_command
NotInHand          not_in_hand         V16, V21: no such unit drawn, no such command in hand
NoUnit             no_unit
WrongUnit          wrong_unit
AlreadyUsed        already_used        V20
BadSpace           bad_space
BadPlan            bad_plan            V11, V45
MustPlace          must_place          V22
LineOpen           line_open           V19
ChooseEnemy        choose_enemy        V52
AlreadyAttacking   already_attacking   V27
OutOfReach         out_of_reach        V24
NoTarget           no_target
HandFull           hand_full           V21
NothingToUndo      nothing_to_undo
"""

from collections.abc import Mapping
from typing import ClassVar

from drafts.rules.errors import NotAllowed, NotYourTurn, Refusal, Stale
from drafts.rules.wording import Wording, gettext_noop


class NoSuchMove(Refusal):
    """A line that is no move of a battle."""

    code: ClassVar[str] = "bad_message"


class StaleMoment(Stale):
    """A move for a turn or phase that is past."""


class NotYourMove(NotYourTurn):
    """A move of a seat that the battle does not wait for."""


class NotNow(NotAllowed):
    """A move that is none of this phase."""


class OneCommand(Refusal):
    """A second command in a turn (V21)."""

    code = "one_command"


class NotInHand(Refusal):
    """A unit that was not drawn, or a command that is not in hand."""

    code = "not_in_hand"


class NoUnit(Refusal):
    """A space without a unit."""

    code = "no_unit"


class WrongUnit(Refusal):
    """A unit that cannot do that."""

    code = "wrong_unit"


class AlreadyUsed(Refusal):
    """An ability that was used in this turn (V20)."""

    code = "already_used"


class BadSpace(Refusal):
    """A space where the unit cannot go."""

    code = "bad_space"


class BadPlan(Refusal):
    """A plan of another shape, or of other units, than the rules say (V11, V45)."""

    code = "bad_plan"


class MustPlace(Refusal):
    """An attack before all drawn units are placed (V22)."""

    code = "must_place"


class LineOpen(Refusal):
    """An attack or the end of a turn with a line that is not closed (V19)."""

    code = "line_open"


class ChooseEnemy(Refusal):
    """An attack of column 0 without the one opponent that it needs (V52)."""

    code = "choose_enemy"


class AlreadyAttacking(Refusal):
    """A commanded or named unit that attacks anyway (V27)."""

    code = "already_attacking"


class OutOfReach(Refusal):
    """A commanded or named unit that reaches no enemy space (V24)."""

    code = "out_of_reach"


class NoTarget(Refusal):
    """A commanded or named unit that would hit nobody."""

    code = "no_target"


class HandFull(Refusal):
    """The end of a turn with more than seven commands in hand (V21)."""

    code = "hand_full"


class NothingToUndo(Refusal):
    """A move back where nothing can be taken back."""

    code = "nothing_to_undo"


IN_ORDER: tuple[type[Refusal], ...] = (
    NoSuchMove,
    StaleMoment,
    NotYourMove,
    NotNow,
    OneCommand,
    NotInHand,
    NoUnit,
    WrongUnit,
    AlreadyUsed,
    BadSpace,
    BadPlan,
    MustPlace,
    LineOpen,
    ChooseEnemy,
    AlreadyAttacking,
    OutOfReach,
    NoTarget,
    HandFull,
    NothingToUndo,
)
"""All reasons; where several hold, the first of them is given."""

STALE = gettext_noop("That moment is over.")
NOT_YOUR_TURN = gettext_noop("It is not your turn.")
REFUSALS: Mapping[str, Wording] = {
    "one_command": gettext_noop("One command a turn."),
    "not_in_hand": gettext_noop("You do not hold that."),
    "no_unit": gettext_noop("No such unit there."),
    "wrong_unit": gettext_noop("It cannot do that."),
    "already_used": gettext_noop("Done already in this turn."),
    "bad_space": gettext_noop("Not there."),
    "bad_plan": gettext_noop("Your line needs another shape."),
    "must_place": gettext_noop("Place what you drew first."),
    "line_open": gettext_noop("Close your line first."),
    "choose_enemy": gettext_noop("Choose whom to attack."),
    "already_attacking": gettext_noop("It attacks anyway."),
    "out_of_reach": gettext_noop("It reaches no enemy space."),
    "no_target": gettext_noop("It would hit nobody."),
    "hand_full": gettext_noop("Discard down to seven."),
    "nothing_to_undo": gettext_noop("Nothing to take back."),
}
"""The sentences for the codes that only this game has."""
