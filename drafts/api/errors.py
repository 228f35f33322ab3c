"""The error responses of the API."""

from collections.abc import Mapping
from http import HTTPStatus

from django.http import HttpResponse, JsonResponse


class Refused(Exception):
    """An error response: its status, a code for programs, and a message for people."""

    def __init__(self, status: HTTPStatus, code: str, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(code)
        self.status, self.code, self.message, self.headers = status, code, message, headers or {}

    @property
    def answer(self) -> HttpResponse:
        """The answer as it is sent. It is not cached."""
        error = {"code": self.code, "message": self.message}
        headers = {**self.headers, "Cache-Control": "private, no-store"}
        return JsonResponse({"error": error}, status=self.status, headers=headers)


def not_found(message: str = "There is nothing at this address.") -> Refused:
    """Return the refusal of a request for something that does not exist."""
    return Refused(HTTPStatus.NOT_FOUND, "not_found", message)


def too_many(message: str, wait: int) -> Refused:
    """Return the refusal of a client that asks too often and may ask again in `wait` seconds."""
    return Refused(HTTPStatus.TOO_MANY_REQUESTS, "too_many", message, {"Retry-After": str(wait)})


def bad_parameter(message: str) -> Refused:
    """Return the refusal of an invalid parameter."""
    return Refused(HTTPStatus.UNPROCESSABLE_ENTITY, "bad_parameter", message)
