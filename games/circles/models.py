"""A circle, its members and messages; its tables are matches that refer to it."""

import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Row, User
from games.catalog import GAMES
from games.engine.game import Game
from games.leagues.models import League
from games.matches.models import CODE_LETTERS, Match

#: Longer than a table's code, because it is valid permanently.
CODE_LENGTH = 10
NAME_LENGTH, MESSAGE_LENGTH = 40, 500


def new_code() -> str:
    """Return a random code for joining a circle."""
    return get_random_string(CODE_LENGTH, CODE_LETTERS)


class Circle(Row):
    """People who play together, and the usual settings of their table. Only members see it."""

    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    public_id = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    usual_table = models.JSONField(
        help_text="the settings of its tables, as `open_match` takes them"
    )
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    kept_from = models.ForeignKey(
        Match, on_delete=models.SET_NULL, null=True, related_name="circles",
        help_text="the match whose players keep together; earlier ones of theirs count, too",
    )  # fmt: skip
    league = models.OneToOneField(
        League, on_delete=models.SET_NULL, null=True, related_name="circle"
    )
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("circle")
        verbose_name_plural = _("circles")

    def get_absolute_url(self) -> str:
        """Return the URL of the circle's page."""
        return reverse("circles:circle", args=[self.public_id])

    @property
    def rules(self) -> Game[Any, Any, Any, Any]:
        """Return the game usually played in the circle."""
        return GAMES[self.usual_table["game"]]

    @property
    def pace(self) -> str:
        """Return the label of the circle's usual pace."""
        return str(Match.Pace(self.usual_table["pace"]).label)

    def people(self) -> "models.QuerySet[User]":
        """Return the circle's members, unordered."""
        places = self.memberships.filter(status=Membership.Status.MEMBER)
        return User.objects.filter(pk__in=places.values("user"))


class Membership(Row):
    """A person's membership in a circle, including invited and former members."""

    class Status(models.TextChoices):
        INVITED = "invited", pgettext_lazy("circle", "invited")
        MEMBER = "member", pgettext_lazy("circle", "member")
        LEFT = "left", pgettext_lazy("circle", "left")
        REMOVED = "removed", pgettext_lazy("circle", "removed")

    circle = models.ForeignKey(Circle, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="circle_memberships"
    )
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.MEMBER)
    joined_at = models.DateTimeField(
        auto_now_add=True, help_text="when they were invited, or joined"
    )
    silenced_until = models.DateTimeField(null=True)
    is_named = models.BooleanField(
        default=True, help_text="the circle's history shows the name, also after they have left"
    )

    class Meta:
        verbose_name = _("circle membership")
        verbose_name_plural = _("circle memberships")
        constraints = [
            models.UniqueConstraint(fields=["circle", "user"], name="one_place_a_circle")
        ]

    @property
    def is_silenced(self) -> bool:
        """Return whether the member is currently barred from writing in the circle."""
        return self.silenced_until is not None and self.silenced_until > timezone.now()


class CircleMessage(Row):
    """A message on a circle's page."""

    circle = models.ForeignKey(Circle, on_delete=models.CASCADE, related_name="messages")
    #: The message's identifier on pages: consecutive numbers would reveal hidden messages.
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    name = models.CharField(max_length=32)
    text = models.CharField(max_length=MESSAGE_LENGTH)
    said_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("message in a circle")
        verbose_name_plural = _("messages in circles")
        indexes = [models.Index(fields=["circle", "-id"], name="circle_messages")]
