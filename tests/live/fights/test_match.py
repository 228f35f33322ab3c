"""A match of Magic over sockets: dice, who goes first, who is out, and decks between games (M22-M25, M31)."""

import pytest

from tests.clients.device import Device
from tests.clients.views import phase_is

SEALED = {"format": "magic-sealed", "card_set": "MAG01", "packs_each": "2", "sharing": "keep"}


@pytest.fixture
def match(night):
    """A night of sealed packs in its first round; each fighter has registered a deck."""

    def make(fighters=2, **fields):
        table = night(fighters, **{**SEALED, **fields})
        for phone in table.phones:
            phone.wait_for(phase_is("opening"))
        table.act("next-stage", **{"from": "opening"})
        for phone in table.phones:
            phone.wait_for(lambda state: "deck" in state["you"])
            assert phone.ask(type="deck", fight=1, seen=1, main=[])["code"] == "not_drafting"
            cards = [card["id"] for card in phone.state["you"]["pile"] if card["type_line"] != "Conspiracy"][:23]
            assert phone.ask(type="deck", seen=1, main=cards, basics={"Plains": 17})["type"] == "ack"
            assert phone.ask(type="register", seen=2)["type"] == "ack"
        table.act("next-stage", **{"from": "building", "confirm": "next"})
        for phone in table.phones:
            phone.wait_for(phase_is("fighting"))
        return table

    return make


def me(phone):
    return next(seat["fighter"] for seat in phone.state["table"]["seats"] if seat["seat"] == phone.state["you"]["seat"])


def ask(phone, type_, **fields):
    answer = phone.ask(type=type_, fight=phone.state["fight"]["fight"], **fields)
    return answer.get("code", answer["type"])


def shows(phone, is_so):
    """Wait until a phone shows a fight of which this is so, and return it."""
    return phone.wait_for(lambda state: is_so(state["fight"]))["fight"]


def chooser_and_other(table):
    chooses = table.phones[0].state["fight"]["chooses"]
    one = next(phone for phone in table.phones if me(phone) == chooses)
    return one, next(phone for phone in table.phones if phone is not one)


def side_in(fight, fighter):
    return next(side for side in fight["sides"] if side["fighter"] == fighter)


def is_match(phone, is_so):
    """Wait until the deck of a fighter's match is so, and return it."""
    return phone.wait_for(lambda state: is_so(state["you"]["deck"]["match"]))["you"]["deck"]["match"]


def test_M22_the_dice_say_who_chooses_and_who_chooses_says_who_goes_first(match):
    chooser, other = chooser_and_other(match())
    fight = chooser.state["fight"]
    last = {die["fighter"]: die["face"] for die in fight["dice"][-1]}
    assert max(last, key=last.get) == fight["chooses"] == fight["first"] == me(chooser)
    assert (fight["first_said"], fight["first_draws"], fight["turn"], fight["plane"]) == (False, False, None, None)
    assert (fight["start"], fight["scores"]) == ("choice", [[2, 0], [2, 1], [1, 0], [1, 1], [0, 0]])
    assert ask(other, "turn", number=1) == "not_allowed"  # no turns are marked between two
    assert ask(other, "spare", fighter=me(other)) == "not_allowed"  # nothing is lost
    assert ask(other, "first", game=1, fighter=me(other)) == "not_your_turn"
    assert ask(chooser, "first", game=2, fighter=me(other)) == "stale"
    assert ask(chooser, "first", game=1, fighter=me(other)) == "ack"
    said = shows(other, lambda fight: fight["first"] == me(other))
    assert (said["first_said"], said["start"]) == (True, "said")
    assert (ask(other, "rolled", fighter=me(other)), ask(other, "undo")) == ("stale", "ack")
    assert ask(other, "rolled", fighter=me(other)) == "ack"
    shows(chooser, lambda fight: fight["chooses"] == fight["first"] == me(other))


def test_a_fighter_of_a_match_is_shown_with_everything_that_the_form_counts(match):
    one, other = match().phones
    assert ask(one, "count", fighter=me(one), counter="mulligans", by=2) == "ack"
    fight = shows(other, lambda fight: side_in(fight, me(one))["fighters"][0]["bottom"] == 2)
    assert fight["start"] == "mulligans"
    row = side_in(fight, me(one))["fighters"][0]
    assert row["counters"] == {"life": 20, "poison": 0, "library": 0, "mulligans": 2}
    nothing = dict.fromkeys(("lost", "spared", "avatar", "role", "reach", "commander"))
    more = {**nothing, "out": False, "hand": 7, "bottom": 2, "from": {}}
    assert {name: row[name] for name in more} == more
    assert side_in(fight, me(one))["counters"] == {"life": 20, "poison": 0}


