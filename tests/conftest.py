"""The fixtures that many tests start from: an organizer, the sample sets, a real server, a real browser."""

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import hypothesis
import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.contenttypes.management import create_contenttypes
from django.db import transaction
from django.db.models.signals import post_migrate
from django.template import Context, RequestContext, Template
from django.test import Client
from django.test.signals import template_rendered
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from pytest_django import DjangoDbBlocker
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

from drafts import limits
from drafts.models import CardSet
from drafts.queries.draft.table_views import forget_tables
from drafts.rules.formats import Format
from drafts.rules.games.registry import FORMATS, GAMES
from tests import chance, prefork
from tests.databases import InPostgres
from tests.pebbles import PEBBLES, TEMPLATES
from tests.programs import CHROMIUM
from tests.samples import load_sample_sets
from tests.server import PREPARED, Installation, Server, build_installation_once, migrated_once
from tests.stack import STACK, Postgres, shared_postgres, shared_redis

LONGEST = (
    *("secrets", "test_faults.py", "test_several_processes.py", "test_odd_texts.py", "test_fights.py"),
    *("test_restart.py", "test_backup.py", "test_http.py", "test_installation.py", "test_bench.py"),
    *("test_processes.py", "test_time.py", "test_floods.py"),
    *("faults", "migrations", "nets", "test_postgres.py", "test_moving.py"),
    *("test_guessing.py", "test_image.py", "test_injection.py", "test_kernel.py", "test_languages.py"),
    *("test_bad_input.py", "test_paper.py", "test_piles.py", "test_strangers.py", "test_watching.py"),
    # in the browser
    *("test_display.py", "test_whole_night.py", "test_rome.py", "test_magic.py", "test_true_words.py"),
    *("test_sharing.py", "test_panel.py", "test_strip.py", "test_bad_lines.py", "test_everyone.py"),
    *("test_whole_draft.py", "test_building.py", "test_passing.py", "test_pictures.py", "test_panel_fights.py"),
    *("test_card_texts.py", "test_keyboard.py", "test_cockpit.py", "test_judge.py", "test_connections.py"),
    "test_secrets.py",
)
"""Files and folders that take long; those that take longest are first."""

gc.disable()  # until the tests are collected
prefork.in_use = True


