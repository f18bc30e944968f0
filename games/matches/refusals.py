"""Why something that was asked at a table did not happen: one named sentence each."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.game import IllegalAction


class Refused(Exception):
    """A request that the table turns down; nothing was changed."""

    status = 409
    text = _("That is not possible now.")

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.text = text or type(self).text

    def __str__(self) -> str:
        return str(self.text)


class BadEntry(Refused):
    """What was typed can't be taken; says why in the field's own words."""

    status = 422


class NotAllowed(Refused):
    """Somebody may not look or do this."""

    status = 403
    text = _("This is not for you to do.")


class NotSeated(NotAllowed):
    """Somebody acts who has no seat here."""

    text = _("You have no seat at this table.")


class NoSpectators(NotAllowed):
    """The table plays behind closed doors."""

    text = _("This table allows no spectators.")


class NotTheHost(NotAllowed):
    """Only the host may do this."""

    text = _("Only the host of the table can do this.")


class NotOpen(Refused):
    """The match has begun or ended already."""

    text = _("This match has already begun.")


class NotRunning(Refused):
    """The match has not begun or is over."""

    text = _("This match is not being played.")


class Paused(Refused):
    """The table has agreed to pause."""

    text = _("The table is pausing. Go on first.")


class NotOver(Refused):
    """The match is still being played."""

    text = _("This match is not over yet.")


class TableFull(Refused):
    """No chair is free."""

    text = _("Every seat at this table is taken.")


class TooFewPlayers(Refused):
    """The match cannot begin with so few."""

    text = _("There are not enough players to begin.")


class Reserved(Refused):
    """The chairs of this table are kept for certain people."""

    status = 403
    text = _("The seats at this table are kept for certain people.")


class NoApiBots(Refused):
    """The host does not want people's own programs at this table."""

    text = _("Bots by API may not sit at this table.")


class NotEverybodyReady(Refused):
    """Somebody has not said that they are ready."""

    text = _("Not everybody is ready yet.")


class StalePrompt(Refused):
    """An answer to a question that is no longer asked: a double click or an old tab."""

    text = _("The table had moved on before your click arrived. Nothing was changed.")


class UnknownAction(Refused):
    """What was posted is not an action of this game."""

    status = 422
    text = _("That is not an action of this game.")


class NothingChosen(Refused):
    """The confirm button was pressed with nothing selected."""

    status = 422
    text = _("Choose first, then confirm.")


class AgainstTheRules(Refused):
    """The rules forbid the action; carries the clause."""

    status = 422

    def __init__(self, illegal: IllegalAction) -> None:
        super().__init__(gettext(illegal.text))
        self.illegal = illegal


class NoSuchSeat(Refused):
    """That seat is not taken, or not by somebody this can be done to."""

    status = 404
    text = _("There is nobody like that at this table.")


class TooLateToRedeal(Refused):
    """Too much has been shown of what was dealt."""

    text = _("It is too late to deal again.")
