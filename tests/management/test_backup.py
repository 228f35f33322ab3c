"""A backup is made while phones choose; what is restored from it is the same installation, and its drafts go on."""

import re
import resource
import stat
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError

from drafts.services.site.presence import note_process
from tests.clients.device import Device, Organizer
from tests.clients.views import pass_is, phase_is
from tests.clients.ws_client import WebSocketClient, play_all
from tests.databases import File, InPostgres
from tests.live.conftest import make_night
from tests.pictures import png, stored
from tests.programs import wait_until
from tests.server import ROOT, Server, environment, manage, migrated_once, refused
from tests.stack import STACK

LOGS = ("log.json", "log.csv", "t1-s0.txt", "t1-s1.txt", "t1-s2.txt")
LATER = "INSERT INTO django_migrations (app, name, applied) VALUES ('drafts', '9999_later', '2099-01-01 00:00:00')"

on_one_database = pytest.mark.skipif(STACK != "sqlite", reason="versions are compared alike on every database")


KEPT = """
from drafts.models import CardImage, CardSet
print(CardSet.objects.filter(code="SMP01").exists(), *(bytes(image.data).hex() for image in CardImage.objects.all()))
"""


class Nothing:
    """A database in which there is nothing yet."""

    def __init__(self, installation):
        self.postgres = installation.postgres

    def copy(self, folder):
        if self.postgres:
            return InPostgres(self.postgres, self.postgres.new_database())
        return File(folder / "new.sqlite3")


@pytest.fixture
def new_server(installation, tmp_path):
    """A server that nothing was installed for, and which does not run."""
    folder = tmp_path / "new"
    folder.mkdir()
    server = Server(replace(installation, database=Nothing(installation)), folder)
    yield server
    server.kill()


@pytest.fixture
def empty_server(installation, installed, postgres, tmp_path):
    """A server with all tables and nothing in them, which does not run."""
    folder = tmp_path / "empty"
    folder.mkdir()
    return Server(replace(installation, database=migrated_once(installed, postgres)), folder)


@pytest.fixture
def database_copy(installation, tmp_path):
    """A database with the sample sets, of a site whose server does not run."""
    return installation.database.copy(tmp_path)


@pytest.fixture
def site(installation, database_copy):
    return environment(database=database_copy.url, static=installation.static)


@pytest.fixture
def backup(site, tmp_path):
    file = tmp_path / "backup"
    manage(site, "backup", "--to", str(file))
    return file


@pytest.fixture
def here(db, tmp_path):
    """A backup of the test's own database."""
    file = tmp_path / "folder" / "backup"
    call_command("backup", to=file, stdout=StringIO())
    return file


