"""Errors of the API: one named class for each reason to refuse a request."""

from django.utils.translation import gettext_lazy as _

from games.matches.public import NotAllowed, Refused, refusal

NoToken = refusal(
    "NoToken", _("A valid token is required: Authorization: Bearer TOKEN."), status=401
)
WrongScope = refusal("WrongScope", _("This token doesn't have permission for this."), NotAllowed)
PlayedInPerson = refusal(
    "PlayedInPerson", _("You took that seat in person: a program can't play it."), NotAllowed
)
NoSuchMatch = refusal(
    "NoSuchMatch",
    _("There is no such match, or you have no API seat in it."),
    status=404,
)
NoSuchAddress = refusal("NoSuchAddress", _("Nothing found at this URL."), status=404)


class WrongMethod(Refused):
    """The URL exists, but does not support this method."""

    status = 405
    text = _("This URL doesn't support that method.")

    def __init__(self, methods: list[str]) -> None:
        super().__init__()
        self.allowed = methods


NotYourTurn = refusal("NotYourTurn", _("There is nothing for this seat to do now."))
Malformed = refusal("Malformed", _("This request doesn't have the expected format."), status=400)
TooLarge = refusal("TooLarge", _("The request is too long."), status=413)


class TooOften(Refused):
    """Too many requests were made in a short time."""

    status = 429
    text = _("Too many requests. Wait a moment.")

    def __init__(self, seconds: int) -> None:
        super().__init__()
        self.seconds = seconds


TooManyStreams = refusal("TooManyStreams", _("This token has too many streams open."), status=429)
TooManyTokens = refusal("TooManyTokens", _("You have reached the token limit. Revoke one first."))


class SiteBusy(Refused):
    """The database is overloaded, or the site is being restarted: try again soon."""

    status = 503
    text = _("The site is too busy. Please try again in a few seconds.")
    seconds = 5


SiteBroken = refusal(
    "SiteBroken",
    _("Something went wrong on this site. The error has been logged for its operator."),
    status=500,
)
