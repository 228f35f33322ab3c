"""Planes and turns by forms alone, from the setting of an event to its log (M38-M40)."""

import json

import pytest
from django.test import Client
from django.utils.html import escape

from drafts.importers.faults import BadFile
from drafts.log.file_checks import check_log
from drafts.log.file_reading import read_log_file
from drafts.models import Card, CardSet, Event, EventPlane, NightSettings, StageAct
from drafts.operations.night_verification import night_differences
from drafts.operations.verification import differences
from drafts.presenters.log.logs import load_log
from drafts.presenters.log.replays import fought_in
from drafts.rules.fights.turns import course_of
from drafts.rules.games.registry import FORMATS
from drafts.rules.night.nicknames import isolate
from drafts.services.catalog.removal import refusal_to_remove
from drafts.services.errors import ServiceError
from drafts.services.events.nights import go_on
from drafts.services.events.settings import faults_of_night
from drafts.services.log.log_import import import_log
from drafts.store.fights import load_fights
from tests.factories import building_event, fighter, make_event, match_event, sit_down

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sample_sets")]


@pytest.fixture
def event(organizer):
    return match_event(organizer, planes="shared")


def phone_of(event, name):
    client = Client()
    sit_down(client, fighter(event, name))
    return client


def course(event):
    return course_of(load_fights(event.id).fighting.fight(1))


def in_turn(event):
    """The names of the fighter whose turn it is, and of the other."""
    names = ["Ann", "Ben"]
    return sorted(names, key=lambda name: fighter(event, name).id != course(event).turn.side.fighter)


def says(event, name, act, **fields):
    phone = phone_of(event, name)
    answer = phone.post(f"/events/{event.code}/fight/", {"fight": 1, "act": act, **fields}, follow=True)
    return [str(message) for message in answer.context["messages"]]


def squashed(answer):
    return " ".join(answer.content.decode().split())


def lines(event):
    acts = StageAct.objects.filter(stage__event=event, kind__in=["turn", "roll", "walk"]).order_by("version")
    return list(acts.values_list("kind", "text"))


def test_M39_M40_turns_rolls_and_planes_are_forms_and_lines_of_the_history(event):
    one, other = in_turn(event)
    page = phone_of(event, one).get(f"/events/{event.code}/fight/").content.decode()
    assert "Roll the planar die, free" in page
    assert escape(course(event).plane.plane.card.name) in page
    assert "Roll the planar die" not in phone_of(event, other).get(f"/events/{event.code}/fight/").content.decode()
    assert "You choose: play or draw" in page
    assert says(event, one, "roll", turn=1, rolls=0, face="chaos") == []
    page = phone_of(event, one).get(f"/events/{event.code}/fight/").content.decode()
    assert "You choose: play or draw" not in page  # nobody can say it any more (M22)
    assert says(event, one, "roll", turn=1, rolls=0) == ["The game is at another turn already."]
    assert says(event, other, "roll", turn=1, rolls=1) == [
        "It is another side's turn: that side rolls the planar die and goes on."
    ]
    assert says(event, one, "walk", walked=0) == []
    assert says(event, other, "turn", number=1, extra=fighter(event, other).id) == []
    page = phone_of(event, one).get(f"/events/{event.code}/fight/").content.decode()
    assert f"then extra turns: \u2068{other}\u2069" in page
    assert says(event, other, "turn", number=1) == []
    shown = course(event).plane
    assert (shown.rolls, shown.walked, course(event).turn.number) == (0, 1, 2)
    assert says(event, other, "roll", turn=2, rolls=0) == []
    face = course(event).plane.last.face.value
    assert lines(event) == [
        ("roll", "1 1 0 chaos own"), ("walk", "1 0"), ("turn", f"1 1 extra {fighter(event, other).id}"),
        ("turn", "1 1"), ("roll", f"1 2 0 {face}"),
    ]  # fmt: skip
    assert night_differences(event) == []


@pytest.mark.parametrize(
    ("act", "fields", "said"),
    [
        ("turn", {}, "Say which turn."),
        ("turn", {"number": "x"}, "The number must be a number."),
        ("turn", {"number": 1, "extra": 999_999}, "The server did not understand that. Load the page again."),
        ("roll", {"turn": 1}, "Say which turn."),
        ("roll", {"turn": 1, "rolls": 0, "face": "seven"}, "Say what the planar die shows."),
        ("walk", {"walked": 7}, "The game is at another turn already."),
    ],
)
def test_the_faults_of_a_form_are_told(event, act, fields, said):
    assert says(event, in_turn(event)[0], act, **fields) == [said]
    assert lines(event) == []


