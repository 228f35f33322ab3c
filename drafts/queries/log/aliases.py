"""By which names a reader is told of the fighters of an event."""

from drafts.models import Event
from drafts.rules.night.rights import Rights
from drafts.store.aliases import Names, aliases_of

__all__ = ["Names", "names_for"]


def names_for(event: Event, rights: Rights) -> Names | None:
    """Return the names by which a reader with these rights is told of fighters; None: the real ones."""
    return None if rights.belongs or not event.hide_names else aliases_of(event)
