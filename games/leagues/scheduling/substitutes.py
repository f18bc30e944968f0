"""Substitutes: candidates, offers, exclusions, and seating."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from accounts.models import User
from accounts.moments import zone_of
from games.leagues import errors, roles
from games.leagues.audit.recorder import Recorder, lock, record
from games.leagues.fixtures import fixtures, forfeits, opening
from games.leagues.membership import availability, conduct
from games.leagues.models import Chair, Entry, Fixture, Member, Round
from games.leagues.scheduling import attendance

Rsvp = Chair.Rsvp


@dataclass(frozen=True)
class Candidate:
    """A possible substitute, and whether they have offered, are free at the time, or are excluded.

    `is_free` is known only for members who have offered: other members' hours are private.
    """

    member: Member
    has_offered: bool
    is_free: bool
    must_not: bool


def candidates(fixture: Fixture) -> list[Candidate]:
    """Return the members not playing in a fixture; those allowed, offering and free come first."""
    season = fixture.round.division.season
    here = _people_of(fixture.chairs.select_related("entry"))
    members = season.league.members.filter(status=Member.Status.ACTIVE).exclude(user__in=here)
    must_not = busy_then(fixture) | _out(fixture)
    length = availability.length_of(season)
    result = []
    for member in members.select_related("user").order_by("user__display_name", "pk"):
        is_out = member.user_id in must_not
        is_offer = member.can_substitute and not is_out
        free = is_offer and fixture.starts_at is not None and availability.can(
            member.hours, zone_of(member.timezone), fixture.starts_at, length
        )  # fmt: skip
        result.append(Candidate(member, is_offer, free, is_out))
    return sorted(result, key=lambda one: (one.must_not, not one.is_free, not one.has_offered))


def _people_of(chairs: Iterable[Chair]) -> set[int]:
    """Return the keys of the users on these chairs: players and substitutes."""
    return {key for one in chairs for key in (one.substitute_id, one.entry.user_id) if key}


def busy_then(fixture: Fixture) -> set[int]:
    """Return the users who play another fixture at the same time, in any league."""
    at = fixture.starts_at
    if at is None:
        return set()
    length = availability.length_of(fixture.round.division.season)
    others = Chair.objects.filter(
        Q(fixture__status__in=fixtures.NOT_BEGUN) | Q(fixture__status=Fixture.Status.RUNNING),
        fixture__starts_at__gt=at - length, fixture__starts_at__lt=at + length,
        fixture__round__status=Round.Status.PUBLISHED, forfeited=False,
    ).exclude(fixture=fixture)  # fmt: skip
    playing = (one.user_id_playing for one in others.select_related("entry"))
    return {key for key in playing if key is not None}


def _out(fixture: Fixture) -> set[int]:
    """Return the users who were disqualified from the season, or are barred from the league."""
    season = fixture.round.division.season
    out = season.entries.filter(status=Entry.Status.DISQUALIFIED).exclude(user=None)
    return {*out.values_list("user_id", flat=True), *conduct.kept_out(season.league)}


def put_in(chair: Chair, actor: User, user: User | None, *, reason: str) -> None:
    """Put in `user` as an organiser's choice of substitute; None restores the player.

    :raises Refused: NotAllowed, NotAMember, MatchesBegun, NeedsReason, AlreadyEntered for players
        of this fixture, CannotSubstitute for excluded people, or AlreadyDecided if another
        substitute has been put in.
    """
    season = chair.entry.season
    if user is not None and roles.member_of(season.league, user) is None:
        raise errors.NotAMember
    with record(season, actor, "substitute", about=chair.entry.name, reason=reason) as recorder:
        fixture = fixtures.lock_fixture(chair.fixture_id)
        before = chair.substitute_id
        lock(chair)
        if chair.substitute_id != before:
            raise errors.AlreadyDecided
        if fixture.status not in fixtures.NOT_BEGUN:
            raise errors.MatchesBegun
        if user is not None:
            playing = fixture.chairs.select_related("entry")
            if any(one.user_id_playing == user.pk for one in playing):
                raise errors.AlreadyEntered
            _check_free(fixture, user)
        fixtures.take_back(fixture)
        fields = {"rsvp": Rsvp.EXPECTED, "checked_in_at": None}  # as answered by somebody else
        recorder.edit(chair, substitute=user, forfeited=False, **fields)
        if user is None and chair.entry.status in forfeits.GONE:
            forfeits.forfeit(fixture, [chair.entry_id], recorder)


def _check_free(fixture: Fixture, user: User) -> None:
    """Check that a user may play in a fixture, and is free at its time.

    :raises CannotSubstitute: if they play elsewhere then, or are excluded.
    """
    if user.pk in busy_then(fixture) | _out(fixture):
        raise errors.CannotSubstitute


def offer(chair_id: int, user: User) -> None:
    """Take the chair of a player who cannot come; the first offer gets it.

    :raises Refused: NoSuchFixture, TooLateToPlan, NoSubstituteWanted or CannotSubstitute.
    """
    row = Chair.objects.select_related("entry__season__league").filter(pk=chair_id).first()
    if row is None:
        raise errors.NoSuchFixture
    season = row.entry.season
    about = f"{row.entry.name} / {user.name}"
    with record(season, user, "stand_in", about=about, is_own=True) as recorder:
        chair = _lock_chair(chair_id)
        fixture = chair.fixture
        member = roles.member_of(fixture.round.division.season.league, user)
        if not can_stand_in(member, fixtures.SEATED.filter(fixture=fixture)):
            raise errors.CannotSubstitute
        if not attendance.wants_substitute(chair):
            raise errors.NoSubstituteWanted
        _check_free(fixture, user)
        _seat(chair, user, recorder)


def can_stand_in(member: Member | None, chairs: Iterable[Chair]) -> bool:
    """Return whether a member is available as a substitute and not on any of these chairs."""
    if member is None or not member.can_substitute:
        return False
    return member.user_id not in _people_of(chairs)


def _lock_chair(chair_id: int) -> Chair:
    """Return a chair, with its fixture locked and not yet started.

    :raises Refused: NoSuchFixture or TooLateToPlan.
    """
    fixture_id = Chair.objects.filter(pk=chair_id).values_list("fixture", flat=True).first()
    if fixture_id is None:
        raise errors.NoSuchFixture
    fixture = fixtures.locked_plan(fixture_id)
    chair = Chair.objects.select_related("entry__user").get(pk=chair_id)
    chair.fixture = fixture
    return chair


def _seat(chair: Chair, user: User, recorder: Recorder) -> None:
    """Give the chair to a substitute, including the seat at an open table."""
    out = chair.entry.user
    recorder.edit(chair, substitute=user, rsvp=Rsvp.EXPECTED, checked_in_at=None)
    if out is not None:
        opening.seat_substitute(chair.fixture, out, user)