def test_M39_a_roll_that_the_seed_does_not_give_is_found(event):
    one, _ = in_turn(event)
    assert says(event, one, "roll", turn=1, rolls=0) == []
    act = StageAct.objects.get(stage__event=event, kind="roll")
    shown = act.text.split()[-1]
    other = next(face for face in ("blank", "chaos") if face != shown)
    StageAct.objects.filter(id=act.id).update(text=act.text.replace(shown, other))
    assert len(night_differences(event)) == 1


def test_M38_an_event_keeps_the_planes_that_were_loaded_when_it_began(event):
    assert EventPlane.objects.filter(event=event).count() == 40
    assert "an event uses it" in refusal_to_remove(CardSet.objects.get(code="MAP01"))
    decks = course(event).plane.decks
    Card.objects.filter(number="MAP01/040").update(number="MAP01/999", former_numbers="MAP01/040")
    assert [each.first_number for each in course(event).plane.decks[None]] == [each.number for each in decks[None]]


def test_M38_too_few_planes_are_told_in_the_settings_and_at_the_start(organizer):
    Card.objects.filter(card_set__code="MAP01").exclude(number__lt="MAP01/016").delete()
    said = "15 planes; at least 20. Load a set that has some, such as the sample set MAP01."
    assert faults_of_night(NightSettings(planes="shared", best_of=1), FORMATS["magic-own"])["planes"] == said
    assert "planes" not in faults_of_night(NightSettings(planes="own", best_of=1), FORMATS["magic-own"])
    Card.objects.filter(card_set__code="MAP01").exclude(number__lt="MAP01/010").delete()
    with pytest.raises(ServiceError, match="9 planes; at least 10"):
        make_event(organizer, "Ann", "Ben", format_="magic-own", night=NightSettings(planes="own", best_of=1))


def test_M38_planes_are_no_setting_of_a_game_without_any_and_are_said_before_one_joins(organizer, organizer_client):
    for format_, offers in (("magic-own", True), ("magic-draft", True), ("magic-sealed", True), ("vanguard", False)):
        page = organizer_client.get(f"/events/new/?format={format_}").content.decode()
        assert ('name="planes"' in page) is offers
    made = make_event(organizer, "Ann", format_="magic-own", night=NightSettings(planes="shared", best_of=1))
    assert "Fights are fought on planes of one planar deck." in Client().get(f"/join/{made.code}/").content.decode()


def test_M38_while_planar_decks_are_chosen_for_own_decks_the_panel_speaks_of_no_pool(organizer, organizer_client):
    night = NightSettings(planes="own", best_of=1)
    event = make_event(organizer, "Ann", "Ben", started=True, format_="magic-own", card_sets=[], night=night)
    assert event.phase == "building"
    over = (
        squashed(organizer_client.get(f"/events/{event.code}/host/"))
        .partition('id="over"')[2]
        .partition("</section>")[0]
    )
    assert "What follows" in over
    assert "Fighters may change what they have chosen until you start the fights." in over
    assert "Pools are ready" not in over
    assert "see their cards" not in over


def test_M39_M40_the_log_has_every_turn_and_roll_and_is_read_again(event, organizer_client):
    one, other = in_turn(event)
    says(event, one, "roll", turn=1, rolls=0)
    says(event, one, "undo")
    says(event, one, "roll", turn=1, rolls=0)
    walked = course(event).plane.walked
    says(event, one, "walk", walked=walked)
    says(event, other, "turn", number=1, extra=fighter(event, other).id)
    number = course(event).plane.plane.number
    organizer_client.post(
        f"/events/{event.code}/host/result/", {"fight": 1, "winner": fighter(event, one).id, "score": "2,0"}
    )
    organizer_client.post(f"/events/{event.code}/host/finish/", {"confirm": "finish"})
    log = json.loads(organizer_client.get(f"/events/{event.code}/log/log.json").content)
    assert log["event"]["planes"] == "shared"
    acts = log["fights"][0]["acts"]
    assert [act["kind"] for act in acts] == ["roll", "roll", "walk", "turn"]
    assert [act["undone_at"] is None for act in acts] == [False, True, True, True]
    assert (acts[0]["face"], acts[1]["paid"], acts[1]["own"], acts[1]["turn"]) == (acts[1]["face"], 0, False, 1)
    assert (acts[2]["number"], acts[3]["turn"], acts[3]["extra"]) == (number, 1, fighter(event, other).id)
    assert list(differences(log)) == []
    acts[1]["face"] = "chaos" if acts[1]["face"] != "chaos" else "blank"
    assert [fault for fault in differences(log) if "planar die" in fault] != []


