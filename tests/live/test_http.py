"""Requests that no browser would send: the server answers them before any page of ours is asked."""

import json
import random
import re
import time
from contextlib import ExitStack

import pytest

from drafts import limits
from tests.clients.device import Device, Organizer
from tests.clients.raw import ask, close_code, connection, hear_all, say, upgrade
from tests.factories import VANGUARD_COLUMNS as COLUMNS
from tests.pictures import chunk, png, stored, zipped
from tests.process_facts import memory_of, unlinked_files_of
from tests.programs import wait_until
from tests.server import Server

MIB = 1024 * 1024
PEOPLE = 10  # from one address; as few as do, since whatever is counted by address is counted to its end here
WRONG_CODES = 10 * PEOPLE
HOST = b"Host: 127.0.0.1\r\nConnection: close\r\n"
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
A_TOKEN = "Zm9yZ2VkX3Rva2VuX3RoYXRfbm9ib2R5X2hhcw-_abcd"


@pytest.fixture(scope="module")
def server(installation, tmp_path_factory):
    more = {"BEHIND_PROXY": "off", "PEOPLE_PER_ADDRESS": str(PEOPLE)}
    server = Server(installation, tmp_path_factory.mktemp("http"), more=more, size=1)
    server.start()
    yield server
    server.kill()


@pytest.fixture
def site(server):
    """One process that is reached without a proxy, and remembers nothing that was tried in other tests."""
    server.database.execute("DELETE FROM drafts_attempt")
    yield server.processes[0]
    assert "Traceback" not in server.log.read_text()


def get(site, path, *headers):
    return ask(site.port, b"\r\n".join([b"GET " + path + b" HTTP/1.1", *headers, HOST, b""]))


def status_of(answer):
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/") else None


# Bodies without end -----------------------------------------------------------------------------------------------


def test_a_body_that_says_it_is_too_large_is_refused_before_it_comes(site):
    head = b"POST /join/ HTTP/1.1\r\n" + HOST + FORM + b"Content-Length: 419430400\r\n"
    assert status_of(ask(site.port, head + b"\r\n")) == 413
    assert status_of(ask(site.port, head + b"Expect: 100-continue\r\n\r\n")) == 413


@pytest.mark.parametrize("how", ["told", "in chunks"])
def test_a_client_that_goes_on_sending_a_refused_body_hears_so_all_the_same(site, how):
    """A connection that is closed while something comes in is reset, and takes the answer along."""
    body = bytes(4 * limits.LARGEST_BODY)
    length = b"Content-Length: %d\r\n\r\n" % len(body)
    if how == "in chunks":
        length, body = b"Transfer-Encoding: chunked\r\n\r\n", b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)
    with connection(site.port) as line:
        assert say(line, b"POST /join/ HTTP/1.1\r\n" + HOST + FORM + length + body)
        assert status_of(hear_all(line)) == 413


@pytest.mark.parametrize("length", [b"4294967296", b"9" * 30, b"-1", b"0x10", b"1, 2", b"+5", b"\xb2"])
def test_an_odd_length_is_refused(site, length):
    head = b"POST /join/ HTTP/1.1\r\n" + HOST + FORM + b"Content-Length: " + length + b"\r\n\r\n"
    assert status_of(ask(site.port, head + b"code=AAAAAA")) in (400, 413)


def test_a_body_in_chunks_without_end_is_cut_off_at_no_cost(site):
    get(site, b"/")
    before, chunk = memory_of(site.pid), b"10000\r\n" + b"x" * 65536 + b"\r\n"
    for path in (b"/join/", b"/static/x", b"/nowhere/"):
        with connection(site.port) as line:
            say(line, b"POST " + path + b" HTTP/1.1\r\n" + HOST + FORM + b"Transfer-Encoding: chunked\r\n\r\n")
            sent = 0
            while say(line, chunk):
                sent += 1
                assert sent < 6400, "400 MB were taken in"
                assert unlinked_files_of(site.pid) <= limits.LARGEST_BODY
    # The other side of a closed connection sees that earlier than what the body lies in is closed.
    wait_until(lambda: unlinked_files_of(site.pid) == 0, "a body that was refused is still kept")
    assert memory_of(site.pid) - before < 4 * limits.LARGEST_BODY


def test_a_body_that_stays_away_does_not_keep_others_waiting(site):
    with connection(site.port) as line:
        say(line, b"POST /join/ HTTP/1.1\r\n" + HOST + FORM + b"Content-Length: 1000000\r\n\r\ncode=")
        assert status_of(get(site, b"/")) == 200


