import pytest

pytestmark = pytest.mark.browser

LISTEN = """(code) => new Promise((done) => {
    const socket = new WebSocket(`ws://${location.host}/ws/events/${code}/`);
    socket.onmessage = (event) => done(JSON.parse(event.data).type);
})"""


def test_a_server_ends_within_two_seconds_though_phones_are_connected(open_screen, server):
    phone = open_screen(390, 844)
    phone.goto("/")
    phone.get_by_role("button", name="Try it now").click()
    phone.wait_for_url("**/events/*/")
    assert phone.evaluate(LISTEN, phone.url.split("/")[-2]) == "state"
    assert server.stop() < 2
