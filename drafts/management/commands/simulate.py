"""`manage.py simulate --set SMP01 --tables 1000`: whole drafts between bots, and what they look like in sum."""

import itertools
import re
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from statistics import median
from time import perf_counter, process_time
from typing import IO, Any, cast

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Column
from rich.table import Table as Grid

from drafts.models import CardSet
from drafts.presenters.catalog.sets import loaded_sets
from drafts.queries.catalog import set_of_code
from drafts.rules.actors import ORGANIZER, SERVER
from drafts.rules.draft.replay import PlacedCards
from drafts.rules.draft.simulation import SimulationTally, draft_between_bots, picks_between_bots
from drafts.rules.draft.table import DraftTable
from drafts.rules.formats import Format
from drafts.rules.games.registry import FORMATS
from drafts.rules.ids import FighterId
from drafts.rules.night.share_moves import Begin, TurnOver
from drafts.rules.night.shares import NEWEST_RULE, apply, completed, prepare_sharing
from drafts.rules.night.sharing import lots_of
from drafts.rules.packs import CannotFill, PackMaker
from drafts.services.statistics.counts import count_finished_drafts
from drafts.services.statistics.made_up_drafts import ORGANIZER as MADE_UP_BY
from drafts.services.statistics.made_up_drafts import MadeUp, store_made_up_drafts
from drafts.store.assignments import fewest_hand_overs
from drafts.store.catalog import game_of, load_pack_maker

STORED_AT_ONCE = 50
MOST_TABLES = 10_000_000
NUMBER = re.compile("[0-9]{1,9}")


def whole_number(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not NUMBER.fullmatch(text) or not least <= int(text) <= most:
            raise ArgumentTypeError(f"{text[:40]!r} is no whole number from {least} to {most}")
        return int(text)

    return read


class Command(BaseCommand):
    help = "Let bots draft by the rules, table after table, and show what their decks hold."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--set", dest="sets", action="append", required=True, metavar="CODE", help="once, or once for each round"
        )
        parser.add_argument(
            "--format",
            choices=sorted(slug for slug, one in FORMATS.items() if one.rounds),
            help="by default the first of the sets' game",
        )
        parser.add_argument("--tables", type=whole_number(1, MOST_TABLES), default=1000)
        parser.add_argument("--fighters", type=whole_number(2, max(one.fighters[1] for one in FORMATS.values())))
        parser.add_argument("--seed", default="1", help="the same seed gives the same drafts")
        parser.add_argument(
            "--sharing",
            action="store_true",
            help="share the cards of each table too, nobody with a wish, and count the hand-overs",
        )
        parser.add_argument(
            "--store",
            action="store_true",
            help="keep the drafts as finished events, as if people had drafted them: they count in the statistics, and "
            "only deleting them takes them out (with DEBUG=on, or --made-up)",
        )
        parser.add_argument("--days", type=whole_number(1, 10_000), default=365, help="stored over so many days (365)")
        parser.add_argument(
            "--made-up", action="store_true", help="keep made-up drafts although DEBUG is off, among those of people"
        )

    def handle(
        self,
        *,
        sets: list[str],
        format: str | None,
        tables: int,
        fighters: int | None,
        seed: str | int,
        sharing: bool,
        store: bool,
        made_up: bool,
        days: int,
        **options: Any,
    ) -> None:
        if store and not (settings.DEBUG or made_up):
            raise CommandError("These drafts would stand among those of people. If that is meant, add --made-up.")
        game = game_of(set_named(sets[0]))
        format_ = FORMATS[format] if format else next(one for one in FORMATS.values() if one.game is game)
        fighters = fighters or format_.usual_fighters
        if fighters > format_.fighters[1]:
            raise CommandError(f"{format_.name}: {format_.fighters[1]} fighters at a table at most.")
        makers = makers_for(format_, sets)
        if store:
            drafted = (
                picks_between_bots(format_, makers, fighters, str(seed), number) for number in itertools.count(1)
            )
            keep(drafted, sets if len(sets) > 1 else sets * len(makers), tables=tables, days=days)
            self.stdout.write(f"{tables} drafts are stored as events of {MADE_UP_BY!r}, and counted.")
            return
        begun, computed = perf_counter(), process_time()
        tally, handed = simulate(format_, makers, tables, fighters, str(seed), sharing=sharing)
        seconds, computing = perf_counter() - begun, process_time() - computed
        self.stdout.write(f"{format_.name}: {tables} tables of {fighters}, {tally.decks} decks, {tally.cards} cards")
        grids = [fact_grid(title, tally.facts[slug], tally) for slug, title in titles_of(format_).items()]
        console = Console(file=cast(IO[str], self.stdout), highlight=False)  # Django's wrapper writes as a file does
        console.print(share_grid("Rarity", tally.rarities, tally), *grids, sep="\n")
        if handed:
            shares = f"{tally.cards / tables:.0f} cards of a table, {median(handed):g} change hands in the median"
            self.stdout.write(f"Of {shares} ({min(handed)} to {max(handed)}).")
        speed = f"{tables / computing:.0f} drafts per second on one core"
        self.stdout.write(f"{speed} ({computing:.1f} s of computing, {seconds:.1f} s by the clock)")


