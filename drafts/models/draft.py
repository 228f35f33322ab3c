"""A draft of an event: its settings; its tables with who sits where, which packs they open, and the clock."""

from typing import ClassVar, Self

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from drafts.models.catalog import Card, CardSet
from drafts.models.event import Event, Fighter
from drafts.rules.draft.table import Phase
from drafts.rules.draft.timed import JudgeBy
from drafts.rules.formats import Format, Pace
from drafts.rules.games.registry import DEFAULT_FORMAT, FORMATS


class PackSource(models.TextChoices):
    """Where the packs come from."""

    GENERATED = "generated", _("Digital packs")
    UPLOADED = "uploaded", _("From a card list")
    PAPER = "paper", _("Real booster packs")


class OwnPicks(models.TextChoices):
    """Whether fighters may look at their own piles while packs are drafted."""

    CLOSED = "closed", _("Face down until the review")
    OPEN = "open", _("In sight all the time")


class Draft(models.Model):
    """A draft of a game night: one format, one seed, and the tables that draft by them.

    `number` counts the drafts of its night, from 1. `seed` is secret until the draft is over (R4). `draws` counts how
    often its seats were drawn in the lobby; with 0 they are drawn at the start. `piles_entered_at`: with paper packs,
    when all piles had been entered, so that the cards are known. `one_tap`: phones begin with picking by one tap.
    `pack_cards`: with paper packs of a set that is not named, how many cards a pack has; 0: as the sets have it.
    `packs_each` and `picks`: how many packs each fighter opens and how many cards a pick has, where the format leaves
    that open; 0: as usual there. `fight_form` is the form of its fights, "" the first of the format; `team_poison` 15:
    teams share what is lost at that (M34).
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="drafts")
    number = models.PositiveSmallIntegerField(default=1)
    format = models.CharField(max_length=24, default=DEFAULT_FORMAT.slug)
    pack_source = models.CharField(max_length=12, choices=PackSource.choices, default=PackSource.GENERATED)
    pack_list = models.TextField(blank=True)
    table_size = models.PositiveSmallIntegerField(default=4)
    pace = models.CharField(max_length=12, default=Pace.STANDARD.value)
    review_seconds = models.PositiveIntegerField(default=DEFAULT_FORMAT.review_seconds)
    judge = models.CharField(max_length=12, default=JudgeBy.ORGANIZER.value)
    own_picks = models.CharField(max_length=8, choices=OwnPicks.choices, default=OwnPicks.CLOSED)
    one_tap = models.BooleanField(default=False)
    seed = models.CharField(max_length=64)
    draws = models.PositiveSmallIntegerField(default=0)
    packs_each = models.PositiveSmallIntegerField(default=0)
    picks = models.PositiveSmallIntegerField(default=0)
    fight_form = models.CharField(max_length=20, blank=True, default="")
    team_poison = models.PositiveSmallIntegerField(default=10)
    pack_cards = models.PositiveSmallIntegerField(default=0)
    started_at = models.DateTimeField(null=True, blank=True)
    drafted_at = models.DateTimeField(null=True, blank=True)
    piles_entered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["event_id", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="draft_numbers_differ"),
            models.CheckConstraint(condition=Q(table_size__gte=2, table_size__lte=12), name="table_size_2_to_12"),
        ]

    def __str__(self) -> str:
        return f"draft {self.number} of event {self.event_id}"

    @property
    def procedure(self) -> Format:
        """The format, with the packs, the picks and the form of fights of this draft."""
        format_ = FORMATS[self.format].with_packs(self.packs_each, self.picks)
        return format_.fought_as(self.fight_form, self.team_poison)

    @property
    def is_paper(self) -> bool:
        """Whether real packs are opened, so that the server knows no card while they are drafted."""
        return self.pack_source == PackSource.PAPER

    @property
    def waits_for_signal(self) -> bool:
        """Whether packs stay closed after the start until the organizer gives the word: real ones, and kept ones."""
        return self.is_paper or self.procedure.keeps

    @property
    def lacks_sets(self) -> bool:
        """Whether the event opens real packs of a set that its organizer has not named yet."""
        return self.is_paper and self.pack_cards > 0 and not self.rounds.exists()

    @property
    def knows_cards(self) -> bool:
        """Whether the server knows what is printed on the cards: with paper packs once all piles are entered."""
        return not self.is_paper or self.piles_entered_at is not None


class DraftSet(models.Model):
    """The set of one round of a draft."""

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="rounds")
    round = models.PositiveSmallIntegerField()
    card_set = models.ForeignKey(CardSet, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering: ClassVar = ["draft_id", "round"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["draft", "round"], name="one_set_a_round")]

    def __str__(self) -> str:
        return f"round {self.round}: {self.card_set.code}"


class Table(models.Model):
    """A ring of fighters. Every change of it makes `version` one higher; nothing is changed without naming the old one.

    Round, pass and phase repeat what the picks say, for pages that list tables. `deadline` ends the pass or review;
    while the clock stands, `left` and `used` keep seconds. `wakes_at` is when the server has to act, if ever.
    `unattended`: it paused itself, since no fighter chose in time. `paused_by_judge`: a judge did, not the organizer.
    `called`: in this round a judge has verified a card (R9).
    """

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField(default=1)
    phase = models.CharField(max_length=12, default=Phase.DRAFTING.value)
    round = models.PositiveSmallIntegerField(default=1)
    pass_number = models.PositiveSmallIntegerField(default=1)
    called = models.BooleanField(default=False)
    paused = models.BooleanField(default=False)
    unattended = models.BooleanField(default=False)
    paused_by_judge = models.BooleanField(default=False)
    started_at = models.DateTimeField(default=timezone.now)
    deadline = models.DateTimeField(null=True, blank=True)
    seconds = models.PositiveIntegerField(null=True, blank=True)
    left = models.FloatField(null=True, blank=True)
    used = models.FloatField(null=True, blank=True)
    wakes_at = models.DateTimeField(null=True, blank=True, db_index=True)

    class Meta:
        ordering: ClassVar = ["draft_id", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["draft", "number"], name="table_numbers_differ"),
            models.CheckConstraint(  # SQLite is slow at lists, so what most rows have is asked for first
                condition=Q(phase=Phase.DRAFTING.value) | Q(phase__in=[phase.value for phase in Phase]),
                name="table_phase_is_known",
            ),
        ]

    def __str__(self) -> str:
        return f"table {self.number}"


class SeatQuerySet(models.QuerySet["Seat"]):
    """Seats, which can be filtered by whether their draft is the current one of its event."""

    def current(self) -> Self:
        """Return the seats of current drafts (`Event.draft`): one at most for each fighter."""
        return self.filter(draft__current_in__isnull=False)


class Seat(models.Model):
    """A place at a table, counted clockwise from 0. `bot`: a bot chooses here now, also in a fighter's seat.

    `marked_at` is when a device was tapped for what is marked. `starter` is the public id of the card that the fighter
    has chosen to begin with (`rules.decks.Deck`). `link` is the token of the link by which the fighter shows the seat
    to others (`access.seat_links`), None without one. `draft` repeats the table's, so that a constraint can allow a
    fighter one seat in a draft.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="seats", db_index=False)
    position = models.PositiveSmallIntegerField()
    fighter = models.ForeignKey(Fighter, on_delete=models.CASCADE, related_name="seats")
    bot = models.BooleanField(default=False)
    connected = models.BooleanField(default=False)
    away_since = models.DateTimeField(null=True, blank=True)
    weak = models.BooleanField(default=False)
    timeouts = models.PositiveSmallIntegerField(default=0)
    hurried = models.BooleanField(default=False)
    held = models.BooleanField(default=False)
    ready = models.BooleanField(default=False)
    marked = models.TextField(blank=True)  # public ids: as many as can be marked in the largest pack
    marked_at = models.DateTimeField(null=True, blank=True)
    starter = models.PositiveIntegerField(null=True, blank=True)
    link = models.CharField(max_length=43, null=True, blank=True, unique=True)

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["table_id", "position"]
        constraints: ClassVar = [  # the second is the index of `draft` too
            models.UniqueConstraint(fields=["table", "position"], name="seats_of_a_table_differ"),
            models.UniqueConstraint(fields=["draft", "fighter"], name="one_seat_a_fighter_and_draft"),
        ]

    def __str__(self) -> str:
        return f"seat {self.position}"


