"""Attendance of a fixture: answers in advance."""

from django.db import transaction

from accounts.models import User
from games.leagues import errors_scheduling
from games.leagues.fixtures import fixtures, reminders
from games.leagues.models import Chair

Rsvp = Chair.Rsvp


def rsvp(fixture_id: int, user: User, answer: str) -> None:
    """Store a player's answer whether they come; a no asks for a substitute.

    :raises Refused: NoSuchFixture, NotYours, TooLateToPlan or NoSuchAnswer.
    """
    if answer not in {Rsvp.YES, Rsvp.MAYBE, Rsvp.NO}:
        raise errors_scheduling.NoSuchAnswer
    with transaction.atomic():
        fixture = fixtures.locked_plan(fixture_id)
        chair = fixtures.chair_of(fixture, user)
        chair.rsvp = answer
        if answer == Rsvp.NO:
            chair.checked_in_at = None
        chair.save(update_fields=["rsvp", "checked_in_at"])
        if answer == Rsvp.NO and wants_substitute(chair):
            reminders.tell_wanted(fixture)


def wants_substitute(chair: Chair) -> bool:
    """Return whether a substitute is wanted here; players who left the season get none."""
    return chair.rsvp == Rsvp.NO and chair.substitute_id is None and not chair.forfeited