@contextmanager
def largest_file(size):
    """Let this process, and those that it starts, write no larger file: as if the disk were full."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def refused_here(*arguments, **options):
    with pytest.raises(CommandError) as caught:
        call_command(*map(str, arguments), **options, stdout=StringIO())
    return str(caught.value)


def logs_of(night):
    answers = [night.devices[0].get(f"/events/{night.code}/log/{name}") for name in LOGS]
    assert [answer.status for answer in answers] == [200] * len(LOGS)
    return [answer.text for answer in answers]


def facts(phone):
    """Return what a fighter sees at their seat, but for the moment and for who else is there."""
    state = phone.resync()
    return state["event"], state["you"], {key: state["table"][key] for key in ("round", "pass", "direction")}


def rejoin_link(night, device):
    return re.search("/rejoin/[^/]+/", device.get(f"/events/{night.code}/").text)[0]


class NightAfterNight:
    """Fighters who draft all the time, until there have been enough nights."""

    def __init__(self, lines, organizer):
        self.nights = []
        self._lines, self._organizer = lines, organizer
        self._enough = threading.Event()

    def play(self):
        while not self._enough.is_set():
            self.nights.append(make_night(self._lines, self._organizer, 4))
            play_all(self.nights[-1].phones, phase_is("building"))

    @contextmanager
    def while_they_play(self):
        with ThreadPoolExecutor(1) as threads:
            playing = threads.submit(self.play)
            try:
                wait_until(lambda: len(self.nights) > 1 or playing.done(), "nobody plays")
                yield self.nights[0]
            finally:
                self._enough.set()
            playing.result()


def test_a_site_that_is_backed_up_while_phones_choose_is_the_same_again_and_its_drafts_go_on(
    server, new_server, tmp_path
):
    file = tmp_path / "backups" / "friday"
    with ExitStack() as lines:
        organizer = Organizer(server.url)
        over = make_night(lines, organizer, 2, bots=1)
        play_all(over.phones, phase_is("building"))
        halfway = make_night(lines, organizer, 2)
        play_all(halfway.phones, pass_is(2, 2))
        before, seen = logs_of(over), [facts(phone) for phone in halfway.phones]
        links = [rejoin_link(halfway, device) for device in halfway.devices]
        busy = NightAfterNight(lines, organizer)
        with busy.while_they_play() as ended:
            server.manage("backup", "--to", str(file))
        of_ended = logs_of(ended)
        assert logs_of(over) == before
    server.kill()

    assert new_server.manage("restore", str(file)).startswith("Restored: ")
    new_server.start()
    for device in (*over.devices, *(device for night in busy.nights for device in night.devices)):
        device.url = new_server.url
    assert (logs_of(over), logs_of(ended)) == (before, of_ended)
    with ExitStack() as lines:

        def at_table(night, devices):
            return [lines.enter_context(WebSocketClient(device, night.code)) for device in devices]

        others = [Device(new_server.url) for _ in links]
        assert {device.get(link).location for device, link in zip(others, links, strict=True)} == {
            f"/events/{halfway.code}/"
        }
        halfway_again = at_table(halfway, others)
        assert [facts(phone) for phone in halfway_again] == seen
        begun = [night for night in busy.nights if had_begun(night)]
        assert ended in begun
        for phones in (halfway_again, *(at_table(night, night.devices) for night in begun)):
            ends = play_all(phones, phase_is("building"))
            assert [len(state["you"]["pile"]) for state in ends] == [30] * len(phones)
    for night in (over, halfway, *begun):
        assert new_server.manage("verify", night.code).startswith("OK")


def had_begun(night):
    """Whether an event is here, and not only its lobby."""
    device = night.devices[-1]
    if device.get(f"/events/{night.code}/").status != 200:
        return False
    with WebSocketClient(device, night.code) as phone:
        return not phase_is("lobby")(phone.state)


def test_a_choice_that_was_confirmed_just_now_is_in_the_backup(server, new_server, tmp_path):
    """SQLite has it beside its file only, while the server runs."""
    with ExitStack() as lines:
        night = make_night(lines, Organizer(server.url), 2)
        phone = night.phones[0]
        phone.choose()
        server.manage("backup", "--to", str(tmp_path / "backup"))
        seen = facts(phone)
    new_server.manage("restore", str(tmp_path / "backup"))
    new_server.start()
    phone.device.url = new_server.url
    with phone:
        phone.connect()
        assert (facts(phone), phone.state["you"]["chosen"]) == (seen, True)


@pytest.fixture
def with_an_account(site):
    manage(site, "createsuperuser", "--no-input", "--username=later", "--email=later@example.com")
    assert users_of(site) == "later"


def users_of(site):
    return manage(site, "shell", "--verbosity=0", "-c", "print(*User.objects.all())").strip()


def test_the_present_data_is_lost_only_at_a_clear_word(site, backup, with_an_account):
    complaint = refused(site, "manage.py", "restore", str(backup))
    assert "This installation is not empty: it has users, sets. To lose them: --erase-everything-here" in complaint
    assert users_of(site) == "later"
    manage(site, "restore", str(backup), "--erase-everything-here")
    assert users_of(site) == ""


def test_a_restore_that_fails_half_way_leaves_everything_as_it_was(site, database_copy, backup, with_an_account):
    room = resource.RLIM_INFINITY if STACK == "postgres" else 200_000
    if STACK == "postgres":
        database_copy.execute("DROP TABLE drafts_pick CASCADE")
        database_copy.execute("CREATE VIEW drafts_pick AS SELECT 1 AS in_the_way")
    program = [sys.executable, "manage.py", "restore", str(backup), "--erase-everything-here"]
    with largest_file(room):
        run = subprocess.run(program, cwd=ROOT, env=site, check=False, capture_output=True, text=True)
    assert (run.returncode, "nothing has changed" in run.stderr) == (1, True), run
    assert users_of(site) == "later"


def test_a_full_disk_leaves_no_half_a_backup(db, tmp_path):
    folder = tmp_path / "backups"
    with largest_file(8192):
        assert "There is no backup." in refused_here("backup", to=folder / "friday")
    assert list(folder.iterdir()) == []


def test_sets_and_pictures_are_restored_where_there_are_tables_and_nothing_in_them(site, empty_server, tmp_path):
    (tmp_path / "images").mkdir()
    (tmp_path / "images/SMP01-001.png").write_bytes(png())
    manage(site, "loadset", str(ROOT / "drafts/data/SMP01.csv"), "--images", str(tmp_path / "images"))
    manage(site, "backup", "--to", str(tmp_path / "with-pictures"))
    assert empty_server.manage("restore", str(tmp_path / "with-pictures")) == "Restored: 0 events.\n"
    assert empty_server.manage("shell", "--verbosity=0", "-c", KEPT).split() == ["True", stored(png()).data.hex()]


@on_one_database
def test_a_backup_of_a_newer_version_is_refused(site, database_copy, new_server, tmp_path):
    database_copy.execute(LATER)
    manage(site, "backup", "--to", str(tmp_path / "later"))
    complaint = refused(new_server.env, "manage.py", "restore", str(tmp_path / "later"))
    assert "does not know drafts.9999_later. Upgrade first." in complaint


@on_one_database
def test_a_backup_of_an_earlier_version_asks_to_be_migrated(site, new_server, tmp_path):
    file = tmp_path / "earlier"
    manage(site, "migrate", "--verbosity=0", "drafts", "0072_commanders")
    manage(site, "backup", "--to", str(file))
    assert "`manage.py migrate` is next" in new_server.manage("restore", str(file))
    new_server.manage("migrate", "--verbosity=0")
    new_server.start()


def test_a_backup_is_for_its_owners_eyes_only_and_alone_in_its_folder(here):
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (here, here.parent)]
    assert (modes, list(here.parent.iterdir())) == ([0o600, 0o700], [here])


def test_it_is_named_by_the_moment_unless_it_is_given_a_name(db, settings, tmp_path):
    settings.HOME = tmp_path
    call_command("backup", stdout=StringIO())
    (made,) = (tmp_path / "backups").iterdir()
    assert re.fullmatch(r"pass-left-\d{8}T\d{6}Z\.(sqlite3|dump)", made.name)


def test_a_file_that_is_there_is_not_written_over(here):
    before = here.read_bytes()
    assert refused_here("backup", to=here) == "There is no backup. That file exists already."
    assert here.read_bytes() == before


def test_a_place_that_cannot_be_written_is_named(here):
    assert (
        refused_here("backup", to=here / "in") == f"There is no backup. {here / 'in'} cannot be written: File exists."
    )


def test_a_server_that_runs_keeps_its_database(here):
    note_process(name="here")
    assert "A server is running here." in refused_here("restore", here, "--erase-everything-here")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data[: len(data) * 2 // 3],
        lambda data: data[: len(data) // 2] + b"spilled coffee " * 400 + data[len(data) // 2 + 6000 :],
        lambda data: b"",
        lambda data: b"card_number,name\n",
        lambda data: b"SQLite format 3\0" + bytes(5000) if data.startswith(b"PGDMP") else b"PGDMP" + bytes(5000),
    ],
    ids=["cut short", "coffee", "nothing", "a list", "of the other stack"],
)
def test_a_broken_file_is_refused_before_anything_is_touched(organizer, sample_sets, here, spoil):
    here.write_bytes(spoil(here.read_bytes()))
    complaint = refused_here("restore", here, "--erase-everything-here")
    assert complaint.startswith(f"{here} was not restored; nothing has changed. "), complaint
    assert User.objects.get() == organizer


def test_a_file_that_is_not_there_is_refused(db, tmp_path):
    assert "It cannot be read: No such file or directory." in refused_here("restore", tmp_path / "nowhere")
