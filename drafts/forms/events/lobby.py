"""Coming in: an event's code, then a nickname."""

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from drafts.forms.focus import FocusesFirstFault
from drafts.models.event import NICKNAME_LENGTH


class CodeForm(FocusesFirstFault, forms.Form):
    """A code as somebody types it: in any case, with spaces or hyphens."""

    code = forms.CharField(
        max_length=40,
        label=_("Code"),
        error_messages={"required": _("Type the code that the organizer shows.")},
        widget=forms.TextInput(
            attrs={
                "class": "input--code",
                "placeholder": "K7QF3M",
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
                "inputmode": "text",
                "enterkeyhint": "go",
                "maxlength": "9",
            }
        ),
    )

    def clean_code(self) -> str:
        """Return the code without what people put between its letters."""
        return "".join(sign for sign in self.cleaned_data["code"] if sign.isalnum()).upper()


class NicknameForm(FocusesFirstFault, forms.Form):
    """The nickname of a fighter in this event; the service validates it. `request` is the page's id for this tap."""

    nickname = forms.CharField(
        max_length=NICKNAME_LENGTH * 4,
        label=_("Nickname"),
        help_text=format_lazy(_("2 to {most} characters. The others see it."), most=NICKNAME_LENGTH),
        error_messages={"required": _("What should the others call you?")},
        widget=forms.TextInput(
            attrs={"autocomplete": "nickname", "autofocus": True, "dir": "auto", "maxlength": NICKNAME_LENGTH}
        ),
    )
    request = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)
