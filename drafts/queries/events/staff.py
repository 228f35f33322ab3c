"""The links of an event's judges: which there are, and which still hold."""

from collections.abc import Collection, Iterable

from drafts.models import Event, StaffLink
from drafts.rules.ids import StaffId


def standing_links(links: Iterable[StaffId]) -> set[StaffId]:
    """Return those of the links (by row id) that were not revoked."""
    rows = StaffLink.objects.filter(id__in=set(links), revoked_at=None)
    return {StaffId(link) for link in rows.values_list("id", flat=True)}


def links_of(event: Event) -> tuple[list[StaffLink], list[StaffLink]]:
    """Return the links of an event that hold, and those that were revoked, each oldest first."""
    links = list(event.staff.order_by("id"))
    return [link for link in links if not link.revoked_at], [link for link in links if link.revoked_at]


def names_of_judges(event: int, links: Collection[int] | None = None) -> dict[int, str]:
    """Return the names of an event's judges by the row ids of their links; of these links, where they are given."""
    rows = StaffLink.objects.filter(event=event)
    return dict((rows if links is None else rows.filter(id__in=links)).values_list("id", "name"))
