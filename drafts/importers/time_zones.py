"""The time zones that there are."""

from functools import cache
from zoneinfo import ZoneInfo, available_timezones

UTC = "UTC"
_NO_PLACES = ("Etc/", "SystemV/", "US/", "posix/", "right/")


@cache
def _all_names() -> frozenset[str]:
    return frozenset(available_timezones())


@cache
def time_zones() -> tuple[str, ...]:
    """Return the names of all time zones of places, and UTC, in their order."""
    places = (name for name in _all_names() if "/" in name and not name.startswith(_NO_PLACES))
    return (UTC, *sorted(places))


def zone_of_browser(name: str, otherwise: ZoneInfo) -> ZoneInfo:
    """Return the time zone that a browser names, also by an older name; `otherwise` where none is known by it."""
    return ZoneInfo(name) if name in _all_names() else otherwise


def zone_named(name: str) -> ZoneInfo:
    """Return a time zone; UTC for a name that is not known here."""
    return ZoneInfo(name if name in time_zones() else UTC)
