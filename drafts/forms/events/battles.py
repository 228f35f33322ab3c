"""Settings of the battles of a new event, as its organizer enters them (V1, V2, V51, V53, V54)."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from drafts.models import BattleEnd, BotsPlay, Decks, RomeSettings
from drafts.models.games.rome import PLAYERS, TURNS
from drafts.queries.events.lookup import settings_of_battles
from drafts.rules.formats import Format

YES_OR_NO = [("yes", _("Yes")), ("no", _("No"))]


def defaults_of_battles(format_: Format) -> dict[str, Any]:
    """Return the default rules of battles; {} in a format that has none."""
    return settings_of_battles(RomeSettings()) if format_.is_played else {}


class BattleForm(forms.Form):
    """The fields of docs/protocol.md that say how battles are played; in a format that has none they are left out."""

    players = forms.TypedChoiceField(
        required=False,
        coerce=int,
        empty_value=None,
        choices=[(number, str(number)) for number in PLAYERS],
        label=_("Fighters in a battle"),
        widget=forms.RadioSelect,
    )
    rear = forms.ChoiceField(
        required=False,
        choices=YES_OR_NO,
        label=_("Rear row"),
        help_text=_("Without it each fighter has the front row alone, five units to begin with."),
        widget=forms.RadioSelect,
    )
    commands = forms.ChoiceField(required=False, choices=YES_OR_NO, label=_("Commands"), widget=forms.RadioSelect)
    decks = forms.ChoiceField(
        required=False,
        choices=Decks.choices,
        label=_("Decks"),
        help_text=_("In battles of two, each fighter can have a deck of their own, with half of the cards."),
        widget=forms.RadioSelect,
    )
    end = forms.ChoiceField(
        required=False,
        choices=BattleEnd.choices,
        label=_("A battle of three or four ends with"),
        widget=forms.RadioSelect,
    )
    turns = forms.IntegerField(
        required=False,
        label=_("Turns at most"),
        help_text=_("From %(least)s to %(most)s: after that turn kills decide. 0: there is no last turn.")
        % {"least": TURNS[0], "most": TURNS[-1]},
    )
    bots = forms.ChoiceField(
        required=False, choices=BotsPlay.choices, label=_("How bots play"), widget=forms.RadioSelect
    )

    def battles(self) -> RomeSettings | None:
        """Return the rules of battles, with defaults for empty fields; None in a format that has none."""
        if "players" not in self.fields:
            return None
        said = {name: self.cleaned_data.get(name) for name in BATTLE_FIELDS}
        usual = settings_of_battles(RomeSettings())
        columns = {name: usual[name] if value in (None, "") else value for name, value in said.items()}
        return RomeSettings(**{**columns, **{name: columns[name] == "yes" for name in ("rear", "commands")}})


BATTLE_FIELDS = tuple(BattleForm.base_fields)
