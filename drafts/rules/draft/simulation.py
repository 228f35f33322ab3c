"""Whole drafts between bots, and what came of them."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from drafts.rules.cards import CardId, CardInPack
from drafts.rules.chance import Chance
from drafts.rules.draft.bots import bot_choice
from drafts.rules.draft.replay import How, PlacedCards
from drafts.rules.draft.table import DraftTable, OpenedPack, Phase, choose, end_review, has_chosen, open_table
from drafts.rules.formats import Format
from drafts.rules.packs import DrawnCard, PackMaker, TablePacks

_MOST_IN_A_PACK = 1000


@dataclass(slots=True)
class SimulationTally:
    """Counts over all decks so far: of each rarity, and of each fact that the game tallies, by the tally's name."""

    drafts: int = 0
    decks: int = 0
    cards: int = 0
    rarities: Counter[str] = field(default_factory=Counter)
    facts: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, table: DraftTable) -> None:
        """Count the decks of a table that has drafted."""
        self.drafts += 1
        self.decks += table.fighters
        for pile in table.piles:
            self.cards += len(pile)
            self.rarities.update([held.card.rarity for held in pile])
            for tally in table.format.card_game.tallies(pile):
                self.facts[tally.slug].update(dict(tally.counts))


def draft_between_bots(
    format_: Format, makers: Sequence[PackMaker], fighters: int, seed: str, number: int
) -> DraftTable:
    """Return table `number` when it has drafted. `makers` has one for each round; the same seed gives the same draft.

    Raises ValueError when makers or fighters do not fit the format.
    """
    return picks_between_bots(format_, makers, fighters, seed, number)[0]


def picks_between_bots(
    format_: Format, makers: Sequence[PackMaker], fighters: int, seed: str, number: int
) -> tuple[DraftTable, list[PlacedCards]]:
    """Return what `draft_between_bots` does, and the picks that led to it."""
    picks = []
    table = open_table(format_, _packs(makers, fighters, Chance(seed, "pack", number)))
    chance = Chance(seed, "bot", number)
    while table.phase is not Phase.DRAFTED:
        if table.phase is Phase.REVIEW:
            table = end_review(table)
        for seat in range(fighters):
            if not has_chosen(table, seat):
                cards = bot_choice(table, seat, chance)
                picks.append(PlacedCards(table.round, table.pass_number, seat, tuple(cards), How.BOT))
                table = choose(table, seat, cards)
    return table, picks


def _packs(makers: Sequence[PackMaker], fighters: int, chance: Chance) -> list[list[OpenedPack]]:
    packs = TablePacks()
    return [
        [_pack(packs.draw(maker, 0, chance), maker, round_ * fighters + seat) for seat in range(fighters)]
        for round_, maker in enumerate(makers)
    ]


def _pack(opened: Sequence[DrawnCard], maker: PackMaker, number: int) -> OpenedPack:
    first = number * _MOST_IN_A_PACK
    cards = [CardInPack(CardId(place), *card) for place, card in enumerate(opened, start=first)]
    return OpenedPack(tuple(cards), guaranteed=maker.recipe.guarantees)
