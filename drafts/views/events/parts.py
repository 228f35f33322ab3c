"""The parts of an official's page that have changed: the page itself, requested again by its script.

The script (static/js/events/panel/parts.js) requests the address of the page with `parts`. It gets the content of the
page's main element, without the rows that it has already.
"""

from typing import NamedTuple

from django.http import HttpRequest

from drafts.services.errors import ServiceError
from drafts.views.form_values import number_in

MOST_NAMES = 600


class RequestedParts(NamedTuple):
    """The parts of a page that a request asks for.

    `have` are the rows that the page has, with their versions, and `opened` the names of rows that are unfolded.
    `still` are parts that have not changed according to the socket. `table` is the number of the table that is shown
    large; a page without scripts has none.
    """

    is_part: bool = False
    have: frozenset[str] = frozenset()
    opened: frozenset[str] = frozenset()
    still: frozenset[str] = frozenset()
    table: int | None = None


def asked_of(request: HttpRequest) -> RequestedParts:
    """Return the parts that a request asks for; values that cannot be read are left out."""
    try:
        table = number_in(request.GET, "table")
    except ServiceError:
        table = None
    have, opened, still = (_names(request, field) for field in ("have", "open", "still"))
    is_part = "parts" in request.GET
    return RequestedParts(is_part, have, opened, still if is_part else frozenset(), table)


def _names(request: HttpRequest, field: str) -> frozenset[str]:
    return frozenset(request.GET.get(field, "").split(",")[:MOST_NAMES])
