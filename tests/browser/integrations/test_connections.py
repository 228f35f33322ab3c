"""The organizer is told of the phones' lines."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_everyone import Inspector

pytestmark = pytest.mark.browser


def finding(page, name):
    return page.get_by_role("listitem").filter(has_text=name)


def test_the_page_of_connections_follows_phones_and_displays_by_itself(night):
    organizer, phone = night.organizer(), night.phone("Aichi")
    code = organizer.make_event()
    phone.join(code)
    organizer.page.locator("#more-links summary").click()
    organizer.page.get_by_role("link", name="Connections").click()
    page = organizer.page
    expect(finding(page, "Aichi")).to_contain_text("well connected")
    expect(finding(page, "Table 1")).to_contain_text("no display shows it")
    stayed = page.evaluate("window.stayed = 'the same page'")

    display = night.display(code)
    expect(finding(page, "Table 1")).to_contain_text("one display is connected")
    phone.page.goto("about:blank")
    expect(finding(page, "Aichi")).to_contain_text("away for")
    expect(page.get_by_role("status")).to_contain_text("One phone has trouble.")
    inspector = Inspector()
    inspector.look_at("connections", page)
    assert inspector.faults == []

    display.context.close()
    page.context.set_offline(True)
    expect(page.get_by_text("this device does not reach the server")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text("live", exact=True)).to_be_visible()
    assert page.evaluate("window.stayed") == stayed
