"""How one fights and shares in a night, as far as people should know before: what is settled, and how it is said."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from drafts.languages import translated
from drafts.models import Across, Draft, Event, Fights, NightSettings, OwnPicks, Policy
from drafts.models.night import DAMAGE_LIMITS, SWISS_ROUNDS
from drafts.rules.formats import Format
from drafts.rules.night.rounds import MOST_IN_A_USUAL_ROUND_ROBIN
from drafts.rules.night.seating import table_sizes

Facts = dict[str, dict[str, Any]]

_WAYS = {
    Fights.OFF: _("no fights"),
    Fights.ROUND_ROBIN: _("everybody against everybody"),
    Fights.BRACKET: _("a bracket"),
}


def fights_in_words(event: Event) -> str:
    """Return what follows the draft at the tables of an event, as `night_in_words` does.

    Until more people are here than sit at a table, that is said of a full one.
    """
    format_, here = event.draft.procedure, event.fighters.count()
    full = event.draft.table_size
    if event.night.fights_across == Across.EVENT or here < full:
        people = max(here, full)
    else:
        people = max(table_sizes(here, full, format_.fighters[1]))
    return night_in_words(event.night, format_, people)


def night_in_words(night: NightSettings, format_: Format, people: int) -> str:
    """Return what follows the draft of so many people: "Then 3 fights of 25 minutes. Everybody keeps their cards."."""
    return " ".join(filter(None, [_fights(night, format_, people), _cards(night, format_)]))


def _fights(night: NightSettings, format_: Format, people: int) -> str:
    if night.fights == Fights.OFF:
        return gettext("No fights follow.")
    minutes, count = night.fight_minutes, _number_of_fights(night, people)
    if count is None:
        words = gettext("Then a bracket with fights of %(minutes)s minutes") if minutes else gettext("Then a bracket")
    elif minutes:
        words = ngettext(
            "Then %(count)s fight of %(minutes)s minutes", "Then %(count)s fights of %(minutes)s minutes", count
        )
    else:
        words = ngettext("Then %(count)s fight", "Then %(count)s fights", count)
    said = [words % {"count": count, "minutes": minutes}]
    if night.best_of > 1:
        said.append(gettext("best of three"))
    in_words = format_.game.words.get("damage limit in words")
    if in_words and night.damage_limit != NightSettings().damage_limit:
        said.append(translated(in_words.filled(limit=night.damage_limit)))
    return f"{', '.join(said)}."


def _number_of_fights(night: NightSettings, people: int) -> int | None:
    """Return how many fights each fighter has; None in a bracket, where it depends on who wins."""
    if night.fights == Fights.BRACKET:
        return None
    is_round_robin = night.fights == Fights.ROUND_ROBIN or (
        night.fights == Fights.AUTO and people <= MOST_IN_A_USUAL_ROUND_ROBIN
    )
    return people - 1 if is_round_robin else night.swiss_rounds


def _cards(night: NightSettings, format_: Format) -> str:
    if not format_.shares:
        return ""
    if night.sharing == Policy.KEEP:
        return gettext("Everybody keeps their cards.")
    if night.sharing == Policy.RANDOM:
        return gettext("Afterwards the cards are shared at random.")
    return gettext("Afterwards the cards are shared.")


def picks_in_words(draft: Draft) -> str:
    """Return the sentence about own picks that are in sight during packs; "" where they are not."""
    if draft.own_picks != OwnPicks.OPEN:
        return ""
    return gettext("Your own picks stay in sight while packs are drafted. Nobody else sees them.")


def sharing_in_words(night: NightSettings) -> str:
    """Return the sentence about the cards to which fighters agree by joining (R19)."""
    if night.sharing == Policy.KEEP:
        return gettext("By taking a place you agree: everybody keeps the cards that they choose.")
    if night.sharing == Policy.RANDOM:
        return gettext("By taking a place you agree: in the end all cards are shared at random among everybody.")
    return gettext("By taking a place you agree: in the end all cards are shared equally among everybody.")


def said_of(facts: Facts, settings: Mapping[str, str]) -> str:
    """Return the facts of these settings as part of a sentence. static/js/pages/new-event.js does the same."""
    way = facts["fights"].get(settings.get("fights", ""), {}).get(settings.get("swiss_rounds", ""), "")
    fights = settings.get("fights") != Fights.OFF
    names = [name for name in facts if name == "sharing" or (fights and name != "fights")]
    others = [facts[name].get(settings.get(name, ""), "") for name in names]
    return " · ".join(filter(None, [way, *others]))


def fight_facts(format_: Format, minutes: Iterable[int]) -> Facts:
    """Return what is said of each setting of fights, by its name and value; "" for what need not be said.

    Under `fights` there is a fact for each number of Swiss rounds too. No others count where nobody fights.
    """
    in_words = format_.game.words.get("damage limit in words")
    usual = NightSettings().damage_limit
    limits = [limit for limit in DAMAGE_LIMITS if limit != usual] if in_words else []
    facts: Facts = {
        "fights": {way.value: {str(rounds): _way(way, rounds) for rounds in SWISS_ROUNDS} for way in Fights},
        "fights_across": {Across.EVENT.value: gettext("across all tables")},
        "best_of": {"1": gettext("best of one"), "3": gettext("best of three")},
        "fight_minutes": {str(each): _minutes(each) for each in minutes},
        "damage_limit": {str(limit): translated(in_words.filled(limit=limit)) for limit in limits if in_words},
    }
    sharing = {
        Policy.EQUAL.value: gettext("then the cards are shared equally"),
        Policy.RANDOM.value: gettext("then the cards are shared at random"),
        Policy.KEEP.value: gettext("everybody keeps their cards"),
    }
    return {**facts, "sharing": sharing} if format_.shares else facts


def _way(way: Fights, rounds: int) -> str:
    if way is Fights.AUTO:
        words = ngettext(
            "everybody against everybody (from %(many)s fighters on: %(count)s round against those with equal points)",
            "everybody against everybody (from %(many)s fighters on: %(count)s rounds against those with equal points)",
            rounds,
        )
        return words % {"many": MOST_IN_A_USUAL_ROUND_ROBIN + 1, "count": rounds}
    if way is Fights.SWISS:
        words = ngettext(
            "%(count)s round against those with equal points",
            "%(count)s rounds against those with equal points",
            rounds,
        )
        return words % {"count": rounds}
    return str(_WAYS[way])


def _minutes(minutes: int) -> str:
    if not minutes:
        return gettext("no clock")
    return ngettext("%(count)s minute each", "%(count)s minutes each", minutes) % {"count": minutes}