def test_M38_the_seed_which_tells_the_planes_to_come_is_told_after_the_fights(event, organizer_client):
    Event.objects.filter(id=event.id).update(log_opens="drafted")
    address = f"/events/{event.code}/log/log.json"
    assert json.loads(organizer_client.get(address).content)["event"]["seed"] is None
    assert event.draft.seed not in organizer_client.get(f"/events/{event.code}/host/").content.decode()
    organizer_client.post(f"/events/{event.code}/host/finish/", {"confirm": "finish"})
    assert json.loads(organizer_client.get(address).content)["event"]["seed"] == event.draft.seed


def test_M39_M40_the_panel_says_whose_turn_it_is_and_on_which_plane(event, organizer_client):
    one, other = in_turn(event)
    says(event, one, "turn", number=1, extra=fighter(event, one).id)
    card = course(event).plane.plane.card
    page = squashed(organizer_client.get(f"/events/{event.code}/host/"))
    assert f'Turn 1: <bdi dir="auto">{one}</bdi>' in page
    assert f"then extra turns: \u2068{one}\u2069" in page
    assert f"On <b>{escape(card.name)}</b>" in page
    assert escape(card.type_line.replace(" - ", " – ")) in page
    assert f"Controlled by {isolate(one)}." in page
    says(event, one, "turn", number=1)
    says(event, other, "turn", number=2)
    assert f'Turn 3: <bdi dir="auto">{other}</bdi>' in squashed(organizer_client.get(f"/events/{event.code}/host/"))
    organizer_client.post(f"/events/{event.code}/host/result/", {"fight": 1, "winner": fighter(event, one).id})
    assert "Controlled by" not in squashed(organizer_client.get(f"/events/{event.code}/host/"))


def test_M39_M40_the_log_says_turn_by_turn_what_was_rolled_and_which_planes_were_in_play(organizer, organizer_client):
    event = match_event(organizer, planes="own", best_of=1)
    one, other = in_turn(event)
    planes = [course(event).plane.plane.card.name]
    says(event, one, "roll", turn=1, rolls=0, face="chaos")
    says(event, one, "roll", turn=1, rolls=1, face="planeswalk")
    planes.append(course(event).plane.plane.card.name)
    says(event, one, "turn", number=1, extra=fighter(event, other).id)
    says(event, one, "turn", number=1)
    says(event, other, "walk", walked=1)
    planes.append(course(event).plane.plane.card.name)
    organizer_client.post(f"/events/{event.code}/host/result/", {"fight": 1, "winner": fighter(event, one).id})
    organizer_client.post(f"/events/{event.code}/host/finish/", {"confirm": "finish"})
    log = load_log(Event.objects.get(id=event.id))
    [fight] = fought_in(log)[0]["fights"]
    first, second = (f"\u2068{name}\u2069" for name in (one, other))
    assert fight["course"] == [
        {
            "turn": f"Turn 1: {first}, on {planes[0]}",
            "acts": [
                f"{first} rolled: chaos", f"{first} rolled: planeswalk (cost 1)", f"on to {planes[1]}",
                f"Extra turn for {second}",
            ],
        },
        {
            "turn": f"Turn 2: {second}, on {planes[1]}",
            "acts": [f"{second} planeswalked without a roll", f"on to {planes[2]}"],
        },
    ]  # fmt: skip
    page = organizer_client.get(f"/events/{event.code}/log/").content.decode()
    assert all(escape(words) in page for turn in fight["course"] for words in (turn["turn"], *turn["acts"]))


