"""Errors of leagues: one named class for each reason to refuse a request."""

from django.utils.translation import gettext_lazy as _

from games.matches.public import NotAllowed, Refused, refusal

NeedsAccount = refusal(
    "NeedsAccount",
    _("You need an account for this. Create one first: you keep your matches."),
    NotAllowed,
)
NotAMember = refusal("NotAMember", _("Only members of the league can do this."), NotAllowed)
Banned = refusal("Banned", _("The organisers have banned you from this league."), NotAllowed)
CodeIsOver = refusal(
    "CodeIsOver",
    _("This code has expired: use the one shown at the door now."),
    status=410,
)
WrongCode = refusal("WrongCode", _("This code is not valid for this league."), NotAllowed)
InvitationNeeded = refusal(
    "InvitationNeeded",
    _("This league is invitation-only. Ask its organisers for an invitation."),
    NotAllowed,
)
InvitationOver = refusal(
    "InvitationOver", _("This invitation is no longer valid. Ask for a new one."), status=404
)
LastOwner = refusal("LastOwner", _("A league needs an owner: make somebody else an owner first."))
Archived = refusal("Archived", _("This league is archived."))
NeedsReason = refusal(
    "NeedsReason", _("Give a reason: it is shown in the public audit log."), status=422
)


class BadSetting(Refused):
    """The value of a setting is invalid."""

    status = 422


SettingsFrozen = refusal(
    "SettingsFrozen", _("The season has begun: how it is played can no longer be changed.")
)
RegistrationClosed = refusal("RegistrationClosed", _("Registration is not open."))
Unanswered = refusal("Unanswered", _("Answer the organisers' questions first."), status=422)
TooManyAnnouncements = refusal(
    "TooManyAnnouncements", _("Three announcements a day is the limit. Try again tomorrow.")
)
AlreadyEntered = refusal("AlreadyEntered", _("You have entered this season already."))
NotEntered = refusal("NotEntered", _("This player is not in this season."))
NotPlaying = refusal("NotPlaying", _("This player is no longer in this season."))
WrongStage = refusal("WrongStage", _("This cannot be done at this stage of the season."))
LateEntryIsOver = refusal("LateEntryIsOver", _("The entry deadline has passed."), WrongStage)
TooFewEntries = refusal("TooFewEntries", _("There are too few players for a round."))
CannotBeDrawn = refusal("CannotBeDrawn", _("This format doesn't support that many players."))
TooFewCome = refusal(
    "TooFewCome", _("Too few players are present for the next round."), CannotBeDrawn
)
NoMoreRounds = refusal("NoMoreRounds", _("All rounds of this season have been drawn."))
RoundStillOpen = refusal(
    "RoundStillOpen", _("Finish the previous round first: some of its fixtures have no result.")
)
MatchesBegun = refusal("MatchesBegun", _("Matches of this round have begun."))
NotSettled = refusal("NotSettled", _("This fixture has no result yet."))
NothingToPlay = refusal(
    "NothingToPlay",
    _("All games of this fixture have been played: have them played again, or keep the result."),
)
DisputeOpen = refusal("DisputeOpen", _("There is an open dispute. Decide it first."))
AlreadyDisputed = refusal("AlreadyDisputed", _("You have disputed this result already."))
TooLateToDispute = refusal(
    "TooLateToDispute", _("A result can be disputed within 72 hours; this one is final.")
)
AlreadyDecided = refusal("AlreadyDecided", _("This has already been decided."))


class OwnFixture(NotAllowed):
    """Arbiters may decide about their own fixtures only if nobody else can."""


SameResult = refusal("SameResult", _("That is already the result."), AlreadyDecided)
NotCounted = refusal("NotCounted", _("This game does not count, so it has no result to change."))
ChangedMeanwhile = refusal(
    "ChangedMeanwhile", _("This has changed in the meantime. Check it again first.")
)
FinalToPlay = refusal(
    "FinalToPlay", _("The final is still to be played. If it never will be, cancel the season.")
)
CannotUndo = refusal(
    "CannotUndo",
    _("This can no longer be undone: something that depends on it has changed since."),
)
AlreadyUndone = refusal("AlreadyUndone", _("This has already been undone."), CannotUndo)
SeasonIsOver = refusal(
    "SeasonIsOver", _("The season is over. Undo its end first, then this."), CannotUndo
)
NoHalfPoint = refusal(
    "NoHalfPoint",
    _("You can't take a half-point bye here: they are limited, and not allowed in the last round."),
)
AttendanceChanged = refusal(
    "AttendanceChanged", _("The players have changed since the draw: draw again.")
)
ListIsGone = refusal("ListIsGone", _("This list has expired. Import it again."), status=410)
AskedJustNow = refusal(
    "AskedJustNow", _("They were asked only recently. Wait six hours before the next reminder.")
)
NothingChanged = refusal("NothingChanged", _("This would change nothing."))
HasCome = refusal("HasCome", _("%(name)s has come to the table in the meantime."))
ResultsChanged = refusal("ResultsChanged", _("Results have changed since the draw: draw again."))

# About the times of fixtures, their messages, and webhooks.
NoSuchFixture = refusal("NoSuchFixture", _("There is no such fixture."), status=404)
NotYours = refusal("NotYours", _("You do not play in this fixture."), NotAllowed)
TooLateToPlan = refusal(
    "TooLateToPlan", _("This fixture has begun or is over: its time can't be changed.")
)
BadTime = refusal("BadTime", _("Choose a future time within the round."), status=422)
RoundTooShort = refusal(
    "RoundTooShort", _("With this change, a round in progress would already be over."), BadTime
)
BadZone = refusal("BadZone", _("There is no such time zone."), status=422)
TooManyProposals = refusal(
    "TooManyProposals", _("There are already enough times to choose from: answer those first.")
)
NoSuchProposal = refusal("NoSuchProposal", _("This time is no longer proposed."), status=404)
NoSuchAnswer = refusal("NoSuchAnswer", _("Choose one of the answers."), status=422)
NoSubstituteWanted = refusal("NoSubstituteWanted", _("That seat no longer needs a substitute."))
CannotSubstitute = refusal(
    "CannotSubstitute", _("Only substitutes who are not in this fixture can do this."), NotAllowed
)
CannotOpen = refusal("CannotOpen", _("The table of this fixture cannot be opened now."))
TooEarlyToOpen = refusal("TooEarlyToOpen", _("This round has not opened yet."), CannotOpen)
NotYourMessages = refusal(
    "NotYourMessages",
    _("Only the players of this fixture and the organisers can do this."),
    NotAllowed,
)
NoSuchMessage = refusal("NoSuchMessage", _("There is no such message here."), status=404)
MessagesClosed = refusal("MessagesClosed", _("Messages on this fixture are closed."))
PlayedNow = refusal(
    "PlayedNow", _("You are in a match with them: write at its table until it ends.")
)
FixtureFull = refusal(
    "FixtureFull",
    _("Too many messages here for now. Wait a little, then try again."),
    status=429,
)
TooManyWebhooks = refusal(
    "TooManyWebhooks", _("This league has reached its webhook limit: remove one first.")
)
TooManyTests = refusal(
    "TooManyTests", _("Five tests an hour is the limit: try again later."), status=429
)
BadAddress = refusal("BadAddress", _("Enter a public URL that begins with https://."), status=422)
