"""Why the API did not do what a program asked: one named sentence each."""

from django.utils.translation import gettext_lazy as _

from games.matches.errors import NotAllowed, Refused, refusal

NoToken = refusal("NoToken", _("A valid token is needed: Authorization: Bearer TOKEN."), status=401)
WrongScope = refusal("WrongScope", _("This token was not made for this."), NotAllowed)
PlayedInPerson = refusal(
    "PlayedInPerson", _("You sit there in person: a program can't play for that seat."), NotAllowed
)
NoSuchMatch = refusal(
    "NoSuchMatch",
    _("There is no such match, or no seat of yours is played by API there."),
    status=404,
)
NoSuchAddress = refusal("NoSuchAddress", _("Nothing is at this address."), status=404)


class WrongMethod(Refused):
    """The address exists, but not for this method."""

    status = 405
    text = _("This address knows other methods only.")

    def __init__(self, methods: list[str]) -> None:
        super().__init__()
        self.allowed = methods


NotYourTurn = refusal("NotYourTurn", _("There is nothing for this seat to do now."))
Malformed = refusal("Malformed", _("This is not what is asked for here."), status=400)
TooLarge = refusal("TooLarge", _("The request is too long."), status=413)


class TooOften(Refused):
    """Too many requests in too short a time."""

    status = 429
    text = _("Too many requests. Wait a moment.")

    def __init__(self, seconds: int) -> None:
        super().__init__()
        self.seconds = seconds


TooManyStreams = refusal("TooManyStreams", _("This token has too many streams open."), status=429)
TooManyTokens = refusal(
    "TooManyTokens", _("You have reached the limit of tokens. Revoke one first.")
)


class SiteBusy(Refused):
    """More to do than the database can, or the site is being restarted: ask again soon."""

    status = 503
    text = _("The site has too much to do. Please try again in a few seconds.")
    seconds = 5


SiteBroken = refusal(
    "SiteBroken",
    _("Something is wrong with this site. Its operator can find it in the log."),
    status=500,
)
