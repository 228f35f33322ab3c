"""The server is killed while avatars are chosen: what was acknowledged is there, each choice once (M27)."""

import threading

import pytest

from drafts.operations.verification import differences
from tests.clients.views import phase_is
from tests.faults.two_builders import builders, killed_while, on_one_database, open_packs

EVENT = {"name": "Avatars", "format": "magic-sealed", "card_set": "MAG01", "packs_each": 3, "best_of": 1}
EVENT |= {"log_visibility": "public", "sharing": "keep", "build_minutes": 0, "avatars": "choose"}
CHOICES = 12


def choose_all(phone, done):
    """Choose one of the three after the other, until all choices are acknowledged."""
    own = phone.state["you"]["avatar"]
    of_fight = {"fight": own["fight"]} if "fight" in own else {}
    for number in range(CHOICES):
        wanted = own["offered"][number % 3]["number"]
        chosen = phone.ask(type="avatar", number=wanted, **of_fight)
        assert chosen["type"] == "ack", chosen
        done.append((chosen["seq"], wanted))


def fixed_in(log):
    return {each["name"]: each["avatar"] for side in log["fights"][0]["sides"] for each in side["fighters"]}


@on_one_database
@pytest.mark.django_db
@pytest.mark.parametrize("every", ["event", "round"])
def test_M27_killed_while_avatars_are_chosen_the_server_loses_no_choice(site, sample_sets, every):
    def begin(organizer, code):
        open_packs(organizer, code)
        if every == "round":
            organizer.act(code, "next-stage", **{"from": "building", "confirm": "next"})

    with builders(site, begin, until="avatar", **EVENT, avatar_every=every) as event:
        ann, ben = event.phones
        choosers = event.phones if every == "event" else [ann]  # the last choice for a round fixes all
        done = [[number for _, number in each] for each in killed_while(site, choose_all, choosers)]
        for phone in event.phones:
            phone.connect()
        for phone, acknowledged in zip(choosers, done, strict=True):
            phone.wait_for(lambda state, last=acknowledged[-1]: state["you"]["avatar"]["chosen"] == last)
            assert (len(acknowledged), phone.state["you"]["avatar"]["fixed"]) == (CHOICES, False)
        if every == "round":
            own = ben.state["you"]["avatar"]
            done.append([own["offered"][0]["number"]])
            asked = {"type": "avatar", "number": done[1][0], "fight": own["fight"]}
            last = threading.Thread(target=ben.ask, kwargs=asked)
            last.start()
            site.server.restart()
            last.join()
        else:
            event.act("next-stage", **{"from": "building", "confirm": "next"})
            site.server.restart()
        for phone in event.phones:
            phone.connect()
            phone.wait_for(phase_is("fighting"))
            phone.wait_for(lambda state: state["you"]["avatar"]["fixed"])
    event.act("finish")
    log = event.organizer.log(event.code)
    assert fixed_in(log) == {"Ann": done[0][-1], "Ben": done[1][-1]}
    told = [act["number"] for act in log["fights"][0]["acts"] if act["undone_at"] is None]
    assert told == ([] if every == "event" else [done[0][-1], done[1][-1]])
    assert len(log["fights"][0]["acts"]) == (0 if every == "event" else CHOICES + 1)
    assert differences(log) == []
