"""An avatar that is not fixed yet is its fighter's alone (M27): no frame, no page and no file tells others of it."""

import re
from contextlib import ExitStack

import pytest

from tests.clients.device import Device, Organizer
from tests.clients.views import phase_is
from tests.live.conftest import make_night
from tests.secrets.addresses import all_of_an_event

JUDGES_LINK = re.compile(r"/judge/[\w-]{20,}/")
SEALED = {
    "format": "magic-sealed", "card_set": "MAG01", "packs_each": "2", "build_minutes": "0", "sharing": "keep",
    "fights": "swiss", "best_of": "1", "avatars": "choose", "log_visibility": "public",
}  # fmt: skip


def judge_at(table, url: str) -> Device:
    """Return the device of a judge."""
    judging = Device(url)
    table.organizer.post(f"/events/{table.code}/host/staff/", name="Kim")
    judging.get(JUDGES_LINK.search(table.organizer.get(f"/events/{table.code}/host/staff/").text)[0])
    return judging


@pytest.mark.parametrize("every", ["event", "round"])
def test_M27_offers_and_choices_are_told_to_nobody_else_before_they_are_fixed(site, every):
    with ExitStack() as lines:
        table = make_night(lines, Organizer(site.url), 2, **SEALED, avatar_every=every)
        table.act("next-stage", **{"from": "opening"})
        if every == "round":
            table.act("next-stage", **{"from": "building", "confirm": "next"})
        chooser, other = table.phones
        chooser.wait_for(phase_is("fighting" if every == "round" else "building"))
        judging, stranger = judge_at(table, site.url), Device(site.url)
        watchers = [
            other,
            table.open(stranger),
            table.open(table.organizer, "?as=host"),
            table.open(judging, "?as=judge"),
        ]
        own = chooser.wait_for(lambda state: "avatar" in state["you"])["you"]["avatar"]
        of_fight = {"fight": own["fight"]} if every == "round" else {}
        for card in own["offered"]:
            assert chooser.ask(type="avatar", number=card["number"], **of_fight)["type"] == "ack"
        secrets = [words for card in own["offered"] for words in (card["number"], card["name"])]
        told = [str((client.resync(), client.frames)) for client in watchers]
        for device in (table.devices[1], stranger, table.organizer, judging):
            told += [str(device.get(path).body) for path in all_of_an_event(table.code, 1, 2)]
        assert [words for words in secrets if any(words in text for text in told)] == []
        assert all(words in table.devices[0].get(f"/events/{table.code}/avatars/").text for words in secrets[::2])
