"""Errors of appointments."""

from django.utils.translation import gettext_lazy as _

from games.matches.public import NotAllowed, refusal

NotYourAppointment = refusal(
    "NotYourAppointment", _("Only the host of the appointment can do this."), NotAllowed
)
AnsweredTooLate = refusal("AnsweredTooLate", _("This appointment no longer takes answers."))
BadDate = refusal("BadDate", _("This date can't be chosen any more."))
MovedTooOften = refusal(
    "MovedTooOften",
    _("This appointment has been moved five times. Call it off and make a new one."),
)
TooManyAppointments = refusal(
    "TooManyAppointments", _("You already have ten appointments. Call one of them off first.")
)
