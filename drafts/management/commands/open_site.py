"""`make run`: everything that a night needs, then the server, in one step that may be repeated at any time."""

import hashlib
import os
import socket
import sys
from io import StringIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from drafts.operations.addresses import own_addresses, own_names
from drafts.operations.server import server_program
from drafts.operations.welcome import print_welcome
from drafts.services.catalog import derive_shapes
from drafts.services.cleanup import delete_expired
from drafts.services.organizers import create_first_organizer

THIS_MACHINE = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - phones must reach it


class Command(BaseCommand):
    help = "Migrate, load the sample sets, collect static files, make an organizer once, and serve on PORT."

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_taken_port(settings.PORT)
        call_command("migrate", interactive=False, verbosity=0)
        call_command("loadsamples", stdout=StringIO())
        collect_static_files()
        delete_expired()
        derive_shapes()
        password = create_first_organizer()
        addresses = own_addresses()
        print_welcome(port=settings.PORT, addresses=addresses, password=password)
        serve(addresses)


def refuse_taken_port(port: int) -> None:
    """Raise CommandError while another program listens there."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((EVERYWHERE, port))
        except OSError as error:
            raise CommandError(
                f"Port {port} cannot be used ({error.strerror}). Try: PORT={port + 1} make run"
            ) from error


def collect_static_files() -> None:
    """Collect static files if any has changed since the last time."""
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    state = static_state()
    if stamp.is_file() and stamp.read_text() == state:
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(state)


def static_state() -> str:
    """Return a digest of every static file's place, size and time."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list([]):
            facts = Path(storage.path(path)).stat()
            digest.update(f"{storage.path(path)} {facts.st_size} {facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def serve(addresses: list[str]) -> None:
    """Become the server, which answers to every name and address of this machine."""
    hosts = dict.fromkeys([*settings.ALLOWED_HOSTS, *own_names(), *addresses])
    os.environ["ALLOWED_HOSTS"] = ",".join(hosts)
    if settings.LOG_FORMAT == "line":
        os.environ.setdefault("LOG_LEVEL", "WARNING")  # a line for each request would push the addresses off the screen
    sys.stdout.flush()
    behind_proxy = settings.BEHIND_PROXY  # then nobody else may say where they come from
    interface = THIS_MACHINE if behind_proxy else EVERYWHERE
    program = server_program(port=settings.PORT, interface=interface, behind_proxy=behind_proxy)
    os.execv(sys.executable, program)  # noqa: S606 - no shell is wanted
