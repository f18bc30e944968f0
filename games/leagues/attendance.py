"""Who comes: answers beforehand, check-in just before, and somebody instead of who cannot."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.leagues import fixtures, opening, refusals_when, reminders, roles, webhooks
from games.leagues.models import Chair, Fixture, Member

Rsvp = Chair.Rsvp

#: How long before the time one may check in.
CHECK_IN = timedelta(minutes=30)


def rsvp(fixture_id: int, user: Any, answer: str) -> None:
    """Say whether one comes; who cannot, at a table, asks for a substitute by that.

    :raises Refused: NoSuchFixture, NotYours, TooLateToPlan or NoSuchAnswer.
    """
    if answer not in {Rsvp.YES, Rsvp.MAYBE, Rsvp.NO}:
        raise refusals_when.NoSuchAnswer
    with transaction.atomic():
        fixture = fixtures.locked_plan(fixture_id)
        chair = fixtures.chair_of(fixture, user)
        chair.rsvp = answer
        if answer == Rsvp.NO:
            chair.checked_in_at = None
        chair.save(update_fields=["rsvp", "checked_in_at"])
        if answer == Rsvp.NO and wants_substitute(chair, fixture):
            reminders.tell_wanted(fixture)


def ask_substitute(fixture_id: int, user: Any) -> None:
    """Say that one cannot come, so that somebody else may.

    :raises Refused: NoSuchFixture, NotYours or TooLateToPlan.
    """
    rsvp(fixture_id, user, Rsvp.NO)


def wants_substitute(chair: Chair, fixture: Fixture) -> bool:
    """Return whether somebody may sit here instead. A duel is between its two and nobody else."""
    is_duel = fixture.round.division.season.league.plays_duels
    return chair.rsvp == Rsvp.NO and chair.substitute_id is None and not is_duel


def check_in(fixture_id: int, user: Any) -> None:
    """Say that one is there; saying it twice changes nothing.

    :raises Refused: NoSuchFixture, NotYours, TooLateToPlan, NoTimeYet or TooEarlyToCheckIn.
    """
    with transaction.atomic():
        fixture = fixtures.locked_plan(fixture_id)
        chair = fixtures.chair_of(fixture, user)
        if fixture.starts_at is None:
            raise refusals_when.NoTimeYet
        if timezone.now() < fixture.starts_at - CHECK_IN:
            raise refusals_when.TooEarlyToCheckIn
        if chair.checked_in_at is None:
            chair.checked_in_at, chair.rsvp = timezone.now(), Rsvp.YES
            chair.save(update_fields=["checked_in_at", "rsvp"])


def offer(chair_id: int, user: Any) -> None:
    """Take the chair of somebody who cannot come: the first who offers has it.

    :raises Refused: NoSuchFixture, TooLateToPlan, NoSubstituteWanted or CannotSubstitute.
    """
    with transaction.atomic():
        chair = _locked(chair_id)
        fixture = chair.fixture
        if not can_stand_in(fixture, user):
            raise refusals_when.CannotSubstitute
        if not wants_substitute(chair, fixture):
            raise refusals_when.NoSubstituteWanted
        _seat(chair, user)


def can_stand_in(fixture: Fixture, user: Any) -> bool:
    """Return whether `user` offered to stand in for others, and does not play here."""
    member = roles.member_of(fixture.round.division.season.league, user)
    return member is not None and member.can_substitute and not plays_in(fixture, user)


def plays_in(fixture: Fixture, user: Any) -> bool:
    """Return whether `user` has to do with a chair: plays on it, or has it as a player."""
    chairs = fixture.chairs.select_related("entry")
    return any(user.pk in {chair.substitute_id, chair.entry.user_id} for chair in chairs)


def stand_ins(fixture: Fixture) -> list[Member]:
    """Return the members who would stand in here."""
    league = fixture.round.division.season.league
    ready = league.members.filter(can_substitute=True, status=Member.Status.ACTIVE)
    return [m for m in ready.select_related("user") if not plays_in(fixture, m.user)]


def _locked(chair_id: int) -> Chair:
    """Return a chair whose fixture is locked and has not begun.

    :raises Refused: NoSuchFixture or TooLateToPlan.
    """
    fixture_id = Chair.objects.filter(pk=chair_id).values_list("fixture", flat=True).first()
    if fixture_id is None:
        raise refusals_when.NoSuchFixture
    fixture = fixtures.locked_plan(fixture_id)
    chair = Chair.objects.select_related("entry__user").get(pk=chair_id)
    chair.fixture = fixture
    return chair


def _seat(chair: Chair, user: Any) -> None:
    """Give the chair to a substitute, at the table too if it is open."""
    out = chair.entry.user
    chair.substitute, chair.rsvp, chair.checked_in_at = user, Rsvp.YES, None
    chair.save(update_fields=["substitute", "rsvp", "checked_in_at"])
    if out is not None and not chair.forfeited:
        opening.seat_substitute(chair.fixture, out, user)
    league = chair.fixture.round.division.season.league
    webhooks.tell(league, "fixture.substituted", webhooks.about(chair.fixture))
