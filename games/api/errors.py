"""Why the API did not do what a program asked: one named sentence each."""

from django.utils.translation import gettext_lazy as _

from games.matches.errors import NotAllowed, Refused


class NoToken(Refused):
    """A request without a token, or with one that is wrong, revoked or expired."""

    status = 401
    text = _("A valid token is needed: Authorization: Bearer TOKEN.")


class WrongScope(NotAllowed):
    """The token was made for something else."""

    text = _("This token was not made for this.")


class PlayedInPerson(NotAllowed):
    """A program asks for a seat on which its owner sits in person."""

    text = _("You sit there in person: a program can't play for that seat.")


class NoSuchMatch(Refused):
    """No match has that code, or this account's program has no seat there: it looks the same."""

    status = 404
    text = _("There is no such match, or no seat of yours is played by API there.")


class NoSuchAddress(Refused):
    """Nothing is at that address."""

    status = 404
    text = _("Nothing is at this address.")


class WrongMethod(Refused):
    """The address exists, but not for this method."""

    status = 405
    text = _("This address knows other methods only.")

    def __init__(self, methods: list[str]) -> None:
        super().__init__()
        self.allowed = methods


class NotYourTurn(Refused):
    """The seat has nothing to do now."""

    text = _("There is nothing for this seat to do now.")


class Malformed(Refused):
    """The body is not the JSON that is asked for."""

    status = 400
    text = _("This is not what is asked for here.")


class TooLarge(Refused):
    """The body is longer than anything that could be asked."""

    status = 413
    text = _("The request is too long.")


class TooOften(Refused):
    """Too many requests in too short a time."""

    status = 429
    text = _("Too many requests. Wait a moment.")

    def __init__(self, seconds: int) -> None:
        super().__init__()
        self.seconds = seconds


class TooManyStreams(Refused):
    """As many streams as a token may have are open already."""

    status = 429
    text = _("This token has too many streams open.")


class TooManyTokens(Refused):
    """Somebody has as many tokens as one may have."""

    text = _("You have as many tokens as one may have. Revoke one first.")


class SiteBusy(Refused):
    """More to do than the database can, or the site is being restarted: ask again soon."""

    status = 503
    text = _("The site has too much to do. Please try again in a few seconds.")
    seconds = 5


class SiteBroken(Refused):
    """An error of the site, which its log explains."""

    status = 500
    text = _("Something is wrong with this site. Its operator can find it in the log.")
