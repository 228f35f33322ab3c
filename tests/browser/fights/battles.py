"""Battles of Rome as people play them on their boards, and as the server lets them go on in a moment."""

import re
from collections.abc import Callable, Sequence
from urllib.parse import urlencode

from playwright.sync_api import Locator, Page, expect

from tests.browser.draft_actions import join
from tests.browser.page_actions import Phone, post
from tests.programs import wait_until

ROME = {"format": "rome", "card_set": ""}
"""The fields of a new event of this format."""

NEARLY_OVER = """
from django.db import transaction
from django.utils import timezone
from drafts.models import EventStage
from drafts.rules.actors import fighter_by
from drafts.rules.games.rome.bots.timeouts import timeout_move
from drafts.rules.games.rome.bots.steady import BotLevel, bot_moves
from drafts.rules.ids import EventId
from drafts.rules.night.battles import PlayMove
from drafts.services.announce import announce_change
from drafts.store.battles import BATTLES
from drafts.store.stages import save_stage_changes

with transaction.atomic():
    for stage in EventStage.objects.filter(event__code="{code}", stage="battle").values_list("id", flat=True):
        live, chain = BATTLES.load(stage), []
        if live.battle.is_over:
            continue
        while not live.battle.is_over and len(chain) < 2000:
            seat = live.battle.due[0]
            position = live.battle.position
            line = bot_moves(position, 0, BotLevel.STEADY)[0] if seat == 0 else timeout_move(position, seat)
            by = fighter_by(live.battle.terms.fighters[seat])
            chain.append(BATTLES.change(live, by, PlayMove(seat, "chosen", line), timezone.now()))
            live = chain[-1].after
        attacks = [at for at, change in enumerate(chain) if " attack" in change.text]
        save_stage_changes([chain[: attacks[-1]]])
        print(live.number, chain[attacks[-1]].text)
    announce_change(EventId(live.event))
"""
"""Plays all battles of an event up to their last attacks, and prints these by fight. The first seats play well."""


class BattleBoard:
    """The page of a battle on a device. `attacks` counts those that were made on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root = page.locator("#battle")
        self.attacks = 0

    @property
    def is_over(self) -> bool:
        return self.root.get_attribute("data-state") == "over"

    @property
    def is_due(self) -> bool:
        return self.root.get_attribute("data-state") == "now"

    def is_drawn(self) -> None:
        expect(self.root).not_to_have_attribute("aria-busy", "true")

    @property
    def fight(self) -> str:
        """The number of the fight that is played here."""
        return self.page.locator("#battle-form input[name=fight]").input_value()

    def press(self, thing: Locator) -> None:
        """Press something, and wait until the board is drawn anew."""
        thing.click()
        self.is_drawn()

    def tap_on(self) -> None:
        """Do one thing that is lit or that a button offers."""
        page = self.page
        names = ("Ready", "Attack", "End turn", "Discard it and end the turn")
        things = [page.get_by_role("button", name=name, exact=True) for name in names]
        things += [page.get_by_role("link", name="Attack", exact=True)]
        things += [self.root.locator(f"{tag}.rome-link:has(.is-lit)").first for tag in ("button", "a")]
        things += [self.root.locator("a.battle__card:not(.is-chosen)").first]
        thing = next(thing for thing in things if thing.count())
        self.attacks += thing is things[1]
        self.press(thing)

    def lay(self) -> None:
        """Lay the line as the site would, and say that it is ready."""
        self.press(self.page.get_by_role("link", name="Lay for me"))
        self.press(self.page.get_by_role("button", name="Ready"))

    def attack(self, move: str) -> None:
        """Choose the parts of an attack as its line names them, and attack."""
        parts = [word.split("=", 1) for word in move.split(" ")[1:]]
        asked = [part if part[0] in ("at", "with", "hold") else ("command", "=".join(part)) for part in parts]
        self.page.goto(f"{self.page.url.split('?')[0]}?{urlencode([('sheet', '1'), *asked])}")
        self.press(self.page.get_by_role("button", name="Attack", exact=True))

    def begin_practice(self) -> None:
        """Begin a practice as the form of the first page does, without a look at it."""
        self.page.context.request.get("/")
        self.page.goto(post(self.page, "/practice/", format="rome").headers["location"])
        self.page.wait_for_url("**/battle/")  # its script listens by then
        expect(self.page.get_by_text("Lay your line")).to_be_visible()


def boards_of(
    night, organizer, names: Sequence[str], *, away: Sequence[str] = (), **fields: str
) -> tuple[str, list[BattleBoard]]:
    """Begin a night of Rome with phones of these names, and others that are away; return its code and their boards."""
    code = organizer.new_event(**ROME | fields)
    join(night.server.url, code, *away)
    phones = [Phone(night.screen(390, 844), name) for name in names]
    for phone in phones:
        phone.take_place(code)
    organizer.act(code, "start")
    for phone in phones:
        phone.page.goto(f"/events/{code}/")
        phone.page.wait_for_url("**/battle/")
    return code, [BattleBoard(phone.page) for phone in phones]


def play_until(is_done: Callable[[], bool], *boards: BattleBoard) -> None:
    """Let each board do what is due at it until something is so, or the battle is over at all of them."""

    def is_over() -> bool:
        return is_done() or all(board.is_over for board in boards)

    while True:
        wait_until(lambda: is_over() or any(board.is_due for board in boards), "no board has anything to do")
        if is_over():
            return
        one = next(board for board in boards if board.is_due)
        one.is_drawn()
        if one.is_due and not is_done():
            one.tap_on()


def finish(night, code: str, *boards: BattleBoard) -> None:
    """Let the battles of an event go on without its devices up to their last attacks, and make those on boards."""
    if all(board.is_over for board in boards):
        return
    printed = night.server.manage("shell", "--no-imports", "-c", NEARLY_OVER.format(code=code))
    attacks = dict(re.findall(r"^(\d+) .*chosen (attack.*)$", printed, re.MULTILINE))
    for board in boards:
        board.page.reload()
    for board in boards:
        if board.is_due and board.fight in attacks:
            board.attack(attacks.pop(board.fight).strip())
    play_until(lambda: False, *boards)
