"""The checker finds all that is spoilt in a draft without faults."""

import asyncio
from dataclasses import replace

import pytest

from tests.faults.checker import findings
from tests.faults.conftest import open_site
from tests.faults.faults import Fault, unexpected
from tests.faults.fights import Fights
from tests.faults.night_checker import Act, fighter_in, night_findings
from tests.faults.pile_checker import pile_findings
from tests.faults.recording import Entry, Recording
from tests.faults.scenario import Plan, Scenario
from tests.faults.site import complaints_in


@pytest.fixture(scope="module")
def scenario(installation, tmp_path_factory):
    """A draft in which nothing happens."""

    return quiet(installation, tmp_path_factory.mktemp("quiet"), Plan(fighters=4))


def quiet(installation, folder, plan):
    async def spend():
        try:
            await asyncio.to_thread(scenario.site.server.start)
            assert await scenario.spend() == []
        finally:
            scenario.site.close()

    scenario = Scenario(open_site(installation, folder, plan), plan, seed=1)
    asyncio.run(spend())
    return scenario


@pytest.fixture
def log(scenario):
    return scenario.logs[0]


@pytest.fixture
def recordings(scenario):
    return [client.recording for client in scenario.clients]


def with_picks(log, picks):
    table = log["tables"][0]
    return log | {"tables": [table | {"picks": picks}]}


def told(recordings, who, change):
    """Return the recordings with each frame that one client got changed, or left out where None comes back."""

    def retold(recording):
        if who not in recording.who:
            return recording
        entries = [
            entry._replace(frame=change(entry.frame)) if entry.what == "got" else entry for entry in recording.entries
        ]
        return Recording(recording.who, recording.role, [entry for entry in entries if entry.frame is not None])

    return [retold(recording) for recording in recordings]


def first_choice(recording, after_pass=0):
    choices = (asked for asked in recording.requests() if asked.message["type"] == "choose" and asked.ack)
    return next(asked for asked in choices if asked.message["pass"] > after_pass)


def test_a_draft_without_faults_is_without_findings(log, recordings):
    assert findings(log, recordings) == []


def test_a_choice_that_is_missing_changed_or_called_automatic_is_found(log, recordings):
    first, *others = log["tables"][0]["picks"]
    other = next(pick for pick in others if pick["pack"] == first["pack"] and pick["pass"] > 1)
    swapped = [
        first | {"card": other["card"]},
        *(one | {"card": first["card"]} if one is other else one for one in others),
    ]
    for picks in (others, swapped, [first | {"auto": True, "how": "time"}, *others]):
        found = findings(with_picks(log, picks), recordings)
        assert any("was acknowledged with" in one for one in found)


def test_cards_that_somebody_saw_taken_back_and_the_history_does_not_name_are_found(log, recordings):
    def cleared(frame):
        if frame["type"] != "state" or frame["event"]["phase"] != "building":
            return frame
        seats = [seat | {"face_down": 0} for seat in frame["table"]["seats"]]
        return frame | {"table": frame["table"] | {"seats": seats}}

    spoilt = told(recordings, "fighter 1", cleared)
    assert any("of which the history says nothing" in one for one in findings(log, spoilt))
    undo = {"version": 10**6, "table": 1, "kind": "undo", "by": "organizer", "facts": {"round": 1, "pass": 1}}
    named = log | {"history": [*log["history"], undo]}
    assert not any("of which the history says nothing" in one for one in findings(named, recordings))


def test_a_card_that_was_taken_twice_is_found(log, recordings):
    first, second, *others = log["tables"][0]["picks"]
    found = findings(with_picks(log, [first, second | {"card": first["card"]}, *others]), recordings)
    assert any("was taken 2 times" in one for one in found)
    assert any("are not those of the packs" in one for one in found)


def test_a_choice_that_nobody_was_told_of_is_found(log, recordings):
    asked = first_choice(recordings[0])
    deaf = told(recordings, "fighter 0", lambda frame: None if frame.get("id") == asked.message["id"] else frame)
    found = findings(log, deaf)
    assert any("nobody was told" in one for one in found)
    assert any("was answered with nothing" in one for one in found)


def test_one_card_too_few_in_a_pass_or_one_from_a_pack_elsewhere_is_found(log, recordings):
    first, *others = log["tables"][0]["picks"]
    later = with_picks(log, [first | {"pass": 2}, *others])
    elsewhere = with_picks(log, [first | {"pack": [1, 3 - first["pack"][1]]}, *others])
    assert any("cards instead of" in one for one in findings(later, recordings))
    assert any("did not hold the pack" in one for one in findings(elsewhere, recordings))


