import asyncio
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.faults.evening import Evening, Plan
from tests.faults.faults import Fault, planned, unexpected
from tests.faults.site import Missing, Site
from tests.server import House

SEED = 7


@pytest.fixture
def spend(private_house: House, tmp_path: Path) -> Callable[..., Evening]:
    """Play an evening of four fighters with these faults, at a site of its own; nothing may be found."""

    def spend_one(*faults: Fault, reread: bool = False, **more: Any) -> Evening:
        plan = replace(planned(faults, Plan()), events=1, fighters=4, **more)
        return asyncio.run(_spend(open_site(private_house, tmp_path, plan), faults, plan, reread))

    return spend_one


def open_site(house: House, folder: Path, plan: Plan) -> Site:
    try:
        return Site(house, folder, small_disk=plan.small_disk, false_clock=plan.false_clock)
    except Missing as missing:
        say = pytest.fail if os.environ.get("REQUIRE_STACK") else pytest.skip
        say(str(missing))


async def _spend(site: Site, faults: Sequence[Fault], plan: Plan, reread: bool) -> Evening:
    evening = Evening(site, plan, SEED, [fault.act for fault in faults if fault.act])
    try:
        await asyncio.to_thread(site.server.start)
        found = await evening.spend() or (await evening.reread() if reread else [])
    finally:
        site.close()
        evening.keep(site.folder / "frames")
        print(f"seed {SEED}", *evening.notes, sep="\n")
    assert found == []
    assert unexpected(site.complaints(), faults) == []
    return evening
