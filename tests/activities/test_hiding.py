"""A stage that only tests have is played over sockets, survives the plug, is replayed, and hides what it is to hide."""

import json
from contextlib import ExitStack

import pytest

from tests.clients.device import Device, Organizer
from tests.clients.documented import faults_in
from tests.live.conftest import make_night
from tests.live.draft.test_judges import judge_of
from tests.server import Server

OPEN_LATE, OPEN_SOON = 600, 1
ONE, ANOTHER, TWO = 70707071, 70707072, 80808081
"""Numbers that stand in a frame for nothing else."""

LET_IN = "from tests.activities.hiding import let_the_database_take_it; let_the_database_take_it()"
BEGIN = """
from drafts.models import Event
from tests.activities.hiding import begin
begin(event=Event.objects.get(), seconds=%d)
"""
STORED = """
import json
from drafts.models import StageAct
from drafts.protocol.activities import load_stages
(live,) = load_stages(StageAct.objects.first().stage.event_id)
acts = list(StageAct.objects.order_by("version").values_list("kind", "text"))
print(json.dumps([live.version, sorted(live.hiding.numbers.items()), live.hiding.is_open, acts]))
"""
LET_TIME_PASS = """
from datetime import timedelta
from django.db.models import F
from drafts.models import EventStage
from drafts.protocol.activities import ACTIVITIES
from drafts.services.acts import expire_overdue_stages
back = timedelta(seconds=615)
EventStage.objects.update(began_at=F("began_at") - back, wakes_at=F("wakes_at") - back)
print(expire_overdue_stages(kinds=[activity.kind for activity in ACTIVITIES.values()]))
"""


class HidingNight:
    """Two fighters who have drafted, and everybody else who may look: each hides a number of their own."""

    def __init__(self, server, lines):
        self.server = server
        self.organizer = Organizer(server.url)
        self.night = make_night(lines, self.organizer, 2)
        self.night.draft_by_bots()
        self.one, self.two = self.night.phones
        self.others = [
            self.night.open(self.organizer, "?as=host"),
            self.night.open(judge_of(self.night), "?as=judge"),
            self.night.open(Device(server.url)),
        ]

    @property
    def all(self):
        return [self.one, self.two, *self.others]

    def begin(self, seconds=OPEN_LATE):
        """Begin it by a program of its own, which no channel layer in memory hears: processes find it by themselves."""
        self.run(BEGIN % seconds)
        self.wait(lambda part: part["hidden"] == [])

    def wait(self, wanted, clients=None):
        """Wait until clients, or all, see what is wanted, and return what each sees of the stage."""
        states = [
            client.wait_for(lambda state: "hiding" in state and wanted(state["hiding"]))
            for client in clients or self.all
        ]
        return [state["hiding"] for state in states]

    def hide_all(self):
        """Let both hide a number: one of them another one first, which is taken back by an undo."""
        assert self.one.ask(type="hide", number=ONE, id="same")["type"] == "ack"
        assert self.one.ask(type="hide", number=ANOTHER)["type"] == "ack"
        assert self.one.ask(type="unhide")["type"] == "ack"
        assert self.two.ask(type="hide", number=TWO)["type"] == "ack"

    def stored(self):
        return json.loads(self.run(STORED))

    def run(self, program):
        """Run a program of the site beside its server, and return the last line that it printed."""
        return "".join(self.server.manage("shell", "-v", "0", "-c", program).splitlines()[-1:])

    def fighter(self, client):
        seat = client.state["you"]["seat"]
        return client.state["table"]["seats"][seat]["fighter"]


def faults_but_for_the_stage(frame):
    """Return in what a frame is not as it is documented, as far as it does not speak of this stage."""
    is_own = frame["type"] in ("hide", "unhide")
    return [] if is_own else faults_in({key: part for key, part in frame.items() if key != "hiding"})


@pytest.fixture
def night(installation, tmp_path, monkeypatch):
    monkeypatch.setattr("tests.clients.ws_client.faults_in", faults_but_for_the_stage)
    server = Server(installation, tmp_path, {"DJANGO_SETTINGS_MODULE": "tests.activities.settings"})
    server.manage("shell", "-c", LET_IN)
    with ExitStack() as lines:
        lines.callback(server.kill)
        server.start()
        yield HidingNight(server, lines)
    assert "Traceback" not in server.log.read_text()


def test_each_sees_their_own_number_and_everybody_sees_who_has_one(night):
    night.begin()
    night.hide_all()
    one, two, *others = night.wait(lambda part: len(part["hidden"]) == 2)
    assert (one["yours"], two["yours"]) == (ONE, TWO)
    assert all("yours" not in part and "numbers" not in part for part in others)


def test_only_fighters_hide_and_only_a_number(night):
    night.begin()
    host, *_, spectator = night.others
    assert [client.ask(type="hide", number=1)["code"] for client in (host, spectator)] == ["not_a_fighter"] * 2
    assert night.one.ask(type="hide", number=0)["code"] == "bad_message"
    assert night.one.ask(type="unhide")["type"] == "ack"  # there is nothing to take back, and so it is


def test_no_frame_and_no_file_of_anybody_else_has_a_hidden_number(night):
    night.begin()
    night.hide_all()
    for client in night.all:
        client.resync()
    for client, own in zip(night.all, [(ONE, ANOTHER), (TWO,), (), (), ()], strict=True):
        sent = json.dumps(client.frames)
        assert {number for number in (ONE, ANOTHER, TWO) if str(number) in sent} == set(own)
    export = night.organizer.get(f"/events/{night.night.code}/export/")
    assert (export.status, [str(number) in export.text for number in (ONE, ANOTHER, TWO)]) == (200, [False] * 3)


def test_an_acknowledged_number_is_there_after_the_plug_was_pulled_and_the_same_request_has_the_same_answer(night):
    night.begin()
    night.hide_all()
    before = night.wait(lambda part: len(part["hidden"]) == 2)
    seqs = [client.seq for client in night.all]
    night.server.restart()
    for client in night.all:
        client.connect()
    assert night.wait(lambda part: True) == before
    assert [client.seq >= seq for client, seq in zip(night.all, seqs, strict=True)] == [True] * len(seqs)
    again = night.one.ask(type="hide", number=ONE, id="same")
    assert again["type"] == "ack"
    assert night.stored()[0] == 5  # the four acts, and one: nothing was done twice


def test_it_is_replayed_from_its_rows(night):
    night.begin()
    night.hide_all()
    one, two = night.fighter(night.one), night.fighter(night.two)
    assert night.stored() == [
        5,
        sorted([[one, [ONE]], [two, [TWO]]]),
        False,
        [["hide", str(ONE)], ["hide", str(ANOTHER)], ["unhide", ""], ["hide", str(TWO)]],
    ]


def test_when_time_is_up_everybody_sees_all_numbers(night):
    night.begin(OPEN_SOON)
    seen = night.wait(lambda part: "numbers" in part)
    assert [part["numbers"] for part in seen] == [[]] * len(night.all)
    assert night.one.ask(type="hide", number=ONE)["code"] == "not_allowed"


def test_its_time_runs_out_though_nobody_looks(night):
    night.begin()
    night.hide_all()
    night.server.kill()
    assert night.run(LET_TIME_PASS) == "1"
    *_, is_open, acts = night.stored()
    assert (is_open, acts[-1]) == (True, ["open", ""])
