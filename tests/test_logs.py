import asyncio
import gc
import json
import logging
from io import StringIO

import pytest
import redis
from django.db import IntegrityError
from django.test import RequestFactory, override_settings
from django.urls import include, path

from drafts.log_context import bind, bound
from draftsite.logging import AddFacts, JsonLine, PlainLine
from tests.factories import make_event

TOKEN = "Xq4T-0pY_c9ZrLk2mN8vBw6sDf3gHj5aQe7uIo1yPzA"
FORGED = "\n2026-11-21 19:00:00Z INFO draftsite.middleware.request_log: all is well\r\n\x1b[2J\u2028\u202eevil\ud800"


def fails(request, token):
    raise ValueError(f"no seat for {request.path}{FORGED}")


urlpatterns = [path("rejoin/<str:token>/", fails), path("", include("draftsite.urls"))]


class Log:
    """The lines that one formatter has written."""

    def __init__(self, formatter):
        self.formatter = formatter
        self._stream = StringIO()
        self.handler = logging.StreamHandler(self._stream)
        self.handler.addFilter(AddFacts())
        self.handler.setFormatter(formatter)

    @property
    def text(self):
        return self._stream.getvalue()

    @property
    def lines(self):
        return [json.loads(line) for line in self.text.split("\n")[:-1]]

    def requests(self):
        return [line for line in self.lines if line["logger"] == "draftsite.middleware.request_log"]

    def write(self, message, *args, error=None, **facts):
        record = logging.LogRecord("drafts.live", logging.WARNING, __file__, 1, message, args, None)
        record.exc_info = (type(error), error, error.__traceback__) if error else None
        record.__dict__ |= facts
        self.handler.handle(record)


@pytest.fixture
def log():
    """Collect the log of the whole site, as LOG_FORMAT=json writes it."""
    log = Log(JsonLine())
    loggers = [logging.getLogger(), logging.getLogger("django")]
    for logger in loggers:
        logger.addHandler(log.handler)
    yield log
    for logger in loggers:
        logger.removeHandler(log.handler)


@pytest.fixture(params=[JsonLine, PlainLine])
def either(request):
    return Log(request.param())


# A line ---------------------------------------------------------------------------------------------------------


def test_a_line_of_json_says_when_how_bad_where_and_what():
    log = Log(JsonLine())
    log.write("the database said %s", "no")
    (line,) = log.lines
    assert line.pop("time").endswith("+00:00")
    assert line == {"level": "WARNING", "logger": "drafts.live", "message": "the database said no"}


def test_a_line_for_people_begins_with_the_time_and_names_what_it_is_about():
    log = Log(PlainLine())
    log.write("the database said %s", "no", event="K7QF3M", socket="a1b2")
    assert log.text[20:] == " WARNING drafts.live event=K7QF3M socket=a1b2: the database said no\n"


def test_the_extras_that_a_library_hangs_on_its_record_stay_out(either):
    request = RequestFactory().get(f"/rejoin/{TOKEN}/")
    either.write("broken", request=request, sarg=TOKEN, user=request)
    assert "broken" in either.text
    assert "Request" not in either.text
    assert TOKEN not in either.text


@pytest.mark.parametrize(
    "said",
    [
        f"Not Found: /rejoin/{TOKEN}/",
        f"Not Found: /rejoin/{TOKEN}",
        f"Not Found: /REJOIN/{TOKEN[:12]}...",
        f"GET /events/x?next=%2Frejoin%2F{TOKEN}%2F",
        f"the seat of {TOKEN} is taken",
        f"Authorization: Bearer {TOKEN[:10]}",
        f"sessionid={TOKEN.lower()[:32]}; csrftoken='{TOKEN[:32]}'",
        f"cannot reach redis://:{TOKEN[:9]}@redis:6379/0",
        f"postgres://draft:{TOKEN[:9]}@db/draft",
        f"duplicate key\nDETAIL:  Key (event_id, nickname_key)=(1, {TOKEN[:8]}) already exists.",
        repr(IntegrityError(f"duplicate key\nDETAIL:  Key (event_id, nickname_key)=(1, {TOKEN[:8]}) already exists.")),
    ],
)
def test_no_secret_is_written(either, said):
    either.write("%s", said)
    try:
        raise ValueError(said)
    except ValueError as error:
        either.write(said.replace("%", "%%"), error=error)
    assert either.text.count("***") >= 3
    assert TOKEN[:8] not in either.text
    assert TOKEN.lower()[:8] not in either.text


def test_paths_of_files_and_names_of_functions_are_no_secrets(either):
    said = (
        'File "/srv/pass-left/drafts/live/writer.py", line 71, in test_that_is_a_long_name_for_a_function GroupWriter'
    )
    either.write(said)
    assert "a_long_name_for_a_function GroupWriter" in either.text
    assert "***" not in either.text


def test_no_text_writes_a_line_of_its_own(either):
    try:
        raise ValueError(FORGED)
    except ValueError as error:
        either.write("nickname %s", FORGED, error=error)
    starts = [line for line in either.text.split("\n")[:-1] if not line.startswith("    ")]
    assert len(starts) == 1
    assert all(line.isprintable() for line in either.text.split("\n"))


