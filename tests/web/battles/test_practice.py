"""A battle against bots in one tap, and moves by forms."""

import pytest

from drafts.models import Event, EventStage
from drafts.store.battles import BATTLES
from tests.factories import messages_of

pytestmark = pytest.mark.django_db


def practised(client, **fields):
    """Begin a practice, and return its event and its battle."""
    assert client.post("/practice/", {"format": "rome", **fields}).status_code == 302
    event = Event.objects.get()
    return event, BATTLES.load(EventStage.objects.get(event=event, stage="battle").id)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_practice_is_at_once_in_deploy_without_a_clock_and_with_a_bot_in_each_other_seat(client, players):
    event, live = practised(client, players=players, level="simple", rear="no")
    terms, position = live.battle.terms, live.battle.position
    assert (event.phase, position.phase, live.battle.clock.deadline) == ("fighting", "deploy", None)
    assert (len(terms.fighters), len(terms.bots), terms.level) == (players, players - 1, "simple")
    assert (position.options.rear, position.options.commands) == (False, True)


def test_a_practice_offers_another_with_other_opponents_and_rules_before_its_first_line_and_at_its_end(client):
    event, live = practised(client, players=2, level="simple", rear="no")
    address = f"/events/{event.code}/battle/"
    offered = client.get(address).context
    values = {name: str(offered["rules"][name].value()) for name in ("players", "bots", "rear", "commands")}
    assert values == {"players": "2", "bots": "simple", "rear": "no", "commands": "yes"}
    client.post("/practice/", {**dict(offered["again"]), "players": "4", "bots": "steady", "commands": "no"})
    other = EventStage.objects.filter(stage="battle").exclude(event=event).get()
    terms = BATTLES.load(other.id).battle.terms
    assert (len(terms.fighters), terms.level, terms.options.rear, terms.options.commands) == (4, "steady", False, False)
    client.post(
        address, {"fight": 1, "turn": 0, "phase": "deploy", "move": client.get(address).context["page"].laying.move}
    )
    assert "rules" not in client.get(address).context
    client.post(address, {"fight": 1, "resign": "yes"})
    assert BATTLES.newest(live).battle.is_over
    assert "Other opponents or rules" in client.get(address).content.decode()


def test_a_form_plays_a_move_and_says_why_it_cannot(client):
    event, live = practised(client)
    me = next(fighter for fighter in live.battle.terms.fighters if fighter not in live.battle.terms.bots)
    seat = live.battle.terms.seat_of(me)
    drawn = live.battle.position.sides[seat].drawn
    spaces = [f"{row}{column}" for row in "fr" for column in range(-2, 3)]
    plan = "deploy " + " ".join(f"{space}:{kind}" for space, kind in zip(spaces, drawn, strict=True))
    moment = {"fight": 1, "turn": 0, "phase": "deploy"}
    refused = client.post(f"/events/{event.code}/battle/", {**moment, "move": "attack"})
    assert messages_of(refused) == ["That is not possible now."]
    client.post(f"/events/{event.code}/battle/", {**moment, "move": plan})
    assert BATTLES.newest(live).battle.position.sides[seat].plan is not None
    client.post(f"/events/{event.code}/battle/", {"fight": 1, "resign": "yes"})
    assert BATTLES.newest(live).battle.is_over


def test_a_battle_that_cannot_be_is_not_begun(client):
    client.post("/practice/", {"format": "rome", "players": "5"})
    assert not Event.objects.exists()


@pytest.mark.parametrize(("commands", "is_told"), [("yes", True), ("no", False)])
def test_a_board_tells_of_hands_only_where_there_are_commands(client, commands, is_told):
    event, _live = practised(client, commands=commands)
    page = client.get(f"/events/{event.code}/battle/").content.decode()
    assert ("hand 0" in page) == is_told
