"""A field for the code of a set."""

from typing import Any

from django import forms
from django.utils.translation import gettext

from drafts.importers.card_fields import CODE
from drafts.importers.limits import LONGEST_CODE


class SetCodeField(forms.CharField):
    """The code of a set. Its value is in capitals, "" where it is left out."""

    def __init__(self, **options: Any) -> None:
        attrs = {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        super().__init__(max_length=LONGEST_CODE, widget=forms.TextInput(attrs=attrs), **options)

    def clean(self, value: Any) -> str:
        code: str = super().clean(value).upper()
        if code and not CODE.fullmatch(code):
            raise forms.ValidationError(gettext("Use letters A to Z, digits and - . _"))
        return code