def makers_for(format_: Format, codes: list[str]) -> list[PackMaker]:
    """Return what opens the packs of each round; one set serves all rounds."""
    rounds = len(format_.rounds)
    if len(codes) not in (1, rounds):
        raise CommandError(f"Name one set, or one for each of the {rounds} rounds; these are {len(codes)}.")
    by_code = {code: maker_of(format_, code) for code in dict.fromkeys(codes)}
    return [by_code[code] for code in (codes if len(codes) == rounds else codes * rounds)]


def set_named(code: str) -> CardSet:
    card_set = set_of_code(code)
    if card_set is None:
        loaded = ", ".join(summary.code for summary in loaded_sets()) or "none; see loadset and loadsamples"
        raise CommandError(f"No set {code!r} is loaded. Loaded sets: {loaded}.")
    return card_set


def maker_of(format_: Format, code: str) -> PackMaker:
    card_set = set_named(code)
    if game_of(card_set) is not format_.game:
        raise CommandError(f"{card_set.code} is a set of {game_of(card_set).name}: {format_.name} cannot use it.")
    try:
        return load_pack_maker(card_set)
    except CannotFill as fault:
        raise CommandError(f"No packs can be made of {card_set.code}: {fault}.") from None


def simulate(
    format_: Format, makers: list[PackMaker], tables: int, fighters: int, seed: str, *, sharing: bool
) -> tuple[SimulationTally, list[int]]:
    """Draft and count, with a bar on the terminal; with `sharing` count the hand-overs of each table too."""
    columns = TextColumn("Drafting"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    tally, handed = SimulationTally(), []
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        for number in progress.track(range(1, tables + 1)):
            table = draft_between_bots(format_, makers, fighters, seed, number)
            tally.add(table)
            if sharing:
                handed.append(hand_overs(table, f"{seed} {number}"))
    return tally, handed


def hand_overs(table: DraftTable, seed: str) -> int:
    """Return how many cards change hands after a sharing in which each turn runs out and no fighter has a wish."""
    now, game = timezone.now(), table.format.card_game
    cards = {held.id: held.card for pile in table.piles for held in pile}
    shares = prepare_sharing(
        [FighterId(seat) for seat in range(table.fighters)],
        lots_of({card: facts.rarity for card, facts in cards.items()}, game.rarities, game.dealt),
        {held.id: FighterId(seat) for seat, pile in enumerate(table.piles) for held in pile},
        seed=seed,
        turn_seconds=None,
        rule=NEWEST_RULE,
        alike={card: facts.number for card, facts in cards.items()},
        now=now,
    )
    fill = fewest_hand_overs(shares)
    shares = apply(shares, ORGANIZER, completed(shares, ORGANIZER, Begin(), now, fill), now)
    while (turn := shares.turn) is not None:
        shares = apply(shares, SERVER, completed(shares, SERVER, TurnOver(turn), now, fill), now)
    return len(shares.to_hand_over())


def keep(drafted: Iterator[tuple[DraftTable, list[PlacedCards]]], codes: list[str], *, tables: int, days: int) -> None:
    """Draft and store, some at a time, spread evenly over the last days; then count them all."""
    by_code = {code: set_named(code) for code in dict.fromkeys(codes)}
    now = timezone.now()
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        starts = range(0, tables, STORED_AT_ONCE)
        for first in progress.track(starts, description="Drafting and storing"):
            numbers = range(first, min(first + STORED_AT_ONCE, tables))
            ends = [now - timedelta(days=days * (tables - number - 1) / tables) for number in numbers]
            made = [MadeUp(*next(drafted), ended) for ended in ends]
            store_made_up_drafts(drafts=made, sets=[by_code[code] for code in codes])
        task = progress.add_task("Counting", total=tables)
        count_finished_drafts(progress=lambda done: progress.update(task, completed=done))


def share_grid(title: str, counts: Mapping[str, int], tally: SimulationTally) -> Grid:
    grid = Grid(title, *(Column(name, justify="right") for name in ("Cards", "A deck", "Share")))
    for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        grid.add_row(name or "none", str(count), f"{count / tally.decks:.2f}", f"{count / tally.cards:.1%}")
    return grid


def titles_of(format_: Format) -> dict[str, str]:
    return {tally.slug: tally.label for tally in format_.card_game.tallies(())}


def fact_grid(title: str, counts: Mapping[str, int], tally: SimulationTally) -> Grid:
    """Return the average deck's cards by one fact, drawn as a curve lying on its side."""
    grid = Grid(title, Column("A deck", justify="right"), "")
    for name, count in sorted(counts.items(), key=lambda item: (len(item[0]) * item[0].isdecimal(), item[0])):
        grid.add_row(name, f"{count / tally.decks:.2f}", "█" * round(2 * count / tally.decks))
    return grid
