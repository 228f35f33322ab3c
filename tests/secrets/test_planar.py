"""A planar deck is its fighter's alone until the fights are over, and its order is nobody's (M38)."""

from contextlib import ExitStack

import pytest

from tests.clients.device import Device, Organizer
from tests.clients.views import phase_is
from tests.live.conftest import make_night
from tests.secrets.addresses import all_of_an_event, of_a_pass
from tests.secrets.test_avatars import judge_at

EVENT = {"format": "magic-own", "fights": "swiss", "best_of": "1", "planes": "own", "log_visibility": "public"}
CHOSEN = [f"MAP01/{number:03}" for number in range(7, 18)]


@pytest.mark.parametrize(("form", "size"), [("duel", 2), ("emperor", 6)])
def test_M38_a_chosen_planar_deck_is_told_to_nobody_else_and_its_order_to_nobody(site, form, size):
    with ExitStack() as lines:
        table = make_night(lines, Organizer(site.url), size, **EVENT, fight_form=form)
        chooser, *others = table.phones
        chooser.wait_for(phase_is("building"))
        judging, stranger = judge_at(table, site.url), Device(site.url)
        # what no stage changes tells the same whatever the form of the fights
        pages = all_of_an_event(table.code, 1, size) if form == "duel" else of_a_pass(table.code, 1, 0)
        watchers = [
            *others,
            table.open(stranger),
            table.open(table.organizer, "?as=host"),
            table.open(judging, "?as=judge"),
        ]
        assert chooser.ask(type="planar", numbers=CHOSEN)["type"] == "ack"
        told = [str((client.resync(), client.frames)) for client in watchers]
        for device in (stranger, table.organizer, judging):
            told += [str(device.get(path).body) for path in pages]
        assert [number for number in CHOSEN if any(number in text for text in told)] == []
        page = f"/events/{table.code}/planes/"
        shown = [device.get(page).text.count(" checked>") for device in table.devices]
        assert shown == [len(CHOSEN), *(0 for _ in others)]
        table.act("next-stage", **{"from": "building"})
        for client in table.phones:
            client.wait_for(phase_is("fighting"))
        up = chooser.state["fight"]["plane"]["card"]["number"]
        told = [str((client.resync(), client.frames[-2:])) for client in watchers]
        for device in (table.devices[1], stranger, table.organizer, judging):
            told += [str(device.get(path).body) for path in pages]
        hidden = [number for number in CHOSEN if number != up and any(number in text for text in told)]
        assert hidden == []