class Pack(models.Model):
    """A pack of a round, and who opens it. `guaranteed`: its set guarantees a featured card in each pack (R6, R7).

    `card_set` is null until the set of a paper pack is named.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="packs")
    round = models.PositiveSmallIntegerField()
    opened_by = models.PositiveSmallIntegerField()
    card_set = models.ForeignKey(CardSet, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    guaranteed = models.BooleanField(default=True)

    class Meta:
        ordering: ClassVar = ["table", "round", "opened_by"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "round", "opened_by"], name="one_pack_a_fighter_and_round"),
        ]

    def __str__(self) -> str:
        return f"pack {self.round} of seat {self.opened_by}"


class PackCard(models.Model):
    """One physical card. `public_id` is the name it has for everybody: unique in the draft, and dealt at random.

    `card` is null for a card of a paper pack whose pile has not been entered: it is blank. `foil`: a copy of foil.
    """

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="+", db_index=False)
    pack = models.ForeignKey(Pack, on_delete=models.CASCADE, related_name="cards")
    card = models.ForeignKey(Card, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    public_id = models.PositiveIntegerField()
    foil = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["pack", "id"]
        constraints: ClassVar = [  # it is the index of `draft` too
            models.UniqueConstraint(fields=["draft", "public_id"], name="public_ids_of_a_draft_differ")
        ]

    def __str__(self) -> str:
        return f"card {self.public_id}"
