"""Refuses requests with texts that cannot be stored (`rules/texts`).

It checks every field of a form and of a query, so views need not. An address with such a character matches no route.
"""

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, QueryDict
from django.http.response import HttpResponseBase

from drafts.rules.texts import is_storable

LONGEST_NAME = 200
LONGEST_IN_QUERY = 8000
PASTED_BREAKS = str.maketrans("\x0b\x0c", "\n\n")
"""Word processors write vertical tabs and form feeds for line breaks and new pages."""


def contain_null(headers: Iterable[str]) -> bool:
    r"""Return whether a value contains a null byte, as it is or as a quoted cookie writes it, `\000`."""
    return any("\0" in value or r"\000" in value for value in headers)


class StorableTextMiddleware:
    """Raises SuspiciousOperation for null bytes in headers, before the session is read, and for bad fields."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Refuse headers with null bytes."""
        if contain_null(request.headers.values()):
            raise SuspiciousOperation("a header with a null byte")
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, args: Any, kwargs: Any) -> None:
        """Refuse fields that cannot be stored. The API does that itself, in JSON."""
        if getattr(view, "checks_query", False):
            return
        _check(request.GET, longest=LONGEST_IN_QUERY)
        if request.method == "POST":
            try:
                posted = request.POST
            except LookupError as unknown:  # the body or a part of it has an unknown encoding
                raise SuspiciousOperation("an unknown encoding") from unknown
            if any(mark in value for mark in "\x0b\x0c" for value in _values(posted)):
                request.POST = posted = _with_line_breaks(posted)
            _check(posted)


def _check(fields: QueryDict, *, longest: int | None = None) -> None:
    for name in fields:
        if len(name) > LONGEST_NAME or not is_storable(name):
            raise SuspiciousOperation("a field of no form")
    for value in _values(fields):
        if (longest is not None and len(value) > longest) or not is_storable(value):
            raise SuspiciousOperation("a text that cannot be stored")


def _values(fields: QueryDict) -> Iterable[str]:
    return chain.from_iterable(values for _, values in fields.lists())


def _with_line_breaks(posted: QueryDict) -> Any:
    fields = posted.copy()
    for name, values in posted.lists():
        fields.setlist(name, [value.translate(PASTED_BREAKS) for value in values])
    fields._mutable = False
    return fields
