"""The nights by their names."""

from collections.abc import Callable

from tests.clients.device import Organizer
from tests.screenshots import forms, incidents, nights
from tests.screenshots.nights import Night

NIGHTS: dict[str, Callable[[Organizer], Night]] = {
    "lobby": lambda organizer: nights.lobby(organizer).stay(),
    "draft": nights.draft,
    "another-game": nights.another_game,
    "tables": lambda organizer: nights.draft(organizer, table_size="2"),
    "review": nights.review,
    "decks": nights.decks,
    "fights": nights.fights,
    "corrected": nights.corrected,
    "sharing": lambda organizer: nights.sharing(organizer).stay(),
    "shared": nights.shared,
    "real-packs": nights.real_packs,
    "piles": nights.piles,
    "doubted": nights.doubted,
    "missed": nights.missed,
    "swap": nights.swap,
    "commented": nights.commented,
    "stopped": nights.stopped,
    "closed-early": nights.closed_early,
    "named": nights.named,
    "full": nights.full,
    "second": nights.second,
    "many": nights.many,
    "nothing": nights.nothing,
    "commanders": forms.commanders,
    "pod": forms.pod,
    "two-heads": forms.two_heads,
    "emperors": forms.emperors,
    "rome": forms.rome,
    "rome-ring": forms.rome_ring,
    "rome-turn": forms.rome_turn,
    "hurried": incidents.hurried,
    "stalled": incidents.stalled,
    "replaced": incidents.replaced,
    "removed": incidents.removed,
    "disputed": incidents.disputed,
    "dropped": incidents.dropped,
    "bye": incidents.bye,
    "best-of-three": incidents.best_of_three,
    "crowd": incidents.crowd,
    "crowd-fights": incidents.crowd_fights,
    "four-tables": incidents.four_tables,
    "four-tables-fight": incidents.four_tables_fight,
}
