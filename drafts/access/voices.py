"""In whose name the sender of a request may comment on a log."""

from typing import NamedTuple

from django.http import HttpRequest

from drafts.access.rights import rights_of
from drafts.access.seats import seats_of
from drafts.models import Event, Fighter

ORGANIZER = "organizer"


class Voice(NamedTuple):
    """A fighter whose seat the session holds, or the organizer where there is none."""

    fighter: Fighter | None

    @property
    def value(self) -> str:
        """The value of this voice in a form: `organizer`, or the fighter's row id."""
        return ORGANIZER if self.fighter is None else str(self.fighter.id)


def voices_of(request: HttpRequest, event: Event) -> list[Voice]:
    """Return in whose names this session may comment, the first one if it does not say: its own seat before guests'.

    The organizer comes last; of an imported event there is no other.
    """
    voices = [] if event.imported else [Voice(fighter) for fighter in seats_of(request.session, event)]
    return [*voices, Voice(None)] if rights_of(request, event).organizes else voices
