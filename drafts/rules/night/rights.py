"""What somebody may do and see in an event. What they may see of the cards, `rules/draft/view` says."""

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """What a connection is called by its rights, where connections are counted, stored and logged."""

    ORGANIZER = "organizer"
    FIGHTER = "fighter"
    SPECTATOR = "spectator"


class LogVisibility(StrEnum):
    """Whom the organizer lets read the log."""

    FIGHTERS = "fighters"
    PUBLIC = "public"
    ORGANIZER = "organizer"


@dataclass(frozen=True, slots=True)
class Rights:
    """The rights of one person or one connection in an event. The organizer may be one of its fighters too."""

    organizes: bool = False
    fights: bool = False

    @property
    def role(self) -> Role:
        """What a connection with these rights is called."""
        if self.organizes:
            return Role.ORGANIZER
        return Role.FIGHTER if self.fights else Role.SPECTATOR

    @property
    def belongs(self) -> bool:
        """Whether the person is the event's organizer or a fighter of it, and its code no news to them."""
        return self.organizes or self.fights

    def may_read_log(self, visibility: LogVisibility, *, all_drafted: bool) -> bool:
        """Whether the log, with every card of every fighter in it, is open: never before all have drafted.

        A draft that was stopped counts as drafted; its log holds only the packs that were opened.
        """
        if not all_drafted:
            return False
        if self.organizes or visibility is LogVisibility.PUBLIC:
            return True
        return visibility is LogVisibility.FIGHTERS and self.fights
