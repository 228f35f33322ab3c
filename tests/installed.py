"""The wheel, installed by its hashes into an environment of its own, outside of the checkout: `make wheel`.

It fetches what is needed from the package index, which no other test does.
"""

import hashlib
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from draftsite import __version__
from tests.clients.device import Device
from tests.clients.views import phase_is
from tests.clients.ws_client import WebSocketClient
from tests.importers.sets.made_up import publishers_list
from tests.programs import FIRST_START, Program, wait_until
from tests.server import ROOT, is_healthy

UV = [sys.executable, "-m", "uv"]


@pytest.fixture(scope="module")
def wheel():
    (built,) = (ROOT / "dist").glob("*.whl")
    return built


@pytest.fixture(scope="module")
def pass_left(wheel, tmp_path_factory):
    """The command, in an environment that has what requirements.txt pins, with its hashes, and nothing else."""
    folder = tmp_path_factory.mktemp("installed")
    ours, environment = folder / "ours.txt", folder / "environment"
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    ours.write_text(f"pass-left @ {wheel.as_uri()} --hash=sha256:{digest}\n")
    lists = ("-r", ROOT / "requirements.txt", "-r", ours)
    subprocess.run([*UV, "venv", "--quiet", "--python", sys.executable, environment], check=True)
    subprocess.run([*UV, "pip", "install", "--quiet", "--python", environment, "--require-hashes", *lists], check=True)
    return environment / "bin/pass-left"


class Installed(Program):
    """The site that `pass-left` opens: it has a folder for its data and one to start in, and no other setting."""

    def __init__(self, program: Path, folder: Path) -> None:
        self.home, begins_in = folder / "home of a user", folder / "begins"
        begins_in.mkdir()
        super().__init__(folder / "log", begins_in)
        self.program = program
        self.url = f"http://127.0.0.1:{self.port}"

    def command(self) -> list[str]:
        return [str(self.program)]

    def environment(self) -> dict[str, str]:
        return {"PATH": "/usr/bin:/bin", "PORT": str(self.port), "PASS_LEFT_HOME": str(self.home)}

    def answers(self) -> bool:
        return is_healthy(self.url)

    def run(self, *arguments: str) -> str:
        return subprocess.run(
            [self.program, *arguments],
            cwd=self._folder, env=self.environment(), check=True, stdout=subprocess.PIPE, text=True,
        ).stdout  # fmt: skip


@pytest.fixture(scope="module")
def site(pass_left, tmp_path_factory):
    installed = Installed(pass_left, tmp_path_factory.mktemp("site"))
    installed.launch()
    wait_until(installed.answers, "pass-left does not answer", FIRST_START)
    yield installed
    installed.kill()


def test_a_practice_draft_is_played_to_its_deck(site):
    device = Device(site.url)
    code = device.post("/practice/").location.split("/")[2]
    with WebSocketClient(device, code) as phone:
        deck = phone.play(phase_is("building"))
    assert len(deck["you"]["pile"]) == 30


def test_every_file_that_the_first_page_names_is_served_under_its_hashed_name(site):
    device = Device(site.url)
    named = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', device.get("/").text))
    assert len(named) > 10
    assert {name for name in named if device.get(name).status != 200} == set()
    assert [name for name in named if not re.search(r"\.[0-9a-f]{12}\.\w+$", name)] == []


def test_commands_work_on_the_same_data_while_it_is_open(site):
    events = "from drafts.models import Event; print(Event.objects.count())"
    assert int(site.run("shell", "--no-imports", "-c", events)) >= 1
    assert "Keep it secret" in site.run("backup")
    assert len(list((site.home / "backups").iterdir())) == 1


def test_a_set_is_loaded_from_a_file_while_it_is_open(site, tmp_path):
    file = tmp_path / "cards.csv"
    file.write_bytes(publishers_list())
    site.run("loadset", str(file))
    assert "/sets/BT91/" in Device(site.url).get("/sets/").text


READ_A_PICTURE = """
import io
from PIL import Image
from drafts.importers.image_process import ImageReader
file = io.BytesIO()
Image.new("RGB", (60, 90)).save(file, "PNG")
with ImageReader() as reader:
    print(reader.read(file.getvalue()).name)
"""


def test_pictures_are_read_in_a_process_of_their_own(site):
    assert re.fullmatch(r"[0-9a-f]{32}\.\w+\n", site.run("shell", "--no-imports", "-c", READ_A_PICTURE))


def test_the_code_that_runs_is_the_wheels(site):
    where = "import drafts, draftsite; print(drafts.__file__, draftsite.__file__)"
    installed = Path(site.run("shell", "--no-imports", "-c", where).split()[0])
    assert installed.is_relative_to(site.program.parent.parent)


def test_everything_that_is_written_is_in_the_users_folder_and_for_its_owner_alone(site):
    assert list(site._folder.iterdir()) == []
    assert {path.name for path in site.home.iterdir()} >= {".env", "backups", "db.sqlite3", "staticfiles"}
    for path in (site.home, site.home / ".env", site.home / "db.sqlite3"):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def test_it_prints_its_version_and_the_folder_and_no_line_for_each_request(site):
    printed = site.log.read_text()
    assert f"Pass Left {__version__} is open" in printed
    assert re.sub(r"\s", "", str(site.home)) in re.sub(r"[\s│]", "", printed)
    assert "GET" not in printed


def test_uv_runs_it_without_installing_it(wheel, tmp_path):
    tool = [*UV, "tool", "run", "--quiet", "--python", sys.executable, "--constraints", ROOT / "requirements.txt"]
    printed = subprocess.run(
        [*tool, "--from", wheel, "pass-left", "--version"], cwd=tmp_path, check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    assert printed == f"Pass Left {__version__}\n"
