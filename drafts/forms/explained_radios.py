"""Radios that say what each choice means."""

from collections.abc import Mapping
from typing import Any

from django import forms


class ExplainedRadios(forms.RadioSelect):
    """Radios that say what each choice means, as `more` of its option: `more` has the words by value.

    `facts` are attributes of inputs by value, for rules of a style sheet.
    """

    def __init__(self, more: Mapping[str, Any]) -> None:
        super().__init__()
        self.more = more
        self.facts: Mapping[str, Mapping[str, Any]] = {}

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Return the option of a value with its words and facts."""
        option = super().create_option(name, value, *args, **kwargs)
        option["attrs"] |= self.facts.get(str(value), {})
        return {**option, "more": self.more.get(str(value), "")}