def test_a_large_form_is_refused_by_the_page_and_a_usual_one_is_read(site):
    device, answers = Device(site.url), []
    device.get("/accounts/login/")
    token = device.cookie_header.partition("csrftoken=")[2]
    for size in (200_000, limits.LARGEST_BODY - 200):
        body = f"csrfmiddlewaretoken={token}&code={'A' * size}".encode()
        head = b"POST /join/ HTTP/1.1\r\n" + HOST + FORM + b"Cookie: " + device.cookie_header.encode()
        answers.append(status_of(ask(site.port, head + b"\r\nContent-Length: %d\r\n\r\n" % len(body) + body)))
    assert answers == [200, 400]


def test_a_form_is_read_by_its_page_and_not_on_the_thread_that_all_tables_share(site):
    """Twisted reads forms as soon as they have come, and answers a broken one by itself, without our headers."""
    body = b"--x\r\nbroken"
    head = b"POST /join/ HTTP/1.1\r\n" + HOST + b"Content-Type: multipart/form-data; boundary=x\r\n"
    answer = ask(site.port, head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
    assert (status_of(answer), b"Content-Security-Policy: " in answer) == (403, True)


# Large bodies of organizers ---------------------------------------------------------------------------------------


@pytest.fixture
def uploader(server):
    """An organizer who has opened the upload page."""
    organizer = Organizer(server.processes[0].url)
    assert organizer.get("/sets/upload/").status == 200
    return organizer


def upload_head(device, length):
    cookies = device.cookie_header.encode()
    kind = b"Content-Type: multipart/form-data; boundary=x\r\n"
    return b"POST /sets/upload/ HTTP/1.1\r\n%sCookie: %s\r\n%sContent-Length: %d\r\n\r\n" % (
        HOST,
        cookies,
        kind,
        length,
    )


def test_an_organizer_sends_more_than_others_may(site, uploader):
    card = ",".join(["BIG", "BIG/1", "Unit", "Normal Unit", "1", "", "", "", "7000", "5000", "1", "", "C"])
    padding = chunk(b"zzZz", random.Random(1).randbytes(int(1.9 * MIB)))
    images = {f"BIG-{n}.png": png(more=padding) for n in range(1, 4)}
    lines = [",".join(COLUMNS), *(card.replace("BIG/1", f"BIG/{n}") for n in range(1, 4))]
    archive = zipped(images)
    assert len(archive) > limits.LARGEST_BODY
    answer = uploader.send_files("/sets/upload/", cards="\n".join(lines).encode(), images=archive)
    assert (answer.status, answer.location) == (302, "/sets/BIG/")
    picture = re.search(r'src="(/cards/[^"]+)"', get(site, b"/sets/BIG/").decode())[1]
    assert get(site, picture.encode()).endswith(stored(images["BIG-1.png"]).data)


def test_a_device_that_was_not_shown_the_page_sends_no_more_than_others(site, server):
    organizer = Organizer(site.url)
    assert status_of(ask(site.port, upload_head(organizer, limits.LARGEST_BODY + 1))) == 413
    assert status_of(ask(site.port, upload_head(Device(site.url), limits.LARGEST_BODY + 1))) == 413


def test_an_upload_has_its_limit_too_and_a_page_says_it_without_a_script(site, uploader):
    answer = ask(site.port, upload_head(uploader, limits.LARGEST_UPLOAD + 1))
    head, _, page = answer.partition(b"\r\n\r\n")
    assert status_of(answer) == 413
    assert b"Content-Length: %d" % len(page) in head
    assert b"A file of cards may have 32 MB, a ZIP of pictures 32 MB." in page


def test_only_so_many_uploads_come_in_at_once_and_one_that_is_given_up_makes_room(site, uploader):
    head = upload_head(uploader, limits.LARGEST_BODY + 1)[:-2] + b"Expect: 100-continue\r\n\r\n"

    def begin(line):
        say(line, head)
        return status_of(line.recv(4096))

    def begin_again():
        with connection(site.port) as line:
            return begin(line)

    with ExitStack() as stack:
        for _ in range(limits.UPLOADS_AT_ONCE):
            assert begin(stack.enter_context(connection(site.port))) == 100
        assert begin_again() == 503
        assert status_of(get(site, b"/")) == 200
    wait_until(lambda: begin_again() == 100, "no upload is let in any more")


# Heads without end ------------------------------------------------------------------------------------------------


def test_a_head_without_end_is_cut_off(site):
    with connection(site.port) as line:
        say(line, b"GET / HTTP/1.1\r\n" + HOST)
        sent = 0
        while say(line, b"X-More: " + b"x" * 1000 + b"\r\n"):
            sent += 1
            assert sent < 10_000
        line.close()
    assert status_of(get(site, b"/", *[b"X-%d: y" % number for number in range(600)])) == 400


def test_a_long_address_is_refused_and_a_longish_one_is_just_not_there(site):
    assert status_of(get(site, b"/" + b"x" * 8000)) == 404
    assert status_of(get(site, b"/" + b"x" * 100_000)) in (400, None)


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX\x00Y: z\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: a\x0bb\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nno colon\r\n\r\n",
        b"GET /\xff\xfe HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET /?\xff HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"\x00" * 100 + b"\r\n\r\n",
    ],
)
def test_a_text_that_is_no_request_is_refused_without_a_stumble(site, head):
    with connection(site.port) as line:
        say(line, head)
        assert status_of(line.recv(65536)) == 400


