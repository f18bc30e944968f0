"""Names of accounts: no two may look alike."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from accounts.models import User
from accounts.names import clean_name, fold


def is_name_taken(name: str, *, besides: User | None = None) -> bool:
    """Return whether an account other than `besides` has a name that looks like `name`."""
    namesakes = User.objects.filter(name_key=fold(name))
    if besides is not None and besides.pk:
        namesakes = namesakes.exclude(pk=besides.pk)
    return namesakes.exists()


def clean_free_name(text: str, *, besides: User | None = None) -> str:
    """Return `text` as a name that no other account has.

    :raises ValidationError: if it is invalid, or an account has a name that looks the same.
    """
    name = clean_name(text)
    if is_name_taken(name, besides=besides):
        raise ValidationError(
            gettext("This name, or one that looks like it, is already taken."),
            code="taken",
        )
    return name
