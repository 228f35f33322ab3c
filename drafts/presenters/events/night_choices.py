"""The meaning of each choice about the night for a full table, as the page of a new event says it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypedDict

from django.utils.translation import gettext, ngettext

from drafts.languages import translated
from drafts.models import ConstructedFormat, Fights
from drafts.models.night import BEST_OF as GAMES
from drafts.models.night import SWISS_ROUNDS
from drafts.presenters.events.nights import (
    BEST_OF,
    fights_each,
    fights_of_format,
    form_in_words,
    joined,
    kind_of,
    limits_in_words,
    sharings_in_words,
)
from drafts.rules.fights.forms import FightForm
from drafts.rules.formats import PACKS_EACH, Format

Words = Mapping[str, str]


class NightChoices(TypedDict):
    """The texts of all choices, by values of the form's fields.

    `auto` is the kind of fights for each number of fighters where that is left to it. `fights` has, by kind and by
    number (of rounds for `swiss` and `pods`, else of fighters), `meaning` and, by minutes, the beginning of the
    sentence about the night (`then`) and how long all rounds last (`lasts`). `others` follow in that sentence, by
    field. `helps` are by field, then by number of fighters. `teams` has how many fighters a side has, by form of
    fights, where it is not one; where it is, kinds and numbers of fighters are those of sides. `at_once` has, by form
    of fights in which all of a table fight each other at once, how many they are at most and usually. Of fights that
    are played as battles, more than two `players` in one fight at once, too. `usual_minutes` has the minutes of a round
    by the number of games of a fight. `tables` says beside the size of a table, by form of fights, which one is usual;
    `mix`, by the number of packs that each fighter opens and by number of fighters, how many packs there are. `decks`
    has, by form of fights, the decks that it is made for.
    """

    auto: Words
    fights: Mapping[str, Mapping[str, Any]]
    others: Mapping[str, Words]
    sharing: Words
    helps: Mapping[str, Words]
    teams: Mapping[str, int]
    at_once: Mapping[str, Sequence[int]]
    usual_minutes: Mapping[str, Words]
    tables: Words
    mix: Mapping[str, Words]
    decks: Words


def night_choices(format_: Format, minutes: Iterable[int]) -> NightChoices:
    """Return the texts for tables of all sizes of a format, and rounds of these minutes."""
    usual = {minutes for form in format_.forms for minutes in form.round_minutes}
    sizes, times = range(2, format_.fighters[1] + 1), sorted({*minutes, *usual})
    kinds = [kind for kind in Fights if kind is not Fights.AUTO]
    numbers = {kind: SWISS_ROUNDS if kind in (Fights.SWISS, Fights.PODS) else sizes for kind in kinds}
    return {
        "auto": {str(size): kind_of(Fights.AUTO, size).value for size in sizes},
        "fights": {
            kind.value: {str(number): _of_fights(kind, number, times, format_) for number in numbers[kind]}
            for kind in kinds
        },
        "others": {
            "fight_form": {form.slug: words for form in format_.forms if (words := form_in_words(form))},
            "best_of": {str(games): str(words) for games, words in BEST_OF.items()},
            "damage_limit": {str(limit): words for limit, words in limits_in_words(format_).items()},
        },
        "sharing": sharings_in_words(format_),
        "helps": {
            "fights_across": {str(size): _across(size) for size in sizes},
            "swiss_rounds": {str(size): _enough(size) for size in sizes},
        },
        "teams": {form.slug: form.fighters for form in format_.forms if form.fighters > 1},
        "at_once": {form.slug: form.at_table for form in format_.forms if form.at_table},
        "usual_minutes": {
            form.slug: {str(games): str(form.usual_minutes(games)) for games in GAMES} for form in format_.forms
        },
        "tables": {form.slug: table_words(form, format_) for form in format_.forms},
        "mix": {str(packs): {str(size): _packs(size, packs) for size in sizes} for packs in _numbers_of_packs(format_)},
        "decks": _decks_of_forms(format_),
    }


def table_words(form: FightForm, format_: Format) -> str:
    """Return in words the usual size of a table in a form of fights."""
    if form.at_table is None:
        return translated(format_.game.words.get("table size", ""))
    return gettext("Usually %(count)s. More fighters make more tables.") % {"count": form.at_table[1]}


def night_said(choices: NightChoices, said: Mapping[str, str]) -> str:
    """Return the sentence about a night of these settings. static/js/pages/new-event.js does the same."""
    of_fights = fights_said(choices, said)
    asked = (name for name in choices["others"] if name != "best_of" or not _is_one_game(choices, said))
    others = [choices["others"][name].get(said.get(name, ""), "") for name in asked]
    then = of_fights.get("then", {}).get(said.get("fight_minutes", ""), "")
    parts = [then] if said.get("fights") == Fights.OFF else [then, *others]
    return joined(parts, choices["sharing"].get(said.get("sharing", ""), ""))


def usual_minutes_said(choices: NightChoices, said: Mapping[str, str]) -> str:
    """Return the usual minutes of a round of these settings. static/js/pages/new-event.js does the same."""
    return choices["usual_minutes"].get(said.get("fight_form", ""), {}).get(said.get("best_of", ""), "")


def _is_one_game(choices: NightChoices, said: Mapping[str, str]) -> bool:
    """Return whether the form of the fights is one of a single game."""
    return said.get("fight_form", "") in {*choices["teams"], *choices["at_once"]}


def fights_said(choices: NightChoices, said: Mapping[str, str], way: str = "") -> Mapping[str, Any]:
    """Return the texts about the fights of these settings, by default in their own way; {} for unknown settings."""
    way, size = way or said.get("fights", ""), _sides(choices, said)
    kind = choices["auto"].get(size, "") if way == Fights.AUTO else way
    is_at_once = said.get("fight_form", "") in choices["at_once"] or said.get("players", "2") != "2"
    if is_at_once and way != Fights.OFF:
        kind = Fights.PODS
    of_kind: Mapping[str, Mapping[str, Any]] = choices["fights"].get(kind, {})
    return of_kind.get(said.get("swiss_rounds", "") if kind in (Fights.SWISS, Fights.PODS) else size, {})


def _sides(choices: NightChoices, said: Mapping[str, str]) -> str:
    """Return how many sides a full table has, as a text."""
    size, team = said.get("table_size", ""), choices["teams"].get(said.get("fight_form", ""), 1)
    is_number = size.isascii() and size.isdecimal() and len(size) < 4
    return str(int(size) // team) if team > 1 and is_number else size


def _of_fights(kind: Fights, number: int, times: Iterable[int], format_: Format) -> dict[str, Any]:
    count = fights_each(kind, people=number, swiss_rounds=number)
    said = fights_of_format(format_)
    rounds = count + 1 if kind is Fights.ROUND_ROBIN and number % 2 else count
    return {
        "meaning": _meaning(kind, count, format_),
        "then": {str(time): said(kind, count, time) for time in times},
        "lasts": {str(time): _lasts(rounds, time) for time in times},
    }


def _meaning(kind: Fights, count: int, format_: Format) -> str:
    if kind is Fights.OFF:
        return gettext("The night goes on without them.")
    if kind is Fights.ROUND_ROBIN:
        return ngettext("%(count)s fight each", "%(count)s fights each, against all others", count) % {"count": count}
    if kind is Fights.PODS and format_.is_played:
        return ngettext("%(count)s battle each", "%(count)s battles each", count) % {"count": count}
    if kind is Fights.PODS:
        words = ngettext("%(count)s fight of all at a table", "%(count)s fights of all at a table", count)
        return words % {"count": count}
    if kind is Fights.SWISS:
        words = ngettext("%(count)s fight each", "%(count)s fights each, against equal points", count)
        return words % {"count": count}
    words = ngettext("%(count)s round; the loser is out", "%(count)s rounds; who loses is out", count)
    return words % {"count": count}


def _lasts(rounds: int, minutes: int) -> str:
    if not rounds:
        return ""
    if minutes:
        words = ngettext(
            "%(count)s round: %(all)s minutes at most.",
            "%(count)s rounds of %(minutes)s minutes: %(all)s minutes at most.",
            rounds,
        )
    else:
        words = ngettext(
            "%(count)s round, until its fights are over.", "%(count)s rounds, each until its fights are over.", rounds
        )
    return words % {"count": rounds, "minutes": minutes, "all": rounds * minutes}


def _across(size: int) -> str:
    return gettext("This matters once there are several tables: from %(many)s fighters on.") % {"many": size + 1}


def _enough(size: int) -> str:
    rounds = (size - 1).bit_length()
    words = ngettext(
        "With %(people)s fighters, %(count)s round leaves at most one without a defeat.",
        "With %(people)s fighters, %(count)s rounds leave at most one without a defeat.",
        rounds,
    )
    return words % {"people": size, "count": rounds}


def _numbers_of_packs(format_: Format) -> Iterable[int]:
    """Return how many packs each fighter can open; the first number is the usual one."""
    return [format_.packs, *PACKS_EACH] if format_.settles_packs else [format_.packs]


def _decks_of_forms(format_: Format) -> Words:
    if not format_.announces:
        return {}
    return {form.slug: ConstructedFormat.COMMANDER.value for form in format_.forms if form.has_commanders}


def _packs(size: int, rounds: int) -> str:
    words = ngettext(
        "Each fighter opens %(rounds)s pack: %(all)s in all for a table of %(people)s.",
        "Each fighter opens %(rounds)s packs: %(all)s in all for a table of %(people)s.",
        rounds,
    )
    return words % {"rounds": rounds, "all": rounds * size, "people": size}
