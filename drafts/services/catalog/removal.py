"""Removal of sets that were never drafted."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext

from drafts.languages import translated
from drafts.models import CardOnSheet, CardSet, DraftSet, EventAvatar, EventPlane, PackCard, PackRecipe
from drafts.services.catalog.sets import no_set, refused_to
from drafts.services.errors import ServiceError


@transaction.atomic
def remove_set(*, account: User, code: str) -> None:
    """Delete a set, its cards and its recipe.

    Raises ServiceError for a set that the account may not change, one that an event uses or with a card in a pack, and
    one with cards in a cube.
    """
    card_set = CardSet.objects.select_for_update().filter(code=code, partial=False).first()
    if card_set is None:
        raise ServiceError(no_set(code))
    if what := refused_to(account, card_set):
        raise ServiceError(f"{translated(what)}.")
    if refusal := refusal_to_remove(card_set):
        raise ServiceError(refusal)
    delete_set(card_set)


def refusal_to_remove(card_set: CardSet) -> str:
    """Return why a set cannot be removed by any account, or an empty text."""
    in_packs = PackCard.objects.filter(card__card_set=card_set)
    avatars = EventAvatar.objects.filter(card__card_set=card_set)
    planes = EventPlane.objects.filter(card__card_set=card_set)
    drafted = DraftSet.objects.filter(card_set=card_set)
    if any(each.exists() for each in (drafted, in_packs, avatars, planes)):
        return gettext("%(code)s stays: an event uses it.") % {"code": card_set.code}
    cubes = CardOnSheet.objects.filter(card__card_set=card_set).exclude(sheet__recipe__card_set=card_set)
    if cube := cubes.values_list("sheet__recipe__card_set__code", flat=True).first():
        return gettext("%(code)s stays: %(cube)s has cards of it.") % {"code": card_set.code, "cube": cube}
    return ""


def delete_set(card_set: CardSet) -> None:
    """Delete a set that can be removed (`refusal_to_remove`), its cards and its recipe."""
    PackRecipe.objects.filter(card_set=card_set).delete()
    card_set.cards.all().delete()
    card_set.delete()
