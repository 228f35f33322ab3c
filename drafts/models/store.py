"""The data of a store for all of its nights: its profile, and settings of events under names."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Length
from django.db.models.lookups import LessThanOrEqual

from drafts.importers import limits

LONGEST_STORE_NAME = 60
LONGEST_RULES = 2000
LONGEST_TEMPLATE_NAME = 60


class EventTemplate(models.Model):
    """Settings of an event under a name, as the form of a new event takes them (`settings_of`)."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="templates")
    name = models.CharField(max_length=LONGEST_TEMPLATE_NAME)
    settings = models.JSONField()

    class Meta:
        ordering: ClassVar = ["owner", "name"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["owner", "name"], name="templates_of_an_owner_differ"),
            models.CheckConstraint(condition=~Q(name=""), name="template_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Store(models.Model):
    """The profile of an organizer's store. `usual` are the default settings of a new event.

    `logo` is a whole picture file, and `logo_name` is made of its content, so that it never changes at its address.
    """

    owner = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="store")
    name = models.CharField(max_length=LONGEST_STORE_NAME, blank=True)
    house_rules = models.TextField(max_length=LONGEST_RULES, blank=True)
    time_zone = models.CharField(max_length=64, default="UTC")
    usual = models.ForeignKey(EventTemplate, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    logo = models.BinaryField(null=True, blank=True)
    logo_name = models.CharField(max_length=limits.LONGEST_IMAGE_NAME, blank=True, db_index=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(logo__isnull=True) | Q(LessThanOrEqual(Length("logo"), limits.LARGEST_IMAGE)),
                name="logo_is_not_too_large",
            ),
        ]

    def __str__(self) -> str:
        return self.name
