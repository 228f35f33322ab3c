"""The forms of fights of Magic (M22-M25, M31-M37)."""

from dataclasses import replace

from drafts.rules.fights.counts import MULLIGANS
from drafts.rules.fights.forms import CountedFor, CounterRule, FightForm, TeamRole
from drafts.rules.wording import gettext_noop

MOST_LIFE = 999
HAND = 7

POISON = CounterRule("poison", gettext_noop("Poison"), start=0, least=0, most=10, loses_at=10)
OF_EVERY_FORM = (
    CounterRule("library", gettext_noop("Empty library"), start=0, least=0, most=1, loses_at=1, hidden=True),
    CounterRule(MULLIGANS, gettext_noop("Mulligans"), start=0, least=0, most=7, loses_at=None, hidden=True),
)
"""Besides ten poison counters, a draw from an empty library loses; mulligans are only counted (M28, M32)."""

DUEL = FightForm(
    "duel",
    (
        CounterRule("life", gettext_noop("Life"), start=20, least=-MOST_LIFE, most=MOST_LIFE, loses_at=0),
        POISON,
        *OF_EVERY_FORM,
    ),
    hand=HAND,
    name=gettext_noop("One against one"),
    help=gettext_noop("Each fighter has a life of 20."),
    round_minutes=(25, 50),
)
"""Life 20; a player loses at no life. A card may keep a player in the game below that (M31).

Stores give fifty minutes for the best of three.
"""

TWO_HEADED_GIANT = FightForm(
    "two-headed-giant",
    (
        CounterRule(
            "life",
            gettext_noop("Life"),
            start=30,
            least=-MOST_LIFE,
            most=MOST_LIFE,
            loses_at=0,
            of=CountedFor.TEAM,
        ),
        replace(POISON, team_loses_at=15),
        *OF_EVERY_FORM,
    ),
    fighters=2,
    hand=HAND,
    name=gettext_noop("Two-Headed Giant"),
    help=gettext_noop("Teams of two neighbours with one life of 30."),
    games=1,
    round_minutes=(50, 50),
)
"""Teams of two with one life of 30, and one game (M34). Poison is each head's own; an event may let them share it."""

COMMANDER = FightForm(
    "commander",
    (
        CounterRule("life", gettext_noop("Life"), start=40, least=-MOST_LIFE, most=MOST_LIFE, loses_at=0),
        POISON,
        *OF_EVERY_FORM,
        CounterRule("casts", gettext_noop("Casts"), start=0, least=0, most=99, loses_at=None, hidden=True),
        CounterRule(
            "commander",
            gettext_noop("Commander damage"),
            start=0,
            least=0,
            most=MOST_LIFE,
            loses_at=21,
            of=CountedFor.PAIR,
            hidden=True,
            takes="life",
        ),
    ),
    sides=8,
    hand=HAND,
    name=gettext_noop("Commander"),
    help=gettext_noop("All of a table fight each other at once, each with a life of 40 and a commander."),
    games=1,
    at_table=(8, 4),
    has_commanders=True,
    round_minutes=(0, 0),
)
"""Up to eight at once with a life of 40, and one game; 21 damage by one commander loses (M36).

`casts` are those of one's commander from the command zone.
"""

EMPEROR = FightForm(
    "emperor",
    (
        CounterRule("life", gettext_noop("Life"), start=20, least=-MOST_LIFE, most=MOST_LIFE, loses_at=0),
        POISON,
        *OF_EVERY_FORM,
    ),
    sides=4,
    fighters=3,
    hand=HAND,
    name=gettext_noop("Emperor"),
    help=gettext_noop("Teams of three neighbours, each with a life of 20: the one in the middle is their emperor."),
    games=1,
    at_table=(12, 6),
    round_minutes=(0, 0),
    roles=(TeamRole.LIEUTENANT, TeamRole.EMPEROR, TeamRole.LIEUTENANT),
)
"""Two to four teams of three, who sit as lieutenant, emperor, lieutenant; a team loses with its emperor (M37)."""

TIE_WORDS = {
    "difference": gettext_noop("Life difference"),
    "difference means": gettext_noop(
        "The life that opponents lost in all fights, less the life that the fighter lost. A bye counts nothing."
    ),
    "difference is": gettext_noop("Life that opponents lost less own life lost: %(value)s."),
    "difference of a fight": gettext_noop("Against %(name)s: opponents lost %(dealt)s life, own life lost %(taken)s"),
    "difference of all": gettext_noop(
        "Together: opponents lost %(dealt)s life, own life lost %(taken)s, which makes %(difference)s"
    ),
    "taken": gettext_noop("Life lost"),
    "taken means": gettext_noop("The life lost in all fights. Less is better."),
    "taken is": gettext_noop("Life lost: %(value)s. Less is better."),
    "taken of a fight": gettext_noop("Against %(name)s: %(taken)s life lost"),
    "taken of all": gettext_noop("Together: %(taken)s life lost"),
}
