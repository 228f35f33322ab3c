"""Settings of an organizer for all events of their store."""

from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.translation import gettext

from drafts.importers.image_process import StoredImage
from drafts.models import Event, EventTemplate, Store
from drafts.queries.events.lookup import settings_of
from drafts.services.errors import ServiceError

MOST_TEMPLATES = 30


def save_store(
    *,
    owner: User,
    name: str,
    house_rules: str,
    time_zone: str,
    usual: EventTemplate | None,
    logo: StoredImage | None = None,
    forget_logo: bool = False,
) -> None:
    """Save the profile of a store. Without a new `logo` the old one stays, unless `forget_logo`."""
    columns: dict[str, Any] = {"name": name, "house_rules": house_rules, "time_zone": time_zone, "usual": usual}
    if logo is not None or forget_logo:
        columns |= {"logo": logo.data if logo else None, "logo_name": logo.name if logo else ""}
    Store.objects.update_or_create(owner=owner, defaults=columns)


def save_template(*, owner: User, event: Event, name: str) -> None:
    """Save the settings of an event under a name, without its list of packs, which names cards.

    Raises ServiceError for no name, a taken one, and too many.
    """
    if not name:
        raise ServiceError(gettext("Give it a name."))
    if EventTemplate.objects.filter(owner=owner).count() >= MOST_TEMPLATES:
        raise ServiceError(gettext("There are %(most)s already. Delete one first.") % {"most": MOST_TEMPLATES})
    try:
        with transaction.atomic():
            EventTemplate.objects.create(owner=owner, name=name, settings=settings_of(event))
    except IntegrityError as fault:
        raise ServiceError(gettext("You have saved settings under that name already.")) from fault


def delete_template(*, owner: User, template: int) -> bool:
    """Delete saved settings (by row id), and return whether there were any."""
    return EventTemplate.objects.filter(owner=owner, id=template).delete()[0] > 0
