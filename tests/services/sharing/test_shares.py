"""The cards of a night are shared out: the rarest in turn, the rest by wishes, whoever has a phone or not (R19)."""

from collections import Counter

import orjson
import pytest

from drafts.models import EventStage, NightSettings, Policy, StageAct
from drafts.protocol.sharing import own_share_part, share_part
from drafts.rules.errors import NotAllowed, NotInPool, NotYourTurn, Stale
from drafts.rules.ids import EventId, StageId
from drafts.rules.night.clock_moves import Extend, Pause
from drafts.rules.night.share_moves import AcceptSwap, DeclineSwap, OfferSwap, TakeMove, WishMove, WithdrawSwap
from drafts.rules.night.stages import Stage
from drafts.rules.night.wish_lists import add
from drafts.services.acts import record_acts
from drafts.services.errors import ServiceError, Unfinished
from drafts.services.events.nights import finish_event, go_on
from drafts.services.events.removals import remove_fighter, undo_removal
from drafts.services.sharing import (
    change_shares,
    change_wishes,
    share_for,
    swap_cards,
    tick_card,
)
from drafts.store.shares import load_shares, shares_change, stages_of_shares
from tests.factories import drafted_event, fighter
from tests.rules.actors import actor

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(organizer, sample_sets):
    """A night whose decks are ready, without fights."""

    def make(*names, bots=0, table_size=4, **settings):
        settings = NightSettings(**{"fights": "off"} | settings)
        names = names or ("Aichi", "Kamui", "Misaki")
        return drafted_event(organizer, *names, bots=bots, table_size=table_size, card_set="SMP02", night=settings)

    return make


def share(event):
    went_to = go_on(event=event, seen="building", confirmed=False)
    event.refresh_from_db()
    return went_to


def lives(event):
    return [load_shares(StageId(row.id)) for row in stages_of_shares(EventId(event.id))]


def ask(live, by, move, request=""):
    """Do what a fighter asks for, as their room does."""
    change = shares_change(live, actor(by), move, EventStage.objects.get(id=live.id).began_at, request)
    assert record_acts(chains=[[change]]) == [True]
    return change.after


def take_all(event):
    """Let everybody take the first card, until all is shared."""
    (live,) = lives(event)
    while (turn := live.shares.turn) is not None:
        live = ask(live, turn, TakeMove(live.shares.sharing.pool[0]))
    return live


def test_after_decks_without_fights_the_rarest_cards_are_chosen_in_turn(night):
    event = night()
    assert share(event) == Stage.SHARING
    (live,) = lives(event)
    shares = live.shares
    assert set(shares.sharing.order) == set(event.fighters.values_list("id", flat=True))
    assert (shares.turn, shares.sharing.lot.chosen) == (shares.sharing.order[0], True)
    assert sum(len(lot.cards) for lot in shares.sharing.lots) == len(shares.drafted) == 90
    assert shares.clock.deadline is not None


def test_all_is_shared_as_equally_as_can_be_whoever_drafted_it(night):
    event = night(bots=1)
    share(event)
    live = take_all(event)
    counts = Counter(live.shares.owners().values())
    assert (sum(counts.values()), max(counts.values()) - min(counts.values())) == (120, 0)
    assert set(counts) == set(event.fighters.filter(bot=False).values_list("id", flat=True))
    rarities = Counter((owner, live.cards[card].card.rarity) for card, owner in live.shares.owners().items())
    for rarity in {rarity for _, rarity in rarities}:
        of_rarity = [rarities[owner, rarity] for owner in counts]
        assert max(of_rarity) - min(of_rarity) <= 1
    assert go_on(event=event, seen="sharing", confirmed=False) == "finished"


def test_a_fighters_own_cards_lie_by_rarity_and_number_whenever_they_got_them(night):
    event = night()
    share(event)
    live = take_all(event)
    owner, other = live.shares.sharing.order[:2]
    give, want = (next(card for card, of in live.shares.owners().items() if of == one) for one in (owner, other))
    live = ask(live, owner, OfferSwap(give, want))
    live = ask(live, other, AcceptSwap(1))
    places = {lot.rarity: place for place, lot in enumerate(live.shares.sharing.lots)}
    for one in (owner, other):
        yours = orjson.loads(orjson.dumps(own_share_part(live, one)["yours"]))
        found = [(places[card["rarity"]], card["number"], card["id"]) for card in yours]
        assert found == sorted(found)
        assert len(found) == 30


