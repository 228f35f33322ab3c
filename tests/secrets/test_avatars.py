"""An avatar that is not fixed yet is its fighter's alone (M27): no frame, no page and no file tells others of it."""

import re
from contextlib import ExitStack

import pytest

from tests.clients.device import Device, Organizer
from tests.clients.views import phase_is
from tests.live.conftest import make_night
from tests.secrets.addresses import all_of_an_event, of_a_pass

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
        # what no stage changes tells the same however often avatars are chosen
        pages = all_of_an_event(table.code, 1, 2) if every == "event" else of_a_pass(table.code, 1, 0)
        for device in (table.devices[1], stranger, table.organizer, judging):
            told += [str(device.get(path).body) for path in pages]
        assert [words for words in secrets if any(words in text for text in told)] == []
        assert all(words in table.devices[0].get(f"/events/{table.code}/avatars/").text for words in secrets[::2])


DRAFT = {"format": "magic-draft", "card_set": "MAG01", "build_minutes": "0", "fights": "swiss", "best_of": "1"} | {
    "sharing": "keep", "log_visibility": "public", "log_opens": "drafted", "pace": "off",
    "review_seconds": "0",
}  # fmt: skip


SEED_MAY_BE_ON = ("log/", "log/log.json", "log/t1.json", "host/", "host/?parts", "export/", "statistics/")
"""Pages of an event that tell the seed where it is open, or what the log tells."""


@pytest.mark.parametrize("drawn", [{"avatars": "choose", "avatar_every": "round"}, {"planes": "shared"}])
def test_M27_M38_an_open_log_does_not_tell_the_seed_of_what_is_hidden_before_the_fights_are_over(site, drawn):
    with ExitStack() as lines:
        table = make_night(lines, Organizer(site.url), 2, **DRAFT, **drawn)
        for seat in range(2):
            table.act("seat-bot", table=1, seat=seat)
        stranger, told = Device(site.url), []
        clients = [table.phones[0], table.open(stranger), table.open(table.organizer, "?as=host")]
        for stage in ("building", "fighting"):
            for client in clients:
                client.wait_for(phase_is(stage))
            assert stranger.log(table.code)["event"]["seed"] is None
            told += [str((client.resync(), client.frames)) for client in clients]
            for path in (f"/events/{table.code}/{each}" for each in SEED_MAY_BE_ON):
                told += [str(device.get(path).body) for device in (table.devices[0], table.organizer)]
            table.act("next-stage", **{"from": stage, "confirm": "next"})
            table.act("next-stage", **{"from": stage, "confirm": "next"})
        seed = stranger.log(table.code)["event"]["seed"]
        assert seed == clients[1].wait_for(phase_is("finished"))["event"]["seed"]
        assert seed in table.organizer.get(f"/events/{table.code}/host/").text
        assert [text for text in told if seed in text] == []
