"""The pages of the sharing: who hands which card to whom, with ticks and swaps, and a fighter's wishes (R19)."""

import re
from collections import Counter

import pytest
from django.test import Client

from drafts.models import Event, Fighter, NightSettings, Policy
from drafts.services.events.nights import finish_event, go_on
from drafts.services.events.removals import remove_fighter
from drafts.services.sharing import change_wishes, share_for
from drafts.store.shares import load_shares, stages_of_shares
from tests.factories import drafted_event, fighter, make_event, messages_of, sit_down
from tests.web.shown import shown

pytestmark = pytest.mark.django_db

NAMES = ("Aichi", "Kamui", "Misaki")


def led_to_the_sharing(organizer, *names, fights="off", sharing=Policy.EQUAL, **fields):
    settings = NightSettings(fights=fights, sharing=sharing)
    event = drafted_event(organizer, *names, card_set="SMP02", night=settings, **fields)
    go_on(event=event, seen="building", confirmed=False)
    event.refresh_from_db()
    return event


@pytest.fixture(scope="module")
def usual_night(module_organizer, module_sets):
    return led_to_the_sharing(module_organizer, *NAMES)


@pytest.fixture
def night(usual_night, organizer):
    """A night whose cards are shared from now on; without fights unless a test says otherwise."""

    def make(*names, **fields):
        if names or fields:
            return led_to_the_sharing(organizer, *(names or NAMES), **fields)
        return Event.objects.get(id=usual_night.id)

    return make


def seated(event, name):
    client = Client()
    sit_down(client, fighter(event, name))
    return client


def live_of(event, table=1):
    return load_shares(stages_of_shares(event.id).get(number=table).id)


def share_all(event):
    """Let everybody wish for what another one drafted, and take the first card, until all is shared; return that."""
    live = live_of(event)
    fighters = sorted(live.shares.sharing.order)
    for fighter_, drafter in zip(fighters, (fighters[-1], *fighters), strict=False):
        cards = tuple(card for card, one in live.shares.drafted.items() if one == drafter)
        change_wishes(event=event, fighter=fighter_, change=lambda _, cards=cards: cards)
    while (turn := (live := live_of(event)).shares.turn) is not None:
        share_for(event=event, fighter=turn, card=live.shares.sharing.pool[0])
    return live


def sheet(client, event):
    return client.get(f"/events/{event.code}/sharing/")


def tick(client, event, card, handed="on"):
    return client.post(f"/events/{event.code}/sharing/", {"card": card, "handed": handed})


def between(live, giver, taker):
    """Return the cards that one gives to the other, by their names."""
    ids = {name: number for number, name in live.names.items()}
    return [card for card, *pair in live.shares.to_hand_over() if pair == [ids[giver], ids[taker]]]


# Access ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["sharing/", "sharing/shares.json", "wishes/"])
def test_no_visitor_reads_of_the_sharing_before_the_night_is_led_on(organizer, organizer_client, module_sets, page):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    for client in (seated(event, "Aichi"), organizer_client, Client()):
        assert client.get(f"/events/{event.code}/{page}").status_code == 403


@pytest.mark.parametrize("page", ["sharing/", "sharing/shares.json", "wishes/"])
def test_only_fighters_and_the_organizer_read_of_the_sharing(night, organizer_client, page):
    event = night()
    others = seated(make_event(None, "Ren"), "Ren")
    assert [client.get(f"/events/{event.code}/{page}").status_code for client in (Client(), others)] == [403, 403]
    assert seated(event, "Aichi").get(f"/events/{event.code}/{page}").status_code == 200
    assert organizer_client.get(f"/events/{event.code}/{page}").status_code == (403 if page == "wishes/" else 200)


def test_strangers_can_change_nothing(night):
    event = night()
    live = share_all(event)
    card = live.shares.to_hand_over()[0][0]
    assert (tick(Client(), event, card).status_code, live_of(event).shares.handed) == (403, {})
    assert Client().post(f"/events/{event.code}/wishes/", {"add": card}).status_code == 403


def test_where_everybody_keeps_their_cards_the_page_says_so(night):
    event = night(sharing=Policy.KEEP)
    answer = sheet(seated(event, "Aichi"), event)
    assert (answer.status_code, "everybody keeps their own cards" in answer.content.decode()) == (403, True)


# The sheet ------------------------------------------------------------------------------------------------------------


