"""What the organisers' own bots are told, until they have heard it."""

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from games.leagues.models.league import League

SECRET_LENGTH = 40


def new_secret() -> str:
    """Return a key to sign deliveries with."""
    return get_random_string(SECRET_LENGTH)


class Webhook(models.Model):
    """An address that is told what happens in a league."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="webhooks")
    url = models.URLField(_("address"), max_length=300)
    secret = models.CharField(max_length=SECRET_LENGTH, default=new_secret)
    is_active = models.BooleanField(default=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")

    def __str__(self) -> str:
        return f"webhook {self.pk} of {self.league_id}"


class Delivery(models.Model):
    """One message to one webhook: a row until it was taken, or given up."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    event = models.CharField(max_length=32)
    payload = models.JSONField(encoder=DjangoJSONEncoder)
    due_at = models.DateTimeField(null=True, help_text="nothing more is due once null")
    attempts = models.PositiveSmallIntegerField(default=0)
    status_code = models.PositiveSmallIntegerField(null=True)
    made_at = models.DateTimeField(auto_now_add=True)
    delivered_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        ordering = ["-made_at", "-pk"]
        indexes = [
            models.Index(
                fields=["due_at"], name="delivery_due", condition=models.Q(due_at__isnull=False)
            )
        ]

    def __str__(self) -> str:
        return f"{self.event} to {self.webhook_id}"
