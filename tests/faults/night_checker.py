"""Compares what clients saw of the fights and the sharing with the stored acts and what the site says at last.

It knows nothing of the server but its messages, its two files, and the rows of its acts: what came of the fights it
works out anew. To add a check, write a function that is given the night and yields what is wrong, in words, and
put it into `CHECKS`.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from tests.clients.views import Frame
from tests.databases import Database
from tests.faults.after_draft import fighter_of
from tests.faults.fights import Fights
from tests.faults.recording import Asked, Recording

ANSWERS = ("accept", "decline", "withdraw")
MAY_CHANGE_NOTHING = {"game", "result", "wish", "swap", *ANSWERS}  # said again it is so already
AFTER_DRAFT = {*MAY_CHANGE_NOTHING, "count", "undo", "confirm", "dispute", "take"}
GIVING = {"begin", "take", "take_for", "turn_over"}
OWN = {"yours", "wishes", "swaps", "closed"}

_ACTS = """
    SELECT stage.stage, stage.number, act.version, act.fighter, act.kind, act.text, act.request
    FROM drafts_stageact act JOIN drafts_eventstage stage ON act.stage_id = stage.id
    JOIN drafts_event event ON stage.event_id = event.id
    WHERE event.code = '{code}' ORDER BY stage.id, act.version
