"""Messages between the players of a fixture."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Row
from games.leagues.models.rounds import Fixture

LONGEST = 500


class FixtureMessage(Row):
    """A message by a player or an organiser on a fixture's page."""

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="messages")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    name = models.CharField(max_length=32)
    text = models.CharField(max_length=LONGEST)
    said_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("message on a fixture")
        ordering = ["pk"]
