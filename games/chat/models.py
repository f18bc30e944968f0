"""What was said, where, by whom; and who does not want to read whom."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.matches.models import Match

LONGEST = 500


class Message(models.Model):
    """Something said at a match, at the table or in the gallery."""

    class Room(models.TextChoices):
        TABLE = "table", _("Table")
        GALLERY = "gallery", _("Gallery")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="messages")
    #: What pages call it: numbers in a row would tell of messages that one may not read.
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    room = models.CharField(max_length=8, choices=Room.choices)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="messages"
    )
    name = models.CharField(max_length=32)
    seat = models.PositiveSmallIntegerField(null=True)
    text = models.CharField(max_length=LONGEST)
    said_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.name}: {self.text[:40]}"


class Mute(models.Model):
    """`by` does not read what `user` says, anywhere."""

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
    """Somebody asks a moderator to look at a message; its words are kept as they were."""

    message = models.ForeignKey(Message, on_delete=models.SET_NULL, null=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="reports"
    )
    text = models.CharField(max_length=LONGEST)
    reported_at = models.DateTimeField(auto_now_add=True)
    is_settled = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")

    def __str__(self) -> str:
        return self.text[:40]
