"""The types of the messages from clients: a text frame is decoded into one of them, or refused."""

from collections.abc import Callable, Iterable
from functools import reduce
from operator import or_
from typing import Annotated, Any, get_args

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, ValidationError

from drafts import metrics
from drafts.importers.decks.lists import LONGEST_LIST, listed_cards
from drafts.models import Reason
from drafts.rules.building import MOST_IN_A_DECK, MOST_OF_A_LAND, BuiltDeck
from drafts.rules.cards import CardId
from drafts.rules.errors import Refusal
from drafts.rules.fights.acts import SetTo
from drafts.rules.games.rome.moves import LONGEST_MOVE, read_move
from drafts.rules.night.commander_choice import LONGEST_COMMANDER
from drafts.rules.planes import DieFace

LONGEST_ID = 64
MOST_IN_A_PLANAR_DECK = 200
"""As many cards as a message about a planar deck names, at most."""
MOST_CARDS = 60
MOST_WISHES = 720
LARGEST_NUMBER = 2**31
LONGEST_ROUND_TRIP = 60_000
LARGEST_CHANGE = 1000
LARGEST_VALUE = 10_000
MOST_SIDES = 12
LONGEST_AGE = 86_400.0

Number = Annotated[int, Meta(ge=0, lt=LARGEST_NUMBER)]
Card = Annotated[CardId, Meta(ge=0, lt=LARGEST_NUMBER)]
Cards = Annotated[tuple[Card, ...], Meta(max_length=MOST_CARDS)]
MainDeck = Annotated[tuple[Card, ...], Meta(max_length=MOST_IN_A_DECK)]
CardNumberText = Annotated[str, Meta(min_length=1, max_length=LONGEST_ID)]
LandName = Annotated[str, Meta(max_length=LONGEST_ID)]
ManyCards = Annotated[tuple[Card, ...], Meta(max_length=MOST_WISHES)]


class BadMessage(Exception):
    """A frame that is JSON but no message. `id` is the request's name if that much could be read."""

    def __init__(self, request: str | None = None) -> None:
        super().__init__("bad message")
        self.request = request


class NotJson(Exception):
    """A frame that is not JSON text at all."""


class Heard(Struct, frozen=True, tag_field="type"):
    """A message from a client; its kind stands under the key `type`. Unknown keys are ignored."""


