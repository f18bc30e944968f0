"""Errors of appointments."""

from django.utils.translation import gettext_lazy as _

from games.matches.public import NotAllowed, refusal

NotYourAppointment = refusal(
    "NotYourAppointment", _("Only the host of the appointment can do this."), NotAllowed
)
AnsweredTooLate = refusal("AnsweredTooLate", _("This appointment takes no more answers."))
BadDate = refusal("BadDate", _("This date can't be chosen any more."))
MovedTooOften = refusal(
    "MovedTooOften", _("This appointment has been moved five times. Call it off, and make another.")
)
TooManyAppointments = refusal(
    "TooManyAppointments", _("You have ten appointments already. Call one of them off first.")
)
