"""How one fights and shares in a night, as far as people should know before: what is settled, and how it is said."""

from collections.abc import Callable, Iterable, Iterator

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from drafts.languages import translated
from drafts.models import (
    Across,
    AvatarsKept,
    AvatarWay,
    ConstructedFormat,
    Draft,
    Event,
    Fights,
    Lands,
    Lists,
    NightSettings,
    OwnPicks,
    PackSource,
    PlanesPlayed,
    Policy,
)
from drafts.models.night import DAMAGE_LIMITS
from drafts.queries.events.lookup import people_in
from drafts.rules.fights.forms import FightForm
from drafts.rules.formats import Format
from drafts.rules.night.rounds import MOST_IN_A_USUAL_ROUND_ROBIN


def fights_in_words(event: Event) -> str:
    """Return what follows the draft at the tables of an event, as `night_in_words` does.

    While fewer people are here than sit at a table, it is said of a full table.
    """
    format_, here = event.draft.procedure, people_in(event)
    full = event.draft.table_size
    if event.night.fights_across == Across.EVENT or here < full:
        people = max(here, full)
    else:
        listed = event.draft.pack_source == PackSource.UPLOADED
        people = max(format_.table_sizes(here - here % format_.team, full, listed=listed))
    if format_.is_played:
        return battles_in_words(event.night, event.rome.players, people)
    return night_in_words(event.night, format_, people, on_paper=event.draft.is_paper)


def battles_in_words(night: NightSettings, players: int, people: int) -> str:
    """Return how many battles of so many players each of so many people has: "3 battles of 25 minutes."."""
    kind = Fights.PODS if players > 2 and night.fights != Fights.OFF else kind_of(Fights(night.fights), people)
    count, minutes = fights_each(kind, people, night.swiss_rounds), night.fight_minutes
    return f"{battles_of_kind(kind, count, minutes)}."


def battles_of_kind(kind: Fights, count: int, minutes: int) -> str:
    """Return how many battles there are, and of how many minutes, as the beginning of a sentence."""
    if kind is Fights.OFF:
        return gettext("No battles are fought")
    if kind is Fights.BRACKET:
        words = gettext("A bracket of battles of %(minutes)s minutes") if minutes else gettext("A bracket of battles")
    elif minutes:
        words = ngettext("%(count)s battle of %(minutes)s minutes", "%(count)s battles of %(minutes)s minutes", count)
    else:
        words = ngettext("%(count)s battle", "%(count)s battles", count)
    return words % {"count": count, "minutes": minutes}


def night_in_words(night: NightSettings, format_: Format, people: int, *, on_paper: bool = False) -> str:
    """Return what follows the draft of so many people: "Then 3 fights of 25 minutes. Everybody keeps their cards.".

    Where everybody brings a deck there is no draft: "3 fights of 25 minutes.". `on_paper`: real packs are opened.
    """
    form, sides = format_.forms[0], people // format_.team
    kind = kind_of(Fights(night.fights), sides, form)
    count = fights_each(kind, sides, night.swiss_rounds)
    said = [fights_of_format(format_)(kind, count, night.fight_minutes)]
    if kind is not Fights.OFF:
        games = form.games or night.best_of
        said += [form_in_words(form), str(BEST_OF.get(games, "")), limits_in_words(format_).get(night.damage_limit, "")]
    cards = sharings_in_words(format_).get(night.sharing, "")
    beside = (*_avatars(night), *_planes(night))
    return " ".join([*_decks(night, format_, on_paper=on_paper), *beside, joined(said, cards)])


def _decks(night: NightSettings, format_: Format, *, on_paper: bool) -> Iterator[str]:
    """Yield sentences about the time to build a deck and about what to bring: basic lands, or a whole deck (M30).

    Of real packs no deck is built here, so that no clock runs for it.
    """
    if format_.brings_decks:
        yield from _brought(night, format_)
    if format_.builder is None:
        return
    if on_paper:
        yield gettext("Decks are built at the table.")
    elif night.build_minutes:
        words = gettext("Everybody has %(minutes)s minutes to build a deck.")
        yield words % {"minutes": night.build_minutes}
    if night.lands == Lands.OWN:
        yield gettext("Bring basic lands.")


def _brought(night: NightSettings, format_: Format) -> Iterator[str]:
    """Yield sentences about decks that everybody brings along, which of them, and whether lists of them are asked."""
    if format_.announces and night.constructed_format != ConstructedFormat.OTHER:
        words = gettext("Everybody brings a deck: %(format)s.")
        yield words % {"format": ConstructedFormat(night.constructed_format).label}
    else:
        yield gettext("Everybody brings a deck.")
    if format_.announces:
        yield gettext("Casual, not sanctioned.")
    if night.lists == Lists.ASKED:
        yield gettext("You hand in a list of it.")
    elif format_.forms[0].has_commanders:
        yield gettext("You name your commander before the fights.")
    if night.lists == Lists.ASKED and night.build_minutes:
        yield gettext("There are %(minutes)s minutes for that.") % {"minutes": night.build_minutes}


AVATARS = {
    AvatarWay.DEALT.value: (
        _("Everybody is dealt an avatar at random."),
        _("Everybody is dealt an avatar at random for each round."),
    ),
    AvatarWay.CHOOSE.value: (
        _("Everybody chooses one of three avatars."),
        _("Everybody chooses one of three avatars for each round."),
    ),
    AvatarWay.FREE.value: (_("Everybody chooses an avatar."), _("Everybody chooses an avatar for each round.")),
}
"""The sentence for each way to come to an avatar: for all of an event, and for a round."""


