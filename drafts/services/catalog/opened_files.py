"""Files that organizers have opened: kept while they look at the contents, before anything is loaded."""

import zlib
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from drafts.importers.cards import CardFile, read_cards
from drafts.importers.faults import BadFile
from drafts.importers.limits import LONGEST_FILE_NAME
from drafts.importers.sets.columns import Columns, columns_from
from drafts.importers.sets.files import table_in
from drafts.models import ColumnChoice, OpenedFile

FAST = 1
MOST_CHOICES = 50  # for an account: the oldest are deleted

Stored = dict[str, Any]


class KeptFile(NamedTuple):
    """A file that an account has opened, and the columns that it chose for it, as they are stored."""

    name: str
    data: bytes
    columns: Stored | None


def keep_file(*, account: User, name: str, data: bytes, columns: Stored | None = None) -> None:
    """Keep a file for its account, in place of the one that it opened before."""
    packed = zlib.compress(data, FAST)
    kept = {"name": name[-LONGEST_FILE_NAME:], "data": packed, "columns": columns, "opened_at": timezone.now()}
    OpenedFile.objects.update_or_create(owner=account, defaults=kept)


def kept_file(*, account: User) -> KeptFile | None:
    """Return the file that an account has opened, or None."""
    row = OpenedFile.objects.filter(owner=account).first()
    return None if row is None else KeptFile(row.name, zlib.decompress(bytes(row.data)), row.columns)


def cards_in(kept: KeptFile, booster: str = "") -> CardFile | None:
    """Return the cards of a file that was opened; None where its columns have to be chosen first.

    `booster` is the kind of booster that packs are made as; also None where the file does not have it.
    """
    table = table_in(kept.data) if kept.columns else None
    columns = columns_from(kept.columns, table.header) if table else None
    try:
        return read_cards(kept.data, lambda _: None, columns, booster=booster)
    except BadFile:
        return None


def kept_name(*, account: User) -> str | None:
    """Return the name of the file that an account has opened, or None."""
    return OpenedFile.objects.filter(owner=account).values_list("name", flat=True).first()


def forget_file(*, account: User) -> None:
    """Delete the file of an account: it was loaded, or is not wanted."""
    OpenedFile.objects.filter(owner=account).delete()


@transaction.atomic
def choose_columns(*, account: User, header: Sequence[str], columns: Columns) -> None:
    """Set the columns of the file that an account has opened, and of other files with its header from now on.

    The set for cards that name none is not remembered for other files.
    """
    OpenedFile.objects.filter(owner=account).update(columns=columns.as_json())
    remembered = {"columns": {**columns.as_json(), "set_code": ""}, "chosen_at": timezone.now()}
    ColumnChoice.objects.update_or_create(owner=account, header=_hash_of(header), defaults=remembered)
    newest = ColumnChoice.objects.filter(owner=account).order_by("-chosen_at", "-id")
    ColumnChoice.objects.filter(id__in=list(newest.values_list("id", flat=True)[MOST_CHOICES:])).delete()


def remembered_columns(*, account: User, header: Sequence[str]) -> Stored | None:
    """Return the columns that an account chose for such a header, or None."""
    found = ColumnChoice.objects.filter(owner=account, header=_hash_of(header))
    return found.values_list("columns", flat=True).first()


def _hash_of(header: Sequence[str]) -> str:
    return sha256("\x1f".join(name.strip().lower() for name in header).encode()).hexdigest()
