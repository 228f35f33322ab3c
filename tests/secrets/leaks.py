"""Leaks to be found: something that was received in a real draft, and the same with a secret put into it."""

import base64
import gzip
import hashlib
import html
import json
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import quote_plus

from tests.secrets.checker import Checker
from tests.secrets.scenarios import Outcome
from tests.secrets.transcript import Received
from tests.secrets.truth import Frame

ROUND = 2
FIGHTERS = ("Aichi", "Kamui's other phone", "Misaki")


class Scene(NamedTuple):
    """A moment of a draft, in its second pack: what was received then, and a card that nobody could know."""

    outcome: Outcome
    checker: Checker
    unopened: Frame

    def received(
        self, observer: str | None, what: str, fits: Callable[[Received], bool] = lambda received: True
    ) -> Received:
        """Return something that somebody (None: any fighter) received in the second pack."""
        observers = [observer] if observer else FIGHTERS
        return next(
            received
            for received in self.outcome.transcript.received
            if received.observer in observers
            and received.what.startswith(what)
            and self._in_round(received)
            and fits(received)
        )

    def _in_round(self, received: Received) -> bool:
        moments = self.outcome.transcript.moments[received.since].values()
        return bool(moments) and all((each.phase, each.round) == ("drafting", ROUND) for each in moments)

    def last(self, observer: str, path: str) -> Received:
        """Return a page as somebody saw it in the end."""
        shown = [
            each for each in self.outcome.transcript.received if each.observer == observer and each.what.endswith(path)
        ]
        return [each for each in shown if each.head.startswith("200")][-1]

    def page(self, observer: str = "stranger", path: str = "/table/1/") -> Received:
        return self.received(
            observer, "GET", lambda received: received.what.endswith(path) and received.head.startswith("200")
        )

    def frame(self, observer: str, **fields: object) -> Received:
        return self.received(observer, "frame", lambda received: fields.items() <= json.loads(received.body).items())

    def view(self, observer: str | None = None, *, chosen: bool = False) -> Received:
        """Return a fighter's view, before or after they have chosen."""

        def fits(received: Received) -> bool:
            frame = json.loads(received.body)
            return "you" in frame and frame["you"]["chosen"] == chosen and frame["table"]["pass"] == 2

        return self.received(observer, "frame", fits)


Leak = Callable[[Scene], tuple[Received, Received]]


def on_a_page(write: Callable[[Frame], str | bytes]) -> Leak:
    def plant(scene: Scene) -> tuple[Received, Received]:
        page, told = scene.page(), write(scene.unopened)
        return page, page._replace(body=page.body + (told if isinstance(told, bytes) else told.encode()))

    return plant


def in_a_header(write: Callable[[Frame], str]) -> Leak:
    return lambda scene: (scene.page(), scene.page()._replace(head=scene.page().head + write(scene.unopened)))


def in_a_frame(find: Callable[[Scene], Received], change: Callable[[Scene, Frame], object]) -> Leak:
    def plant(scene: Scene) -> tuple[Received, Received]:
        honest = find(scene)
        frame = json.loads(honest.body)
        change(scene, frame)
        return honest, honest._replace(body=json.dumps(frame, ensure_ascii=False).encode())

    return plant


def key_on_a_page(*observers: str, length: int) -> Leak:
    """Plant a key of so many signs that nobody but these may see."""

    def plant(scene: Scene) -> tuple[Received, Received]:
        known = scene.outcome.transcript.secrets.items()
        key = next(word for word, owners in known if owners == set(observers) and len(word) == length)
        return on_a_page(lambda card: f'<a href="/{key}/">')(scene)

    return plant


def seed_on_a_page(write: Callable[[str], str]) -> Leak:
    return lambda scene: on_a_page(lambda card: write(scene.outcome.log["event"]["seed"]))(scene)


def stream_of(seed: str) -> str:
    """Return what the order of a pack is drawn from, in base64."""
    return base64.b64encode(hashlib.sha256(f"{seed}\0order/1/6/0".encode()).hexdigest().encode()).decode()


