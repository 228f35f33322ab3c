"""The drafts of which a reader asks for statistics."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from drafts.languages import translated
from drafts.models import Event
from drafts.queries.statistics import Selection
from drafts.rules.games.registry import FORMATS

DIGITAL, PAPER = "digital", "paper"
WITH_BOTS = "with"


class SelectionForm(forms.Form):
    """The filters of a statistics page. A filter with a fault is left out, and says so beside its field."""

    packs = forms.ChoiceField(
        label=_("Packs"),
        required=False,
        choices=[("", _("all")), (DIGITAL, _("Digital packs, or from a card list")), (PAPER, _("Real packs"))],
    )
    bots = forms.ChoiceField(
        label=_("Bots"), required=False, choices=[("", _("left out")), (WITH_BOTS, _("counted too"))]
    )
    field_order = ("from", "to", "event", "format", "packs", "bots")

    def __init__(self, data: Mapping[str, Any], *, formats: list[str], events: list[Event]) -> None:
        super().__init__(data)
        self._events = {event.code: event for event in events}
        self.fields["from"] = _day(_("From"))
        self.fields["to"] = _day(_("To"))
        if len(formats) > 1:
            names = [(slug, translated(FORMATS[slug].name)) for slug in formats if slug in FORMATS]
            self.fields["format"] = forms.ChoiceField(
                label=_("Format"), required=False, choices=[("", gettext("all")), *names]
            )
        if self._events:
            named = [(code, f"{event.name} · {code}") for code, event in self._events.items()]
            self.fields["event"] = forms.ChoiceField(
                label=_("Event of yours"), required=False, choices=[("", gettext("all")), *named]
            )
        self.order_fields(self.field_order)

    def clean(self) -> dict[str, Any] | None:
        """Refuse a last day that lies before the first one."""
        cleaned = super().clean() or self.cleaned_data
        since, until = cleaned.get("from"), cleaned.get("to")
        if since and until and since > until:
            self.add_error("to", gettext("The last day lies before the first one."))
        return cleaned

    @property
    def selection(self) -> Selection:
        """The drafts that are asked for."""
        self.is_valid()
        asked = self.cleaned_data
        packs = asked.get("packs")
        return Selection(
            since=asked.get("from"),
            until=asked.get("to"),
            event=self._events.get(asked.get("event", "")),
            format=asked.get("format", ""),
            paper=None if not packs else packs == PAPER,
            bots=asked.get("bots") == WITH_BOTS,
        )

    @property
    def asks_for_less(self) -> bool:
        """Whether any filter narrows the drafts."""
        return any(name != "bots" and value for name, value in self.cleaned_data.items())


def _day(label: Any) -> forms.DateField:
    return forms.DateField(
        label=label,
        required=False,
        input_formats=["%Y-%m-%d"],
        error_messages={"invalid": gettext_lazy("Write a day as 2026-11-27.")},
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