class Request(Heard, frozen=True):
    """A message that is answered: `id` is the name that the client gave it."""

    id: Annotated[str, Meta(min_length=1, max_length=LONGEST_ID)]

    def __post_init__(self) -> None:
        """Raise ValueError for a name with characters that cannot be seen."""
        if not self.id.isprintable():
            raise ValueError("an id is printable")

    @property
    def kind(self) -> str:
        """The kind of the message, which is that of the move that it asks for."""
        return str(self.__struct_config__.tag)

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of that move, by the names that they have there."""
        return {name: value for name, value in msgspec.structs.asdict(self).items() if name != "id"}


class Choose(Request, frozen=True, tag="choose", rename={"pass_number": "pass"}):
    """All cards that the fighter chooses in a pass; round and pass say which one they saw."""

    round: Number
    pass_number: Number
    cards: Cards


class Done(Request, frozen=True, tag="done", rename={"pass_number": "pass"}):
    """The fighter has placed what a pass of paper packs demands; round and pass say which one they saw."""

    round: Number
    pass_number: Number


class Mark(Heard, frozen=True, tag="mark"):
    """Cards that are chosen but not confirmed: what the server takes if time runs out.

    `age`: how many seconds ago the device was tapped for them, at most a day. Of two devices of a seat the younger tap
    counts, whichever arrives last: a device that was offline sends again only what was tapped meanwhile, with its age.
    """

    cards: Cards
    age: Annotated[float, Meta(ge=0)] = 0.0

    @property
    def seconds_ago(self) -> float:
        """The age, or a day where it is more."""
        return min(self.age, LONGEST_AGE)


class CallJudge(Request, frozen=True, tag="call_judge"):
    """A call for a judge. A call about a card names it, except in a draft with paper packs."""

    reason: Reason
    card: Annotated[Any, Meta(extra_json_schema={"type": ["integer", "null"]})] = None

    def __post_init__(self) -> None:
        """Raise ValueError for a card that cannot be one; in a call about something else it is ignored."""
        Request.__post_init__(self)
        if self.reason != Reason.CARD:
            msgspec.structs.force_setattr(self, "card", None)
        elif self.card is not None and (type(self.card) is not int or not 0 <= self.card < LARGEST_NUMBER):
            raise ValueError("a card is a number")


class Ready(Request, frozen=True, tag="ready"):
    """The fighter is ready: in the lobby to begin, in the review to go on.

    A review ends when all fighters have said so, at its deadline, or by the organizer.
    """


class Here(Request, frozen=True, tag="here"):
    """The fighter presses "I'm here": they need not hurry any more. Any other request does the same."""


class Return(Request, frozen=True, tag="return"):
    """The fighter presses "I'm back": the bot leaves their seat. `not_allowed` where no bot has it."""


class BuildDeck(Request, frozen=True, tag="deck"):
    """The whole deck as its fighter wants it, legal or not. Other cards of the pool are the sideboard.

    `seen` is the version of the deck that was shown. Of free lands that `basics` leaves out the deck has none. Where
    decks are brought along, `list` is the list of it, a card on each line. With a `fight` it is the deck for the next
    games of that fight (M23): it has to be legal, and `seen` is of `match`.
    """

    seen: Number
    main: MainDeck | UnsetType = UNSET
    basics: Annotated[
        dict[LandName, Annotated[int, Meta(ge=0, le=MOST_OF_A_LAND)]], Meta(max_length=MOST_IN_A_DECK)
    ] = msgspec.field(default_factory=dict)
    command: MainDeck = ()
    list: Annotated[str, Meta(max_length=LONGEST_LIST)] | UnsetType = UNSET
    fight: Number | None = None

    def __post_init__(self) -> None:
        """Raise ValueError for a message that says no deck, or two."""
        Request.__post_init__(self)
        if (self.main is UNSET) is (self.list is UNSET):
            raise ValueError("a deck is said by its cards, or by a list")

    @property
    def fields(self) -> dict[str, Any]:
        """The deck, and the version that was seen. Raises BadList for lines of a list that are none."""
        if self.list is not UNSET:
            return {"deck": BuiltDeck(listed=listed_cards(self.list)), "seen": self.seen}
        main = () if self.main is UNSET else self.main
        return {"deck": BuiltDeck(main, self.command, tuple(self.basics.items())), "seen": self.seen}

    @property
    def meant(self) -> "BuildDeck | ChangeDeck":
        """The message itself, or with a fight the one that is about it."""
        if self.fight is None:
            return self
        return ChangeDeck(self.id, self.fight, self)


class Register(Request, frozen=True, tag="register"):
    """Register the deck of the version that was `seen`, in place of what was registered before."""

    seen: Number


class ChooseAvatar(Request, frozen=True, tag="avatar"):
    """The avatar that the fighter wants, by its number, in place of an earlier choice; with a `fight`, for that alone.

    `avatar_not_offered`: it is not one of theirs. `avatar_fixed`: it stays from now on.
    """

    number: Annotated[str, Meta(min_length=1, max_length=LONGEST_ID)]
    fight: Number | None = None

    @property
    def fields(self) -> dict[str, Any]:
        """The number of the avatar."""
        return {"number": self.number}

    @property
    def meant(self) -> "ChooseAvatar | ChooseFightAvatar":
        """The message itself, or with a fight the one that is about it."""
        return self if self.fight is None else ChooseFightAvatar(self.id, self.fight, self.number)


class ChoosePlanar(Request, frozen=True, tag="planar"):
    """The cards of the fighter's own planar deck, by their numbers, in place of an earlier choice (M38).

    `planar_deck_small`: they are fewer than ten. `planar_duplicate`: one is there twice. `type_not_in_deck`: one is no
    plane. `not_in_pool`: the event has no such card.
    """

    numbers: Annotated[tuple[CardNumberText, ...], Meta(max_length=MOST_IN_A_PLANAR_DECK)]


class NameCommander(Request, frozen=True, tag="commander"):
    """The name of the fighter's commander, in place of an earlier one (M35).

    `no_commander`: a loaded card of that name cannot be one.
    """

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_COMMANDER)]


class AtFight(Request, frozen=True):
    """A request about a fight."""

    fight: Number


class ChooseFightAvatar(AtFight, frozen=True, tag="avatar"):
    """An `avatar` message about a fight. It is read as `ChooseAvatar`."""

    number: str


class ChangeDeck(AtFight, frozen=True, tag="side"):
    """A `deck` message about a fight. No client sends it under this type."""

    said: BuildDeck

    @property
    def fields(self) -> dict[str, Any]:
        """The fight, and what the message says. Raises BadList for lines of a list that are none."""
        return {"fight": self.fight, **self.said.fields}


class Count(AtFight, frozen=True, tag="count"):
    """Change a counter of a fighter in the fight: `by` so much, or `to` a value; one of them is there.

    Of a counter of a `pair`, `from` is the other fighter: damage by their commander, which takes as much life too.
    `bad_amount`: the counter, or what it takes from, cannot become that.
    """

    fighter: Number
    counter: Annotated[str, Meta(max_length=LONGEST_ID)]
    by: Annotated[int, Meta(gt=-LARGEST_CHANGE, lt=LARGEST_CHANGE)] | None = None
    to: Annotated[int, Meta(gt=-LARGEST_VALUE, lt=LARGEST_VALUE)] | None = None
    source: Number | None = msgspec.field(default=None, name="from")

    def __post_init__(self) -> None:
        """Raise ValueError unless just one of the two is there."""
        Request.__post_init__(self)
        if (self.by is None) == (self.to is None):
            raise ValueError("a count has `by` or `to`")

    @property
    def fields(self) -> dict[str, Any]:
        """The change, or the value, under one name."""
        by = self.by if self.to is None else SetTo(self.to)
        told = {"fight": self.fight, "fighter": self.fighter, "counter": self.counter, "by": by}
        return told if self.source is None else {**told, "source": self.source}


class UndoCount(AtFight, frozen=True, tag="undo"):
    """Take back the last act in a game of a fight, of any actor: a count, or any message from `out` to `walk`.

    Where nothing was done in a game yet, it takes back the end of the game before. An `out` that ended a game, or has
    led to a result that waits, takes that with it.
    """


class GoOut(AtFight, frozen=True, tag="out"):
    """Fighters are out of the game: the sender, who concedes it, or fighters of other sides that have `lost`.

    An official may name any. The game is won by a side that is left alone, and drawn where nobody is. A game that
    decides the fight is a result, which is final if a side that has lost or an official says so. With `game`, from 1,
    it is `stale` in any other game: both sides may say at once how a game has ended.
    """

    fighters: Annotated[tuple[Number, ...], Meta(min_length=1, max_length=MOST_SIDES)]
    game: Number | None = None


class Spare(AtFight, frozen=True, tag="spare"):
    """A card keeps a fighter in the game who has `lost`: `lost` is null until that counter changes."""

    fighter: Number


class RolledDice(AtFight, frozen=True, tag="rolled"):
    """The fighters rolled dice themselves, and this one has won and chooses.

    `stale` once it is said who goes first, and after game 1.
    """

    fighter: Number


class GoFirst(AtFight, frozen=True, tag="first"):
    """This fighter goes first in a game, says the one who chooses (else `not_your_turn`).

    `stale`: another game, or something was counted in it, a turn passed or the planar die was rolled.
    """

    game: Number
    fighter: Number


class PassTurn(AtFight, frozen=True, tag="turn"):
    """The turn of this `number` is over and the next begins; with `extra`, that fighter has one more right after it.

    Of several extra turns the one that was made last comes first. `stale`: another turn. `not_allowed`: no turns are
    marked in this fight.
    """

    number: Number
    extra: Number | None = None


class RollDie(AtFight, frozen=True, tag="roll"):
    """Roll the planar die in a turn, after so many `rolls` in it; with a `face` it was rolled at the table.

    `not_your_turn`: it is another side's turn. `stale`: another turn, or another number of rolls. `not_allowed`: the
    fight is on no plane.
    """

    turn: Number
    rolls: Number
    face: DieFace | None = None


class LeavePlane(AtFight, frozen=True, tag="walk"):
    """Planeswalk without a roll: from a phenomenon, or since a card says so. `walked` planes were left so far.

    Refused as `roll` is.
    """

    walked: Number


class EndGame(AtFight, frozen=True, tag="game"):
    """The result of a game in a fight that goes on; `winner` is null for a drawn game.

    Games count from 1. The next begins with all counters at their start. The same again changes nothing; another game
    is `stale`; a game that decides the fight is `not_allowed`, since that is a `result`.
    """

    game: Number
    winner: Number | None


class EnterResult(AtFight, frozen=True, tag="result"):
    """How the fight has ended, by one of its sides; `winner` null is a draw.

    The same from another side confirms it, a different one disputes it: then the organizer decides.
    """

    winner: Number | None
    score: Annotated[tuple[Number, ...], Meta(min_length=2, max_length=MOST_SIDES)]


class ConfirmResult(AtFight, frozen=True, tag="confirm"):
    """Agree with the result that another side has entered."""


class DisputeResult(AtFight, frozen=True, tag="dispute"):
    """Disagree with the result that another side has entered: then the organizer decides."""


class Play(AtFight, frozen=True, tag="play"):
    """A move of a battle, as a line: `place In f3`. `turn` and `phase` are those that the sender saw.

    `stale`: they are past. `bad_message`: the line is none. The other refusals are checked in the order of the codes of
    battles (docs/protocol.md).
    """

    turn: Number
    phase: Annotated[str, Meta(max_length=LONGEST_ID)]
    move: Annotated[str, Meta(max_length=LONGEST_MOVE)]

    def __post_init__(self) -> None:
        """Raise ValueError for a line that no battle knows."""
        Request.__post_init__(self)
        try:
            read_move(self.move)
        except Refusal as fault:
            raise ValueError("that is no move") from fault

    @property
    def fields(self) -> dict[str, Any]:
        """The move, before it is known whose it is."""
        return {"seat": None, "how": "chosen", "move": self.move, "turn": self.turn, "phase": self.phase}


class OfBattle(AtFight, frozen=True):
    """A request about a battle, whose move has a shorter name than the message."""

    @property
    def kind(self) -> str:
        """The kind of the move."""
        return super().kind.removesuffix("_back")

    @property
    def fields(self) -> dict[str, Any]:
        """The fields without the fight, which is the battle's."""
        return {name: value for name, value in super().fields.items() if name != "fight"}


