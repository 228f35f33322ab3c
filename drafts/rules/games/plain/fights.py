"""How a fight goes: its winner is entered, or a counter is kept that the organizer names."""

from drafts.rules.fights.forms import MOST_COUNTED, CounterRule, FightForm, OwnCounter
from drafts.rules.wording import gettext_noop

ROUND_MINUTES = 25, 50
"""Of single games, and of the best of three, for which stores give fifty minutes."""


def counting(counter: OwnCounter) -> FightForm:
    """Return the form of fights that count one thing; who has lost it has lost the game."""
    rule = CounterRule(
        "counter", counter.name, counter.start, least=-MOST_COUNTED, most=MOST_COUNTED, loses_at=counter.loses_at
    )
    return FightForm("counted", (rule,), round_minutes=ROUND_MINUTES)


COUNTED = counting(OwnCounter(gettext_noop("Life"), 20, 0))
"""An example, where no counter is named."""

TIE_WORDS = {
    "difference": gettext_noop("Count difference"),
    "difference means": gettext_noop(
        "What opponents lost of their counts in all fights, less what the fighter lost. A bye counts nothing."
    ),
    "difference is": gettext_noop("What opponents lost of their counts less own loss: %(value)s."),
    "difference of a fight": gettext_noop("Against %(name)s: opponents lost %(dealt)s, own loss %(taken)s"),
    "difference of all": gettext_noop(
        "Together: opponents lost %(dealt)s, own loss %(taken)s, which makes %(difference)s"
    ),
    "taken": gettext_noop("Count lost"),
    "taken means": gettext_noop("What was lost of the count in all fights. Less is better."),
    "taken is": gettext_noop("Count lost: %(value)s. Less is better."),
    "taken of a fight": gettext_noop("Against %(name)s: %(taken)s lost"),
    "taken of all": gettext_noop("Together: %(taken)s lost"),
}
