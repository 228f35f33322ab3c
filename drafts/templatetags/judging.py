"""Calls for a judge, as the panel and the judge's page show them."""

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from drafts.presenters.events.hosting import HostCall
from drafts.rules.actors import ActorKind

register = template.Library()


@register.simple_tag(takes_context=True)
def on_the_way(context: Context, call: HostCall) -> SafeString | str:
    """Return a text about the official on the way to a fighter who called, "" if there is none."""
    if not call.taken_by:
        return ""
    if is_mine(context, call):
        return gettext("You are on the way")
    if call.taken_by == ActorKind.ORGANIZER:
        return gettext("The organizer is on the way")
    bdi = format_html('<bdi dir="auto">{}</bdi>', call.taken_name)
    return format_html(gettext("%(name)s is on the way") % {"name": "{}"}, bdi)


@register.simple_tag(takes_context=True)
def is_mine(context: Context, call: HostCall) -> bool:
    """Whether the viewer is on the way: the judge of a judge's page, elsewhere the organizer."""
    own_name = context.get("own_name")
    own = (ActorKind.JUDGE, own_name) if own_name else (ActorKind.ORGANIZER, "")
    return (call.taken_by, call.taken_name) == own
