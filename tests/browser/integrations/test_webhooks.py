"""The organizer's page of webhooks: a secret to copy, and a test whose end one sees without loading the page again."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_everyone import Inspector
from tests.server import Server
from tests.webhooks.receiver import receiving

pytestmark = pytest.mark.browser


@pytest.fixture
def server(installation, tmp_path):
    server = Server(installation, tmp_path, {"WEBHOOKS_PRIVATE": "on"})
    server.start()
    yield server
    server.kill()


def test_a_webhook_is_added_tried_and_read_on_any_screen(night_of_its_own):
    inspector, organizer = Inspector(), night_of_its_own.organizer()
    page, code = organizer.page, organizer.new_event()
    page.goto(f"/events/{code}/host/webhooks/")
    with receiving(500) as receiver:
        page.get_by_label("Address").fill(receiver.address)
        page.get_by_role("button", name="Add the webhook").click()
        secret = page.locator("#secret").inner_text()
        page.get_by_role("button", name="Copy the secret").click()
        expect(page.get_by_text("Copied")).to_be_visible()
        page.get_by_role("link", name="I have it").click()
        page.get_by_role("button", name="Send a test").click()
        expect(page.get_by_text("is tried again")).to_be_visible()
        page.get_by_text("What is sent", exact=True).click()
        page.get_by_role("button", name="Send it now").click()
        expect(page.get_by_text("delivered", exact=True)).to_be_visible()
        assert [heard.is_signed_with(secret) for heard in receiver.heard] == [True, True]
    for more in page.locator("details").all():
        more.evaluate("(node) => { node.open = true; }")
    inspector.look_at("webhooks", page)
    assert inspector.faults == []
