"""Every address of the site, read from its patterns, so that a new page cannot be forgotten."""

import re
from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver

from drafts.models import Card, CardSet, Event

PART = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>[^)]*\)")


def every_address(event: Event) -> list[str]:
    """Return an address for each pattern, about this event and its first fighter where it is about one."""
    fighter = event.fighters.first()
    values = {
        "code": event.code,
        "token": fighter.token if fighter else "x" * 43,
        "action": "start",
        "number": "1",
        "table": "1",
        "seat": "0",
        "comment": "1",
        "game": "vanguard",
        "picture": "owl-with-lamp",
        "slug": "gold-lions",
        "language": "xx",
        "version": "0",
        "uidb64": "MQ",
        "name": f"{0:032}.png",
        "app_label": "drafts",
        "url": "nowhere",
        "id": "1",
        "content_type_id": "1",
        "rest": "nowhere",
    }
    return sorted({f"/{_filled(route, values)}" for route in _routes(get_resolver(), "")})


def pages_of(event: Event) -> list[str]:
    """Return the addresses about an event that show pages; the others give files, and pages only where they refuse."""
    ours = [address for address in every_address(event) if event.code in address]
    return [address for address in ours if "." not in address.rpartition("/")[2]]


def _routes(resolver: URLResolver, before: str) -> Iterator[str]:
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield route
        else:
            yield from _routes(pattern, route)


def _filled(route: str, values: dict[str, str]) -> str:
    own = {"object_id": _object_of(route)}
    if route.startswith(("sets/", "api/v1/sets/")):
        own["code"] = CardSet.objects.values_list("code", flat=True)[0]
    return PART.sub(lambda part: (values | own)[part[1] or part[2]], route).replace("^", "").replace("$", "")


def _object_of(route: str) -> str:
    return str(Card.objects.values_list("id", flat=True)[0]) if "/card/" in route else "1"
