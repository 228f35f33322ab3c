"""Which columns of a table of cards hold our fields."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from drafts.forms.set_codes import SetCodeField
from drafts.importers.sets.columns import Columns, columns_of, guess_places
from drafts.languages import translated
from drafts.rules.games.registry import CARD_GAMES

LABELS = {
    "set_code": _("Set"),
    "card_number": _("Number"),
    "name": _("Name"),
    "rarity": _("Rarity"),
    "text": _("Text"),
}


class ColumnsForm(forms.Form):
    """The game of a table, a column for each of its fields, and the set of the cards that name none.

    A field that is not sent, since the game was another one, is that of the usual names.
    """

    game = forms.ChoiceField(label=_("Game"))
    set_code = SetCodeField(
        required=False,
        label=_("Code of the set"),
        help_text=_("Such as BT06, where neither a column nor the numbers say it."),
    )

    def __init__(self, data: Any, *, header: Sequence[str], columns: Columns) -> None:
        self.card_game = CARD_GAMES.get((data or {}).get("game", ""), columns.game)
        names = columns_of(self.card_game)
        places = columns.places if data is None else guess_places(header, self.card_game)
        if data is not None:
            guessed = {_key(name): str(place) for name, place in places.items()}
            data = {**guessed, **data.dict()}
        super().__init__(data, initial={"game": columns.game.slug, "set_code": columns.set_code})
        games = [(game.slug, translated(game.name)) for game in CARD_GAMES.values()]
        self.fields["game"].choices = games  # type: ignore[attr-defined]  # a field of the base
        labels: dict[str, Any] = {**LABELS, **{field.name: translated(field.label) for field in self.card_game.fields}}
        choices = [
            ("", gettext("no column")),
            *((str(place), _named(name, place)) for place, name in enumerate(header)),
        ]
        self.names = names
        for name in self.names:
            self.fields[_key(name)] = forms.ChoiceField(
                required=False, label=labels[name], choices=choices, initial=str(places.get(name, ""))
            )

    @property
    def columns(self) -> Columns:
        """The columns that are chosen: what the form began with, until something is sent."""
        self.is_valid()
        asked = self.cleaned_data if self.is_bound else {name: self[name].initial for name in self.fields}
        places = {name: int(asked[_key(name)]) for name in self.names if asked.get(_key(name))}
        return Columns(self.card_game, places, asked.get("set_code", ""))

    def field_of(self, name: str) -> forms.BoundField:
        """Return the field that asks for one of our columns."""
        return self[_key(name)]


def _key(name: str) -> str:
    return f"column-{name}"


def _named(name: str, place: int) -> str:
    return name.strip() or gettext("column %(place)s") % {"place": place + 1}
