"""The image without Docker: its files, settings and command, run by a user who may write only to the data."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import pytest

from draftsite import __version__
from tests.clients.device import Device
from tests.clients.views import phase_is
from tests.clients.ws_client import WebSocketClient
from tests.programs import FIRST_START, Program, wait_until
from tests.server import ROOT, is_healthy

STEPS = re.sub(r"\\\n", "", (ROOT / "Dockerfile").read_text().rpartition("\nFROM ")[2])
LEFT_EMPTY = re.findall(r"\$\{(\w+):-\}", (ROOT / "compose.yaml").read_text().partition("\nservices:")[0])
"""Settings that compose passes on empty where its `.env` has none."""
PASSWORD = re.compile(r"Password\s+([0-9a-f-]{19})\s")
SAMPLE_SETS = {"MAG01", "MAP01", "MAV01", "PLA01", "SMP01", "SMP02"}
NOBODY = "nobody" if os.geteuid() == 0 else None


def steps(name):
    return re.findall(rf"^{name} (.+)$", STEPS, re.MULTILINE)


def python_for_nobody():
    """Return a Python of this version that the user may run; the one that runs this test may lie in root's folder."""
    pythons = (sys.executable, shutil.which(f"python3.{sys.version_info.minor}", path="/usr/local/bin:/usr/bin"))
    for python in filter(None, pythons):
        with suppress(PermissionError):
            subprocess.run([python, "--version"], user=NOBODY, stdout=subprocess.DEVNULL, check=True)
            return python
    raise AssertionError("no Python that an unprivileged user may run")


class Container(Program):
    """The program of the image, with its settings."""

    user = NOBODY

    def __init__(self, folder: Path) -> None:
        self.app, self.data = folder / "app", folder / "data"
        super().__init__(folder / "log", self.app)
        self.url = f"http://127.0.0.1:{self.port}"

    def build(self) -> None:
        """Follow the steps of the Dockerfile."""
        self.app.mkdir()
        for step in steps("COPY"):
            if not step.startswith("--from"):
                *sources, target = step.split()
                for source in sources:
                    copy(ROOT / source, self.app / target / ("" if target != "./" else source))
        self.data.mkdir(mode=0o700)
        if NOBODY:
            shutil.chown(self.data, NOBODY)
        for path in (self.app, *self.app.rglob("*")):
            path.chmod(0o555 if path.is_dir() else 0o444)

    def environment(self) -> dict[str, str]:
        given = dict(pair.split("=", 1) for pair in shlex.split(steps("ENV")[0]))
        packages = next(path for path in sys.path if path.endswith("site-packages"))
        given |= dict.fromkeys(LEFT_EMPTY, "")
        return given | {"PASS_LEFT_HOME": str(self.data), "PORT": str(self.port), "PYTHONPATH": packages}

    def command(self, *arguments: str) -> list[str]:
        (entry,), (default,) = (map(json.loads, steps(name)) for name in ("ENTRYPOINT", "CMD"))
        return [python_for_nobody(), *entry[1:], *(arguments or default)]

    def run(self, *arguments: str) -> str:
        return subprocess.run(
            self.command(*arguments),
            cwd=self.app, env=self.environment(), user=self.user, check=True, stdout=subprocess.PIPE, text=True,
        ).stdout  # fmt: skip

    def answers(self) -> bool:
        return is_healthy(self.url)


def copy(source, target):
    """Copy a file or a folder, with what is compiled of it: the image is compiled when it is made."""
    if source.is_dir():
        shutil.copytree(source, target)
    else:
        shutil.copy(source, target)


@pytest.fixture(scope="module")
def container():
    with tempfile.TemporaryDirectory(prefix="pass-left-image-") as place:  # the user may not enter pytest's folder
        Path(place).chmod(0o755)
        container = Container(Path(place))
        container.build()
        try:
            container.launch()
            wait_until(container.answers, "the image does not answer", FIRST_START)
            yield container
        finally:
            container.kill()


def test_the_image_opens_the_site_by_itself_with_everything_under_data(container):
    device = Device(container.url)
    code = device.post("/practice/").location.split("/")[2]
    with WebSocketClient(device, code) as phone:
        assert len(phone.play(phase_is("building"))["you"]["pile"]) == 30
    assert {path.name for path in container.data.iterdir()} >= {".env", "db.sqlite3", "staticfiles"}


def test_the_first_opening_makes_everything_and_shows_the_organizers_password_once(container):
    first = container.log.read_text()
    (password,) = PASSWORD.findall(first)
    assert f"http://localhost:{container.port}/" in first
    assert f"Pass Left {__version__} is open" in first
    organizer = Device(container.url)
    assert organizer.post("/accounts/login/", username="organizer", password=password).status == 302
    assert set(re.findall(r'"/sets/([A-Z0-9]+)/"', organizer.get("/sets/").text)) == SAMPLE_SETS
    container.stop()
    container.start()
    assert PASSWORD.findall(container.log.read_text()) == [password]


def test_its_health_check_asks_the_port_that_it_serves(container):
    (check,) = re.findall(r"CMD (\[.*readyz.*\])", STEPS)
    _, *arguments = json.loads(check)
    program = [python_for_nobody(), *arguments]
    assert subprocess.run(program, env=container.environment(), user=NOBODY, check=False).returncode == 0


def test_arguments_are_commands_of_the_site(container):
    assert container.run("--version") == f"Pass Left {__version__}\n"
    assert "Keep it secret" in container.run("backup")


def test_the_image_holds_the_licence_and_names_it_and_runs_without_root():
    assert any("LICENSE" in step for step in steps("COPY"))
    assert 'image.licenses="MIT"' in STEPS
    assert steps("USER") == ["10001:10001"]
    assert steps("VOLUME") == ["/data"]
