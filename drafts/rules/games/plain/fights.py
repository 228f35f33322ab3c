"""How a fight goes: its winner is entered, or a counter is kept that the organizer names."""

from drafts.rules.fights.forms import MOST_COUNTED, CounterRule, FightForm, OwnCounter
from drafts.rules.wording import gettext_noop


def counting(counter: OwnCounter) -> FightForm:
    """Return the form of fights that count one thing; who has lost it has lost the game."""
    rule = CounterRule(
        "counter", counter.name, counter.start, least=-MOST_COUNTED, most=MOST_COUNTED, loses_at=counter.loses_at
    )
    return FightForm("counted", (rule,))


COUNTED = counting(OwnCounter(gettext_noop("Life"), 20, 0))
"""An example, where no counter is named."""
