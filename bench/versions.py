"""Databases of two versions, each filled by its own pages, so that any two checkouts can be measured in turns."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.figures import Measured
from bench.load import Plan
from bench.measures import play_night
from bench.prepared import Prepared
from bench.servers import CORES, SITE, Server
from tests.clients.device import Device, Organizing
from tests.databases import File
from tests.programs import ROOT
from tests.server import environment

ALL_FROM_ONE_ADDRESS = {"PEOPLE_PER_ADDRESS": "100000"}


def measure_beside(plan: Plan, repeats: int, beside: Path) -> Measured:
    """Let tables draft on the server of this checkout and, in turns with it, on that of another one."""
    with versions(beside, plan.tables * plan.drafts) as made:
        runs = [[play_night(each, SITE, plan, **ALL_FROM_ONE_ADDRESS) for each in made] for _ in range(repeats)]
        return Measured(*zip(*([figures.summary() for figures in run] for run in runs), strict=True))


@contextmanager
def versions(beside: Path | None, tables: int, lobbies: int = 0) -> Iterator[Sequence[Prepared]]:
    """Prepare this checkout, and another one if there is one, until the block ends.

    Their `events`: `tables` are events of four fighters that have started, `lobbies` are codes, and `organizer` are the
    cookies of whose events these are.
    """
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        checkouts = [ROOT, beside.resolve()] if beside else [ROOT]
        yield [_prepare(checkout, Path(name, str(place)), tables, lobbies) for place, checkout in enumerate(checkouts)]


def _prepare(checkout: Path, folder: Path, tables: int, lobbies: int) -> Prepared:
    folder.mkdir()
    database = File(folder / "prepared.sqlite3")
    env = environment(database=database.path, static=folder / "static")
    for command in (["migrate", "--verbosity=0"], ["loadsamples"], ["collectstatic", "--no-input", "--verbosity=0"]):
        program = [sys.executable, "manage.py", *command]
        subprocess.run(program, cwd=checkout, env=env, check=True, stdout=subprocess.DEVNULL)
    server = Server(folder / "log", env | ALL_FROM_ONE_ADDRESS, SITE, CORES[-1], checkout)
    server.start()
    try:
        organizer = Organizing(server.url)
        organizer.sign_up()
        events = {
            "tables": [_start_event(organizer) for _ in range(tables)],
            "lobbies": [organizer.create(judge="automatic", table_size=4) for _ in range(lobbies)],
            "organizer": organizer.cookies,
        }
    finally:
        server.stop()
    return Prepared(folder, env, database, events, checkout=checkout)


def _start_event(organizer: Organizing) -> dict[str, Any]:
    code = organizer.create(judge="automatic", table_size=4)
    sessions = [join(organizer.url, code, f"Fighter {place + 1}")[1] for place in range(4)]
    organizer.act(code, "start")
    return {"code": code, "path": f"/ws/events/{code}/", "sessions": sessions}


def join(url: str, code: str, name: str) -> tuple[str, str]:
    """Join with a new device and open its page; return the path of its socket and its session with all its cookies."""
    device = Device(url)
    device.join(code, name)
    assert device.get(f"/events/{code}/").status == 200
    cookies = {cookie.name: cookie.value or "" for cookie in device.cookies}
    session = cookies.pop("sessionid")
    return f"/ws/events/{code}/", "; ".join([session, *(f"{name}={value}" for name, value in cookies.items())])