def test_before_all_is_shared_the_sheet_says_whose_turn_it_is(night):
    event = night()
    turn = live_of(event).names[live_of(event).shares.turn]
    page = sheet(seated(event, next(name for name in NAMES if name != turn)), event).content.decode()
    assert "of 90</b> cards are shared" in page
    assert f'<bdi dir="auto">{turn}</bdi>' in page
    assert "handed" not in re.sub(r'class="[^"]*"', "", page.split("<main")[1])
    assert "It is your turn" in sheet(seated(event, turn), event).content.decode()


def test_the_sheet_says_who_gives_which_cards_to_whom(night):
    event = night()
    live = share_all(event)
    answer = sheet(seated(event, "Aichi"), event)
    (table,) = answer.context["sheets"]
    given = {
        (handing.giver.name, handing.taker.name): [card.id for card in handing.cards]
        for giver in table.givers
        for handing in giver.handings
    }
    assert given.keys() <= {(giver, taker) for giver in NAMES for taker in NAMES if giver != taker}
    for (giver, taker), cards in given.items():
        assert sorted(cards) == sorted(between(live, giver, taker))
    assert sum(map(len, given.values())) == len(live.shares.to_hand_over()) == table.left
    assert table.givers[0].person.name == "Aichi"
    assert "You give" in answer.content.decode()


def test_the_giver_the_taker_and_the_organizer_tick_and_nobody_else(night, organizer_client):
    event = night()
    live = share_all(event)
    pairs = Counter((giver, taker) for _, giver, taker in live.shares.to_hand_over())
    giver, taker = (live.names[fighter] for fighter in pairs.most_common(1)[0][0])
    (bystander,) = {*NAMES} - {giver, taker}
    one, other, third, fourth, *_ = between(live, giver, taker)
    tick(seated(event, giver), event, one)
    tick(seated(event, taker), event, other)
    tick(organizer_client, event, third)
    handed = set(live_of(event).shares.handed)
    assert handed == {one, other, third}
    answer = tick(seated(event, bystander), event, fourth)
    assert messages_of(answer) == ["That is not possible now."]
    assert set(live_of(event).shares.handed) == handed


def test_a_tick_can_be_taken_back_and_pressed_twice_is_once(night):
    event = night()
    card = between(share_all(event), "Aichi", "Kamui")[0]
    aichi = seated(event, "Aichi")
    answers = [tick(aichi, event, card) for _ in range(2)]
    assert [answer["Location"] for answer in answers] == [f"/events/{event.code}/sharing/#card-{card}"] * 2
    assert len(live_of(event).shares.handed[card]) == 1
    for _ in range(2):
        tick(aichi, event, card, "off")
    assert live_of(event).shares.handed == {}


def test_a_fighter_who_may_not_tick_has_no_button(night, organizer_client):
    event = night()
    live = share_all(event)
    foreign = between(live, "Kamui", "Misaki")[0]
    assert f'id="tick-{foreign}"' not in sheet(seated(event, "Aichi"), event).content.decode()
    assert f'id="tick-{foreign}"' in sheet(organizer_client, event).content.decode()


def test_cards_are_still_ticked_once_the_event_is_over(night):
    event = night()
    card = between(share_all(event), "Aichi", "Kamui")[0]
    finish_event(event=event)
    tick(seated(event, "Aichi"), event, card)
    assert card in live_of(event).shares.handed


@pytest.mark.parametrize(
    "fields",
    [
        *(
            {},
            {"card": "x"},
            {"card": "1"},
            {"card": 2**40, "handed": "on"},
            {"give": "1"},
            {"swap": "9"},
            {"card": ""},
        ),
        *({"decline": ""}, {"withdraw": "x"}, {"decline": "9"}),
    ],
)
def test_forms_that_make_no_sense_are_refused_in_words(night, fields):
    event = night()
    share_all(event)
    answer = seated(event, "Aichi").post(f"/events/{event.code}/sharing/", fields)
    assert (answer.status_code, len(messages_of(answer))) == (302, 1)


def test_an_official_who_names_no_card_is_told_so(night, organizer_client):
    event = night()
    share_all(event)
    answer = organizer_client.post(f"/events/{event.code}/sharing/", {"give": "1", "want": "2"})
    assert messages_of(answer) == ["Say which card."]


def test_a_night_that_is_closed_before_the_sharing_says_that_all_keep_what_they_drafted(organizer, module_sets):
    event = drafted_event(organizer, *NAMES, night=NightSettings(sharing=Policy.EQUAL))
    go_on(event=event, seen="building", confirmed=False)
    finish_event(event=event)
    event.refresh_from_db()
    for page in ("sharing", "wishes"):
        answer = seated(event, "Aichi").get(f"/events/{event.code}/{page}/")
        words = shown(answer.content.decode())
        assert answer.status_code == 403
        assert "No cards are shared" in words
        assert "In this event everybody keeps their own cards." in words


