"""The night after a draft, with everybody looking on: the fights, wishes, the sharing of the cards, and swaps (R19)."""

from collections.abc import Iterator
from itertools import pairwise

from tests.clients.views import Frame, Until, phase_is
from tests.secrets.observed_event import ObservedEvent
from tests.secrets.observers import ObservedClient
from tests.secrets.truth import Shared

TURNS_SEEN = 8
WISHED = 4
LOOKED_AT = 5
DECK, LANDS = 23, 17
NO_CARD = 9_999


def play_night(observed: ObservedEvent) -> None:
    """Lead a night from its decks to its end."""
    go_on(observed, "building", "fighting")
    observed.look_around()
    wish(observed)
    fight_round(observed)
    while not observed.watchers[1].state["round"]["last"]:
        begin_round(observed, observed.watchers[1].state["round"]["number"] + 1)
        fight_round(observed)
    go_on(observed, "fighting", "sharing")
    for table in observed.watchers:
        share(observed, table)
        swap(observed, table)
    observed.look_at_the_event()
    go_on(observed, "sharing", "finished")


def begin_round(observed: ObservedEvent, number: int) -> None:
    observed.act("next-round", lambda state: state["round"]["number"] == number, round=number)


def go_on(observed: ObservedEvent, before: str, after: str) -> None:
    observed.act("next-stage", phase_is(after), confirm="next", **{"from": before})


def fighter_of(client: ObservedClient) -> int:
    state = client.state
    return int(next(one["fighter"] for one in state["table"]["seats"] if one["seat"] == state["you"]["seat"]))


def ids(cards: list[Frame]) -> list[int]:
    return [card["id"] for card in cards]


# The fights -----------------------------------------------------------------------------------------------------------


def fight_round(observed: ObservedEvent) -> None:
    """Let the first of each two be hurt and lose; the last fight is disputed, and the organizer decides it."""
    pairs = list(pairs_of(observed))
    for loser, winner in pairs:
        fight, hurt = observed.clients[loser].state["fight"], fighter_of(observed.clients[loser])
        number, best = {"fight": fight["fight"]}, fighter_of(observed.clients[winner])
        for by in (loser, winner):
            observed.ask(by, type="count", fighter=hurt, counter="damage", by=1, **number)
        observed.ask(winner, type="undo", **number)
        score = [int(side["fighter"] == best) for side in fight["sides"]]
        observed.ask(winner, type="result", winner=best, score=score, **number)
        if (loser, winner) == pairs[-1]:
            observed.ask(loser, type="dispute", **number)
            observed.act("result", confirmed(fight["fight"]), winner=best, **number)
        else:
            observed.ask(loser, type="confirm", **number)
        pry(observed, fight)


def confirmed(fight: int) -> Until:
    """Return what says of a view whether the result of a fight is final there."""

    def is_final(state: Frame) -> bool:
        results = [pairing["result"] for pairing in state["pairings"] if pairing["fight"] == fight]
        return any(result and result["confirmed"] for result in results)

    return is_final


def pairs_of(observed: ObservedEvent) -> Iterator[tuple[str, str]]:
    """Yield the names of those who fight each other."""
    names = {fighter_of(client): name for name, client in observed.clients.items()}
    fights = [client.state["fight"] for client in observed.clients.values()]
    sides = {tuple(side["fighter"] for side in fight["sides"]) for fight in fights if fight and not fight["result"]}
    yield from ((names[one], names[other]) for one, other in sorted(pair for pair in sides if len(pair) == 2))


def pry(observed: ObservedEvent, fight: Frame) -> None:
    """Let those who do not fight it ask for what they may not do."""
    mine = {side["fighter"] for side in fight["sides"]}
    for client in (observed.watchers[1], *observed.clients.values()):
        if "you" not in client.state or fighter_of(client) not in mine:
            answer = client.ask(type="confirm", fight=fight["fight"])
            assert answer["code"] in ("not_a_fighter", "not_your_fight"), answer


# A match --------------------------------------------------------------------------------------------------------------


def register_decks(observed: ObservedEvent) -> None:
    """Let everybody register a deck of the first cards of their pool."""
    for name, client in observed.clients.items():
        observed.ask(name, type="deck", seen=1, main=playable(client)[:DECK], basics={"Plains": LANDS})
        observed.ask(name, type="register", seen=2)


