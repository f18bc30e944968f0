"""Appointments with their dates and answers, reserved seats, the bell and the queue."""

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from accounts.models import Row, User
from games.catalog import GAMES
from games.matches.models import Match

#: Keys are not secret, but can't be guessed.
KEY_LETTERS, KEY_LENGTH = "abcdefghjkmnpqrstuvwxyz23456789", 10
LONGEST_NAME = 60
#: The prefixes of slots for the house's hours, and for times proposed to the queue.
HOUSE, QUEUE = "house ", "queue "


def new_key() -> str:
    """Return the random key of an appointment's URL."""
    return get_random_string(KEY_LENGTH, KEY_LETTERS)


class Appointment(Row):
    """An appointment to play: a table opens at its time, for everybody or for a circle."""

    class Status(models.TextChoices):
        ASKED = "asked", _("The date is not fixed yet.")
        SET = "set", _("The date is fixed.")
        OPENED = "opened", _("The table is open.")
        OFF = "off", _("Called off.")
        TOO_FEW = "few", _("Too few people could come: it is off.")

    key = models.CharField(max_length=KEY_LENGTH, unique=True, default=new_key, editable=False)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    #: Referenced by name, because the circles app is in a layer above this one.
    circle = models.ForeignKey(
        "circles.Circle", on_delete=models.CASCADE, null=True, related_name="appointments"
    )
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    game = models.CharField(max_length=32)
    seats = models.PositiveSmallIntegerField(help_text="the most players at one table")
    pace = models.CharField(max_length=8, choices=Match.Pace.choices, default=Match.Pace.RELAXED)
    language = models.CharField(max_length=8, default="en")
    fills_with_bots = models.BooleanField(default=False)
    is_rated = models.BooleanField(default=True)
    is_public = models.BooleanField(default=False)
    asked = models.ManyToManyField(
        settings.AUTH_USER_MODEL, related_name="+", help_text="beside the members of its circle"
    )
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.ASKED)
    starts_at = models.DateTimeField(null=True, help_text="the date that was fixed")
    changed_at = models.DateTimeField(
        db_index=True, help_text="when the date, or whether it is on, changed last"
    )
    moves = models.PositiveSmallIntegerField(default=0, help_text="how often it was moved")
    previous = models.OneToOneField(
        "self", on_delete=models.SET_NULL, null=True, related_name="following"
    )
    slot = models.CharField(  # noqa: DJ001 (null: several without one)
        max_length=80, unique=True, null=True,
        help_text="what the site itself opens it for; two processes make it once",
    )  # fmt: skip

    class Meta:
        verbose_name = _("appointment")
        verbose_name_plural = _("appointments")
        indexes = [models.Index(fields=["status", "starts_at"], name="appointment_next")]

    def get_absolute_url(self) -> str:
        """Return the URL of the appointment's page."""
        return reverse("gathering:appointment", args=[self.key])

    @property
    def game_name(self) -> str:
        """Return the English name of the game, for translation."""
        return GAMES[self.game].name

    @property
    def is_of_house(self) -> bool:
        """Return whether the appointment is a weekly hour of the house."""
        return bool(self.slot and self.slot.startswith(HOUSE))

    @property
    def is_on(self) -> bool:
        """Return whether people may still answer."""
        return self.status in {self.Status.ASKED, self.Status.SET}

    @property
    def offered(self) -> "models.QuerySet[OfferedDate]":
        """Return the dates to which people can respond: the fixed one, or all."""
        return self.dates.filter(at=self.starts_at) if self.starts_at else self.dates.all()


class OfferedDate(Row):
    """A date offered for an appointment; the fixed one equals its `starts_at`."""

    appointment = models.ForeignKey(Appointment, on_delete=models.CASCADE, related_name="dates")
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("date")
        verbose_name_plural = _("dates")
        ordering = ["at"]
        constraints = [
            models.UniqueConstraint(fields=["appointment", "at"], name="one_date_an_appointment")
        ]

    @property
    def comers(self) -> list[User]:
        """Return the users who accepted the date."""
        return [one.user for one in self.answers.all() if one.comes]

    @property
    def others(self) -> list[User]:
        """Return the users who declined the date."""
        return [one.user for one in self.answers.all() if not one.comes]


class DateAnswer(Row):
    """A user's answer whether they can come on a date."""

    date = models.ForeignKey(OfferedDate, on_delete=models.CASCADE, related_name="answers")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="date_answers"
    )
    comes = models.BooleanField()
    at = models.DateTimeField(help_text="since when; who said yes first has a seat first")

    class Meta:
        verbose_name = _("answer to a date")
        verbose_name_plural = _("answers to dates")
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["date", "user"], name="one_answer_a_date_and_user")
        ]


class KeptTable(Row):
    """A table with seats that are reserved for certain people until a time."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="kept_seats")
    appointment = models.ForeignKey(
        Appointment, on_delete=models.SET_NULL, null=True, related_name="tables"
    )
    until = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("table with reserved seats")
        verbose_name_plural = _("tables with reserved seats")


class EveningBell(Row):
    """A user's request to be notified, for an evening, when a public table needs a player."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="evening_bell"
    )
    until = models.DateTimeField()

    class Meta:
        verbose_name = _("alert for an evening")
        verbose_name_plural = _("alerts for an evening")


class QueuePlace(Row):
    """A user's place in the queue, waiting for enough others who want the same."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="queue_place"
    )
    game = models.CharField(max_length=32)
    pace = models.CharField(max_length=8, choices=Match.Pace.choices)
    language = models.CharField(max_length=8)
    asked_at = models.DateTimeField(help_text="since when they wait")
    seen_at = models.DateTimeField(db_index=True, help_text="when their page was last open")
    hours = models.JSONField(default=list, help_text="moments at which they could, as texts")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, null=True, related_name="+")

    class Meta:
        verbose_name = _("place in the queue")
        verbose_name_plural = _("places in the queue")


class KeptWait(Row):
    """The time an unnamed person waited in the queue, from which waits are estimated."""

    game = models.CharField(max_length=32)
    hour = models.PositiveSmallIntegerField(help_text="of the day, in UTC")
    seconds = models.PositiveIntegerField()
    is_seated = models.BooleanField(default=True, help_text="whether it ended at a table")
    on = models.DateField()

    class Meta:
        verbose_name = _("waiting time in the queue")
        verbose_name_plural = _("waiting times in the queue")
        indexes = [models.Index(fields=["hour", "-on"], name="wait_by_hour")]
