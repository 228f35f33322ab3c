"""A deck as its cards lie on a table: what is read off it."""

from playwright.sync_api import Page, expect

SHOW_IS_OVER = "body > .reveal"


def sees_deck(page: Page, size: int) -> None:
    """A deck of so many cards lies there, and is not being revealed any more."""
    expect(page.locator("[data-part=deck-table] [data-part=size]")).to_have_text(f"{size} cards")
    expect(page.locator(SHOW_IS_OVER)).to_have_count(0)


def names_in_deck(page: Page) -> list[str]:
    """Return the name of each card, as often as the deck has it."""
    stacks = page.locator(".deck-stack")
    return stacks.evaluate_all("(all) => all.flatMap(({ dataset: d }) => Array(Number(d.count)).fill(d.name))")
