"""Forms of fights that no site has: two sides of two fighters, and up to four sides of one."""

from drafts.rules.fights.forms import CountedFor, CounterRule, FightForm

POISON = CounterRule("poison", "Poison", start=0, least=0, most=10, loses_at=10)
MULLIGANS = CounterRule("mulligans", "Mulligans", start=0, least=0, most=7, loses_at=None, hidden=True)

TEAMS = FightForm(
    "teams",
    (
        CounterRule("life", "Life", start=30, least=-999, most=999, loses_at=0, of=CountedFor.TEAM),
        POISON,
        MULLIGANS,
    ),
    fighters=2,
)
"""A team has one life; each of its fighters has poison counters of their own."""

FOUR = FightForm(
    "four",
    (CounterRule("life", "Life", start=40, least=-999, most=999, loses_at=0), POISON, MULLIGANS),
    sides=4,
)
