"""The time zones that there are."""

from functools import cache
from zoneinfo import ZoneInfo, available_timezones

UTC = "UTC"
_NO_PLACES = ("Etc/", "SystemV/", "US/", "posix/", "right/")


@cache
def time_zones() -> tuple[str, ...]:
    """Return the names of all time zones of places, and UTC, in their order."""
    places = (name for name in available_timezones() if "/" in name and not name.startswith(_NO_PLACES))
    return (UTC, *sorted(places))


def zone_named(name: str) -> ZoneInfo:
    """Return a time zone; UTC for a name that is not known here."""
    return ZoneInfo(name if name in time_zones() else UTC)
