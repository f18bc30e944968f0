"""The installation app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class InstallationConfig(AppConfig):
    """Health, metrics, backup, and the operator's own pages."""

    name = "installation"
    verbose_name = _("Installation")
