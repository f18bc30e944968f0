"""The admin site of this installation."""

from django.contrib.admin.apps import AdminConfig


class SecondFactorAdminConfig(AdminConfig):
    """The admin pages, behind a second factor."""

    default_site = "accounts.admin_site.SecondFactorSite"
