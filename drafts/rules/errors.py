"""Why a move is refused: one tree, each leaf with the code that the protocol sends.

Refusal
├── NotDrafting        not_drafting
├── Paused             paused
│   ├── RoundPaused        paused              the round of the fights
│   ├── BattlePaused       paused              a battle that is played here
│   └── SharingPaused      paused              the turns of the sharing
├── Stale              stale               that pass is over
│   ├── StaleRound         stale               the fights are in another round
│   ├── StaleFight         stale               there is no such fight
│   ├── StaleGame          stale               the fight is at another game
│   ├── StaleChoice        stale               M22: who goes first is settled
│   ├── StaleTurn          stale               M39, M40: the game is at another turn, roll or plane
│   ├── StaleAsk           stale               that request to go back is not open
│   ├── StaleOffer         stale               that offer to swap is not open
│   └── StaleDeck          stale               another device has changed the deck
├── AlreadyChosen      already_chosen
├── NotAllowed         not_allowed         not this fighter's to do, or not now
├── ReviewMinimum      review_minimum      M8: the review has not yet lasted as long as the format wants
├── NoSuchThing        bad_message         what a fight does not know: a fighter, or a counter of another game
├── NotYourFight       not_your_fight
├── FightOver          fight_over          its result is confirmed: only the organizer reopens it
├── BadAmount          bad_amount          a number that cannot be
│   ├── BadCount           bad_amount          a counter cannot become that
│   ├── BadScore           bad_amount          a score that does not fit the winner or the number of games
│   └── NoWinner           bad_amount          a draw in a fight that must be won
├── NotConfirmed       not_confirmed       no result of the other side waits
├── NotYourTurn        not_your_turn       R19: another fighter takes the next card
│   ├── NotYourChoice      not_your_turn       M22: another side chooses who goes first
│   └── NotYourRoll        not_your_turn       M39: it is another side's turn
├── NotInPool          not_in_pool         R19: that card is not to be had now
│   └── NotInOwnPool       not_in_pool         M15: the fighter has no such card
│       └── NotInOwnList       not_in_pool         M23: their registered list has fewer of that card
├── DeckLocked         deck_locked         M20: time is up, or the fights have begun
├── DeckTooSmall       deck_too_small      M14
├── TooManyCopies      too_many_copies     M16: more than four of a card in a deck that was brought along; M35: than one
├── DeckWrongSize      deck_wrong_size     M35: other than 100 cards with the commander
├── NoCommander        no_commander        M35: none is named, or a card that cannot be one
├── OutsideIdentity    outside_identity    M35: a card with a colour that the commander does not have
├── BadList            bad_message         M30: lines of a list that are none
├── NoListHere         bad_message         a list, where decks are built of a pool
├── TypeNotInDeck      type_not_in_deck    M18: a card that lies elsewhere
├── LandsNotFree       lands_not_free      M15: no land of that name is free
├── AvatarNotOffered   avatar_not_offered  M27: not one of those that the fighter may choose
├── AvatarFixed        avatar_fixed        M27: it stays from now on
├── AvatarMissing      avatar_missing      M27: not all of the fight have chosen
├── PlanarDeckSmall    planar_deck_small   M38: fewer than ten planes and phenomena
├── PlanarDuplicate    planar_duplicate    M38: the same plane twice
└── BadChoice
    ├── WrongCount         wrong_count         not as many cards as the pass demands
    ├── NotInPack          not_in_pack
    ├── DuplicateCard      duplicate_card      the same card twice in one choice
    │   └── DuplicateInDeck    duplicate_card      the same card twice in a deck
    ├── FeaturedRequired   trigger_required    R6, R9: the card that the format features must be among the chosen
    └── TooManyFeatured    too_many_triggers   R6

The wording for people is in `drafts/protocol/answers.py`.
"""

from collections.abc import Sequence
from typing import ClassVar

from drafts.rules.ids import FighterId
from drafts.rules.wording import Wording


