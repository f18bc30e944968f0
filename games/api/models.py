"""The model of tokens, which does not store their secrets."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Scope(models.TextChoices):
    """The uses of a token."""

    PLAY = "play", _("play at tables that allow it")
    READ_LEAGUES = "leagues:read", _("read leagues you can see")
    READ_RECORDS = "records:read", _("read records of matches you can see")


class Token(models.Model):
    """A secret with which a program acts for its owner, until it expires or is revoked.

    Only its SHA-256 digest is stored: the secret has 32 random bytes and cannot be guessed, so a
    slow hash is not needed. As it is looked up by the digest, timing reveals nothing.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens"
    )
    name = models.CharField(max_length=40)
    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the token, hex")
    hint = models.CharField(max_length=12, help_text="how the token begins, to know it by")
    scopes = models.CharField(
        max_length=80, default=Scope.PLAY, db_default=Scope.PLAY, help_text="separated by spaces"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, help_text="to the minute")
    expires_at = models.DateTimeField()

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.name} ({self.hint}…)"

    def is_for(self, scope: str) -> bool:
        """Return whether the token is valid for `scope`; an empty scope accepts every token."""
        return not scope or scope in self.scopes.split()

    @property
    def is_for_what(self) -> list[str]:
        """Return the labels of the token's scopes."""
        return [str(one.label) for one in Scope if self.is_for(one)]

    @property
    def is_expired(self) -> bool:
        """Return whether the token has expired."""
        return self.expires_at <= timezone.now()
