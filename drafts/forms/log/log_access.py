"""Fields for the readers of an event's log and its names: set with the event, and changed when the draft is over."""

from django import forms
from django.utils.translation import gettext_lazy as _

from drafts.rules.night.rights import LogOpens, LogVisibility

OPENINGS = [(LogOpens.DRAFTED.value, _("After the draft")), (LogOpens.FOUGHT.value, _("After the fights"))]


def log_visibility_field(
    *, required: bool = False, widget: type[forms.Widget] = forms.RadioSelect
) -> forms.ChoiceField:
    """Return the field for the readers of the log."""
    return forms.ChoiceField(
        required=required,
        choices=[
            (LogVisibility.FIGHTERS.value, _("Who took part")),
            (LogVisibility.PUBLIC.value, _("Everybody")),
            (LogVisibility.ORGANIZER.value, _("Only you")),
        ],
        label=_("Who may read the log"),
        help_text=_("Every pack and every choice, once the log has opened."),
        widget=widget,
    )


def log_opens_field() -> forms.ChoiceField:
    """Return the field for the moment at which the log opens."""
    return forms.ChoiceField(
        required=False,
        choices=OPENINGS,
        label=_("When the log opens"),
        help_text=_("Until then nobody sees the cards of others, not even you."),
        widget=forms.RadioSelect,
    )


def hide_names_field(*, required: bool = False, widget: type[forms.Widget] = forms.RadioSelect) -> forms.ChoiceField:
    """Return the field for whether others read nicknames."""
    return forms.ChoiceField(
        required=required,
        choices=[("off", _("Shown")), ("on", _("Hidden: Fighter 1, Fighter 2 and so on"))],
        label=_("Nicknames, for others"),
        help_text=_(
            "In the log and the standings, and on big screens once the event is over, for those who do not take part."
            " You and the fighters always read names. Until the event is over the big screen shows names: beside it"
            " anybody can tell who is who in a log that everybody may read by then."
        ),
        widget=widget,
    )


class LogAccessForm(forms.Form):
    """The settings of log access that can be changed once the draft is over. When it opens is settled before."""

    log_visibility = log_visibility_field(required=True, widget=forms.Select)
    hide_names = hide_names_field(required=True, widget=forms.Select)
