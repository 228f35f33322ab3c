"""The clients that are let in, and what the server makes of frames that no page of ours would send."""

import json
from contextlib import ExitStack

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.clients.device import Device, Organizer
from tests.clients.sync import open_socket
from tests.clients.ws_client import Closed, WebSocketClient
from tests.live.conftest import make_night
from tests.server import Server
from tests.stack import STACK

FRAMES_OF_A_FLOOD = 1000
TURNED_AWAY = (4008,) if STACK == "sqlite" else (4008, 1006)  # a proxy that has more to pass on may break the line
MOST_WRONG_CODES_OF_A_BROWSER = 30
PEOPLE = 6

pytestmark = pytest.mark.usefixtures("quiet")


def code_of_closing(line):
    with line as socket:
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(20)
        return closed.value.rcvd.code if closed.value.rcvd else 1006


@pytest.fixture
def phone(night):
    return night(2).phones[0]


@pytest.mark.parametrize(
    "path", ["/ws/events/222222/", "/ws/events/K7QF3/", "/ws/events/K7%01QF3/", "/ws/events/%F0%9F%83%8F/"]
)
def test_an_event_that_is_not_there_closes_with_4404(organizer, path):
    assert code_of_closing(open_socket(Device(organizer.url), path)) == 4404


@pytest.mark.parametrize(
    "path", ["/ws/", "/ws/events/", "/", "/ws/events/K7QF3M", "/ws/events/K7QF3M/more/", "/admin/"]
)
def test_an_address_that_leads_nowhere_closes_with_4404(organizer, path):
    assert code_of_closing(open_socket(Device(organizer.url), path)) == 4404


def test_a_table_that_is_not_there_closes_with_4404(night):
    table = night(2)
    for number in ("2", "0", "999"):
        path = f"/ws/events/{table.code}/?table={number}"
        assert code_of_closing(open_socket(Device(table.organizer.url), path)) == 4404


@pytest.mark.parametrize("query", ["?table=%00", "?table=x", "?table=-1", "?table=1e9", "?as=fighter", "?&&=;=%ZZ%FF"])
def test_a_strange_query_shows_the_first_table(night, query):
    table = night(2)
    state = table.open(Device(table.organizer.url), query).state
    assert (state["table"]["number"], "you" in state) == (1, False)


def test_only_the_organizer_watches_as_the_organizer(night):
    table = night(2)
    for device in (Device(table.organizer.url), table.devices[0], Organizer(table.organizer.url)):
        assert code_of_closing(open_socket(device, f"/ws/events/{table.code}/?as=host")) == 4003


def test_no_device_watches_a_practice_draft_as_its_organizer(organizer, quiet):
    practising = Device(organizer.url)
    path = practising.post("/practice/").location.replace("/events/", "/ws/events/")
    for device in (Device(organizer.url), practising, Organizer(organizer.url)):
        assert code_of_closing(open_socket(device, f"{path}?as=host")) == 4003


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "http://127.0.0.1:1", "http://localhost.evil.example", "null"]
)
def test_another_sites_page_opens_no_socket(night, origin):
    table = night(2)
    path = f"/ws/events/{table.code}/"
    with pytest.raises(InvalidStatus) as refused, open_socket(table.devices[0], path, origin=origin):
        pass
    assert refused.value.response.status_code == 403


def test_a_program_that_is_no_browser_and_names_no_origin_is_let_in(night):
    table = night(2)
    with open_socket(table.devices[0], f"/ws/events/{table.code}/", origin=None) as socket:
        assert json.loads(socket.recv(20))["you"]["seat"] in (0, 1)


def test_a_dead_session_is_a_spectators(night):
    table = night(2)
    path = f"/ws/events/{table.code}/"
    device = Device(table.organizer.url)
    with open_socket(device, path, **{"Cookie": "sessionid=nobodys; csrftoken=!"}) as socket:
        assert "you" not in json.loads(socket.recv(20))


def test_an_address_with_a_zero_byte_leads_nowhere(organizer):
    try:
        answer = code_of_closing(open_socket(Device(organizer.url), "/ws/events/K7%00QF3/"))
    except InvalidStatus as refused:
        answer = refused.response.status_code
    assert answer in (4404, 400)  # a proxy lets nothing of the kind through


def test_a_session_with_a_zero_byte_opens_no_socket(night):
    table = night(2)
    path, cookie = f"/ws/events/{table.code}/", r'sessionid="\000\000\000\000\000\000\000\000"'
    with pytest.raises(InvalidStatus) as refused, open_socket(Device(table.organizer.url), path, **{"Cookie": cookie}):
        pass
    assert refused.value.response.status_code == 403


