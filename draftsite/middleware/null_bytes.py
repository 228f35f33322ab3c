"""Refuses requests with null bytes in their headers: PostgreSQL cannot store them in a text.

Forms refuse null bytes themselves, and an address that contains one matches no route.
"""

from collections.abc import Callable, Iterable

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest
from django.http.response import HttpResponseBase


def contain_null(headers: Iterable[str]) -> bool:
    r"""Return whether a value contains a null byte, as it is or as a quoted cookie writes it, `\000`."""
    return any("\0" in value or r"\000" in value for value in headers)


def reject_null_bytes(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Return middleware that raises SuspiciousOperation for null bytes in headers, before the session is read."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if contain_null(request.headers.values()):
            raise SuspiciousOperation("a header with a null byte")
        return get_response(request)

    return answer