def test_a_hand_that_was_another_one_is_found(log, recordings):
    def other_hand(frame):
        if frame["type"] != "state" or "you" not in frame or len(frame["you"]["pack"]) != 3:
            return frame
        return frame | {"you": frame["you"] | {"pack": [card | {"id": 999} for card in frame["you"]["pack"]]}}

    assert any("was shown" in one for one in findings(log, told(recordings, "fighter 2", other_hand)))


@pytest.mark.parametrize("who", ["fighter 1", "display 1", "organizer"])
def test_an_end_that_looks_otherwise_is_found(log, recordings, who):
    def other_name(table):
        return table | {"seats": [seat | {"name": "Nobody"} for seat in table["seats"]]}

    def change(frame):
        if frame["type"] != "state":
            return frame
        tables = {"tables": [other_name(table) for table in frame["tables"]]} if "tables" in frame else {}
        return frame | {"table": other_name(frame["table"])} | tables

    assert any("ends with" in one for one in findings(log, told(recordings, who, change)))


def test_a_pile_in_another_order_is_found(log, recordings):
    def change(frame):
        if frame["type"] != "state" or not frame.get("you", {}).get("pile"):
            return frame
        return frame | {"you": frame["you"] | {"pile": frame["you"]["pile"][::-1]}}

    assert any("sees the pile" in one for one in findings(log, told(recordings, "fighter 3", change)))


def test_a_view_that_goes_back_is_found(log, recordings):
    whole = recordings[0]
    late = whole.entries[-1]
    early = next(entry for entry in whole.entries if entry.what == "got" and entry.frame["type"] == "state")
    spoilt = [replace(whole, entries=[*whole.entries, early._replace(at=late.at)]), *recordings[1:]]
    assert any(f"and then {early.frame['seq']}" in one for one in findings(log, spoilt))


def test_the_same_number_for_something_else_is_found(log, recordings):
    whole = recordings[0]
    late = next(entry for entry in reversed(whole.entries) if entry.what == "got" and entry.frame["type"] == "state")
    again = late._replace(frame=late.frame | {"clock": late.frame["clock"] | {"now": "later"}})
    other = late._replace(frame=late.frame | {"log_open": None})
    for added, found in ((again, 0), (other, 1)):
        spoilt = [replace(whole, entries=[*whole.entries, added]), *recordings[1:]]
        assert len(findings(log, spoilt)) == found


def test_a_refusal_that_no_careful_fighter_gets_and_a_second_answer_are_found(log, recordings):
    asked = first_choice(recordings[0], after_pass=1)  # in which a Legion Rare may be verified, and one more be due

    def refused(frame):
        if frame["type"] != "ack" or frame["id"] != asked.message["id"]:
            return frame
        return {"type": "error", "id": frame["id"], "code": "not_in_pack", "message": "…"}

    assert any("refused as not_in_pack" in one for one in findings(log, told(recordings, "fighter 0", refused)))
    twice = Entry(asked.at + 1, "got", {"type": "ack", "id": asked.message["id"], "seq": 1})
    spoilt = [replace(recordings[0], entries=[*recordings[0].entries, twice]), *recordings[1:]]
    assert any("was answered with [" in one for one in findings(log, spoilt))


def test_an_automatic_choice_is_found_where_nothing_is_timed_and_before_time_was_up(log, recordings):
    asked = first_choice(recordings[0])
    picks = [
        pick | {"how": "time", "auto": True} if pick["card"] in asked.message["cards"] else pick
        for pick in log["tables"][0]["picks"]
    ]
    spoilt = with_picks(log, picks)
    assert any("nothing was timed" in one for one in findings(spoilt, recordings))
    timed = spoilt | {"event": log["event"] | {"pace": "brisk"}}

    def with_countdown(frame):
        clock = {"deadline": "2026-11-20T19:03:04.120Z", "now": "2026-11-20T19:02:44.120Z", "paused": False}
        return frame | {"clock": clock} if frame["type"] == "state" else frame

    hurried = told(recordings, "fighter 0", with_countdown)
    for unread, expected in ((False, True), (True, False)):
        assert any("before time was up" in one for one in findings(timed, hurried, unread=unread)) is expected


def test_a_client_that_never_saw_anything_is_found(log, recordings):
    nothing = told(recordings, "display 1", lambda frame: None)
    assert findings(log, nothing) == [f"{recordings[-2].who} never saw a table"]


