"""Cards face down in a battle, hands and plans are their fighter's alone (V9): in every frame and on every page."""

import json
from contextlib import ExitStack

from tests.clients.device import Device, Organizer
from tests.live.battles.playing import ROME, attack, battle, deploy, has_battle, laid, on_turn, own
from tests.live.conftest import make_night
from tests.secrets.addresses import all_of_an_event
from tests.secrets.test_avatars import judge_at

TURNS, LOOKED_AT = 8, 4


def states_by_seq(client):
    """Return the whole states that a client was sent with a battle, by their versions."""
    return {frame["seq"]: frame for frame in client.frames if frame["type"] == "state" and has_battle(frame)}


def masked(line):
    """Return an own line as all others see it: null for what lies face down."""
    return [[space, kind, chariot] if up else [space, None, None] for space, kind, chariot, up in line]


def traces_of(phone):
    """Return the texts that would tell of what lies face down in a line, as messages, moves and pages write it."""
    hidden = [(space, kind) for space, kind, _, up in own(phone)["line"] if not up]
    return [
        text
        for space, kind in hidden
        for text in (f'"{space}","{kind}"', f'"{space}", "{kind}"', f"{space}:{kind}", f"{kind} {space}")
    ]


def told_on_pages(phones, device, pages):
    """Return what pages tell a device of what lies face down in the lines of these phones."""
    traces = [trace for phone in phones for trace in traces_of(phone)]
    said = [(page, device.get(page).text) for page in pages]
    return [(page, trace) for page, text in said for trace in traces if trace in text]


def compare(phone, viewers):
    """Compare what viewers were shown of a fighter's line with the truth, and return how often they were shown it."""
    seat, truth, compared = own(phone)["seat"], states_by_seq(phone), 0
    for seq, frame in (pair for viewer in viewers for pair in states_by_seq(viewer).items()):
        side = frame["battle"]["sides"][seat]
        assert all(type(side[name]) is int for name in ("hand", "drawn"))
        if seq in truth and truth[seq]["battle"]["phase"] != "over":
            assert side["line"] == masked(truth[seq]["you"]["battle"]["line"])
            compared += 1
    return compared


def plans_of(phone):
    """Return the plans by which a fighter has laid the units that they held."""
    seen = [state for state in states_by_seq(phone).values() if state["battle"]["phase"] == "deploy"]
    return {laid(state) for state in seen if state["you"]["battle"]["drawn"]}


def test_V9_lines_hands_and_plans_are_told_to_nobody_else_while_a_battle_is_played(site):
    with ExitStack() as lines:
        table = make_night(lines, Organizer(site.url), 2, **ROME, pace="off", log_visibility="public")
        one, other = table.phones
        judging, stranger = judge_at(table, site.url), Device(site.url)
        tv, host = table.open(stranger), table.open(table.organizer, "?as=host")
        judge = table.open(judging, "?as=judge")
        for phone in table.phones:
            phone.wait_for(has_battle)
        pages, officials = all_of_an_event(table.code, 1, 2), (stranger, table.organizer, judging)
        deploy(one, other)
        for number in range(TURNS):
            if battle(one)["phase"] == "over":
                break
            if number == LOOKED_AT:
                looks = [([other], table.devices[0], pages[::2]), ([one], table.devices[1], pages[1::2])]
                looks += [([one, other], device, pages) for device in officials]
                assert [told for look in looks for told in told_on_pages(*look)] == []
            before = battle(one)["turn"]
            attack(on_turn(one, other))
            for phone in (one, other):
                phone.wait_for(lambda state, before=before: ended(state, before))
        for client in (tv, host, judge):
            client.resync()
        assert compare(one, (other, tv)) + compare(other, (one, tv)) > TURNS
        for phone, viewers in ((one, (other, tv, host, judge)), (other, (one, tv, host, judge))):
            said = json.dumps([client.frames for client in viewers])
            assert plans_of(phone)
            assert [plan for plan in plans_of(phone) if plan in said] == []
        of_others = json.dumps([client.frames for client in (tv, host, judge)])
        assert [word for word in ('"offers"', '"can_back"', '"plan"') if word in of_others] == []


def ended(state, turn):
    """Whether a battle has gone on to another turn, or is over."""
    return state["battle"]["turn"] > turn or state["battle"]["phase"] == "over"
