"""A new event, as its organizer describes it."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, cast

from django import forms
from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from drafts.forms.events.battles import BATTLE_FIELDS, BattleForm, defaults_of_battles
from drafts.forms.events.nights import NightForm, defaults_of_night
from drafts.forms.explained_radios import ExplainedRadios
from drafts.forms.log.log_access import OPENINGS, hide_names_field, log_opens_field, log_visibility_field
from drafts.languages import translated
from drafts.models import CardSet, Event, Fighter, Fights, OwnPicks, PackSource, Policy
from drafts.models.event import NICKNAME_LENGTH
from drafts.presenters.events.night_choices import table_words
from drafts.rules.draft.timed import JudgeBy
from drafts.rules.fights.forms import FightForm
from drafts.rules.formats import PACKS_EACH, PICKS, Format, Pace
from drafts.rules.games.registry import FORMATS
from drafts.rules.night.rights import LogOpens, LogVisibility
from drafts.rules.night.seating import MOST_FIGHTERS
from drafts.services.catalog.sets import no_set
from drafts.services.errors import ServiceError
from drafts.services.events.guests import guests_listed
from drafts.services.events.lifecycle import create_event, create_practice
from drafts.services.events.lobby import name_request
from drafts.services.events.settings import EACH_POISON, TEAM_POISON, EventSettings, no_paper_to_keep, no_pods

LONGEST_REVIEW = 3600
ONE_DAY = timedelta(days=1)
PACES = {
    Pace.BRISK: _("Brisk"),
    Pace.STANDARD: _("Standard"),
    Pace.RELAXED: _("Relaxed"),
    Pace.OFF: _("No clock"),
}
REVIEWS = (0, 60, 120, 180, 300, 600)
OF_CARDS = ("packs", "card_set", "pack_cards", "pack_list")
OF_ROUNDS = ("pace", "review_seconds", "one_tap")
OF_PASSING = ("packs_each", "picks")


def defaults_of(format_: Format) -> dict[str, Any]:
    """Return the default settings of a new event of the format."""
    return {
        "format": format_.slug,
        "packs": PackSource.GENERATED.value,
        "table_size": format_.usual_fighters,
        "pace": Pace.STANDARD.value,
        "review_seconds": format_.review_seconds,
        "judge": JudgeBy.ORGANIZER.value,
        "own_picks": OwnPicks.CLOSED.value,
        "one_tap": "off",
        "fight_form": format_.forms[0].slug,
        "team_poison": EACH_POISON,
        "log_visibility": LogVisibility.FIGHTERS.value,
        "log_opens": format_.log_opens.value,
        "hide_names": "off",
        "on_first_page": "off",
        **passing_of(format_),
        **defaults_of_night(format_),
        **defaults_of_battles(format_),
    }


def defaults_of_page(format_: Format) -> dict[str, Any]:
    """Return the initial settings on the page of a new event.

    Cards of the store's boxes are not shared out afterwards, and a round has the time that is usual for its fights.
    """
    minutes = format_.forms[0].usual_minutes(format_.best_of)
    return {**defaults_of(format_), "sharing": Policy.KEEP.value, "fight_minutes": minutes}


def passing_of(format_: Format) -> dict[str, int]:
    """Return how many packs each fighter opens and how many cards a pick has, where an event settles that."""
    if not format_.settles_packs:
        return {}
    return {"packs_each": format_.packs, **({"picks": format_.picks} if format_.rounds else {})}


def review_words(seconds: int) -> str:
    """Return a length of the review as the page offers it."""
    if seconds == 0:
        return gettext("Until I end it")
    minutes, rest = divmod(seconds, 60)
    if rest:
        return ngettext("%(count)s second", "%(count)s seconds", seconds) % {"count": seconds}
    return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}


def _number_in(field: forms.BoundField, known: Iterable[int]) -> int:
    """Return the number of a field as the form has it now; 0 where it is none of those that are known."""
    said = str(field.value())
    return next((number for number in known if str(number) == said), 0)


def _facts_of(form: FightForm) -> dict[str, bool]:
    """Return the attributes by which `home.css` hides fields that are not asked for in a form of fights."""
    return {
        "data-at-once": form.at_table is not None,
        "data-games": form.games is not None,
        "data-shares": form.team_limit is not None,
    }


def _forms_without(format_: Format, size: int) -> list[str]:
    """Return the forms of fights for which no table has so many fighters."""
    return [form.slug for form in format_.forms if not format_.fought_as(form.slug).can_seat(size)]


class OneOrSeveral(forms.SelectMultiple):
    """Several fields of the same name, in the order of the page."""

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> list[str]:
        if isinstance(data, MultiValueDict):
            return list(data.getlist(name))
        value = data.get(name, [])
        return list(value) if isinstance(value, list | tuple) else [value]


class RoundsField(forms.Field):
    """The sets of the rounds: one for all, or one each; an empty one is the same as that before it."""

    widget = OneOrSeveral

    def to_python(self, value: Any) -> list[str]:
        codes = [str(code).strip().upper() for code in value or []]
        if not any(codes[1:]):
            return [code for code in codes[:1] if code]
        filled: list[str] = []
        for code in codes:
            filled.append(code or (filled[-1] if filled else ""))
        return [code for code in filled if code]


class ShortText(forms.CharField):
    """One line of text that shows what it is."""

    def validate(self, value: str | None) -> None:
        super().validate(value)
        if not (value or "").isprintable():
            raise forms.ValidationError(_("Letters, digits, signs and spaces only: no invisible characters."))


class EventForm(BattleForm, NightForm):
    """The fields of docs/protocol.md; those that a client leaves out get defaults.

    Fields that mean nothing in the format are left out: the judge where no verdict is asked for, and all about rounds
    or cards where there are none. The same form sent again with the same `request` makes no second event.
    """

    name = ShortText(max_length=80, label=_("Name"), widget=forms.TextInput(attrs={"autocomplete": "off"}))
    format = forms.ChoiceField(
        required=False, choices=lambda: [(one.slug, one.name) for one in FORMATS.values()], widget=forms.HiddenInput
    )
    request = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    packs = forms.ChoiceField(
        required=False,
        choices=PackSource.choices,
        label=_("Packs"),
        widget=ExplainedRadios(
            {
                PackSource.GENERATED: _("The cards are in your boxes; a pull list says which ones to hand out."),
                PackSource.UPLOADED: _("You write down what lies in each pack."),
                PackSource.PAPER: _("Fighters open boosters at the table, and their phones say what to do."),
            }
        ),
    )
    card_set = RoundsField(required=False, label=_("Set"))
    pack_cards = forms.IntegerField(
        required=False,
        label=_("Cards in a pack, if the set is not loaded"),
        help_text=_("Then choose no set. The set can be named after the draft, before piles are entered."),
    )
    pack_list = forms.CharField(
        required=False,
        strip=False,
        label=_("List of packs"),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocapitalize": "characters"}),
    )
    packs_each = forms.TypedChoiceField(
        required=False,
        coerce=int,
        empty_value=None,
        choices=[(number, str(number)) for number in PACKS_EACH],
        label=_("Packs for each fighter"),
    )
    picks = forms.TypedChoiceField(
        required=False,
        coerce=int,
        empty_value=None,
        choices=[(number, str(number)) for number in PICKS],
        label=_("Cards in each pick"),
        widget=forms.RadioSelect,
    )
    table_size = forms.TypedChoiceField(
        required=False,
        coerce=int,
        empty_value=None,
        label=_("Fighters at a table"),
        widget=ExplainedRadios({}),
    )
    pace = forms.ChoiceField(
        required=False,
        choices=[(pace.value, name) for pace, name in PACES.items()],
        label=_("Pace"),
        widget=forms.RadioSelect,
    )
    review_seconds = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=LONGEST_REVIEW,
        label=_("Review"),
    )
    judge = forms.ChoiceField(
        required=False,
        choices=[
            (JudgeBy.ORGANIZER.value, _("You, or whom you ask")),
            (JudgeBy.AUTOMATIC.value, _("The server, at once")),
        ],
        widget=forms.RadioSelect,
    )
    own_picks = forms.ChoiceField(
        required=False,
        choices=OwnPicks.choices,
        label=_("Own picks"),
        help_text=_(
            "At a table nobody looks at their pile while packs are drafted. With digital packs each fighter can have "
            "their own picks in sight; nobody else sees them."
        ),
        widget=forms.RadioSelect,
    )
    one_tap = forms.ChoiceField(
        required=False,
        choices=[("off", _("Choose, then place")), ("on", _("One tap"))],
        label=_("How phones pick"),
        help_text=_(
            "With one tap the tapped card is placed where one card is due, and two seconds remain to undo it. Fighters "
            "can change this on their own phone."
        ),
        widget=forms.RadioSelect,
    )
    fight_form = forms.ChoiceField(required=False, label=_("How one fights"), widget=ExplainedRadios({}))
    team_poison = forms.TypedChoiceField(
        required=False,
        coerce=int,
        empty_value=None,
        choices=[(10, _("Each head: 10")), (15, _("The team: 15"))],
        label=_("Poison counters"),
        help_text=_("A team has lost when one of its heads has 10, or when both together have 15."),
        widget=forms.RadioSelect,
    )
    guests = forms.CharField(
        required=False,
        strip=False,
        max_length=MOST_FIGHTERS * (NICKNAME_LENGTH * 4 + 2),
        label=_("Guests without a phone"),
        help_text=_("One name a line. You act for them on this device, or a neighbour does on their own phone."),
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "autocomplete": "off"}),
    )
    log_visibility = log_visibility_field()
    log_opens = log_opens_field()
    hide_names = hide_names_field()
    on_first_page = forms.ChoiceField(
        required=False,
        choices=[("off", _("No")), ("on", _("Yes"))],
        label=_("Show on the first page until it starts"),
        help_text=_(
            "The first page then says what is played, when, and how many are in. Its link contains the code: whoever "
            "opens this site may join. It names no people, and says nothing once the event has started."
        ),
        widget=forms.RadioSelect,
    )
    starts_at = forms.DateTimeField(
        required=False,
        label=_("Starts"),
        help_text=_("Only if it is not today. It is then listed under Coming."),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )

    def __init__(self, *args: Any, format_: Format, known_sets: Sequence[CardSet], **kwargs: Any) -> None:
        super().__init__(*args, format_=format_, **kwargs)
        self._offer_forms(format_)
        self.format_ = format_.with_packs(*self._passing()).fought_as(*self._form(format_))
        self.offer_usual_minutes()
        self.known_sets = {card_set.code: card_set for card_set in known_sets}
        self._offer_fights()
        self._speak_of_format()
        for name in self._unasked():
            del self.fields[name]
        self.speak_of_people()

    def _unasked(self) -> list[str]:
        """Return the fields that mean nothing in this format."""
        of_cards = [] if self.format_.cards else OF_CARDS
        of_battles_too = OF_ROUNDS[1:] if self.format_.is_played else OF_ROUNDS
        of_rounds: Sequence[str] = () if self.format_.rounds else of_battles_too
        of_rules = [] if self.format_.call_for else ["judge"]
        of_picks = [] if self.format_.may_show_picks else ["own_picks"]
        of_passing = OF_PASSING if not self.format_.settles_packs else ["picks"] if self.format_.keeps else []
        of_battles = () if self.format_.is_played else BATTLE_FIELDS
        return [*of_cards, *of_rounds, *of_rules, *of_picks, *of_passing, *of_battles]

    def _passing(self) -> tuple[int, int]:
        """Return the packs of each fighter and the cards of a pick as the form has them now; 0: as usual."""
        packs, picks = OF_PASSING
        return _number_in(self[packs], PACKS_EACH), _number_in(self[picks], PICKS)

    def _offer_forms(self, format_: Format) -> None:
        """Offer the forms of fights that a format has, where it has several."""
        offered = cast(forms.ChoiceField, self.fields["fight_form"])
        offered.choices = [(form.slug, translated(form.name)) for form in format_.forms]
        radios = cast(ExplainedRadios, offered.widget)
        radios.more = {form.slug: translated(form.help) for form in format_.forms}
        radios.facts = {form.slug: _facts_of(form) for form in format_.forms}
        if len(format_.forms) == 1:
            del self.fields["fight_form"], self.fields["team_poison"]

    def _offer_fights(self) -> None:
        """Offer pods only where all of a table fight at once; there all other ways mean pods (`check_settings`)."""
        fights = cast(forms.ChoiceField, self.fields["fights"])
        if self.format_.forms[0].at_table is None:
            offered = cast(Iterable[tuple[str, str]], fights.choices)  # without "off" in formats of fights alone
            fights.choices = [choice for choice in offered if choice[0] != Fights.PODS]
            if self["fights"].value() == Fights.PODS:
                fights.error_messages["invalid_choice"] = no_pods()

    def _form(self, format_: Format) -> tuple[str, int]:
        """Return the form of fights as the form has it now, and the limit of a counter that teams can share."""
        if "fight_form" not in self.fields:
            return "", 0
        slug = str(self["fight_form"].value() or "")
        known = slug if slug in {form.slug for form in format_.forms} else ""
        return known, _number_in(self["team_poison"], TEAM_POISON)

    def _speak_of_format(self) -> None:
        words = {name: translated(words) for name, words in self.format_.game.words.items()}
        format_ = FORMATS[self.format_.slug]
        fewest, most = format_.fighters
        table_size = cast(forms.TypedChoiceField, self.fields["table_size"])
        table_size.choices = [(size, str(size)) for size in range(fewest, most + 1)]
        cast(ExplainedRadios, table_size.widget).facts = {
            str(size): {"data-not-for": " ".join(_forms_without(format_, size))} for size in range(fewest, most + 1)
        }
        table_size.help_text = table_words(self.format_.forms[0], self.format_)
        self.fields["review_seconds"].help_text = words.get("review", "")
        if self.format_.cards is None:
            log_opens = cast(forms.ChoiceField, self.fields["log_opens"])
            log_opens.choices = [choice for choice in OPENINGS if choice[0] == self.format_.log_opens.value]
            log_opens.widget = forms.HiddenInput()
        elif self.format_.keeps:
            log_opens = cast(forms.ChoiceField, self.fields["log_opens"])
            log_opens.choices = [(LogOpens.DRAFTED.value, _("Once the packs are open")), *OPENINGS[1:]]
        self._speak_of_packs()
        self.fields["judge"].label, self.fields["judge"].help_text = words.get("judge", ""), words.get("judge help", "")

    def _speak_of_packs(self) -> None:
        packs, each = cast(forms.ChoiceField, self.fields["packs"]), self.format_.packs
        packs.error_messages["invalid_choice"] = _("Packs are made by the server, come from a list, or are real ones.")
        of_list = ngettext(
            "One card number a line, an empty line between packs; 045 will do where one set alone has it. The first "
            "packs are everyone's first, seat by seat, then everyone's second, and so on: %(count)s for each fighter.",
            "One card number a line, an empty line between packs; 045 will do where one set alone has it. The first "
            "packs are everyone's first, seat by seat, then everyone's second, and so on: %(count)s for each fighter.",
            each,
        )
        if self.format_.keeps:
            packs.error_messages["invalid_choice"] = no_paper_to_keep()
            packs.choices = [choice for choice in PackSource.choices if choice[0] != PackSource.PAPER]
            of_list = ngettext(
                "One card number a line, an empty line between packs; 045 will do where one set alone has it. Seat by "
                "seat: the first pack is the first seat's, %(count)s for each fighter.",
                "One card number a line, an empty line between packs; 045 will do where one set alone has it. Seat by "
                "seat: the first %(count)s packs are the first seat's, the next the second's, and so on.",
                each,
            )
        self.fields["pack_list"].help_text = of_list % {"count": each}

    @property
    def sets_by_round(self) -> list[str]:
        """The code chosen for each round, as the page shows it; empty: the same as before."""
        if "card_set" not in self.fields:
            return []
        codes = [str(code) for code in self["card_set"].value() or []][: self.format_.packs]
        if not codes and not self.is_bound:
            codes = list(self.known_sets)[:1]
        return codes + [""] * (self.format_.packs - len(codes))

    @property
    def review_choices(self) -> list[tuple[str, str]]:
        """The lengths of the review that the page offers, with the one that is set among them."""
        if "review_seconds" not in self.fields:
            return []
        chosen = str(self["review_seconds"].value() or 0)
        is_length = chosen.isascii() and chosen.isdecimal() and len(chosen) <= len(str(LONGEST_REVIEW))
        least = self.format_.review_least
        offered = {0, least, *(seconds for seconds in REVIEWS if seconds >= least)}
        if is_length:
            offered.add(int(chosen))
        return [(str(seconds), review_words(seconds)) for seconds in sorted(offered)]

    def clean(self) -> dict[str, Any]:
        super().clean()
        for name, value in defaults_of(self.format_).items():
            if name not in self.errors and self.cleaned_data.get(name) in (None, ""):
                self.cleaned_data[name] = value
        packs = self.cleaned_data.get("packs") if "packs" in self.fields else None
        if packs in (PackSource.GENERATED, PackSource.PAPER):
            self._clean_rounds()
        elif packs == PackSource.UPLOADED and not self.listed:
            self.add_error("pack_list", _("Write the packs down here, or let the server make them."))
        return self.cleaned_data

    def clean_guests(self) -> list[str]:
        """Return the names of the guests; every line that is no valid nickname is named."""
        try:
            return guests_listed(self.cleaned_data["guests"])
        except ServiceError as fault:
            raise forms.ValidationError(fault.message) from fault

    def clean_starts_at(self) -> datetime | None:
        """Refuse a day that is over: a year or a month may have been mistyped."""
        starts_at: datetime | None = self.cleaned_data["starts_at"]
        if starts_at is not None and "starts_at" in self.changed_data and starts_at < timezone.now() - ONE_DAY:
            raise forms.ValidationError(_("This day has passed. Enter another one, or leave this empty."))
        return starts_at

    @property
    def listed(self) -> str:
        """The list of packs, "" where there is none."""
        pack_list: str = self.cleaned_data.get("pack_list", "")
        return pack_list if pack_list.strip() else ""

    def create(self, organizer: User) -> Event | None:
        """Create the event, or note beside the fields why not."""
        try:
            return create_event(
                organizer=organizer, format_=self.cleaned_data["format"], request=self._request(), **self.settings()
            )
        except ServiceError as fault:
            self.note(fault)
            return None

    def practise(self, organizer: User) -> tuple[Event, Fighter] | None:
        """Start a practice of these settings at one table, or note beside the fields why not.

        The same form of the same organizer again returns the practice that it made, as long as that goes on.
        """
        sent = self._request()
        request = name_request(f"{organizer.pk} {sent}") if sent else ""
        try:
            return create_practice(
                format_=FORMATS[self.cleaned_data["format"]], request=request, settings=self.settings()
            )
        except ServiceError as fault:
            self.note(fault)
            return None

    def _request(self) -> str:
        """Return a name for the form as it was sent; "" where it has no `request`."""
        sent = self.data
        if not self.cleaned_data["request"] or not isinstance(sent, MultiValueDict):
            return ""
        return json.dumps(sorted((name, *values) for name, values in sent.lists() if name != "csrfmiddlewaretoken"))

    def settings(self) -> EventSettings:
        """Return the settings, as services take them."""
        data = self.cleaned_data
        return {
            "name": data["name"],
            "card_sets": [self.known_sets[code] for code in data.get("card_set", ()) if code in self.known_sets],
            "packs": data["packs"],
            "packs_each": data.get("packs_each"),
            "pack_cards": data.get("pack_cards"),
            "picks": data.get("picks"),
            "fight_form": data["fight_form"] if "fight_form" in self.fields else "",
            "team_poison": data.get("team_poison"),
            "pack_list": self.listed,
            "table_size": data["table_size"],
            "pace": Pace(data["pace"]),
            "review_seconds": data["review_seconds"],
            "judge": JudgeBy(data["judge"]),
            "own_picks": OwnPicks(data["own_picks"]),
            "one_tap": data["one_tap"] == "on",
            "log_visibility": LogVisibility(data["log_visibility"]),
            "log_opens": LogOpens(data["log_opens"]),
            "hide_names": data["hide_names"] == "on",
            "on_first_page": data["on_first_page"] == "on",
            "starts_at": data["starts_at"],
            "night": self.night_settings(),
            "battles": self.battles(),
            "guests": data["guests"],
        }

    def note(self, fault: ServiceError) -> None:
        """Note the refusal of a service beside its field."""
        self.add_error(fault.field if fault.field in self.fields else None, fault.message)

    def _clean_rounds(self) -> None:
        codes = self.cleaned_data.get("card_set", [])
        unknown = next((code for code in codes if code not in self.known_sets), None)
        if not codes and self.cleaned_data.get("pack_cards") and self.cleaned_data.get("packs") == PackSource.PAPER:
            return
        if not codes:
            self.add_error("card_set", _("Choose a set."))
        elif unknown is not None:
            self.add_error("card_set", no_set(unknown[:40]))
