"""Why something that was asked of a league did not happen: one named sentence each."""

from django.utils.translation import gettext_lazy as _

from games.matches.refusals import NotAllowed, Refused


class NeedsAccount(NotAllowed):
    """Guests play matches; leagues keep people's results."""

    text = _("You need an account for this. Claim yours first: your matches stay with you.")


class NotAMember(NotAllowed):
    """Only members of the league may do this."""

    text = _("Only members of the league can do this.")


class Banned(NotAllowed):
    """Somebody was banned from the league."""

    text = _("The organisers have banned you from this league.")


class WrongCode(NotAllowed):
    """The code lets nobody in here."""

    text = _("This code does not open this league.")


class InvitationNeeded(NotAllowed):
    """The league takes people by invitation."""

    text = _("This league takes people by invitation. Ask its organisers for one.")


class InvitationOver(Refused):
    """The invitation was used up, was taken back, or is too old."""

    status = 404
    text = _("This invitation is no longer valid. Ask for a new one.")


class LastOwner(Refused):
    """A league keeps at least one owner."""

    text = _("A league needs an owner: make somebody else one first.")


class Archived(Refused):
    """The league is closed for good."""

    text = _("This league is archived.")


class NeedsReason(Refused):
    """Others will read why."""

    status = 422
    text = _("Say why: the reason is shown in the public audit.")


class BadSetting(Refused):
    """A setting can't be what was asked."""

    status = 422


class SettingsFrozen(Refused):
    """What a season is played by is fixed once it begins."""

    text = _("The season has begun: how it is played can no longer be changed.")


class RegistrationClosed(Refused):
    """It is too early or too late to enter."""

    text = _("Registration is not open.")


class AlreadyEntered(Refused):
    """Somebody plays in this season already."""

    text = _("You have entered this season already.")


class NotEntered(Refused):
    """Somebody does not play in this season."""

    text = _("This player does not play in this season.")


class NotPlaying(Refused):
    """Somebody left the season, or was put out."""

    text = _("This player no longer plays in this season.")


class WrongStage(Refused):
    """The season or round is not at the point where this can be done."""

    text = _("This cannot be done at this stage of the season.")


class TooFewEntries(Refused):
    """Too few players for a round."""

    text = _("There are too few players for a round.")


class CannotBeDrawn(Refused):
    """No draw fits."""

    text = _("This format cannot be drawn for so many players.")


class NoMoreRounds(Refused):
    """All rounds have been drawn."""

    text = _("All rounds of this season have been drawn.")


class RoundStillOpen(Refused):
    """The round before is still being played."""

    text = _("First finish the round before: some of its fixtures have no result.")


class MatchesBegun(Refused):
    """Matches of the round have begun."""

    text = _("Matches of this round have begun.")


class NotSettled(Refused):
    """There is no result to speak of yet."""

    text = _("This fixture has no result yet.")


class DisputeOpen(Refused):
    """A dispute must be decided first."""

    text = _("A dispute is open. Decide it first.")


class AlreadyDecided(Refused):
    """Somebody decided this before."""

    text = _("This was decided already.")


class ChangedMeanwhile(Refused):
    """Somebody else was faster, and nobody decides about what they have not seen."""

    text = _("Somebody else has changed this meanwhile. Look at it again first.")


class CannotUndo(Refused):
    """Something changed since, and undoing would undo that too."""

    text = _("This cannot be undone any more: something that builds on it has changed since.")


class NoSubstitutes(Refused):
    """In a duel nobody else can play for somebody: the result would be nobody's."""

    text = _("A duel has no substitutes: it is played by its two players, or forfeited.")