"""


class Act(NamedTuple):
    """One act as it is stored. `number` is that of the table whose cards are shared, 0 for fights."""

    stage: str
    number: int
    version: int
    fighter: int | None
    kind: str
    text: str
    request: str

    @property
    def asked(self) -> str:
        """The line without the cards that others were given after it, which nobody asks for."""
        return self.text.split(" ", 1)[0] if self.kind == "take" else self.text

    @property
    def given(self) -> dict[int, int]:
        """The fighters who were given cards that they did not choose, by card."""
        words = (word.split(":") for word in self.text.split() if ":" in word)
        return {int(card): int(fighter) for card, fighter in words} if self.kind in GIVING else {}


def read_acts(database: Database, code: str) -> list[Act]:
    """Read all acts of a night, stage by stage."""
    return [Act(*row) for row in database.rows(_ACTS.format(code=code))]


@dataclass(frozen=True)
class Night:
    """The stored acts of a night, `standings.json` and `shares.json` as they are at last, and what all clients saw."""

    acts: Sequence[Act]
    standings: Sequence[Frame]
    shares: Sequence[Frame]
    recordings: Sequence[Recording]

    @cached_property
    def fights(self) -> Fights:
        """The fights as their acts make them."""
        return Fights((act.fighter, act.kind, act.text) for act in self.acts if act.stage == "fighting")

    @cached_property
    def owners(self) -> dict[int, int]:
        """The owner of each card in the end."""
        people = [person for table in self.shares for person in table["people"]]
        return {card["id"]: person["fighter"] for person in people for card in person["cards"]}

    def acts_of(self, kind: str) -> list[Act]:
        return [act for act in self.acts if act.kind == kind]

    def asked(self) -> Iterator[tuple[Recording, int | None, Asked]]:
        """Yield what was asked after the draft, with the fighter who did, None for the organizer."""
        for recording in self.recordings:
            me = fighter_in(recording)
            for asked in recording.requests():
                if asked.message["type"] in AFTER_DRAFT:
                    yield recording, me, asked


Check = Callable[[Night], Iterable[str]]


def night_findings(night: Night) -> list[str]:
    """Return what is wrong, in words."""
    return [fault for check in CHECKS for fault in check(night)]


def acknowledged_and_lost(night: Night) -> Iterator[str]:
    """An acknowledged act is stored once, as it was asked; or somebody had said it before, and it changed nothing."""
    stored: defaultdict[str, list[Act]] = defaultdict(list)
    for act in night.acts:
        stored[act.request].append(act)
    said = {(act.fighter, act.kind, act.asked) for act in night.acts}
    for recording, me, asked in night.asked():
        name, wanted = asked.message["id"], (me, asked.message["type"], line_of(asked.message))
        found = [(act.fighter, act.kind, act.asked) for act in stored.get(name, ())]
        if asked.ack and found != [wanted] and (found or wanted[1] not in MAY_CHANGE_NOTHING or wanted not in said):
            yield f"{recording.who}: {asked.message} was acknowledged, and what is stored is {found}"


def stored_and_not_acknowledged(night: Night) -> Iterator[str]:
    """The device that gave an act its name was told that the act is stored."""
    acked = {(me, asked.message["id"]) for _, me, asked in night.asked() if asked.ack}
    for act in night.acts:
        if act.request and (act.fighter, act.request) not in acked:
            yield f"nobody was told that {act} is stored"


def doubled(night: Night) -> Iterator[str]:
    """No request is stored twice, no round begins twice, and no version is made twice or left out."""
    named = Counter((act.fighter, act.request) for act in night.acts if act.request)
    yield from (f"{name} is stored {count} times" for name, count in named.items() if count > 1)
    numbers = [int(act.text.split()[0]) for act in night.acts_of("round")]
    if numbers != list(range(1, len(numbers) + 1)):
        yield f"the rounds {numbers} began"
    versions: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
    for act in night.acts:
        versions[act.stage, act.number].append(act.version)
    for stage, made in versions.items():
        if made != list(range(2, len(made) + 2)):
            yield f"{stage}: the versions {made} were made"


def strange_fights(night: Night) -> Iterator[str]:
    """All that was shown of a fight was so at some time, and no screen went back."""
    yield from night.fights.faults
    for recording in night.recordings:
        reached: Counter[int] = Counter()
        for view in recording.views():
            state = view.state
            if state["event"]["phase"] != "fighting":
                continue
            for shown in (*([state["fight"]] if state.get("fight") else []), *state.get("pairings", ())):
                number = shown["fight"]
                place = night.fights.place_of(shown, after=reached[number])
                if place is None:
                    yield f"{recording.who}: fight {number} was shown as {shown} at {state['seq']}, which it never was"
                else:
                    reached[number] = place


def strange_standings(night: Night) -> Iterator[str]:
    """The standings say what the fights were, and in the end they are the same on all screens."""
    for place in night.standings:
        told = {name: place[name] for name in ("won", "drawn", "lost", "points")}
        if told != night.fights.standing(place["fighter"]):
            yield f"{place['name']} has {told}, and fought {night.fights.standing(place['fighter'])}"
    for recording in night.recordings:
        table, me, shown = recording.table, fighter_in(recording), recording.last.get("standings", [])
        wanted = [place for place in night.standings if recording.role == "host" or place["table"] in (0, table)]
        if me is not None and not any(place["fighter"] == me for place in wanted):
            wanted = []
        if shown != wanted:
            yield f"{recording.who} ends with the standings {shown}, and they are {wanted}"


def unequal_shares(night: Night) -> Iterator[str]:
    """No fighter has more than one card more than another, neither in all nor of a rarity before they swapped (R19)."""
    for table in night.shares:
        rarities = {card["id"]: card["rarity"] for person in table["people"] for card in person["cards"]}
        dealt = {card: night.owners[card] for card in rarities}
        agreed = [answer for answer in answers_in(night, table["table"]) if answer.kind == "accept"]
        for _, _, other, fighter, give, want in reversed(agreed):
            if (dealt.get(give), dealt.get(want)) != (other, fighter):
                yield f"table {table['table']}: {give} and {want} were swapped, and are not where they went"
            dealt |= {give: fighter, want: other}
        for of in ("", *set(rarities.values())):
            counts = Counter(dict.fromkeys((person["fighter"] for person in table["people"]), 0))
            counts.update(owner for card, owner in dealt.items() if of in ("", rarities[card]))
            if max(counts.values()) - min(counts.values()) > 1:
                yield f"table {table['table']}: the shares of {of or 'all cards'} are {dict(counts)}"
        for act in night.acts:
            if (act.stage, act.number) == ("sharing", table["table"]):
                if act.kind == "take" and dealt.get(int(act.asked)) != act.fighter:
                    yield f"table {table['table']}: {act.fighter} took {act.asked}, and does not have it"
                for card, fighter in act.given.items():
                    if dealt.get(card) != fighter:
                        yield f"table {table['table']}: {fighter} was given {card}, and does not have it"


def strange_shares(night: Night) -> Iterator[str]:
    """In the end everybody sees their own cards, and nobody was ever shown what is somebody else's alone."""
    wished = {(me, tuple(asked.message["cards"])) for _, me, asked in night.asked() if asked.message["type"] == "wish"}
    for recording in night.recordings:
        me = fighter_in(recording)
        own = {card for card, owner in night.owners.items() if owner == me}
        shown = {card["id"] for card in recording.last.get("share", {}).get("yours", ())}
        if shown != own:
            yield f"{recording.who} ends with the cards {sorted(shown)}, and has {sorted(own)}"
        for view in recording.views():
            for share in (view.state.get("share") or {}, *view.state.get("shares", ())):
                if me is None and OWN & share.keys():
                    yield f"{recording.who} was shown what is a fighter's own: {sorted(OWN & share.keys())}"
                elif share.get("wishes") and (me, tuple(share["wishes"])) not in wished:
                    yield f"{recording.who} was shown wishes that they never said: {share['wishes']}"
                elif any(me not in (swap["fighter"], swap["other"]) for swap in offers_in(share)):
                    yield f"{recording.who} was shown an offer between others"


