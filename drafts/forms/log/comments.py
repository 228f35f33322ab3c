"""A comment on a step of a replay."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from drafts.forms.focus import FocusesFirstFault
from drafts.rules.night.comments import LONGEST, NOTHING_WRITTEN

WHOLE_TABLE = "table"

Choices = Sequence[tuple[str, str]]


class CommentForm(FocusesFirstFault, forms.Form):
    """The text of a comment; the service validates it. `request` is the page's id for it, so that it is stored once.

    `about` is the place of a seat, or the whole table.
    `voice` is the identity under which it is written (`access/comment_identities`); it
    is required where the viewer has more than one.
    """

    text = forms.CharField(
        label=_("Your comment"),
        error_messages={"required": _(NOTHING_WRITTEN)},
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": LONGEST, "dir": "auto"}),
        strip=False,
    )
    request = forms.CharField(max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, abouts: Choices, identities: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["about"] = forms.ChoiceField(label=_("About"), choices=abouts)
        self.fields["voice"] = forms.ChoiceField(
            label=_("In the name of"), choices=identities, required=len(identities) > 1
        )
