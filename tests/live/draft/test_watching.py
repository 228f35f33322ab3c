"""A whole draft as those see it who read the log and the numbers of the server."""

import json
import re
from contextlib import ExitStack
from typing import NamedTuple

import pytest

from tests.clients.device import Answer, Device, Organizer
from tests.clients.views import phase_is
from tests.clients.ws_client import Closed, play_all
from tests.live.conftest import Night, make_night
from tests.programs import wait_until
from tests.server import Server

TOKEN = "a-token-of-letters-and-2-numbers"
SERIES = re.compile(r"^(\w+)(?:\{(.*)\})? ([-+0-9.e]+|NaN)$")


class Watched(NamedTuple):
    """One server process, and the draft that was played at it. `link` leads to the seat of one of its fighters."""

    server: Server
    night: Night
    link: str

    def ask(self, token: str = TOKEN) -> Answer:
        device = Device(self.server.processes[0].url)
        device._opener.addheaders = [("Authorization", f"Bearer {token}")]
        return device.get("/metrics")

    def numbers(self) -> dict[str, float]:
        matches = [SERIES.match(line) for line in self.ask().text.splitlines() if not line.startswith("#")]
        return {f"{match[1]}{{{match[2] or ''}}}": float(match[3]) for match in matches}

    def lines(self) -> list[dict]:
        return [json.loads(line) for line in self.server.log.read_text().splitlines()]


@pytest.fixture(scope="module")
def watched(installation, tmp_path_factory):
    server = Server(
        installation, tmp_path_factory.mktemp("watched"), {"LOG_FORMAT": "json", "METRICS_TOKEN": TOKEN}, size=1
    )
    server.start()
    with ExitStack() as lines:
        night = make_night(lines, Organizer(server.url), 2)
        page = night.organizer.get(f"/events/{night.code}/host/").text
        fighter = re.search(r'name="fighter" value="(\d+)"', page)[1]
        night.open(night.organizer, "?as=host")
        night.open(Device(server.url), "?table=1").send(
            {"type": "choose", "id": "a", "round": 1, "pass": 1, "cards": []}
        )
        refused = night.open(night.devices[0], "?table=1")
        refused.send_text("no JSON")
        assert code_of_the_end(refused) == 1003
        play_all(night.phones, phase_is("building"))
        night.organizer.act(night.code, "new-link", fighter=fighter)
        assert code_of_the_end(night.at_seat(0)) == 4001
        link = re.search(r"/rejoin/[\w-]+/", night.organizer.get(f"/events/{night.code}/host/").text)[0]
        for path in (link, link[:-1], link + "x", link.replace("rejoin", "rejoined"), f"/?next={link}"):
            Device(server.url).get(path)
        yield Watched(server, night, link)
    server.kill()


def code_of_the_end(phone):
    try:
        while True:
            phone.receive()
    except Closed as closed:
        return closed.code


def secrets_of(watched):
    fighters = ["Fighter 0", "Fighter 1", watched.night.organizer.name]
    cookies = [cookie.value for device in watched.night.devices for cookie in device.cookies]
    cards = [
        card["number"]
        for pack in watched.night.organizer.log(watched.night.code)["tables"][0]["packs"]
        for card in pack["cards"]
    ]
    return [*fighters, *cookies, *cards, watched.link.split("/")[2]]


# The log --------------------------------------------------------------------------------------------------------


def test_every_line_is_json_with_a_time_a_level_a_logger_and_a_message(watched):
    assert len(watched.lines()) > 20
    assert [line for line in watched.lines() if not {"time", "level", "logger", "message"} <= line.keys()] == []


def test_every_line_names_its_request_or_its_event(watched):
    of_the_process = ("drafts.live.hub", "drafts.live.channel")
    lines = [line for line in watched.lines() if line["logger"] not in of_the_process]
    assert [line for line in lines if not {"request_id", "event", "batch"} & line.keys()] == []