def test_a_draft_in_which_nothing_moves_is_called_stuck_with_what_everybody_saw_last(scenario):
    dump = scenario.dump(60)
    assert "nothing has moved for 60 s" in dump
    assert len(dump.splitlines()) == 1 + len(scenario.clients)


def test_tracebacks_are_found_but_for_those_that_a_fault_must_cause():
    log = (
        'INFO all is well\nERROR drafts: no\nTraceback (most recent call last):\n  File "a", line 1\n    b()\n'
        "sqlite3.OperationalError: database or disk is full\n"
        "    Traceback (most recent call last):\n    AttributeError: no session yet\n\n"
        "    During handling of the above exception, another exception occurred:\n\n"
        '    Traceback (most recent call last):\n      File "a", line 1\n    KeyError: 7\nINFO on we go\n'
    )
    complaints = complaints_in(log)
    assert complaints == ["sqlite3.OperationalError: database or disk is full", "KeyError: 7"]
    assert unexpected(complaints, [Fault("disk", "Full.", may_say=(r".*disk is full",))]) == ["KeyError: 7"]


# After the draft ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def night(installation, tmp_path_factory):
    """The fights and the sharing of a night in which nothing happens, with the fights of four at one table."""
    plan = Plan(fighters=4, small_packs=True, night=True)
    return quiet(installation, tmp_path_factory.mktemp("night"), plan).nights[0]


def with_acts(night, change):
    """Return a night in which each act is stored as `change` has it, which yields any number of them."""
    return replace(night, acts=[each for act in night.acts for each in change(act)])


def shown(night, who, change):
    """Return a night in which one client's views were as `change` makes them."""

    def changed(frame):
        return change(frame) if frame["type"] == "state" and frame["event"]["phase"] != "lobby" else frame

    return replace(night, recordings=told(night.recordings, who, changed))


def found_in(night, words):
    return any(words in one for one in night_findings(night))


def test_a_night_without_faults_is_without_findings(night):
    assert night_findings(night) == []
    assert {"round", "count", "result", "begin", "take"} <= {act.kind for act in night.acts}


def test_an_acknowledged_act_that_is_missing_changed_or_doubled_is_found(night):
    for kind in ("count", "take", "result"):
        name = next(act.request for act in night.acts_of(kind) if act.request)
        gone = with_acts(night, lambda act, name=name: [] if act.request == name else [act])
        other = with_acts(
            night, lambda act, name=name: [act._replace(text=act.text + "1")] if act.request == name else [act]
        )
        twice = with_acts(night, lambda act, name=name: [act, act] if act.request == name else [act])
        assert found_in(gone, "was acknowledged, and what is stored is []")
        assert found_in(twice, "is stored 2 times")
        assert found_in(other, "was acknowledged, and what is stored is [(")


def test_an_act_that_nobody_was_told_of_and_a_round_that_began_twice_are_found(night):
    strange = with_acts(night, lambda act: [act._replace(request="strange")] if act.kind == "take" else [act])
    again = with_acts(night, lambda act: [act, act] if act.kind == "round" else [act])
    assert found_in(strange, "nobody was told that")
    assert found_in(again, "the rounds [1, 1, 2, 2")


def test_a_fight_that_was_shown_otherwise_is_found(night):
    def hurt(frame):
        sides = [side | {"counters": {"damage": 4}} for side in (frame.get("fight") or {"sides": ()})["sides"]]
        return frame | {"fight": frame["fight"] | {"sides": sides}} if sides else frame

    def decided(frame):
        over = [pairing for pairing in frame.get("pairings", ()) if pairing["result"]]
        return frame | {"pairings": [pairing | {"result": pairing["result"] | {"score": [9, 9]}} for pairing in over]}

    assert found_in(shown(night, "fighter 1", hurt), "which it never was")
    assert found_in(shown(night, "organizer", decided), "which it never was")


def test_standings_that_are_wrong_or_others_on_a_screen_are_found(night):
    first, *others = night.standings
    wrong = [first | {"points": first["points"] + 3}, *others]
    assert found_in(replace(night, standings=wrong), "and fought {")
    for who in ("fighter 2", "display 1", "organizer"):
        spoilt = shown(night, who, lambda frame: frame | {"standings": frame.get("standings", [])[::-1]})
        assert found_in(spoilt, "ends with the standings")


