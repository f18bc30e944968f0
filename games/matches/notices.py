"""E-mail to people whose move a match by the day waits for."""

from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import send_mail
from django.utils import translation
from django.utils.translation import gettext as _

from games.matches.models import Match, Player


def your_turn(match: Match, player: Player) -> None:
    """Write to `player` that the table waits for them; nothing secret, and only if they can be.

    An address has to have answered first, or anybody could have letters sent to a stranger.
    """
    if player.user is None or not _has_answered(player.user):
        return
    with translation.override(player.user.language or match.language):
        game = _(match.rules.name)
        send_mail(
            _("Your turn: %(game)s, table %(code)s") % {"game": game, "code": match.code},
            _("The table waits for your decision:")
            + f"\n{settings.SITE_URL}{match.get_absolute_url()}\n",
            None,
            [player.user.email],
        )


def _has_answered(user: Any) -> bool:
    """Return whether the address of `user` is known to be theirs."""
    return EmailAddress.objects.filter(user=user, email__iexact=user.email, verified=True).exists()