def pytest_configure(config: pytest.Config) -> None:
    """Give examples no deadline, as a machine may be busy; another seed has other examples."""
    is_usual = config.getoption("randomly_seed") == chance.USUAL_SEED
    hypothesis.settings.register_profile("untimed", deadline=None, derandomize=is_usual)
    hypothesis.settings.load_profile("untimed")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    chance.begin(f"{item.config.getoption('randomly_seed')} {item.nodeid}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Iterator[None]:
    """Escape captured output so that it can be sent: tests of bad input print half letters, which are no UTF-8."""
    report = yield
    report.sections = [(title, text.encode(errors="backslashreplace").decode()) for title, text in report.sections]
    return report


def pytest_collection_finish() -> None:
    """Keep the garbage collector from all that was imported: that takes a twentieth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the folders and files that take longest: no worker is left alone with them."""

    def place(item: pytest.Item) -> int:
        return next((place for place, name in enumerate(LONGEST) if name in item.path.parts), len(LONGEST))

    items.sort(key=place)


class FilesTogether(LoadFileScheduling):
    """Gives each file to one worker, and all tests of secrets to one: what they play takes minutes, and is shared."""

    def _split_scope(self, nodeid: str) -> str:
        return "tests/secrets" if nodeid.startswith("tests/secrets/") else super()._split_scope(nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> FilesTogether | None:
    """Schedule so where `--dist loadfile` is asked for."""
    return FilesTogether(config, log) if config.getvalue("dist") == "loadfile" else None


@pytest.fixture(scope="session", autouse=True)
def contexts_of_pages(django_test_environment: None) -> None:
    """Let the test client copy the context of each page, and of no template, form or field in it."""

    def render(template: Template, context: Context) -> str:
        if context.template is template and isinstance(context, RequestContext):
            template_rendered.send(sender=template, template=template, context=context)
        return template.nodelist.render(context)

    Template._render = render


@pytest.fixture(autouse=True)
def no_known_tables() -> None:
    """Another test's tables have the row ids and versions of this one's."""
    forget_tables()


@pytest.fixture(autouse=True)
def own_budgets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another test's sockets have the addresses of this one's, and its clock may have been a day ahead."""
    monkeypatch.setattr(limits, "_usages", {})
    monkeypatch.setattr(limits, "_openings", limits.Buckets(limits.OPENINGS_OF_PEER))


@pytest.fixture(scope="module")
def module_db(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Keep what fixtures of a module write for all its tests, each of which takes back what it writes itself."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def module_sets(module_db: None) -> None:
    """Let a module's tests find the sample sets loaded."""
    load_sample_sets()


@pytest.fixture(scope="module")
def module_organizer(module_db: None) -> User:
    """Make the organizer of a module's tests; `organizer` is the same row, read anew for each test."""
    return User.objects.create_user("ann", password="five of each clan")


@pytest.fixture
def organizer(db: None) -> User:
    made = User.objects.filter(username="ann").first()
    return made or User.objects.create_user("ann", password="five of each clan")


@pytest.fixture
def organizer_client(organizer: User) -> Client:
    client = Client()
    client.force_login(organizer, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def pebbles(settings, monkeypatch: pytest.MonkeyPatch) -> Format:
    """Register a game without cards for one test, with what its pages say, and return its format."""
    monkeypatch.setitem(GAMES, PEBBLES.game.slug, PEBBLES.game)
    monkeypatch.setitem(FORMATS, PEBBLES.slug, PEBBLES)
    (engine,) = settings.TEMPLATES
    settings.TEMPLATES = [{**engine, "DIRS": [*engine["DIRS"], TEMPLATES]}]
    return PEBBLES


@pytest.fixture
def sample_sets(db: None) -> None:
    if not CardSet.objects.exists():  # else by `module_sets`
        load_sample_sets()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres | None]:
    """The PostgreSQL of this run, and a Redis beside it; None on SQLite."""
    if STACK == "sqlite":
        yield None
        return
    shared_postgres().start()
    shared_redis().start()
    yield shared_postgres()
    shared_redis().kill()
    shared_postgres().remove()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(installed: Path, postgres: Postgres | None) -> Iterator[None]:
    """Called by pytest-django before it makes its database: a copy of one in which no migration is left to be run."""
    migrated, test = migrated_once(installed, postgres), settings.DATABASES["default"]["TEST"]
    if isinstance(migrated, InPostgres):
        test["TEMPLATE"] = migrated.name
        yield
    else:
        shutil.copy(migrated.path, test["NAME"])
        yield
        for file in Path(test["NAME"]).parent.glob(f"{Path(test['NAME']).name}*"):
            file.unlink()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> None:
    """Leave permissions, which this site asks nowhere, out of a database that a test has emptied."""
    assert post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    assert post_migrate.disconnect(create_contenttypes)


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Let pytest-django take the database as it finds it, and leave it: the fixture above removes it."""
    return True


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The folder of what all workers of this run share; on SQLite, what `make test` has prepared."""
    if PREPARED and STACK == "sqlite":
        return PREPARED
    own = tmp_path_factory.getbasetemp()
    return (own if worker_id == "master" else own.parent) / "installation"


@pytest.fixture(scope="session")
def installation(installed: Path, postgres: Postgres | None) -> Installation:
    """Static files and a database with the sample sets, made once; each server works on a copy."""
    return build_installation_once(installed, postgres)


@pytest.fixture(scope="session")
def private_postgres(postgres: Postgres | None) -> Iterator[Postgres | None]:
    """A PostgreSQL for tests that stop and kill it: no other test uses it. None on SQLite."""
    if postgres is None:
        yield None
        return
    private = Postgres()
    private.start()
    yield private
    private.remove()


@pytest.fixture(scope="session")
def private_installation(
    installation: Installation, installed: Path, private_postgres: Postgres | None
) -> Installation:
    """Like `installation`, for servers whose PostgreSQL may be stopped and killed."""
    return build_installation_once(installed, private_postgres) if private_postgres else installation


@pytest.fixture
def server(installation: Installation, tmp_path: Path) -> Iterator[Server]:
    server = Server(installation, tmp_path)
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if program is None:
        say = pytest.fail if os.environ.get("REQUIRE_BROWSER") else pytest.skip
        say("no Chromium on the PATH: browser tests need one")
    with sync_playwright() as playwright:
        # Pages of one device share a process, and with it what has been read and compiled. Nothing here draws but the
        # processor: in a process of its own what is drawn is only sent around
        flags = ["--no-sandbox", "--process-per-site", "--in-process-gpu"]
        browser = playwright.chromium.launch(executable_path=program, args=flags)
        yield browser
        browser.close()


@pytest.fixture
def open_screen(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Make pages, each on a device of its own: `open_screen(390, 844)`. No script of theirs may fail or be blocked."""
    complaints: list[str] = []
    opened: list[BrowserContext] = []

    def open_one(width: int, height: int, **device: object) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, base_url=server.url, **device)
        opened.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda line: "Content Security" in line.text and complaints.append(line.text))
        return page

    yield open_one
    for context in opened:
        context.close()
    assert complaints == []
