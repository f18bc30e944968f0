"""Users in the admin."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from accounts.models import User


@admin.register(User)
class PersonAdmin(UserAdmin):  # type: ignore[type-arg]
    """Users with their name at the table; guests are marked."""

    list_display = ("username", "display_name", "is_guest", "is_active", "date_joined")
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("username", "display_name", "email")
    readonly_fields = ("public_id", "is_guest", "display_name")
    fieldsets = (
        (_("Person"), {"fields": ("public_id", "display_name", "is_guest", "about", "language")}),
        *(UserAdmin.fieldsets or ()),
    )
