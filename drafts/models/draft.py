"""The tables of an event: who sits where, which packs they open, and the clock."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from drafts.models.catalog import Card, CardSet
from drafts.models.event import Event, Fighter
from drafts.rules.draft.table import Phase


class Table(models.Model):
    """A ring of fighters. Every change of it makes `version` one higher; nothing is changed without naming the old one.

    Round, pass and phase repeat what the picks say, for pages that list tables. `deadline` ends the pass or review;
    while the clock stands, `left` and `used` keep seconds. `wakes_at` is when the server has to act, if ever.
    `unattended`: it paused itself, since no fighter chose in time. `called`: in this round a judge has verified a
    card (R9).
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField(default=1)
    phase = models.CharField(max_length=12, default=Phase.DRAFTING.value)
    round = models.PositiveSmallIntegerField(default=1)
    pass_number = models.PositiveSmallIntegerField(default=1)
    called = models.BooleanField(default=False)
    paused = models.BooleanField(default=False)
    unattended = models.BooleanField(default=False)
    started_at = models.DateTimeField(default=timezone.now)
    deadline = models.DateTimeField(null=True, blank=True)
    seconds = models.PositiveIntegerField(null=True, blank=True)
    left = models.FloatField(null=True, blank=True)
    used = models.FloatField(null=True, blank=True)
    wakes_at = models.DateTimeField(null=True, blank=True, db_index=True)

    class Meta:
        ordering: ClassVar = ["event", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="table_numbers_differ"),
            models.CheckConstraint(  # SQLite is slow at lists, so what most rows have is asked for first
                condition=Q(phase=Phase.DRAFTING.value) | Q(phase__in=[phase.value for phase in Phase]),
                name="table_phase_is_known",
            ),
        ]

    def __str__(self) -> str:
        return f"table {self.number}"


class Seat(models.Model):
    """A place at a table, counted clockwise from 0. `bot`: a bot chooses here now, whoever the seat belongs to."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    position = models.PositiveSmallIntegerField()
    fighter = models.OneToOneField(Fighter, on_delete=models.CASCADE, related_name="seat")
    bot = models.BooleanField(default=False)
    connected = models.BooleanField(default=False)
    away_since = models.DateTimeField(null=True, blank=True)
    weak = models.BooleanField(default=False)
    timeouts = models.PositiveSmallIntegerField(default=0)
    hurried = models.BooleanField(default=False)
    held = models.BooleanField(default=False)
    ready = models.BooleanField(default=False)
    marked = models.TextField(blank=True)  # as many public ids as somebody marks of the largest pack

    class Meta:
        ordering: ClassVar = ["table", "position"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "position"], name="seats_of_a_table_differ")]

    def __str__(self) -> str:
        return f"seat {self.position}"


class Pack(models.Model):
    """A pack of a round, and who opens it. `guaranteed`: its set guarantees a featured card in each pack (R6, R7)."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="packs")
    round = models.PositiveSmallIntegerField()
    opened_by = models.PositiveSmallIntegerField()
    card_set = models.ForeignKey(CardSet, on_delete=models.PROTECT, related_name="+")
    guaranteed = models.BooleanField(default=True)

    class Meta:
        ordering: ClassVar = ["table", "round", "opened_by"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "round", "opened_by"], name="one_pack_a_fighter_and_round"),
        ]

    def __str__(self) -> str:
        return f"pack {self.round} of seat {self.opened_by}"


class PackCard(models.Model):
    """One physical card. `public_id` is the name it has for everybody: unique in the event, and dealt at random."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="+")
    pack = models.ForeignKey(Pack, on_delete=models.CASCADE, related_name="cards")
    card = models.ForeignKey(Card, on_delete=models.PROTECT, related_name="+")
    public_id = models.PositiveIntegerField()

    class Meta:
        ordering: ClassVar = ["pack", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "public_id"], name="public_ids_of_an_event_differ")
        ]

    def __str__(self) -> str:
        return f"card {self.public_id}"
