"""Card lists that organizers bring, with pictures and a recipe."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from secrets import token_hex
from typing import Any, NamedTuple, TypeVar

from django import forms
from django.contrib.auth.models import User
from django.core.files.uploadedfile import UploadedFile
from django.utils.text import format_lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from drafts import limits
from drafts.forms.focus import FocusesFirstFault
from drafts.forms.set_codes import SetCodeField
from drafts.importers.cards import CardFile
from drafts.importers.faults import BadFile, ImportFault, at_most
from drafts.importers.image_process import Budget
from drafts.importers.images import Image, find_images, images_in_zip
from drafts.importers.limits import LONGEST_CODE, LONGEST_SET_NAME
from drafts.importers.recipes import SetRecipe, read_recipes
from drafts.importers.sets.columns import Columns
from drafts.importers.sets.cubes import read_cube
from drafts.importers.sets.names import NameList
from drafts.languages import translated
from drafts.presenters.catalog.opened_sets import are_packs_derived, rarities_in_packs
from drafts.queries.catalog import size_of_images
from drafts.rules.games.base import CardGame
from drafts.rules.wording import gettext_noop
from drafts.services.catalog.card_images import load_cards, read_card_list
from drafts.services.catalog.cubes import load_cube
from drafts.services.catalog.downloads import SET_CODE, download_set, source_name
from drafts.services.catalog.sets import LoadedSet, SetOfAnother, sets_to_change
from drafts.services.errors import ServiceError
from drafts.store.card_numbers import same_cards_here
from drafts.store.cubes import find_cards
from drafts.uploads import UploadProgress

Read = TypeVar("Read")
MEGABYTE = 1024 * 1024
NEVER = "never"


class SetSearch(forms.Form):
    """Which sets the list shows: those with some words in code and name, of one game or of all."""

    q = forms.CharField(
        required=False,
        max_length=LONGEST_SET_NAME,
        label=_("Code or name"),
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off", "spellcheck": "false"}),
    )
    game = forms.ChoiceField(required=False, label=_("Game"))

    def __init__(self, data: Any, *, games: Sequence[CardGame]) -> None:
        super().__init__(data)
        choices = [("", gettext("all")), *((game.slug, translated(game.name)) for game in games)]
        self.fields["game"].choices = choices  # type: ignore[attr-defined]  # a field of the base
        if len(games) <= 1:
            del self.fields["game"]

    @property
    def answers(self) -> dict[str, str]:
        """The valid search terms, by name: "" for one that is missing or invalid."""
        self.is_valid()
        return {"words": self.cleaned_data.get("q", ""), "game": self.cleaned_data.get("game", "")}

    @property
    def asks(self) -> bool:
        """Whether anything is asked for."""
        return any(self.answers.values())


class SmallFile(forms.FileField):
    """A file of a limited size."""

    def __init__(self, *, most: int, **options: Any) -> None:
        self.most = most
        super().__init__(**options)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Tell the page the limit, so that it can refuse a file before it is sent."""
        return super().widget_attrs(widget) | {"data-most": self.most // MEGABYTE}

    def validate(self, value: "UploadedFile[Any] | None") -> None:
        super().validate(value)
        if value and (value.size or 0) > self.most:
            raise forms.ValidationError(
                gettext("This file is larger than %(size)s MB.") % {"size": self.most // MEGABYTE}
            )


class Loaded(NamedTuple):
    """The result of an upload: what the file was, what was loaded, set by set, and warnings that did not prevent it."""

    kind: str
    game: CardGame
    sets: list[LoadedSet]
    warnings: tuple[str, ...]


class UploadForm(FocusesFirstFault, forms.Form):
    """A card list, its pictures and its recipe; all of it is loaded, or nothing.

    `upload` is the name by which the page finds out how far the work is.
    """

    upload = forms.CharField(required=False, max_length=32, initial=lambda: token_hex(8), widget=forms.HiddenInput())

    cards = SmallFile(
        most=limits.LARGEST_LIST,
        label=_("Drop a file with cards, or choose one"),
        help_text=_(
            "A table (CSV, Excel), JSON, a set file of MTGJSON, cards of Scryfall: the content says which it is."
        ),
        error_messages={"required": _("Choose a file with cards.")},
    )
    images = SmallFile(
        most=limits.LARGEST_ZIP,
        required=False,
        label=_("Pictures"),
        help_text=format_lazy(
            _(
                "A ZIP of up to {most} MB, with one file per card: BT06-001EN.webp, .png or .jpg for the number "
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

    doubles = forms.ChoiceField(
        widget=forms.RadioSelect,
        choices=[("same", _("The same cards: give them the new numbers")), ("other", _("Other cards: load them too"))],
        help_text=_("With new numbers they keep their packs, statistics and logs."),
        error_messages={"required": _("Choose whether they are the same cards.")},
    )

    booster = forms.ChoiceField(
        required=False,
        error_messages={"invalid_choice": _("This file has no such booster. Choose one of those below.")},
    )

    code = SetCodeField(
        required=False,
        label=_("Another code"),
        help_text=_(
            "To make your own copy of a set that another organizer loaded: the cards of this list get this code, "
            "such as BT06-OURS, and their numbers begin with it."
        ),
    )

    def __init__(
        self,
        *args: Any,
        opened: CardFile | None = None,
        account: User | None = None,
        **kwargs: Any,
    ) -> None:
        """`opened` is a card list that was read before: the form then asks about its unknown rarities, not for a file.

        An account is asked about the cards that are loaded under other numbers in the sets that it may change.
        """
        super().__init__(*args, **kwargs)
        self._opened, self._unknown = opened, [rarity for rarity, _ in opened.unknown_rarities] if opened else []
        if opened is None:
            del self.fields["doubles"], self.fields["booster"]
            return
        del self.fields["cards"]
        self.fields["booster"].choices = [(each, each) for each in opened.boosters]  # type: ignore[attr-defined]  # a field of the base
        self._ask_of_doubles(opened, account)
        as_known = [(each, gettext("As %(rarity)s") % {"rarity": each}) for each in opened.game.rarities]
        drafted = rarities_in_packs(opened) if self._unknown else frozenset()
        for rarity, count in opened.unknown_rarities:
            is_asked = rarity in drafted and are_packs_derived(opened)
            never = gettext("Never in a pack")
            as_it_is = gettext("Leave it, in packs") if rarity in drafted else never
            words = ngettext(
                "%(count)s card of the rarity %(rarity)s", "%(count)s cards of the rarity %(rarity)s", count
            )
            self.fields[f"rarity-{rarity}"] = forms.ChoiceField(
                required=False,
                label=words % {"count": count, "rarity": rarity},
                choices=[("", as_it_is), *([(NEVER, never)] if is_asked else []), *as_known],
            )

    def _ask_of_doubles(self, opened: CardFile, account: User | None) -> None:
        """Ask about the cards that are loaded under other numbers, where there are some."""
        same = same_cards_here((row.set_code, row.card) for row in opened.rows)
        may_change = sets_to_change(same, account) if account else {}
        count = sum(len(numbers) for code, numbers in same.items() if may_change.get(code))
        if not count:
            del self.fields["doubles"]
            return
        words = ngettext(
            "%(count)s of these cards has the name and rarity of a card that is here under another number",
            "%(count)s of these cards have the name and rarity of a card that is here under another number",
            count,
        )
        self.fields["doubles"].label = words % {"count": count}
        self.fields["doubles"].required = not self.data.get("code")  # a copy of the set has no doubles

    @property
    def rarity_fields(self) -> list[forms.BoundField]:
        """The questions about rarities that the game does not know."""
        return [self[f"rarity-{rarity}"] for rarity in self._unknown]

    def load(self, account: User, progress: UploadProgress) -> Loaded | None:
        """Load all of it for an account, or note beside the fields what is wrong with it."""
        listed = self.look(progress)
        recipes = self._read("recipe", self._recipes)
        if listed is None:
            return None
        images = self._read("images", lambda: self._images(listed))
        answers = {rarity: self.cleaned_data[f"rarity-{rarity}"] for rarity in self._unknown}
        others = {rarity: other for rarity, other in answers.items() if other not in ("", NEVER)}
        never = {rarity for rarity, other in answers.items() if other == NEVER}
        answered = listed.with_rarities(others).leaving_out(never)
        cards = self._read("code", lambda: self._copied(answered))
        if images is None or recipes is None or cards is None:
            return None
        if cards is not answered:
            images, recipes = _copied_with(listed, cards, images, recipes)
        try:
            loaded = load_cards(
                cards=cards,
                recipes=recipes,
                images=images,
                progress=progress,
                account=account,
                budget=Budget(limits.MOST_PIXELS, limits.LONGEST_READING),
                renumber=self.cleaned_data.get("doubles") == "same",
            )
        except SetOfAnother as bad:
            self._note("code", bad.faults)
            return None
        except BadFile as bad:
            self._note_by_file(bad.faults)
            return None
        return Loaded(cards.kind, cards.game, loaded, cards.warnings)

    def look(self, progress: UploadProgress, columns: Columns | None = None) -> CardFile | None:
        """Return the card list, and load nothing of it; None where it has faults, which are noted.

        `columns` are those of a table where they were chosen.
        """
        return self._opened or self._read("cards", lambda: read_card_list(self.content, progress, columns))

    def names(self) -> NameList | None:
        """Return the cards that the file names, as a cube does; None for another file.

        None also for a file with faults, which are noted.
        """
        return self._read("cards", lambda: read_cube(self.content))

    @property
    def content(self) -> bytes:
        """The content of the list."""
        sent: UploadedFile[Any] = self.cleaned_data["cards"]
        sent.seek(0)
        return bytes(sent.read())

    def _copied(self, listed: CardFile) -> CardFile:
        code = self.cleaned_data["code"]
        return listed.copied_to(code) if code else listed

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
                    ImportFault(
                        gettext_noop("the ZIP"),
                        gettext_noop("finds no room: all pictures together may have %(room)s MB", room=room),
                    )
                ]
            )
        return find_images(images_in_zip(file), [row.card for row in cards.rows])

    def _read(self, field: str, read: Callable[[], Read]) -> Read | None:
        try:
            return read()
        except BadFile as bad:
            self._note(field, bad.faults)
            return None

    def _note_by_file(self, faults: Iterable[ImportFault]) -> None:
        """Note faults that show only when all files are seen together: of a line, of an image, or of a set's recipe."""
        fields = {"line": "cards", "the": "cards", "image": "images"}
        by_field: dict[str, list[ImportFault]] = {}
        for fault in faults:
            by_field.setdefault(fields.get(fault.where.partition(" ")[0], "recipe"), []).append(fault)
        for field, found in by_field.items():
            self._note(field, found)

    def _note(self, field: str, faults: Iterable[ImportFault]) -> None:
        self.add_error(
            field if field in self.fields else None,
            [translated(words) for words in at_most(fault.words for fault in faults)],
        )


class SetCodeForm(FocusesFirstFault, forms.Form):
    """The code of a Magic set that is downloaded from MTGJSON. `upload` is as in `UploadForm`."""

    upload = forms.CharField(required=False, max_length=32, initial=lambda: token_hex(8), widget=forms.HiddenInput())
    fetched = forms.CharField(
        label=_("Get a Magic set by its code"),
        max_length=LONGEST_CODE,
        error_messages={"required": _("Write the code of a set, such as NEO.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words = gettext("Such as NEO. It is downloaded from %(host)s.")
        self.fields["fetched"].help_text = words % {"host": source_name()}

    def clean_fetched(self) -> str:
        """Return the code in capitals."""
        code: str = self.cleaned_data["fetched"].upper()
        if not SET_CODE.fullmatch(code):
            raise forms.ValidationError(gettext("The code of a set has 2 to 8 letters A to Z and digits."))
        return code

    def fetch(self, progress: UploadProgress) -> bytes | None:
        """Return the file of the set, which can be read; None where there is none, and why not is noted."""
        try:
            data = download_set(code=self.cleaned_data["fetched"], progress=progress)
            read_card_list(data, progress)
        except ServiceError as fault:
            self.add_error("fetched", fault.message)
        except BadFile as bad:
            self.add_error("fetched", [translated(words) for words in at_most(fault.words for fault in bad.faults)])
        else:
            return data
        return None


class CubeForm(FocusesFirstFault, forms.Form):
    """The code and the name of a cube; its cards stand in the file that was opened."""

    upload = forms.CharField(required=False, max_length=32, initial=lambda: token_hex(8), widget=forms.HiddenInput())
    code = SetCodeField(
        label=_("Code"),
        help_text=_("Short, such as CUBE. Loading a cube under the same code replaces its list."),
    )
    name = forms.CharField(required=False, max_length=LONGEST_SET_NAME, label=_("Name"))

    def load(self, account: User, names: NameList) -> Loaded | None:
        """Load the cube for an account, or note beside the code why not."""
        found = find_cards(names, self.cleaned_data["code"])
        if not found.copies:
            self.add_error(None, gettext("None of these cards is loaded. Load their sets first."))
            return None
        data = self.cleaned_data
        try:
            loaded = load_cube(code=data["code"], name=data["name"], found=found, account=account)
        except SetOfAnother as bad:
            self.add_error("code", [translated(fault.what) for fault in bad.faults])
            return None
        except BadFile as bad:
            self.add_error(None, [translated(words) for words in at_most(fault.words for fault in bad.faults)])
            return None
        return Loaded("", found.game, [loaded], (*names.warnings, *found.missing_words))


def _copied_with(
    listed: CardFile, copied: CardFile, images: list[Image], recipes: tuple[SetRecipe, ...]
) -> tuple[list[Image], tuple[SetRecipe, ...]]:
    """Return the pictures and recipes of a list for the copy of it; their files name cards and set as the list does."""
    numbers = {old.card.number: new.card.number for old, new in zip(listed.rows, copied.rows, strict=True)}
    old, new = listed.rows[0].set_code, copied.rows[0].set_code
    return (
        [replace(image, numbers=tuple(numbers[number] for number in image.numbers)) for image in images],
        tuple(recipe.copied_to(new, numbers) if recipe.set_code == old else recipe for recipe in recipes),
    )
