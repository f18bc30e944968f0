"""Staff of the site, in tests."""

import time

from allauth.mfa.models import Authenticator
from django.test import Client

from accounts.models import User

#: The secret shared by an authenticator app and the site, in base 32.
SECRET = "JBSWY3DPEHPK3PXP"


def staff(name: str = "Staff") -> User:
    """Return a user with all permissions on the admin pages, and a second factor."""
    user = User.objects.create_superuser(name.lower(), f"{name.lower()}@example.org", "correct 9")
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": SECRET})
    return user


def staff_browser(user: User | None = None) -> Client:
    """Return a browser in which staff is logged in by password and second factor."""
    user = user or staff()
    client = Client()
    client.force_login(user)
    session = client.session
    session["account_authentication_methods"] = [{"method": "mfa", "at": time.time()}]
    session["account_authentication_methods_user"] = str(user.pk)
    session.save()
    return client
