"""The stages after the draft as the pages of officials show them: made of what the socket sends them."""

import orjson
from django.utils import timezone

from drafts.models import Event
from drafts.presenters.events.panel_night import PanelNight, night_of
from drafts.protocol.activities import load_stages
from drafts.protocol.activity import Watcher
from drafts.protocol.night import NightStates
from drafts.rules.ids import EventId
from drafts.rules.night.rights import Rights
from drafts.rules.night.stages import Stage


def panel_night(event: Event) -> PanelNight:
    """Return what the panel of an event shows of the stages after its draft."""
    return _night(event, judging=False)


def judges_night(event: Event) -> PanelNight:
    """Return what a judge's page shows of these stages: the fights of the round, and the sharing."""
    return _night(event, judging=True)


def _night(event: Event, *, judging: bool) -> PanelNight:
    if not Stage(event.phase).is_after_draft:
        return night_of({}, timezone.now())
    rights = Rights(judges=True) if judging else Rights(organizes=True)
    part = NightStates(load_stages(EventId(event.id))).seen_by(Watcher(rights, event.phase, 0))
    return night_of(orjson.loads(orjson.dumps(part)), timezone.now())
