"""Settings of the stages after the draft of a new event, as its organizer enters them."""

from collections.abc import Callable
from typing import Any, cast

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from drafts.forms.explained_radios import ExplainedRadios
from drafts.languages import translated
from drafts.models import (
    Across,
    AvatarsKept,
    AvatarWay,
    ConstructedFormat,
    Fights,
    Lands,
    Lists,
    NightSettings,
    PlanesPlayed,
    Policy,
)
from drafts.models.games.rome import PLAYERS
from drafts.models.night import DAMAGE_LIMITS, FIGHT_MINUTES, LONGEST_COUNTER, SWISS_ROUNDS
from drafts.presenters.events.night_choices import (
    NightChoices,
    fights_said,
    night_choices,
    night_said,
    usual_minutes_said,
)
from drafts.queries.events.lookup import settings_of_night
from drafts.rules.fights.fight import TimeUp
from drafts.rules.formats import Format
from drafts.rules.night.stages import Stage
from drafts.services.events.settings import faults_of_night, nothing_left, usual_night

OF_COUNTER = ("counter", "counter_start", "counter_loses")
MINUTES = (0, 15, 20, 25, 30, 40, 50, 60)
USUAL = "auto"
"""The value of `fight_minutes` that stands for the usual minutes of a round of fights of that many games."""


def defaults_of_night(format_: Format) -> dict[str, Any]:
    """Return the default settings of a night of the format."""
    return settings_of_night(usual_night(format_))


def minutes_words(minutes: int) -> str:
    """Return the time of a round as the page offers it."""
    if minutes == 0:
        return gettext("Without a clock")
    return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}


def build_words(minutes: int) -> str:
    """Return the time to build a deck as the page offers it."""
    return gettext("Until you go on") if minutes == 0 else minutes_words(minutes)


class RoundMinutesField(forms.IntegerField):
    """The minutes of a round, or `USUAL`."""

    def to_python(self, value: Any) -> Any:
        return value if value == USUAL else super().to_python(value)


def _numbers(numbers: range) -> forms.RadioSelect:
    return forms.RadioSelect(choices=[(number, str(number)) for number in numbers])