def _avatars(night: NightSettings) -> Iterator[str]:
    """Yield the sentence about avatars, where there are any."""
    if night.avatars in AVATARS:
        yield str(AVATARS[night.avatars][night.avatar_every == AvatarsKept.ROUND])


PLANES = {
    PlanesPlayed.OWN.value: _("Fights are fought on planes; everybody chooses a planar deck, or is dealt one."),
    PlanesPlayed.SHARED.value: _("Fights are fought on planes of one planar deck."),
}


def _planes(night: NightSettings) -> Iterator[str]:
    """Yield the sentence about planes, where there are any."""
    if night.planes in PLANES:
        yield str(PLANES[night.planes])


def joined(parts: Iterable[str], cards: str) -> str:
    """Return one sentence of parts about the fights, then the sentence about the cards; either may be empty."""
    fights = ", ".join(filter(None, parts))
    return " ".join(filter(None, [fights and f"{fights}.", cards]))


def kind_of(fights: Fights, people: int, form: FightForm | None = None) -> Fights:
    """Return how a group of so many people fights in a form, where that is left to their number."""
    if form is not None and form.at_table and fights is not Fights.OFF:
        return Fights.PODS
    if fights is not Fights.AUTO:
        return fights
    return Fights.ROUND_ROBIN if people <= MOST_IN_A_USUAL_ROUND_ROBIN else Fights.SWISS


def fights_each(kind: Fights, people: int, swiss_rounds: int) -> int:
    """Return how many fights each of so many people has; in a bracket, how many its winner has."""
    match kind:
        case Fights.OFF:
            return 0
        case Fights.SWISS | Fights.PODS:
            return swiss_rounds
        case Fights.BRACKET:
            return (people - 1).bit_length()
        case _:
            return people - 1


def fights_of_format(format_: Format) -> Callable[[Fights, int, int], str]:
    """Return the function that says how many fights a format has, and of how many minutes: after a draft or alone."""
    if format_.is_played:
        return battles_of_kind
    return fights_of_kind if format_.brings_decks else then_in_words


def fights_of_kind(kind: Fights, count: int, minutes: int) -> str:
    """Return how many fights there are, and of how many minutes, as the beginning of a sentence."""
    if kind is Fights.OFF:
        return gettext("No fights are fought")
    if kind is Fights.BRACKET:
        words = gettext("A bracket with fights of %(minutes)s minutes") if minutes else gettext("A bracket of fights")
    elif minutes:
        words = ngettext("%(count)s fight of %(minutes)s minutes", "%(count)s fights of %(minutes)s minutes", count)
    else:
        words = ngettext("%(count)s fight", "%(count)s fights", count)
    return words % {"count": count, "minutes": minutes}


def then_in_words(kind: Fights, count: int, minutes: int) -> str:
    """Return how many fights follow a draft, and of how many minutes, as the beginning of a sentence."""
    if kind is Fights.OFF:
        return gettext("No fights follow")
    if kind is Fights.BRACKET:
        words = gettext("Then a bracket with fights of %(minutes)s minutes") if minutes else gettext("Then a bracket")
    elif minutes:
        words = ngettext(
            "Then %(count)s fight of %(minutes)s minutes", "Then %(count)s fights of %(minutes)s minutes", count
        )
    else:
        words = ngettext("Then %(count)s fight", "Then %(count)s fights", count)
    return words % {"count": count, "minutes": minutes}


def form_in_words(form: FightForm) -> str:
    """Return words for a form of teams or of more than two: "Two-Headed Giant"; "" where one fights one other."""
    return translated(form.name) if form.fighters > 1 or form.at_table else ""


BEST_OF = {3: _("best of three")}
"""Words for a fight of several games, by the number of games."""


def limits_in_words(format_: Format) -> dict[int, str]:
    """Return words for each limit of damage but the usual one of a draft (R17); none for a game that counts no damage.

    Decks that are brought along are built for another limit.
    """
    in_words = format_.game.words.get("damage limit in words")
    usual = None if format_.brings_decks else NightSettings().damage_limit
    return {limit: translated(in_words.filled(limit=limit)) for limit in DAMAGE_LIMITS if in_words and limit != usual}


def sharings_in_words(format_: Format) -> dict[str, str]:
    """Return the sentence about the cards for each way to share them; nothing where there are none to share."""
    sharings = {
        Policy.EQUAL.value: gettext("Afterwards the cards are shared."),
        Policy.RANDOM.value: gettext("Afterwards the cards are shared at random."),
        Policy.KEEP.value: gettext("Everybody keeps their cards."),
    }
    return sharings if format_.shares else {}


def picks_in_words(draft: Draft) -> str:
    """Return the sentence about own picks that are in sight during packs; "" where they are not."""
    if draft.own_picks != OwnPicks.OPEN:
        return ""
    return gettext("Your own picks stay in sight while packs are drafted. The others do not see them.")


def sharing_in_words(night: NightSettings) -> str:
    """Return the sentence about the cards to which fighters agree by joining (R19)."""
    if night.sharing == Policy.KEEP:
        return gettext("By joining you agree that everyone keeps their own cards.")
    if night.sharing == Policy.RANDOM:
        return gettext("By joining you agree that all cards are shared at random at the end.")
    return gettext("By joining you agree that all cards are shared equally at the end.")
