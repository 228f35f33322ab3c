import asyncio
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.clients.documented import faults_in
from tests.faults.faults import Fault, planned, unexpected
from tests.faults.scenario import Plan, Scenario
from tests.faults.site import Missing, Site
from tests.server import Installation

SEED = 7


@pytest.fixture
def spend(private_installation: Installation, tmp_path: Path) -> Callable[..., Scenario]:
    """Play a scenario of four fighters with these faults, at a site of its own; nothing may be found."""

    def spend_one(*faults: Fault, reread: bool = False, **more: Any) -> Scenario:
        plan = replace(planned(faults, Plan()), events=1, fighters=4, **more)
        return asyncio.run(_spend(open_site(private_installation, tmp_path, plan), faults, plan, reread))

    return spend_one


@pytest.fixture
def site(private_installation: Installation, tmp_path: Path) -> Iterator[Site]:
    """A site whose server runs."""
    opened = open_site(private_installation, tmp_path, Plan())
    try:
        opened.server.start()
        yield opened
    finally:
        opened.close()


def open_site(installation: Installation, folder: Path, plan: Plan) -> Site:
    try:
        return Site(installation, folder, small_disk=plan.small_disk, false_clock=plan.false_clock)
    except Missing as missing:
        say = pytest.fail if os.environ.get("REQUIRE_STACK") else pytest.skip
        say(str(missing))


async def _spend(site: Site, faults: Sequence[Fault], plan: Plan, reread: bool) -> Scenario:
    scenario = Scenario(site, plan, SEED, [fault.act for fault in faults if fault.act])
    try:
        await asyncio.to_thread(site.server.start)
        found = await scenario.spend() or (await scenario.reread() if reread else [])
    except BaseException:
        scenario.keep(site.folder / "frames")
        raise
    finally:
        site.close()
        print(f"seed {SEED}", *scenario.notes, sep="\n")
    found += [*undocumented(scenario), *unexpected(site.complaints(), faults)]
    if found:
        scenario.keep(site.folder / "frames")
    assert found == []
    return scenario


def undocumented(scenario: Scenario) -> list[str]:
    """Return what clients were sent otherwise than docs/asyncapi.yaml says."""
    got = (entry for client in scenario.clients for entry in client.recording.entries if entry.what == "got")
    return [fault for entry in got for fault in faults_in(entry.frame)]
