"""Webhooks to organisers' own bots, and the deliveries to them."""

from urllib.parse import urlsplit

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from accounts.models import Row
from games.leagues.models.league import League

SECRET_LENGTH = 40
#: The chats whose webhook format is known, by host and path prefix.
CHATS = (
    ("discord", {"discord.com", "discordapp.com"}, "/api/webhooks/"),
    ("slack", {"hooks.slack.com"}, "/services/"),
)
#: The events that are worth a message in a chat.
CHAT_EVENTS = frozenset(
    {"season.announced", "season.begun", "season.closed", "round.published", "round.closed",
     "fixture.opened", "fixture.finished", "fixture.forfeited", "fixture.voided",
     "fixture.reopened", "result.corrected", "result.decided", "test"}
)  # fmt: skip


def new_secret() -> str:
    """Return a key for signing deliveries."""
    return get_random_string(SECRET_LENGTH)


class Webhook(Row):
    """A URL to which events of a league are posted."""

    class Kind(models.TextChoices):
        STANDARD = "standard", _("Signed JSON")
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="webhooks")
    url = models.URLField(_("address"), max_length=300)
    secret = models.CharField(max_length=SECRET_LENGTH, default=new_secret)
    is_active = models.BooleanField(default=True)
    made_at = models.DateTimeField(auto_now_add=True)
    refused = models.PositiveSmallIntegerField(
        null=True, help_text="the last refusal, if nothing was accepted since"
    )
    failures = models.PositiveSmallIntegerField(default=0, db_default=0, help_text="in a row")
    held_until = models.DateTimeField(null=True, help_text="until then only tests are sent")

    class Meta:
        verbose_name = _("webhook")

    @property
    def kind(self) -> Kind:
        """Return the format of its messages: that of the chat at this URL, or JSON."""
        parts = urlsplit(self.url)
        for kind, hosts, path in CHATS:
            if parts.hostname in hosts and parts.path.startswith(path):
                return self.Kind(kind)
        return self.Kind.STANDARD

    def hears(self, event: str) -> bool:
        """Return whether the webhook receives an event: chats receive some, other programs all."""
        return self.kind == self.Kind.STANDARD or event in CHAT_EVENTS


class Delivery(Row):
    """One message to one webhook."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    event = models.CharField(max_length=32)
    payload = models.JSONField(encoder=DjangoJSONEncoder)
    due_at = models.DateTimeField(null=True, help_text="null: nothing more is due")
    attempts = models.PositiveSmallIntegerField(default=0)
    status_code = models.PositiveSmallIntegerField(null=True)
    made_at = models.DateTimeField(auto_now_add=True)
    delivered_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("delivery")
        ordering = ["-made_at", "-pk"]
        indexes = [
            models.Index(
                fields=["due_at"], name="delivery_due", condition=models.Q(due_at__isnull=False)
            )
        ]

    @property
    def is_on_its_way(self) -> bool:
        """Return whether the first attempt has no result yet."""
        return self.status_code is None and self.due_at is not None