def test_M40_a_match_tells_the_turns_of_each_game(event):
    one, other = in_turn(event)
    says(event, one, "turn", number=1)
    says(event, one, "game", game=1, winner=fighter(event, one).id)
    planes = course(event).plane.plane.card.name
    [of_round] = fought_in(load_log(event))
    assert "course" not in of_round["fights"][0]
    told = [[turn["turn"] for turn in game["fights"][0].get("course", [])] for game in of_round["games"]]
    assert [len(turns) for turns in told] == [2]
    says(event, other, "turn", number=1)
    told = fought_in(load_log(event))[0]["games"][1]["fights"][0]["course"]
    assert [turn["turn"] for turn in told] == [
        f"Turn 1: \u2068{other}\u2069, on {planes}", f"Turn 2: \u2068{one}\u2069, on {planes}"
    ]  # fmt: skip


def test_M38_a_log_with_planes_is_imported_and_verified(event, organizer, organizer_client):
    one, other = in_turn(event)
    says(event, one, "roll", turn=1, rolls=0)
    says(event, one, "walk", walked=course(event).plane.walked)
    says(event, one, "turn", number=1, extra=fighter(event, other).id)
    says(event, one, "turn", number=1)
    organizer_client.post(f"/events/{event.code}/host/result/", {"fight": 1, "winner": fighter(event, one).id})
    organizer_client.post(f"/events/{event.code}/host/finish/", {"confirm": "finish"})
    log = json.loads(organizer_client.get(f"/events/{event.code}/log/log.json").content)
    cards = log["event"]["planar_cards"]
    assert [card["number"] for card in cards] == [f"MAP01/{number:03}" for number in range(1, 41)]
    assert len([card for card in cards if card.get("phenomenon")]) == 2
    told = fought_in(load_log(Event.objects.get(id=event.id)))
    Event.objects.filter(id=event.id).delete()
    Card.objects.filter(card_set__code="MAP01").delete()
    imported = import_log(log=check_log(read_log_file(json.dumps(log).encode())), organizer=organizer).event
    again = json.loads(organizer_client.get(f"/events/{imported.code}/log/log.json").content)
    assert [act["kind"] for act in log["fights"][0]["acts"]] == ["roll", "walk", "turn", "turn"]
    assert (again["event"]["planes"], again["event"]["planar_cards"]) == ("shared", cards)
    assert again["fights"] == log["fights"]
    assert fought_in(load_log(imported)) == told
    assert list(differences(again)) == []


@pytest.mark.parametrize("way", ["shared", "own"])
def test_M38_planes_that_the_seed_does_not_turn_up_are_found_by_the_log_alone(organizer, organizer_client, way):
    event = match_event(organizer, planes=way)
    for game in (1, 2):
        for walked in range(2):
            says(event, in_turn(event)[0], "walk", walked=walked)
        says(event, "Ann", "game", game=game, winner=fighter(event, "Ann").id)
    organizer_client.post(f"/events/{event.code}/host/finish/", {"confirm": "finish"})
    log = json.loads(organizer_client.get(f"/events/{event.code}/log/log.json").content)
    assert ({act["game"] for act in log["fights"][0]["acts"]}, list(differences(log))) == ({1, 2}, [])
    *_, last = (act for act in log["fights"][0]["acts"] if act["kind"] == "walk")
    due = last["number"]
    last["number"] = "MAP01/001" if due != "MAP01/001" else "MAP01/002"
    assert list(differences(log)) == [
        f"Fight 1: {last['number']} was turned up at {last['at']}, and the seed gives {due}."
    ]
    del log["event"]["planar_cards"][9:]
    assert [fault for fault in differences(log) if "its planar decks cannot be dealt" in fault] != []
    with pytest.raises(BadFile):
        check_log(read_log_file(json.dumps(log).encode()))


def test_M38_planes_are_told_with_the_seed(event, organizer_client):
    Event.objects.filter(id=event.id).update(log_opens="drafted")
    address = f"/events/{event.code}/log/log.json"
    assert "planar_cards" not in json.loads(organizer_client.get(address).content)["event"]
    organizer_client.post(f"/events/{event.code}/host/finish/", {"confirm": "finish"})
    assert len(json.loads(organizer_client.get(address).content)["event"]["planar_cards"]) == 40


CHOSEN = [f"MAP01/{number:03}" for number in range(5, 17)]


def choose(event, name, numbers):
    return phone_of(event, name).post(f"/events/{event.code}/planes/", {"numbers": numbers}, follow=True)


