"""Asks the members of a circle for a date."""

from collections.abc import Sequence
from datetime import datetime

from accounts.models import User
from games.circles import dates
from games.circles.membership import locked, place_of
from games.circles.models import Circle, CircleAppointment
from games.gathering import appointments
from games.gathering.models import Appointment


def ask(circle: Circle, host: User, moments: Sequence[datetime]) -> Appointment:
    """Ask all members who can come at which date; asking twice for the same dates asks once.

    :raises Http404: for those who are no members.
    :raises Refused: BadDate, TooManyAppointments or Restricted.
    """
    with locked(circle.pk) as now:
        place_of(host, now.public_id)
        for one in dates.of(now).filter(host=host, status__in=appointments.ON):
            if {date.at for date in one.dates.all()} == set(moments):
                return one
        appointment = appointments.make(
            host=host,
            dates=moments,
            asked=dates.people_to_ask(now, host),
            **dates.settings_of(now),
        )
        CircleAppointment.objects.create(circle=now, appointment=appointment)
    return appointment