class AskBack(OfBattle, frozen=True, tag="ask_back"):
    """Ask whether all may go back to the start of a turn: of this one, or of the one before (else `nothing_to_undo`).

    It is done once all others who are no bots agree; any move ends the request.
    """

    to: Number


class AnswerBack(OfBattle, frozen=True, tag="answer_back"):
    """Answer the request of this number. `stale`: it is not open any more. One who refuses ends it."""

    ask: Number
    agree: bool


class Resign(OfBattle, frozen=True, tag="resign"):
    """Give up the own line: it is as destroyed (V29, V53)."""


class Wish(Request, frozen=True, tag="wish"):
    """Cards that a fighter would like when all are shared out, the most wanted first. It replaces the wishes before."""

    cards: ManyCards


class Take(Request, frozen=True, tag="take"):
    """Take a card of the pool, as the fighter whose turn it is."""

    card: Card


class Swap(Request, frozen=True, tag="swap"):
    """Offer a card of one's own for a card of another fighter."""

    give: Card
    want: Card


class AtSwap(Request, frozen=True):
    """A request about a swap that was offered."""

    swap: Number


class Accept(AtSwap, frozen=True, tag="accept"):
    """Accept an offer, as the holder of the card that is wanted. `stale`: it is not open any more."""


class Decline(AtSwap, frozen=True, tag="decline"):
    """Decline an offer, as the holder of the card that is wanted."""


