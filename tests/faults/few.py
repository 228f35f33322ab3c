"""The faults as tests have them: each once, and as few of it as show it."""

from dataclasses import replace
from functools import partial

from tests.faults.faults import (
    FAULTS,
    kill,
    kill_after_draft,
    kill_one,
    kill_with_real_packs,
    postgres_restarts,
    redis_restarts,
    stall_one,
)
from tests.stack import STACK

FEW = {"kill": partial(kill, times=4), "kill_one": partial(kill_one, times=4)}
FEW |= {"redis_restarts": partial(redis_restarts, times=3), "postgres_restarts": partial(postgres_restarts, times=3)}
FEW |= {"stall_one": partial(stall_one, longest=4), "night_kill": partial(kill_after_draft, times=3)}
FEW |= {"real_packs": partial(kill_with_real_packs, times=2)}
ONE_PROCESS_SHOWS_IT = {"deaf", "fidget", "fights", "bad_network", "stop", "real_packs_drops"}
"""The long way has them on both stacks; night_drops breaks lines of two devices on both."""
LEFT_OUT = ONE_PROCESS_SHOWS_IT if STACK == "postgres" else set()
KNOWN = {
    fault.name: replace(fault, act=FEW.get(fault.name, fault.act))
    for fault in FAULTS
    if STACK in fault.stacks and fault.name not in LEFT_OUT
}
"""By name, those that the stack can have."""
OF_SEVERAL_PROCESSES = {fault.name for fault in FAULTS if fault.stacks == ("postgres",)}
"""Faults of one of several processes, or of what lies between them."""
