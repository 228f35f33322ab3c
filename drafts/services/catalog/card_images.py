"""Loading sets with the pictures of their cards."""

from collections.abc import Iterable, Sequence
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from drafts.importers.cards import CardFile, read_cards
from drafts.importers.faults import BadFile, ImportFault
from drafts.importers.image_encoding import BadImage
from drafts.importers.image_process import Budget, ImageReader, NoMoreImages, StoredImage
from drafts.importers.images import Image, fault_of
from drafts.importers.recipes import SetRecipe
from drafts.importers.sets.columns import Columns
from drafts.models import CardImage
from drafts.rules.wording import gettext_noop
from drafts.services.catalog.sets import LoadedSet, load_sets
from drafts.uploads import UploadProgress

UNUSED_KEPT = timedelta(days=1)  # phones that have a replaced picture's address may still ask for it


def read_card_list(
    data: bytes, progress: UploadProgress, columns: Columns | None = None, booster: str = ""
) -> CardFile:
    """Read a card list as `read_cards` does."""
    progress.begin(gettext_noop("Reading the card list: %(done)s of %(total)s lines"), data.count(b"\n"))
    return read_cards(data, progress.reach, columns, booster=booster)


def load_cards(
    *,
    cards: CardFile,
    recipes: Sequence[SetRecipe],
    images: Sequence[Image],
    progress: UploadProgress,
    account: User | None,
    budget: Budget | None = None,
    renumber: bool = False,
) -> list[LoadedSet]:
    """Load a card list as `load_sets` does, with pictures; a card without one in the list keeps its own.

    `budget` limits what all pictures together may cost. Raises BadFile, leaving the database as it was. Pictures are
    stored one by one before the cards, so that a draft that goes on meanwhile waits for one picture at most.
    """
    forget_unused_images()
    added: list[str] = []
    try:
        names = _keep_all(images, added, progress, budget) if images else {}
        progress.begin(gettext_noop("Storing the cards: %(done)s of %(total)s"), len(cards.rows))
        recipes = cards.recipes_with(recipes)
        return load_sets(
            cards=cards, recipes=recipes, stored=progress.advance, images=names, account=account, renumber=renumber
        )
    except BaseException:
        _forget(added)
        raise


def _keep_all(
    images: Sequence[Image], added: list[str], progress: UploadProgress, budget: Budget | None
) -> dict[str, str]:
    """Store all pictures, and return their names by card number; the names of new ones are added to `added`."""
    names: dict[str, str] = {}
    faults: list[ImportFault] = []
    progress.begin(gettext_noop("Reading the pictures: %(done)s of %(total)s"), len(images))
    with ImageReader(budget=budget) as reader:
        for image in images:
            try:
                kept = reader.read(image.file.read())
            except BadImage as bad:
                faults.append(fault_of(image.file, bad.words))
                if isinstance(bad, NoMoreImages):
                    break
            else:
                if _keep(kept):
                    added.append(kept.name)
                names |= dict.fromkeys(image.numbers, kept.name)
            progress.advance()
    if faults:
        raise BadFile(faults)
    return names


def forget_unused_images() -> None:
    """Delete the pictures that no card uses any more, but none within a day of loading."""
    old = CardImage.objects.filter(cards=None, added_at__lt=timezone.now() - UNUSED_KEPT)
    _forget(old.values_list("name", flat=True))


def _keep(image: StoredImage) -> bool:
    """Store a picture; return False if it is there already."""
    if CardImage.objects.filter(name=image.name).exists():
        return False
    with transaction.atomic():
        CardImage.objects.bulk_create([CardImage(name=image.name, data=image.data)], ignore_conflicts=True)
    return True


def _forget(names: Iterable[str]) -> None:
    CardImage.objects.filter(name__in=list(names), cards=None).delete()