def play_match(observed: ObservedEvent, loser: str, winner: str) -> None:
    """Let one lose two games, and between them change their deck for this match alone, while all look on (M23)."""
    client, other = observed.clients[loser], observed.clients[winner]
    fight = {"fight": client.state["fight"]["fight"]}
    given_up = {"type": "out", "fighters": [fighter_of(client)], **fight}
    observed.ask(loser, **given_up)
    taken, *main = client.state["you"]["deck"]["match"]["main"]
    put = next(card for card in playable(client) if card not in (taken, *main))
    observed.ask(loser, type="deck", seen=1, main=[*main, put], basics={"Plains": LANDS}, **fight)
    observed.look_at_the_event()
    observed.each(lambda observer: observer.visit(f"/events/{observed.code}/deck/build/?fight={fight['fight']}"))
    answers = [
        other.ask(type="deck", seen=1, main=[*playable(other)[:DECK], card], basics={"Plains": LANDS}, **fight)
        for card in (put, taken, NO_CARD)
    ]
    assert [answer["code"] for answer in answers] == ["not_in_pool"] * 3
    assert len({answer["message"] for answer in answers}) == 1, answers
    for one in (observed.watchers[1], *observed.host.clients):
        answer = one.ask(type="deck", seen=1, main=[], **fight)
        assert answer["code"] in ("not_a_fighter", "not_your_fight"), answer
    observed.ask(loser, **given_up)


def playable(client: ObservedClient) -> list[int]:
    """Return the cards of a fighter's pool that may lie in the main deck."""
    return [card["id"] for card in client.state["you"]["pile"] if card["type_line"] != "Conspiracy"]


# The sharing ----------------------------------------------------------------------------------------------------------


def wish(observed: ObservedEvent) -> None:
    """Let everybody wish for cards that another fighter of their table has drafted: nobody else may hear of it."""
    piles = {name: ids(client.state["you"]["pile"]) for name, client in observed.clients.items()}
    for place, (name, client) in enumerate(observed.clients.items()):
        others = [other for other, one in observed.clients.items() if one.table == client.table and other != name]
        cards = piles[others[-1]][place : place + WISHED]
        note_wish(observed, name, cards)
        observed.ask(name, type="wish", cards=cards)


def note_wish(observed: ObservedEvent, name: str, cards: list[int]) -> None:
    """Note what a fighter is about to say that they wish for, beside what they said before."""
    client = observed.clients[name]
    wished = {(card, fighter_of(client)) for card in cards}
    before = observed.shared.get(client.table, Shared())
    observed.shared[client.table] = before._replace(wishes=before.wishes | wished)
    observed.settle()


def share(observed: ObservedEvent, table: int) -> None:
    """Let everybody take a card in turn; for who has no phone here the organizer does."""
    names = {fighter_of(client): name for name, client in observed.clients.items() if client.table == table}
    for turn in range(TURNS_SEEN):
        state = next(one for one in observed.hosts_view()["shares"] if one["table"] == table)
        if state["turn"] is None:
            return
        if turn == LOOKED_AT:
            observed.look_around(at_all=True)
        take(observed, table, state, names.get(state["turn"]))


def take(observed: ObservedEvent, table: int, state: Frame, name: str | None) -> None:
    """Let the fighter whose turn it is take the first card, or the organizer for somebody without a name here."""
    card, before = state["pool"][0]["id"], observed.watchers[table].seq
    if name:
        observed.ask(name, type="take", card=card)
    else:
        observed.act("share-for", lambda seen: seen["seq"] > before, table, fighter=state["turn"], card=card)


def swap(observed: ObservedEvent, table: int) -> None:
    """Let two offer each other what they have: an offer comes to nothing, one is agreed to, the others stay open."""
    clients = {name: client for name, client in observed.clients.items() if client.table == table}
    holders = [name for name, client in clients.items() if client.state["share"]["yours"]]
    for one, other in pairwise(holders):
        give, want = (ids(clients[name].state["share"]["yours"])[0] for name in (one, other))
        offer = (fighter_of(clients[one]), fighter_of(clients[other]), give, want)
        before = observed.shared[table]
        observed.shared[table] = before._replace(swaps=before.swaps | {offer})
        observed.settle()
        observed.ask(one, type="swap", give=give, want=want)
    asked = [(name, swap) for name, client in clients.items() for swap in client.state["share"]["swaps"]]
    if len(asked) > 2:
        name, offered = asked.pop()
        kind = "decline" if offered["other"] == fighter_of(clients[name]) else "withdraw"
        observed.ask(name, type=kind, swap=offered["swap"])
    for name, offered in asked[:2]:
        if offered["other"] == fighter_of(clients[name]):
            observed.ask(name, type="accept", swap=offered["swap"])
            break
