"""Drafts with paper packs, as tests need them: started, their packs opened, and played by their organizer alone."""

from datetime import timedelta

from django.contrib.auth.models import User
from django.db.models import F
from django.utils import timezone

from drafts.models import Card, Draft, Event, PackCard, PackSource, Table
from drafts.rules.draft.table import Phase
from drafts.rules.formats import Pace
from drafts.services.draft.hosting import advance_table, end_reviews
from drafts.services.events.nights import go_on
from tests.factories import make_event


def paper_event(organizer: User | None, *names: str, **settings: object) -> Event:
    """Make an event with paper packs whose fighters have opened the first ones."""
    event = make_event(organizer, *names, started=True, packs=PackSource.PAPER, **{"pace": Pace.STANDARD, **settings})
    open_packs(event)
    return event


def open_packs(event: Event) -> None:
    """Give the word to open the first packs."""
    go_on(event=event, seen="opening", confirmed=False)
    event.refresh_from_db()


def all_pass(event: Event) -> None:
    """Lead every table of an event on from the pass it is in."""
    for table in event.draft.tables.filter(phase=Phase.DRAFTING):
        advance_table(event=event, number=table.number, pass_id=(table.round, table.pass_number))


def play_paper_draft(event: Event) -> None:
    """Play to the end of the draft as an organizer does whose fighters have no phones."""
    while (tables := event.draft.tables.exclude(phase=Phase.DRAFTED)).exists():
        if tables.filter(phase=Phase.REVIEW).exists():
            place_in_time(event, 60)  # some formats do not let it end sooner
            end_reviews(event=event)
        all_pass(event)
    event.refresh_from_db()


def place_in_time(event: Event, seconds: int) -> None:
    """Let the time of the present pass be over since so many seconds."""
    past = timedelta(seconds=seconds)
    Table.objects.filter(draft=event.draft).update(deadline=F("deadline") - past, started_at=F("started_at") - past)


def enter_any_cards(event: Event) -> None:
    """Say what is printed on every card of the draft, whatever it is."""
    cards = list(Card.objects.filter(card_set__in=event.draft.rounds.values("card_set")))
    lying = list(PackCard.objects.filter(draft=event.draft))
    for place, row in enumerate(lying):
        row.card = cards[place % len(cards)]
    PackCard.objects.bulk_update(lying, ["card"])
    Draft.objects.filter(event=event).update(piles_entered_at=timezone.now())
    event.refresh_from_db()
