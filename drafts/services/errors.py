"""The errors of services, with messages for people."""

from collections.abc import Sequence


class ServiceError(Exception):
    """Something that cannot be done as asked; nothing was changed. `field` is the form's field that it is about."""

    def __init__(self, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.field = field


class Unfinished(ServiceError):
    """Something unfinished, which is named, would be ended; the same request with the word `confirm` does it."""

    def __init__(self, message: str, confirm: str = "next") -> None:
        super().__init__(message)
        self.confirm = confirm


class TooLate(ServiceError):
    """Something that cannot be done any more, even with a confirmation."""


class StaleValue(ServiceError):
    """The value to be replaced has been changed by another device since. `sent` is the value that was not stored."""

    def __init__(self, message: str, sent: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.sent = sent
