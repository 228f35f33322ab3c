import os
import re
import subprocess
import sys
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPException
from threading import Event

import pytest
from django.contrib.auth.models import User
from django.core.checks import run_checks
from django.core.management import ManagementUtility, call_command

from drafts.operations.addresses import own_addresses
from drafts.services.accounts import create_first_organizer
from tests.programs import ROOT, free_port
from tests.server import environment, manage, refused


@pytest.fixture
def site(installation, tmp_path):
    """The environment of an installation that has no database yet."""
    return environment(database=tmp_path / "new.sqlite3", static=installation.static)


def test_a_taken_port_is_named_with_the_way_out(server):
    complaint = refused(server.env | {"PORT": str(server.port)}, "-m", "draftsite")
    assert f"PORT={server.port + 1}, is set in" in complaint


def test_the_command_of_units_from_before_0_2_0_is_the_same():
    old, new = (
        ManagementUtility().fetch_command(name).create_parser("manage.py", name).format_help().replace(name, "").split()
        for name in ("open_house", "open_site")
    )
    assert old == new


def test_a_database_that_a_newer_version_has_migrated_is_refused(server):
    server.stop()
    newer = "INSERT INTO django_migrations (app, name, applied) VALUES ('drafts', '9999_later', '2030-01-01')"
    server.database.execute(newer)
    complaint = refused(server.env | {"PORT": str(free_port())}, "-m", "draftsite")
    assert "was used by a newer Pass Left" in complaint
    assert "drafts.9999_later" in complaint


def test_a_server_ends_within_two_seconds_and_starts_again_at_the_same_address(server):
    assert server.stop() < 2
    server.start()


def read_until_it_ends(url, read_one):
    with suppress(OSError, HTTPException):
        while True:
            urllib.request.urlopen(url, timeout=5).read()
            read_one.set()


def test_a_server_ends_within_two_seconds_in_the_middle_of_requests(server):
    with ThreadPoolExecutor(6) as readers:
        read_one = Event()
        for _ in range(6):
            readers.submit(read_until_it_ends, f"{server.url}/accounts/login/", read_one)
        assert read_one.wait(20)
        assert server.stop() < 2


@pytest.mark.django_db
def test_no_second_first_organizer_is_made():
    assert create_first_organizer() is not None
    assert create_first_organizer() is None


@pytest.mark.django_db
def test_where_somebody_holds_the_keys_already_no_organizer_is_made():
    User.objects.create_superuser("ann", password="five of each clan")
    assert create_first_organizer() is None


def test_the_addresses_for_phones_are_not_this_machines_alone():
    assert [address for address in own_addresses() if address.startswith("127.")] == []


def faults(*tags):
    return [message.id for message in run_checks(tags=tags or None) if message.id.startswith("drafts.")]


def test_the_default_key_is_refused_unless_debug_is_on(settings):
    settings.SECRET_KEY = settings.INSECURE_KEY
    assert faults() == ["drafts.E001"]
    settings.DEBUG = True
    assert faults() == []


@pytest.mark.parametrize(("people", "complaints"), [(1, []), (0, ["drafts.E005"]), (-5, ["drafts.E005"])])
def test_limits_that_let_nobody_in_are_refused(settings, people, complaints):
    settings.PEOPLE_PER_ADDRESS = people
    assert faults() == complaints


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"transaction_mode": "DEFERRED", "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"},
        {"transaction_mode": "IMMEDIATE", "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"},
        {"transaction_mode": "IMMEDIATE", "init_command": "PRAGMA journal_mode=DELETE; PRAGMA synchronous=FULL;"},
    ],
)
def test_a_database_that_could_lose_a_confirmed_choice_is_refused(settings, monkeypatch, options):
    monkeypatch.setitem(settings.DATABASES["default"], "OPTIONS", options)
    assert set(faults()) == {"drafts.E002"}


def test_a_database_in_memory_is_refused(site):
    assert "drafts.E003" in refused(site | {"DATABASE_URL": "sqlite://:memory:"}, "manage.py", "migrate")


def test_the_server_does_not_start_without_a_key(site):
    program = [sys.executable, "-c", "import draftsite.asgi"]
    env = site | {"SECRET_KEY": "not-a-secret"}
    run = subprocess.run(program, cwd=ROOT, env=env, stderr=subprocess.PIPE, text=True, check=False)
    assert (run.returncode, "drafts.E001" in run.stderr) == (1, True)


def test_with_https_nothing_is_left_to_say_about_the_settings(site):
    key = "kF9vQ2xN7bW4mT8cR1zL6yH3dJ5gP0sA-uE_oIqXwYnBvCtZrMkLpS"
    env = site | {"HTTPS": "on", "SECRET_KEY": key}
    assert "no issues" in manage(env, "check", "--deploy", "--fail-level=WARNING")


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"HTTPS": "off"}, "0 False False"),
        ({"HTTPS": "on"}, "3600 False False"),
        ({"HTTPS": "on", "HSTS_SECONDS": "31536000"}, "31536000 False False"),
        ({"HTTPS": "on", "HSTS_SECONDS": "31536000", "HSTS_PRELOAD": "on"}, "31536000 True True"),
    ],
    ids=["plain", "an hour", "a year", "preload"],
)
def test_browsers_keep_to_https_for_an_hour_unless_more_is_asked_for(tmp_path, asked, told):
    env = environment(database=tmp_path / "new.sqlite3", static=tmp_path, **asked)
    names = ("SECONDS", "INCLUDE_SUBDOMAINS", "PRELOAD")
    values = ", ".join(f"settings.SECURE_HSTS_{name}" for name in names)
    code = f"from draftsite import settings; print({values})"
    assert subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, env=env, text=True) == f"{told}\n"


@pytest.mark.django_db
def test_the_migrations_are_those_of_the_models():
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_every_setting_is_explained():
    source = (ROOT / "draftsite/settings.py").read_text()
    names = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', source))
    for text in (".env.example", "README.md", "docs/protocol.md"):
        assert {name for name in names if name not in (ROOT / text).read_text()} == set(), text


def test_make_help_names_every_target():
    makefile = (ROOT / "Makefile").read_text()
    (targets,) = re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    said = subprocess.run(["make", "help"], cwd=ROOT, env=os.environ, capture_output=True, text=True, check=True).stdout
    assert re.findall(r"^make (\w+) ", said, re.MULTILINE) == targets.split()
