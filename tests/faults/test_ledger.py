"""The judge is judged: whatever is spoilt in a draft without faults, the ledger finds it."""

import asyncio
from dataclasses import replace

import pytest

from tests.faults.conftest import open_site
from tests.faults.evening import Evening, Plan
from tests.faults.faults import Fault, unexpected
from tests.faults.ledger import findings
from tests.faults.site import complaints_in
from tests.faults.story import Line, Story


@pytest.fixture(scope="module")
def evening(house, tmp_path_factory):
    """A draft in which nothing happens."""

    async def spend():
        try:
            await asyncio.to_thread(evening.site.server.start)
            assert await evening.spend() == []
        finally:
            evening.site.close()

    evening = Evening(open_site(house, tmp_path_factory.mktemp("quiet"), Plan()), Plan(fighters=4), seed=1)
    asyncio.run(spend())
    return evening


@pytest.fixture
def log(evening):
    return evening.logs[0]


@pytest.fixture
def stories(evening):
    return [guest.story for guest in evening.guests]


def with_picks(log, picks):
    table = log["tables"][0]
    return log | {"tables": [table | {"picks": picks}]}


def told(stories, who, change):
    """Return the stories with each frame that one client got changed, or left out where None comes back."""

    def retold(story):
        if who not in story.who:
            return story
        lines = [line._replace(frame=change(line.frame)) if line.what == "got" else line for line in story.lines]
        return Story(story.who, story.role, [line for line in lines if line.frame is not None])

    return [retold(story) for story in stories]


def first_choice(story, after_pass=0):
    choices = (asked for asked in story.requests() if asked.message["type"] == "choose" and asked.ack)
    return next(asked for asked in choices if asked.message["pass"] > after_pass)


def test_a_draft_without_faults_is_without_findings(log, stories):
    assert findings(log, stories) == []


def test_a_choice_that_is_missing_changed_or_called_automatic_is_found(log, stories):
    first, *others = log["tables"][0]["picks"]
    other = next(pick for pick in others if pick["pack"] == first["pack"] and pick["pass"] > 1)
    swapped = [
        first | {"card": other["card"]},
        *(one | {"card": first["card"]} if one is other else one for one in others),
    ]
    for picks in (others, swapped, [first | {"auto": True, "how": "time"}, *others]):
        found = findings(with_picks(log, picks), stories)
        assert any("was acknowledged with" in one for one in found)


def test_a_card_that_was_taken_twice_is_found(log, stories):
    first, second, *others = log["tables"][0]["picks"]
    found = findings(with_picks(log, [first, second | {"card": first["card"]}, *others]), stories)
    assert any("was taken 2 times" in one for one in found)
    assert any("are not those of the packs" in one for one in found)


def test_a_choice_that_nobody_was_told_of_is_found(log, stories):
    asked = first_choice(stories[0])
    deaf = told(stories, "fighter 0", lambda frame: None if frame.get("id") == asked.message["id"] else frame)
    found = findings(log, deaf)
    assert any("nobody was told" in one for one in found)
    assert any("was answered with nothing" in one for one in found)


def test_one_card_too_few_in_a_pass_or_one_from_a_pack_elsewhere_is_found(log, stories):
    first, *others = log["tables"][0]["picks"]
    later = with_picks(log, [first | {"pass": 2}, *others])
    elsewhere = with_picks(log, [first | {"pack": [1, 3 - first["pack"][1]]}, *others])
    assert any("cards instead of" in one for one in findings(later, stories))
    assert any("did not hold the pack" in one for one in findings(elsewhere, stories))


def test_a_hand_that_was_another_one_is_found(log, stories):
    def other_hand(frame):
        if frame["type"] != "state" or "you" not in frame or len(frame["you"]["pack"]) != 3:
            return frame
        return frame | {"you": frame["you"] | {"pack": [card | {"id": 999} for card in frame["you"]["pack"]]}}

    assert any("was shown" in one for one in findings(log, told(stories, "fighter 2", other_hand)))


@pytest.mark.parametrize("who", ["fighter 1", "display 1", "organizer"])
def test_an_end_that_looks_otherwise_is_found(log, stories, who):
    def other_name(table):
        return table | {"seats": [seat | {"name": "Nobody"} for seat in table["seats"]]}

    def change(frame):
        if frame["type"] != "state":
            return frame
        tables = {"tables": [other_name(table) for table in frame["tables"]]} if "tables" in frame else {}
        return frame | {"table": other_name(frame["table"])} | tables

    assert any("ends with" in one for one in findings(log, told(stories, who, change)))