def test_a_request_that_never_reaches_a_page_is_answered_without_anything_to_run(site):
    answer = ask(site.port, b"GET / HTTP/1.1\r\nX: a\x0bb\r\n" + HOST + b"\r\n")
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"<" not in body
    for header in (b"X-Content-Type-Options: nosniff", b"Content-Security-Policy: default-src 'none'", b"text/plain"):
        assert header in head


@pytest.mark.parametrize("method", [b"TRACE", b"OPTIONS", b"CONNECT", b"PROPFIND", b"DELETE", b"x" * 100])
def test_other_methods_are_not_allowed_and_nothing_is_sent_back_as_it_came(site, method):
    answer = ask(site.port, method + b" / HTTP/1.1\r\nX-Secret: 12345\r\n" + HOST + b"\r\n")
    assert (status_of(answer) in (403, 405), b"12345" in answer) == (True, False)


def test_a_head_request_has_no_body(site):
    head, _, body = ask(site.port, b"HEAD / HTTP/1.1\r\n" + HOST + b"\r\n").partition(b"\r\n\r\n")
    assert (status_of(head), body) == (200, b"")


# Those who drip ---------------------------------------------------------------------------------------------------

BEGUN = {
    "half a line": b"GE",
    "half a head": b"GET / HTTP/1.1\r\nX: ",
    "half a body": b"POST / HTTP/1.1\r\n" + HOST + FORM + b"Content-Length: 1000\r\n\r\ncode",
    "a request, and half of the next": b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET",
}


def test_a_client_that_drips_a_request_is_cut_off(site):
    with ExitStack() as lines:
        dripping = {name: lines.enter_context(connection(site.port)) for name in BEGUN}
        for name, line in dripping.items():
            say(line, BEGUN[name])
            line.settimeout(1)
        end = time.monotonic() + 3 * limits.LONGEST_ARRIVAL
        while dripping:
            assert time.monotonic() < end, f"still there: {list(dripping)}"
            dripping = {name: line for name, line in dripping.items() if drips(line)}


def drips(line):
    """Send one more byte, and look for a second whether the other side has hung up."""
    try:
        return say(line, b"x") and line.recv(65536) != b""
    except TimeoutError:
        return True
    except ConnectionResetError:
        return False


# Paths that are not served ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        b"/.env",
        b"/db.sqlite3",
        b"/manage.py",
        b"/static/../.env",
        b"/static/../../draftsite/settings.py",
        b"/static/%2e%2e/%2e%2e/draftsite/settings.py",
        b"/static/..%2f..%2fdraftsite/settings.py",
        b"/static/css/..%5c..%5cdraftsite%5csettings.py",
        b"/static//etc/passwd",
        b"/static/%00",
        b"/static/",
        b"/static/css/",
        b"//etc/passwd",
        b"/%2e%2e/%2e%2e/etc/passwd",
    ],
)
def test_no_address_leads_to_a_file_of_the_server(site, path):
    answer = get(site, path)
    assert status_of(answer) in (301, 404)
    assert not re.search(rb"SECRET_KEY|root:|SQLite format|INSTALLED_APPS", answer)


@pytest.mark.parametrize("value", [b"/evil", b"//evil.example", b"\xff\xfe", b"https://evil.example"])
def test_no_header_says_where_the_site_begins(site, value):
    answer = get(site, b"/", b"Daphne-Root-Path: " + value)
    assert (status_of(answer), b"evil" in answer, b'action="/join/"' in answer) == (200, False, True)


# Behind a proxy ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def proxied(installation, tmp_path_factory):
    more = {"BEHIND_PROXY": "on", "PEOPLE_PER_ADDRESS": str(PEOPLE)}
    server = Server(installation, tmp_path_factory.mktemp("proxied"), more=more, size=1)
    server.start()
    yield server.processes[0]
    server.kill()


def tries_until_refused(site, forwarded):
    """Try wrong codes, each time with another X-Forwarded-For, and return how many it took until none was heard."""
    for tried in range(WRONG_CODES + 5):
        answer = get(site, b"/join/AAAAAA/", *forwarded(tried))
        if status_of(answer) == 429:
            return tried
    return None