@pytest.fixture
def on_own_planes(organizer):
    """An event in which Ann has chosen her planar deck, and Ben has not; their fights have begun."""
    night = NightSettings(planes="own", best_of=1, sharing="keep")
    event = make_event(organizer, "Ann", "Ben", started=True, format_="magic-own", night=night)
    assert event.phase == "building"
    assert choose(event, "Ann", CHOSEN[::-1]).status_code == 200
    assert go_on(event=event, seen="building", confirmed=False) == "fighting"
    event.refresh_from_db()
    return event


def test_M38_a_planar_deck_is_chosen_by_a_form(organizer):
    event = building_event(organizer, "Ann", "Ben", night=NightSettings(planes="own", best_of=1, sharing="keep"))
    page = squashed(phone_of(event, "Ann").get(f"/events/{event.code}/planes/"))
    assert page.count('name="numbers"') == 40
    few = choose(event, "Ann", CHOSEN[:9])
    assert (few.status_code, "9 planes; at least 10." in squashed(few)) == (409, True)
    assert squashed(few).count(" checked>") == 9
    assert "This is your planar deck." in squashed(choose(event, "Ann", CHOSEN))
    assert squashed(phone_of(event, "Ann").get(f"/events/{event.code}/planes/")).count(" checked>") == 12
    assert " checked>" not in squashed(phone_of(event, "Ben").get(f"/events/{event.code}/planes/"))
    assert Client().get(f"/events/{event.code}/planes/").status_code == 403
    acts = StageAct.objects.filter(stage__event=event, kind="planar").values_list("text", flat=True)
    assert list(acts) == [" ".join([str(fighter(event, "Ann").id), *CHOSEN])]
    assert night_differences(event) == []


def test_M38_a_fight_has_the_chosen_planar_deck_and_the_others_are_dealt(on_own_planes):
    event = on_own_planes
    decks = load_fights(event.id).fighting.fight(1).planes.decks(1)
    ann, ben = (decks[fighter(event, name).id] for name in ("Ann", "Ben"))
    assert sorted(plane.number for plane in ann) == CHOSEN
    assert [plane.number for plane in ann] != CHOSEN
    assert len({plane.number for plane in ben}) == 10
    closed = choose(event, "Ann", CHOSEN[:10])
    assert closed.status_code == 409
    page = squashed(phone_of(event, "Ann").get(f"/events/{event.code}/planes/"))
    assert (page.count('name="numbers"'), "Take this planar deck" in page) == (12, False)
    assert phone_of(event, "Ben").get(f"/events/{event.code}/planes/").status_code == 403
    assert night_differences(event) == []


def test_M38_the_log_has_chosen_planar_decks_after_the_fights_and_is_imported_and_verified(
    on_own_planes, organizer, organizer_client
):
    event = on_own_planes
    address = f"/events/{event.code}/log/log.json"
    one, _ = in_turn(event)
    says(event, one, "walk", walked=0)
    says(event, one, "walk", walked=1)
    ann = fighter(event, "Ann").id
    organizer_client.post(f"/events/{event.code}/host/result/", {"fight": 1, "winner": ann})
    assert load_log(Event.objects.get(id=event.id)).decks == ()
    organizer_client.post(f"/events/{event.code}/host/finish/", {"confirm": "finish"})
    log = json.loads(organizer_client.get(address).content)
    assert [(deck["fighter"], deck["planar"]) for deck in log["decks"]] == [(ann, CHOSEN)]
    assert list(differences(log)) == []
    Event.objects.filter(id=event.id).delete()
    imported = import_log(log=check_log(read_log_file(json.dumps(log).encode())), organizer=organizer).event
    again = json.loads(organizer_client.get(f"/events/{imported.code}/log/log.json").content)
    assert (again["decks"], again["fights"]) == (log["decks"], log["fights"])
    assert list(differences(again)) == night_differences(imported) == []
    for act in log["fights"][0]["acts"]:
        act |= {"fighter": ann, "number": "MAP01/001"}
    assert [fault for fault in differences(log) if "is not in the planar deck of" in fault] != []
    with pytest.raises(BadFile):
        check_log(read_log_file(json.dumps(log).encode()))


def test_M38_a_practice_deals_planar_decks_and_begins_at_once(client):
    client.post("/practice/", {"format": "magic-own", "planes": "own"})
    event = Event.objects.get()
    assert (event.phase, event.night.planes) == ("fighting", "own")