def test_unequal_shares_and_a_card_that_went_elsewhere_are_found(night):
    table = night.shares[0]
    first, second, *others = table["people"]
    rich = [first | {"cards": first["cards"] + second["cards"][:2]}, second | {"cards": second["cards"][2:]}, *others]
    assert found_in(replace(night, shares=[table | {"people": rich}]), "the shares of all cards are")
    names = [person | {"cards": other["cards"]} for person, other in ((first, second), (second, first))]
    assert found_in(replace(night, shares=[table | {"people": [*names, *others]}]), "and does not have it")


def test_a_card_that_was_given_and_is_somebody_elses_is_found(night):
    act = next(act for act in night.acts if act.given)
    (card, fighter), *_ = act.given.items()
    text = act.text.replace(f"{card}:{fighter}", f"{card}:{fighter + 1}")
    other = with_acts(night, lambda each: [act._replace(text=text)] if each == act else [each])
    assert found_in(other, f"{fighter + 1} was given {card}, and does not have it")


def test_a_share_that_is_shown_to_somebody_else_is_found(night):
    def more(**facts):
        return lambda frame: frame | ({"share": frame["share"] | facts} if frame.get("share") else {})

    assert found_in(shown(night, "display 1", more(yours=[])), "what is a fighter's own")
    assert found_in(shown(night, "fighter 1", more(wishes=[1, 2, 3, 4, 5, 6])), "wishes that they never said")
    assert found_in(shown(night, "fighter 1", more(yours=[])), "ends with the cards []")
    assert found_in(shown(night, "fighter 1", more(swaps=[{"fighter": -1, "other": -2}])), "an offer between others")
    assert found_in(shown(night, "fighter 1", more(closed=[{"fighter": -1, "other": -2}])), "an offer between others")


def test_an_offer_that_is_ended_twice_or_by_the_wrong_one_or_is_still_shown_is_found(night):
    number = night.shares[0]["table"]
    sharers = [person["fighter"] for person in night.shares[0]["people"]]
    offers = [act for act in night.acts_of("swap") if act.number == number]
    later = max(act.version for act in night.acts if act.stage == "sharing" and act.number == number)

    def ended(*acts):
        made = [
            Act("sharing", number, later + place, by, kind, text, request="")
            for place, (by, kind, text) in enumerate(acts, start=1)
        ]
        return replace(night, acts=[*night.acts, *made])

    mine, theirs = sharers[:2]
    last = str(len(offers) + 1)
    offer = (mine, "swap", "1 2")
    declined = ended(offer, (theirs, "decline", last))
    assert night_findings(declined) == []
    twice = ended(offer, (theirs, "decline", last), (mine, "withdraw", last))
    assert found_in(twice, f"offer {last} was ended 2 times")
    assert found_in(ended(offer, (theirs, "withdraw", last)), f"withdraw by {theirs}, and {mine} had made offer {last}")
    assert found_in(ended(offer, (mine, "decline", last)), f"decline by {mine}, and {mine} had made offer {last}")

    def still_open(frame):
        swaps = [{"swap": int(last), "fighter": mine, "other": theirs}]
        return frame | ({"share": frame["share"] | {"swaps": swaps}} if frame.get("share") else {})

    one = next(r.who for r in declined.recordings if r.role == "fighter" and fighter_in(r) == mine)
    assert found_in(shown(declined, one, still_open), f"ends with offer {last}, which was ended")


# Real packs ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def entered(installation, tmp_path_factory):
    """The words and the entries of a night with real packs in which nothing happens."""
    plan = Plan(fighters=2, real_packs=True, night=True)
    return quiet(installation, tmp_path_factory.mktemp("real"), plan).entered[0]


def with_history(entered, change):
    """Return a draft in whose history each word of a fighter is told as `change` has it."""
    acts = [each for act in entered.log["history"] for each in (change(act) if act["kind"] == "done" else [act])]
    return replace(entered, log=entered.log | {"history": acts})


def with_posts(entered, who, change):
    """Return a draft in which a client's requests about a pile, and their answers, were as `change` has them."""
    recordings = [
        replace(one, entries=[change(entry) for entry in one.entries]) if who in one.who else one
        for one in entered.recordings
    ]
    return replace(entered, recordings=recordings)


def with_views(entered, who, change):
    def changed(frame):
        return change(frame) if frame["type"] == "state" and "piles" in frame.get("table", {}) else frame

    return replace(entered, recordings=told(entered.recordings, who, changed))


def found_of_piles(entered, words):
    return any(words in one for one in pile_findings(entered))


