"""Values that the pages of officials show about standings, made of the messages of their socket.

Those of places can be hashed: their rows are kept (`templatetags.rows`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from drafts.presenters.fights.standings import FighterPlace


class PanelFighter(NamedTuple):
    """A fighter of a side in the standings, with the name of their commander (M35), "" without one."""

    fighter: int
    name: str
    dropped: bool
    commander: str = ""


@dataclass(frozen=True, slots=True)
class PanelPlace(FighterPlace):
    """A place; `ties` say in sentences what separates the side from others of equal points."""

    ties: tuple[str, ...]
    fighters: tuple[PanelFighter, ...]

    @property
    def is_out_by_emperor(self) -> bool:
        """Whether the side has dropped out, and not all of it: its emperor has (M37)."""
        return self.dropped and not all(one.dropped for one in self.fighters)


@dataclass(frozen=True, slots=True)
class PanelGroup:
    """The standings of a table, or with `number` 0 of all. `champions`: the names of the sides in the first place."""

    number: int
    places: Sequence[PanelPlace]

    @property
    def champions(self) -> list[str]:
        """The names of the sides in the first place, once a fight is decided."""
        return [place.name for place in self.places if place.rank == 1 and self.has_results]

    @property
    def has_results(self) -> bool:
        """Whether a fight is decided; a bye counts as won, without a loser."""
        return any(place.drawn or place.lost for place in self.places)


def panel_place(place: Mapping[str, Any], ties: Mapping[str, str]) -> PanelPlace:
    """Return a place (`protocol.messages.fights.StandingPart`, as JSON). `ties`: sentences by kind of tie-breaker."""
    return PanelPlace(
        **{name: place[name] for name in ("fighter", "rank", "name", "points", "won", "drawn", "lost", "dropped")},
        ties=tuple(ties[tie["by"]] % {"value": tie["text"]} for tie in place["ties"]),
        fighters=tuple(PanelFighter(**fighter) for fighter in place["fighters"]),
    )
