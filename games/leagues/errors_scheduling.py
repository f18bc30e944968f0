"""Errors about the times of fixtures: one named class for each reason."""

from django.utils.translation import gettext_lazy as _

from games.matches.public import NotAllowed, refusal

NoSuchFixture = refusal("NoSuchFixture", _("There is no such fixture."), status=404)
NotYours = refusal("NotYours", _("You do not play in this fixture."), NotAllowed)
TooLateToPlan = refusal(
    "TooLateToPlan", _("This fixture has begun or is over: its time can't be changed.")
)
BadTime = refusal("BadTime", _("Choose a future time within the round."), status=422)
RoundTooShort = refusal(
    "RoundTooShort", _("A round in progress would already have ended."), BadTime
)
BadZone = refusal("BadZone", _("There is no such time zone."), status=422)
TooManyProposals = refusal(
    "TooManyProposals", _("There are enough times to choose from: answer those first.")
)
NoSuchProposal = refusal("NoSuchProposal", _("This time is no longer proposed."), status=404)
NoSuchAnswer = refusal("NoSuchAnswer", _("Choose one of the answers."), status=422)
NoSubstituteWanted = refusal("NoSubstituteWanted", _("That seat no longer needs a substitute."))
CannotSubstitute = refusal(
    "CannotSubstitute", _("Only substitutes who do not play here can do this."), NotAllowed
)
CannotOpen = refusal("CannotOpen", _("The table of this fixture cannot be opened now."))
TooEarlyToOpen = refusal("TooEarlyToOpen", _("This round has not opened yet."), CannotOpen)
NotYourMessages = refusal(
    "NotYourMessages",
    _("Only the players of this fixture and the organisers can do this."),
    NotAllowed,
)
NoSuchMessage = refusal("NoSuchMessage", _("There is no such message here."), status=404)
MessagesClosed = refusal("MessagesClosed", _("The messages of this fixture are closed."))
PlayedNow = refusal(
    "PlayedNow", _("You are in a match with them: talk at its table until it ends.")
)
FixtureFull = refusal(
    "FixtureFull",
    _("Too many messages here for now. Wait a little, then try again."),
    status=429,
)
TooManyWebhooks = refusal(
    "TooManyWebhooks", _("This league has reached its limit of webhooks: remove one first.")
)
TooManyTests = refusal(
    "TooManyTests", _("Five tests an hour is the limit: try again later."), status=429
)
BadAddress = refusal("BadAddress", _("Enter a public URL that begins with https://."), status=422)
