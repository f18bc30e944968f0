"""What is kept of a match: the table, who sat where, and the log of what happened."""

from typing import Any

from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.db import models
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import names
from games.catalog import GAMES
from games.engine.chance import SEED_BYTES
from games.engine.game import Game

#: No look-alikes: neither I, L, O nor digits, nor letters that sound alike over a phone's noise.
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_LENGTH = 6
ENTROPY_LENGTH = 128


#: What the public history is filtered by, each with an index of its own: pages stay flat.
LISTED_BY: dict[str, tuple[str, ...]] = {
    "match_listed": (),
    "match_listed_game": ("game",),
    "match_listed_winner": ("game", "winner"),
    "match_listed_reason": ("reason",),
    "match_listed_reason_size": ("reason", "size"),
    "match_listed_size": ("size",),
    "match_listed_bots": ("has_bots",),
}


def _listed(name: str, *fields: str) -> models.Index:
    """Return an index of the public history, newest first, within equal `fields`."""
    condition = models.Q(is_listed=True)
    return models.Index(fields=[*fields, "-ended_at", "-id"], name=name, condition=condition)


def new_code() -> str:
    """Return a random table code; the column is unique, so a collision is refused there."""
    return get_random_string(CODE_LENGTH, CODE_LETTERS)


class Match(models.Model):
    """One playing of a game, from empty lobby to finished record."""

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
        RELAXED = "relaxed", _("Relaxed: two minutes a decision")
        BRISK = "brisk", _("Brisk: 45 seconds a decision")
        DAILY = "daily", _("By the day: one day a decision, with e-mail")

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
    allows_api_bots = models.BooleanField(
        default=False, help_text="seats may be played by people's own programs"
    )
    pace = models.CharField(max_length=8, choices=Pace.choices, default=Pace.UNTIMED)
    host_seat = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="the chair that the host chose; seats are drawn otherwise"
    )
    is_reserved = models.BooleanField(
        default=False, help_text="chairs are kept for the people on them, in their order"
    )
    is_doubled = models.BooleanField(default=False, help_text="clocks run at half speed")
    paused_at = models.DateTimeField(null=True, help_text="since when the table pauses")
    language = models.CharField(max_length=8, default="en")
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    seed = models.BinaryField(max_length=SEED_BYTES)
    commitment = models.CharField(max_length=64, blank=True)
    length = models.PositiveIntegerField(default=0, help_text="actions in the log")
    due_at = models.DateTimeField(null=True, help_text="when the referee has something to do")
    winner = models.CharField(max_length=16, blank=True)
    reason = models.CharField(max_length=32, blank=True)
    #: What history filters by, written once when the match ends.
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
    opened_at = models.DateTimeField(auto_now_add=True)
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
            *(_listed(name, *fields) for name, fields in LISTED_BY.items()),
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

    def get_absolute_url(self) -> str:
        """Return the address of the match's page."""
        return reverse("matches:match", args=[self.code])

    @property
    def rules(self) -> Game[Any, Any, Any, Any]:
        """Return the game that is played here."""
        return GAMES[self.game]

    @property
    def free_seats(self) -> range:
        """Return one number for each free chair of an open table."""
        return range(len(self.players.all()), self.seats_max)

    @property
    def ending(self) -> str:
        """Return why it ended, in the reader's language; nothing while it has not."""
        text = self.rules.endings.get(self.reason, "")
        return gettext(text) if text else ""

    def settle_listing(self) -> None:
        """Say, unsaved, whether the history that everybody sees lists this match."""
        is_public = self.visibility == self.Visibility.PUBLIC and self.allows_spectators
        self.is_listed = self.is_over and (is_public or self.is_published)

    @property
    def is_open(self) -> bool:
        """Return whether people may still sit down."""
        return self.status == self.Status.OPEN

    @property
    def is_running(self) -> bool:
        """Return whether it is being played."""
        return self.status == self.Status.RUNNING

    @property
    def is_paused(self) -> bool:
        """Return whether it is being played, and stands still; a void match may have stopped so."""
        return self.is_running and self.paused_at is not None

    @property
    def is_over(self) -> bool:
        """Return whether it was played to its end."""
        return self.status == self.Status.FINISHED


class Player(models.Model):
    """A chair at a match and who sits on it: somebody, nobody any more, or a bot."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="players")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="players"
    )
    name = models.CharField(max_length=32)
    bot = models.CharField(max_length=16, blank=True, help_text="which bot plays, if one does")
    is_api = models.BooleanField(
        default=False, help_text="the user's own program plays, and everybody is told so"
    )
    seat = models.PositiveSmallIntegerField(null=True)
    is_ready = models.BooleanField(default=False)
    entropy = models.CharField(
        max_length=ENTROPY_LENGTH, blank=True, validators=[MaxLengthValidator(ENTROPY_LENGTH)]
    )
    asked_at = models.DateTimeField(null=True, help_text="when the open decision was asked for")
    reserve_ms = models.PositiveIntegerField(
        default=0, help_text="left beyond each decision's time"
    )
    missed = models.PositiveSmallIntegerField(
        default=0, help_text="decisions the clock made, in a row"
    )
    is_away = models.BooleanField(default=False, help_text="a bot decides until they are back")
    letter_due_at = models.DateTimeField(
        null=True, help_text="when to write that the table waits for them; by the day only"
    )
    wishes = models.JSONField(default=list, help_text="what they want the table to agree on")
    side = models.CharField(max_length=16, blank=True, help_text="known once the match is over")
    won = models.BooleanField(null=True)
    claims = models.PositiveIntegerField(default=0, help_text="how often something was claimed")
    true_claims = models.PositiveIntegerField(default=0)
    publishes = models.BooleanField(default=False, help_text="agrees that everybody may see it")
    #: What the name looks like, to be searched by; and the match's end, to be sorted by.
    name_key = models.CharField(max_length=200, blank=True)
    ended_at = models.DateTimeField(null=True)
    sat_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["seat", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["match", "user"], name="one_seat_a_user"),
        ]
        indexes = [
            models.Index(
                fields=[field, "-ended_at", "-match"],
                name=f"player_ended_{field}",
                condition=models.Q(ended_at__isnull=False),
            )
            for field in ("user", "name_key")
        ] + [
            models.Index(
                fields=["letter_due_at"],
                name="player_letter_due",
                condition=models.Q(letter_due_at__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.match_id}, {self.seat})"

    @property
    def is_played_by_bot(self) -> bool:
        """Return whether a bot decides here: its own chair, or one whose person has left."""
        return bool(self.bot) or self.is_away or self.user_id is None

    def settle_name(self) -> None:
        """Note, unsaved, what the name looks like."""
        self.name_key = names.fold(self.name)


class Entry(models.Model):
    """One row of the log: an action and the events that it caused. Number 0 is the deal.

    Action and events are JSON texts, written and read by the game's own codec: the database
    need not look inside, and a second codec on the way would cost more than the fold.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    by = models.CharField(max_length=8, default="player")
    action = models.TextField(blank=True)
    events = models.TextField()
    at = models.DateTimeField(null=True, help_text="unknown in some imported records")

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_entry_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"


class Pulse(models.Model):
    """When somebody was last at work: a row for all referees, and one for all web processes.

    The referees' is never later than the web processes' where there are such: what it says is
    until when somebody could decide, and a clock could for whoever did not.
    """

    REFEREE, WEB = 1, 2

    at = models.DateTimeField()

    class Meta:
        verbose_name = _("pulse")
        verbose_name_plural = _("pulses")

    def __str__(self) -> str:
        return self.at.isoformat()
