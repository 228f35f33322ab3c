"""The tokens by which programs of organizers read the API."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

TOKEN_NAME_LENGTH = 40


class ApiToken(models.Model):
    """A token of an account. Only the SHA-256 of its secret is stored; the secret is shown once, when it is made.

    `used_at` is when it was used last, to the minute.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=TOKEN_NAME_LENGTH)
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["user", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["user", "name"], condition=Q(revoked_at=None), name="names_of_tokens_differ"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="a_token_has_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.name}, a token"
