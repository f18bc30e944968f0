"""Errors of a table: the reasons why a request was refused, one named class each."""

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.game import IllegalAction


class Refused(Exception):
    """A table refuses a request; nothing was changed."""

    status = 409
    text: str | Promise = _("That is not possible now.")

    def __init__(self, text: str | Promise = "") -> None:
        super().__init__(text)
        self.text = text or type(self).text

    def __str__(self) -> str:
        return str(self.text)


class BadEntry(Refused):
    """Typed input is invalid; the message is the field's own."""

    status = 422


class NotAllowed(Refused):
    """A person may not look, or may not do this."""

    status = 403
    text = _("You can't do this.")


class NotSeated(NotAllowed):
    """A person who has no seat here tried to act."""

    text = _("You have no seat at this table.")


class NoSpectators(NotAllowed):
    """The table admits no spectators."""

    text = _("This table allows no spectators.")


class Removed(NotAllowed):
    """The host has taken this person off the table; holds the reason."""

    text = _("The host has removed you from this table.")


class KeptApart(NotAllowed):
    """A person at the table and this person are separated by a block; it isn't told whose."""

    text = _("You and somebody at this table don't play with each other.")


class TooLate(Refused):
    """Too much has happened for another player to sit down."""

    text = _("It is too late to join this match. The next one may have a seat for you.")


class NotTheHost(NotAllowed):
    """Only the host may do this."""

    text = _("Only the host of the table can do this.")


class NotOpen(Refused):
    """The match has begun or ended already."""

    text = _("This match has already begun.")


class NotRunning(Refused):
    """The match has not started, or is over."""

    text = _("This match is not being played.")


class Paused(Refused):
    """The table has agreed to pause."""

    text = _("The table is pausing. Go on first.")


class StillReading(Refused):
    """A player has not read the letter with the secret role."""

    text = _("The letters are still being read. It begins in a moment.")


class NotOver(Refused):
    """The match is still being played."""

    text = _("This match is not over yet.")


class TableFull(Refused):
    """No seat is free."""

    text = _("Every seat at this table is taken.")


class SeatTaken(Refused):
    """Somebody was sooner on that seat."""

    text = _("Somebody has just taken this seat.")


class NoSuchScreen(Refused):
    """No television shows that code."""

    status = 404
    text = _("No television shows this code. Open the address on the television again.")


class TooManyTables(Refused):
    """The host already has the allowed number of open tables."""

    text = _("You have three open tables already. Begin or leave one of them first.")


class TooFewPlayers(Refused):
    """There are too few players to start the match."""

    text = _("There are not enough players to begin.")


class Reserved(Refused):
    """The seats of this table are reserved for certain people."""

    status = 403
    text = _("The seats at this table are kept for certain people.")


class NoApiBots(Refused):
    """The host does not allow people's own programs at this table."""

    text = _("Bots by API may not sit at this table.")


class NotEverybodyReady(Refused):
    """A player is not ready."""

    text = _("Not everybody is ready yet.")


class TooManyDecisions(Refused):
    """More decisions in a short time than a person makes."""

    status = 429
    text = _("Please wait: that was a lot in a short time.")


class TooBusy(Refused):
    """Other moves kept coming first; nothing was changed."""

    status = 503
    text = _("That did not reach the table. Nothing was changed; please try again.")


class StalePrompt(Refused):
    """An answer to a question that is closed: a double click or an old tab."""

    text = _("The table had moved on before your click arrived. Nothing was changed.")


class UnknownAction(Refused):
    """The posted text is not an action of this game."""

    status = 422
    text = _("That is not an action of this game.")


class NothingChosen(Refused):
    """The confirm button was pressed with nothing selected."""

    status = 422
    text = _("Choose first, then confirm.")


class AgainstTheRules(Refused):
    """The rules forbid the action; holds the clause."""

    status = 422

    def __init__(self, illegal: IllegalAction) -> None:
        super().__init__(gettext(illegal.text))
        self.illegal = illegal


class NoSuchSeat(Refused):
    """No player is on that seat, or the request doesn't apply to that player."""

    status = 404
    text = _("There is no such player at this table.")


class TooLateToRedeal(Refused):
    """Too much of the deal has been shown to deal again."""

    text = _("It is too late to deal again.")
