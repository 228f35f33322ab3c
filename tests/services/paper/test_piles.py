"""The piles of a draft with paper packs: entered, checked, mended, and told by them all packs."""

import json

import pytest

from drafts.log.json_file import write_log_json
from drafts.models import Card, CardSet, Event, LogEntry, PackCard, PileEntry, Table
from drafts.operations.verification import differences
from drafts.presenters.log.logs import load_log
from drafts.rules.actors import ORGANIZER
from drafts.rules.night.stages import Stage
from drafts.services.errors import ServiceError, Unfinished
from drafts.services.events.nights import finish_event, go_on
from drafts.services.paper.piles import confirm_pass, enter_pile, exchange_cards, must_be_entered
from drafts.services.sharing import change_wishes
from drafts.store.piles import load_piles
from drafts.store.shares import load_all_shares
from drafts.store.tables import load_table, reload_table
from tests.factories import fighter
from tests.paper import paper_event, play_paper_draft
from tests.piles import drafted_piles, enter, enter_all

pytestmark = pytest.mark.django_db
NAMES = ("Aichi", "Kamui", "Misaki")


@pytest.fixture(scope="module")
def made(module_organizer, module_sets):
    event = paper_event(module_organizer, *NAMES)
    play_paper_draft(event)
    return event


@pytest.fixture
def event(made, db):
    return Event.objects.get(id=made.id)


def live(event):
    return load_table(event.draft.tables.get().id)


def entry(event, name):
    return PileEntry.objects.get(seat__fighter__nickname=name, seat__draft=event.draft)


def first_pass_exchanged(event, name):
    """A pile in which the trigger unit of the second pack was entered after a card of the next pass."""
    pile = list(drafted_piles(event)[name])
    trigger = next(place for place in (5, 6) if pile[place] in triggers())
    pile[trigger], pile[7] = pile[7], pile[trigger]
    return pile, {trigger, 7}


def triggers():
    return set(Card.objects.exclude(vanguard__trigger="").values_list("number", flat=True))


def test_an_entry_is_kept_card_by_card_and_replaces_the_one_before(event):
    for numbers in (["001", "smp01-002"], ["SMP01/003", "x9"]):
        kept = enter(event, "Aichi", numbers, check=False)
    assert (kept.numbers, kept.expected, kept.state, kept.faults) == (("SMP01/003", "x9"), 30, "open", ())
    assert entry(event, "Aichi").numbers == "SMP01/003\nx9"
    assert live(event).piles[[seat.name for seat in live(event).seats].index("Aichi")].numbers == ("SMP01/003", "x9")


def test_the_same_entry_twice_is_one(event):
    enter(event, "Aichi", ["001"], check=False)
    pile = drafted_piles(event)["Aichi"]
    enter(event, "Aichi", pile)
    version = Table.objects.get(draft=event.draft).version
    assert [enter(event, "Aichi", pile, check=check).state for check in (True, False)] == ["checked", "checked"]
    assert Table.objects.get(draft=event.draft).version == version
    assert PileEntry.objects.count() == 1


def test_a_pile_of_29_cards_is_refused_and_kept(event):
    pile = drafted_piles(event)["Aichi"][:29]
    refused = enter(event, "Aichi", pile)
    assert refused.faults == ("One card is missing: 29 of 30 entered.",)
    assert (refused.state, entry(event, "Aichi").numbers.split()) == ("open", pile)
    assert "too many" in enter(event, "Aichi", [*pile, *pile[:2]]).faults[0]


def test_a_number_of_another_set_is_named_with_its_place(event):
    pile = [*drafted_piles(event)["Aichi"]]
    pile[6] = "SMP02/004"
    refused = enter(event, "Aichi", pile)
    assert refused.faults == ("Card 7 (pack 2, pass 1): no card of SMP01 is SMP02/004.",)
    assert (refused.state, entry(event, "Aichi").numbers.split()) == ("open", pile)  # kept, to be mended


