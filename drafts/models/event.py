"""A game night, and who takes part."""

from typing import TYPE_CHECKING, Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from drafts.rules.avatars import AvatarMethod
from drafts.rules.night.rights import LogOpens, LogVisibility, has_log_opened, has_seed_opened, have_decks_opened
from drafts.rules.night.stages import Stage
from drafts.rules.planes import PlaneWay

if TYPE_CHECKING:
    from drafts.models.draft import Draft

CODE_LENGTH = 6
CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
NICKNAME_LENGTH = 24


STAGE_LABELS = {
    Stage.LOBBY: _("Lobby"),
    Stage.OPENING: _("Before the first pack"),
    Stage.DRAFTING: _("Drafting"),
    Stage.BUILDING: _("Decks are ready"),
    Stage.FIGHTING: _("Fights"),
    Stage.SHARING: _("Sharing the cards"),
    Stage.FINISHED: _("Finished"),
}


class Event(models.Model):
    """A game night. A practice draft has no organizer.

    `log_opens` is the moment at which there is a log to be read, `log_visibility` says by whom. `draft` is its current
    draft, which is that with the number `draft_number`. `starts_at` is when it is planned to begin. With `hide_names`
    those who do not take part read no nickname in log and standings. With `on_first_page` the first page names it, and
    leads into it without the code, while people may join. `follows` is the event before it on the same night, whose
    people came along; one event at most follows another. An `imported` event was drafted on another installation
    (`models.imports`).
    """

    code = models.CharField(max_length=CODE_LENGTH, unique=True)
    organizer = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="events"
    )
    name = models.CharField(max_length=80)
    log_visibility = models.CharField(max_length=12, default=LogVisibility.FIGHTERS.value)
    log_opens = models.CharField(max_length=8, default=LogOpens.DRAFTED.value)
    hide_names = models.BooleanField(default=False)
    on_first_page = models.BooleanField(default=False)
    starts_at = models.DateTimeField(null=True, blank=True)
    phase = models.CharField(max_length=12, choices=[*STAGE_LABELS.items()], default=Stage.LOBBY)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)
    stopped = models.BooleanField(default=False)
    follows = models.OneToOneField("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="follower")
    imported = models.BooleanField(default=False)
    draft_number = models.PositiveSmallIntegerField(default=1)
    draft = models.ForeignObject(  # no column: a join, so that no event can be at another one's draft
        "drafts.Draft",
        on_delete=models.DO_NOTHING,
        from_fields=("id", "draft_number"),
        to_fields=("event", "number"),
        related_name="current_in",
        serialize=False,
    )

    class Meta:
        ordering: ClassVar = ["-created_at"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(code__regex=rf"^[{CODE_ALPHABET}]{{{CODE_LENGTH}}}$"), name="code_shape"
            ),
            models.CheckConstraint(
                condition=Q(phase__in=[stage.value for stage in Stage]), name="event_phase_is_known"
            ),
            models.CheckConstraint(condition=~Q(follows=models.F("id")), name="no_event_follows_itself"),
            models.CheckConstraint(
                condition=Q(log_opens__in=[moment.value for moment in LogOpens]), name="log_opens_at_a_known_moment"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.name}"

    def refresh_from_db(self, *args: Any, **kwargs: Any) -> None:
        """Read the row again. The draft is read again too when it is next asked for: Django forgets columns only."""
        super().refresh_from_db(*args, **kwargs)
        self._state.fields_cache.pop("draft", None)

    @property
    def is_read_only(self) -> bool:
        """Whether the event is known from its log alone: nothing is done in it, but its organizer may comment."""
        return self.imported

    @property
    def was_shown_here(self) -> bool:
        """Whether displays of this installation have shown the seats and the fights of the event."""
        return not self.imported

    @property
    def is_over(self) -> bool:
        """Whether nothing is drafted any more."""
        return Stage(self.phase).is_after_draft

    @property
    def bots_take_over(self) -> bool:
        """Whether a bot takes the seat of a fighter who leaves now: in a draft, unless its packs are real ones."""
        return self.phase == Stage.DRAFTING and not self.draft.is_paper

    @property
    def has_log(self) -> bool:
        """Whether there is a log that can be open to somebody: with paper packs once all piles are entered."""
        return has_log_opened(LogOpens(self.log_opens), Stage(self.phase)) and self.draft.knows_cards

    @property
    def draws_in_secret(self) -> bool:
        """Whether something is drawn from the seed after the draft that is hidden for a while."""
        return self.draws_in_secret_with(self.draft)

    def draws_in_secret_with(self, draft: "Draft") -> bool:
        """Return the same of a draft that is loaded: avatars are drawn, planes, and the decks of battles."""
        night = self.night
        return draft.procedure.is_played or night.avatars != AvatarMethod.OFF or night.planes != PlaneWay.OFF

    @property
    def has_open_seed(self) -> bool:
        """Whether the seed may be told to those to whom the log is open."""
        return has_seed_opened(Stage(self.phase), draws_in_secret=self.draws_in_secret)

    @property
    def has_open_decks(self) -> bool:
        """Whether there are decks that can be open to others than their fighters."""
        source = self.draft.procedure.deck_source
        return have_decks_opened(source, LogOpens(self.log_opens), Stage(self.phase)) and self.draft.knows_cards


class Fighter(models.Model):
    """A person who takes part. The holder of the `token` holds the seat; a new token turns every older device away.

    A `guest` has no phone: somebody else acts for them, so they always count as ready and as here. `was` is the same
    person in the event that this one follows.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="fighters")
    nickname = models.CharField(max_length=NICKNAME_LENGTH)
    nickname_key = models.CharField(max_length=NICKNAME_LENGTH * 4)
    token = models.CharField(max_length=43, unique=True)
    bot = models.BooleanField(default=False)
    guest = models.BooleanField(default=False)
    ready = models.BooleanField(default=False)
    connected = models.BooleanField(default=False)
    away_since = models.DateTimeField(null=True, blank=True)
    joined_at = models.DateTimeField(default=timezone.now)
    was = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="became")

    class Meta:
        ordering: ClassVar = ["event", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "nickname_key"], name="nicknames_in_an_event_differ"),
            models.UniqueConstraint(fields=["event", "was"], name="a_fighter_comes_along_once"),
            models.CheckConstraint(condition=~Q(bot=True, guest=True), name="no_bot_is_a_guest"),
        ]

    def __str__(self) -> str:
        return self.nickname


class Removal(models.Model):
    """A fighter who was removed by the organizer, or who left: what it takes to say so, and to undo a removal.

    `fighter` is the row's id, which outlives the row. `token` held the seat before, `new_token` holds it since; it is
    empty where the place itself was given up, in the lobby. `seated_bot`: the bot came with the removal. `was` is the
    row's id of the fighter that this one was in the event before.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="removals")
    fighter = models.BigIntegerField()
    nickname = models.CharField(max_length=NICKNAME_LENGTH)
    token = models.CharField(max_length=43, db_index=True)
    new_token = models.CharField(max_length=43, blank=True)
    by_organizer = models.BooleanField(default=True)
    bot = models.BooleanField(default=False)
    guest = models.BooleanField(default=False)
    ready = models.BooleanField(default=False)
    seated_bot = models.BooleanField(default=False)
    was = models.BigIntegerField(null=True, blank=True)
    joined_at = models.DateTimeField()
    removed_at = models.DateTimeField(default=timezone.now, db_index=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["event", "id"]

    def __str__(self) -> str:
        return f"removal of {self.nickname}"


class LogEntry(models.Model):
    """Something that concerns the event as a whole, in words; of a table only what was done before it had a history."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    table = models.PositiveSmallIntegerField(null=True, blank=True)
    at = models.DateTimeField(default=timezone.now)
    text = models.CharField(max_length=300)

    class Meta:
        ordering: ClassVar = ["event", "id"]
        verbose_name_plural = "log entries"

    def __str__(self) -> str:
        return self.text