async def test_each_task_has_its_own_facts():
    log = Log(JsonLine())

    async def work(event, turn):
        bind(event=event)
        await turn.wait()
        log.write("done")

    turn = asyncio.Event()
    tasks = [asyncio.create_task(work(event, turn)) for event in ("AAAAAA", "BBBBBB")]
    await asyncio.sleep(0)
    turn.set()
    await asyncio.gather(*tasks)
    log.write("nobody's")
    assert [line.get("event") for line in log.lines] == ["AAAAAA", "BBBBBB", None]


def test_facts_end_with_their_block():
    log = Log(JsonLine())
    with bound(request_id="one"):
        log.write("within")
    log.write("after")
    assert [line.get("request_id") for line in log.lines] == ["one", None]


async def test_tasks_that_ended_with_redis_are_no_faults_and_other_tasks_are(log):
    async def fail(error):
        raise error

    for error in (redis.ConnectionError("closed"), redis.TimeoutError("late"), ConnectionError("another line")):
        task = asyncio.create_task(fail(error))
        await asyncio.wait([task])
        del task
    gc.collect()
    [said] = [line for line in log.lines if line["logger"] == "asyncio"]
    assert ("never retrieved" in said["message"], "another line" in said["trace"]) == (True, True)


# A request ------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_every_request_has_one_line_that_says_the_pattern_and_not_the_address(client, log):
    answer = client.get("/join/ABCDEF/?from=poster")
    (line,) = log.requests()
    assert line["request_id"] == answer["X-Request-ID"]
    assert line["ms"] > 0
    assert {key: line[key] for key in ("level", "method", "route", "status", "user")} == {
        "level": "INFO",
        "method": "GET",
        "route": "/join/<code:code>/",
        "status": 404,
        "user": "anonymous",
    }
    assert "ABCDEF" not in log.text
    assert "poster" not in log.text


@pytest.mark.django_db
def test_an_organizer_who_is_signed_in_is_known_by_number(organizer, organizer_client, log):
    organizer_client.get("/events/")
    assert [line["user"] for line in log.requests()] == [str(organizer.pk)]
    assert "ann" not in log.text


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/rejoin/{}/", "/rejoin/{}", "/rejoin/{}/x", "/x/{}/", "//rejoin/{}/", "/static/{}"])
def test_no_token_is_in_any_line_wherever_it_was_sent(client, log, path):
    client.get(path.format(TOKEN), {"token": TOKEN}, headers={"Cookie": f"sessionid={TOKEN}"})
    assert len(log.lines) >= ("static" not in path)
    assert TOKEN not in log.text


@pytest.mark.django_db
def test_a_link_that_is_used_leaves_no_trace_of_its_token_and_of_who_used_it(client, organizer, sample_sets, log):
    fighter = make_event(organizer, "Kamui").fighters.get()
    assert client.get(f"/rejoin/{fighter.token}/").status_code == 302
    assert [line["route"] for line in log.requests()] == ["/rejoin/<token:token>/"]
    assert fighter.token not in log.text
    assert "Kamui" not in log.text


@pytest.mark.django_db
def test_the_words_that_were_typed_stay_out(client, organizer, sample_sets, log):
    event = make_event(organizer)
    client.post(f"/join/{event.code}/", {"nickname": "Kamui"})
    for _ in range(8):  # the lockout has a line of its own
        client.post("/accounts/login/", {"username": "Misaki", "password": "psyqualia"})
    assert len(log.requests()) == 9
    assert len(log.lines) > 9
    assert [word for word in ("Kamui", "Misaki", "psyqualia") if word in log.text] == []


@pytest.mark.django_db
@override_settings(ROOT_URLCONF="tests.test_logs")
def test_a_page_that_fails_names_its_request_and_nothing_else(client, log):
    client.raise_request_exception = False
    answer = client.get(f"/rejoin/{TOKEN}/")
    traces = [line for line in log.lines if "trace" in line]
    assert [(line["request_id"], line["level"]) for line in traces] == [(answer["X-Request-ID"], "ERROR")]
    assert "ValueError" in traces[0]["trace"]
    assert TOKEN not in log.text
    assert [line["status"] for line in log.requests()] == [500]


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["0123456789abcdef", "7f1c8a52-77b2-4c59-8f9f-0a9a4ff3a0c1"])
def test_the_proxys_name_for_a_request_is_kept(client, log, settings, name):
    settings.BEHIND_PROXY = True
    answer = client.get("/", headers={"X-Request-ID": name})
    assert [answer["X-Request-ID"], log.requests()[0]["request_id"]] == [name, name]


@pytest.mark.django_db
@pytest.mark.parametrize(("behind_proxy", "name"), [(False, "0123456789abcdef"), (True, "a b"), (True, "x" * 65)])
def test_a_name_that_anybody_may_have_written_is_not_believed(client, log, settings, behind_proxy, name):
    settings.BEHIND_PROXY = behind_proxy
    answer = client.get("/", headers={"X-Request-ID": name})
    assert answer["X-Request-ID"] != name
    assert log.requests()[0]["request_id"] == answer["X-Request-ID"]


@pytest.mark.django_db
def test_two_requests_have_two_names(client):
    assert client.get("/")["X-Request-ID"] != client.get("/")["X-Request-ID"]


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/healthz", "/static/css/site/base.css"])
def test_requests_that_programs_make_all_the_time_are_written_for_those_who_look_for_faults_only(
    client, log, path, caplog
):
    client.get(path)
    assert log.requests() == []
    caplog.set_level(logging.DEBUG, "draftsite.middleware.request_log")
    client.get(path)
    assert [line["level"] for line in log.requests()] == ["DEBUG"]
