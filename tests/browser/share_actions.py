"""A night whose cards are shared. Packs of one card each are placed by themselves, so that it is soon that far."""

from collections.abc import Sequence

from playwright.sync_api import Locator, expect

from tests.browser.fight_actions import CARDS, act, pass_single_cards, single_cards
from tests.browser.page_actions import Organizer, Phone
from tests.programs import wait_until


def share_cards(night, names: Sequence[str] = ("Aichi", "Kamui"), cards: Sequence[str] = CARDS, **fields: str):
    """Let people share these cards, one a pack; return the organizer, the phones and the event's code."""
    organizer = night.organizer()
    code = organizer.new_event(**single_cards(cards), **fields)
    phones = [night.phone(name) for name in names]
    for phone in phones:
        phone.take_place(code)
    pass_single_cards(night, organizer, phones, code)
    lead_on(organizer, code, "building")
    lead_on(organizer, code, "fighting")
    for phone in phones:
        phone.open(code)
    for phone in phones:
        expect(phone.page.locator("[data-for=share]")).to_be_visible()
    return organizer, phones, code


def lead_on(organizer: Organizer, code: str, stage: str) -> None:
    """Lead the night on from a stage, whatever is unfinished there."""
    act(organizer, code, "next-stage", **{"from": stage, "confirm": "next"})


def pool(phone: Phone) -> Locator:
    return phone.part("pool").get_by_role("button")


def title(phone: Phone) -> Locator:
    return phone.part("share-title")


def take(phone: Phone, number: int = 0) -> str:
    """Tap a card of the pool, take it, and return its name."""
    card = pool(phone).nth(number)
    phone.tap(card)
    name = card.locator(".card__name").inner_text()
    phone.press(phone.part("take"))
    return name


def is_at_it(phone: Phone) -> bool:
    return title(phone).inner_text() == "Your turn: take a card"


def whose_turn(phones: Sequence[Phone]) -> tuple[Phone, Phone]:
    """Return the phone whose turn it is, and another one."""
    wait_until(lambda: any(map(is_at_it, phones)), "it is nobody's turn")
    mine = next(filter(is_at_it, phones))
    return mine, next(phone for phone in phones if phone is not mine)


def take_until_turn_of(wanted: Phone, phones: Sequence[Phone]) -> None:
    """Take cards, each with the phone whose turn it is, until it is this one's turn: the order is drawn."""
    while (mine := whose_turn(phones)[0]) is not wanted:
        left = pool(mine).count()
        take(mine)
        expect(pool(mine)).not_to_have_count(left)
