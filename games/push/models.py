"""Devices that get notifications, and the notifications."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.gathering import announcements

#: The maximum length of a push service's URL; typical ones have about 200 characters.
LONGEST_ADDRESS = 500


class Device(models.Model):
    """A browser that gets notifications, or a user's own URL.

    A browser has keys for encrypting its messages; a user's own URL has none.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_devices"
    )
    endpoint = models.URLField(max_length=LONGEST_ADDRESS, unique=True)
    public_key = models.CharField(
        max_length=100, blank=True, help_text="p256dh, as the browser gave it"
    )
    secret = models.CharField(max_length=40, blank=True, help_text="auth, as the browser gave it")
    lost_at = models.DateTimeField(null=True, help_text="since when it can't be reached")
    language = models.CharField(max_length=8)
    zone = models.CharField(max_length=64, default="UTC")
    quiet_from = models.PositiveSmallIntegerField(default=22, help_text="hour in its own zone")
    quiet_to = models.PositiveSmallIntegerField(default=8)
    added_at = models.DateTimeField(auto_now_add=True)
    session_key = models.CharField(
        max_length=40, db_default="", default="", db_index=True,
        help_text="the log-in with which it asked; empty if it asked before this was kept",
    )  # fmt: skip

    class Meta:
        verbose_name = _("device")
        verbose_name_plural = _("devices")

    def __str__(self) -> str:
        return f"{self.user_id}, {self.zone}"

    @property
    def is_plain(self) -> bool:
        """Return whether the device is a user's own URL, which gets plain text."""
        return not self.public_key


class Call(models.Model):
    """A notification to one device, unique so that nothing is sent twice."""

    class Kind(models.TextChoices):
        TURN = "turn", _("It is your turn.")
        FULL = "full", _("Your table is full.")
        AGAIN = "again", _("The others are playing again.")
        FIXTURE = "fixture", _("Your match begins in an hour.")
        WROTE = "wrote", _("Somebody wrote about your match.")
        NEWS = "news", _("News of your season.")
        ASKED = "asked", _("Will you play the next round?")
        NOTE = "note", _("The organisers wrote to you.")
        CIRCLE = "circle", _("Your circle has opened its table.")
        ARRIVED = "arrived", _("Somebody sat down at your table.")
        SEATED = "seated", _("Your table is ready: your seat is reserved for two minutes.")
        NEEDED = "needed", _("A table needs one more player.")

    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="calls")
    kind = models.CharField(max_length=8, choices=[*Kind.choices, *announcements.Kind.choices])
    marker = models.CharField(max_length=64, help_text="which turn, table or fixture")
    due_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        constraints = [
            models.UniqueConstraint(fields=["device", "kind", "marker"], name="one_call_of_a_kind")
        ]
        indexes = [
            models.Index(
                fields=["due_at"], name="call_due", condition=models.Q(sent_at__isnull=True)
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.marker}"
