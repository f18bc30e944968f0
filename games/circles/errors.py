"""Errors of circles: one named class for each reason to refuse a request."""

from django.utils.translation import gettext_lazy as _

from games.matches.public import NotAllowed, refusal

CircleFull = refusal("CircleFull", _("This circle is full: the limit is 100 people."))
TooManyCircles = refusal("TooManyCircles", _("You are in 50 circles, which is the limit."))
OnlyItsHost = refusal("OnlyItsHost", _("Only the host of the circle can do this."), NotAllowed)
NoSuchMember = refusal("NoSuchMember", _("This person is not in the circle."), status=404)
NobodyToKeep = refusal("NobodyToKeep", _("Nobody else sat at this table."))
NoSuchWords = refusal("NoSuchWords", _("This message no longer exists."), status=404)
SilencedHere = refusal("SilencedHere", _("The host has silenced you for now."), NotAllowed)
CircleTooFast = refusal(
    "CircleTooFast",
    _("Please wait: you have written too many messages in a short time."),
    status=429,
)
PlayingTogether = refusal(
    "PlayingTogether",
    _("You are in a match with members of this circle. Write at its table until it ends."),
)
