"""The stages after the draft as the pages of officials show them: made of what the socket sends them."""

import orjson
from django.utils import timezone

from drafts.models import Event
from drafts.presenters.events.panel_night import PanelNight, night_of
from drafts.protocol.night import NightStates
from drafts.rules.ids import EventId
from drafts.rules.night.stages import Stage
from drafts.store.fights import load_fights
from drafts.store.shares import load_all_shares


def panel_night(event: Event) -> PanelNight:
    """Return what the panel of an event shows of the stages after its draft."""
    return _night(event, judging=False)


def judges_night(event: Event) -> PanelNight:
    """Return what a judge's page shows of these stages: the fights of the round, and the sharing."""
    return _night(event, judging=True)


def _night(event: Event, *, judging: bool) -> PanelNight:
    if not Stage(event.phase).is_after_draft:
        return night_of({}, timezone.now())
    shares = {live.number: live for live in load_all_shares(EventId(event.id))}
    states = NightStates(load_fights(EventId(event.id)), shares)
    part = states.for_judge(event.phase) if judging else states.for_host(event.phase)
    return night_of(orjson.loads(orjson.dumps(part)), timezone.now())
