"""The types of the API's responses, from which the OpenAPI document is made."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from ninja import Field, Schema

from drafts.api.paging import Page
from drafts.rules.games.registry import CARD_GAMES, FORMATS, GAMES


def _any_of(words: Iterable[str]) -> str:
    return " or ".join(f"`{word}`" for word in words)


class Fault(Schema):
    """The reason for a refusal."""

    code: str = Field(description="A word for programs, such as `not_found`.")
    message: str = Field(description="The same for people, in English.")


class Error(Schema):
    """Every refusal."""

    error: Fault


class Index(Schema):
    """Where to begin."""

    version: int = Field(description="The version of the API: 1.")
    openapi: str = Field(description="The address of the description that you are reading.")
    sets: str = Field(description="The address of all sets.")
    events: str = Field(description="The address of the events of the token's account.")


class CardSet(Schema):
    """A set that can be drafted."""

    code: str = Field(description="The code of the set, such as `SMP01`.")
    name: str
    game: str = Field(description=f"The game of its cards: {_any_of(CARD_GAMES)}.")
    cards: int = Field(description="How many cards it has.")


class Sets(Page):
    """Sets, by code."""

    items: list[CardSet]


class Card(Schema):
    """A card as it is printed. Beside these it has the facts of its game, called as in messages of the socket."""

    model_config = {"extra": "allow"}

    number: str = Field(description="Its number, such as `SMP01/001`; no other card of any set has it.")
    name: str
    rarity: str | None = Field(description="Null where none is on record.")
    text: str | None = Field(description="Its effect, as it is printed.")
    text_read: list[list[str | None]] | None = Field(
        description="The text in pieces: what is read, and what is printed instead or null. Null where nothing differs."
    )
    kin: str = Field(description="The word that cards of one look have in common.")
    image: str | None = Field(description="The address of its picture on this site; null without one.")


class Cards(Page):
    """Cards of a set, by number."""

    items: list[Card]


class Figure(Schema):
    """A figure, and how many observations it comes from."""

    value: float | None = Field(description="Null where nothing was observed.")
    n: int = Field(description="The number of observations.")


class CardStatistics(Schema):
    """The statistics of a card from finished drafts. docs/statistics.md defines each figure."""

    number: str = Field(description="The number of the card.")
    name: str
    opened: Figure = Field(description="Cards in packs that were opened.")
    seen: Figure = Field(description="Once for each fighter and physical card.")
    taken: Figure = Field(description="Cards that were chosen.")
    average_taken_at: Figure = Field(description="In passes, from 1.")
    average_last_seen_at: Figure = Field(description="In passes, from 1: the last in which a fighter had it in hand.")
    first_choice_rate: Figure = Field(description="From 0 to 1: taken in pass 1, of those opened.")
    wheel_rate: Figure = Field(description="From 0 to 1: still there when the pack came back, of those passed on.")
    last_choice_rate: Figure = Field(description="From 0 to 1: alone in hand, of those taken.")
    results: Figure = Field(description="From 0 to 1: fights won, of those fought by decks that held it.")


class Statistics(Page):
    """The figures of a set's cards, by number, over the finished drafts that were asked for."""

    set: str = Field(description="The code of the set.")
    drafts: int = Field(description="How many drafts were counted.")
    fighters: int = Field(description="How many fighters took part in them, without bots.")
    waiting: int = Field(description="How many finished drafts with public logs will be counted in some seconds.")
    items: list[CardStatistics]


class UnitStatistics(Schema):
    """The figures of a kind of units in battles."""

    kind: str = Field(description="Two letters, such as `Ar`.")
    name: str
    played: int = Field(description="How many came into a line.")
    killed: int = Field(description="Units killed; a killed unit counts for each unit that hit it.")
    lost: int = Field(description="How many were killed themselves.")
    worth: Figure = Field(description="Kills for each one that came into a line.")
    won: Figure = Field(description="From 0 to 1: stood with the winner, of those in battles with one winner.")


class BattleEnds(Schema):
    """How many battles ended in each way."""

    destroyed: int = Field(description="An attack destroyed a line.")
    resigned: int = Field(description="A player gave up, or left the event.")
    ranked: int = Field(description="Ended as it stood: by the organizer, by the clock, or after a number of turns.")


class BattlesByRules(Schema):
    """The figures of battles by the same rules. docs/statistics.md defines each figure."""

    players: int
    rear: bool = Field(description="Whether there is a rear row.")
    commands: bool = Field(description="Whether commands are played.")
    decks: str = Field(description="`common` or `own`.")
    end: str = Field(description="`first` or `last`: the line with which a battle ends.")
    events: int = Field(description="How many events were counted.")
    battles: int
    first_turn: Figure = Field(
        description="From 0 to 1: won by the player with the first turn, of those with one winner."
    )
    turns: Figure = Field(description="The median number of turns, of battles that came to their first one.")
    ends: BattleEnds
    units: list[UnitStatistics]


class BattlesStatistics(Page):
    """The figures of battles of finished events, by their rules, those most played first."""

    waiting: int = Field(description="How many finished events with public logs will be counted in some seconds.")
    items: list[BattlesByRules]


class Event(Schema):
    """A game night. Moments are in UTC."""

    code: str = Field(description="Six letters and digits.")
    name: str
    game: str = Field(description=f"{_any_of(GAMES)}.")
    format: str = Field(description=f"{_any_of(FORMATS)}.")
    form: str = Field(description="The form of its fights, such as `duel` or `two-headed-giant`.")
    packs: str = Field(description="`generated`, `uploaded` or `paper`.")
    sets: list[str] = Field(description="The codes of the sets, round by round.")
    phase: str = Field(description="`lobby`, `opening`, `drafting`, `building`, `fighting`, `sharing` or `finished`.")
    stopped: bool = Field(description="Whether the draft was stopped before its end.")
    imported: bool = Field(description="Whether it was drafted on another installation.")
    fighters: int = Field(description="How many take part, with bots.")
    tables: int = Field(description="How many tables there are; 0 before the start.")
    starts_at: datetime | None = Field(description="When it is planned to begin.")
    created: datetime
    started: datetime | None
    drafted: datetime | None = Field(description="When all tables had drafted.")
    finished: datetime | None
    log: str | None = Field(description="The address of its log; null as long as it is closed to you.")


class Events(Page):
    """The events of an account, the newest first."""

    items: list[Event]


class Log(Schema):
    """The log of an event, the same document as `log.json`: docs/log.schema.json has every field of it.

    It is enough to rebuild what every fighter saw at every pass. More may be added to each part.
    """

    model_config = {"extra": "allow"}

    version: int = Field(description="The version of the document: 1.")
    event: dict[str, Any] = Field(description="Facts of the event: settings, moments, seed.")
    tables: list[dict[str, Any]] = Field(description="Each with its seats, packs, picks and calls for a judge.")
    entries: list[dict[str, Any]] = Field(description="The acts of the organizer and the judges, in words.")
    history: list[dict[str, Any]] = Field(description="Everything that changed a table, in order.")
    undone: list[dict[str, Any]] = Field(description="Picks that were taken back.")
    fights: list[dict[str, Any]] = Field(description="Each with its round, sides, counts and result.")
    shares: list[dict[str, Any]] = Field(description="Cards that went to another fighter when they were shared.")
    decks: list[dict[str, Any]] = Field(description="The deck of each seat.")
