"""Errors of leagues: the reasons why a request was refused, one named class each."""

from django.utils.translation import gettext_lazy as _

from games.matches.errors import NotAllowed, Refused


class NeedsAccount(NotAllowed):
    """Guests play matches; leagues keep people's results."""

    text = _("You need an account for this. Claim yours first: your matches stay with you.")


class NotAMember(NotAllowed):
    """Only members of the league may do this."""

    text = _("Only members of the league can do this.")


class Banned(NotAllowed):
    """The person was banned from the league."""

    text = _("The organisers have banned you from this league.")


class CodeIsOver(Refused):
    """The code of the check-in page is too old."""

    status = 410
    text = _("This code works no more: read the one that is shown at the door now.")


class WrongCode(NotAllowed):
    """The code is not this league's."""

    text = _("This code does not open this league.")


class InvitationNeeded(NotAllowed):
    """The league admits people by invitation only."""

    text = _("This league takes people by invitation. Ask its organisers for one.")


class InvitationOver(Refused):
    """The invitation was used up, withdrawn, or has expired."""

    status = 404
    text = _("This invitation is no longer valid. Ask for a new one.")


class LastOwner(Refused):
    """A league keeps at least one owner."""

    text = _("A league needs an owner: make somebody else one first.")


class Archived(Refused):
    """The league is closed for good."""

    text = _("This league is archived.")


class NeedsReason(Refused):
    """A reason is required; others will read it."""

    status = 422
    text = _("Say why: the reason is shown in the public audit.")


class BadSetting(Refused):
    """A setting can't be what was asked."""

    status = 422


class SettingsFrozen(Refused):
    """The way a season is played is fixed once it begins."""

    text = _("The season has begun: how it is played can no longer be changed.")


class RegistrationClosed(Refused):
    """Registration is not open."""

    text = _("Registration is not open.")


class ConditionsUnmet(Refused):
    """The person does not meet the season's conditions."""

    text = _("You do not meet what this season asks for yet: its page says what is missing.")


class Unanswered(Refused):
    """A question of the organisers has no answer."""

    status = 422
    text = _("Answer what the organisers ask first.")


class TooManyAnnouncements(Refused):
    """The season had its announcements for today."""

    text = _("Three announcements a day are enough. Try again tomorrow.")


class AlreadyEntered(Refused):
    """The person already plays in this season."""

    text = _("You have entered this season already.")


class NotEntered(Refused):
    """The person does not play in this season."""

    text = _("This player does not play in this season.")


class NotPlaying(Refused):
    """The player left the season, or was disqualified."""

    text = _("This player no longer plays in this season.")


class WrongStage(Refused):
    """The season or round is in the wrong stage for this."""

    text = _("This cannot be done at this stage of the season.")


class LateEntryIsOver(WrongStage):
    """Nobody joins a season after its last round for late entry."""

    text = _("The time to enter is over.")


class TooFewEntries(Refused):
    """Too few players for a round."""

    text = _("There are too few players for a round.")


class CannotBeDrawn(Refused):
    """No draw meets the conditions."""

    text = _("This format cannot be drawn for so many players.")


class TooFewCome(CannotBeDrawn):
    """Too few players are there for the next round."""

    text = _("Too few players are there for the next round.")


class NoMoreRounds(Refused):
    """All rounds were drawn."""

    text = _("All rounds of this season have been drawn.")


class RoundStillOpen(Refused):
    """The round before is still being played."""

    text = _("First finish the round before: some of its fixtures have no result.")


class MatchesBegun(Refused):
    """Matches of the round have begun."""

    text = _("Matches of this round have begun.")


class NotSettled(Refused):
    """There is no result yet."""

    text = _("This fixture has no result yet.")


class NothingToPlay(Refused):
    """All games of a fixture were played, and are to be kept."""

    text = _("All its games were played: have them played again, or leave the result.")


class DisputeOpen(Refused):
    """A dispute must be decided first."""

    text = _("A dispute is open. Decide it first.")


class AlreadyDisputed(Refused):
    """A player may dispute a result only once."""

    text = _("You have disputed this result already.")


class TooLateToDispute(Refused):
    """Results are final some days after a fixture is settled."""

    text = _("A result can be disputed within 72 hours; this one is final.")


class AlreadyDecided(Refused):
    """It was already decided."""

    text = _("This was decided already.")


class OwnFixture(NotAllowed):
    """An arbiter who plays in a fixture decides about it only if nobody else can."""


class SameResult(AlreadyDecided):
    """A ruling changes nothing: the result is the one that was chosen."""

    text = _("It has this result already.")


class NotCounted(Refused):
    """A game without influence on its fixture: annulled, or set aside by an arbiter's award."""

    text = _("This game does not count, so it has no result to change.")


class ChangedMeanwhile(Refused):
    """Something changed since the page was loaded, and nobody should decide on outdated facts."""

    text = _("This was changed meanwhile. Look at it again first.")


class FinalToPlay(Refused):
    """A knock-out cannot be closed before it has a winner."""

    text = _("The final is still to be played. If it never will be, cancel the season.")


class CannotUndo(Refused):
    """A later change builds on this one, and undoing would remove both."""

    text = _("This cannot be undone any more: something that builds on it has changed since.")


class AlreadyUndone(CannotUndo):
    """It was undone before, perhaps in another tab."""

    text = _("This was undone already.")


class SeasonIsOver(CannotUndo):
    """Final standings depend on it."""

    text = _("The season is over. Undo its end first, then this.")


class NoHalfPoint(Refused):
    """No half point is available for that round."""

    text = _("You cannot ask for half a point there: not so often, and never in the last round.")


class AttendanceChanged(Refused):
    """A draft includes somebody who does not play, or leaves out somebody who does."""

    text = _("Since it was drawn, who plays has changed: draw it again.")


class ResultsChanged(Refused):
    """A draft goes by results that have changed since."""

    text = _("Since it was drawn, results have changed: draw it again.")
