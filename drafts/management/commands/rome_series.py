"""`manage.py rome_series --battles 1000`: whole battles of Rome between bots, and what they look like in sum."""

from argparse import ArgumentTypeError
from collections.abc import Iterator
from itertools import cycle, islice
from statistics import quantiles
from time import process_time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from drafts.management.commands.simulate import whole_number
from drafts.rules.games.rome.bots.series import SeriesTally, steps_between
from drafts.rules.games.rome.bots.steady import BotLevel
from drafts.rules.games.rome.state import BattleOptions


def levels_named(text: str) -> list[BotLevel]:
    try:
        return [BotLevel(name) for name in text.split(",")]
    except ValueError:
        raise ArgumentTypeError(f"{text[:40]!r} is no list of {', '.join(BotLevel)}") from None


class Command(BaseCommand):
    help = "Let bots fight battles of Rome, by all house rules or by those that are named, and show how they went."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--battles", type=whole_number(1, 1_000_000), default=1000, help="of each kind (1000)")
        parser.add_argument("--players", type=whole_number(2, 4), help="by default two, three and four")
        parser.add_argument(
            "--bots", type=levels_named, default=[BotLevel.STEADY], help="steady,simple: by seat, again and again"
        )
        parser.add_argument("--turns", type=whole_number(1, 9999), default=300, help="the battle ends after so many")
        parser.add_argument("--seed", default="1", help="the same seed gives the same battles")
        parser.add_argument("--usual", action="store_true", help="the usual house rules alone")

    def handle(
        self,
        *,
        battles: int,
        players: int | None,
        bots: list[BotLevel],
        turns: int,
        seed: str | int,
        usual: bool,
        **options: Any,
    ) -> None:
        most = players or 4
        if len(bots) > most:
            raise CommandError(f"These are {len(bots)} bots for {most} players.")
        for name, rules in kinds_of(players, turns, usual=usual):
            started = process_time()
            tally = fought(rules, bots, str(seed), battles)
            self.stdout.write(f"{name}: {told(tally)}; {process_time() - started:.1f} s")


def kinds_of(players: int | None, turns: int, *, usual: bool) -> Iterator[tuple[str, BattleOptions]]:
    """Yield each kind of battle: its name and its house rules."""
    for count in [players] if players else [2, 3, 4]:
        rules = BattleOptions(players=count, turns=turns)
        yield f"{count} players", rules
        if not usual:
            yield f"{count} players, rear=no", rules._replace(rear=False)
            yield f"{count} players, commands=no", rules._replace(commands=False)
            if count == 2:
                yield f"{count} players, decks=own", rules._replace(own_decks=True)
            else:
                yield f"{count} players, end=last", rules._replace(end_last=True)


def fought(rules: BattleOptions, bots: list[BotLevel], seed: str, battles: int) -> SeriesTally:
    """Return the counts of battles in which each bot sits at each seat equally often."""
    tally = SeriesTally()
    for number in range(battles):
        levels = list(islice(cycle(bots), number % rules.players, number % rules.players + rules.players))
        tally.add(levels, steps_between(levels, seed, number, rules))
    return tally


def told(tally: SeriesTally) -> str:
    share = 100 / tally.battles
    wins = ", ".join(f"{level} won {count * share:.0f} %" for level, count in sorted(tally.wins.items()))
    return (
        f"{_spread(tally.turns)} turns, {_spread(tally.widths)} wide; laid anew in {tally.replayed * share:.0f} %; "
        f"{tally.unfinished * share:.0f} % not over; the first turn's player won {tally.first_won * share:.0f} %; "
        f"{wins or 'no one won'}; {tally.shared * share:.0f} % shared"
    )


def _spread(numbers: list[int]) -> str:
    """Return the median, and in brackets nine of ten and the most."""
    if len(numbers) < 2:
        return str(numbers[0])
    tenths = quantiles(numbers, n=10, method="inclusive")
    return f"{tenths[4]:.0f} ({tenths[8]:.0f}, {max(numbers)})"
