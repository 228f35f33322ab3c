"""Questions about cards, to which the answer must be the same for all cards that the asker does not hold."""

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.secrets.heard import Notebook, Said
from tests.secrets.spies import Line
from tests.secrets.truth import Truth

Question = Callable[[Line, int], dict[str, Any]]
NO_SUCH_CARDS = (0, 2**31 - 1)


def _choose(line: Line, *cards: int) -> dict[str, Any]:
    table = line.state["table"]
    return {"type": "choose", "round": table["round"], "pass": table["pass"], "cards": list(cards)}


def _with_own(line: Line, card: int) -> dict[str, Any]:
    own = [held["id"] for held in line.state["you"]["pack"] if held["id"] != card]
    return _choose(line, *own[: max(1, sum(line.state["you"]["must_choose"].values()) - 1)], card)


QUESTIONS: Mapping[str, Question] = {
    "choose it alone": _choose,
    "choose it with own cards": _with_own,
    "choose it twice": lambda line, card: _choose(line, card, card),
    "choose it in the next pass": lambda line, card: _choose(line, card) | {"pass": line.state["table"]["pass"] + 1},
    "call a judge for it": lambda line, card: {"type": "call_judge", "reason": "legion_rare", "card": card},
}


def ask_about(line: Line, cards: Sequence[int]) -> None:
    """Put every question about every card that the asker does not hold, and mark it; then look at one's view."""
    spy, notebook = line.spy, line.spy.notebook
    held = {card["id"] for card in line.state["you"]["pack"]}
    for card in cards:
        if card in held:
            continue
        for shape, question in QUESTIONS.items():
            answer = line.ask(**question(line, card))
            notebook.said.append(
                Said(spy.name, shape, card, json.dumps(answer | {"id": ""}), notebook.now, spy.table, spy.seat)
            )
        line.send({"type": "mark", "cards": [card]})
    line.resync()


def pester(line: Line) -> None:
    """Send what nobody can make sense of, and ask for the whole view again and again."""
    for text in ('{"type":"choose"}', "[]", '{"type":"show","cards":[1]}', '{"type":"mark","cards":["1"]}', "7"):
        line.send_text(text)
    for _ in range(10):
        line.resync()
    line.send({"type": "ping"})


def oracles(notebook: Notebook, truths: Mapping[int, Truth]) -> list[str]:
    """Return the questions that were answered one way for some cards that the asker did not know, and otherwise for
    others: each is a way to find cards by their ids.
    """
    answers: defaultdict[tuple[str, int, str], dict[str, int]] = defaultdict(dict)
    for said in notebook.said:
        truth, moment = truths[said.table], notebook.moments[said.at][said.table]
        opened = truth.packs.get((moment.round, said.seat), [])  # R9: a Legion Rare may be called for once it is placed
        if said.card not in {*truth.known(said.seat, moment), *opened}:
            answers[said.spy, said.at, said.shape].setdefault(said.answer, said.card)
    return [f"{spy} asked to {shape}: {told}" for (spy, _, shape), told in answers.items() if len(told) > 1]
