"""Starts the site's programs by forking a process that has imported it: a start takes a tenth of the time.

The process is made for all settings except those in `OF_ONE_SITE`, which a fork reads again. It is forked by tests that
start a server (tests/conftest.py says so); the bench, the long way of the faults and the tests of how the server is
started by people start the real program.
"""

import asyncio
import atexit
import gc
import importlib
import json
import logging
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from tests import chance

ROOT = Path(__file__).parent.parent
in_use = False
"""Whether servers are forked: a process that runs tests says so."""
OF_ONE_SITE = {"DATABASE_URL", "REDIS_URL", "STATIC_ROOT", "PORT", "HTTPS", "BEHIND_PROXY", "LOG_FORMAT", "LOG_LEVEL"}
OF_ONE_SITE |= {"PYTEST_CURRENT_TEST", chance.SOURCE}
"""The variables of its own that a fork may have: the settings alone read them, when they are read themselves."""


class Fork:
    """A program that was forked, as `subprocess.Popen` has it; its only status is what `status` says."""

    def __init__(self, pid: int, status: int) -> None:
        self.pid = pid
        self._end = os.pidfd_open(pid)
        self._status = status
        self.returncode: int | None = None

    def poll(self) -> int | None:
        with suppress(TimeoutError):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Return its status: what its program ended with, or -1 if it could not say so."""
        if self.returncode is None:
            if not select.select([self._end], [], [], timeout)[0]:
                raise TimeoutError(f"process {self.pid} goes on")
            self.returncode = int(os.read(self._status, 10) or b"-1")
            os.close(self._end)
            os.close(self._status)
        return self.returncode


class Parent:
    """A process that has imported the site with these settings, and forks what it is told to."""

    def __init__(self, env: dict[str, str]) -> None:
        self._line, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with other:
            command = [sys.executable, "-m", "tests.prefork", str(other.fileno())]
            self._process = subprocess.Popen(command, cwd=ROOT, env=env, pass_fds=[other.fileno()])
        atexit.register(self.end)

    def fork(self, command: list[str], env: dict[str, str], stdout: int, stderr: int) -> Fork:
        status, written = os.pipe()
        try:
            order = json.dumps({"command": command, "env": env}).encode()
            socket.send_fds(self._line, [order], [stdout, stderr, written])
        finally:
            os.close(written)
        return Fork(int(self._line.recv(20)), status)

    def end(self) -> None:
        self._line.close()
        self._process.wait()


def fork(command: list[str], env: dict[str, str], stdout: int, stderr: int) -> Fork:
    """Start a program of Python's (`python manage.py check`, `python -m daphne ...`) with these settings."""
    site = {name: value for name, value in env.items() if name not in OF_ONE_SITE}
    kinds = urlsplit(env["DATABASE_URL"]).scheme, bool(env["REDIS_URL"])
    return _parent(json.dumps([kinds, site], sort_keys=True), json.dumps(env)).fork(
        command[1:], env | chance.of_next_server(), stdout, stderr
    )


def run(command: list[str], env: dict[str, str]) -> str:
    """Run such a program to its end and return what it printed."""
    with tempfile.TemporaryFile("w+") as printed:
        status = fork(command, env, printed.fileno(), 2).wait()
        printed.seek(0)
        said = printed.read()
    if status:
        raise subprocess.CalledProcessError(status, command, said)
    return said


def can_fork(env: dict[str, str]) -> bool:
    """Whether it is wanted, this system can, and nothing is asked for that only a start of its own loads."""
    return in_use and hasattr(os, "pidfd_open") and "LD_PRELOAD" not in env


_parents: dict[str, Parent] = {}


def _parent(key: str, env: str) -> Parent:
    if key not in _parents:
        _parents[key] = Parent(json.loads(env))
    return _parents[key]


# In the parent, and in its forks


def main() -> None:
    """Import the site, fork for each order that comes, and end when the socket is closed."""
    line = socket.socket(fileno=int(sys.argv[1]))
    signal.signal(signal.SIGCHLD, _let_go)
    gc.disable()
    _import_site()
    gc.freeze()
    while True:
        order, handles, _, _ = socket.recv_fds(line, 1 << 20, 3)
        if not order:
            return
        pid = os.fork()
        if pid == 0:
            line.close()
            _run(json.loads(order), *handles)
            return
        line.send(str(pid).encode())
        for handle in handles:
            os.close(handle)


def _let_go(*_: object) -> None:
    """Reap the children that have ended: callers wait for their handles instead."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _import_site() -> None:
    import django

    django.setup()
    from django.conf import settings

    for path in settings.MIDDLEWARE:
        importlib.import_module(path.rpartition(".")[0])
    for name in ("daphne.cli", "django.core.handlers.asgi", "drafts.routing", "draftsite.urls"):
        importlib.import_module(name)
    from drafts.access.hashing import BoundedHasher

    BoundedHasher.iterations = 1  # the real number is slow on purpose


def _run(order: dict, stdout: int, stderr: int, status: int) -> None:
    """Become the program that was ordered."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(stdout, 1)
    os.dup2(stderr, 2)
    os.close(stdout)
    os.close(stderr)
    gc.enable()
    chance.begin(order["env"][chance.SOURCE])
    _forget_other_site(order["env"])
    words = order["command"]
    sys.argv = words[1:] if words[0] == "-m" else words
    ended = 1
    try:
        if words[0] == "-m":
            runpy.run_module(words[1], run_name="__main__", alter_sys=True)
        else:
            runpy.run_path(words[0], run_name="__main__")
        ended = 0
    except SystemExit as end:
        ended = end.code if isinstance(end.code, int) else int(bool(end.code))
        raise
    finally:
        os.write(status, str(ended).encode())


def _forget_other_site(env: dict[str, str]) -> None:
    """Read the settings again, and let the reactor have a loop of its own."""
    import daphne.server
    import django
    from asgiref.local import Local
    from django.conf import settings
    from django.db import connections
    from twisted.internet import reactor

    os.environ.clear()
    os.environ.update(env)
    logging.disable()  # the log is still the other site's, and at a start nothing is written before it is set up
    anew = importlib.reload(sys.modules["draftsite.settings"])
    for name in filter(str.isupper, dir(anew)):
        setattr(settings, name, getattr(anew, name))
    connections._settings = None
    vars(connections).pop("settings", None)
    connections._connections = Local(connections.thread_critical)
    daphne.server.twisted_loop = asyncio.new_event_loop()
    reactor.__init__(daphne.server.twisted_loop)
    logging.disable(logging.NOTSET)
    django.setup()  # the log


if __name__ == "__main__":
    main()