def test_without_a_proxy_nobody_chooses_an_address(server, site):
    forged = tries_until_refused(site, lambda number: [b"X-Forwarded-For: 203.0.113.%d" % number])
    assert forged == WRONG_CODES


def test_behind_a_proxy_only_its_own_word_counts(proxied):
    def appended(number):
        return [b"X-Forwarded-For: 198.51.100.%d" % number, b"X-Forwarded-For: 192.0.2.%d, 203.0.113.1" % number]

    assert tries_until_refused(proxied, appended) == WRONG_CODES
    assert status_of(get(proxied, b"/join/AAAAAA/", b"X-Forwarded-For: 203.0.113.2")) == 404
    with connection(proxied.port) as line:
        path = "/ws/events/AAAAAA/"
        upgrade(line, Device(proxied.url), f"{path} HTTP/1.1\r\nX-Forwarded-For: 9.9.9.9, 203.0.113.1\r\nX-Rest:")
        assert close_code(hear_all(line)) == 4429


@pytest.mark.parametrize("said", [b"", b"nobody", b"\xff\xfe", b"1.2.3.4:80", b"x" * 5000, b"1.2.3.4, "])
def test_a_word_that_is_no_address_breaks_nothing(proxied, said):
    assert status_of(get(proxied, b"/join/AAAAAA/", b"X-Forwarded-For: " + said)) == 404
    assert "Traceback" not in proxied.log.read_text()


# The log ----------------------------------------------------------------------------------------------------------

LINE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ (DEBUG|INFO|WARNING|ERROR|CRITICAL) [\w.]+( \w+=[\w-]+)*: .*")
FORGED = "2026-11-21 12:00:00Z ERROR django: forged"


def test_no_request_writes_a_line_of_its_own_into_the_log(server, site):
    breaks = [b"%0a", b"%0d%0a", b"%e2%80%a8", b"%1b[2K", b"%c2%85"]
    for line_break in breaks:
        forged = line_break + FORGED.encode().replace(b" ", b"%20")
        for path in (b"/x", b"/sets/x", b"/events/new/?again=", b"/rejoin/x", b"/ws/", b"/join/AAAAAA/"):
            get(site, path + forged, b"User-Agent: x\r\n " + FORGED.encode(), b"Cookie: sessionid=x" + line_break)
        ask(site.port, b"POST /accounts/login" + forged + b" HTTP/1.1\r\n" + HOST + b"\r\n")
        with connection(site.port) as line:
            upgrade(line, Device(site.url), f"/ws/events/{line_break.decode()}{FORGED.replace(' ', '%20')}/")
    text = server.log.read_text()
    assert [line for line in text.splitlines() if not LINE.fullmatch(line)] == []
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", text)


@pytest.mark.parametrize("form", ["line", "json"])
def test_no_link_to_a_seat_is_ever_in_the_log(installation, tmp_path, form):
    more = {"BEHIND_PROXY": "off", "LOG_LEVEL": "DEBUG", "LOG_FORMAT": form}
    server = Server(installation, tmp_path, more=more, size=1)
    server.start()
    try:
        tokens = {A_TOKEN, *use_links_in_every_way(server.processes[0])}
    finally:
        server.kill()
    log = server.log.read_text()
    assert (len(tokens), [token for token in tokens if token[:12] in log]) == (3, [])
    if form == "json":
        assert all(json.loads(line)["level"] for line in log.splitlines())


def use_links_in_every_way(site):
    """Make seats, use, replace, forge and misspell their links; return their tokens."""
    organizer, device = Organizer(site.url), Device(site.url)
    code = organizer.create()
    device.join(code, "Aichi")
    page = device.get(f"/events/{code}/").text
    old = re.search(r"/rejoin/([\w-]+)/", page)[1]
    fighter = re.search(r'name="fighter" value="(\d+)"', organizer.get(f"/events/{code}/host/").text)[1]
    organizer.act(code, "new-link", fighter=fighter)
    new = re.search(r"/rejoin/([\w-]+)/", organizer.get(f"/events/{code}/host/").text)[1]
    for token in (old, new, A_TOKEN):
        for path in (
            f"/rejoin/{token}/",
            f"/rejoin/{token}",
            f"/rejoin/{token}/x",
            f"/ws/rejoin/{token}/",
            f"/{token}",
        ):
            referer = f"Referer: {site.url}/rejoin/{token}/".encode()
            get(site, path.encode(), referer)
            ask(site.port, b"POST " + path.encode() + b" HTTP/1.1\r\n" + HOST + b"\r\n")
            get(site, path.encode(), b"X: a\x0bb")
        with connection(site.port) as line:
            line.sendall(f"GET /ws/rejoin/{token}/?t={token} HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\n\r\n".encode())
            line.recv(100)
    return old, new
