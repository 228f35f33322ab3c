"""The rights of a person in an event. Which cards they may see is in `rules/draft/view`."""

from dataclasses import dataclass
from enum import StrEnum

from drafts.rules.decks import DeckSource
from drafts.rules.night.stages import Stage


class Role(StrEnum):
    """The name of a connection by its rights, where connections are counted, stored and logged."""

    ORGANIZER = "organizer"
    JUDGE = "judge"
    FIGHTER = "fighter"
    SPECTATOR = "spectator"


class LogVisibility(StrEnum):
    """The people whom the organizer lets read the log."""

    FIGHTERS = "fighters"
    PUBLIC = "public"
    ORGANIZER = "organizer"


class LogOpens(StrEnum):
    """The moment at which the log of an event opens: when all have drafted, or when the fights are over."""

    DRAFTED = "drafted"
    FOUGHT = "fought"


def has_log_opened(opens: LogOpens, stage: Stage) -> bool:
    """Whether the log is open in an event at this stage.

    A draft that was stopped counts as drafted; its log holds only the packs that were opened.
    """
    return stage.is_after_fights if opens is LogOpens.FOUGHT else stage.is_after_draft


def have_decks_opened(source: DeckSource, opens: LogOpens, stage: Stage) -> bool:
    """Whether decks are open at this stage: piles together with the log, which shows them, others after the fights."""
    return has_log_opened(opens, stage) if source is DeckSource.PILE else stage.is_after_fights


def has_seed_opened(stage: Stage, *, draws_in_secret: bool) -> bool:
    """Whether the seed of an event reveals nothing that is still hidden at this stage.

    `draws_in_secret`: after the draft, too, things are drawn from it that stay hidden for a while, such as avatars and
    planes (M27, M38).
    """
    return stage.is_after_fights or not draws_in_secret


@dataclass(frozen=True, slots=True)
class Rights:
    """The rights of one person or one connection in an event. Its organizer and its judges may be its fighters too."""

    organizes: bool = False
    fights: bool = False
    judges: bool = False

    @property
    def role(self) -> Role:
        """The role of a connection with these rights."""
        if self.organizes:
            return Role.ORGANIZER
        if self.judges:
            return Role.JUDGE
        return Role.FIGHTER if self.fights else Role.SPECTATOR

    @property
    def belongs(self) -> bool:
        """Whether the person is the event's organizer, a judge or a fighter, and so knows its code."""
        return self.organizes or self.judges or self.fights

    @property
    def officiates(self) -> bool:
        """Whether they officiate at all tables, as the organizer or as a judge."""
        return self.organizes or self.judges

    def may_read_log(self, visibility: LogVisibility, *, opened: bool) -> bool:
        """Whether the log, with every card of every fighter in it, may be read: never before it has `opened`.

        The decks are read by the same people, once they have opened.
        """
        if not opened:
            return False
        if self.organizes or visibility is LogVisibility.PUBLIC:
            return True
        return visibility is LogVisibility.FIGHTERS and self.fights
