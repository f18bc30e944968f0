"""The first administrator: a link that works once, for people who can read the server's output."""

from pathlib import Path

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.urls import reverse

from accounts.models import User
from installation import private_files

SALT = "installation.first_administrator"
#: Seconds for which a link works.
VALID = 24 * 3600


class LinkIsOver(Exception):
    """The link is invalid or too old, or the site already has an administrator."""


def is_wanted() -> bool:
    """Return whether the site has no administrator."""
    return not User.objects.filter(is_superuser=True).exists()


def link(site: str = "") -> str:
    """Return a URL at `site` with which a user with an account becomes the administrator."""
    token = signing.dumps("administrator", salt=SALT)
    return (site or settings.SITE_URL).rstrip("/") + reverse("installation:first", args=[token])


def keep_link(site: str) -> Path | None:
    """Store a new link at `site` in a private file, and return the file; None if not needed.

    The link is not logged, because more people can read logs than may administer the site.
    """
    file: Path = settings.VAR_DIR / "first-administrator"
    if not is_wanted():
        file.unlink(missing_ok=True)
        return None
    private_files.write(file, link(site) + "\n")
    return file


def check(token: str) -> None:
    """Check that `token` is valid.

    :raises LinkIsOver: if not.
    """
    try:
        signing.loads(token, salt=SALT, max_age=VALID)
    except signing.BadSignature as error:
        raise LinkIsOver from error
    if not is_wanted():
        raise LinkIsOver


@transaction.atomic
def appoint(token: str, user: User) -> None:
    """Make `user` an administrator.

    :raises LinkIsOver: if the link is not valid, or the user is a guest.
    """
    User.objects.select_for_update().order_by("pk").first()  # the lock: one appointment at a time
    check(token)
    if user.is_guest:
        raise LinkIsOver
    User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
