"""The parts of a night besides its drafts: the settings and the history of its fights and of its sharing."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from drafts.models.event import Event
from drafts.models.history import ACTORS
from drafts.rules.actors import ActorKind
from drafts.rules.avatars import AvatarEvery, AvatarMethod
from drafts.rules.fights.fight import TimeUp
from drafts.rules.fights.forms import OwnCounter
from drafts.rules.night.lines import LONGEST_NAME
from drafts.rules.night.rounds import Mode
from drafts.rules.night.stages import ACTIVITIES
from drafts.rules.planes import PlaneWay

SWISS_ROUNDS = range(1, 10)
BEST_OF = (1, 3)
LONGEST_COUNTER = 24
FIGHT_MINUTES = range(5, 91)
"""Of a round with a clock."""
DAMAGE_LIMITS = range(3, 10)
BUILD_MINUTES = range(5, 91)
"""Of the time to build a deck with a clock."""


class Fights(models.TextChoices):
    """How the fighters of a night are paired. `AUTO`: by the number of fighters (`rules.night.rounds.usual_mode`).

    `PODS` are of forms in which all of a table fight each other at once, and these have no other way (M36).
    """

    AUTO = "auto", _("Recommended")
    OFF = "off", _("No fights")
    ROUND_ROBIN = Mode.ROUND_ROBIN.value, _("Everybody against everybody")
    SWISS = Mode.SWISS.value, _("Swiss rounds")
    BRACKET = Mode.BRACKET.value, _("A bracket")
    PODS = Mode.PODS.value, _("All of a table at once")


class Across(models.TextChoices):
    """The fighters who can be paired with one another."""

    TABLE = "table", _("Within each table")
    EVENT = "event", _("Across all tables")


class Policy(models.TextChoices):
    """The rule by which cards are shared after all games (R19)."""

    EQUAL = "equal", _("Shared equally, the rarest in turn")
    RANDOM = "random", _("Shared equally, at random")
    KEEP = "keep", _("Everybody keeps what they chose")


class Lands(models.TextChoices):
    """The hands that the free lands of a deck come from. No rule depends on it."""

    PROVIDED = "provided", _("The store has them")
    OWN = "own", _("Everybody brings their own")


class Lists(models.TextChoices):
    """Whether fighters hand in a list of the deck that they bring along (M30)."""

    OFF = "off", _("No lists")
    ASKED = "asked", _("Everybody hands in a list")


class ConstructedFormat(models.TextChoices):
    """The decks that may be brought along: announced, and not checked (M30). Proper names are not translated."""

    STANDARD = "standard", "Standard"
    MODERN = "modern", "Modern"
    LEGACY = "legacy", "Legacy"
    VINTAGE = "vintage", "Vintage"
    EXTENDED = "extended", "Extended"
    BLOCK = "block", "Block"
    COMMANDER = "commander", "Commander"
    OTHER = "other", _("Another format")


class AvatarWay(models.TextChoices):
    """How fighters come to avatars (M27)."""

    OFF = AvatarMethod.OFF.value, _("No avatars")
    DEALT = AvatarMethod.DEALT.value, _("Dealt at random")
    CHOOSE = AvatarMethod.CHOOSE.value, _("One of three")
    FREE = AvatarMethod.FREE.value, _("Free choice")


class AvatarsKept(models.TextChoices):
    """How long a fighter keeps an avatar (M27)."""

    EVENT = AvatarEvery.EVENT.value, _("For the whole event")
    ROUND = AvatarEvery.ROUND.value, _("A new one each round")


class PlanesPlayed(models.TextChoices):
    """The planar decks with which fights are fought (M38)."""

    OFF = PlaneWay.OFF.value, _("No planes")
    OWN = PlaneWay.OWN.value, _("A planar deck each")
    SHARED = PlaneWay.SHARED.value, _("One planar deck for all")


class NightSettings(models.Model):
    """The settings of a night, made before its draft. `fight_minutes` 0: rounds without a clock (R17, M22).

    `build_minutes` 0: decks are built until the organizer goes on (M20).

    `lists` and `constructed_format` are of formats to which fighters bring their own decks.

    `counter` is the name of what is counted, where the format leaves that open: from `counter_start`, lost at
    `counter_loses`.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, primary_key=True, related_name="night")
    fights = models.CharField(max_length=12, choices=Fights.choices, default=Fights.AUTO)
    fights_across = models.CharField(max_length=8, choices=Across.choices, default=Across.TABLE)
    swiss_rounds = models.PositiveSmallIntegerField(default=3)
    best_of = models.PositiveSmallIntegerField(default=1)
    fight_minutes = models.PositiveSmallIntegerField(default=25)
    damage_limit = models.PositiveSmallIntegerField(default=4)
    counter = models.CharField(max_length=LONGEST_COUNTER, blank=True)
    counter_start = models.IntegerField(default=20)
    counter_loses = models.IntegerField(default=0)
    time_up = models.CharField(max_length=12, default=TimeUp.LESS_DAMAGE.value)
    build_minutes = models.PositiveSmallIntegerField(default=0)
    lands = models.CharField(max_length=8, choices=Lands.choices, default=Lands.PROVIDED)
    lists = models.CharField(max_length=8, choices=Lists.choices, default=Lists.OFF)
    constructed_format = models.CharField(
        max_length=12, choices=ConstructedFormat.choices, default=ConstructedFormat.OTHER
    )
    avatars = models.CharField(max_length=8, choices=AvatarWay.choices, default=AvatarWay.OFF)
    avatar_every = models.CharField(max_length=8, choices=AvatarsKept.choices, default=AvatarsKept.EVENT)
    planes = models.CharField(max_length=8, choices=PlanesPlayed.choices, default=PlanesPlayed.OFF)
    sharing = models.CharField(max_length=8, choices=Policy.choices, default=Policy.EQUAL)

    class Meta:
        verbose_name_plural = "night settings"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(fights__in=Fights.values), name="way_to_fight_is_known"),
            models.CheckConstraint(condition=Q(fights_across__in=Across.values), name="who_can_be_paired_is_known"),
            models.CheckConstraint(condition=Q(best_of__in=[1, 3]), name="best_of_one_or_three"),
            models.CheckConstraint(condition=Q(time_up__in=[rule.value for rule in TimeUp]), name="time_up_is_known"),
            models.CheckConstraint(condition=Q(lands__in=Lands.values), name="whose_lands_is_known"),
            models.CheckConstraint(condition=Q(lists__in=Lists.values), name="whether_lists_are_asked_is_known"),
            models.CheckConstraint(
                condition=Q(constructed_format__in=ConstructedFormat.values), name="constructed_format_is_known"
            ),
            models.CheckConstraint(condition=Q(avatars__in=AvatarWay.values), name="way_to_avatars_is_known"),
            models.CheckConstraint(condition=Q(avatar_every__in=AvatarsKept.values), name="how_long_avatars_is_known"),
            models.CheckConstraint(condition=Q(planes__in=PlanesPlayed.values), name="way_to_planes_is_known"),
            models.CheckConstraint(condition=Q(sharing__in=Policy.values), name="way_to_share_is_known"),
        ]

    def __str__(self) -> str:
        return f"settings of event {self.event_id}"

    @property
    def own_counter(self) -> OwnCounter | None:
        """The counter that the event has named for its fights, if it has."""
        return OwnCounter(self.counter, self.counter_start, self.counter_loses) if self.counter else None


