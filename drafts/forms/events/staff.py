"""A link for a judge."""

from django import forms
from django.utils.translation import gettext_lazy as _

from drafts.forms.focus import FocusesFirstFault
from drafts.models.event import NICKNAME_LENGTH


class StaffForm(FocusesFirstFault, forms.Form):
    """The name of a judge; the service validates it."""

    name = forms.CharField(
        max_length=NICKNAME_LENGTH * 4,
        label=_("Name of the judge"),
        help_text=_("Fighters read it when the judge is on the way."),
        error_messages={"required": _("Say who gets the link.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": NICKNAME_LENGTH}),
    )
