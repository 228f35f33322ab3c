"""`pass-left`, `make run`: all that an event needs, then the server, in one step that may be repeated at any time."""

import hashlib
import os
import socket
from io import StringIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from drafts.operations.addresses import own_addresses, own_names
from drafts.operations.backups import migrations_here
from drafts.operations.local_name import announced
from drafts.operations.server import run_server, server_options
from drafts.operations.welcome import print_welcome
from drafts.services.accounts import create_first_organizer
from drafts.services.site.cleanup import delete_expired

THIS_MACHINE = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - phones must reach it
LOOPBACK = ("localhost", THIS_MACHINE, "[::1]")


class Command(BaseCommand):
    help = "Migrate, load the sample sets, collect static files, make an organizer once, and serve on PORT."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--interface", help="default: all, or with BEHIND_PROXY this machine's own alone")

    def handle(self, *, interface: str | None, **options: Any) -> None:
        refuse_taken_port(settings.PORT)
        refuse_newer_database()
        call_command("migrate", interactive=False, verbosity=0)
        call_command("loadsamples", stdout=StringIO())
        collect_static_files()
        delete_expired()
        password = create_first_organizer()
        addresses = own_addresses()
        announced_to = [] if settings.BEHIND_PROXY else addresses
        with announced(settings.LOCAL_NAME, port=settings.PORT, addresses=announced_to) as host:
            names = [host] if host else []
            print_welcome(urls=site_urls([*addresses, *names]), password=password)
            serve([*addresses, *names], interface or (THIS_MACHINE if settings.BEHIND_PROXY else EVERYWHERE))


def refuse_taken_port(port: int) -> None:
    """Raise CommandError while another program listens there."""
    with socket.socket() as probe:
        # On Windows SO_REUSEADDR would let two programs listen there; elsewhere a port may be used again at once.
        option = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
        probe.setsockopt(socket.SOL_SOCKET, option, 1)
        try:
            probe.bind((EVERYWHERE, port))
        except OSError as error:
            raise CommandError(
                f"Port {port} cannot be used ({error.strerror}). Another one, such as PORT={port + 1}, is set in the "
                f"environment or in {settings.HOME / '.env'}."
            ) from error


def refuse_newer_database() -> None:
    """Raise CommandError where a newer version has migrated the database, and this one would spoil its data."""
    known, replaced = migrations_here()
    if unknown := sorted(set(MigrationRecorder(connection).applied_migrations()) - known - replaced):
        names = ", ".join(".".join(migration) for migration in unknown)
        raise CommandError(
            f"The database was used by a newer Pass Left; this is {settings.VERSION}, which does not know {names}. "
            "Start the newer one, or give this one a folder of its own by PASS_LEFT_HOME."
        )


def collect_static_files() -> None:
    """Collect static files if any has changed since the last time."""
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    state = static_state()
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == state:
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(state, encoding="utf-8")


def static_state() -> str:
    """Return a digest of the version and of every static file's place, size and time."""
    digest = hashlib.sha256(settings.VERSION.encode())
    for finder in get_finders():
        for path, storage in finder.list([]):
            facts = Path(storage.path(path)).stat()
            digest.update(f"{storage.path(path)} {facts.st_size} {facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def site_urls(addresses: list[str]) -> list[str]:
    """Return where other devices find the site: by the names in the settings first, then by these addresses."""
    named = [host for host in settings.ALLOWED_HOSTS if host not in LOOPBACK and host[0] not in ".*"]
    if settings.BEHIND_PROXY:
        return [f"{'https' if settings.HTTPS else 'http'}://{host}/" for host in named]
    return [f"http://{host}:{settings.PORT}/" for host in [*named, *addresses]]


def serve(addresses: list[str], interface: str) -> None:
    """Serve under every name and address of this machine."""
    settings.ALLOWED_HOSTS = list(dict.fromkeys([*settings.ALLOWED_HOSTS, *own_names(), *addresses]))
    if settings.LOG_FORMAT == "line" and "LOG_LEVEL" not in os.environ:
        # A line for each request would push the addresses off the screen. The application sets the log up anew.
        settings.LOGGING["root"] = {"handlers": ["stdout"], "level": "WARNING"}
    run_server(server_options(port=settings.PORT, interface=interface, behind_proxy=settings.BEHIND_PROXY))
