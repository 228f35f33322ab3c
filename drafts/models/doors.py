"""Who has tried codes that lead nowhere."""

from typing import ClassVar

from django.db import models
from django.utils import timezone


class WrongCode(models.Model):
    """A code that no event has, tried from an address. Rows, since all processes of a server must count together."""

    address = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["address", "at"], name="wrong_code_by_address")]

    def __str__(self) -> str:
        return self.address
