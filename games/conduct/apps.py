"""The conduct app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ConductConfig(AppConfig):
    """Moderators' decisions; the models are `accounts.ConductDecision` and `chat.Report`."""

    name = "games.conduct"
    verbose_name = _("Conduct")
