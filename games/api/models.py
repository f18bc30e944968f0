"""What is kept of a token: never the token itself."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Token(models.Model):
    """A secret by which a program plays for its owner, until it expires or is revoked.

    Only its SHA-256 is stored: the secret is 32 random bytes, so there is nothing to guess and
    no need of a slow hash. Whoever looks one up looks for the hash, and learns nothing from how
    long that takes.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens"
    )
    name = models.CharField(max_length=40)
    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the token, hex")
    hint = models.CharField(max_length=12, help_text="how the token begins, to know it by")
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, help_text="to the minute")
    expires_at = models.DateTimeField()

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.name} ({self.hint}…)"

    @property
    def is_expired(self) -> bool:
        """Return whether its time is over."""
        return self.expires_at <= timezone.now()
