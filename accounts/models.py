"""The user model: people with an account, and guests who may claim one later."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """Somebody who plays. A guest has a name at the table and no way to log in again."""

    display_name = models.CharField(_("name at the table"), max_length=24, blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    language = models.CharField(_("language"), max_length=8, blank=True)
    about = models.TextField(_("about you"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """Return what others call this person."""
        return self.display_name or self.username
