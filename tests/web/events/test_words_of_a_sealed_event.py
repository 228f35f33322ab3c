"""No page of a sealed event tells of a draft: nothing is drafted, picked or passed there (M11)."""

import html
import re
from itertools import pairwise

import pytest
from django.test import Client

from drafts.models import Event, NightSettings
from drafts.rules.night.rights import LogVisibility
from drafts.services.events.nights import finish_event, go_on
from tests.factories import fighter, make_event, register_deck, sealed_event, sit_down

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


def event_at(organizer, stage: str) -> Event:
    night = NightSettings(fights="swiss", swiss_rounds=1, best_of=1, sharing="equal", build_minutes=30)
    if stage == "lobby":
        sealed = {"format_": "magic-sealed", "card_set": "MAG01", "packs_each": 2}
        return make_event(organizer, "Ann", "Ben", "Cem", name="Sealed tonight", night=night, **sealed)
    public = {"log_visibility": LogVisibility.PUBLIC}
    event = sealed_event(organizer, "Ann", "Ben", "Cem", started=True, night=night, **public)
    for seen, following in pairwise(STAGES[1:]):
        if seen == stage:
            break
        if seen == "building":
            for name in ("Ann", "Ben", "Cem"):
                register_deck(event, name)
        if following == "finished":
            finish_event(event=event)
        else:
            go_on(event=event, seen=seen, confirmed=True)
        event.refresh_from_db()
    return event


@pytest.mark.parametrize("stage", STAGES)
def test_M11_no_page_of_a_sealed_event_tells_of_a_draft(organizer, organizer_client, stage):
    event = event_at(organizer, stage)
    assert event.phase == stage
    phone, stranger = Client(), Client()
    sit_down(phone, fighter(event, "Ann"))
    found = {}
    for client in (organizer_client, phone, stranger):
        for page in (f"/join/{event.code}/", *(f"/events/{event.code}/{page}" for page in PAGES)):
            answer = client.get(page)
            if answer.status_code == 404 or not answer.headers["Content-Type"].startswith("text/html"):
                continue
            for text in words_of(answer.content.decode()):
                if OF_A_DRAFT.search(text) and not any(said in text for said in SAID_ALL_THE_SAME):
                    found[text] = page
    assert found == {}
