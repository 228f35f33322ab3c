"""Cubes: sets without cards of their own. They name cards of other sets, each of which comes once at a table."""

from django.contrib.auth.models import User
from django.db import transaction

from drafts.importers.cards import CardFile
from drafts.importers.faults import ImportFault
from drafts.importers.recipes import SetRecipe
from drafts.models import Card, CardSet
from drafts.rules.wording import Wording, gettext_noop
from drafts.services.catalog.kept_loads import keeping_what_was
from drafts.services.catalog.sets import LoadedSet, SetOfAnother, load_sets, refused_to, settle_packs
from drafts.store.catalog import save_recipe
from drafts.store.cubes import FoundCards


@transaction.atomic
def load_cube(*, code: str, name: str, found: FoundCards, account: User | None) -> LoadedSet:
    """Store a cube, or replace the list of one. Raises SetOfAnother for a set that is not the account's.

    `account` is None for a command, as in `load_sets`. A list with cards of its own becomes a set that has these; then
    BadFile is raised as there.
    """
    if found.own is not None:
        return _load_with_cards(code, name, found, found.own, account)
    new = {"name": name or code, "game": found.game.slug, "owner": account}
    card_set, is_new = CardSet.objects.select_for_update().get_or_create(code=code, defaults=new)
    what = refused_to(account, card_set)
    if not what and (card_set.cards.exists() or card_set.game != found.game.slug):
        what = _has_own_cards(code)
    if what:
        raise SetOfAnother([ImportFault(code, what)])
    with keeping_what_was([card_set]):
        if not is_new and name and name != card_set.name:
            card_set.name = name
            card_set.save(update_fields=["name"])
        save_recipe(card_set, found.recipe)
    count = len(found.copies)
    return LoadedSet(code, count if is_new else 0, 0 if is_new else count, 0, 0, settle_packs(code))


def _has_own_cards(code: str) -> Wording:
    return gettext_noop("%(code)s is a set with cards of its own: give the cube another code", code=code)


def _load_with_cards(code: str, name: str, found: FoundCards, own: CardFile, account: User | None) -> LoadedSet:
    """Store a list with cards of its own; a set under its code must have some of them, or no cards."""
    there = Card.objects.filter(card_set__code=code, card_set__partial=False)
    if there.exists() and not there.filter(name__in=[row.card.name for row in own.rows]).exists():
        raise SetOfAnother([ImportFault(code, _has_own_cards(code))])
    recipes = [SetRecipe(code, name, found.recipe)]
    [loaded] = load_sets(cards=own, recipes=recipes, stored=lambda count: None, images={}, account=account)
    return loaded
