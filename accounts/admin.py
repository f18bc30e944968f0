"""Users in the admin, without data that staff may not read."""

from http import HTTPStatus

from allauth.account.signals import password_changed
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from accounts import privacy
from accounts.admin_site import ListedOnly
from accounts.models import User
from accounts.unique_names import clean_free_name


class NewPersonForm(AdminUserCreationForm):  # type: ignore[type-arg]
    """Requires a username that is not taken as a name, either."""

    def clean_username(self) -> str:
        """Return the username if no similar-looking name is taken.

        :raises ValidationError: if one is taken, or the name is invalid.
        """
        self.cleaned_data["username"] = clean_free_name(self.cleaned_data["username"])
        return super().clean_username()


@admin.register(User)
class PersonAdmin(ListedOnly, UserAdmin):  # type: ignore[type-arg]
    """Users with their name at the table; guests are marked."""

    list_display = ("username", "display_name", "is_guest", "is_active", "date_joined")
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("username", "display_name", "email")
    readonly_fields = ("public_id", "is_guest", "display_name")
    add_form = NewPersonForm
    fieldsets = (
        (_("Person"), {"fields": ("public_id", "display_name", "is_guest", "about", "language")}),
        *(UserAdmin.fieldsets or ()),
    )

    def save_model(
        self, request: HttpRequest, obj: User, form: "ModelForm[User]", change: bool
    ) -> None:
        """Store the user; a new one has their username as name."""
        if not change:
            obj.rename(obj.username)
        super().save_model(request, obj, form, change)

    def user_change_password(
        self,
        request: HttpRequest,
        id: str,  # noqa: A002 - Django's address passes it by this name
        form_url: str = "",
    ) -> HttpResponse:
        """Set a password and end the other sessions, as when users change their own password."""
        answer = super().user_change_password(request, id, form_url)
        if answer.status_code == HTTPStatus.FOUND and (user := self.get_object(request, id)):
            password_changed.send(sender=User, request=request, user=user)
        return answer

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """Delete the account with everything that apps store about it."""
        privacy.delete_account(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Delete each account as `delete_model` does."""
        for user in queryset:
            privacy.delete_account(user)


# allauth's pages show the secrets of second factors, and find sessions by their keys: either gives
# access to the seat of a player.
admin.site.unregister((Authenticator, UserSession))


@admin.register(Authenticator)
class SecondFactorAdmin(ListedOnly):
    """Second factors without their secrets, to delete those that users have lost."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    fields = readonly_fields = list_display

    def has_add_permission(self, *_args: object) -> bool:
        """Return False, because users set up their own second factors."""
        return False

    def has_change_permission(self, *_args: object) -> bool:
        """Return False, because second factors cannot be edited."""
        return False
