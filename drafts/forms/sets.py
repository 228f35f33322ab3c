"""Card lists that organizers bring, with pictures and a recipe."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from drafts import limits
from drafts.forms.focus import FocusesFirstFault
from drafts.importers.cards import CardFile, read_cards
from drafts.importers.faults import BadFile, Fault, at_most
from drafts.importers.images import Image, images_in_zip, read_images
from drafts.importers.recipes import SetRecipe, read_recipes
from drafts.languages import translated
from drafts.rules.wording import gettext_noop
from drafts.selectors.catalog import size_of_images
from drafts.services.card_images import load_cards
from drafts.services.catalog import LoadedSet

Read = TypeVar("Read")
MEGABYTE = 1024 * 1024


class SmallFile(forms.FileField):
    """A file of a limited size."""

    def __init__(self, *, most: int, **options: Any) -> None:
        super().__init__(**options)
        self.most = most

    def validate(self, value: "UploadedFile[Any] | None") -> None:
        super().validate(value)
        if value and (value.size or 0) > self.most:
            raise forms.ValidationError(
                gettext("This file is larger than %(size)s MB.") % {"size": self.most // MEGABYTE}
            )


class Loaded(NamedTuple):
    """What was loaded, set by set, and what its author may want to know all the same."""

    sets: list[LoadedSet]
    warnings: tuple[str, ...]


class UploadForm(FocusesFirstFault, forms.Form):
    """A card list, its pictures and its recipe; all of it is loaded, or nothing."""

    cards = SmallFile(
        most=limits.LARGEST_LIST,
        label=_("Card list"),
        help_text=_("CSV in UTF-8, with a line for each card. A column “text” says what cards do."),
        error_messages={"required": _("Choose the card list: a CSV file.")},
        widget=forms.FileInput(attrs={"accept": ".csv,text/csv"}),
    )
    images = SmallFile(
        most=limits.LARGEST_ZIP,
        required=False,
        label=_("Pictures"),
        help_text=format_lazy(
            _(
                "A ZIP of up to {most} MB, with one file a card: BT06-001EN.webp, .png or .jpg for the number "
                "BT06/001EN, 2 MB at most. Cards without a file keep the picture that they have."
            ),
            most=limits.LARGEST_ZIP // MEGABYTE,
        ),
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
    )
    recipe = SmallFile(
        most=MEGABYTE,
        required=False,
        label=_("Recipe"),
        help_text=_(
            "A TOML file with the set’s name and how its packs are made. Without one they are made as its cards "
            "call for."
        ),
        widget=forms.FileInput(attrs={"accept": ".toml"}),
    )

    def load(self) -> Loaded | None:
        """Load all of it, or note beside the fields what is wrong with it."""
        cards = self._read("cards", self._cards)
        recipes = self._read("recipe", self._recipes)
        if cards is None:
            return None
        images = self._read("images", lambda: self._images(cards))
        if images is None or recipes is None:
            return None
        try:
            loaded = load_cards(cards=cards, recipes=recipes, images=images, stored=lambda rows: None)
        except BadFile as bad:
            self._note_by_file(bad.faults)
            return None
        return Loaded(loaded, cards.warnings)

    def _cards(self) -> CardFile:
        return read_cards(self.cleaned_data["cards"].read(), lambda line: None)

    def _recipes(self) -> tuple[SetRecipe, ...]:
        file = self.cleaned_data["recipe"]
        return read_recipes(file.read()) if file else ()

    def _images(self, cards: CardFile) -> list[Image]:
        file = self.cleaned_data["images"]
        if not file:
            return []
        if size_of_images() + file.size > limits.MOST_IMAGES:
            room = limits.MOST_IMAGES // MEGABYTE
            raise BadFile(
                [
                    Fault(
                        gettext_noop("the ZIP"),
                        gettext_noop("finds no room: all pictures together may have %(room)s MB", room=room),
                    )
                ]
            )
        return read_images(images_in_zip(file), [row.card.number for row in cards.rows])

    def _read(self, field: str, read: Callable[[], Read]) -> Read | None:
        try:
            return read()
        except BadFile as bad:
            self._note(field, bad.faults)
            return None

    def _note_by_file(self, faults: Iterable[Fault]) -> None:
        """Note faults that show only when all files are seen together: of a line, of an image, or of a set's recipe."""
        fields = {"line": "cards", "image": "images"}
        by_field: dict[str, list[Fault]] = {}
        for fault in faults:
            by_field.setdefault(fields.get(fault.where.partition(" ")[0], "recipe"), []).append(fault)
        for field, found in by_field.items():
            self._note(field, found)

    def _note(self, field: str, faults: Iterable[Fault]) -> None:
        self.add_error(field, [translated(words) for words in at_most(fault.words for fault in faults)])
