"""A match: the table, its state, and the indexes for lists."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.catalog import GAMES
from games.engine.chance import SEED_BYTES
from games.engine.game import Game
from games.engine.projection import Projection

#: Letters that neither look alike (no I, L, O or digits) nor sound alike on a bad phone line.
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_LENGTH = 6

#: The filters of the public history, each with an index to keep pages fast.
LISTED_BY: dict[str, tuple[str, ...]] = {
    "match_listed": (),
    "match_listed_game": ("game",),
    "match_listed_winner": ("game", "winner"),
    "match_listed_reason": ("reason",),
    "match_listed_reason_size": ("reason", "size"),
    "match_listed_size": ("size",),
    "match_listed_bots": ("has_bots",),
}


def _listing_index(name: str, *fields: str) -> models.Index:
    """Return an index for the public history, filtered by `fields`, newest first."""
    condition = models.Q(is_listed=True)
    return models.Index(fields=[*fields, "-ended_at", "-id"], name=name, condition=condition)


def new_code() -> str:
    """Return a random table code; the column's unique constraint catches rare collisions."""
    return get_random_string(CODE_LENGTH, CODE_LETTERS)


class Match(models.Model):
    """One play of a game, from the empty table to the finished record."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        VOID = "void", _("void")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("Public: listed in the lobby")
        LINK = "link", _("By link or code only")

    class Pace(models.TextChoices):
        UNTIMED = "untimed", _("Untimed")
        RELAXED = "relaxed", _("Relaxed: two minutes per move")
        BRISK = "brisk", _("Brisk: 45 seconds per move")
        DAILY = "daily", _("Correspondence: one day per move, e-mail reminders")

    #: The numbers of finished matches that a table may require.
    EXPERIENCE = ((0, _("Everybody")), (5, _("From 5 matches")), (20, _("From 20 matches")))
    #: The available lengths of the discussion clock, in seconds.
    TALKS = ((0, _("None")), (60, _("One minute")), (90, _("90 seconds")), (120, _("Two minutes")))

    #: The available numbers of minutes after which bots take empty seats.
    BOTS_AFTER = (
        (0, _("Only at the start, if at all")),
        (5, _("After 5 minutes")),
        (10, _("After 10 minutes")),
        (20, _("After 20 minutes")),
    )

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    game = models.CharField(max_length=32)
    options = models.JSONField(default=dict)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    visibility = models.CharField(max_length=8, choices=Visibility.choices)
    seats_min = models.PositiveSmallIntegerField()
    seats_max = models.PositiveSmallIntegerField()
    has_chat = models.BooleanField(default=True)
    allows_spectators = models.BooleanField(default=True)
    fills_with_bots = models.BooleanField(default=False)
    bots_after = models.PositiveSmallIntegerField(
        default=0,
        db_default=0,
        choices=BOTS_AFTER,
        help_text="minutes; bots then take the seats that are needed; 0: never, or they have come",
    )
    allows_api_bots = models.BooleanField(
        default=False, help_text="seats may be played by people's own programs"
    )
    is_rated = models.BooleanField(
        default=True, help_text="it changes ratings; otherwise it is casual"
    )
    least_matches = models.PositiveSmallIntegerField(
        default=0, choices=EXPERIENCE, help_text="finished matches required to sit down"
    )
    pace = models.CharField(max_length=8, choices=Pace.choices, default=Pace.UNTIMED)
    talk_seconds = models.PositiveSmallIntegerField(
        default=0,
        choices=TALKS,
        help_text="the length of the clock for talk before a vote; 0: none",
    )
    shows_marks = models.BooleanField(
        default=False, help_text="everybody sees whom the players trust and doubt"
    )
    talk_until = models.DateTimeField(null=True, help_text="when the newest talk ends")
    talk_round = models.PositiveSmallIntegerField(default=0, help_text="the round of that talk")
    host_seat = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="the chair that the host chose; seats are drawn otherwise"
    )
    is_reserved = models.BooleanField(
        default=False, help_text="chairs are kept for the people on them, in their order"
    )
    is_doubled = models.BooleanField(default=False, help_text="clocks run at half speed")
    paused_at = models.DateTimeField(null=True, help_text="since when the table pauses")
    language = models.CharField(max_length=8, default="en")
    scope = models.CharField(
        max_length=100, blank=True, help_text="URL of the league that decides about conduct there"
    )
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    seed = models.BinaryField(max_length=SEED_BYTES)
    commitment = models.CharField(max_length=64, blank=True)
    length = models.PositiveIntegerField(default=0, help_text="actions in the log")
    touched = models.PositiveIntegerField(
        default=0, db_default=0, help_text="changes beside the moves"
    )
    due_at = models.DateTimeField(null=True, help_text="when the referee has something to do")
    reading_until = models.DateTimeField(
        null=True, help_text="until when the table waits for letters to be read; null: no longer"
    )
    winner = models.CharField(max_length=16, blank=True)
    reason = models.CharField(max_length=32, blank=True)
    story = models.JSONField(
        default=list, help_text="the lines about what decided it and how it ended, once it is over"
    )
    #: The fields used by filters of the history, written once at the end.
    size = models.PositiveSmallIntegerField(default=0, help_text="players, once it is over")
    has_bots = models.BooleanField(default=False, help_text="whether any played, once it is over")
    is_abandoned = models.BooleanField(
        default=False, help_text="somebody had left for good, once it is over: never rated"
    )
    is_published = models.BooleanField(
        default=False, help_text="listed although by link, for everybody who was there agreed"
    )
    is_listed = models.BooleanField(default=False, help_text="in the history that everybody sees")
    is_imported = models.BooleanField(
        default=False, help_text="played elsewhere: never rated, never counted"
    )
    is_counted = models.BooleanField(default=False, help_text="the numbers page knows it")
    is_weighed = models.BooleanField(default=False, help_text="ratings have looked at it")
    played_at = models.DateTimeField(null=True, help_text="when, says the record it came from")
    successor = models.OneToOneField(
        "self", on_delete=models.SET_NULL, null=True, related_name="predecessor"
    )
    group = models.UUIDField(
        _("circle"), null=True, help_text="whose table it is: the public key of a circle"
    )
    opened_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(
        db_default=Now(), help_text="when somebody who sits there was last at the open table"
    )
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes = [
            models.Index(fields=["status", "visibility", "-opened_at"], name="match_lobby"),
            models.Index(
                fields=["due_at"], name="match_due", condition=models.Q(due_at__isnull=False)
            ),
            models.Index(
                fields=["group", "-ended_at"],
                name="match_group",
                condition=models.Q(group__isnull=False),
            ),
            *(_listing_index(name, *fields) for name, fields in LISTED_BY.items()),
            models.Index(
                fields=["host", "-ended_at", "-id"],
                name="match_imported",
                condition=models.Q(is_imported=True),
            ),
            models.Index(
                fields=["id"],
                name="match_uncounted",
                condition=models.Q(status="finished", is_counted=False),
            ),
            models.Index(
                fields=["game", "ended_at", "id"],
                name="match_unweighed",
                condition=models.Q(status="finished", is_weighed=False),
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["commitment"],
                name="one_match_a_commitment",
                condition=models.Q(is_imported=False) & ~models.Q(commitment=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.code}"

    #: The projection of the log, if it was read together with the row.
    projection: Projection | None = None
    #: Whether this is the match as shown on pages, at a position before the newest in the log.
    is_held = False

    def save(self, **options: Any) -> None:
        """Store the row, leaving the count of changes to be incremented by the database."""
        if not self._state.adding and options.get("update_fields") is None:
            columns = (field.name for field in self._meta.concrete_fields if not field.primary_key)
            options["update_fields"] = [name for name in columns if name != "touched"]
        super().save(**options)

    def get_absolute_url(self) -> str:
        """Return the URL of the match's page."""
        return reverse("matches:match", args=[self.code])

    @property
    def rules(self) -> Game[Any, Any, Any, Any]:
        """Return the game of the match."""
        return GAMES[self.game]

    @property
    def counts(self) -> tuple[int, int]:
        """Return the counts of moves and of other changes, which identify the match's state."""
        return self.length, self.touched

    @property
    def free_seats(self) -> range:
        """Return a range with one number for each free seat of an open table."""
        return range(len(self.players.all()), self.seats_max)

    @property
    def ending(self) -> str:
        """Return the reason for the match's end, in the reader's language; empty before the end."""
        text = self.rules.words.endings.get(self.reason, "")
        return gettext(text) if text else ""

    def update_listing(self) -> None:
        """Set whether the public history lists this match, without saving."""
        is_public = self.visibility == self.Visibility.PUBLIC and self.allows_spectators
        self.is_listed = self.is_over and (is_public or self.is_published)

    @property
    def is_open(self) -> bool:
        """Return whether people may still sit down."""
        return self.status == self.Status.OPEN

    @property
    def is_running(self) -> bool:
        """Return whether the match is being played."""
        return self.status == self.Status.RUNNING

    @property
    def is_paused(self) -> bool:
        """Return whether the match is running and paused.

        A void match may have ended during a pause.
        """
        return self.is_running and self.paused_at is not None

    @property
    def is_over(self) -> bool:
        """Return whether the match was played to its end."""
        return self.status == self.Status.FINISHED
