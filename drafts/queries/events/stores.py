"""The settings and templates of a store for all of its events."""

from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth.models import User

from drafts.importers.time_zones import zone_named
from drafts.models import Event, EventTemplate, Store
from drafts.prepared import Prepared

_STORE = Prepared(lambda: Store.objects.defer("logo").filter(owner=0).order_by())


def store_of(user: User) -> Store:
    """Return the profile of an organizer's store; an empty one, which is not stored, where they have none yet."""
    return Store.objects.select_related("usual").defer("logo").filter(owner=user).first() or Store(owner=user)


def store_of_event(event: Event) -> Store | None:
    """Return the profile of the store that an event is in, if it has one."""
    return _STORE.first(event.organizer_id) if event.organizer_id else None


def zone_of(user: User) -> ZoneInfo:
    """Return the time zone of an organizer's store."""
    return zone_named(store_of(user).time_zone)


def templates_of(user: User) -> list[EventTemplate]:
    """Return the settings that an organizer keeps under names."""
    return list(EventTemplate.objects.filter(owner=user).order_by("name"))


def settings_to_begin_with(user: User, template: str) -> dict[str, Any]:
    """Return the settings of a template (by row id), else those that are usual in the store, as a form takes them."""
    if template.isascii() and template.isdecimal() and len(template) < 10:
        found = EventTemplate.objects.filter(owner=user, id=int(template)).first()
        return dict(found.settings) if found else {}
    usual = store_of(user).usual
    return dict(usual.settings) if usual else {}
