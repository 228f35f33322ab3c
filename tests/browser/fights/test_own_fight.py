"""A fighter's fight by forms alone, on phones and desktops without scripts."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.fight_actions import Fighter
from tests.browser.page_actions import enlarge_letters, resize, small_targets, width_of_content

pytestmark = pytest.mark.browser


def test_each_result_that_can_be_entered_has_a_row_of_its_own_with_its_option(night):
    organizer = night.organizer()
    code = organizer.new_event(format="magic-own", table_size="2", best_of="3", fight_minutes="0")
    phones = [Fighter(night.screen(390, 844), name) for name in ("Ann", "Wolfeschlegelsteinhausen")]
    for phone in phones:
        phone.take_place(code)
    organizer.act(code, "start")
    page = night.screen(390, 844, java_script_enabled=False, storage_state=phones[0].page.context.storage_state())
    page.goto(f"/events/{code}/fight/")
    rows = page.locator(".own-fight__result")
    expect(rows).to_have_count(8)
    for width in (390, 1280):
        resize(page, width, 844)
        boxes = [row.bounding_box() for row in rows.all()]  # without scripts no frame is reported
        assert all(one["y"] + one["height"] < next_["y"] for one, next_ in pairwise(boxes))
        assert (small_targets(page), width_of_content(page)) == ([], width)
    draw = rows.filter(has_text="Agree on a draw 1 : 1")
    button, option = (draw.get_by_role(role).bounding_box() for role in ("button", "checkbox"))
    assert button["y"] < option["y"] < button["y"] + button["height"]
    assert button["x"] + button["width"] < option["x"]
    resize(page, 390, 844)
    enlarge_letters(page)
    assert width_of_content(page) == 390
    draw.get_by_role("checkbox").check()
    draw.get_by_role("button").click()
    expect(page.locator("main")).to_contain_text("drew 1 : 1")