def test_no_turn_waits_for_a_fighter_who_was_removed_before_or_in_the_sharing(night):
    event = night()
    aichi, kamui = (fighter(event, name) for name in ("Aichi", "Kamui"))
    remove_fighter(event=event, fighter_id=aichi.id)
    share(event)
    (live,) = lives(event)
    assert live.shares.gone == {aichi.id}
    assert aichi.id in live.shares.sharing.order
    assert [person["name"] for person in share_part(live)["people"] if person["gone"]] == ["Aichi"]
    remove_fighter(event=event, fighter_id=kamui.id)
    assert lives(event)[0].shares.gone == {aichi.id, kamui.id}
    undo_removal(event=event, fighter_id=kamui.id)
    assert lives(event)[0].shares.gone == {aichi.id}


def test_each_table_shares_its_own_cards(night):
    event = night("Aichi", "Kamui", "Misaki", "Ren", table_size=2)
    share(event)
    one, other = lives(event)
    assert (one.number, other.number) == (1, 2)
    assert not set(one.shares.sharing.order) & set(other.shares.sharing.order)
    assert not set(one.shares.drafted) & set(other.shares.drafted)


def test_at_random_all_is_dealt_at_once_and_nobody_wishes(night):
    event = night(sharing=Policy.RANDOM)
    share(event)
    (live,) = lives(event)
    assert (live.shares.is_over, set(Counter(live.shares.owners().values()).values())) == (True, {30})


def test_where_everybody_keeps_their_cards_nothing_is_shared(night):
    event = night(sharing=Policy.KEEP)
    assert (share(event), EventStage.objects.count()) == ("finished", 0)


def test_one_wishes_while_one_fights_and_the_wish_counts_when_time_is_up(night):
    event = night(fights="auto")
    assert share(event) == Stage.FIGHTING
    (live,) = lives(event)
    wished = live.shares.sharing.lots[0].cards[-1]
    first = live.shares.sharing.order[0]
    ask(live, first, WishMove((wished,)))
    assert live.shares.turn is None
    go_on(event=event, seen="fighting", confirmed=True)
    with pytest.raises(Unfinished):
        go_on(event=event, seen="sharing", confirmed=False)
    assert go_on(event=event, seen="sharing", confirmed=True) == "finished"
    (live,) = lives(event)
    assert live.shares.owners()[wished] == first


def test_the_cards_that_are_left_are_shared_in_the_end_also_while_the_turns_are_paused(night):
    event = night()
    share(event)
    change_shares(event=event, fighter=None, verb=lambda live: Pause())
    assert go_on(event=event, seen="sharing", confirmed=True) == "finished"
    assert [live.shares.is_over for live in lives(event)] == [True]


def test_the_organizer_takes_for_who_has_no_phone_and_only_in_their_turn(night):
    event = night()
    share(event)
    (live,) = lives(event)
    while len(live.shares.sharing.pool) == 1:  # so that the next turn is the next one's
        live = ask(live, live.shares.turn, TakeMove(live.shares.sharing.pool[0]))
    first, card = live.shares.turn, live.shares.sharing.pool[0]
    second = next(fighter for fighter in live.shares.sharing.order if fighter != first)
    with pytest.raises(NotYourTurn):
        share_for(event=event, fighter=second, card=card)
    share_for(event=event, fighter=first, card=card)
    (live,) = lives(event)
    assert (live.shares.owners()[card], live.shares.turn != first) == (first, True)
    assert StageAct.objects.last().by == "organizer"


def test_a_fighter_who_is_not_at_any_table_and_a_night_that_shares_nothing_are_refused(night):
    event = night()
    with pytest.raises(ServiceError):
        share_for(event=event, fighter=fighter(event, "Aichi").id, card=1)
    share(event)
    with pytest.raises(ServiceError):
        share_for(event=event, fighter=2**30, card=1)