def an_error(scene: Scene) -> Received:
    return next(received for received in scene.outcome.transcript.received if b'"type":"error"' in received.body)


def own_pile(scene: Scene, frame: Frame) -> None:
    pile = scene.checker.truths[1].pile(frame["you"]["seat"], until=(ROUND, 1))
    frame["you"]["pile"] = [scene.checker.truths[1].cards[card] for card in pile]


def own_pile_as_in_a_review(scene: Scene, frame: Frame) -> None:
    own_pile(scene, frame)
    frame["event"]["phase"] = "review"


def just_chosen(scene: Scene, frame: Frame) -> None:
    truth, seat = scene.checker.truths[1], frame["you"]["seat"]
    frame["you"]["chose"] = truth.pile(seat, until=(ROUND, 3))[-1]


def somebody_elses_view(scene: Scene) -> tuple[Received, Received]:
    own, others = scene.view("Aichi"), scene.view("Kamui's other phone")
    return own, own._replace(body=others.body)


def own_view_for_a_stranger(scene: Scene) -> tuple[Received, Received]:
    public = scene.received("stranger", "frame", lambda received: json.loads(received.body)["type"] == "state")
    return public, public._replace(body=scene.view("Aichi").body)


def an_earlier_hand_again(scene: Scene) -> tuple[Received, Received]:
    own = scene.view("Aichi")
    later = scene.outcome.transcript.now
    return own, own._replace(since=later - 3, until=later - 3)


def called_card_after_the_verdict(scene: Scene) -> tuple[Received, Received]:
    called = next(
        each for each in scene.outcome.transcript.received if each.host and b'"reason":"legion_rare"' in each.body
    )
    later = scene.received("host", "frame").since
    return called, called._replace(since=later, until=later)


def called_card_for_a_fighter(scene: Scene) -> tuple[Received, Received]:
    pages = (each for each in scene.outcome.transcript.received if each.host and b"call__card" in each.body)
    page = next(each for each in pages if scene.checker.named(each.body))  # the panel's templates name none
    return page, page._replace(observer="Misaki", host=False)


def deck_before_its_time(scene: Scene) -> tuple[Received, Received]:
    deck = scene.last("Aichi", "/deck.txt")
    early = scene.received("Aichi", "GET").since
    return deck, deck._replace(since=early, until=early)


def log_for_an_outsider(scene: Scene) -> tuple[Received, Received]:
    log = scene.last("Aichi", "/log.json")
    return log, log._replace(observer="another host", seat=None)


def set_page_without_what_is_in_packs(scene: Scene) -> tuple[Received, Received]:
    page = scene.last("host", "GET /sets/SMP01/")
    card = next(card for card in scene.checker.truths[1].cards.values() if card["number"].startswith("SMP01"))
    number, name = (card[fact] for fact in ("number", "name"))
    said = [words.encode() for words in (number, quote_plus(number), quote_plus(name))]
    left = [line for line in page.body.splitlines() if not any(words in line for words in said)]
    return page, page._replace(body=b"\n".join(left).replace(html.escape(name).encode(), b""))


def on_the_last_page(path: str, write: Callable[[Scene], str]) -> Leak:
    """Plant something on a page as the organizer saw it in the end."""

    def plant(scene: Scene) -> tuple[Received, Received]:
        page = scene.last("host", path)
        return page, page._replace(body=page.body + write(scene).encode())

    return plant


def seed_in_the_last_message(scene: Scene) -> tuple[Received, Received]:
    last = next(each for each in reversed(scene.outcome.transcript.received) if b'"phase":"finished"' in each.body)
    frame = json.loads(last.body)
    frame["event"]["seed"] = scene.outcome.log["event"]["seed"]
    return last, last._replace(body=json.dumps(frame).encode())


