"""Errors of a table: one named class for each reason to refuse a request, and the error page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.game import IllegalAction


class Refused(Exception):
    """A request was refused, and nothing was changed."""

    status = 409
    text: str | Promise = _("That is not possible now.")

    def __init__(self, text: str | Promise = "") -> None:
        super().__init__(text)
        self.text = text or type(self).text

    def __str__(self) -> str:
        return str(self.text)


def refusal(
    name: str, text: str | Promise, base: type[Refused] = Refused, *, status: int | None = None
) -> type[Refused]:
    """Return an error class called `name` with the message `text`, and a status or the base's."""
    return type(name, (base,), {"text": text, "status": base.status if status is None else status})


def forbidden(request: HttpRequest, refusal: Refused) -> HttpResponse:
    """Return the reason on a separate page, because the position may not be shown."""
    return render(request, "base/not_possible.html", {"reason": refusal}, status=refusal.status)


class BadEntry(Refused):
    """The input is invalid; the message is that of the field."""

    status = 422


class NotAllowed(Refused):
    """A user may not see a page, or not take an action."""

    status = 403
    text = _("You can't do this.")


NotSeated = refusal("NotSeated", _("You have no seat at this table."), NotAllowed)
NoSpectators = refusal("NoSpectators", _("This table allows no spectators."), NotAllowed)
Removed = refusal("Removed", _("The host has removed you from this table."), NotAllowed)
KeptApart = refusal(
    "KeptApart", _("You and somebody at this table can't play together."), NotAllowed
)
Restricted = refusal(
    "Restricted",
    _("A moderator has barred you from this for now. See your account page for details."),
    NotAllowed,
)
TooFewMatches = refusal(
    "TooFewMatches",
    _("This table requires a number of finished matches, as shown. You have too few yet."),
    NotAllowed,
)
TooLate = refusal(
    "TooLate", _("It is too late to join this match. The next one may have a seat for you.")
)
NotTheHost = refusal("NotTheHost", _("Only the host of the table can do this."), NotAllowed)
NotOpen = refusal("NotOpen", _("This match has already begun."))
NotRunning = refusal("NotRunning", _("This match is not being played."))
Paused = refusal("Paused", _("The table is paused. Resume it first."))
StillReading = refusal(
    "StillReading", _("Players are still reading their letters. The match begins in a moment.")
)
NotOver = refusal("NotOver", _("This match is not over yet."))
TableFull = refusal("TableFull", _("Every seat at this table is taken."))
SeatTaken = refusal("SeatTaken", _("Somebody has just taken this seat."))
NoSuchScreen = refusal(
    "NoSuchScreen",
    _("No television is showing this code. Open the page on the television again."),
    status=404,
)
TooManyTables = refusal(
    "TooManyTables", _("You have three open tables already. Begin or leave one of them first.")
)
TooFewPlayers = refusal("TooFewPlayers", _("There are not enough players to begin."))
Reserved = refusal(
    "Reserved", _("The seats at this table are reserved for certain people."), status=403
)
NoApiBots = refusal("NoApiBots", _("API bots are not allowed at this table."))
NotEverybodyReady = refusal("NotEverybodyReady", _("Not everybody is ready yet."))
TooManyDecisions = refusal(
    "TooManyDecisions", _("Too many actions in a short time. Please wait a moment."), status=429
)
TooBusy = refusal(
    "TooBusy", _("That did not reach the table. Nothing was changed; please try again."), status=503
)
Held = refusal("Held", _("One moment: the result is about to be shown at the table."))
StalePrompt = refusal(
    "StalePrompt", _("The table had moved on before your click arrived. Nothing was changed.")
)
UnknownAction = refusal("UnknownAction", _("That is not an action of this game."), status=422)
NothingChosen = refusal("NothingChosen", _("Choose first, then confirm."), status=422)


class AgainstTheRules(Refused):
    """The rules forbid the action; the error contains the clause."""

    status = 422

    def __init__(self, illegal: IllegalAction) -> None:
        super().__init__(gettext(illegal.text))
        self.illegal = illegal


NoSuchSeat = refusal("NoSuchSeat", _("There is no such player at this table."), status=404)
TooLateToRedeal = refusal("TooLateToRedeal", _("It is too late to deal again."))
