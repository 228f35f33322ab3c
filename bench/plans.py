"""How much is played: the nights of the targets, and those of a report."""

from dataclasses import dataclass

from bench.load import Plan

HUMAN_PACE = 10.0  # from 5 to 15 seconds for a choice
BRISK_PACE = 0.5


def fast(tables: int) -> Plan:
    """As fast as they can; the fewer tables, the more drafts, so that there is enough to measure."""
    return Plan(tables=tables, drafts=max(1, min(32, 128 // tables)))


def at_pace(tables: int, seconds: float, think: float = HUMAN_PACE) -> Plan:
    """As people choose."""
    return Plan(tables=tables, think=think, seconds=seconds)


@dataclass(frozen=True)
class Scale:
    """How much a report measures, and what it is called.

    Tables are of four; in the `rings` of the largest event there are two fighters each. `fast` and `paced` are numbers
    of tables, and `few_fast` those that suffice for the second database. Each page is opened `page_times`.
    """

    name: str = "full"
    fast: tuple[int, ...] = (1, 4, 8, 16, 32, 64, 256)
    few_fast: tuple[int, ...] = (8, 64, 256)
    paced: tuple[int, ...] = (64, 256)
    brisk: int = 32
    think: float = HUMAN_PACE
    seconds: float = 35.0
    repeats: int = 3
    rings: int = 64
    spectators: int = 1000
    crowd_think: float = 1.0
    idle_phones: int = 500
    idle_seconds: float = 10.0
    tables_back: int = 64
    starts: int = 3
    busy_tables: int = 64
    page_times: int = 50
    pages_a_second: float = 8.0
    split_tables: int = 64
    fights: int = 256
    fights_beside: int = 256

    @property
    def most_tables(self) -> int:
        """How many events with one table are needed."""
        plans = [fast(tables) for tables in (*self.fast, *self.few_fast, self.split_tables)]
        idle = self.idle_phones // 4 + 1
        drafts = [plan.tables * plan.drafts for plan in plans]
        return max(*drafts, *self.paced, self.brisk, idle, self.tables_back, self.busy_tables, self.fights_beside)


FULL = Scale()
QUICK = Scale(
    name="quick",
    fast=(1, 8, 32),
    few_fast=(8, 32),
    paced=(32,),
    think=2.0,
    seconds=5.0,
    repeats=1,
    rings=16,
    spectators=200,
    idle_phones=100,
    idle_seconds=2.0,
    tables_back=16,
    starts=1,
    busy_tables=16,
    page_times=5,
    pages_a_second=16.0,
    split_tables=16,
    fights=32,
    fights_beside=32,
)