def lost_answers(night: Night) -> Iterator[str]:
    """An offer is ended once, by the one who may, and in the end no screen shows it as one that could be accepted."""
    for table in night.shares:
        where, ended = f"table {table['table']}", Counter[int]()
        for answer in answers_in(night, table["table"]):
            ended[answer.offer] += 1
            if ended[answer.offer] > 1:
                yield f"{where}: offer {answer.offer} was ended {ended[answer.offer]} times"
            if (answer.by == answer.offered_by) != (answer.kind == "withdraw"):
                yield f"{where}: {answer.kind} by {answer.by}, and {answer.offered_by} had made offer {answer.offer}"
        for recording in night.recordings:
            share = recording.last.get("share") or {}
            for swap in share.get("swaps", ()) if share.get("table") == table["table"] else ():
                if swap.get("swap") in ended:
                    yield f"{recording.who} ends with offer {swap['swap']}, which was ended"


CHECKS: tuple[Check, ...] = (
    acknowledged_and_lost,
    stored_and_not_acknowledged,
    doubled,
    strange_fights,
    strange_standings,
    unequal_shares,
    strange_shares,
    lost_answers,
)

# How it is found out ------------------------------------------------------------------------------------------------


def fighter_in(recording: Recording) -> int | None:
    """Return the number of the fighter whose recording this is, None for everybody else."""
    return fighter_of(recording.last) if recording.role == "fighter" else None


def line_of(message: Frame) -> str:
    """Return the line in which an act is stored (docs/notation.md)."""
    match message["type"]:
        case "count":
            return f"{message['fight']} {message['fighter']} {message['counter']} {message['by']:+}"
        case "game":
            return f"{message['fight']} {message['game']} {message['winner'] or 'draw'}"
        case "result":
            return f"{message['fight']} {message['winner'] or 'draw'} {','.join(map(str, message['score']))}"
        case "wish":
            return " ".join(map(str, message["cards"]))
        case "swap":
            return f"{message['give']} {message['want']}"
        case kind:
            return str(message[{"take": "card", **dict.fromkeys(ANSWERS, "swap")}.get(kind, "fight")])


class Answer(NamedTuple):
    """How an offer to swap ended, by whom, and what it was."""

    offer: int
    kind: str
    by: int
    offered_by: int
    give: int
    want: int


def answers_in(night: Night, table: int) -> Iterator[Answer]:
    """Yield how offers at a table ended, in order."""
    offers: list[tuple[int, int, int]] = []
    for act in night.acts:
        if (act.stage, act.number) == ("sharing", table) and act.fighter is not None:
            if act.kind == "swap":
                give, want = map(int, act.text.split())
                offers.append((act.fighter, give, want))
            elif act.kind in ANSWERS:
                yield Answer(int(act.text), act.kind, act.fighter, *offers[int(act.text) - 1])


def offers_in(share: Frame) -> list[Frame]:
    """Return the offers that a share shows, those too that came to nothing."""
    return [*share.get("swaps", ()), *share.get("closed", ())]
