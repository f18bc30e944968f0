"""The timing of fixtures: proposals and answers, reminders, calendars."""

from django.conf import settings
from django.db import models
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Row
from games.leagues.models.rounds import Chair, Fixture

CALENDAR_KEY_LENGTH = 32


def new_calendar_key() -> str:
    """Return a secret key for the URL of a calendar."""
    return get_random_string(CALENDAR_KEY_LENGTH)


class Proposal(Row):
    """A time at which a fixture could be played."""

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="proposals")
    starts_at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+",
        help_text="null: found from the players' free hours",
    )  # fmt: skip

    class Meta:
        verbose_name = _("proposal")
        ordering = ["starts_at"]
        constraints = [
            models.UniqueConstraint(fields=["fixture", "starts_at"], name="one_proposal_a_time")
        ]


class Answer(Row):
    """A player's answer to a proposed time."""

    class Can(models.TextChoices):
        YES = "yes", pgettext_lazy("answer", "can")
        MAYBE = "maybe", pgettext_lazy("answer", "if necessary")
        NO = "no", pgettext_lazy("answer", "cannot")

    proposal = models.ForeignKey(Proposal, on_delete=models.CASCADE, related_name="answers")
    chair = models.ForeignKey(Chair, on_delete=models.CASCADE, related_name="answers")
    can = models.CharField(max_length=5, choices=Can.choices)

    class Meta:
        verbose_name = _("answer")
        constraints = [
            models.UniqueConstraint(fields=["proposal", "chair"], name="one_answer_a_chair")
        ]


class Reminder(Row):
    """An e-mail, due or already sent; its row prevents a second one of the same kind."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reminders"
    )
    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="reminders")
    kind = models.CharField(max_length=16)
    due_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("reminder")
        constraints = [
            models.UniqueConstraint(
                fields=["user", "fixture", "kind"], name="one_reminder_of_a_kind"
            )
        ]
        indexes = [
            models.Index(
                fields=["due_at"], name="reminder_due", condition=models.Q(sent_at__isnull=True)
            )
        ]


class Calendar(Row):
    """A person's calendar feed; its URL contains a key, because calendars can't log in."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="calendar"
    )
    key = models.CharField(max_length=CALENDAR_KEY_LENGTH, unique=True, default=new_calendar_key)

    class Meta:
        verbose_name = _("calendar")


class Watch(Row):
    """When the check for absent players last ran, and since when it has run without a break.

    It ensures that nobody forfeits a game because of an outage of the site.
    """

    since = models.DateTimeField(null=True, help_text="null: without a break so far")
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("watch")
