"""The gathering app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GatheringConfig(AppConfig):
    """Appointments, the bell and the queue."""

    name = "games.gathering"
    verbose_name = _("Appointments")