def test_two_swap_a_card_by_forms(night):
    event = night()
    live = share_all(event)
    owners = {
        name: [card for card, owner in live.shares.owners().items() if live.names[owner] == name] for name in NAMES
    }
    give, want = owners["Aichi"][0], owners["Kamui"][0]
    aichi, kamui = seated(event, "Aichi"), seated(event, "Kamui")
    aichi.post(f"/events/{event.code}/sharing/", {"give": give, "want": want})
    assert "Waiting for an answer" in sheet(aichi, event).content.decode()
    assert 'id="accept-1"' in sheet(kamui, event).content.decode()
    assert "swap" not in [button["name"] for button in buttons(sheet(aichi, event))]
    kamui.post(f"/events/{event.code}/sharing/", {"swap": 1})
    then = live_of(event).shares.owners()
    assert (live.names[then[give]], live.names[then[want]]) == ("Kamui", "Aichi")


def test_no_card_of_a_fighter_who_is_gone_can_be_asked_for_in_a_swap(night):
    def wanted():
        page = sheet(seated(event, "Aichi"), event).content.decode()
        return sorted(re.findall(r'<optgroup label="([^"]*)"', page.partition('id="want"')[2]))

    event = night()
    share_all(event)
    assert wanted() == ["\u2068Kamui\u2069", "\u2068Misaki\u2069"]
    for name, left in (("Kamui", ["\u2068Misaki\u2069"]), ("Misaki", [])):
        remove_fighter(event=event, fighter_id=fighter(event, name).id)
        assert wanted() == left
    assert "there is no one to swap with" in sheet(seated(event, "Aichi"), event).content.decode()


def test_an_offer_is_declined_and_another_withdrawn_by_forms_and_both_read_it(night):
    event = night()
    owners = share_all(event).shares.owners()
    aichi, kamui = seated(event, "Aichi"), seated(event, "Kamui")
    one, other = (Fighter.objects.get(event=event, nickname=name).id for name in ("Aichi", "Kamui"))
    give, *_ = (card for card, owner in owners.items() if owner == one)
    first, second, *_ = (card for card, owner in owners.items() if owner == other)
    for want in (first, second):
        aichi.post(f"/events/{event.code}/sharing/", {"give": give, "want": want})
    assert {button["name"] for button in buttons(sheet(kamui, event))} >= {"swap", "decline"}
    kamui.post(f"/events/{event.code}/sharing/", {"decline": 1})
    aichi.post(f"/events/{event.code}/sharing/", {"withdraw": 2})
    own, theirs = (shown(sheet(reader, event).content.decode()) for reader in (aichi, kamui))
    assert "would rather keep" in own
    assert "You withdrew your offer to" in own
    assert "You keep" in theirs
    assert "withdrew the offer of" in theirs
    assert {button["name"] for button in buttons(sheet(aichi, event))} & {"swap", "decline", "withdraw"} == set()
    answer = kamui.post(f"/events/{event.code}/sharing/", {"swap": 2})
    assert messages_of(answer) == ["That offer is not open any more."]
    assert live_of(event).shares.owners() == owners


def buttons(answer):
    """The buttons that are shown, each with its name."""
    return [{"name": name} for name in re.findall(r'<button[^>]* name="(\w+)"', shown(answer.content.decode()))]


def test_the_organizer_sees_all_tables_and_a_fighter_their_own_one_first(night, organizer_client):
    event = night("Aichi", "Kamui", "Misaki", "Ren", table_size=2)
    tables = {
        seat.fighter.nickname: seat.table.number for table in event.draft.tables.all() for seat in table.seats.all()
    }
    assert [each.number for each in sheet(organizer_client, event).context["sheets"]] == [1, 2]
    for name, number in tables.items():
        first, second = sheet(seated(event, name), event).context["sheets"]
        assert (first.number, first.own, second.own) == (number, True, False)


def test_the_owners_of_the_cards_are_told_to_scripts_too(night):
    event = night()
    live = share_all(event)
    (table,) = seated(event, "Aichi").get(f"/events/{event.code}/sharing/shares.json").json()["tables"]
    held = {person["name"]: {card["id"] for card in person["cards"]} for person in table["people"]}
    owners = live.shares.owners()
    assert held == {name: {card for card, owner in owners.items() if live.names[owner] == name} for name in NAMES}


def test_all_that_is_dealt_at_random_stands_on_the_sheet_at_once(night):
    event = night(sharing=Policy.RANDOM)
    assert sheet(seated(event, "Aichi"), event).context["sheets"][0].is_over


# Wishes ---------------------------------------------------------------------------------------------------------------