def test_a_pile_in_another_order_is_found(log, stories):
    def change(frame):
        if frame["type"] != "state" or not frame.get("you", {}).get("pile"):
            return frame
        return frame | {"you": frame["you"] | {"pile": frame["you"]["pile"][::-1]}}

    assert any("sees the pile" in one for one in findings(log, told(stories, "fighter 3", change)))


def test_a_view_that_goes_back_is_found(log, stories):
    whole = stories[0]
    late = whole.lines[-1]
    early = next(line for line in whole.lines if line.what == "got" and line.frame["type"] == "state")
    spoilt = [replace(whole, lines=[*whole.lines, early._replace(at=late.at)]), *stories[1:]]
    assert any(f"and then {early.frame['seq']}" in one for one in findings(log, spoilt))


def test_the_same_number_for_something_else_is_found(log, stories):
    whole = stories[0]
    late = next(line for line in reversed(whole.lines) if line.what == "got" and line.frame["type"] == "state")
    again = late._replace(frame=late.frame | {"clock": late.frame["clock"] | {"now": "later"}})
    other = late._replace(frame=late.frame | {"log_open": None})
    for added, found in ((again, 0), (other, 1)):
        spoilt = [replace(whole, lines=[*whole.lines, added]), *stories[1:]]
        assert len(findings(log, spoilt)) == found


def test_a_refusal_that_no_careful_fighter_gets_and_a_second_answer_are_found(log, stories):
    asked = first_choice(stories[0], after_pass=1)  # in which a Legion Rare may be verified, and one more be due

    def refused(frame):
        if frame["type"] != "ack" or frame["id"] != asked.message["id"]:
            return frame
        return {"type": "error", "id": frame["id"], "code": "not_in_pack", "message": "…"}

    assert any("refused as not_in_pack" in one for one in findings(log, told(stories, "fighter 0", refused)))
    twice = Line(asked.at + 1, "got", {"type": "ack", "id": asked.message["id"], "seq": 1})
    spoilt = [replace(stories[0], lines=[*stories[0].lines, twice]), *stories[1:]]
    assert any("was answered with [" in one for one in findings(log, spoilt))


def test_an_automatic_choice_is_found_where_nothing_is_timed_and_before_time_was_up(log, stories):
    asked = first_choice(stories[0])
    picks = [
        pick | {"how": "time", "auto": True} if pick["card"] in asked.message["cards"] else pick
        for pick in log["tables"][0]["picks"]
    ]
    spoilt = with_picks(log, picks)
    assert any("nothing was timed" in one for one in findings(spoilt, stories))
    timed = spoilt | {"event": log["event"] | {"pace": "brisk"}}

    def with_countdown(frame):
        clock = {"deadline": "2026-11-20T19:03:04.120Z", "now": "2026-11-20T19:02:44.120Z", "paused": False}
        return frame | {"clock": clock} if frame["type"] == "state" else frame

    hurried = told(stories, "fighter 0", with_countdown)
    for unread, expected in ((False, True), (True, False)):
        assert any("before time was up" in one for one in findings(timed, hurried, unread=unread)) is expected


def test_somebody_who_never_saw_anything_is_found(log, stories):
    nothing = told(stories, "display 1", lambda frame: None)
    assert findings(log, nothing) == [f"{stories[-2].who} never saw a table"]


def test_a_draft_in_which_nothing_moves_is_called_stuck_with_what_everybody_saw_last(evening):
    dump = evening.dump(60)
    assert "nothing has moved for 60 s" in dump
    assert len(dump.splitlines()) == 1 + len(evening.guests)


def test_tracebacks_are_found_but_for_those_that_a_fault_must_cause():
    log = (
        'INFO all is well\nERROR drafts: no\nTraceback (most recent call last):\n  File "a", line 1\n    b()\n'
        "sqlite3.OperationalError: database or disk is full\n\nThe above exception was the direct cause of:\n\n"
        '    Traceback (most recent call last):\n      File "a", line 1\n    KeyError: 7\nINFO on we go\n'
    )
    complaints = complaints_in(log)
    assert complaints == ["sqlite3.OperationalError: database or disk is full", "KeyError: 7"]
    assert unexpected(complaints, [Fault("disk", "Full.", may_say=(r".*disk is full",))]) == ["KeyError: 7"]