def closing_of(phone, *frames):
    for frame in frames:
        phone.send_text(frame)
    with pytest.raises(Closed) as closed:
        phone.wait_for(lambda state: False)
    return closed.value.code


@pytest.mark.parametrize(
    "frame",
    [
        b"{}",
        b"\x00\xff",
        "",
        "hello",
        "{",
        '{"type":"ping"',
        "{'type':'ping'}",
        "NaN",
        '{"type":"choose","id":"x","round":NaN,"pass":1,"cards":[]}',
        '{"type":"choose","id":"x","round":1e400,"pass":1,"cards":[]}',
        '{"type":"choose","id":"x","round":1,"pass":-Infinity,"cards":[]}',
        '{"type":"choose","id":"\\ud800","round":1,"pass":1,"cards":[]}',
        '{"type":"choose","id":"x","round":' + "9" * 5000 + ',"pass":1,"cards":[]}',
        "[" * 8000,
        '{"a":' * 2000 + "1" + "}" * 2000,
    ],
)
def test_a_frame_that_is_not_json_text_closes_with_1003(phone, frame):
    assert closing_of(phone, frame) == 1003


@pytest.mark.parametrize("frame", ["x" * 16385, json.dumps({"type": "ping", "more": "x" * 16384}), b"x" * 20000])
def test_a_frame_over_16_kib_closes_with_1009(phone, frame):
    assert closing_of(phone, frame) == 1009


def test_a_frame_of_just_under_16_kib_is_read(phone):
    phone.send_text(json.dumps({"type": "ping", "more": "x" * 16300}))
    assert phone.receive()["type"] == "pong"


BAD_MESSAGES = [
    "null",
    "true",
    "12",
    '"ping"',
    "[]",
    '[{"type":"ping"}]',
    "{}",
    '{"type":null}',
    '{"type":["ping"]}',
    '{"type":{"type":"ping"}}',
    '{"type":"PING"}',
    '{"type":"__class__"}',
    '{"type":"choose"}',
    *(
        json.dumps({"type": "choose", "id": "x", "round": 1, "pass": 1, "cards": [1]} | change)
        for change in (
            {"id": None}, {"id": 5}, {"id": ""}, {"id": "x" * 65}, {"id": "\x00"}, {"id": "a\nb"}, {"id": ["x"]},
            {"id": "\u202e"}, {"round": "1"}, {"round": True}, {"round": 1.0}, {"round": -1}, {"round": 2**31},
            {"round": 10**30}, {"round": None}, {"pass": []}, {"pass": False}, {"cards": None}, {"cards": "1"},
            {"cards": {"0": 1}}, {"cards": 1}, {"cards": [True]}, {"cards": [1.5]}, {"cards": ["1"]}, {"cards": [None]},
            {"cards": [[1]]}, {"cards": [-1]}, {"cards": [2**63]}, {"cards": list(range(61))},
        )
    ),
    '{"type":"mark"}',
    '{"type":"mark","cards":[true]}',
    '{"type":"call_judge","id":"x"}',
    '{"type":"call_judge","id":"x","reason":"legion_rare"}',
    '{"type":"call_judge","id":"x","reason":"legion_rare","card":"1"}',
    '{"type":"call_judge","id":"x","reason":"because"}',
    '{"type":"call_judge","id":"x","reason":["other"]}',
    '{"type":"call_judge","reason":"other"}',
    '{"type":"ready"}',
    '{"type":"ready","id":{}}',
]  # fmt: skip


def test_json_that_is_no_message_is_a_bad_message_and_changes_nothing(phone):
    before = phone.state
    for frame in BAD_MESSAGES:
        phone.send_text(frame)
        answer = phone.receive()
        assert (frame, answer.get("code")) == (frame, "bad_message")
        assert answer["id"] in ("x", None)
    assert {**phone.resync(), "clock": None} == {**before, "clock": None}


def test_keys_that_nobody_knows_are_passed_over(phone):
    phone.send({"type": "ping", "id": [], "cards": {}, "more": None})
    assert phone.receive()["type"] == "pong"


def test_numbers_that_no_card_has_are_refused_by_the_rules(phone):
    assert phone.choose([2**31 - 1, 0])["code"] == "not_in_pack"
    assert phone.choose([1], round=2**31 - 1)["code"] == "stale"
    assert phone.choose(list(range(60)))["code"] == "not_in_pack"
    assert phone.ask(type="call_judge", reason="legion_rare", card=0)["code"] == "not_allowed"


def test_a_phone_that_sends_more_than_can_be_heard_is_turned_away(phone):
    for _ in range(FRAMES_OF_A_FLOOD):
        phone.send_text('{"type":"ping"}')
    with pytest.raises(Closed) as closed:
        phone.wait_for(lambda state: False)
    assert closed.value.code in TURNED_AWAY


