"""Battles in the log of another installation: kept as they are told, and played again before (V1-V54)."""

import json
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from drafts.importers.faults import BadFile
from drafts.log.battle_replay import replayed
from drafts.log.file_checks import check_log
from drafts.log.file_reading import read_log_file
from drafts.log.json_file import write_log_json
from drafts.models import Event, EventStage, RomeSettings
from drafts.operations.verification import differences
from drafts.presenters.log.logs import load_log
from drafts.rules.actors import ORGANIZER, SERVER, fighter_by
from drafts.rules.formats import Pace
from drafts.rules.games.rome.bots.timeouts import timeout_move
from drafts.rules.night.battles import GoBackMove, PlayMove, Resume
from drafts.rules.night.rights import LogVisibility
from drafts.services.acts import record_acts
from drafts.services.events.deletion import delete_event
from drafts.services.events.lifecycle import create_event, start_event
from drafts.services.events.lobby import join_event
from drafts.services.events.nights import finish_event
from drafts.services.log.log_import import import_log
from drafts.store.battles import BATTLES

pytestmark = pytest.mark.django_db

NIGHT = ("fights", "battles", "decks", "shares")


class Clock:
    """A battle in which each act comes a second after the one before."""

    def __init__(self, event):
        self.live = BATTLES.load(EventStage.objects.get(event=event, stage="battle").id)
        self.now = timezone.now()

    def do(self, by, move):
        self.now += timedelta(seconds=1)
        change = BATTLES.change(self.live, by, move, self.now)
        assert record_acts(chains=[[change]]) == [True]
        self.live = change.after

    def play(self, moves):
        """Make moves that the clock would make, by the fighters and by the clock in turn."""
        for number in range(moves):
            seat = self.live.battle.due[0]
            line = timeout_move(self.live.battle.position, seat)
            if number % 2:
                self.do(SERVER, PlayMove(seat, "time", line))
            else:
                self.do(fighter_by(self.live.battle.terms.fighters[seat]), PlayMove(seat, "chosen", line))
            if self.live.battle.clock.stands:
                self.do(ORGANIZER, Resume())


@pytest.fixture(params=[2, 3])
def told(request, organizer):
    """The log of an event whose battle went back twice and was ended by its ranking, as data; it is not here."""
    event = create_event(
        organizer=organizer,
        format_="rome",
        name="Rome",
        card_sets=[],
        pace=Pace.OFF,
        log_visibility=LogVisibility.PUBLIC,
        battles=RomeSettings(players=request.param),
    )
    for name in ("Aichi", "Kamui", "Misaki")[: request.param]:
        join_event(event=event, nickname=name)
    start_event(event=event)
    clock = Clock(event)
    clock.play(30)
    clock.do(ORGANIZER, GoBackMove(clock.live.battle.position.turn - 1))
    clock.play(6)
    clock.do(ORGANIZER, GoBackMove(clock.live.battle.position.turn - 1))
    clock.play(9)
    finish_event(event=event)
    event = Event.objects.get(id=event.id)
    data = json.loads(write_log_json(load_log(event)))
    delete_event(event=event)
    return data


def checked(data):
    return check_log(read_log_file(json.dumps(data).encode()))


def faults_of(data):
    with pytest.raises(BadFile) as caught:
        checked(data)
    return [(fault.where, fault.what) for fault in caught.value.faults]


def test_an_imported_event_has_the_battles_of_its_file_and_their_standings(told, organizer):
    made = import_log(organizer=organizer, log=checked(told)).event
    log = load_log(Event.objects.get(id=made.id))
    again = json.loads(write_log_json(log))
    assert {name: again[name] for name in NIGHT} == {name: told[name] for name in NIGHT}
    assert again["event"]["rome"] == told["event"]["rome"]
    (battle,) = told["battles"]
    (fight,) = (fight for _, _, _, fight in log.fighting.fights())
    assert (list(fight.tally.kills), list(fight.tally.lost)) == (battle["kills"], battle["lost"])
    assert list(fight.result.places) == battle["places"]


def test_a_file_is_verified_with_its_battles_and_so_is_what_was_imported_from_it(told, organizer, tmp_path, capsys):
    assert differences(told) == []
    path = tmp_path / "log.json"
    path.write_text(json.dumps(told))
    made = import_log(organizer=organizer, log=checked(told)).event
    for name in (path, made.code):
        call_command("verify", str(name))
        assert "OK: the seed and the moves of its battles give" in capsys.readouterr().out


def test_every_move_has_its_position_also_those_that_were_taken_back(told):
    log = checked(told).file
    (battle,) = log.battles
    positions = replayed(battle, log.event.rome, log.event.seed)
    assert len(positions) == len(battle.moves) + 1
    assert any(move.undone_at for move in battle.moves)
    assert [side.kills for side in positions[-1].sides] == battle.kills


@pytest.mark.parametrize(
    ("spoil", "what"),
    [
        (lambda battle: battle["moves"][-1].update(move="place In f9"), "the move 45 is"),
        (lambda battle: battle["moves"][-1].update(turn=99), "the move 45 is of another turn, phase or seat"),
        (lambda battle: battle["moves"][-1].update(seat=3), "the move 45 is of another turn, phase or seat"),
        (lambda battle: battle["moves"][-1].update(move="rank", how="chosen"), "the move 45 is refused as bad_message"),
        (lambda battle: battle["moves"][-1].update(how="resign"), "the move 45 is no word of 'resign'"),
        (lambda battle: battle["moves"].pop(0), "does not number its moves from 1"),
        (lambda battle: battle["moves"][40].update(undone_at="2999-01-01T00:00:00.000Z"), "takes back the move"),
        (lambda battle: battle["kills"].__setitem__(0, 60), "has another count of kills than its moves give"),
        (lambda battle: battle["lost"].__setitem__(0, 60), "has another count of lost than its moves give"),
    ],
)
def test_a_battle_that_cannot_have_been_played_so_is_refused_and_named(told, spoil, what):
    spoil(told["battles"][0])
    ((where, said),) = faults_of(told)
    assert (where, said[: len(what)]) == ("battles[0]", what)
    assert [line[: len("The battle of fight 1 ")] for line in differences(told)] == ["The battle of fight 1 "]


def test_a_move_that_the_clock_is_said_to_have_played_is_what_it_plays(told):
    move = next(move for move in told["battles"][0]["moves"] if move["how"] == "time" and move["phase"] == "act")
    move["move"] = "back"
    assert faults_of(told) == [("battles[0]", f"the move {move['number']} is not what the clock plays")]


def test_a_battle_of_no_fight_or_with_other_places_or_without_rules_is_refused(told):
    told["battles"][0]["places"] = [2] * len(told["battles"][0]["places"])
    assert [where for where, _ in faults_of(told)] == ["battles[0].places"]
    told["battles"][0]["fighters"].reverse()
    assert [where for where, _ in faults_of(told)] == ["battles[0].fighters"]
    told["event"]["rome"]["bots"] = "wild"
    assert [where for where, _ in faults_of(told)] == ["event.rome.bots", "battles[0].fighters"]
    del told["event"]["rome"]
    assert "battles" in [where for where, _ in faults_of(told)]