LEAKS: dict[str, Leak] = {
    "a name in a comment": on_a_page(lambda card: f"<!-- {card['name']} -->"),
    "a number in the text": on_a_page(lambda card: f"<p>{card['number']}</p>"),
    "a name in base64": on_a_page(lambda card: f'<p data-x="{base64.b64encode(card["name"].encode()).decode()}">'),
    "a name backwards": on_a_page(lambda card: card["name"][::-1]),
    "a name in other signs": on_a_page(lambda card: "".join(f"&#x{ord(sign):x};" for sign in card["name"])),
    "a name in pieces": on_a_page(lambda card: "<i></i>".join(card["name"].upper())),
    "a page packed": on_a_page(lambda card: gzip.compress(card["name"].encode())),
    "a name in a redirect": in_a_header(lambda card: f"Location: /?card={card['number'].replace('/', '%2F')}\n"),
    "a name in an ETag": in_a_header(lambda card: f'ETag: "{card["name"].encode().hex()}"\n'),
    "a name in a cookie": in_a_header(
        lambda card: f"Set-Cookie: c={base64.b64encode(card['name'].encode()).decode()}\n"
    ),
    "the token of another seat": key_on_a_page("Aichi", length=43),
    "the session of another": key_on_a_page("Aichi", length=32),
    "the organizer's password": key_on_a_page(length=24),
    "the seed": seed_on_a_page(lambda seed: f"<p>{seed}</p>"),
    "a part of the seed": seed_on_a_page(lambda seed: f"<p>{seed[:20]}</p>"),
    "what a pack is drawn from": seed_on_a_page(stream_of),
    "an id in a small message": in_a_frame(
        lambda scene: scene.frame("stranger", type="seat"), lambda scene, frame: frame.update(last=scene.unopened["id"])
    ),
    "an id beside a seat": in_a_frame(
        lambda scene: scene.view("Aichi"),
        lambda scene, frame: frame["table"]["seats"][0].update(last=scene.unopened["id"]),
    ),
    "an id as text": in_a_frame(
        lambda scene: scene.view("Aichi"), lambda scene, frame: frame["you"].update(hint=str(scene.unopened["id"]))
    ),
    "an id among the marks": in_a_frame(
        lambda scene: scene.view("Aichi"), lambda scene, frame: frame["you"]["marked"].append(scene.unopened["id"])
    ),
    "a card of an unopened pack in the hand": in_a_frame(
        lambda scene: scene.view("Aichi"), lambda scene, frame: frame["you"]["pack"].append(scene.unopened)
    ),
    "a name in an error": in_a_frame(
        an_error, lambda scene, frame: frame.update(message=f"{scene.unopened['name']} is not in your hand.")
    ),
    "one's own pile out of turn": in_a_frame(lambda scene: scene.view("Aichi"), own_pile),
    "one's own pile as in a review": in_a_frame(lambda scene: scene.view("Aichi"), own_pile_as_in_a_review),
    "what one has just chosen": in_a_frame(lambda scene: scene.view(chosen=True), just_chosen),
    "another fighter's view": somebody_elses_view,
    "a fighter's view for a stranger": own_view_for_a_stranger,
    "a hand of an earlier pack again": an_earlier_hand_again,
    "the called card after the verdict": called_card_after_the_verdict,
    "the called card for a fighter": called_card_for_a_fighter,
    "one's deck before its time": deck_before_its_time,
    "the log for an outsider": log_for_an_outsider,
    "a set without what lies in packs": set_page_without_what_is_in_packs,
}

LEAKS_AFTER_A_STOP: dict[str, Leak] = {
    "an unopened card in the JSON": on_the_last_page("/log.json", lambda scene: json.dumps(scene.unopened)),
    "an unopened card in the CSV": on_the_last_page("/log.csv", lambda scene: scene.unopened["number"]),
    "an unopened card on the page": on_the_last_page("/log/", lambda scene: scene.unopened["name"]),
    "the seed in the JSON": on_the_last_page("/log.json", lambda scene: scene.outcome.log["event"]["seed"]),
    "the seed on the panel": on_the_last_page("/host/", lambda scene: scene.outcome.log["event"]["seed"]),
    "the seed in a message": seed_in_the_last_message,
}
