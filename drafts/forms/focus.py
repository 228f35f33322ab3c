"""Where the cursor stands when a form comes back."""

from typing import Any

from django.forms import BaseForm


class FocusesFirstFault(BaseForm):
    """A form that comes back with the cursor in the first field with a fault; it begins where its widgets say."""

    def add_error(self, field: str | None, error: Any) -> None:
        """Note a fault, as Django does, and move the cursor."""
        super().add_error(field, error)
        wrong = [name for name in self.fields if name in self.errors]
        for name in self.fields if wrong else ():
            self.fields[name].widget.attrs["autofocus"] = name == wrong[0]