class Withdraw(AtSwap, frozen=True, tag="withdraw"):
    """Take an offer back, as the fighter who made it."""


class Resync(Heard, frozen=True, tag="resync"):
    """The client wants its whole state."""


class Ping(Heard, frozen=True, tag="ping"):
    """A sign that the client is there. `ms`: how many milliseconds the answer to the ping before took, or null.

    A client pings every ten seconds at least, and every two in the last six seconds of a pass in which its fighter has
    still to choose: a client that was silent for four at the deadline counts as cut off.
    """

    ms: Annotated[object, Meta(extra_json_schema={"type": ["integer", "null"]})] = None

    def __post_init__(self) -> None:
        """Forget what cannot be a measured time."""
        if type(self.ms) is not int or not 0 <= self.ms <= LONGEST_ROUND_TRIP:
            msgspec.structs.force_setattr(self, "ms", None)

    @property
    def round_trip(self) -> int | None:
        """The measured milliseconds, or None."""
        return self.ms if isinstance(self.ms, int) else None


FightMessage = (
    Count
    | UndoCount
    | EndGame
    | GoOut
    | Spare
    | RolledDice
    | GoFirst
    | PassTurn
    | RollDie
    | LeavePlane
    | EnterResult
    | ConfirmResult
    | DisputeResult
)
DeckMessage = BuildDeck | Register | ChooseAvatar | ChoosePlanar | NameCommander
BattleMessage = Play | AskBack | AnswerBack | Resign
ShareMessage = Wish | Take | Swap | Accept | Decline | Withdraw
Message = (
    Choose
    | Done
    | Mark
    | CallJudge
    | Ready
    | Here
    | Return
    | DeckMessage
    | FightMessage
    | BattleMessage
    | ShareMessage
    | Resync
    | Ping
)
_ANYTHING = msgspec.json.Decoder()


