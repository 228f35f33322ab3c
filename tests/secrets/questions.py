"""Questions about cards, to which the answer must be the same for all cards that the asker does not hold."""

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.secrets.observers import ObservedClient
from tests.secrets.transcript import CardAnswer, Transcript
from tests.secrets.truth import Truth

Question = Callable[[ObservedClient, int], dict[str, Any]]
NO_SUCH_CARDS = (0, 2**31 - 1)


def _choose(client: ObservedClient, *cards: int) -> dict[str, Any]:
    table = client.state["table"]
    return {"type": "choose", "round": table["round"], "pass": table["pass"], "cards": list(cards)}


def _with_own(client: ObservedClient, card: int) -> dict[str, Any]:
    own = [held["id"] for held in client.state["you"]["pack"] if held["id"] != card]
    return _choose(client, *own[: max(1, sum(client.state["you"]["must_choose"].values()) - 1)], card)


QUESTIONS: Mapping[str, Question] = {
    "choose it alone": _choose,
    "choose it with own cards": _with_own,
    "choose it twice": lambda client, card: _choose(client, card, card),
    "choose it in the next pass": lambda client, card: (
        _choose(client, card) | {"pass": client.state["table"]["pass"] + 1}
    ),
    "call a judge for it": lambda client, card: {"type": "call_judge", "reason": "legion_rare", "card": card},
}


def ask_about(client: ObservedClient, cards: Sequence[int]) -> None:
    """Put every question about every card, which the asker does not hold, and mark it; then look at one's view."""
    for card in cards:
        for shape, question in QUESTIONS.items():
            note_answer(client, shape, card, question(client, card))
        client.send({"type": "mark", "cards": [card]})
    client.resync()


def note_answer(client: ObservedClient, shape: str, card: int, question: dict[str, Any]) -> None:
    """Put a question about a card, and keep what is answered."""
    observer, transcript = client.observer, client.observer.transcript
    answer = json.dumps(client.ask(**question) | {"id": ""})
    said = CardAnswer(observer.name, shape, card, answer, transcript.now, observer.table, observer.seat)
    transcript.said.append(said)


def pester(client: ObservedClient) -> None:
    """Send what nobody can make sense of, and ask for the whole view again and again."""
    for text in ('{"type":"choose"}', "[]", '{"type":"show","cards":[1]}', '{"type":"mark","cards":["1"]}', "7"):
        client.send_text(text)
    for _ in range(10):
        client.resync()
    client.send({"type": "ping"})


def oracles(transcript: Transcript, truths: Mapping[int, Truth]) -> list[str]:
    """Return the questions that were answered one way for some cards that the asker did not know, and otherwise for
    others: each is a way to find cards by their ids.
    """
    answers: defaultdict[tuple[str, int, str], dict[str, int]] = defaultdict(dict)
    for said in transcript.said:
        truth, moment = truths[said.table], transcript.moments[said.at][said.table]
        opened = truth.packs.get((moment.round, said.seat), [])  # R9: a Legion Rare may be called for once it is placed
        if said.card not in {*truth.known(said.seat, moment), *opened}:
            answers[said.observer, said.at, said.shape].setdefault(said.answer, said.card)
    return [f"{observer} asked to {shape}: {told}" for (observer, _, shape), told in answers.items() if len(told) > 1]