def test_a_sharing_that_is_read_again_is_what_it_was(night):
    event = night()
    share(event)
    (live,) = lives(event)
    live = ask(live, live.shares.turn, TakeMove(live.shares.sharing.pool[-1]), "once")
    change_shares(event=event, fighter=None, verb=lambda live: Extend(30))
    (read,) = lives(event)
    assert (read.shares.sharing, read.version) == (live.shares.sharing, live.version + 1)
    assert read.shares.clock.seconds == 60


def test_an_event_that_is_closed_in_the_middle_shares_the_rest_by_wishes(night):
    event = night()
    share(event)
    finish_event(event=event)
    (live,) = lives(event)
    assert live.shares.is_over


def test_wishes_are_changed_from_the_fights_on_until_all_is_shared(night):
    event = night(fights="auto")
    aichi = fighter(event, "Aichi").id
    with pytest.raises(ServiceError):
        change_wishes(event=event, fighter=aichi, change=lambda _: ())
    share(event)
    one, other = list(lives(event)[0].cards)[:2]
    for card in (one, other, one):
        change_wishes(event=event, fighter=aichi, change=lambda before, card=card: add(before, card))
    assert lives(event)[0].shares.wishes[aichi] == (one, other)
    assert StageAct.objects.filter(kind="wish", fighter=aichi).count() == 2
    with pytest.raises(NotInPool):
        change_wishes(event=event, fighter=aichi, change=lambda _: (2**30,))
    finish_event(event=event)
    with pytest.raises(ServiceError):
        change_wishes(event=event, fighter=aichi, change=lambda _: ())


def test_a_swap_is_offered_and_agreed_to_without_a_socket(night):
    event = night()
    share(event)
    owners = take_all(event).shares.owners()
    one, other, *_ = dict.fromkeys(owners.values())
    give, want = (next(card for card, owner in owners.items() if owner == each) for each in (one, other))
    assert swap_cards(event=event, fighter=one, move=OfferSwap(give, want))
    assert not swap_cards(event=event, fighter=one, move=OfferSwap(give, want))
    with pytest.raises(NotAllowed):
        swap_cards(event=event, fighter=one, move=AcceptSwap(1))
    assert swap_cards(event=event, fighter=other, move=AcceptSwap(1))
    then = lives(event)[0].shares.owners()
    assert (then[give], then[want]) == (other, one)


def test_an_offer_is_declined_or_withdrawn_once_without_a_socket(night):
    event = night()
    share(event)
    owners = take_all(event).shares.owners()
    one, other, *_ = dict.fromkeys(owners.values())
    give, want = (next(card for card, owner in owners.items() if owner == each) for each in (one, other))
    for number, (end, by, stranger) in enumerate(((DeclineSwap, other, one), (WithdrawSwap, one, other)), start=1):
        assert swap_cards(event=event, fighter=one, move=OfferSwap(give, want))
        with pytest.raises(NotAllowed):
            swap_cards(event=event, fighter=stranger, move=end(number))
        assert swap_cards(event=event, fighter=by, move=end(number))
        assert not swap_cards(event=event, fighter=by, move=end(number))
        with pytest.raises(Stale):
            swap_cards(event=event, fighter=other, move=AcceptSwap(number))
    assert lives(event)[0].shares.owners() == owners
    assert list(StageAct.objects.filter(kind__in=("decline", "withdraw")).values_list("kind", "text", "fighter")) == [
        ("decline", "1", other),
        ("withdraw", "2", one),
    ]


def test_the_giver_and_the_taker_of_a_card_tick_it_also_after_the_night(night):
    event = night()
    share(event)
    live = take_all(event)
    card, giver, taker = live.shares.to_hand_over()[0]
    (third,) = set(live.shares.sharing.order) - {giver, taker}
    assert tick_card(event=event, card=card, handed=True, by=actor(giver))
    assert not tick_card(event=event, card=card, handed=True, by=actor(giver))
    finish_event(event=event)
    with pytest.raises(NotAllowed):
        tick_card(event=event, card=card, handed=False, by=actor(third))
    assert tick_card(event=event, card=card, handed=False, by=actor(taker))
    assert tick_card(event=event, card=card, handed=True)
    with pytest.raises(NotInPool):
        tick_card(event=event, card=2**30, handed=True)
    assert lives(event)[0].shares.handed == {card: (taker,)}