def in_handfuls(phone, messages):
    """Send messages as fast as they are answered, and return the answers."""
    answers = []
    for start in range(0, len(messages), 20):
        handful = messages[start : start + 20]
        for message in handful:
            phone.send(message)
        answers += [phone.receive() for _ in handful]
    return answers


def test_a_request_that_came_too_fast_is_refused_by_its_name(phone):
    names = [f"ready {number}" for number in range(300)]
    answers = in_handfuls(phone, [{"type": "ready", "id": name} for name in names])
    assert [answer["id"] for answer in answers] == names
    assert {answer["code"] for answer in answers} == {"not_drafting", "rate_limited"}


def test_a_phone_that_goes_on_although_it_is_refused_is_turned_away(phone):
    with pytest.raises(Closed) as closed:
        in_handfuls(phone, [{"type": "ping"}] * 3000)
    assert closed.value.code == 4008
    assert {frame["code"] for frame in phone.frames if frame["type"] == "error"} == {"rate_limited"}


def test_a_flood_of_one_does_not_silence_the_others(night):
    one, two = night(2).phones
    for _ in range(200):
        one.send_text('{"type":"resync"}')
    assert two.choose()["type"] == "ack"


def test_after_a_bad_frame_the_same_device_comes_back_and_plays_on(night):
    table = night(2)
    phone: WebSocketClient = table.phones[0]
    assert closing_of(phone, "not json") == 1003
    phone.connect()
    assert phone.choose()["type"] == "ack"


def test_frames_behind_a_fatal_one_do_no_harm(phone):
    assert closing_of(phone, "not json", '{"type":"ping"}', "not json", b"", '{"type":"resync"}') == 1003


# Too many wrong codes ---------------------------------------------------------------------------------------------


@pytest.fixture
def small_store(installation, tmp_path):
    """A server that takes few people to be behind one address, and a night there whose fighters and organizer play."""
    server = Server(installation, tmp_path, more={"PEOPLE_PER_ADDRESS": str(PEOPLE)})
    server.start()
    with ExitStack() as lines:
        yield make_night(lines, Organizer(server.url), 2, bots=0, start=True)
    server.kill()


def watch(device, night):
    """Open the first table's socket as the big screen does, and return the code it is closed with, or the table."""
    with open_socket(device, f"/ws/events/{night.code}/?table=1") as socket:
        try:
            return json.loads(socket.recv(20))["table"]["number"]
        except ConnectionClosed as closed:
            return closed.rcvd.code


def test_a_bored_phone_that_tries_codes_stops_only_itself(small_store):
    night = small_store
    url = night.organizer.url
    bored, screen = Device(url), Device(url)
    for _ in range(MOST_WRONG_CODES_OF_A_BROWSER - 3):
        assert bored.get("/join/222222/").status == 404
    closings = [code_of_closing(open_socket(bored, f"/ws/events/{code}/")) for code in ["222222"] * 4 + [night.code]]
    assert closings == [4404, 4404, 4404, 4429, 4429]
    assert bored.get(f"/join/{night.code}/").status == 429
    assert screen.get(f"/events/{night.code}/table/1/").status == 200
    assert [watch(device, night) for device in (screen, Device(url), bored)] == [1, 1, 4429]


def test_a_client_that_throws_cookies_away_shuts_out_strangers_and_nobody_who_was_here_before(small_store):
    night = small_store
    url, path = night.organizer.url, f"/ws/events/{night.code}/"
    screen, waiting = Device(url), Device(url)
    assert screen.get(f"/events/{night.code}/table/1/").status == 200
    assert waiting.get(f"/join/{night.code}/").status == 200
    for number in range(10 * PEOPLE):
        if number % 10:
            assert Device(url).get("/join/222222/").status == 404
        else:
            assert code_of_closing(open_socket(Device(url), "/ws/events/222222/")) == 4404
    stranger = Device(url)
    assert [code_of_closing(open_socket(stranger, path + query)) for query in ("", "?as=host")] == [4429, 4429]
    assert code_of_closing(open_socket(stranger, "/ws/events/222222/")) == 4429
    assert stranger.get(f"/events/{night.code}/table/1/").status == 429
    assert (screen.get(f"/events/{night.code}/table/1/").status, watch(screen, night)) == (200, 1)
    assert (waiting.get(f"/join/{night.code}/").status, watch(waiting, night)) == (200, 1)
    assert code_of_closing(open_socket(screen, "/ws/events/222222/")) == 4429
    assert night.open(night.organizer, "?table=1").state["table"]["number"] == 1
    for phone in night.phones:
        phone.connect()
        assert phone.choose()["type"] == "ack"
    assert night.open(night.organizer, "?as=host").state["judge_calls"] == []