def test_real_packs_without_faults_are_without_findings(entered):
    assert pile_findings(entered) == []
    assert all(len(entered.kept(name)) > 3 for name in entered.piles)


def test_a_word_that_is_missing_doubled_or_of_nobody_is_found(entered):
    own = next(act for act in entered.log["history"] if act["kind"] == "done" and isinstance(act["by"], int))
    gone = with_history(entered, lambda act: [] if act == own else [act])
    assert found_of_piles(gone, "is in the history 0 times; acknowledged: True")
    twice = with_history(entered, lambda act: [act, act] if act == own else [act])
    assert found_of_piles(twice, "came twice in the history")
    assert found_of_piles(twice, "is in the history 2 times")
    strange = with_history(entered, lambda act: [act | {"version": act["version"] + 10**6}] if act == own else [act])
    assert found_of_piles(strange, "is in the history 1 times; acknowledged: False")


def test_cards_that_lie_elsewhere_on_a_screen_than_in_the_history_are_found(entered):
    def one_less(frame):
        if frame["type"] != "state" or frame["event"]["phase"] != "drafting":
            return frame
        seats = [seat | {"face_down": seat["face_down"] + 1} for seat in frame["table"]["seats"]]
        return frame | {"table": frame["table"] | {"seats": seats}}

    for who in ("fighter 0", "display 1"):
        spoilt = replace(entered, recordings=told(entered.recordings, who, one_less))
        assert found_of_piles(spoilt, "lay there")


def test_an_entry_that_is_lost_changed_or_shown_in_part_is_found(entered):
    last = entered.of_fighter("Fighter 0")[0].posts()[-1].fields["name"]

    def lost(entry):
        is_last = entry.what == "answered" and entry.frame["name"] == last
        return entry._replace(frame=entry.frame | {"entered": [], "state": "open"}) if is_last else entry

    def doubled(frame):
        entry = frame["you"]["pile_entry"]
        return frame | {"you": frame["you"] | {"pile_entry": entry | {"entered": entry["entered"] * 2}}}

    assert found_of_piles(with_posts(entered, "fighter 0", lost), "cards were kept")
    assert found_of_piles(with_views(entered, "fighter 1", doubled), "which nobody has entered")


def test_two_entries_that_were_made_of_the_same_one_and_kept_are_found(entered):
    first, second = list({tuple(post.fields["numbers"]): post for post in entered.kept("Fighter 0")}.values())[:2]

    def made_of_the_first(entry):
        is_second = entry.what == "posted" and entry.frame["name"] == second.fields["name"]
        return entry._replace(frame=entry.frame | {"seen": first.fields["seen"]}) if is_second else entry

    assert found_of_piles(with_posts(entered, "fighter 0", made_of_the_first), "entries were made of the same one")


def test_a_count_of_cards_that_is_another_for_somebody_is_found(entered):
    def one_more(frame):
        piles = [pile | {"entered": pile["entered"] + 1} for pile in frame["table"]["piles"]]
        return frame | {"table": frame["table"] | {"piles": piles}}

    for who in ("display 1", "fighter 1"):
        assert found_of_piles(with_views(entered, who, one_more), "was shown")


def test_a_log_that_tells_of_another_pile_is_found(entered):
    table = entered.log["tables"][0]
    packs = [pack | {"cards": pack["cards"][::-1]} for pack in table["packs"]]
    cards = [[card | {"id": other["id"]} for card, other in zip(pack["cards"], old["cards"], strict=True)]
             for pack, old in zip(packs, table["packs"], strict=True)]  # fmt: skip
    packs = [pack | {"cards": of_pack} for pack, of_pack in zip(packs, cards, strict=True)]
    other = entered.log | {"tables": [table | {"packs": packs}]}
    assert found_of_piles(replace(entered, log=other), "were drafted")


def test_a_game_that_both_sides_end_is_one_game():
    lines = [(None, "round", "1 4-7"), (4, "count", "1 7 damage +1"), (4, "game", "1 1 4"), (7, "game", "1 1 4")]
    fights = Fights([*lines, (7, "count", "1 4 damage +1"), (4, "undo", "1"), (4, "undo", "1")])
    assert fights.faults == []
    assert [(dict(totals), games) for totals, games, _ in fights.by_number[1].was] == [
        ({}, []), ({(7, "damage"): 1}, []), ({}, [4]), ({}, [4]), ({(4, "damage"): 1}, [4]), ({}, [4]),
        ({(7, "damage"): 1}, []),
    ]  # fmt: skip
