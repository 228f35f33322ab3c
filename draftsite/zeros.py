"""No zero bytes: a text of PostgreSQL cannot hold one, so a header that brings one is turned away at the door.

Forms refuse them by themselves, and addresses that hold one lead nowhere.
"""

from collections.abc import Callable, Iterable

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest
from django.http.response import HttpResponseBase


def hold_zero(headers: Iterable[str]) -> bool:
    r"""Whether one of these values brings a zero byte: as it is, or as a quoted cookie writes it, `\000`."""
    return any("\0" in value or r"\000" in value for value in headers)


def refuse_zeros(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Refuse requests with zero bytes in their headers, before anybody looks for their session."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if hold_zero(request.headers.values()):
            raise SuspiciousOperation("a header with a zero byte")
        return get_response(request)

    return answer
