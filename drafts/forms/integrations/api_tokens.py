"""A token of the API."""

from django import forms
from django.utils.translation import gettext_lazy as _

from drafts.forms.focus import FocusesFirstFault
from drafts.models.api import TOKEN_NAME_LENGTH


class TokenForm(FocusesFirstFault, forms.Form):
    """The name of a token; the service validates it."""

    name = forms.CharField(
        max_length=TOKEN_NAME_LENGTH * 4,
        label=_("Name of the token"),
        help_text=_("What it is for, so that you know later which one to revoke."),
        error_messages={"required": _("Give the token a name.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": TOKEN_NAME_LENGTH}),
    )
