"""Why something about the time of a fixture did not happen: one named sentence each."""

from django.utils.translation import gettext_lazy as _

from games.matches.errors import NotAllowed, Refused


class NoSuchFixture(Refused):
    """There is none, or it is still a draft that only organisers see."""

    status = 404
    text = _("There is no such fixture.")


class NotYours(NotAllowed):
    """Somebody acts who does not play in it."""

    text = _("You do not play in this fixture.")


class TooLateToPlan(Refused):
    """It is being played, or is over."""

    text = _("This fixture has begun or is over: its time stays.")


class BadTime(Refused):
    """A time that lies outside the round, or behind us."""

    status = 422
    text = _("Choose a time that is still to come and within the round.")


class RoundTooShort(BadTime):
    """With so few days a round, one that is being played would have ended already."""

    text = _("A round that is being played would have ended already.")


class BadZone(Refused):
    """No such time zone."""

    status = 422
    text = _("There is no such time zone.")


class TooManyProposals(Refused):
    """Enough times to choose from."""

    text = _("There are enough times to choose from: answer those first.")


class NoSuchProposal(Refused):
    """The proposal is gone, or belongs to another fixture."""

    status = 404
    text = _("This time is no longer proposed.")


class NoSuchAnswer(Refused):
    """Not one of the answers."""

    status = 422
    text = _("Choose one of the answers.")


class TooEarlyToCheckIn(Refused):
    """Check-in opens shortly before the time."""

    text = _("Check-in opens half an hour before the fixture.")


class NoTimeYet(Refused):
    """The fixture has no time."""

    text = _("This fixture has no time yet.")


class NoSubstituteWanted(Refused):
    """Another member was quicker, or the player who could not come now can."""

    text = _("No substitute is wanted there any more.")


class CannotSubstitute(NotAllowed):
    """Not a member who stands in for others, or one who plays in this fixture."""

    text = _("Only substitutes who do not play here can do this.")


class CannotOpen(Refused):
    """The round is not being played, or too few can come."""

    text = _("The table of this fixture cannot be opened now.")


class TooEarlyToOpen(CannotOpen):
    """The round is public, but its first day is still to come."""

    text = _("This round has not opened yet.")


class NotYourMessages(NotAllowed):
    """Somebody reads or writes who neither plays in the fixture nor organises the league."""

    text = _("Only the players of this fixture and the organisers can do this.")


class NoSuchMessage(Refused):
    """A message that is not there, or not for this reader, or their own."""

    status = 404
    text = _("There is no such message here.")


class MessagesClosed(Refused):
    """The fixture is over, or is not being played."""

    text = _("The messages of this fixture are closed.")


class PlayedNow(Refused):
    """Somebody writes to people with whom they are in a running match."""

    text = _("You are in a running match with them: talk at its table until it ends.")


class FixtureFull(Refused):
    """Somebody, or everybody, has written a lot on one fixture."""

    status = 429
    text = _("There are many messages here already. Wait a little, then try again.")


class TooManyWebhooks(Refused):
    """A league has so many webhooks at most."""

    text = _("This league has as many webhooks as it may have: remove one first.")


class TooManyTests(Refused):
    """So many tests of webhooks an hour, and no more."""

    status = 429
    text = _("There were five tests within an hour: try again later.")


class BadAddress(Refused):
    """An address that is not to be posted to."""

    status = 422
    text = _("Give a public address that begins with https://.")