def test_the_lines_of_a_socket_are_held_together_by_its_name(watched):
    lines = [line for line in watched.lines() if line["logger"] == "drafts.consumers"]
    assert {line["event"] for line in lines} == {watched.night.code}
    roles = sorted(line["role"] for line in lines if "role" in line)
    assert roles == ["fighter"] * 2 + ["organizer", "spectator"]  # a fighter's; nothing is said of the stranger
    (closed,) = [line for line in lines if line.get("code") == 1003]
    assert [line["message"] for line in lines if line["socket"] == closed["socket"]] == [
        "connected: spectator",
        closed["message"],
    ]


def test_no_line_holds_a_secret_a_name_or_a_card(watched):
    text = watched.server.log.read_text()
    assert [secret for secret in secrets_of(watched) if secret in text] == []


# The numbers ----------------------------------------------------------------------------------------------------


def test_the_numbers_count_what_was_done(watched):
    seen = watched.numbers()
    by_hand = sum(len(phone.acked) for phone in watched.night.phones)
    wanted = {
        'passleft_tables{phase="building"}': 1,
        'passleft_tables{phase="drafting"}': 0,
        'passleft_viewers{role="fighter"}': 1,
        'passleft_viewers{role="organizer"}': 1,
        'passleft_viewers{role="spectator"}': 1,
        'passleft_choices_total{how="last_card"}': 12,
        'passleft_choices_total{how="time"}': 0,
        'passleft_refusals_total{code="not_a_fighter"}': 1,
        'passleft_closes_total{code="1003"}': 1,
        'passleft_closes_total{code="4001"}': 1,
        "passleft_tables_failed_total{}": 0,
    }
    assert {name: seen.get(name) for name in wanted} == wanted
    assert seen['passleft_choices_total{how="chosen"}'] + 2 == by_hand == seen["passleft_ack_seconds_count{}"]
    assert seen['passleft_frames_total{type="choose"}'] >= by_hand - 2
    assert seen["passleft_notices_sent_total{}"] >= 1
    assert seen["passleft_notices_heard_total{}"] >= 1
    assert 1 <= seen["passleft_batch_seconds_count{}"] == seen["passleft_batch_changes_count{}"]
    assert seen['passleft_requests_total{method="GET",route="/rejoin/<token:token>/",status="302"}'] == 1
    assert seen["process_resident_memory_bytes{}"] > 1_000_000


def test_the_numbers_hold_no_secret_no_name_no_card_and_no_event(watched):
    text = watched.ask().text
    assert [secret for secret in [*secrets_of(watched), watched.night.code] if secret in text] == []


def test_more_addresses_do_not_make_more_numbers(watched):
    device = Device(watched.server.url)
    numbers = []
    for number in range(20):
        device.get(f"/nowhere/{number}/")
        device.get(f"/static/{number}.css")
        device.get(f"/events/AAAA{number + 22}/table/{number}/")
        numbers.append(watched.numbers().keys())
    assert numbers[2] == numbers[-1]


def test_the_organizer_learns_how_long_a_phones_answers_take(watched):
    phone = watched.night.at_seat(1)
    phone.send({"type": "ping", "ms": 830})
    path = f"/events/{watched.night.code}/host/connections/"
    wait_until(lambda: "slow (about 0.8 s)" in watched.night.organizer.get(path).text, "nobody was told")


@pytest.mark.parametrize("token", ["", "another", TOKEN[:-1], TOKEN.upper()])
def test_the_numbers_are_for_those_who_know_the_token(watched, token):
    assert (watched.ask(token).status, watched.ask(token).text) == (401, "")


def test_without_a_token_there_are_no_numbers(client, db):
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_a_page_that_fails_on_a_real_server_names_its_request(installation, tmp_path):
    server = Server(installation, tmp_path, {"LOG_FORMAT": "json"}, size=1)
    server.start()
    server.database.spoil()
    answer = Device(server.processes[0].url).get("/join/ABCDEF/")
    server.kill()
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    assert answer.status == 500
    assert {line.get("request_id") for line in lines if "trace" in line} == {answer.headers["X-Request-ID"]}
