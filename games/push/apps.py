"""The push app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PushConfig(AppConfig):
    """Notifications by Web Push."""

    name = "games.push"
    verbose_name = _("Notifications")
