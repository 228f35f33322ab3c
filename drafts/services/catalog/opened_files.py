"""Files that organizers have opened: kept while they look at what is in them, before anything is loaded."""

import zlib

from django.contrib.auth.models import User
from django.utils import timezone

from drafts.importers.limits import LONGEST_FILE_NAME
from drafts.models import OpenedFile

FAST = 1


def keep_file(*, account: User, name: str, data: bytes) -> None:
    """Keep a file for its account, in place of the one that it opened before."""
    packed = {"name": name[-LONGEST_FILE_NAME:], "data": zlib.compress(data, FAST), "opened_at": timezone.now()}
    OpenedFile.objects.update_or_create(owner=account, defaults=packed)


def kept_file(*, account: User) -> tuple[str, bytes] | None:
    """Return the name and the content of the file that an account has opened, or None."""
    row = OpenedFile.objects.filter(owner=account).first()
    return None if row is None else (row.name, zlib.decompress(bytes(row.data)))


def kept_name(*, account: User) -> str | None:
    """Return the name of the file that an account has opened, or None."""
    return OpenedFile.objects.filter(owner=account).values_list("name", flat=True).first()


def forget_file(*, account: User) -> None:
    """Throw the file of an account away: it was loaded, or is not wanted."""
    OpenedFile.objects.filter(owner=account).delete()
