"""No page of a sealed event tells of a draft: nothing is drafted, picked or passed there (M11)."""

import html
import re
from itertools import product

import pytest
from django.test import Client

from drafts.models import Event, NightSettings
from drafts.services.events.lifecycle import start_event
from drafts.services.events.nights import finish_event, go_on
from tests.factories import fighter, register_deck, sealed_event, sit_down

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sample_sets")]

OF_A_DRAFT = re.compile(r"\b(re)?(draft\w*|pick(s|ed|ing)?|pass(es|ed|ing)?|took what)\b", re.IGNORECASE)
SAID_ALL_THE_SAME = (
    "Pass Left",  # the name of the site
    "pass-left",
    "nothing is passed",
    "Look at your own picks",  # of the scene of a draft, which is not shown here
    "Pack of \u00b7 pick of",
    "Pick with one tap",
)
NAMES = ("Ann", "Ben", "Cem")
STAGES = ("lobby", "opening", "building", "fighting", "sharing", "finished")
PAGES = (
    "",
    "avatars/",
    "champion/",
    "deck/",
    "deck/build/",
    "delete/",
    "display/",
    "drop-out/",
    "edit/",
    "fight/",
    "host/",
    "host/connections/",
    "host/fights/",
    "host/staff/",
    "host/webhooks/",
    "log/",
    "log/?view=list&seat=1",
    "pile/",
    "planes/",
    "pull-list/",
    "sharing/",
    "sheets/",
    "standings/",
    "statistics/",
    "table/1/",
    "wishes/",
)


def words_of(page: str) -> list[str]:
    """Return the texts of a page, those of attributes too, each as one reads it."""
    page = re.sub(r"<(script|style)[^>]*>.*?</\1>", " ", page, flags=re.DOTALL)
    page = re.sub(r'\b(aria-label|title|placeholder|content|alt)="([^"]*)"', r">\2<", page)
    page = re.sub(r"</?(b|i|bdi|a|span|strong|em|abbr|code)\b[^>]*>", "", page)
    return [html.unescape(" ".join(text.split())) for text in re.split(r"<[^>]*>", page)]


def lead_on(event: Event) -> None:
    """Lead an event to its next stage."""
    if event.phase == "lobby":
        start_event(event=event)
    elif event.phase == "sharing":
        finish_event(event=event)
    else:
        if event.phase == "building":
            for name in NAMES:
                register_deck(event, name)
        go_on(event=event, seen=event.phase, confirmed=True)
    event.refresh_from_db()


def test_M11_no_page_of_a_sealed_event_tells_of_a_draft(organizer, organizer_client):
    night = NightSettings(fights="swiss", swiss_rounds=1, best_of=1, sharing="equal", build_minutes=30)
    event = sealed_event(organizer, *NAMES, night=night)
    phone, stranger = Client(), Client()
    sit_down(phone, fighter(event, "Ann"))
    pages = (f"/join/{event.code}/", *(f"/events/{event.code}/{page}" for page in PAGES))
    for stage in STAGES:
        assert event.phase == stage
        found = {}
        for client, page in product((organizer_client, phone, stranger), pages):
            answer = client.get(page)
            if answer.status_code == 404 or not answer.headers["Content-Type"].startswith("text/html"):
                continue
            for text in words_of(answer.content.decode()):
                if OF_A_DRAFT.search(text) and not any(said in text for said in SAID_ALL_THE_SAME):
                    found[text] = page
        assert (stage, found) == (stage, {})
        if stage != STAGES[-1]:
            lead_on(event)
