"""Avatars of an event that another installation held (M27): they are in its log as they were there."""

import pytest

from drafts.log.file_checks import check_log
from drafts.log.file_reading import read_log_file
from drafts.log.json_file import log_as_data, write_log_json
from drafts.models import Event, Fights, NightSettings
from drafts.presenters.log.logs import load_log
from drafts.rules.night.rights import LogVisibility
from drafts.services.events.deletion import delete_event
from drafts.services.events.nights import finish_event, go_on
from drafts.services.log.log_import import import_log
from tests.factories import building_event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sample_sets")]


def avatars_in(event):
    return [deck.get("avatar") for deck in log_as_data(load_log(event))["decks"]]


@pytest.mark.parametrize("fights", [Fights.OFF, Fights.SWISS])
def test_M27_the_avatars_of_an_imported_event_are_kept_with_and_without_fights(organizer, fights):
    night = NightSettings(avatars="dealt", fights=fights, sharing="keep")
    event = building_event(organizer, "Ann", "Ben", night=night, log_visibility=LogVisibility.PUBLIC)
    go_on(event=event, seen="building", confirmed=True)
    event.refresh_from_db()
    if event.phase != "finished":
        finish_event(event=event)
    event = Event.objects.get(id=event.id)
    before, sent = avatars_in(event), write_log_json(load_log(event))
    assert len(before) == 2
    assert None not in before
    delete_event(event=event)
    made = import_log(organizer=organizer, log=check_log(read_log_file(sent.encode()))).event
    assert avatars_in(made) == before