class Refusal(Exception):
    """A move that the rules do not allow; nothing has changed."""

    code: ClassVar[str] = "not_allowed"


class NotDrafting(Refusal):
    code = "not_drafting"


class Paused(Refusal):
    code = "paused"


class RoundPaused(Paused):
    pass


class BattlePaused(Paused):
    pass


class SharingPaused(Paused):
    pass


class Stale(Refusal):
    code = "stale"


class StaleRound(Stale):
    pass


class StaleFight(Stale):
    pass


class StaleGame(Stale):
    pass


class StaleChoice(Stale):
    pass


class StaleTurn(Stale):
    pass


class StaleAsk(Stale):
    pass


class StaleOffer(Stale):
    pass


class StaleDeck(Stale):
    pass


class AlreadyChosen(Refusal):
    code = "already_chosen"


class NotAllowed(Refusal):
    code = "not_allowed"


class ReviewMinimum(Refusal):
    code = "review_minimum"


class NoSuchThing(Refusal):
    code = "bad_message"


class NotYourFight(Refusal):
    code = "not_your_fight"


class FightOver(Refusal):
    code = "fight_over"


class BadAmount(Refusal):
    code = "bad_amount"


class BadCount(BadAmount):
    pass


class BadScore(BadAmount):
    pass


class NoWinner(BadAmount):
    pass


class NotConfirmed(Refusal):
    code = "not_confirmed"


class NotYourTurn(Refusal):
    code = "not_your_turn"


class NotYourChoice(NotYourTurn):
    pass


class NotYourRoll(NotYourTurn):
    pass


class NotInPool(Refusal):
    code = "not_in_pool"


class NotInOwnPool(NotInPool):
    pass


class DeckLocked(Refusal):
    code = "deck_locked"


class Worded(Refusal):
    """A refusal whose words name what is wrong with a deck or a card."""

    def __init__(self, words: Wording) -> None:
        super().__init__(words)
        self.words = words


class NotInOwnList(Worded, NotInOwnPool):
    pass


class DeckTooSmall(Worded):
    code = "deck_too_small"


class TooManyCopies(Worded):
    code = "too_many_copies"


class DeckWrongSize(Worded):
    code = "deck_wrong_size"


class NoCommander(Worded):
    code = "no_commander"


class OutsideIdentity(Worded):
    code = "outside_identity"


class BadList(Worded):
    code = "bad_message"


class NoListHere(Refusal):
    code = "bad_message"


class TypeNotInDeck(Worded):
    code = "type_not_in_deck"


class LandsNotFree(Refusal):
    code = "lands_not_free"


class AvatarNotOffered(Refusal):
    code = "avatar_not_offered"


class AvatarFixed(Refusal):
    code = "avatar_fixed"


class PlanarDeckSmall(Refusal):
    """So many planes are in a planar deck that needs at least `least`."""

    code = "planar_deck_small"

    def __init__(self, count: int, least: int) -> None:
        super().__init__(count, least)
        self.count, self.least = count, least


class PlanarDuplicate(Refusal):
    code = "planar_duplicate"


class AvatarMissing(Refusal):
    """These fighters of a fight have no avatar yet; `names` are theirs, once they are known."""

    code = "avatar_missing"

    def __init__(self, fighters: Sequence[FighterId], names: Sequence[str] = ()) -> None:
        super().__init__(fighters)
        self.fighters, self.names = fighters, names


class BadChoice(Refusal):
    """The cards themselves are wrong."""


class WrongCount(BadChoice):
    code = "wrong_count"


class NotInPack(BadChoice):
    code = "not_in_pack"


class DuplicateCard(BadChoice):
    code = "duplicate_card"


class DuplicateInDeck(DuplicateCard):
    pass


class FeaturedRequired(BadChoice):
    code = "trigger_required"


class TooManyFeatured(BadChoice):
    code = "too_many_triggers"
