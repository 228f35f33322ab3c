"""Values that the pages of officials show about the sharing, made of the messages of their socket."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from drafts.models import Policy
from drafts.presenters.clocks import clock_words


@dataclass(frozen=True, slots=True)
class PanelSharer:
    """A fighter who shares the cards of a table, and how many they have been given. `gone`: they have left."""

    fighter: int
    name: str
    cards: int
    gone: bool
    has_turn: bool


@dataclass(frozen=True, slots=True)
class PanelShare:
    """The sharing at a table (R19). `deadline` is the end of the turn, `seconds_left` what is left while it stands.

    `left` is how many cards the pool has, `pool` these as the protocol sends them, by their numbers: none to a judge.
    `last_card` is what was taken last, None before.
    """

    table: int
    is_random: bool
    is_over: bool
    is_going: bool
    paused: bool
    deadline: str | None
    seconds_left: float | None
    people: Sequence[PanelSharer]
    rarity: str
    left: int
    pool: Sequence[Mapping[str, Any]]
    last_card: Mapping[str, Any] | None
    last_name: str
    last_by_wish: bool

    @property
    def clock(self) -> str:
        """The time left in the turn as text, "" where it has no clock."""
        return clock_words(self.deadline, self.seconds_left)

    @property
    def is_timed(self) -> bool:
        """Whether the turn has a clock."""
        return self.deadline is not None or self.seconds_left is not None

    @property
    def turn(self) -> PanelSharer | None:
        """The one whose turn it is, None once all is shared."""
        return next((person for person in self.people if person.has_turn), None)


def panel_share(part: Mapping[str, Any]) -> PanelShare:
    """Return the sharing at a table (`protocol.messages.sharing.SharePart`, as JSON)."""
    last = part["last"]
    names = {person["fighter"]: person["name"] for person in part["people"]}
    return PanelShare(
        table=part["table"],
        is_random=part["policy"] == Policy.RANDOM,
        is_over=part["over"],
        is_going=part["turn"] is not None,
        paused=part["paused"],
        deadline=part["deadline"],
        seconds_left=part["seconds_left"],
        people=[PanelSharer(**person, has_turn=person["fighter"] == part["turn"]) for person in part["people"]],
        rarity=part["rarity"] or "",
        left=part["left"],
        pool=sorted(part["pool"], key=lambda card: (card["number"], card["id"])),
        last_card=last and last["card"],
        last_name=names[last["fighter"]] if last else "",
        last_by_wish=bool(last) and last["by_wish"],
    )