def wish(client, event, **fields):
    return client.post(f"/events/{event.code}/wishes/", fields)


def wishes_of(event, name):
    return live_of(event).shares.wishes.get(fighter(event, name).id, ())


def test_wishes_are_added_moved_and_taken_away_by_forms(night):
    event = night(fights="auto")
    assert event.phase == "fighting"
    aichi = seated(event, "Aichi")
    one, two, three = list(live_of(event).cards)[:3]
    for card in (one, two, three):
        wish(aichi, event, add=card)
    assert wishes_of(event, "Aichi") == (one, two, three)
    wish(aichi, event, up=three)
    wish(aichi, event, down=one)
    assert wishes_of(event, "Aichi") == (three, one, two)
    wish(aichi, event, first=two)
    wish(aichi, event, remove=three)
    assert wishes_of(event, "Aichi") == (two, one)
    wish(aichi, event, cards=f"{one} {two}")
    assert wishes_of(event, "Aichi") == (one, two)
    assert [held.id for held in aichi.get(f"/events/{event.code}/wishes/").context["page"].wishes] == [one, two]


def test_so_many_copies_of_a_card_are_wished_for_in_one_place(night):
    event, by_number = night(), {}
    for card, held in sorted(live_of(event).cards.items()):
        by_number.setdefault(held.card.number, []).append(card)
    several = next(cards for cards in by_number.values() if len(cards) > 1)
    other = next(cards[0] for cards in by_number.values() if cards != several)
    aichi = seated(event, "Aichi")
    wish(aichi, event, add=other)
    for _ in range(2):
        wish(aichi, event, card=several[1], copies=2)
    assert wishes_of(event, "Aichi") == (other, *several[:2])
    wish(aichi, event, up=several[0])
    assert wishes_of(event, "Aichi") == (*several[:2], other)
    page = aichi.get(f"/events/{event.code}/wishes/")
    assert [(row.place, row.size) for row in page.context["page"].rows] == [(1, 2), (3, 1)]
    assert "2 of these" in page.content.decode()
    wish(aichi, event, card=several[0], copies=0)
    assert wishes_of(event, "Aichi") == (other,)


def test_no_other_visitor_reads_a_wish(night, organizer_client):
    event = night()
    card = live_of(event).shares.sharing.lots[0].cards[0]
    change_wishes(event=event, fighter=fighter(event, "Aichi").id, change=lambda _: (card,))
    assert seated(event, "Kamui").get(f"/events/{event.code}/wishes/").context["page"].wishes == ()
    assert 'aria-pressed="true"' in seated(event, "Aichi").get(f"/events/{event.code}/wishes/").content.decode()
    for client in (seated(event, "Kamui"), organizer_client):
        assert "wishes" not in client.get(f"/events/{event.code}/sharing/shares.json").content.decode()


def test_a_fighter_wishes_for_the_cards_of_their_own_table(night):
    event = night("Aichi", "Kamui", "Misaki", "Ren", table_size=2)
    for number in (1, 2):
        live = live_of(event, number)
        name = live.names[live.shares.sharing.order[0]]
        page = seated(event, name).get(f"/events/{event.code}/wishes/").context["page"]
        assert {held.id for of_rarity in page.rarities for held in of_rarity.cards} == set(live.cards)


@pytest.mark.parametrize(
    "fields",
    [{}, {"add": "x"}, {"add": 2**40}, {"cards": "1 x"}, {"cards": "1 1"}, {"add": ""}, {"card": 2**40, "copies": 1}],
)
def test_wishes_that_make_no_sense_are_refused_in_words(night, fields):
    event = night()
    answer = wish(seated(event, "Aichi"), event, **fields)
    assert (answer.status_code, len(messages_of(answer)), wishes_of(event, "Aichi")) == (302, 1, ())


def test_wishes_count_no_more_once_all_is_shared(night):
    event = night()
    live, wishes = share_all(event), wishes_of(event, "Aichi")
    aichi = seated(event, "Aichi")
    wish(aichi, event, add=next(card for card in live.cards if card not in wishes))
    assert wishes_of(event, "Aichi") == wishes
    page = aichi.get(f"/events/{event.code}/wishes/").content.decode()
    assert (
        "All cards are shared" in page,
        "<button" in page.split("<main")[1].split("</main")[0].split('id="reader"')[0],
    ) == (
        True,
        False,
    )


def test_at_random_there_is_nothing_to_wish_for(night):
    event = night(sharing=Policy.RANDOM)
    assert "dealt at random" in seated(event, "Aichi").get(f"/events/{event.code}/wishes/").content.decode()
