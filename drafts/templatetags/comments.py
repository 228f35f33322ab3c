"""Tags and filters for comments in the list of a log."""

from datetime import datetime
from typing import Any

from django import template
from django.template.context import Context

from drafts.log.event_log import PassView
from drafts.rules.night.comments import step_of_pass

register = template.Library()


@register.filter
def step_name(step: PassView) -> str:
    """Return the name of a pass."""
    return step_of_pass(step.round, step.pass_number)


@register.simple_tag(takes_context=True)
def comments_at(context: Context, step: str) -> list[dict[str, Any]]:
    """Return the comments on a step of the shown table, about the shown seat or the whole table."""
    table, shown = context["table"].number, (context["seat"].seat, None)
    return [
        {**told, "moment": datetime.fromisoformat(told["at"].replace("Z", "+00:00"))}
        for told in context["talk"]["comments"]
        if (told["table"], told["step"]) == (table, step) and told["about"] in shown
    ]
