"""A link for a judge or a co-organizer."""

from django import forms
from django.utils.translation import gettext_lazy as _

from drafts.forms.focus import FocusesFirstFault
from drafts.models.event import NICKNAME_LENGTH


class StaffForm(FocusesFirstFault, forms.Form):
    """The name and the role of a link; the service validates the name.

    The view fills in a judge's role where none is sent.
    """

    name = forms.CharField(
        max_length=NICKNAME_LENGTH * 4,
        label=_("Their name"),
        help_text=_("Fighters read it when a judge is on the way."),
        error_messages={"required": _("Say who gets the link.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": NICKNAME_LENGTH}),
    )
    role = forms.ChoiceField(
        label=_("What they may do"),
        choices=[
            ("judge", _("Judge: calls, pauses, results")),
            ("organizer", _("Co-organizer: the whole panel, without deletion and links")),
        ],
        initial="judge",
        widget=forms.RadioSelect,
    )
