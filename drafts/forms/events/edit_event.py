"""An event in its lobby, as its organizer changes it."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from drafts.forms.events.new_event import EventForm
from drafts.models import Event
from drafts.rules.games.registry import FORMATS
from drafts.services.errors import ServiceError
from drafts.services.events.guests import guests_listed
from drafts.services.events.lifecycle import edit_event
from drafts.services.events.settings import EventSettings


class EditEventForm(EventForm):
    """The fields of `EventForm` for an event in its lobby, without its format. A field that is left out stays as it is.

    The list of packs is not shown again: it names cards. An empty one leaves it as it is. `guests_shown` are the guests
    as they were when the form was shown; others may have come or gone meanwhile.
    """

    guests_shown = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)

    def __init__(self, data: QueryDict | None, *, event: Event, current: Mapping[str, Any], **kwargs: Any) -> None:
        format_ = FORMATS[event.draft.format]
        full = None if data is None else _completed(data, current)
        super().__init__(full, initial={**current, "guests_shown": current["guests"]}, format_=format_, **kwargs)
        self.event = event
        del self.fields["format"], self.fields["request"]
        if event.draft.pack_list:
            self.fields["pack_list"].help_text = _("Leave this empty to keep the list as it is.")

    @property
    def listed(self) -> str:
        return super().listed or self.event.draft.pack_list

    def settings(self) -> EventSettings:
        """Return the settings, with the guests that the client was shown."""
        return {**super().settings(), "guests_shown": self._guests_shown()}

    def _guests_shown(self) -> list[str] | None:
        """Return the guests that the client was shown; None where it does not say."""
        if "guests_shown" not in self.data:
            return None
        try:
            return guests_listed(self.cleaned_data["guests_shown"])
        except ServiceError:
            return None

    def save(self) -> bool:
        """Edit the event, or note beside the fields why not."""
        try:
            edit_event(event=self.event, **self.settings())
        except ServiceError as fault:
            self.note(fault)
        return not self.errors


def _completed(data: QueryDict, current: Mapping[str, Any]) -> QueryDict:
    """Return a form with the current values of the fields that it does not have."""
    full = data.copy()
    if "guests" not in full:
        full["guests_shown"] = current["guests"]
    for name, value in current.items():
        if name not in full:
            values = value if isinstance(value, list) else [value]
            full.setlist(name, ["" if one is None else str(one) for one in values])
    return full
