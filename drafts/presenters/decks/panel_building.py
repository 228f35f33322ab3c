"""Values that the pages of officials show about decks that are built, and commanders."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from drafts.presenters.clocks import clock_words


class PanelBuilder(NamedTuple):
    """A fighter who builds a deck at a table; `progress` as in `Building.progress`. A `guest` has no phone.

    `auto`: the server registered the deck. `has_begun`: its fighter built something of it.
    """

    fighter: int
    name: str
    table: int
    progress: str
    guest: bool = False
    auto: bool = False
    has_begun: bool = True


@dataclass(frozen=True, slots=True)
class PanelBuilding:
    """The building of the decks (M20): how far each fighter is, and the clock, whose `deadline` is as in PanelRound.

    `is_going`: decks are built now. Later they are still checked.
    """

    people: Sequence[PanelBuilder]
    deadline: str | None
    left: float | None
    paused: bool
    is_locked: bool
    is_going: bool

    @property
    def registered(self) -> int:
        """How many have registered a deck."""
        return sum(person.progress == "registered" for person in self.people)

    @property
    def guests_without(self) -> list[PanelBuilder]:
        """The guests who have registered no deck, as long as they can."""
        is_open = self.is_going and not self.is_locked
        return [person for person in self.people if is_open and person.guest and person.progress != "registered"]

    @property
    def filled(self) -> list[PanelBuilder]:
        """Those whose decks the server registered with what they had built."""
        return [person for person in self.people if person.auto and person.has_begun]

    @property
    def lands_alone(self) -> list[PanelBuilder]:
        """Those whose decks the server registered though they had built nothing."""
        return [person for person in self.people if person.auto and not person.has_begun]

    @property
    def is_waited_for(self) -> bool:
        """Whether a deck is still to be registered."""
        return self.is_going and not self.is_locked and self.registered < len(self.people)

    @property
    def clock(self) -> str:
        """The time left as text, "" where nothing is timed."""
        return clock_words(self.deadline, self.left, minutes=True)

    @property
    def is_timed(self) -> bool:
        """Whether there is a clock that runs or can run on."""
        return not self.is_locked and (self.deadline is not None or self.left is not None)


class PanelCommander(NamedTuple):
    """The commander of a fighter at a table, "" before it is named (M35). A `guest` has no phone."""

    fighter: int
    name: str
    table: int
    commander: str
    guest: bool
