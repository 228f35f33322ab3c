"""The server relies on inner names of Daphne, Twisted and Autobahn, and does not start when one is gone."""

import ast
import asyncio
import builtins
import inspect
import logging
import socket
import subprocess
import sys
import threading
from importlib.metadata import version
from pkgutil import resolve_name

import pytest

from drafts.limits import Bucket
from draftsite.server import connections, self_check, shutdown, websockets
from draftsite.server.self_check import NAMES
from tests.programs import free_port
from tests.server import ROOT, environment

THEIRS = ("autobahn", "daphne", "twisted")
PYTHONS = [
    *(value for value in vars(builtins).values() if inspect.isclass(value)),
    *(asyncio.AbstractEventLoop, asyncio.Queue, logging.Logger, socket.socket, threading.Event, threading.Thread),
]
BEGINNING = "Pass Left does not start, since its limits would not hold (docs/dependencies.md):"
NO_TIMEOUTS = (
    f"daphne.ws_protocol:WebSocketProtocol has no check_timeouts in daphne {version('daphne')}: "
    "a client that never reads fills the memory."
)


# A name that is gone ----------------------------------------------------------------------------------------------


def take_away(monkeypatch, name):
    """Make a library do without a name, as a release of it might."""
    owner = resolve_name(name.owner)
    if name.verb == "has":
        for holder in (owner, *getattr(owner, "__mro__", ())):
            if name.name in vars(holder):
                monkeypatch.delattr(holder, name.name)
    elif name.verb == "sets":
        for base in owner.__mro__:
            for method in filter(inspect.isfunction, vars(base).values()):
                rename(monkeypatch, method, name.name)
    elif name.verb == "reads":
        rename(monkeypatch, inspect.unwrap(owner), name.name)
    else:
        monkeypatch.setattr(resolve_name(owner_of(name.owner)), owner.__name__, lambda *arguments: None)


def rename(monkeypatch, function, name):
    code = function.__code__
    if name in code.co_names:
        names = tuple("renamed" if each == name else each for each in code.co_names)
        monkeypatch.setattr(function, "__code__", code.replace(co_names=names))


def owner_of(path):
    return path.rpartition(".")[0]


@pytest.mark.parametrize("name", NAMES, ids=lambda name: f"{name.owner} {name.verb} {name.name}")
def test_the_server_refuses_to_start_when_this_name_is_gone(monkeypatch, name):
    with monkeypatch.context() as without:
        take_away(without, name)
        with pytest.raises(SystemExit) as refused:
            self_check.refuse_to_start_without_a_name()
    assert name.complaint in str(refused.value)
    self_check.refuse_to_start_without_a_name()


def test_the_server_refuses_to_start_when_a_whole_module_is_gone(monkeypatch):
    monkeypatch.setitem(sys.modules, "daphne.ws_protocol", None)
    with pytest.raises(SystemExit, match=r"daphne\.ws_protocol:WebSocketFactory has no protocol in daphne 4"):
        self_check.refuse_to_start_without_a_name()


def test_the_refusal_names_the_name_its_package_its_version_and_what_is_lost(monkeypatch):
    monkeypatch.delattr("daphne.ws_protocol.WebSocketProtocol.check_timeouts")
    with pytest.raises(SystemExit) as refused:
        self_check.refuse_to_start_without_a_name()
    assert str(refused.value).splitlines() == [BEGINNING, NO_TIMEOUTS]


@pytest.mark.parametrize(
    "program", [["manage.py", "serve", "--port"], ["-m", "daphne", "draftsite.asgi:application", "-p"]]
)
def test_no_way_to_start_the_server_goes_around_the_check(tmp_path, program):
    """Python runs `sitecustomize` first: there the library loses a name."""
    (tmp_path / "sitecustomize.py").write_text(
        "from daphne.ws_protocol import WebSocketProtocol\ndel WebSocketProtocol.check_timeouts\n"
    )
    env = environment(database=tmp_path / "installation.sqlite3", static=tmp_path, PYTHONPATH=str(tmp_path))
    command = [sys.executable, *program, str(free_port())]
    ended = subprocess.run(command, cwd=ROOT, env=env, timeout=60, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr.splitlines()[-2:]) == (1, [BEGINNING, NO_TIMEOUTS])
    assert "Traceback" not in ended.stderr


# The list ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("module", [websockets, connections, shutdown], ids=lambda module: module.__name__)
def test_nothing_is_relied_on_that_is_not_in_the_list(module):
    relied_on = imported_from_them(module) | overridden_in(module) | used_in(module)
    assert sorted(relied_on - {name.name for name in NAMES}) == []


def imported_from_them(module):
    """Return the names that a module imports from the three packages."""
    imports = [node for node in ast.walk(tree_of(module)) if isinstance(node, ast.ImportFrom)]
    return {alias.name for node in imports if is_theirs(node.module) for alias in node.names} - {"reactor"}


def is_theirs(name):
    return name.partition(".")[0] in THEIRS


def overridden_in(module):
    """Return the names that a module's classes define over those of the three packages."""
    classes = [
        value for value in vars(module).values() if inspect.isclass(value) and value.__module__ == module.__name__
    ]
    return {
        name
        for each in classes
        for name in vars(each)
        if any(is_theirs(base.__module__) and name in vars(base) for base in each.__mro__) and not name.startswith("__")
    }


def used_in(module):
    """Return the attributes that a module asks for, except its own, those of our other modules, and Python's."""
    tree = tree_of(module)
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    own = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    own |= {node.attr for node in nodes if node.attr.startswith("_") and isinstance(node.ctx, ast.Store)}
    others = {name for name, value in vars(module).items() if inspect.ismodule(value) and not is_theirs(value.__name__)}
    asked = {node.attr for node in nodes if not (isinstance(node.value, ast.Name) and node.value.id in others)}
    modules = {part for name in sys.modules if is_theirs(name) for part in name.split(".")}
    return (
        asked
        - own
        - modules
        - {*vars(Bucket), *vars(connections.LimitedConnection)}
        - {name for each in PYTHONS for name in dir(each)}
    )


def tree_of(module):
    return ast.parse(inspect.getsource(module))
