"""Loading sets with the pictures of their cards."""

from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from drafts.importers.cards import CardFile
from drafts.importers.faults import BadFile, Fault
from drafts.importers.image_encoding import BadImage
from drafts.importers.image_process import ImageReader, NoMoreImages, StoredImage
from drafts.importers.images import Image
from drafts.importers.recipes import SetRecipe
from drafts.models import CardImage
from drafts.services.catalog import LoadedSet, load_sets

UNUSED_KEPT = timedelta(days=1)  # phones that have a replaced picture's address may still ask for it


def load_cards(
    *,
    cards: CardFile,
    recipes: Sequence[SetRecipe],
    images: Sequence[Image],
    stored: Callable[[int], None],
    account: User | None,
    image_read: Callable[[], None] = lambda: None,
    most_pixels: int | None = None,
) -> list[LoadedSet]:
    """Load a card list as `load_sets` does, with pictures; a card that the list brings none for keeps its own.

    `image_read` is called after each picture, and all of them together may have `most_pixels`. Raise BadFile, with the
    database as before. Pictures are stored one by one before the cards, so that a draft that goes on meanwhile waits
    for one of them at most.
    """
    forget_unused_images()
    added: list[str] = []
    try:
        names = _keep_all(images, added, image_read, most_pixels) if images else {}
        return load_sets(cards=cards, recipes=recipes, stored=stored, images=names, account=account)
    except BaseException:
        _forget(added)
        raise


def _keep_all(
    images: Sequence[Image], added: list[str], image_read: Callable[[], None], most_pixels: int | None
) -> dict[str, str]:
    """Store all pictures, and return their names by card number; those that were not there are noted in `added`."""
    names: dict[str, str] = {}
    faults: list[Fault] = []
    with ImageReader(most_pixels=most_pixels) as reader:
        for image in images:
            try:
                kept = reader.read(image.file.read())
            except BadImage as bad:
                faults.append(image.fault(bad.words))
                if isinstance(bad, NoMoreImages):
                    break
            else:
                if _keep(kept):
                    added.append(kept.name)
                names |= dict.fromkeys(image.numbers, kept.name)
            image_read()
    if faults:
        raise BadFile(faults)
    return names


def forget_unused_images() -> None:
    """Delete the pictures that no card has any more, a day after they were loaded at the earliest."""
    old = CardImage.objects.filter(cards=None, added_at__lt=timezone.now() - UNUSED_KEPT)
    _forget(old.values_list("name", flat=True))


def _keep(image: StoredImage) -> bool:
    """Store a picture; False when it is there already."""
    if CardImage.objects.filter(name=image.name).exists():
        return False
    with transaction.atomic():
        CardImage.objects.bulk_create([CardImage(name=image.name, data=image.data)], ignore_conflicts=True)
    return True


def _forget(names: Iterable[str]) -> None:
    CardImage.objects.filter(name__in=list(names), cards=None).delete()
