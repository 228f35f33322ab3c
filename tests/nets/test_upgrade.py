"""Two processes of different versions, as there are during an upgrade: each acts on what the other says.

`recorded/notices-older.txt` has what a process of an older version said: it is no record of what this version says,
and is never written anew.
"""

import asyncio
import json
from contextlib import suppress
from datetime import UTC, datetime

import pytest
from channels.layers import get_channel_layer
from django.contrib.auth.models import User

from drafts.models import Event
from drafts.notices import group_of
from tests.live.by_hand import end_hub
from tests.nets.night import CODE
from tests.nets.recording import FOLDER, differences
from tests.nets.socket_lines import text_of
from tests.nets.socket_night import SocketNight
from tests.nets.stepped_loop import StoppedTime

pytestmark = pytest.mark.django_db(transaction=True)

OLDER = {
    line[: line.index(" {")]: json.loads(line[line.index("{") :])
    for line in (FOLDER / "notices-older.txt").read_text().splitlines()
}
IN_MEMORY = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}


def as_older(notice):
    return [notice]


def as_newer(notice):
    """Return what a newer version might say: a kind that this one does not know, and more fields."""
    return [{"type": "weather", "event": 1, "tables": [1]}, notice | {"since": 3, "details": {"by": ["somebody"]}}]


class Upgrade:
    """A night in which this process hears of what pages of another version do by that version's notices alone.

    `said` is what this version says, by step: its pages, which are heard by nobody, and this process.
    """

    def __init__(self, organizer, time, settings, others):
        self.night = SocketNight(organizer, time)
        self.roles = self.night.roles
        self.said = {}
        self._settings, self._others, self._loop = settings, others, time.loop

    async def play(self):
        await self.night.come_in()
        self._here = get_channel_layer()
        self._settings.CHANNEL_LAYERS = dict(IN_MEMORY)
        self._pages = get_channel_layer()
        assert self._here is not self._pages
        self._ears = [(layer, await self._listen(layer)) for layer in (self._here, self._pages)]
        roles, host = self.roles, self.roles.host
        self.begun = {name: len(role.lines) for name, role in roles.of.items()}
        await self._step("another process listens")
        await self._step("the organizer adds a guest", host("add-guest", name="Ren"))
        await self._step("the draft starts", host("start"))
        await self._step("fighter 1 chooses", roles["fighter 1"].choose())
        await self._step("the organizer pauses the table", host("pause"))
        await self._step("the organizer lets it go on", host("resume"))
        await self._step("fighter 2 has a new link", host("new-link", fighter=roles.number_of("fighter 2")))
        staff = f"/events/{CODE}/host/staff/"
        await self._step("the judge's link is revoked", roles.post("organizer", staff, revoke=1))
        await self._step("the organizer signs out", roles.post("organizer", "/accounts/logout/"))
        await self._step("all seats are drawn anew")
        for name in ("fighter 1", "stranger"):
            await roles.step(f"{name} comes back", roles[name].open())
        await roles.sign_in("organizer", await roles.database(User.objects.get))
        await self._step("the organizer stops the draft", host("stop", confirm=CODE))
        delete = f"/events/{CODE}/delete/"
        await self._step("the event is deleted", roles.post("organizer", delete, confirm=CODE))
        await roles.all_leave()

    async def _step(self, name, doing=None):
        """Let pages do something of which this process is not told, then tell it as a process of the other version."""

        async def tell():
            if doing is not None:
                await doing
            await self._loop.settle()
            for notice in self._others(OLDER[name]) if name in OLDER else ():
                await self._here.group_send(group_of(1), notice)

        await self.roles.step(name, tell())
        others = self._others(OLDER[name]) if name in OLDER else ()
        here, pages = ([*self._heard(layer, channel)] for layer, channel in self._ears)
        self.said[name] = [*pages, *(said for said in here if said not in others)]

    async def _listen(self, layer):
        channel = await layer.new_channel()
        await layer.group_add(group_of(1), channel)
        return channel

    def _heard(self, layer, channel):
        with suppress(asyncio.QueueEmpty, KeyError):
            while True:
                yield json.loads(text_of(layer.channels[channel].get_nowait()[1]))  # as it arrives elsewhere


@pytest.fixture
def upgrade(organizer, sample_sets, settings, monkeypatch):
    """Play a night beside a process of another version."""

    def play(others):
        settings.REDIS_URL = ""
        settings.CHANNEL_LAYERS = IN_MEMORY
        time = StoppedTime(datetime(2026, 11, 20, 19, 0, tzinfo=UTC), monkeypatch)
        upgrade = Upgrade(organizer, time, settings, others)
        with time.runner() as runner:
            try:
                runner.run(upgrade.play())
            finally:
                runner.run(time.loop.finish(end_hub()))
        return upgrade

    return play


@pytest.mark.parametrize("others", [as_older, as_newer])
def test_sockets_are_told_what_another_version_says(upgrade, others):
    played = upgrade(others)
    roles, begun = played.roles.of, played.begun
    lines = [line for name, role in roles.items() for line in (f"# {name}", *role.lines[begun[name] :])]
    assert differences("notices-heard.txt", lines) == []
    assert Event.objects.count() == 0


def test_an_older_version_can_read_what_this_one_says(upgrade):
    said = upgrade(as_older).said
    of_kind = {notice["type"]: notice for notice in OLDER.values()}
    assert {notice["type"] for step in said.values() for notice in step} == of_kind.keys() - {"reseated"}
    for notice in [notice for step in said.values() for notice in step]:
        before = of_kind[notice["type"]]
        assert {key: type(notice.get(key)) for key in before} == {key: type(part) for key, part in before.items()}
    for step, before in OLDER.items():  # pages say the same; of rooms and of what is not played here, see above
        if "from" not in before and before["type"] != "reseated":
            assert any(before.items() <= notice.items() for notice in said[step]), (step, said[step])
