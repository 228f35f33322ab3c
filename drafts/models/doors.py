"""Who has tried a door too often: codes that lead nowhere, wrong passwords, new accounts, practice drafts."""

from typing import ClassVar

from django.db import models
from django.utils import timezone


class Door(models.TextChoices):
    """What is counted."""

    CODE = "code", "a code that no event has"
    PASSWORD = "password", "a wrong password"
    SIGN_UP = "sign-up", "a new account"
    PRACTICE = "practice", "a practice draft"


class Attempt(models.Model):
    """Something tried from an address. Rows, since all processes of a server must count together."""

    door = models.CharField(max_length=12, choices=Door.choices)
    address = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(door__in=Door.values), name="door_is_known"),
        ]
        indexes: ClassVar = [models.Index(fields=["door", "address", "at"], name="attempt_by_address")]

    def __str__(self) -> str:
        return f"{self.door} from {self.address}"
