"""The profile of a store, as its organizer fills it in."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from drafts.forms.events.new_event import ShortText
from drafts.importers.image_encoding import BadImage
from drafts.importers.image_process import ImageReader, StoredImage
from drafts.importers.limits import LARGEST_IMAGE
from drafts.importers.time_zones import time_zones
from drafts.languages import translated
from drafts.models import EventTemplate, Store
from drafts.models.store import LONGEST_RULES, LONGEST_STORE_NAME, LONGEST_TEMPLATE_NAME
from drafts.services.events.stores import save_store


class StoreForm(forms.Form):
    """The details of a store; its name, logo, house rules and usual settings are optional."""

    name = ShortText(required=False, max_length=LONGEST_STORE_NAME, label=_("Name of the store"))
    logo = forms.FileField(
        required=False,
        label=_("Logo"),
        help_text=_("PNG, JPEG or WebP, at most 2 MB."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
    )
    forget_logo = forms.BooleanField(required=False, label=_("Take the logo away"))
    house_rules = forms.CharField(
        required=False,
        max_length=LONGEST_RULES,
        label=_("House rules"),
        help_text=_("Plain text. Fighters read it when they join, and in the lobby."),
        widget=forms.Textarea(attrs={"rows": 6}),
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("Used for times on your pages."),
        choices=lambda: [(n, n) for n in time_zones()],
    )
    usual = forms.ModelChoiceField(
        queryset=EventTemplate.objects.none(),
        required=False,
        label=_("Usual settings"),
        help_text=_("How a new event starts out. Save the settings of an event under a name to choose them here."),
        empty_label=_("Default"),
    )

    def __init__(self, data: Any = None, files: Any = None, *, owner: User, store: Store) -> None:
        names = ("name", "house_rules", "time_zone", "usual")
        super().__init__(data, files, initial={name: getattr(store, name) for name in names})
        self.owner, self.store = owner, store
        self.fields["usual"].queryset = EventTemplate.objects.filter(owner=owner)  # type: ignore[attr-defined]  # a field of the base
        if not store.logo_name:
            del self.fields["forget_logo"]

    def clean_logo(self) -> StoredImage | None:
        """Return the picture as it is stored."""
        file = self.cleaned_data["logo"]
        if not file:
            return None
        try:
            with ImageReader() as reader:
                return reader.read(file.read(LARGEST_IMAGE + 1))
        except BadImage as bad:
            raise forms.ValidationError(_("The file %(what)s.") % {"what": translated(bad.words)}) from bad

    def save(self) -> None:
        """Keep what was said."""
        save_store(owner=self.owner, **self.cleaned_data)


class TemplateNameForm(forms.Form):
    """The name under which settings are kept."""

    name = ShortText(max_length=LONGEST_TEMPLATE_NAME, label=_("Name"))