class EventAvatar(models.Model):
    """An avatar of an event: a card that was loaded as one when the event began (M26)."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="avatars")
    card = models.ForeignKey("Card", on_delete=models.PROTECT, related_name="events")

    class Meta:
        ordering: ClassVar = ["event", "card"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "card"], name="an_avatar_of_an_event_once"),
        ]

    def __str__(self) -> str:
        return f"avatar {self.card_id} of event {self.event_id}"


class EventPlane(models.Model):
    """A plane or phenomenon of an event: a card that was loaded as one when the event began (M38)."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="planes")
    card = models.ForeignKey("Card", on_delete=models.PROTECT, related_name="events_on_it")

    class Meta:
        ordering: ClassVar = ["event", "card"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "card"], name="a_plane_of_an_event_once"),
        ]

    def __str__(self) -> str:
        return f"plane {self.card_id} of event {self.event_id}"


class EventStage(models.Model):
    """A stage of a night with a history of its own. Every act of it makes `version` one higher.

    `number` is that of the table where each table has its own, else 0. `setup` is what is fixed before the first act
    (`store.fights`, `store.shares`); the acts make all the rest. `wakes_at` is when the server has to act, if ever.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stages")
    stage = models.CharField(max_length=12)
    number = models.PositiveSmallIntegerField(default=0)
    version = models.PositiveIntegerField(default=1)
    began_at = models.DateTimeField()
    wakes_at = models.DateTimeField(null=True, blank=True, db_index=True)
    setup = models.JSONField()

    class Meta:
        ordering: ClassVar = ["event", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "stage", "number"], name="a_night_has_a_stage_once"),
            models.CheckConstraint(condition=Q(stage__in=[*ACTIVITIES]), name="stage_has_a_history"),
        ]

    def __str__(self) -> str:
        return f"{self.stage} of event {self.event_id}"


class StageAct(models.Model):
    """One act in a stage of a night, which made this `version` of it. Rows are added and never changed.

    `text` is a line of notation (docs/notation.md). `fighter` is the row's id of the fighter who acted, if one did,
    `staff` that of the judge's link, and `request` the name that their device gave to it, so that the same act twice is
    one.
    """

    stage = models.ForeignKey(EventStage, on_delete=models.CASCADE, related_name="acts", db_index=False)
    version = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.CharField(max_length=10, blank=True, choices=ACTORS)
    fighter = models.BigIntegerField(null=True, blank=True)
    staff = models.BigIntegerField(null=True, blank=True)
    kind = models.CharField(max_length=LONGEST_NAME)
    text = models.TextField(blank=True)
    request = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering: ClassVar = ["stage", "version"]
        constraints: ClassVar = [  # the first is the index of `stage` too
            models.UniqueConstraint(fields=["stage", "version"], name="an_act_makes_a_version"),
            models.CheckConstraint(
                condition=Q(by=ActorKind.FIGHTER, fighter__isnull=False)
                | Q(by__in=["", ActorKind.ORGANIZER, ActorKind.JUDGE], fighter__isnull=True),
                name="who_acted_in_a_stage_is_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.text}".strip()
