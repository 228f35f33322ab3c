"""Links between the events of one series: viewers of an event are notified of the one that follows it."""

from django.db.models import Q

from drafts.models import Event
from drafts.rules.ids import EventId
from drafts.services.announce import announce_change
from drafts.store.changes import lock_tables, renew_tables


def locked_in_series(event_id: EventId) -> Event:
    """Lock an event with those before and after it, and return it. To be called in a transaction.

    Tables are locked first, then events by id, the order that `lock_tables` demands.
    """
    near = Q(id=event_id) | Q(follower=event_id) | Q(follows=event_id)
    ids = [EventId(event) for event in Event.objects.filter(near).values_list("id", flat=True)]
    lock_tables(tables=[], events=ids)
    locked = Event.objects.select_for_update(no_key=True).filter(id__in=ids).order_by("id")
    found = next((event for event in locked if event.id == event_id), None)
    if found is None:
        raise Event.DoesNotExist
    return found


def announce_next_draft(event: Event) -> None:
    """Announce that another event follows this one, or no longer does. To be called in a transaction.

    The tables of the event get a new version, whose views show it.
    """
    announce_change(EventId(event.id), renew_tables(event.draft.id))


def leave_series(event: Event) -> None:
    """Take an event out of its series. To be called in a transaction that has locked it with the one before."""
    before = event.follows
    if before is None:
        return
    Event.objects.filter(id=event.id).update(follows=None)
    event.follows = None
    announce_next_draft(before)
