"""The user model: people with an account, and guests who may claim one later."""

import uuid
from typing import Any

from django.contrib.auth.models import AbstractUser
from django.contrib.auth.models import UserManager as AuthUserManager
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts import names


class UserManager(AuthUserManager):
    """Create users who have a name from the start, also from the command line."""

    def create_user(
        self,
        username: str,
        email: str | None = None,
        password: str | None = None,
        **fields: Any,
    ) -> "User":
        """Create somebody called `display_name`, or like their username if none is given."""
        return super().create_user(username, email, password, **_named(username, fields))

    def create_superuser(
        self,
        username: str,
        email: str | None = None,
        password: str | None = None,
        **fields: Any,
    ) -> "User":
        """Create somebody who may do everything; see `create_user`."""
        return super().create_superuser(username, email, password, **_named(username, fields))


def _named(username: str, fields: dict[str, Any]) -> dict[str, Any]:
    name = fields.get("display_name") or username[: names.LONGEST]
    key = None if fields.get("is_guest") else names.fold(name)
    return {**fields, "display_name": name, "name_key": key}


class User(AbstractUser):
    """Somebody who plays. A guest has a name at the table and no way to log in again."""

    class Audience(models.TextChoices):
        EVERYONE = "everyone", _("Everyone")
        SELF = "self", _("Only me")

    public_id = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    display_name = models.CharField(_("name at the table"), max_length=names.LONGEST, blank=True)
    # Null where there is none, so that the database itself keeps the others apart.
    name_key = models.CharField(  # noqa: DJ001
        max_length=200,
        unique=True,
        null=True,
        editable=False,
        help_text="what the name looks like; nobody else with an account has it; none for guests",
    )
    is_guest = models.BooleanField(_("guest"), default=False)
    language = models.CharField(_("language"), max_length=8, blank=True)
    about = models.TextField(_("about you"), max_length=500, blank=True)
    history_audience = models.CharField(
        _("who may see the matches you played"),
        max_length=8,
        choices=Audience.choices,
        default=Audience.EVERYONE,
    )
    wants_turn_mail = models.BooleanField(
        _("e-mail when a match by the day waits for you"), default=True
    )

    objects = UserManager()

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the page that strangers may see."""
        return reverse("accounts:profile", args=[self.public_id])

    @property
    def name(self) -> str:
        """Return what others call this person."""
        return self.display_name or self.username

    def rename(self, name: str) -> None:
        """Take `name`, already cleaned; unsaved. An account claims its look, a guest doesn't."""
        self.display_name = name
        self.name_key = None if self.is_guest else names.fold(name)

    def shows_history_to(self, viewer: object) -> bool:
        """Return whether `viewer` (a user, or nobody in particular) may see their matches."""
        return self.history_audience == self.Audience.EVERYONE or viewer == self
