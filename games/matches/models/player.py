"""The players of a match, and the people whom its host removed."""

from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts import names, portraits
from games.engine.required import required
from games.engine.seats import Seat
from games.matches.models.match import Match

ENTROPY_LENGTH = 128


class Player(models.Model):
    """A seat in a match, with its person or bot; the person's account may have been deleted."""

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
    is_newcomer = models.BooleanField(
        default=False, help_text="it is one of their first matches, and changes no rating of theirs"
    )
    is_ready = models.BooleanField(default=False)
    wants_call = models.BooleanField(
        default=False, db_default=False, help_text="a notification when somebody sits down"
    )
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
    gone_at = models.DateTimeField(
        null=True, help_text="since when nobody is there; noted at matches without a clock"
    )
    is_replaced = models.BooleanField(
        db_default=False,
        help_text="the table had a bot play on: a person who comes back decides again",
    )
    read_at = models.DateTimeField(null=True, help_text="when they had read their secret role")
    letter_due_at = models.DateTimeField(
        null=True, help_text="when to write that the table waits for them (correspondence)"
    )
    wishes = models.JSONField(default=list, help_text="what they want the table to agree on")
    marks = models.JSONField(default=dict, help_text="whom they trust or doubt, for all to see")
    bets = models.JSONField(
        default=dict, help_text="seat and round by question, once eliminated; secret until the end"
    )
    side = models.CharField(max_length=16, blank=True, help_text="known once the match is over")
    won = models.BooleanField(null=True)
    claims = models.PositiveIntegerField(default=0, help_text="how often something was claimed")
    true_claims = models.PositiveIntegerField(default=0)
    publishes = models.BooleanField(default=False, help_text="agrees that everybody may see it")
    #: The name in comparable form, for searching, and the match's end, for sorting.
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
    def dealt_seat(self) -> Seat:
        """Return the number of the seat, which every player has after the deal.

        :raises ValueError: before the deal.
        """
        return Seat(required(self.seat))

    @property
    def is_played_by_bot(self) -> bool:
        """Return whether a bot decides for this seat: its own, or that of a person who has left."""
        return bool(self.bot) or self.is_away or self.user_id is None

    @property
    def portrait(self) -> str:
        """Return the code of the portrait: of the person, the bot's name, or otherwise the seat.

        After the end, people with a private history must not be recognisable by their portrait. The
        code does not depend on the deal or on any seed.
        """
        if self.user is None:
            portrait = portraits.portrait_of(f"bot {self.name}")
            return portrait if self.bot else portraits.portrait_of_seat(self.seat)
        if self.ended_at and not self.user.shows_history_to(None):
            return portraits.portrait_of_seat(self.seat)
        return self.user.portrait

    def settle_name(self) -> None:
        """Set the comparable form of the name, without saving."""
        self.name_key = names.fold(self.name)


class Removal(models.Model):
    """A person whom the host removed from a table."""

    class Reason(models.TextChoices):
        NONE = "", _("no reason given")
        FRIENDS = "friends", _("the table is for certain people")
        AWAY = "away", _("away for too long")
        MANNERS = "manners", _("behaviour")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="removals")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="removals"
    )
    reason = models.CharField(max_length=8, choices=Reason.choices, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("removal")
        verbose_name_plural = _("removals")
        constraints = [
            models.UniqueConstraint(fields=["match", "user"], name="one_removal_a_user"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} off {self.match_id}"