def test_a_number_of_the_set_of_another_round_is_named_too(organizer, sample_sets):
    sets = [CardSet.objects.get(code=code) for code in ("SMP01", "SMP02")]
    event = paper_event(organizer, "Aichi", "Kamui", card_sets=sets * 3)
    play_paper_draft(event)
    pile = [*drafted_piles(event)["Aichi"]]
    pile[5] = "SMP01/021"
    assert enter(event, "Aichi", pile).faults == ("Card 6 (pack 2, pass 1): the pack was of SMP02, not SMP01/021.",)


def test_a_bare_number_that_two_sets_of_the_event_have_is_refused_with_both_named(organizer, sample_sets):
    sets = [CardSet.objects.get(code=code) for code in ("SMP01", "SMP02")]
    event = paper_event(organizer, "Aichi", "Kamui", card_sets=sets * 3)
    play_paper_draft(event)
    pile = [*drafted_piles(event)["Aichi"]]
    bare = next(number for number in ("001", "002") if f"SMP01/{number}" not in pile)
    pile[5] = bare
    said = f"Card 6 (pack 2, pass 1): {bare} can be SMP01/{bare}, SMP02/{bare}."
    assert enter(event, "Aichi", pile).faults == (said,)


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        (["001"] * 61, "There are 31 cards too many: 61 are entered, and the pile has 30. Nothing was changed."),
        (["001", "9" * 41, "8" * 400], f"Card 2: '{'9' * 40}…' is no card number. Nothing was changed."),
    ],
)
def test_an_entry_that_can_be_no_pile_is_not_kept_and_its_first_fault_is_named(event, numbers, said):
    enter(event, "Aichi", ["001"], check=False)
    with pytest.raises(ServiceError) as refused:
        enter(event, "Aichi", numbers, check=False)
    assert refused.value.message == said
    assert entry(event, "Aichi").numbers == "SMP01/001"


def test_all_piles_tell_every_pack_and_open_decks_and_log(event):
    before = live(event)
    piles = drafted_piles(event)
    for name in NAMES[:2]:
        enter(event, name, piles[name])
        event.draft.refresh_from_db()
        assert not event.has_log
    assert enter(event, NAMES[2], piles[NAMES[2]]).state == "checked"
    event.draft.refresh_from_db()
    assert event.has_log
    assert not PackCard.objects.filter(draft=event.draft, card=None).exists()
    after, _ = reload_table(before)
    table = after.timed.table
    assert {
        seat.name: [held.card.number for held in pile] for seat, pile in zip(after.seats, table.piles, strict=True)
    } == piles
    assert LogEntry.objects.filter(text__contains="All piles are entered").count() == 1
    assert differences(json.loads(write_log_json(load_log(event)))) == []


def test_a_pile_that_does_not_fit_is_found_at_its_pack_and_mended_by_an_exchange(event):
    piles = drafted_piles(event)
    wrong, places = first_pass_exchanged(event, "Kamui")
    enter(event, "Aichi", piles["Aichi"])
    enter(event, "Misaki", piles["Misaki"])
    assert enter(event, "Kamui", wrong).state == "doubted"
    event.draft.refresh_from_db()
    assert (event.has_log, must_be_entered(event)) == (False, ["\u2068Kamui\u2069"])
    doubts = load_piles(event.draft)[0].doubts
    mend = next(mend for conflict in doubts for mend in conflict.mends if {mend.one, mend.other} == places)
    kamui = fighter(event, "Kamui")
    mended = exchange_cards(event=event, fighter=kamui.id, places=(mend.one, mend.other), by=ORGANIZER)
    event.draft.refresh_from_db()
    assert (mended.state, event.has_log, list(mended.numbers)) == ("checked", True, piles["Kamui"])


def test_a_draft_that_really_was_so_is_confirmed_pass_by_pass(event):
    piles = drafted_piles(event)
    wrong, _ = first_pass_exchanged(event, "Kamui")
    enter_all(event, {**piles, "Kamui": wrong})
    kamui = fighter(event, "Kamui")
    while doubts := load_piles(event.draft)[0].doubts:
        doubt = doubts[0]
        moment = (doubt.origin.round, doubt.origin.pass_number)
        confirm_pass(event=event, fighter=load_piles(event.draft)[0].piles[doubt.seat].fighter, pass_id=moment)
    event.draft.refresh_from_db()
    assert event.has_log
    assert entry(event, "Kamui").confirmed.startswith("2.1")
    with pytest.raises(ServiceError, match="Nothing is doubted"):
        confirm_pass(event=event, fighter=kamui.id, pass_id=(2, 1))


