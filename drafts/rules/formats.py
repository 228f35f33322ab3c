"""Formats as data: how many packs, what is chosen in which pass, which way, how fast, and when one may look.

No other module knows the procedure of a draft. Which formats there are, and what their cards are, the games say
(`drafts/rules/games/`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from drafts.rules.building import Builder
from drafts.rules.cards import BlankCard, CardId
from drafts.rules.decks import Cards, Deck, DeckSource
from drafts.rules.fights.forms import FightForm, OwnCounter
from drafts.rules.games.base import CardGame, Game
from drafts.rules.night.rights import LogOpens
from drafts.rules.night.seating import FEWEST_AT_A_TABLE, table_sizes
from drafts.rules.night.stages import DRAFT_NIGHT, Stage
from drafts.rules.wording import Wording, gettext_noop


class Direction(StrEnum):
    """Which way the packs go: left is clockwise, to seat i + 1 (R11); right is to seat i - 1 (R14)."""

    LEFT = "left"
    RIGHT = "right"

    @property
    def step(self) -> int:
        """The number to add to a seat's number to find the seat that receives its pack."""
        return 1 if self is Direction.LEFT else -1


class Deal(StrEnum):
    """The use of packs in a format: `PASS` drafts them round by round, `KEEP` lets each fighter keep theirs.

    Where they are kept, all are opened at the organizer's signal. `NONE`: no packs are opened, and no cards of a loaded
    set take part.
    """

    PASS = "pass"  # noqa: S105  # packs are passed on: this is no password
    KEEP = "keep"
    NONE = "none"


class Pace(StrEnum):
    """How fast a table drafts; `OFF` times nothing."""

    OFF = "off"
    BRISK = "brisk"
    STANDARD = "standard"
    RELAXED = "relaxed"


