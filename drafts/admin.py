"""The admin: sets, cards and recipes, to look things up and to put a misprint right."""

# mypy: disable-error-code="type-arg"
# Django's admin classes take no type arguments at run time.

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AutocompleteSelect
from django.core.exceptions import ValidationError
from django.db.models import Count, ForeignKey, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from drafts.models import FACTS, Card, CardSet, PackLayout, PackRecipe, PackSlot, SlotWeight
from drafts.presenters.catalog.recipe_text import LayoutWords
from drafts.presenters.catalog.sets import view_set
from drafts.rules.card_numbers import full_number
from drafts.rules.games.registry import CARD_GAMES
from drafts.services.catalog.renumbering import renumber_cards
from drafts.services.catalog.sets import forget_shapes, save_kin

admin.site.site_header = admin.site.site_title = "Pass Left"
admin.site.index_title = "Sets, cards and accounts"


class KnownKeySelect(AutocompleteSelect):
    """A select with search that shows no choice for an unknown key: Django's own fails on one that is no number."""

    def optgroups(self, name: str, value: Sequence[str], attr: dict[str, Any] | None = None) -> list[Any]:
        return super().optgroups(name, list(filter(self._is_known, value)), attr)

    def _is_known(self, key: str) -> bool:
        try:
            return self.choices.field.to_python(key) is not None
        except ValidationError:
            return False


class KnownKeysAdmin(admin.ModelAdmin):
    """Refuses an unknown key in a field with search, where Django's admin would answer 500."""

    def formfield_for_foreignkey(self, db_field: ForeignKey, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name in self.get_autocomplete_fields(request):
            kwargs["widget"] = KnownKeySelect(db_field, self.admin_site)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)


@admin.register(CardSet)
class CardSetAdmin(KnownKeysAdmin):
    list_display = ("code", "name", "cards", "recipe_source", "owner")
    search_fields = ("code", "name")
    autocomplete_fields = ("owner",)
    readonly_fields = ("code", "cards", "recipe_in_words")
    fields = ("code", "name", "owner", "cards", "recipe_in_words")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # a set without cards is of no use; `loadset` brings both

    def get_queryset(self, request: HttpRequest) -> QuerySet[CardSet]:
        sets: QuerySet[CardSet] = super().get_queryset(request)
        return sets.select_related("recipe", "owner").annotate(card_count=Count("cards"))

    @admin.display(ordering="card_count")
    def cards(self, card_set: Any) -> SafeString:
        address = f"{reverse('admin:drafts_card_changelist')}?card_set__id__exact={card_set.pk}"
        return format_html('<a href="{}">{}</a>', address, card_set.card_count)

    @admin.display(description="recipe")
    def recipe_source(self, card_set: CardSet) -> str:
        return "on file" if hasattr(card_set, "recipe") else "derived"

    @admin.display(description="packs")
    def recipe_in_words(self, card_set: CardSet) -> SafeString:
        shown = view_set(card_set, {})
        if shown.recipe is None:
            return format_html("<p>{}</p>", "Its cards lie in no pack.")
        fault = f"No packs can be made: {shown.fault}." if shown.fault else ""
        lines = [
            *map(layout_line, shown.recipe.layouts),
            shown.recipe.first_pass,
            f"This recipe is {shown.recipe.source}.",
            fault,
        ]
        return format_html_join("", "<p>{}</p>", ((line,) for line in lines if line))


def layout_line(layout: LayoutWords) -> str:
    slots = "; ".join(
        f"{slot.count} {slot.what}" + (f" ({', '.join(slot.odds)})" if slot.odds else "") for slot in layout.slots
    )
    return f"{layout.size} cards{', ' + layout.share if layout.share else ''}: {slots}."


class PartOfPacksAdmin(KnownKeysAdmin):
    """A page of what packs are made of: after a correction the shapes of packs are derived again."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        forget_shapes()

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        super().delete_model(request, obj)
        forget_shapes()

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        super().delete_queryset(request, queryset)
        forget_shapes()


class FactsInline(admin.StackedInline):
    can_delete = False


INLINES = {
    game: type(
        f"{facts.__name__}Inline", (FactsInline,), {"model": facts, "verbose_name_plural": CARD_GAMES[game].name}
    )
    for game, facts in FACTS.items()
}


class CardForm(forms.ModelForm):
    """A card whose number names a set."""

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        number, card_set = cleaned.get("number"), cleaned.get("card_set")
        if number and card_set:
            cleaned["number"] = full_number(card_set.code, number)
        return cleaned


@admin.register(Card)
class CardAdmin(PartOfPacksAdmin):
    form = CardForm
    list_display = ("number", "name", "rarity", "kin", "card_set")
    list_filter = ("card_set__game", "rarity", ("card_set", admin.RelatedOnlyFieldListFilter), "kin")
    list_select_related = ("card_set",)
    search_fields = ("number", "name", "kin")
    autocomplete_fields = ("card_set",)
    fieldsets = (
        (None, {"fields": ("card_set", ("number", "rarity"), "name", "printed_type")}),
        ("What it does", {"fields": ("text",)}),
    )

    def get_inlines(self, request: HttpRequest, card: Card | None) -> list[Any]:
        return [INLINES[card.card_set.game]] if card else []

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # a card without its game's facts is of no use; `loadset` brings both

    def save_model(self, request: HttpRequest, obj: Card, form: Any, change: bool) -> None:
        if (old := form.initial["number"]) != obj.number:
            stored = Card.objects.select_related("card_set").get(pk=obj.pk)
            renumber_cards(stored.card_set, {old: obj.number})
            obj.refresh_from_db(fields=["former_numbers"])
        super().save_model(request, obj, form, change)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        save_kin(card_id=form.instance.pk)


class PackLayoutInline(admin.TabularInline):
    model = PackLayout
    extra = 0
    show_change_link = True


class PackSlotInline(admin.TabularInline):
    model = PackSlot
    extra = 0
    show_change_link = True


class SlotWeightInline(admin.TabularInline):
    model = SlotWeight
    extra = 0


@admin.register(PackRecipe)
class PackRecipeAdmin(PartOfPacksAdmin):
    list_display = ("card_set", "guarantees")
    search_fields = ("card_set__code", "card_set__name")
    autocomplete_fields = ("card_set",)
    inlines = (PackLayoutInline,)


class PartOfRecipeAdmin(PartOfPacksAdmin):
    """A page that is reached from the recipe, through the links of its inlines."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


@admin.register(PackLayout)
class PackLayoutAdmin(PartOfRecipeAdmin):
    list_display = ("recipe", "position", "weight")
    list_select_related = ("recipe__card_set",)
    fields = ("position", "weight")
    inlines = (PackSlotInline,)


@admin.register(PackSlot)
class PackSlotAdmin(PartOfRecipeAdmin):
    list_display = ("name", "count", "only", "pair", "aside", "layout")
    list_select_related = ("layout__recipe__card_set",)
    fields = ("position", "name", "count", "sheet", "only", "pair", "aside")
    inlines = (SlotWeightInline,)
