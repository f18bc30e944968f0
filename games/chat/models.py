"""Messages, reactions, mutes and reports."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.matches.models import Match

LONGEST = 500


class Message(models.Model):
    """A message at a match: at the table, among eliminated players or in the gallery."""

    class Room(models.TextChoices):
        TABLE = "table", _("Table")
        DEAD = "dead", _("The dead")
        GALLERY = "gallery", _("Gallery")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="messages")
    #: The message's identifier on pages: consecutive numbers would reveal hidden messages.
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    room = models.CharField(max_length=8, choices=Room.choices)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="messages"
    )
    name = models.CharField(max_length=32)
    seat = models.PositiveSmallIntegerField(null=True)
    text = models.CharField(max_length=LONGEST)
    #: The code of a quick phrase (phrases.py); `text` is then the phrase in English.
    phrase = models.CharField(max_length=20, blank=True, default="", db_default="")
    #: The match's last log entry at that time, after which the message is shown; -1 before the
    #: deal.
    number = models.IntegerField(default=-1, db_default=-1)
    said_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.name}: {self.text[:40]}"


class Reaction(models.Model):
    """A user's reaction to a message: one of four marks."""

    class Kind(models.TextChoices):
        AGREE = "agree", pgettext_lazy("reaction", "Agreement")
        DOUBT = "doubt", pgettext_lazy("reaction", "Doubt")
        LAUGH = "laugh", pgettext_lazy("reaction", "Laughter")
        GASP = "gasp", pgettext_lazy("reaction", "Surprise")

    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="reactions")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reactions"
    )
    kind = models.CharField(max_length=8, choices=Kind.choices)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("reaction")
        verbose_name_plural = _("reactions")
        constraints = [
            models.UniqueConstraint(
                fields=["message", "user"], name="one_reaction_a_person_and_message"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.kind}"


class Mute(models.Model):
    """Hides messages of `user` from `by`, at any table."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mutes")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="muted_by"
    )

    class Meta:
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")
        constraints = [models.UniqueConstraint(fields=["by", "user"], name="one_mute_a_pair")]

    def __str__(self) -> str:
        return f"{self.by_id} mutes {self.user_id}"


class Report(models.Model):
    """A report to moderators, stored with the text as it was then."""

    class Kind(models.TextChoices):
        MESSAGE = "message", _("a message")
        DEED = "deed", _("behaviour at the table")
        PERSON = "person", _("a name, a picture or a profile")

    class Outcome(models.TextChoices):
        OPEN = "", _("not reviewed yet")
        ACTED = "acted", _("we have taken action")
        NOTHING = "nothing", _("no action was needed")

    kind = models.CharField(
        max_length=8, choices=Kind.choices, default=Kind.MESSAGE, db_default=Kind.MESSAGE
    )
    message = models.ForeignKey(Message, on_delete=models.SET_NULL, null=True)
    match = models.ForeignKey(Match, on_delete=models.SET_NULL, null=True, related_name="reports")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="reports"
    )
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    name = models.CharField(
        max_length=32, blank=True, db_default="", help_text="what the person was called there"
    )
    text = models.CharField(max_length=LONGEST, help_text="the message, or what was reported")
    words = models.CharField(
        max_length=LONGEST, blank=True, db_default="", help_text="what the reporter says of it"
    )
    number = models.PositiveIntegerField(null=True, help_text="of the log's last entry then")
    address = models.CharField(
        max_length=200, blank=True, db_default="", help_text="where it is, if at no table"
    )
    moment = models.TextField(
        blank=True, db_default="", help_text="what the reporter had just read, at that moment"
    )
    reported_at = models.DateTimeField(auto_now_add=True)
    is_settled = models.BooleanField(default=False)
    outcome = models.CharField(
        max_length=8, choices=Outcome.choices, blank=True, db_default=Outcome.OPEN
    )
    answer = models.CharField(
        max_length=LONGEST, blank=True, db_default="", help_text="what the reporter is told"
    )
    decision = models.OneToOneField(
        "accounts.ConductDecision", on_delete=models.SET_NULL, null=True, related_name="report"
    )
    is_read = models.BooleanField(db_default=False, help_text="the reporter has seen the outcome")
    letter_due_at = models.DateTimeField(
        null=True, help_text="when to write the outcome to the reporter"
    )
    letter_attempts = models.PositiveSmallIntegerField(default=0, db_default=0)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")

    def __str__(self) -> str:
        return self.text[:40]