def test_once_the_cards_are_known_the_organizer_alone_corrects_a_pile(event):
    piles = drafted_piles(event)
    enter_all(event, piles)
    known = live(event)
    right = [*piles["Aichi"]]
    right[-1] = "SMP01/044" if right[-1] != "SMP01/044" else "SMP01/045"
    with pytest.raises(ServiceError, match="The organizer can correct them"):
        enter(event, "Aichi", right)
    assert enter(event, "Aichi", right[:5], by=ORGANIZER).faults
    assert entry(event, "Aichi").numbers.split() == piles["Aichi"]
    enter(event, "Aichi", right, by=ORGANIZER)
    again, _ = reload_table(known)
    seat = [seat.name for seat in again.seats].index("Aichi")
    assert [held.card.number for held in again.timed.table.piles[seat]] == right


def test_fights_begin_without_the_piles_and_the_sharing_does_not(event):
    with pytest.raises(Unfinished, match="3 piles are not entered"):
        go_on(event=event, seen="building", confirmed=False)
    assert go_on(event=event, seen="building", confirmed=True) == "fighting"
    for confirmed in (False, True):
        with pytest.raises(ServiceError, match="Cards are shared only once"):
            go_on(event=event, seen="fighting", confirmed=confirmed)
    assert load_all_shares(event.id) == []
    enter_all(event, drafted_piles(event))
    assert len(load_all_shares(event.id)) == 1
    assert go_on(event=event, seen="fighting", confirmed=True) == "sharing"


def test_a_correction_while_one_fights_is_shared_and_keeps_the_wishes(event):
    piles = drafted_piles(event)
    enter_all(event, piles)
    go_on(event=event, seen="building", confirmed=False)
    shares = load_all_shares(event.id)[0]
    wished = (next(iter(shares.cards)),)
    change_wishes(event=event, fighter=fighter(event, "Kamui").id, change=lambda _: wished)
    right = [*piles["Aichi"]]
    right[-1] = "SMP01/001" if right[-1] != "SMP01/001" else "SMP01/002"
    enter(event, "Aichi", right, by=ORGANIZER)
    again = load_all_shares(event.id)[0]
    assert again.version > shares.version
    assert again.shares.wishes == {fighter(event, "Kamui").id: wished}
    rare = sum(len(lot.cards) for lot in again.shares.sharing.lots if lot.rarity == "RRR")
    assert rare == sum(card.card.rarity == "RRR" for card in again.cards.values())
    go_on(event=event, seen="fighting", confirmed=True)
    with pytest.raises(ServiceError, match="no pile is corrected"):
        enter(event, "Aichi", piles["Aichi"], by=ORGANIZER)


def test_a_night_that_ended_without_its_piles_gets_its_log_by_them(event):
    finish_event(event=event)
    enter_all(event, drafted_piles(event))
    event.refresh_from_db()
    assert (event.phase, event.has_log) == (Stage.FINISHED, True)


def test_no_pile_is_entered_before_the_cards_are_chosen_and_of_nobody_else(organizer, sample_sets):
    event = paper_event(organizer, "Aichi", "Kamui")
    with pytest.raises(ServiceError, match="once all cards are chosen"):
        enter(event, "Aichi", ["001"], check=False)
    play_paper_draft(event)
    with pytest.raises(ServiceError, match="This fighter has no pile here"):
        enter_pile(event=event, fighter=0, numbers=["001"], check=False)


def test_piles_of_magic_packs_are_entered_alike(organizer, sample_sets):
    event = paper_event(organizer, "Aichi", "Kamui", format_="magic-draft", card_set="MAG01")
    play_paper_draft(event)
    piles = drafted_piles(event)
    refused = enter(event, "Aichi", [*piles["Aichi"][:1], "SMP01/001"])
    assert refused.faults[1] == "Card 2 (pack 1, pick 2): no card of MAG01 is SMP01/001."
    enter_all(event, piles)
    event.draft.refresh_from_db()
    assert event.has_log