class NightForm(forms.Form):
    """The fields of docs/protocol.md that say how one fights and shares the cards.

    Where battles are played there are no fields about games. A limit of damage is asked for only where the game has
    one, a sharing where the format shares cards, and lists where decks are brought along. The service says which
    numbers are valid (`faults_of_night`).
    """

    fights = forms.ChoiceField(
        required=False,
        choices=Fights.choices,
        label=_("Fights"),
        help_text=_("Recommended: everybody against everybody in groups of up to four, Swiss rounds in larger ones."),
        widget=ExplainedRadios({}),
    )
    fights_across = forms.ChoiceField(
        required=False, choices=Across.choices, label=_("Who can meet whom"), widget=forms.RadioSelect
    )
    swiss_rounds = forms.IntegerField(required=False, label=_("Number of rounds"), widget=_numbers(SWISS_ROUNDS))
    best_of = forms.IntegerField(
        required=False,
        label=_("A fight is"),
        help_text=_("Best of three: two games won win the fight."),
        widget=forms.RadioSelect(choices=[(1, _("One game")), (3, _("Best of three"))]),
    )
    fight_minutes = RoundMinutesField(required=False, label=_("Minutes for a round"))
    counter = forms.CharField(
        required=False,
        label=_("What is counted"),
        help_text=_("One counter for each fighter, such as Life or Prizes. Without one there are no fights here."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": LONGEST_COUNTER}),
    )
    counter_start = forms.IntegerField(required=False, label=_("It begins at"))
    counter_loses = forms.IntegerField(required=False, label=_("It is lost at"))
    damage_limit = forms.IntegerField(required=False, widget=_numbers(DAMAGE_LIMITS))
    time_up = forms.ChoiceField(
        required=False,
        label=_("When time is up"),
        help_text=_("For fights that are not over then."),
        widget=forms.RadioSelect,
    )
    build_minutes = forms.IntegerField(
        required=False,
        label=_("Minutes to build a deck"),
        help_text=_(
            "When time is up every deck is registered as it is, and filled with lands where cards are missing."
        ),
    )
    constructed_format = forms.ChoiceField(
        required=False,
        choices=ConstructedFormat.choices,
        label=_("Format"),
        help_text=_("Announced to all who join. Which cards are legal in it is not checked."),
    )
    lists = forms.ChoiceField(
        required=False, choices=Lists.choices, label=_("Lists of decks"), widget=ExplainedRadios({})
    )
    lands = forms.ChoiceField(required=False, choices=Lands.choices, label=_("Basic lands"), widget=forms.RadioSelect)
    avatars = forms.ChoiceField(
        required=False,
        choices=AvatarWay.choices,
        label=_("Avatars"),
        help_text=_("A card beside the deck that changes how its fighter begins: other life, another hand, a rule."),
        widget=ExplainedRadios(
            {
                AvatarWay.DEALT: _("Chance gives each fighter one."),
                AvatarWay.CHOOSE: _("Chance deals three to each fighter, who chooses one of them."),
                AvatarWay.FREE: _("Everybody chooses among all that are loaded."),
            }
        ),
    )
    avatar_every = forms.ChoiceField(
        required=False, choices=AvatarsKept.choices, label=_("An avatar is kept"), widget=forms.RadioSelect
    )
    planes = forms.ChoiceField(
        required=False,
        choices=PlanesPlayed.choices,
        label=_("Planes"),
        help_text=_("Fights are fought on planes, and turns are marked. In their turn fighters roll the planar die."),
        widget=ExplainedRadios(
            {
                PlanesPlayed.OWN: _("Each fighter chooses ten planes or more, or is dealt ten."),
                PlanesPlayed.SHARED: _("Ten planes for each fighter, forty at most, which all share."),
            }
        ),
    )
    sharing = forms.ChoiceField(
        required=False,
        choices=Policy.choices,
        label=_("The cards afterwards"),
        widget=ExplainedRadios(
            {
                Policy.EQUAL: _("The rarest are chosen in turn, the others dealt by what each fighter wishes for."),
                Policy.RANDOM: _("Chance deals all cards: as many to each fighter as before."),
                Policy.KEEP: _("Nothing is handed over."),
            }
        ),
    )

    def __init__(self, *args: Any, format_: Format, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.format_ = format_
        words = format_.game.words
        if format_.is_played:
            del self.fields["time_up"], self.fields["best_of"]
        else:
            cast(forms.ChoiceField, self.fields["time_up"]).choices = [
                (TimeUp.LESS_DAMAGE.value, translated(words["less damage"])),
                (TimeUp.DRAW.value, gettext("A draw")),
            ]
        if "damage limit" in words:
            limit = self.fields["damage_limit"]
            limit.label, limit.help_text = translated(words["damage limit"]), translated(words["damage limit help"])
        else:
            del self.fields["damage_limit"]
        if format_.keeps:  # nothing is chosen there
            kept = {Policy.KEEP.value: gettext("Everybody keeps their own cards")}
            sharing = cast(forms.ChoiceField, self.fields["sharing"])
            sharing.choices = [(value, kept.get(value, label)) for value, label in Policy.choices]
        if format_.own_form is None:
            for name in OF_COUNTER:
                del self.fields[name]
        if format_.brings_decks or format_.is_played:
            fights = cast(forms.ChoiceField, self.fields["fights"])
            fights.choices = [choice for choice in Fights.choices if choice[0] != Fights.OFF]
            fights.error_messages["invalid_choice"] = nothing_left()
            if format_.brings_decks and Stage.BUILDING not in format_.stages:
                lists = cast(forms.ChoiceField, self.fields["lists"])
                lists.choices, lists.widget = [(Lists.OFF.value, Lists.OFF.label)], forms.HiddenInput()
            self.fields["build_minutes"].label = gettext("Minutes to hand in a list")
            self.fields["build_minutes"].help_text = gettext("When time is up every list is locked as it is.")
        for name, is_asked in self._asked().items():
            if not is_asked:
                del self.fields[name]

    def _asked(self) -> dict[str, bool]:
        """Return, for each field that only some formats have, whether this one has it."""
        hands_in = self.format_.brings_decks and Stage.BUILDING in self.format_.stages
        return {
            "build_minutes": self.format_.builder is not None or hands_in,
            "lands": self.format_.builder is not None,
            "constructed_format": self.format_.announces,
            "lists": self.format_.brings_decks,
            "avatars": self.format_.avatar_game is not None,
            "avatar_every": self.format_.avatar_game is not None,
            "planes": self.format_.plane_game is not None,
            "sharing": self.format_.shares,
        }

    @property
    def _has_usual_minutes(self) -> bool:
        """Whether the usual minutes of a round depend on the form of the fights, or on how many games a fight has."""
        return len({minutes for form in self.format_.forms for minutes in form.round_minutes}) > 1

    def offer_usual_minutes(self) -> None:
        """Begin with `USUAL` where a round has the usual minutes of its fights.

        To be called when the form of the fights is known.
        """
        minutes, games = (self.initial.get(name) for name in ("fight_minutes", "best_of"))
        is_usual = games is not None and minutes == self.format_.forms[0].usual_minutes(games)
        if self._has_usual_minutes and is_usual:
            self.initial = {**self.initial, "fight_minutes": USUAL}

    @property
    def minutes_choices(self) -> list[tuple[str, str]]:
        """The times of a round that the page offers, with the one that is set among them.

        Where it depends on the fights, the usual time is the first.
        """
        times = self._minutes("fight_minutes", minutes_words)
        return [(USUAL, gettext("As usual for these fights")), *times] if self._has_usual_minutes else times

    @property
    def build_choices(self) -> list[tuple[str, str]]:
        """The times to build a deck that the page offers, with the one that is set among them."""
        return self._minutes("build_minutes", build_words)

    def _minutes(self, name: str, words: Callable[[int], str]) -> list[tuple[str, str]]:
        chosen = str(self[name].value() or 0)
        is_time = chosen.isascii() and chosen.isdecimal() and len(chosen) <= len(str(FIGHT_MINUTES[-1]))
        offered = {*MINUTES, int(chosen)} if is_time else {*MINUTES}
        return [(str(minutes), words(minutes)) for minutes in sorted(offered)]

    @cached_property
    def night_choices(self) -> NightChoices:
        """The text about each choice of these fields, for each size of a table."""
        return night_choices(self.format_, [int(minutes) for minutes, _ in self.minutes_choices if minutes != USUAL])

    @property
    def fights_in_words(self) -> str:
        """The sentence about the night by the fields, with defaults for empty ones."""
        return night_said(self.night_choices, self._said)

    @property
    def mix_in_words(self) -> str:
        """How many packs a full table opens."""
        return self.night_choices["mix"][str(self.format_.packs)].get(self._said["table_size"], "")

    @property
    def _said(self) -> dict[str, str]:
        """The settings of the night of a full table by the fields, with defaults for empty ones."""
        usual = {
            **defaults_of_night(self.format_),
            "table_size": self.format_.usual_fighters,
            "fight_form": self.format_.forms[0].slug,
            "players": PLAYERS[0],
        }
        stand = {name: self[name].value() for name in usual.keys() & self.fields.keys()}
        said = {name: str(usual[name] if stand.get(name) in (None, "") else stand[name]) for name in usual}
        if said["fight_minutes"] == USUAL:
            said["fight_minutes"] = usual_minutes_said(self.night_choices, said)
        return said

    def speak_of_people(self) -> None:
        """Say beside the fields what they mean for a full table. To be called when all fields are there."""
        said, choices = self._said, self.night_choices
        ways = cast(ExplainedRadios, self.fields["fights"].widget)
        ways.more = {way.value: fights_said(choices, said, way).get("meaning", "") for way in Fights}
        lasts = fights_said(choices, said).get("lasts", {})
        self["fight_minutes"].help_text = lasts.get(said["fight_minutes"], "")
        for name in choices["helps"].keys() & self.fields.keys():
            self[name].help_text = choices["helps"][name].get(said["table_size"], "")

    @property
    def has_faulty_fights(self) -> bool:
        """Whether one of these fields has an error."""
        return not NIGHT_FIELDS.isdisjoint(self.errors)

    def clean(self) -> dict[str, Any]:
        super().clean()
        night = self.night_settings()
        if "fights" not in self.errors:
            self.cleaned_data["fights"] = night.fights
        for name, fault in faults_of_night(night, self.format_).items():
            if name in self.fields and name not in self.errors:
                self.add_error(name, fault)
        return self.cleaned_data

    def night_settings(self) -> NightSettings:
        """Return the settings of the night, with defaults for empty fields."""
        said = {name: self.cleaned_data.get(name) for name in NIGHT_FIELDS}
        is_said = {name: value for name, value in said.items() if value not in (None, "")}
        if is_said.get("fight_minutes") == USUAL:
            games = is_said.get("best_of") or self.format_.best_of
            is_said["fight_minutes"] = self.format_.forms[0].usual_minutes(games)
        night = NightSettings(**(defaults_of_night(self.format_) | is_said))
        if night.counter and not is_said.get("fights"):  # a counter is named for fights
            night.fights = Fights.AUTO
        return night


NIGHT_FIELDS = frozenset(NightForm.base_fields)
