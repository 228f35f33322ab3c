"""One short night of each game: what every role is sent at each of its moments, its log, and all that each role can
download when it is over, as they were recorded.

This is to notice changes, not to judge them: a change that is meant renews the files (CONTRIBUTING.md).
"""

import json
from datetime import UTC, datetime
from hashlib import sha256

import pytest
from django.test import Client

from drafts.log.csv_file import write_log_csv
from drafts.log.json_file import write_log_json
from drafts.presenters.log.logs import load_log
from drafts.rules.night.rights import LogVisibility
from drafts.services.statistics.counts import count_finished_drafts
from tests.factories import fighter, sit_down
from tests.migrations.made_up_time import MadeUpTime
from tests.nets.downloads import downloads_of
from tests.nets.frame_files import compare_frames, compare_lines
from tests.nets.night import Night

pytestmark = pytest.mark.django_db

GAMES = {
    "vanguard": {"log_visibility": LogVisibility.PUBLIC},
    "magic": {"format_": "magic-draft", "card_set": "MAG01", "hide_names": True},
}


@pytest.mark.parametrize("game", GAMES)
def test_every_role_is_sent_what_was_recorded_all_night_and_seq_never_falls(
    game, organizer, organizer_client, sample_sets, monkeypatch
):
    time = MadeUpTime(datetime(2026, 11, 20, 19, 0, tzinfo=UTC))
    clock = type("MadeUp", (datetime,), {"now": staticmethod(lambda tz: time())})
    monkeypatch.setattr("django.utils.timezone.datetime", clock)  # fields have `now` itself as their default
    night = Night(organizer, time, **GAMES[game])
    moments = list(night.moments())
    for role in moments[0][1]:
        seqs = [frames[role]["seq"] for _, frames in moments]
        assert seqs == sorted(seqs), role
    log = load_log(night.event)
    compare_frames(game, [*told(moments), *parts_of(write_log_json(log))])
    compare_lines(f"{game}-log.csv", write_log_csv(log))
    count_finished_drafts()
    roles = {"organizer": organizer_client, "fighter 1": Client(), "stranger": Client()}
    sit_down(roles["fighter 1"], fighter(night.event, "Aichi"))
    compare_frames(f"{game}-downloads", downloads_of(night.event, roles, json.loads(write_log_json(log))))


def told(moments):
    return [(moment, role, frame) for moment, frames in moments for role, frame in frames.items()]


def parts_of(text):
    """Return the parts of a `log.json`, and last what tells whether its bytes are the same."""
    parts = [("log.json", name, {"is": part}) for name, part in json.loads(text).items()]
    return [*parts, ("log.json", "bytes", {"sha256": sha256(text.encode()).hexdigest()})]
