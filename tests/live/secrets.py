"""What a viewer was told, against what they might know by the log of the finished draft."""

import json
from typing import Any

Frame = dict[str, Any]
LISTS_OF_IDS = ("marked", "order", "g_order", "pack", "pile", "cards")


class Truth:
    """One table of a finished draft's log: where every card lay, and who took it when."""

    def __init__(self, table: dict[str, Any], *, turns_after: int = 3) -> None:
        self.fighters = len(table["seats"])
        self.turns_after = turns_after
        self.numbers = {card["id"]: card["number"] for pack in table["packs"] for card in pack["cards"]}
        self.names = {card["number"]: card["name"] for pack in table["packs"] for card in pack["cards"]}
        self.packs = {
            (pack["round"], pack["opened_by"]): {card["id"] for card in pack["cards"]} for pack in table["packs"]
        }
        self.picks = table["picks"]

    def hand(self, round_: int, number: int, seat: int) -> set[int]:
        """Return the cards that a seat holds at the beginning of a pass."""
        step = 1 if round_ <= self.turns_after else -1
        opener = (seat - step * (number - 1)) % self.fighters
        gone = {pick["card"] for pick in self.picks if pick["pack"] == [round_, opener] and pick["pass"] < number}
        return self.packs[round_, opener] - gone

    def pile(self, seat: int, rounds: int) -> set[int]:
        return {pick["card"] for pick in self.picks if pick["seat"] == seat and pick["round"] <= rounds}

    def may_be_told(self, frame: Frame, seat: int | None) -> set[int]:
        """Return the cards that a frame may show to the fighter of a seat (None: to anybody else)."""
        if frame["type"] != "state" or seat is None:
            return {call["card"]["id"] for call in frame.get("judge_calls", ()) if call["reason"] == "legion_rare"}
        table, phase = frame["table"], frame["event"]["phase"]
        if phase == "drafting":
            return set() if frame["you"]["chosen"] else self.hand(table["round"], table["pass"], seat)
        return set() if phase == "lobby" else self.pile(seat, table["round"])

    def leaks(self, frame: Frame, seat: int | None) -> set[int | str]:
        """Return what a frame tells too much: ids, and numbers or names of cards wherever they stand."""
        known = self.may_be_told(frame, seat)
        known_numbers = {self.numbers[card] for card in known}
        return (card_ids(frame) - known) | {
            number for number in self.named_in(json.dumps(frame, ensure_ascii=False)) if number not in known_numbers
        }

    def named_in(self, text: str) -> set[str]:
        """Return the numbers of this draft's cards that a text gives away."""
        return {number for number, name in self.names.items() if number in text or name in text}


def card_ids(value: Any) -> set[int]:
    """Return every id of a physical card in a message, however deep."""
    if isinstance(value, list):
        return set().union(*map(card_ids, value))
    if not isinstance(value, dict):
        return set()
    found = {value["id"]} if isinstance(value.get("id"), int) and "number" in value else set()
    for key, inner in value.items():
        if key in LISTS_OF_IDS and isinstance(inner, list):
            found |= {item for item in inner if isinstance(item, int)}
        if key == "card" and isinstance(inner, int):
            found.add(inner)
        found |= card_ids(inner)
    return found