class Reader:
    """Reads frames as messages of the kinds that it has learnt."""

    kinds: tuple[type[Heard], ...] = ()

    def learn(self, kinds: Iterable[type[Heard]]) -> None:
        """Read these messages too from now on."""
        self.kinds = tuple(dict.fromkeys((*self.kinds, *kinds)))
        self.decode: Callable[[str], Heard] = msgspec.json.Decoder(reduce(or_, self.kinds)).decode
        self.names = {kind: str(kind.__struct_config__.tag) for kind in self.kinds}
        metrics.frames.of.update(dict.fromkeys(self.names.values(), 0))


READER = Reader()
READER.learn(get_args(Message))


def parse(text: str) -> Heard:
    """Read a frame. Raises NotJson, or BadMessage for JSON that is no message."""
    try:
        message = READER.decode(text)
    except ValidationError as fault:
        raise BadMessage(_name_in(text)) from fault
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise NotJson from fault
    metrics.frames.of[READER.names[type(message)]] += 1
    return message.meant if isinstance(message, BuildDeck | ChooseAvatar) else message


def request_of(text: str) -> str | None:
    """Return the request's name of a frame that is not read any further, if it has one."""
    try:
        return _name_in(text)
    except NotJson:
        return None


def _name_in(text: str) -> str | None:
    """Return a message's name where it has a proper one. Raises NotJson."""
    try:
        frame = _ANYTHING.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise NotJson from fault
    name = frame.get("id") if isinstance(frame, dict) else None
    return name if isinstance(name, str) and 0 < len(name) <= LONGEST_ID and name.isprintable() else None
