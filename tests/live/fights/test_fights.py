"""Fights as their fighters, the organizer and the TV see them: counted, agreed on, disputed, decided (R17)."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.clients.device import Device
from tests.clients.views import phase_is


@pytest.fixture
def fighting(night):
    """A night whose draft is over, in its first round."""

    def make(fighters=4, **fields):
        table = night(fighters, **fields)
        table.draft_by_bots()
        table.act("next-stage", **{"from": "building", "confirm": "next"})
        for phone in table.phones:
            phone.wait_for(phase_is("fighting"))
        return table

    return make


def fight_of(phone):
    return phone.state["fight"]


def own(phone):
    return next(seat["name"] for seat in phone.state["table"]["seats"] if seat["seat"] == phone.state["you"]["seat"])


def fighter_of(phone):
    return next(side["fighter"] for side in fight_of(phone)["sides"] if side["name"] == own(phone))


def opponent_of(table, phone):
    other = next(side for side in fight_of(phone)["sides"] if side["name"] != own(phone))
    return next(one for one in table.phones if own(one) == other["name"])


def damage(phone, fighter):
    return next(side["counters"]["damage"] for side in fight_of(phone)["sides"] if side["fighter"] == fighter)


def count(phone, fighter, by=1):
    return phone.ask(type="count", fight=fight_of(phone)["fight"], fighter=fighter, counter="damage", by=by)


def win(phone):
    fight, me = fight_of(phone), fighter_of(phone)
    score = [int(side["fighter"] == me) for side in fight["sides"]]
    assert phone.ask(type="result", fight=fight["fight"], winner=me, score=score)["type"] == "ack"


def confirm(phone):
    phone.wait_for(lambda state: state["fight"]["result"])
    return phone.ask(type="confirm", fight=fight_of(phone)["fight"])


def is_settled(state):
    return bool(state["fight"]["result"] and state["fight"]["result"]["confirmed"])


def round_is(number):
    return lambda state: state["round"]["number"] == number


def fight_round(table):
    """Let one of each pair win, and the other agree."""
    for phone in table.phones:
        if not fight_of(phone)["result"]:
            other = opponent_of(table, phone)
            win(phone)
            assert confirm(other)["type"] == "ack"
            phone.wait_for(is_settled)


def test_the_end_of_a_game_is_seen_by_both_and_stored_once_and_the_next_begins_anew(fighting):
    table = fighting(2, best_of="3")
    one, other = table.phones
    count(one, fighter_of(other), 4)
    over = {"type": "game", "fight": fight_of(one)["fight"], "game": 1, "winner": fighter_of(one)}
    assert one.ask(**over)["type"] == "ack"
    other.wait_for(lambda state: state["fight"]["games"])
    assert (damage(other, fighter_of(other)), fight_of(other)["chooses"]) == (0, fighter_of(other))
    assert other.ask(**over)["type"] == "ack"  # both say so
    assert other.ask(**over | {"winner": fighter_of(other)})["code"] == "stale"
    assert one.ask(**over | {"game": 2})["code"] == "not_allowed"
    assert fight_of(one)["games"] == fight_of(other)["games"] == [fighter_of(one)]


def test_four_fight_three_rounds_and_the_standings_are_live(fighting):
    table = fighting()
    host, tv = table.open(table.organizer, "?as=host"), table.open(Device(table.organizer.url))
    for number in (1, 2, 3):
        if number > 1:
            table.act("next-round", round=number)
        for phone in table.phones:
            phone.wait_for(round_is(number))
        fight_round(table)
    table.act("next-stage", **{"from": "fighting"})
    for phone in (*table.phones, host, tv):
        phone.wait_for(phase_is("sharing"))
        assert sum(place["won"] for place in phone.state["standings"]) == 6


def test_how_far_the_fights_came_is_told_once_they_have_ended(fighting):
    table = fighting(sharing="keep")
    host, tv = table.open(table.organizer, "?as=host"), table.open(Device(table.organizer.url))
    screens = (*table.phones, host, tv)
    fight_round(table)
    assert not any("fought" in screen.state for screen in screens)
    table.act("finish")
    for screen in screens:
        fought = screen.wait_for(phase_is("finished"))["fought"]
        assert fought == {"rounds": 1, "of": 3, "over": False, "groups": 1}


def test_how_the_last_fight_ended_is_told_in_the_next_round_and_after_the_fights(fighting):
    table = fighting(3, sharing="keep")
    tv = table.open(Device(table.organizer.url))
    assert all(phone.state["past"] is None for phone in table.phones)
    fought = [phone for phone in table.phones if len(fight_of(phone)["sides"]) == 2]
    table.act("next-round", round=2, confirm="next")
    for phone in table.phones:
        past = phone.wait_for(round_is(2))["past"]
        told = past and (past["round"], past["result"]["by"])
        assert told == ((1, "time") if phone in fought else None)
    bye = next(phone for phone in table.phones if len(fight_of(phone)["sides"]) == 1)
    table.act("finish")
    for phone in table.phones:
        assert phone.wait_for(phase_is("finished"))["past"]["round"] == (1 if phone is bye else 2)
    assert "past" not in tv.wait_for(phase_is("finished"))


def places_of(state):
    return {place["fighter"]: (place["points"], place["lost"]) for place in state["standings"]}


def test_a_corrected_result_reaches_its_fighters_and_all_standings_in_every_stage(fighting):
    table = fighting(sharing="keep")
    host, tv = table.open(table.organizer, "?as=host"), table.open(Device(table.organizer.url))
    fight_round(table)
    winner = next(phone for phone in table.phones if fight_of(phone)["result"]["winner"] == fighter_of(phone))
    loser = opponent_of(table, winner)
    number, one, other = fight_of(winner)["fight"], fighter_of(winner), fighter_of(loser)
    told = (winner, loser)
    for count, (named, stage) in enumerate([(other, "fighting"), ("none", "finished")], start=1):
        if stage == "finished":
            table.act("finish")
        table.act("result", fight=number, winner=named, confirm="correct")
        for phone in told:
            phone.wait_for(phase_is(stage))  # another process may be told of the correction first
            state = phone.wait_for(
                lambda state: any(len(each["corrections"]) == count for each in state.get("corrected", []))  # noqa: B023
            )
            (corrected,) = state["corrected"]
            assert (state["event"]["phase"], corrected["fight"], corrected["round"]) == (stage, number, 1)
            assert corrected["corrections"][0]["was"]["winner"] == one
        lost = (0, 1) if named == "none" else (3, 0)
        for screen in (*told, host, tv):
            screen.wait_for(lambda state: places_of(state)[other] == lost)  # noqa: B023
    assert corrected["result"]["double_loss"] is True
    assert all("corrected" not in phone.state for phone in table.phones if phone not in told)


@pytest.mark.parametrize(("sharing", "stage"), [("equal", "sharing"), ("keep", "finished")])
def test_after_a_step_that_was_taken_back_phones_fight_on(fighting, sharing, stage):
    table = fighting(sharing=sharing)
    host, tv = table.open(table.organizer, "?as=host"), table.open(Device(table.organizer.url))
    screens = (*table.phones, host, tv)
    path = f"/events/{table.code}/host/next-stage/"
    refused = table.organizer.post(path, **{"from": "fighting"})
    assert (refused.status, "Rounds 2, 3 have not been fought" in refused.text) == (409, True)
    table.act("next-stage", **{"from": "fighting", "confirm": "next"})
    for screen in screens:
        screen.wait_for(phase_is(stage))
    table.act("next-stage-back", **{"from": stage})
    for screen in screens:
        screen.wait_for(phase_is("fighting"))
    assert all(fight_of(phone)["result"] is None for phone in table.phones)
    fight_round(table)
    table.act("next-round", round=2)
    for phone in table.phones:
        phone.wait_for(round_is(2))


def test_of_two_tables_the_one_where_nobody_is_left_to_be_fought_is_over(fighting):
    table = fighting(6, table_size="3", sharing="keep")
    places = table.phones[0].state["standings"]
    for place in places[1:]:
        table.act("drop", fighter=place["fighter"])
    table.act("finish")
    for phone in table.phones:
        state = phone.wait_for(phase_is("finished"))
        is_over = state["standings"][0]["table"] == places[0]["table"]
        assert state["fought"] == {"rounds": 1, "of": 3, "over": is_over, "groups": 2}


def test_damage_is_counted_on_both_phones_and_on_the_organizers_screen(fighting):
    table = fighting()
    host, tv = table.open(table.organizer, "?as=host"), table.open(Device(table.organizer.url))
    phone = table.phones[0]
    other, me = opponent_of(table, phone), fighter_of(phone)
    assert count(phone, me)["type"] == count(other, me)["type"] == "ack"
    for screen in (phone, other):
        screen.wait_for(lambda state: damage_in(state["fight"], me) == 2)
    for screen in (host, tv):
        screen.wait_for(lambda state: any(damage_in(pairing, me) == 2 for pairing in state["pairings"]))
        assert screen.state["fight"] is None


def damage_in(fight, fighter):
    return next((side["counters"]["damage"] for side in fight["sides"] if side["fighter"] == fighter), None)


def test_four_damage_lose_by_rule_action_and_a_fifth_is_refused(fighting):
    table = fighting()
    phone = table.phones[0]
    other, me = opponent_of(table, phone), fighter_of(phone)
    assert count(phone, me, by=5)["code"] == "bad_amount"
    assert damage_in(phone.resync()["fight"], me) == 0
    assert count(phone, me, by=4)["type"] == "ack"
    other.wait_for(lambda state: "damage" in [side["lost"] for side in state["fight"]["sides"]])
    assert [count(phone, me)["code"], count(phone, me, by=-5)["code"]] == ["bad_amount", "bad_amount"]
    assert phone.ask(type="undo", fight=fight_of(phone)["fight"])["type"] == "ack"
    other.wait_for(lambda state: damage_in(state["fight"], me) == 0)


def test_the_same_request_again_is_one(fighting):
    table = fighting()
    phone = table.phones[0]
    me, fight = fighter_of(phone), fight_of(phone)["fight"]
    answers = [phone.ask(type="count", id="once", fight=fight, fighter=me, counter="damage", by=1) for _ in range(2)]
    assert answers[0] == answers[1]
    assert damage(phone, me) == 1


def test_the_same_request_again_gets_the_same_answer_when_the_night_has_gone_on(fighting):
    table = fighting(2, card_set="SMP02")
    phone = table.phones[0]
    counted = {"type": "count", "id": "once", "fight": 1, "fighter": fighter_of(phone), "counter": "damage", "by": 1}
    wished = {"type": "wish", "id": "wished", "cards": [card["id"] for card in phone.state["you"]["pile"][:2]]}
    answers = [phone.ask(**message) for message in (counted, wished)]
    for stage in ("fighting", "sharing"):
        table.act("next-stage", **{"from": stage, "confirm": "next"})
    phone.wait_for(phase_is("finished"))
    assert [answer["type"] for answer in answers] == ["ack", "ack"]
    assert [phone.ask(**message)["type"] for message in (counted, wished)] == ["ack", "ack"]
    assert phone.ask(**counted | {"id": "another"})["code"] == "not_allowed"


def test_a_client_that_is_no_side_of_a_fight_changes_nothing(fighting):
    table = fighting()
    phone, tv = table.phones[0], table.open(Device(table.organizer.url))
    strangers = [one for one in table.phones if one not in (phone, opponent_of(table, phone))]
    fight, me = fight_of(phone)["fight"], fighter_of(phone)
    asked = [
        {"type": "count", "fight": fight, "fighter": me, "counter": "damage", "by": 1},
        {"type": "result", "fight": fight, "winner": me, "score": [1, 0]},
        {"type": "confirm", "fight": fight},
    ]
    assert {strangers[0].ask(**message)["code"] for message in asked} == {"not_your_fight"}
    assert {tv.ask(**message)["code"] for message in asked} == {"not_a_fighter"}
    after = phone.resync()["fight"]
    assert ([side["counters"]["damage"] for side in after["sides"]], after["result"]) == ([0, 0], None)


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"fight": 99}, "stale"),
        ({"counter": "poison"}, "bad_message"),
        ({"fighter": 2**30}, "bad_message"),
        ({"by": 0}, "bad_amount"),
        ({"by": "1"}, "bad_message"),
        ({"by": None}, "bad_message"),
    ],
)
def test_a_message_about_what_the_fight_does_not_know_is_refused(fighting, changed, code):
    phone = fighting(2).phones[0]
    message = {"type": "count", "fight": 1, "fighter": fighter_of(phone), "counter": "damage", "by": 1}
    assert phone.ask(**message | changed)["code"] == code


def test_two_different_results_at_once_are_disputed_and_the_organizer_decides(fighting):
    table = fighting(2)
    one, other = table.phones
    win(one)
    win(other)
    for phone in table.phones:
        fight = phone.wait_for(lambda state: (state["fight"]["result"] or {}).get("disputed"))["fight"]
        result = fight["result"]
        assert fight["scores"] == [[1, 0], [0, 0]]  # another one can still be entered
        said = {result["winner"], result["claim"]["winner"]}
        assert (said, result["confirmed"]) == ({fighter_of(one), fighter_of(other)}, False)
    table.act("result", fight=1, winner=fighter_of(other))
    one.wait_for(is_settled)
    assert (fight_of(one)["result"]["winner"], fight_of(one)["result"]["by"]) == (fighter_of(other), "organizer")
    assert "scores" not in fight_of(one)
    assert count(one, fighter_of(one))["code"] == "fight_over"


def test_two_different_results_before_either_is_answered_lose_and_double_nothing(fighting):
    phones = fighting(2).phones
    for phone in phones:
        score = [int(side["fighter"] == fighter_of(phone)) for side in fight_of(phone)["sides"]]
        phone.send({"type": "result", "id": "won", "fight": 1, "winner": fighter_of(phone), "score": score})
    assert [phone.answer("won")["type"] for phone in phones] == ["ack", "ack"]
    for phone in phones:
        result = phone.wait_for(lambda state: (state["fight"]["result"] or {}).get("disputed"))["fight"]["result"]
        assert {result["winner"], result["claim"]["winner"]} == set(map(fighter_of, phones))
        assert [place["points"] for place in phone.state["standings"]] == [0, 0]


def test_the_next_round_that_is_pressed_twice_at_once_is_one(fighting):
    table = fighting()
    pressed = {"round": 2, "confirm": "next"}
    with ThreadPoolExecutor(2) as hands:
        presses = [
            hands.submit(table.organizer.post, f"/events/{table.code}/host/next-round/", **pressed) for _ in range(2)
        ]
        assert [press.result().status for press in presses] == [302, 302]
    for phone in table.phones:
        assert phone.wait_for(lambda state: state["round"]["number"] > 1)["round"]["number"] == 2
    assert len({fight_of(phone)["fight"] for phone in table.phones}) == 2
    assert {fight_of(phone)["fight"] for phone in table.phones} == {3, 4}


def test_a_fighter_who_is_dropped_in_mid_fight_reads_that_it_is_over_and_what_was_counted_stands(fighting):
    table = fighting(2)
    one, other = table.phones
    me, opponent = fighter_of(one), fighter_of(other)
    count(one, opponent, 3)
    for _ in range(2):  # pressed twice is once
        table.act("drop", fighter=me)
    for phone in table.phones:
        phone.wait_for(is_settled)
    assert {
        one.ask(type="count", fight=1, fighter=opponent, counter="damage", by=1)["code"],
        one.ask(type="result", fight=1, winner=me, score=[1, 0])["code"],
    } == {"fight_over"}
    after = one.resync()
    assert (damage_in(after["fight"], opponent), after["fight"]["result"]["winner"]) == (3, opponent)
    assert {place["fighter"]: (place["won"], place["lost"]) for place in after["standings"]} == {
        opponent: (1, 0), me: (0, 1)
    }  # fmt: skip


def test_no_side_confirms_its_own_result_or_none(fighting):
    one, other = fighting(2).phones
    asked = {"type": "confirm", "fight": 1}
    assert other.ask(**asked)["code"] == "not_confirmed"
    win(one)
    assert one.ask(**asked)["code"] == one.ask(type="dispute", fight=1)["code"] == "not_confirmed"
    assert confirm(other)["type"] == "ack"


def test_while_the_round_is_paused_fighters_wait_and_the_clock_stands(fighting):
    table = fighting(2)
    phone = table.phones[0]
    table.act("pause")
    phone.wait_for(lambda state: state["round"]["paused"] and state["round"]["deadline"] is None)
    assert count(phone, fighter_of(phone))["code"] == "paused"
    left = phone.state["round"]["left"]
    table.act("extend")
    phone.wait_for(lambda state: round(state["round"]["left"] - left) == 30)
    table.act("resume")
    phone.wait_for(lambda state: not state["round"]["paused"] and state["round"]["deadline"])
    assert count(phone, fighter_of(phone))["type"] == "ack"


def test_the_organizer_counts_too_and_enters_no_sides_result(fighting):
    table = fighting(2)
    host, me = table.open(table.organizer, "?as=host"), fighter_of(table.phones[0])
    asked = {"fight": 1, "fighter": me, "counter": "damage", "by": 1}
    assert host.ask(type="count", **asked)["type"] == "ack"
    assert host.ask(type="result", fight=1, winner=me, score=[1, 0])["code"] == "not_allowed"
    table.phones[1].wait_for(lambda state: damage_in(state["fight"], me) == 1)


def test_seq_never_falls_from_the_draft_to_the_end_of_the_night(night):
    table = night(2)
    host, tv = table.open(table.organizer, "?as=host"), table.open(Device(table.organizer.url))
    screens = [*table.phones, host, tv]
    table.draft_by_bots()
    table.act("next-stage", **{"from": "building"})
    for screen in screens:
        screen.wait_for(phase_is("fighting"))
    acks = [count(table.phones[0], fighter_of(table.phones[0])) for _ in range(3)]
    me = fighter_of(table.phones[0])
    for phone in table.phones:
        phone.wait_for(lambda state: damage_in(state["fight"], me) == 3)
    assert [ack["seq"] for ack in acks] == sorted({ack["seq"] for ack in acks})
    assert acks[-1]["seq"] == table.phones[0].seq
    table.act("next-stage", **{"from": "fighting", "confirm": "next"})
    for screen in screens:
        screen.wait_for(phase_is("sharing"))
    for screen in screens:
        seen = [frame["seq"] for frame in screen.frames if "seq" in frame]
        assert seen == sorted(seen)


def newest_of(phone):
    """Return the newest `seq`, as the answer to a ping says."""
    phone.send({"type": "ping"})
    while (frame := phone.receive())["type"] != "pong":
        pass
    return frame["seq"]


def test_a_count_is_shown_to_those_whom_it_concerns(fighting):
    table = fighting()
    phone = table.phones[0]
    strangers = [one for one in table.phones if one not in (phone, opponent_of(table, phone))]
    before = [stranger.seq for stranger in strangers]
    assert count(phone, fighter_of(phone))["type"] == "ack"
    for stranger, seq in zip(strangers, before, strict=True):
        assert (newest_of(stranger), stranger.seq) == (seq, seq)


def test_a_phone_that_comes_back_finds_its_fight_as_it_stands(fighting):
    table = fighting(2)
    phone, me = table.phones[0], fighter_of(table.phones[0])
    phone.close()
    assert count(table.phones[1], me, by=3)["type"] == "ack"
    phone.connect()
    phone.wait_for(lambda state: state["event"]["phase"] == "fighting" and damage_in(state["fight"], me) == 3)


def test_a_night_of_magic_counts_life_and_poison(fighting):
    phone = fighting(2, format="magic-draft", card_set="MAG01").phones[0]
    counters = {counter["counter"]: counter.get("hidden", False) for counter in phone.state["round"]["counters"]}
    assert counters == {"life": False, "poison": False, "library": True, "mulligans": True}
    me, asked = fighter_of(phone), {"type": "count", "fight": 1}
    assert phone.ask(**asked, fighter=me, counter="life", by=-20)["type"] == "ack"
    lost = next(side["lost"] for side in phone.resync()["fight"]["sides"] if side["fighter"] == me)
    assert lost == "life"


def test_the_unfinished_is_named_with_409_and_confirmed_it_goes_on(fighting):
    table = fighting(2)
    path = f"/events/{table.code}/host/next-stage/"
    refused = table.organizer.post(path, **{"from": "fighting"})
    assert (refused.status, "Fighter 0" in refused.text, "Fighter 1" in refused.text) == (409, True, True)
    assert table.organizer.post(path, **{"from": "fighting", "confirm": "next"}).status == 302
    table.phones[0].wait_for(phase_is("sharing"))
