"""A night of sealed over real sockets: no byte of a pool before the signal, and each pool for its fighter alone."""

import json
from datetime import UTC, datetime

import pytest

from drafts.models import CardSet, Draft, Event, NightSettings, Policy
from drafts.rules.night.rights import LogVisibility
from tests.live.by_hand import end_hub
from tests.nets.socket_night import SocketNight
from tests.nets.stepped_loop import StoppedTime

pytestmark = pytest.mark.django_db(transaction=True)

ROLES = ("fighter 1", "fighter 2", "guest", "organizer", "judge", "spectator", "stranger")
FIGHTERS = ("fighter 1", "fighter 2", "guest")


class SealedNight(SocketNight):
    """The same people, with two packs each."""

    async def play(self) -> None:
        await self.come_in()
        await self._step("the start", self._host("start"))
        one = self.roles["fighter 1"]
        await self._step("a choice before the signal", one.ask(type="choose", round=1, cards=[1], **{"pass": 1}))
        await self._step("a pass of real packs", one.ask(type="done", round=1, **{"pass": 1}))
        await self._step("a mark", one.say({"type": "mark", "cards": [1]}))
        await self._step("all ask for everything", self.roles.all_say({"type": "resync"}))
        self.closed = {name: self.roles[name].state for name in ROLES}
        self.said_closed = {name: [*self.roles[name].lines] for name in ROLES}
        await self._away_while("the wait", lambda: self._next_stage("opening"))
        await self._step("all ask for everything", self.roles.all_say({"type": "resync"}))
        await self._step("the signal again", self._next_stage("opening"))
        await self._step("a choice after it", one.ask(type="choose", round=1, cards=[1], **{"pass": 1}))
        self.opened = {name: self.roles[name].state for name in ROLES}
        await self._away_while("the pools", lambda: self._next_stage("building"))
        await self._first_round()
        self.said_open = {name: [*self.roles[name].lines] for name in ROLES}
        await self._away_while("the fights", lambda: self._next_stage("fighting"))
        self.ended = {name: self.roles[name].state for name in ROLES}


@pytest.fixture
def night(organizer, sample_sets, settings, monkeypatch):
    settings.REDIS_URL = ""  # the process is alone, whatever the stack
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    time = StoppedTime(datetime(2026, 11, 20, 19, 0, tzinfo=UTC), monkeypatch)
    played = SealedNight(
        organizer,
        time,
        format_="magic-sealed",
        packs_each=2,
        card_sets=[CardSet.objects.get(code="MAG01")],
        log_visibility=LogVisibility.PUBLIC,
        night=NightSettings(best_of=3, sharing=Policy.KEEP),
    )
    with time.runner() as runner:
        try:
            runner.run(played.play())
        finally:
            runner.run(time.loop.finish(end_hub()))
    return played


def test_a_sealed_night_is_played_to_its_end_and_nobody_hears_of_a_pool_too_early(night):
    stages = {"opening": night.closed, "building": night.opened, "finished": night.ended}
    for phase, states in stages.items():
        assert {name: state["event"]["phase"] for name, state in states.items()} == dict.fromkeys(ROLES, phase)
    assert [one["stage"] for one in night.closed["stranger"]["event"]["stages"]][:3] == [
        "opening",
        "building",
        "fighting",
    ]
    _stands_in_no_round(night.closed)
    _stands_in_no_round(night.opened)
    _is_silent_before_the_signal(night)
    _gives_each_their_own(night)
    assert len([line for line in night.said_open["fighter 1"] if "not_drafting" in line]) == 3
    seed = Draft.objects.get().seed
    assert [name for name in ROLES if any(seed in line for line in night.said_open[name])] == []
    assert {state["log_open"] for state in night.opened.values()} == {False}
    assert {name: state["event"]["seed"] for name, state in night.ended.items()} == dict.fromkeys(ROLES, seed)
    assert Event.objects.get().draft.drafted_at is None


def _stands_in_no_round(states):
    for state in states.values():
        table = state["table"]
        assert [table[name] for name in ("round", "rounds", "pass", "passes", "direction")] == [0, 0, 0, 0, None]
        assert {(seat["in_hand"], seat["face_down"], seat["chosen"]) for seat in table["seats"]} == {(0, 0, True)}
        assert state["event"]["directions"] == []
        assert [each["code"] for each in state["event"]["sets"]] == ["MAG01", "MAG01"]


def _is_silent_before_the_signal(night):
    assert [night.closed[name]["you"]["pile"] for name in FIGHTERS] == [None] * 3
    assert {state["event"]["packs_each"] for state in night.closed.values()} == {2}
    assert [{"summary", "packs"} & night.closed[name]["you"].keys() for name in FIGHTERS] == [set()] * 3
    for name, lines in night.said_closed.items():
        assert [line for line in lines if "MAG01/" in line or "public_id" in line] == [], name


def _gives_each_their_own(night):
    pools = {name: night.opened[name]["you"]["pile"] for name in FIGHTERS}
    assert {name: len(pool) for name, pool in pools.items()} == dict.fromkeys(FIGHTERS, 28)
    assert [night.opened[name]["you"]["packs"] for name in FIGHTERS] == [[14, 14]] * 3
    every = [card["id"] for pool in pools.values() for card in pool]
    assert sorted(every) == [*range(1, 85)]
    for name, pool in pools.items():
        seen = json.dumps(night.opened[name])
        others = {card["id"] for other in FIGHTERS if other != name for card in pools[other]}
        assert {card["id"] for card in pool}.isdisjoint(others)
        assert [card for card in others if f'"id": {card}, "number": "MAG01' in seen] == []
    for name in ("organizer", "judge", "spectator", "stranger"):
        assert [line for line in night.said_open[name] if "MAG01/" in line] == [], name
