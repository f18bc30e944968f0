"""Declining a fixture: players are expected unless they say that they can't come."""

from django.db import transaction

from accounts.models import User
from games.leagues import errors
from games.leagues.fixtures import fixtures, reminders
from games.leagues.models import Chair

Rsvp = Chair.Rsvp


def rsvp(fixture_id: int, user: User, answer: str) -> None:
    """Store that a player can't come, and request a substitute, or that they can come after all.

    :raises Refused: NoSuchFixture, NotYours, TooLateToPlan or NoSuchAnswer.
    """
    if answer not in {"yes", "no"}:
        raise errors.NoSuchAnswer
    with transaction.atomic():
        fixture = fixtures.locked_plan(fixture_id)
        chair = fixtures.chair_of(fixture, user)
        chair.rsvp = Rsvp.NO if answer == "no" else Rsvp.EXPECTED
        if chair.rsvp == Rsvp.NO:
            chair.checked_in_at = None
        chair.save(update_fields=["rsvp", "checked_in_at"])
        if wants_substitute(chair):
            reminders.tell_wanted(fixture)


def wants_substitute(chair: Chair) -> bool:
    """Return whether a chair needs a substitute; players who left the season don't get one."""
    return chair.rsvp == Rsvp.NO and chair.substitute_id is None and not chair.forfeited