def test_M24_M31_losing_is_said_spared_and_conceded_and_the_word_of_the_loser_is_final(match):
    one, other = match(best_of="1").phones
    loser, winner = me(one), me(other)
    assert ask(other, "out", fighters=[loser]) == "not_allowed"
    assert ask(one, "count", fighter=loser, counter="life", to=0) == "ack"
    shows(other, lambda fight: side_in(fight, loser)["lost"] == "life")
    assert ask(other, "spare", fighter=loser) == "ack"
    after = shows(other, lambda fight: side_in(fight, loser)["lost"] is None)
    spared = side_in(after, loser)
    assert "start" not in after
    assert (spared["out"], spared["fighters"][0]["spared"]) == (False, "life")
    assert (ask(other, "undo"), ask(other, "out", fighters=[loser])) == ("ack", "ack")
    waits = shows(other, lambda fight: fight["result"])["result"]
    assert (waits["winner"], sorted(waits["score"]), waits["confirmed"]) == (winner, [0, 1], False)
    assert (ask(one, "undo"), ask(one, "out", fighters=[loser])) == ("ack", "ack")
    done = shows(other, lambda fight: fight["result"] and fight["result"]["confirmed"])
    assert (done["result"]["entered_by"], side_in(done, loser)["out"], side_in(done, winner)["out"]) == (
        loser,
        True,
        False,
    )
    assert (ask(one, "undo"), ask(one, "rolled", fighter=loser)) == ("fight_over", "fight_over")


@pytest.mark.parametrize("first", [0, 1])
def test_M24_one_game_ends_where_both_say_at_once_how(match, first):
    phones = match().phones
    loser = me(phones[0])
    assert ask(phones[0], "count", fighter=loser, counter="life", to=0) == "ack"
    said = [ask(phone, "out", fighters=[loser], game=1) for phone in (phones[first], phones[1 - first])]
    assert said == ["ack", "stale"]
    fight = shows(phones[0], lambda fight: fight["games"])
    assert (fight["games"], fight["result"]) == ([me(phones[1])], None)


def test_M24_an_official_says_who_is_out_and_nothing_that_is_a_sides_own(match):
    table = match(best_of="1")
    host = table.open(table.organizer, "?as=host")
    one, other = table.phones
    number = one.state["fight"]["fight"]
    codes = [
        host.ask(type=type_, fight=number, **fields).get("code")
        for type_, fields in (
            ("first", {"game": 1, "fighter": me(one)}),
            ("spare", {"fighter": me(one)}),
            ("rolled", {"fighter": me(one)}),
            ("count", {"fighter": me(one), "counter": "life", "to": 3}),
            ("out", {"fighters": [me(one)]}),
        )
    ]
    assert codes == ["not_your_turn", "not_allowed", "not_allowed", None, None]
    result = shows(other, lambda fight: fight["result"])["result"]
    assert (result["winner"], result["by"], result["confirmed"]) == (me(other), "organizer", True)


def test_M23_a_deck_changes_between_two_games_for_this_match_alone(match):
    table = match()
    one, other = table.phones
    tv, host = table.open(Device(table.organizer.url)), table.open(table.organizer, "?as=host")
    deck = one.state["you"]["deck"]
    first = is_match(one, bool)
    assert (first["game"], first["version"], first["open"]) == (1, 1, False)
    assert (first["main"], first["basics"]["Plains"]) == (deck["main"], 17)
    side_deck = {"seen": 1, "main": deck["main"][1:], "basics": {"Plains": 18}}
    assert ask(one, "deck", **side_deck) == "deck_locked"
    assert ask(one, "out", fighters=[me(one)]) == "ack"
    shows(other, lambda fight: fight["games"])
    for viewer in (tv, host):
        viewer.wait_for(lambda state: state["pairings"][0]["games"])
    refused = ["stale", "not_in_pool", "duplicate_card", "lands_not_free", "deck_too_small"]
    wrong = [
        {"seen": 2},
        {"main": [*deck["main"], 99_999]},
        {"main": [*deck["main"], deck["main"][0]]},
        {"basics": {"Wastes": 18}},
        {"basics": {"Plains": 17}},
    ]
    assert [ask(one, "deck", **{**side_deck, **fields}) for fields in wrong] == refused
    seqs = [phone.seq for phone in (other, tv, host)]
    assert ask(one, "deck", **side_deck) == "ack"
    after = is_match(one, lambda match: match["version"] == 2)
    assert (after["game"], after["open"], after["main"]) == (2, True, deck["main"][1:])
    assert (deck["main"][0] in after["side"], one.state["you"]["deck"]["main"]) == (True, deck["main"])
    assert [phone.resync()["seq"] for phone in (other, tv, host)] == seqs  # no other client hears of it
    assert is_match(other, bool)["version"] == 1
    assert ask(other, "count", fighter=me(other), counter="mulligans", by=1) == "ack"
    assert is_match(one, lambda match: not match["open"])["version"] == 2
    assert (ask(one, "deck", **{**side_deck, "seen": 2}), ask(one, "undo")) == ("deck_locked", "ack")
    is_match(one, lambda match: match["open"])
    assert ask(one, "out", fighters=[me(one)]) == "ack"
    is_match(one, lambda match: match is None)
    assert one.state["you"]["deck"]["main"] == deck["main"]
    assert ask(one, "deck", **{**side_deck, "seen": 2}) == "deck_locked"
    assert one.ask(type="deck", fight=99, **side_deck)["code"] == "stale"


def test_M23_a_deck_is_changed_in_the_own_fight_alone(match):
    table = match(4)
    one = table.phones[0]
    fight = one.state["fight"]["fight"]
    stranger = next(phone for phone in table.phones if phone.state["fight"]["fight"] != fight)
    assert ask(one, "out", fighters=[me(one)]) == "ack"
    is_match(one, lambda match: match["open"])
    deck = {name: stranger.state["you"]["deck"][name] for name in ("main", "basics")}
    assert stranger.ask(type="deck", fight=fight, seen=1, **deck)["code"] == "not_your_fight"