@dataclass(frozen=True, slots=True)
class Quota:
    """How many cards are due: cards with the trait that the format features, cards without it, and any cards."""

    featured: int = 0
    plain: int = 0
    any: int = 0
    total: int = field(init=False, repr=False, compare=False)
    """How many cards are due in all."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", self.featured + self.plain + self.any)


@dataclass(frozen=True, slots=True)
class PassRule:
    """The cards due in one pass, from a set that guarantees a featured card in each pack and from one that does not.

    The `called` quotas hold once a judge has verified a card of the format's `call_for`; a pass without them knows no
    such call. Raises ValueError for a quota of no cards, since such a pass would never end, and for a `called` quota
    that is smaller than the usual one, since placed cards are not taken back.
    """

    guaranteed: Quota
    unguaranteed: Quota
    called_guaranteed: Quota | None = None
    called_unguaranteed: Quota | None = None

    def __post_init__(self) -> None:
        quotas = (self.guaranteed, self.unguaranteed, self.called_guaranteed, self.called_unguaranteed)
        if any(quota is not None and quota.total < 1 for quota in quotas):
            raise ValueError("in each pass at least one card is chosen")
        if (self.called_guaranteed is None) != (self.called_unguaranteed is None):
            raise ValueError("a verified call has a quota for both kinds of sets or for none")
        called = ((self.guaranteed, self.called_guaranteed), (self.unguaranteed, self.called_unguaranteed))
        if any(more is not None and more.total < usual.total for usual, more in called):
            raise ValueError("with a verified call no fewer cards are chosen than without")

    @property
    def allows_call(self) -> bool:
        """Whether a judge can be called for a card in this pass."""
        return self.called_guaranteed is not None

    def quota(self, *, guaranteed: bool, called: bool) -> Quota:
        """Return what is due from a pack of that kind."""
        usual = self.guaranteed if guaranteed else self.unguaranteed
        if not called:
            return usual
        return (self.called_guaranteed if guaranteed else self.called_unguaranteed) or usual


ONE_CARD = PassRule(guaranteed=Quota(any=1), unguaranteed=Quota(any=1))


@dataclass(frozen=True, slots=True)
class RoundRule:
    """One round: the direction, the rule of each pass (the last one goes on), and whether a review follows."""

    direction: Direction
    passes: tuple[PassRule, ...]
    review_after: bool = False

    def rule(self, pass_number: int) -> PassRule:
        """Return the rule of a pass, counted from 1."""
        return self.passes[pass_number - 1] if pass_number < len(self.passes) else self.passes[-1]

    def last_pass(self, cards: int, *, guaranteed: bool, called: bool, pass_number: int = 1) -> int:
        """Return the pass in which a pack becomes empty that holds so many cards before the pass `pass_number`."""
        while (cards := cards - self.rule(pass_number).quota(guaranteed=guaranteed, called=called).total) > 0:
            pass_number += 1
        return pass_number


SecondsToChoose = Callable[[Pace, int, int, int], int]
"""The seconds for one timed pass, by the pace, the usual size of a pack, the cards in hand (2 or more), those due."""


def untimed(pace: Pace, pack_size: int, in_hand: int, due: int) -> int:
    """Return no time, as a format in which nothing is chosen has it."""
    return 0


PACKS_EACH = range(1, 13)
PICKS = range(1, 4)
"""The numbers that an event can settle, where its format leaves that open."""


class NoCards(LookupError):
    """A format that deals no cards was asked for the game of its cards."""


@dataclass(frozen=True, slots=True)
class Format:
    """A way to play a night of a game.

    `deal` says what becomes of packs; only a format that passes them has `rounds`. `pack_size` is the usual one;
    `deck_size` is what the packs add up to then. `fighters` is the fewest and the most at a table. `featured` is the
    trait of which `Quota.featured` counts cards, and `call_for` the trait of cards that a judge may be called for in a
    round's first pass; both may be empty. The organizer can end a review after `review_least` seconds; where the event
    sets no other time it lasts `review_seconds`. `sample` is the code of the set that comes with the project, for
    practice. Under `few` fighters at a table packs come round often. Its fights have one of the `forms`, and are the
    best of `best_of` games: the first form and so many games, unless the event says otherwise. The log opens at
    `log_opens`, unless the event says otherwise. `may_show_picks`: an event can let fighters look at their own piles
    while packs are drafted. `deck_source` is the origin of its decks; where they are built, there are `build_minutes`
    for it, unless the event says otherwise. `stages` are those of a night, from the lobby to the end. Where an event
    has to name what is counted in its fights, `own_form` makes their form. Where it settles how many packs each fighter
    opens, and how many cards a pick has, `rounds_of` makes the rounds; `varied` are these two numbers where an event
    has settled others. Of packs that are kept each fighter has `kept`, or as many as the event settles. `announces`: an
    event says which decks may be brought, such as those of Modern, and `lister` checks their lists, where an event asks
    for them (M30), and one of the `listers`, by forms, those of fights in that form (M35). `bots_fight`: bots are
    paired like people. A format that is not `offered` stands on no page yet.
    """

    slug: str
    name: str
    game: Game
    forms: tuple[FightForm, ...]
    fighters: tuple[int, int]
    usual_fighters: int
    deal: Deal = Deal.PASS
    rounds: tuple[RoundRule, ...] = ()
    pack_size: int = 0
    deck_size: int = 0
    seconds_to_choose: SecondsToChoose = untimed
    sample: str = ""
    featured: str = ""
    call_for: str = ""
    review_seconds: int = 120
    review_least: int = 0
    few: int = 0
    best_of: int = 1
    log_opens: LogOpens = LogOpens.DRAFTED
    may_show_picks: bool = False
    deck_source: DeckSource = DeckSource.PILE
    build_minutes: int = 0
    stages: tuple[Stage, ...] = DRAFT_NIGHT
    own_form: Callable[[OwnCounter], FightForm] | None = None
    rounds_of: Callable[[int, int], tuple[RoundRule, ...]] | None = None
    varied: tuple[int, int] | None = None
    kept: int = 0
    announces: bool = False
    lister: Builder | None = None
    listers: tuple[tuple[str, Builder], ...] = ()
    bots_fight: bool = False
    offered: bool = True

    def __hash__(self) -> int:
        """Hash by the slug: hashing all fields is slow."""
        return hash(self.slug)

    @property
    def packs(self) -> int:
        """The number of packs that each fighter opens."""
        return self.kept or len(self.rounds)

    @property
    def is_played(self) -> bool:
        """Whether its fights are played on this site, in battles."""
        return self.forms[0].played

    @property
    def keeps(self) -> bool:
        """Whether each fighter keeps the packs that they open (M11)."""
        return self.deal is Deal.KEEP

    @property
    def settles_packs(self) -> bool:
        """Whether an event settles how many packs each fighter opens."""
        return self.keeps or self.rounds_of is not None

    @property
    def brings_decks(self) -> bool:
        """Whether fighters bring their own decks along (M30)."""
        return self.deck_source is DeckSource.LISTED

    @property
    def cards(self) -> CardGame | None:
        """The game of the cards that are dealt; None where none are."""
        return self.game if isinstance(self.game, CardGame) and self.deal is not Deal.NONE else None

    @property
    def avatar_game(self) -> CardGame | None:
        """The game of the avatars that its fighters can have (M26); None where there are none."""
        return self.game if isinstance(self.game, CardGame) and self.game.avatar_of is not None else None

    @property
    def plane_game(self) -> CardGame | None:
        """The game of the planes on which its fights can be fought (M38); None where there are none."""
        return self.game if isinstance(self.game, CardGame) and self.game.plane_of is not None else None

    @property
    def card_game(self) -> CardGame:
        """The game of the cards that are dealt, for code that has such a card. Raises NoCards where none are."""
        if self.cards is None:
            raise NoCards(self.slug)
        return self.cards

    @property
    def builder(self) -> Builder | None:
        """How fighters build their decks of what they drafted or opened; None where they do not."""
        return self.cards.builder if self.cards is not None and self.deck_source is DeckSource.BUILT else None

    @property
    def hands_in(self) -> bool:
        """Whether fighters have decks of record: they build them, or can be asked for lists of those they bring."""
        return self.builder is not None or self.lister is not None

    @property
    def team(self) -> int:
        """The number of neighbours who are a side of a fight together (M34)."""
        return self.forms[0].fighters

    @property
    def shares(self) -> bool:
        """Whether a night of this format can end with a sharing of the cards."""
        return Stage.SHARING in self.stages

    def round(self, number: int) -> RoundRule:
        """Return the rule of a round, counted from 1."""
        return self.rounds[number - 1]

    def form(self, slug: str | None, damage_limit: int, own: OwnCounter | None = None) -> FightForm:
        """Return a form of its fights as an event with this limit fights it; None: the first. Raises KeyError.

        An event that has named a counter of its `own` fights by that, where the format lets it.
        """
        if own is not None and self.own_form is not None:
            return self.own_form(own)
        form = self.forms[0] if slug is None else {each.slug: each for each in self.forms}[slug]
        return form.limited_to(damage_limit)

    def needs_one_table(self, *, listed: bool) -> bool:
        """Whether all sit at one table: packs that are `listed` and passed go round a single one."""
        return listed and not self.keeps

    def can_seat(self, size: int) -> bool:
        """Whether a table can have so many fighters: whole teams."""
        fewest, most = self.fighters
        return fewest <= size <= most and size % self.team == 0

    def table_sizes(self, fighters: int, wanted: int, *, listed: bool) -> list[int]:
        """Return the sizes of the tables at which so many fighters sit, as near the wanted one as possible (R1).

        There are none for fewer than two whole teams, or a team that is not full.
        """
        if fighters < FEWEST_AT_A_TABLE * self.team or fighters % self.team:
            return []
        if self.needs_one_table(listed=listed):
            return [fighters]
        return table_sizes(fighters, wanted, self.fighters[1], self.team)

    def deck_of_pile(self, pile: Cards, *, complete: bool, starter: CardId | None) -> Deck:
        """Return the deck that a pile makes, beginning with the card that its fighter has chosen for that, if any.

        `complete`: the draft is over. Raises NoCards where no cards are dealt.
        """
        return self.card_game.deck_of(pile, self.deck_size, complete).starting_with(starter)

    def with_packs(self, packs: int, picks: int) -> "Format":
        """Return the format with so many packs for each fighter and so many cards a pick; 0: as usual.

        One that always has the same packs is unchanged.
        """
        packs, picks = packs or self.packs, picks or self.picks
        if self.keeps and packs != self.kept:
            return replace(self, kept=packs, deck_size=packs * self.pack_size, varied=(packs, 0))
        if self.rounds_of is None or self.rounds == (rounds := self.rounds_of(packs, picks)):
            return self
        return replace(self, rounds=rounds, deck_size=packs * self.pack_size, varied=(packs, picks))

    def fought_as(self, slug: str, team_limit: int = 0) -> "Format":
        """Return the format with this form of fights as its first; "": as usual. Raises KeyError for none of its forms.

        With a `team_limit` teams share the counter that can be lost at it (`FightForm.shared_at`). A table has two
        teams or more, and one that is a fight has as many fighters as that can have (`FightForm.at_table`).
        """
        chosen = {form.slug: form for form in self.forms}[slug or self.forms[0].slug].shared_at(team_limit)
        if chosen == self.forms[0]:
            return self
        others = (form for form in self.forms if form.slug != chosen.slug)
        most, usual = chosen.at_table or (self.fighters[1], self.usual_fighters)
        fighters = max(self.fighters[0], 2 * chosen.fighters), most - most % chosen.fighters
        fought = replace(self, forms=(chosen, *others), fighters=fighters, usual_fighters=usual)
        return replace(
            fought, best_of=chosen.games or self.best_of, lister=dict(self.listers).get(chosen.slug, self.lister)
        )

    def with_players(self, players: int) -> "Format":
        """Return the format with so many sides in each battle; the format itself where none are played (V52)."""
        form = self.forms[0]
        return replace(self, forms=(replace(form, sides=players), *self.forms[1:])) if form.played else self

    @property
    def picks(self) -> int:
        """The cards of the first pick of a round; 0 for a format without rounds."""
        return self.round(1).rule(1).guaranteed.total if self.rounds else 0

    def cut_to(self, rounds: int) -> "Format":
        """Return the format with only its first rounds, as a draft that was stopped has opened them."""
        return self if rounds >= len(self.rounds) else replace(self, rounds=self.rounds[:rounds])

    def blank_card(self, *, featured: bool) -> BlankCard:
        """Return a card of a paper pack; one in each pack stands for the card that its set guarantees.

        Any of them may be one that a judge is called for (R9): only those at the table see it.
        """
        stands_for = {self.call_for, *((self.featured,) if featured else ())}
        return BlankCard(stands_for=frozenset(stands_for - {""}))

    def uneven(self, people: int) -> Wording | None:
        """Return why so many people cannot be seated as teams (M34), None where they can."""
        if self.team > 1 and people < 2 * self.team:
            return gettext_noop("A table needs two teams of %(size)s.", size=self.team)
        if people % self.team:
            return gettext_noop("Teams of %(size)s: %(more)s more needed.", size=self.team, more=-people % self.team)
        return None

    def hint(self, people: int, sizes: Sequence[int]) -> Wording | None:
        """Return what a lobby should say of so many people, at tables of these sizes, before they are seated (M1)."""
        if people and (uneven := self.uneven(people)) is not None:
            return uneven
        if sizes and min(sizes) < self.few:
            return gettext_noop("With so few fighters packs will come round often.")
        return None
