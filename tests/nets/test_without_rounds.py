"""A night of a format without rounds over real sockets: from the lobby to its fights, with no draft between."""

import json
from datetime import UTC, datetime

import pytest

from drafts.models import Event, Table
from drafts.rules.night.rights import LogVisibility
from tests.clients.documented import faults_in
from tests.live.by_hand import end_hub
from tests.nets.socket_night import SocketNight
from tests.nets.stepped_loop import StoppedTime

pytestmark = pytest.mark.django_db(transaction=True)


class NightWithoutRounds(SocketNight):
    """The same people, who fight as soon as they sit."""

    async def play(self) -> None:
        await self.come_in()
        await self._step("the start", self._host("start"))
        one = self.roles["fighter 1"]
        await self._step("a choice", one.ask(type="choose", round=0, cards=[1], **{"pass": 0}))
        await self._step("another one", one.ask(type="choose", round=1, cards=[1], **{"pass": 1}))
        await self._step("a pass of real packs", one.ask(type="done", round=1, **{"pass": 1}))
        await self._step("a mark", one.say({"type": "mark", "cards": [1]}))
        self.began = {name: self.roles[name].state for name in ("fighter 1", "organizer", "spectator", "stranger")}
        await self._first_round()
        await self._away_while("the fights", lambda: self._host("next-stage", **{"from": "fighting"}, confirm="next"))
        self.ended = self.roles["spectator"].state


def faults_but_for_the_game(message):
    """Return in what a message is not as it is documented, as if its game were one that every site has."""
    known = {"event": message["event"] | {"game": "vanguard", "format": "vanguard"}} if "event" in message else {}
    return faults_in({**message, **known})


@pytest.fixture
def night(pebbles, organizer, sample_sets, settings, monkeypatch):
    settings.REDIS_URL = ""  # the process is alone, whatever the stack
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    monkeypatch.setattr("tests.nets.socket_lines.faults_in", faults_but_for_the_game)
    time = StoppedTime(datetime(2026, 11, 20, 19, 0, tzinfo=UTC), monkeypatch)
    played = NightWithoutRounds(organizer, time, format_=pebbles.slug, log_visibility=LogVisibility.PUBLIC)
    with time.runner() as runner:
        try:
            runner.run(played.play())
        finally:
            runner.run(time.loop.finish(end_hub()))
    return played


def codes(night):
    """Return the codes with which fighter 1 was refused what belongs to a draft."""
    return [line for line in night.roles["fighter 1"].lines if "not_drafting" in line]


def test_it_is_played_from_the_lobby_to_its_end(night):
    assert {name: state["event"]["phase"] for name, state in night.began.items()} == dict.fromkeys(
        night.began, "fighting"
    )
    assert night.ended["event"]["phase"] == "finished"
    assert [one["stage"] for one in night.ended["event"]["stages"]] == ["fighting"]


def test_its_table_stands_in_no_round_and_nobody_holds_a_card(night):
    for state in night.began.values():
        table = state["table"]
        assert [table[name] for name in ("round", "rounds", "pass", "passes", "direction")] == [0, 0, 0, 0, None]
        assert {(seat["in_hand"], seat["face_down"], seat["chosen"]) for seat in table["seats"]} == {(0, 0, True)}
        assert (state["event"]["directions"], state["event"]["sets"]) == ([], [])
    you = night.began["fighter 1"]["you"]
    assert (you["pack"], you["pile"], you["chosen"], you["can_call_judge"]) == ([], None, True, False)


def test_choices_and_words_of_a_draft_are_refused_and_a_mark_is_passed_over(night):
    assert len(codes(night)) == 3
    assert [line for line in night.roles["fighter 1"].lines if "internal" in line] == []


def test_the_stored_row_of_its_table_says_so(night):
    row = Table.objects.get()
    assert (row.phase, row.round, row.pass_number, row.deadline, row.wakes_at) == ("drafted", 0, 0, None, None)
    assert json.loads(json.dumps(night.began["organizer"]["tables"]))[0]["direction"] is None
    assert Event.objects.get().draft.drafted_at is None
