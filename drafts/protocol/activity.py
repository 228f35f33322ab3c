"""The type of an activity: a stage of an event with a history of its own, and all that the site has to know of it."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple

from drafts.protocol.messages.events import BuildClockPart, SeatNightPart
from drafts.protocol.messages.states import NightPart, OwnNightPart
from drafts.protocol.parse import Request
from drafts.rules.errors import NotAllowed, Refusal
from drafts.rules.ids import FighterId
from drafts.rules.night.rights import Rights
from drafts.rules.night.stages import Stage
from drafts.store.stages import LiveT, Reach, StageKind


class Watcher(NamedTuple):
    """The viewer that a part of a `state` message is for.

    `phase` is what the event shows as its phase, `table` the number of the table that is looked at; officials look at
    all. `sees_cards`: the log has opened for them, so that no drafted card is a secret. `battle` is the fight that a
    spectator has asked for, 0 for none.
    """

    rights: Rights
    phase: str
    table: int
    fighter: FighterId | None = None
    sees_cards: bool = False
    battle: int = 0


View = Callable[[Watcher], NightPart]


@dataclass(frozen=True, kw_only=True)
class Activity(Generic[LiveT]):
    """A kind of stage, and what its viewers know of it.

    `messages` are the requests about it, each with the phases in which it is answered. Their kinds and fields are those
    of the moves. Officials may make them too where `officials` says so. `view` makes, of all stages of this kind in an
    event (by number), the function that says what a viewer sees of them: nothing else hides anything. `reach` returns
    the viewers for whom that has changed. Moves of the kinds in `private` are announced only to the fighters whom they
    reach. The value of `told` changes with every act that the organizer's panel shows.

    `own` is what only a fighter sees of a stage, in `you`; `seats` what everybody sees of each fighter's seat, and
    `clock` what takes the place of a table's clock while the event is at this stage. In other phases a message is
    refused as `otherwise`, those of `refused_as` as it says.

    Stages of a kind differ by their `number`, and are about the table `table`, 0 for all; `number_of` is that which a
    message is about, None for that of the table. `amend` adds to what the other activities say to a viewer.
    """

    kind: StageKind[LiveT, Any]
    messages: Mapping[type[Request], Collection[Stage]]
    view: Callable[[Mapping[int, LiveT]], View]
    reach: Callable[[LiveT, LiveT], Reach]
    officials: bool = False
    private: Collection[str] = ()
    told: Callable[[LiveT], object] = lambda live: ()
    own: Callable[[LiveT, FighterId], OwnNightPart] | None = None
    seats: Callable[[LiveT], Mapping[FighterId, SeatNightPart]] | None = None
    clock: Callable[[LiveT], BuildClockPart] | None = None
    otherwise: type[Refusal] = NotAllowed
    refused_as: Mapping[type[Request], type[Refusal]] = field(default_factory=dict)
    table: Callable[[LiveT], int] = lambda live: live.number
    number_of: Callable[[Request], int | None] = lambda message: None
    amend: Callable[[Mapping[int, LiveT]], Callable[[NightPart], NightPart]] | None = None

    def refusal_of(self, message: Request) -> Refusal:
        """Return why a message is refused in a phase that is none of its own."""
        return self.refused_as.get(type(message), self.otherwise)()


AnyActivity = Activity[Any]
