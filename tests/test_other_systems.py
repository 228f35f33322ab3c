"""The server starts without what Windows or macOS lacks. Each is taken away before Python runs anything else.

This is no Windows and no macOS: it finds what the code asks of the system, not what those systems do otherwise.
"""

import socket
import subprocess
import sys
from contextlib import ExitStack

import pytest

from draftsite.server.open_files import RESERVED, SELECTABLE
from tests.programs import PATIENCE
from tests.server import ROOT, Daphne, environment, is_healthy

NO_UNIX_MODULES = """
import sys
for name in ("grp", "pty", "pwd", "resource", "syslog", "termios", "tty"):
    sys.modules[name] = None
"""
NO_MODULE_FOR_US = """
import builtins
imported = builtins.__import__
def import_unless_unix(name, globals=None, *more, **named):
    ours = (globals or {}).get("__name__", "").partition(".")[0] in ("drafts", "draftsite")
    if ours and name in ("fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"):
        raise ModuleNotFoundError(name)
    return imported(name, globals, *more, **named)
builtins.__import__ = import_unless_unix
"""
"""Twisted imports fcntl itself, wherever the system is called Unix."""
UNIX_CALLS = (
    *(("os", name) for name in ("fchmod", "fork", "getuid", "pidfd_open", "sched_getaffinity", "sendfile", "uname")),
    *(("signal", name) for name in ("SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "pthread_sigmask")),
    ("socket", "SO_REUSEPORT"),
)
NO_CALL = "import {0}; vars({0}).pop({1!r}, None)"
EXEC_LEAVES_THE_TERMINAL = """
import os
def execv(*_): raise OSError("the caller ends, and the shell goes on")
os.execv = os.execve = execv
"""
ONLY_SELECT = """
import select, selectors
del select.epoll, select.poll
selectors.DefaultSelector = selectors.SelectSelector
"""
NO_FILE_OF_A_FOLDER = """
import os
opened, synced = os.open, os.fsync
def open_file(path, flags, *more, **names):
    if os.path.isdir(path):
        raise PermissionError(13, "Permission denied")
    return opened(path, flags, *more, **names)
def sync(file):
    import fcntl
    if fcntl.fcntl(file, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
        raise OSError(9, "Bad file descriptor")
    return synced(file)
os.open, os.fsync = open_file, sync
"""
FILE_LIMIT = """
import resource
def setrlimit(kind, limits):
    if not 0 < limits[0] <= {}:
        raise ValueError("current limit exceeds maximum limit")
resource.getrlimit = lambda kind: (256, resource.RLIM_INFINITY)
resource.setrlimit = setrlimit
"""
WITHOUT = {
    "the modules of Unix": NO_UNIX_MODULES,
    "a module of Unix in our code": NO_MODULE_FOR_US,
    "the calls of Unix": "\n".join(NO_CALL.format(*call) for call in UNIX_CALLS),
    "exec": EXEC_LEAVES_THE_TERMINAL,
    "an infinite limit of files": FILE_LIMIT.format(61_440),
    "a limit of files above 10240": FILE_LIMIT.format(10_240),
    "a higher limit of files": FILE_LIMIT.format(0),
}


class Served(Daphne):
    """The server as people start it, in a Python that runs `sitecustomize` first."""

    is_site = False

    def command(self):
        return [sys.executable, "manage.py", "serve", "--port", str(self.port)]


@pytest.fixture
def start(installation, tmp_path):
    """Start a server in a Python that has run some code before."""
    with ExitStack() as stopping:

        def start(code):
            (tmp_path / "sitecustomize.py").write_text(code, encoding="utf-8")
            database = installation.database.copy(tmp_path).url
            env = environment(database=database, static=installation.static, PYTHONPATH=str(tmp_path))
            served = Served(tmp_path / "served.log", env)
            stopping.callback(served.kill)
            served.start()
            return served

        yield start


@pytest.mark.parametrize("code", WITHOUT.values(), ids=WITHOUT)
def test_the_server_starts_and_ends_without(start, code):
    served = start(code)
    assert served.stop() < 5
    assert "Traceback" not in served.log.read_text(encoding="utf-8")


def test_where_only_select_waits_for_sockets_no_more_are_taken_than_it_can_hold(start):
    served = start(ONLY_SELECT)
    with ExitStack() as closing:
        clients = []
        for number in range(SELECTABLE):
            here = ("127.0.0.1", served.port)
            clients.append(closing.enter_context(socket.create_connection(here, timeout=PATIENCE)))
            if number % 30 == 0 and number < SELECTABLE - RESERVED:
                assert is_healthy(served.url)  # a request later the queue of the listening socket is empty
        assert clients[-1].recv(1) == b""
        clients[0].sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert clients[0].recv(12) == b"HTTP/1.1 200"


def test_a_backup_is_made_where_folders_are_not_opened_and_read_only_files_are_not_synced(installation, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(NO_FILE_OF_A_FOLDER, encoding="utf-8")
    database = installation.database.copy(tmp_path).url
    env = environment(database=database, static=installation.static, PYTHONPATH=str(tmp_path))
    backup = [sys.executable, "manage.py", "backup", "--to", str(tmp_path / "backups" / "made")]
    subprocess.run(backup, cwd=ROOT, env=env, check=True)
    assert [path.name for path in (tmp_path / "backups").iterdir()] == ["made"]
