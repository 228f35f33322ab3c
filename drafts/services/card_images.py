"""Loading sets with the pictures of their cards."""

from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from drafts.importers.cards import CardFile
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
) -> list[LoadedSet]:
    """Load a card list as `load_sets` does, with pictures; a card that the list brings none for keeps its own.

    Raise BadFile, with the database as before. Pictures are stored one by one before the cards, so that a draft that
    goes on meanwhile waits for one of them at most.
    """
    forget_unused_images()
    added = [image.name for image in images if _keep(image)]
    try:
        return load_sets(
            cards=cards,
            recipes=recipes,
            stored=stored,
            images={number: image.name for image in images for number in image.numbers},
            account=account,
        )
    except BaseException:
        _forget(added)
        raise


def forget_unused_images() -> None:
    """Delete the pictures that no card has any more, a day after they were loaded at the earliest."""
    old = CardImage.objects.filter(cards=None, added_at__lt=timezone.now() - UNUSED_KEPT)
    _forget(old.values_list("name", flat=True))


def _keep(image: Image) -> bool:
    """Store a picture; False when it is there already."""
    if CardImage.objects.filter(name=image.name).exists():
        return False
    with transaction.atomic():
        CardImage.objects.bulk_create([CardImage(name=image.name, data=image.data())], ignore_conflicts=True)
    return True


def _forget(names: Iterable[str]) -> None:
    CardImage.objects.filter(name__in=list(names), cards=None).delete()
