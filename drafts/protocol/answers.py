"""The small answers: stored for good, nothing changed, still here."""

from collections.abc import Callable, Mapping, Sequence

import orjson
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from drafts import metrics
from drafts.languages import sentence_lazy, translated
from drafts.protocol.messages.states import Sent
from drafts.rules.cards import CardId
from drafts.rules.errors import (
    AvatarMissing,
    BadCount,
    BadScore,
    BattlePaused,
    DuplicateInDeck,
    NoListHere,
    NotInOwnPool,
    NotYourChoice,
    NotYourRoll,
    NoWinner,
    PlanarDeckSmall,
    Refusal,
    RoundPaused,
    SharingPaused,
    StaleAsk,
    StaleChoice,
    StaleDeck,
    StaleFight,
    StaleGame,
    StaleOffer,
    StaleRound,
    StaleTurn,
    Worded,
)
from drafts.rules.games.registry import GAMES
from drafts.rules.games.rome.refusals import NOT_YOUR_TURN, STALE, NotYourMove, StaleMoment
from drafts.services.avatars import missing_avatars
from drafts.services.planes import few_planes

WORDS = {
    "bad_message": _("The server did not understand that. Load the page again."),
    "not_a_fighter": _("Only the fighters of this event can do that."),
    "not_drafting": _("Nothing is chosen at this moment."),
    "paused": _("The draft is paused."),
    "stale": _("The packs have gone on."),
    "already_chosen": _("You have chosen already."),
    "wrong_count": _("That is not the number of cards that you choose now."),
    "not_in_pack": _("That card is not in your hand."),
    "duplicate_card": _("You chose the same card twice."),
    "not_allowed": _("That is not possible now."),
    "not_your_fight": _("Only its fighters can do that."),
    "fight_over": _("That fight is over. The organizer or a judge can correct its result."),
    "bad_amount": _("It cannot be that many."),
    "not_confirmed": _("No result of the other side waits for you now. Look again."),
    "not_your_turn": _("It is somebody else's turn."),
    "not_in_pool": _("That card cannot be taken now."),
    "deck_locked": _("Registered; change it between games."),
    "deck_too_small": _("The deck has too few cards."),
    "too_many_copies": _("There are too many copies of a card."),
    "deck_wrong_size": _("The deck does not have as many cards as it has to."),
    "no_commander": _("The deck has no commander."),
    "outside_identity": _("A card has a colour that the commander does not have."),
    "type_not_in_deck": _("That card is not part of a deck."),
    "avatar_not_offered": _("Choose one of yours."),
    "avatar_fixed": _("It stays for the match."),
    "avatar_missing": _("Not everybody here has an avatar yet."),
    "planar_deck_small": _("A planar deck has at least ten planes."),
    "planar_duplicate": _("That plane is in it twice."),
    "rate_limited": _("That was too much at once. Wait a moment."),
}
WORDS_OF: Mapping[type[Refusal], str | Promise] = {
    RoundPaused: sentence_lazy("fights.roundPaused"),
    SharingPaused: _("The sharing is paused."),
    StaleRound: _("The fights are in another round."),
    StaleFight: _("There is no such fight. Load the page again."),
    StaleGame: _("The fight is at another game."),
    BadCount: _("The counter does not go that far. Look at the number again."),
    BadScore: _("That score does not fit who won, or the number of games."),
    NoWinner: _("This fight needs a winner: it cannot be a draw."),
    NotYourChoice: _("Another side chooses who goes first."),
    NotYourRoll: _("It is another side's turn: that side rolls the planar die and goes on."),
    StaleChoice: _("It is settled already who goes first."),
    StaleTurn: _("The game is at another turn already."),
    StaleOffer: _("That offer is not open any more."),
    StaleAsk: _("That is not asked any more."),
    BattlePaused: _("The battle is paused."),
    StaleMoment: _(STALE),
    NotYourMove: _(NOT_YOUR_TURN),
    StaleDeck: _("Another device has changed the deck."),
    NoListHere: _("Decks are built of a pool here: no list is taken."),
    NotInOwnPool: _("That card is not in your pool."),
    DuplicateInDeck: _("That card is in the deck twice."),
}
"""Words of refusals that say more than their code does."""
as_payload: Callable[[Sent], bytes] = orjson.dumps
"""Return a message as the payload of a frame: JSON in UTF-8."""
CODES = (*WORDS, *(code for game in GAMES.values() for code in game.refusals))


def words_of(code: str) -> str:
    """Return what a refusal's code says to people: a sentence of all games, or else of the one that has it."""
    if code in WORDS:
        return str(WORDS[code])
    return translated({code: words for game in GAMES.values() for code, words in game.refusals.items()}[code])


def words_of_refusal(refused: Refusal) -> str:
    """Return what a refusal of the rules says to people."""
    if isinstance(refused, Worded):
        return translated(refused.words)
    if isinstance(refused, AvatarMissing) and refused.names:
        return missing_avatars(refused.names)
    if isinstance(refused, PlanarDeckSmall):
        return few_planes(refused)
    words = WORDS_OF.get(type(refused))
    return words_of(refused.code) if words is None else str(words)


def ack(request: str, seq: int) -> bytes:
    """Return "what you asked for is stored for good"."""
    return as_payload({"type": "ack", "id": request, "seq": seq})


def error(request: str | None, code: str) -> bytes:
    """Return "nothing was changed", with the reason for people."""
    return _error(request, code, words_of(code))


def _error(request: str | None, code: str, words: str) -> bytes:
    """Return the error of every refusal, and count it."""
    metrics.count_refusal(code)
    return as_payload({"type": "error", "id": request, "code": code, "message": words})


def refusal(request: str | None, refused: Refusal) -> bytes:
    """Return the error for a refusal of the rules."""
    return _error(request, refused.code, words_of_refusal(refused))


def pong(seq: int) -> bytes:
    """Return the answer to a ping, with the newest `seq`, so that a client notices what it missed."""
    return as_payload({"type": "pong", "seq": seq})


def marked(cards: Sequence[CardId]) -> bytes:
    """Return what a seat has marked, for its devices."""
    return as_payload({"type": "marked", "cards": cards})


def ended(reason: str) -> bytes:
    """Return why the connection is closed next, as `messages.states.Ended` has it; `moved`: to another device."""
    return as_payload({"type": "ended", "reason": reason})
