"""One short night of each game over real sockets: every message of each role, and every answer, as recorded.

`seq` never falls for a role, also where it comes back.
"""

from datetime import UTC, datetime

import pytest

from drafts.rules.night.rights import LogVisibility
from tests.live.by_hand import end_hub
from tests.nets.recording import differences
from tests.nets.socket_night import SocketNight
from tests.nets.stepped_loop import StoppedTime

pytestmark = pytest.mark.django_db(transaction=True)

GAMES = {
    "vanguard": {"log_visibility": LogVisibility.PUBLIC},
    "magic": {"format_": "magic-draft", "card_set": "MAG01", "hide_names": True},
}


ROLES = ("organizer", "judge", "fighter 1", "fighter 2", "guest", "spectator", "stranger")


@pytest.mark.parametrize("game", GAMES)
def test_each_role_says_and_is_told_what_was_recorded(game, organizer, sample_sets, settings, monkeypatch):
    settings.REDIS_URL = ""  # the process is alone, whatever the stack
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    time = StoppedTime(datetime(2026, 11, 20, 19, 0, tzinfo=UTC), monkeypatch)
    night = SocketNight(organizer, time, **GAMES[game])
    with time.runner() as runner:
        try:
            runner.run(night.play())
        finally:
            runner.run(time.loop.finish(end_hub()))
    assert {name: lines for name, told in files_of(game, night.roles) if (lines := differences(name, told))} == {}


def files_of(game, roles):
    """Yield the name of each file with its lines; those who are turned away share one."""
    yield f"sockets-{game}-cards.txt", roles.cards.lines
    for name in ROLES:
        yield f"sockets-{game}-{name.replace(' ', '-')}.txt", roles[name].lines
    refused = sorted(roles.of.keys() - ROLES)
    yield f"sockets-{game}-refused.txt", [line for name in refused for line in roles[name].lines]
