"""Counts by address and browser: wrong codes, passwords, tokens, and all that is made, uploaded, written and sent."""

from typing import ClassVar

from django.db import models
from django.utils import timezone


class ThrottledAction(models.TextChoices):
    """The actions that are counted."""

    CODE = "code", "a code that no event has"
    PASSWORD = "password", "a wrong password"  # and right ones: each costs a hash
    SIGN_UP = "sign-up", "a new account"
    PRACTICE = "practice", "a practice draft"
    UPLOAD = "upload", "a card list"
    TOKEN = "token", "a wrong token of the API"
    COMMENT = "comment", "a comment on a step of a replay"
    WEBHOOK = "webhook", "a new address of a webhook, or something sent by hand"


class Attempt(models.Model):
    """Something tried from an address. Rows, since all processes of a server must count together.

    `browser` is the name of the browser that tried a code (`browsers.Browser`), "" for one that keeps no cookies; of a
    comment it is who wrote it, since one browser may hold several seats.
    """

    action = models.CharField(max_length=12, choices=ThrottledAction.choices)
    address = models.CharField(max_length=64)
    browser = models.CharField(max_length=32, blank=True, default="")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(action__in=ThrottledAction.values), name="action_is_known"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["action", "address", "at"], name="attempt_by_address"),
            models.Index(fields=["action", "browser", "at"], name="attempt_by_browser"),
        ]

    def __str__(self) -> str:
        return f"{self.action} from {self.address}"
