"""Announcements to the players of a season, and the e-mails to each of them."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Row
from games.leagues.models.season import Season

TITLE_LENGTH, TEXT_LENGTH = 80, 2000


class Announcement(Row):
    """An organiser's announcement to all players of a season."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="announcements")
    title = models.CharField(_("title"), max_length=TITLE_LENGTH)
    text = models.TextField(_("text"), max_length=TEXT_LENGTH)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("announcement")
        ordering = ["-at", "-pk"]


class Notice(Row):
    """An e-mail, due or already sent, to one person about a season or its league."""

    class Kind(models.TextChoices):
        ANNOUNCED = "announced", _("announcement")
        ACCEPTED = "accepted", _("accepted")
        TURNED_AWAY = "declined", _("rejected")
        PLACED = "placed", _("moved up from the waiting list")
        LEFT_OUT = "left_out", _("began without them")
        REFUSED = "refused", _("a webhook is refused")
        PAUSED = "paused", _("the season is paused")
        AGAIN = "again", _("asked whether they play again")
        ASKED = "asked", _("asked whether they play the next round")
        NOTE = "note", _("a note to one player")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices"
    )
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    announcement = models.ForeignKey(
        Announcement, on_delete=models.CASCADE, null=True, related_name="notices"
    )
    text = models.CharField(max_length=500, blank=True, help_text="the reason, or a note")
    round_number = models.PositiveSmallIntegerField(null=True, help_text="the round it asks about")
    due_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("notice")
        indexes = [
            models.Index(
                fields=["due_at"], name="notice_due", condition=models.Q(sent_at__isnull=True)
            )
        ]
