"""The files shipped for deployment fit together, and fit the site."""

import re
import subprocess
import threading
import urllib.request
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
import yaml

from drafts.limits import LARGEST_BODY, LARGEST_UPLOAD
from tests.clients.device import Device, Organizer
from tests.clients.views import phase_is
from tests.clients.ws_client import WebSocketClient, play_all
from tests.live.conftest import make_night
from tests.programs import free_port
from tests.server import ROOT, Daphne, Server, environment
from tests.stack import STACK, Caddy, Proxy

COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
IMAGE = (ROOT / "Dockerfile").read_text()
README = (ROOT / "README.md").read_text()
UNITS = sorted((ROOT / "deploy").glob("*.service"))
OF_THE_IMAGE = dict(re.findall(r"^(?:ENV| {4}) ?([A-Z_]+)=(\S+?)(?: \\)?$", IMAGE, re.MULTILINE))

PATHS = ("/events/{}/", "/join/{}/", "/ws/events/{}/?table=2", "/events/{}/host/start/", "/events/{}/log/log.json")


def settings_in_the_readme():
    rows = re.findall(r"^\| (`[A-Z_`, ]+`) \|", README, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"[A-Z_]+", row)}


def test_the_readme_the_example_and_compose_know_the_same_settings():
    read = set(re.findall(r'env\.\w+\(\s*"(\w+)"', (ROOT / "draftsite/settings.py").read_text()))
    assert settings_in_the_readme() == read | {"PASS_LEFT_HOME"}
    example = re.findall(r"^#?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE)
    assert set(example) == read
    site = COMPOSE["services"]["web"]["environment"]
    assert {*site} | ({*OF_THE_IMAGE} & settings_in_the_readme()) | {"STATIC_ROOT"} == settings_in_the_readme()


def test_every_variable_of_compose_is_a_setting_or_in_its_example():
    example = set(re.findall(r"^#?([A-Z_]+)=", (ROOT / "deploy/compose.env.example").read_text(), re.MULTILINE))
    asked = set(re.findall(r"\$\{([A-Z_]+)", (ROOT / "compose.yaml").read_text()))
    assert example <= asked | {"COMPOSE_PROFILES"}
    assert asked <= example | settings_in_the_readme()


def test_one_service_of_compose_builds_the_image_and_all_that_need_it_wait_for_its_health():
    services = COMPOSE["services"]
    assert [name for name, service in services.items() if "build" in service] == ["web"]
    for name in ("caddy", "web2", "clock"):
        assert services[name]["depends_on"]["web"] == {"condition": "service_healthy"}, name
    assert {service.get("image") for service in services.values() if "command" in service} >= {"pass-left:local"}


def test_every_command_of_the_image_and_of_compose_is_one_of_the_site():
    ours = [service["command"][0] for service in COMPOSE["services"].values() if service["image"] == "pass-left:local"]
    assert ours == ["open_site", "serve", "run_clock"]
    commands = [*ours, *re.findall(r'^CMD \["(\w+)"\]', IMAGE, re.MULTILINE)]
    for command in commands:
        assert (ROOT / f"drafts/management/commands/{command}.py").is_file()


def test_the_image_backs_up_with_the_programs_of_the_database_beside_it():
    client = re.search(r"postgresql-client-(\d+)", IMAGE)[1]
    assert COMPOSE["services"]["db"]["image"].startswith(f"postgres:{client}-")


def test_the_files_that_are_needed_and_no_others_go_into_the_image():
    let_in = re.findall(r"^!(\S+?)/?$", (ROOT / ".dockerignore").read_text(), re.MULTILINE)
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", IMAGE, re.MULTILINE)
    assert sorted(let_in) == sorted(" ".join(copied).split())


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_every_unit_runs_a_command_that_there_is_and_may_do_no_more_than_the_others(unit):
    command = re.search(r"^ExecStart=\S+ manage\.py (\w+)", unit.read_text(), re.MULTILINE)[1]
    assert (ROOT / f"drafts/management/commands/{command}.py").is_file()
    confined = [
        re.search(r"# It needs its own folder.*?\n\n", each.read_text(), re.DOTALL)[0] for each in (unit, *UNITS)
    ]
    assert len(set(confined)) == 1


def test_the_proxies_let_the_largest_bodies_through_that_the_site_takes():
    sizes = {
        "nginx.conf": set(re.findall(r"client_max_body_size (\d+)m;", (ROOT / "deploy/nginx.conf").read_text())),
        "Caddyfile": set(re.findall(r"max_size (\d+)MiB", (ROOT / "deploy/Caddyfile").read_text())),
    }
    taken = {str(size // 1024**2) for size in (LARGEST_BODY, LARGEST_UPLOAD)}
    assert sizes == dict.fromkeys(sizes, taken)


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


@pytest.mark.skipif(STACK == "sqlite", reason="needs nginx and Caddy")
@pytest.mark.parametrize("kind", [Hashing, Caddy], ids=["nginx", "Caddy"])
def test_a_proxy_sends_all_devices_of_an_event_to_one_process_and_to_the_other_when_that_one_is_gone(tmp_path, kind):
    def asked(code):
        answers = [urllib.request.urlopen(proxy.url + path.format(code)).read().decode() for path in PATHS]
        assert len(set(answers)) == 1
        return answers[0]

    with ExitStack() as closing:
        processes = {number: Process(number) for number in ("one", "two")}
        for process in processes.values():
            closing.callback(process.stop)
        proxy = kind(tmp_path / "proxy.log", [process.port for process in processes.values()])
        proxy.url = f"http://127.0.0.1:{proxy.port}"
        closing.callback(proxy.kill)
        proxy.start()
        codes = [f"AAAA{first}{second}" for first in "BCDEF" for second in "GHJKM"]
        homes = {code: asked(code) for code in codes}
        assert set(homes.values()) == {"one", "two"}
        processes["one"].stop()
        assert {asked(code) for code in codes} == {"two"}


@pytest.mark.skipif(STACK == "sqlite", reason="needs Caddy")
def test_a_practice_draft_goes_through_caddy(installation, tmp_path):
    env = environment(database=installation.database.copy(tmp_path).url, static=installation.static, BEHIND_PROXY="on")
    with ExitStack() as closing:
        process = Daphne(tmp_path / "site.log", env)
        closing.callback(process.kill)
        process.start()
        caddy = Caddy(tmp_path / "caddy.log", [process.port])
        closing.callback(caddy.kill)
        caddy.start()
        device = Device(f"http://127.0.0.1:{caddy.port}")
        code = device.post("/practice/").location.split("/")[2]
        phone = closing.enter_context(WebSocketClient(device, code))
        assert len(phone.play(phase_is("building"))["you"]["pile"]) == 30


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
