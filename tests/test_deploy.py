"""What is shipped for deployment fits together, and fits the site."""

import re
import subprocess
import threading
import urllib.request
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.clients.device import Organizer
from tests.clients.views import phase_is
from tests.clients.ws_client import play_all
from tests.live.conftest import make_night
from tests.programs import free_port
from tests.server import ROOT, Server
from tests.stack import STACK, Proxy

COMPOSE = (ROOT / "compose.yaml").read_text()
IMAGE = (ROOT / "Dockerfile").read_text()
NGINX = (ROOT / "deploy/nginx.conf").read_text()
UNITS = sorted((ROOT / "deploy").glob("*.service"))

PATHS = ("/events/{}/", "/join/{}/", "/ws/events/{}/?table=2", "/events/{}/host/start/", "/events/{}/log/log.json")


def test_compose_puts_an_address_of_its_own_in_the_place_of_each_process_that_nginx_knows():
    listed = re.findall(r"^\s+server (127\.0\.0\.1:\d+)", NGINX, re.MULTILINE)
    replaced = dict(re.findall(r"-e s/([\d.:]+)/([\d.]+):8000/", COMPOSE))
    assert list(replaced) == listed
    assert list(replaced.values()) == re.findall(r"ipv4_address: ([\d.]+)", COMPOSE)


def test_the_image_backs_up_with_the_programs_of_the_database_beside_it():
    assert re.findall(r"postgresql-client-(\d+)", IMAGE) == re.findall(r"image: postgres:(\d+)", COMPOSE)


def test_every_setting_of_compose_is_a_setting_of_the_site_and_every_secret_is_in_the_example():
    known = set(re.findall(r'env\.\w+\(\s*"(\w+)"', (ROOT / "draftsite/settings.py").read_text()))
    given = re.search(r"x-app:.*?environment:\n(.*?)\n  \w", COMPOSE, re.DOTALL)[1]
    assert set(re.findall(r"^    ([A-Z_]+):", given, re.MULTILINE)) <= known
    example = set(re.findall(r"^([A-Z_]+)=", (ROOT / "deploy/compose.env.example").read_text(), re.MULTILINE))
    assert set(re.findall(r"\$\{([A-Z_]+)", COMPOSE)) == example


def test_what_is_needed_and_nothing_else_goes_into_the_image():
    let_in = re.findall(r"^!(\S+?)/?$", (ROOT / ".dockerignore").read_text(), re.MULTILINE)
    copied = re.findall(r"^COPY (?!--from)(\S+) ", IMAGE, re.MULTILINE)
    assert sorted(let_in) == sorted(copied)


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_every_unit_runs_a_command_that_there_is_and_may_do_no_more_than_the_others(unit):
    command = re.search(r"^ExecStart=\S+ manage\.py (\w+)", unit.read_text(), re.MULTILINE)[1]
    assert (ROOT / f"drafts/management/commands/{command}.py").is_file()
    confined = [
        re.search(r"# It needs its own folder.*?\n\n", each.read_text(), re.DOTALL)[0] for each in (unit, *UNITS)
    ]
    assert len(set(confined)) == 1


class Hashing(Proxy):
    """nginx as it is shipped: the devices of an event go to one process."""

    def _rendered(self):
        return super()._rendered().replace("upstream pass_left {", "upstream pass_left { hash $event consistent;")


class Process:
    """Something that answers with its number."""

    def __init__(self, number):
        class Answer(BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.end_headers()
                self.wfile.write(number.encode())

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.mark.skipif(STACK == "sqlite", reason="needs nginx")
def test_nginx_sends_all_devices_of_an_event_to_one_process_and_to_the_other_when_that_one_is_gone(tmp_path):
    def asked(code):
        answers = [urllib.request.urlopen(proxy.url + path.format(code)).read().decode() for path in PATHS]
        assert len(set(answers)) == 1
        return answers[0]

    with ExitStack() as closing:
        processes = {number: Process(number) for number in ("one", "two")}
        for process in processes.values():
            closing.callback(process.stop)
        proxy = Hashing(tmp_path / "proxy.log", [process.port for process in processes.values()])
        proxy.url = f"http://127.0.0.1:{proxy.port}"
        closing.callback(proxy.kill)
        proxy.start()
        codes = [f"AAAA{first}{second}" for first in "BCDEF" for second in "GHJKM"]
        homes = {code: asked(code) for code in codes}
        assert set(homes.values()) == {"one", "two"}
        processes["one"].stop()
        assert {asked(code) for code in codes} == {"two"}


@pytest.fixture
def over_https(installation, tmp_path, monkeypatch):
    """The address of a server behind nginx with deploy/https.conf and a certificate that is trusted here."""
    (tmp_path / "pass-left.d").mkdir()
    key, certificate = (tmp_path / "pass-left.d" / f"{name}.pem" for name in ("privkey", "fullchain"))
    names = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *names, "-keyout", key, "-out", certificate]
    subprocess.run(make, check=True, stderr=subprocess.DEVNULL)
    port = free_port()
    shipped = (ROOT / "deploy/https.conf").read_text()
    (tmp_path / "pass-left.d" / "https.conf").write_text(shipped.replace("listen 443", f"listen 127.0.0.1:{port}"))
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    server = Server(installation, tmp_path, {"HTTPS": "on"})
    server.start()
    yield f"https://localhost:{port}"
    server.kill()


@pytest.mark.skipif(STACK == "sqlite", reason="needs nginx")
def test_a_draft_goes_over_https(over_https):
    with ExitStack() as lines:
        night = make_night(lines, Organizer(over_https), 2)
        ends = play_all(night.phones, phase_is("building"))
        assert [len(state["you"]["pile"]) for state in ends] == [30, 30]
        assert {cookie.secure for cookie in night.devices[0].cookies} == {True}
