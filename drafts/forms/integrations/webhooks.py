"""A webhook of an event."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from drafts.forms.focus import FocusesFirstFault
from drafts.queries.integrations.webhooks import TOLD
from drafts.services.integrations.webhooks import TELLS_NOTHING, Tells
from drafts.webhooks.targets import LONGEST_TARGET


class WebhookForm(FocusesFirstFault, forms.Form):
    """Where a webhook leads and what it tells of; the service judges the address."""

    address = forms.CharField(
        max_length=LONGEST_TARGET,
        label=_("Address"),
        error_messages={"required": _("Give it an address.")},
        widget=forms.TextInput(
            attrs={
                "type": "url",
                "inputmode": "url",
                "autocomplete": "off",
                "autocapitalize": "none",
                "spellcheck": "false",
            }
        ),
    )
    tells = forms.MultipleChoiceField(
        choices=[(each.value, words) for each, words in TOLD.items()],
        initial=[each.value for each in TOLD],
        label=_("Send when"),
        error_messages={"required": TELLS_NOTHING},
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["address"].help_text = (
            _("Where a program of yours listens: with https, or in this installation's own network.")
            if settings.WEBHOOKS_PRIVATE
            else _(
                "Where a program of yours listens: on the internet, with https. Private networks are not allowed here."
            )
        )

    def told(self) -> Tells:
        """Return of what the webhook tells. To be called on a valid form."""
        return Tells(*(each.value in self.cleaned_data["tells"] for each in TOLD))
