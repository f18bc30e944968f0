"""The time section of a fixture's page, for visitors, players and organisers.

Members' free hours are private. Only players and organisers see how many players a time suits.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from accounts.requests import Visitor
from games.engine.required import required
from games.leagues import roles
from games.leagues.fixtures import fixtures, opening
from games.leagues.membership import availability
from games.leagues.models import Answer, Chair, Fixture, Member, Proposal
from games.leagues.scheduling import attendance, proposals, substitutes
from games.matches.public import DELETED, shown_name

Can = Answer.Can


@dataclass(frozen=True)
class ProposedTime:
    """A proposed time: all answers, the number of players free then, and the user's own answer."""

    proposal: Proposal
    yes: Sequence[str]
    maybe: Sequence[str]
    no: Sequence[str]
    suits: int
    of: int
    mine: str
    is_chosen: bool
    by: str


@dataclass(frozen=True)
class Attendee:
    """A player of the fixture, with their attendance."""

    chair: Chair
    name: str
    instead_of: str
    is_away: bool
    is_there: bool
    is_own: bool
    wants_substitute: bool


@dataclass(frozen=True)
class FixtureTiming:
    """A fixture's time and attendance, with what a user may see and do about them."""

    fixture: Fixture
    zone: str
    mine: Chair | None
    organises: bool
    can_plan: bool
    length: timedelta
    options: Sequence[ProposedTime]
    attendees: Sequence[Attendee]
    can_open: bool
    table: str
    can_stand_in: bool
    is_by_day: bool
    has_availability: bool
    somebody_has_availability: bool

    @property
    def sees_plans(self) -> bool:
        """Return whether the user may see proposals and answers."""
        return self.mine is not None or self.organises

    @property
    def lists_who_comes(self) -> bool:
        """Return whether attendance is shown: with an agreed time, or at a correspondence table."""
        return self.fixture.starts_at is not None or (self.is_by_day and len(self.attendees) > 2)

    @property
    def asks_for_times(self) -> bool:
        """Return whether the players still have to choose a time."""
        is_planned = self.fixture.status == Fixture.Status.PLANNED
        return self.sees_plans and is_planned and not self.is_by_day

    @property
    def ends_at(self) -> datetime | None:
        """Return the expected end of the fixture."""
        return self.fixture.starts_at and self.fixture.starts_at + self.length

    @property
    def to_be_replaced(self) -> Sequence[Attendee]:
        """Return the players who want a substitute."""
        return [one for one in self.attendees if one.wants_substitute]


def timing_of(fixture: Fixture, user: Visitor, member: Member | None) -> FixtureTiming:
    """Return the timing of `fixture` for `user`, whose membership in the league is `member`."""
    season = fixture.round.division.season
    league = season.league
    chairs = fixtures.seated(fixture)
    mine = _mine(chairs, user)
    organises = roles.has(member, "schedule")
    not_begun = fixture.status in fixtures.NOT_BEGUN and not fixtures.has_begun(fixture)
    can_plan = not_begun and fixtures.is_playable(fixture)
    sees = mine is not None or organises
    fixture_match = fixtures.open_game(fixture) if mine is not None else None
    people = proposals.people_of(fixture) if sees and can_plan else []
    return FixtureTiming(
        fixture=fixture,
        zone=member.timezone if member else league.timezone,
        mine=mine,
        organises=organises,
        can_plan=can_plan,
        length=availability.length_of(season),
        options=_options(fixture, chairs, mine, people) if sees and can_plan else (),
        attendees=[_attendee(chair, fixture, mine) for chair in chairs],
        can_open=can_plan and mine is not None and _may_open(fixture, chairs),
        table="" if fixture_match is None else required(fixture_match.match).get_absolute_url(),
        can_stand_in=can_plan and substitutes.can_stand_in(member, chairs),
        is_by_day=proposals.is_by_day(fixture),
        has_availability=member is not None and bool(member.hours),
        somebody_has_availability=any(person.hours for person in people),
    )


def _mine(chairs: Sequence[Chair], user: Visitor) -> Chair | None:
    if not getattr(user, "is_authenticated", False):
        return None
    own = (chair for chair in chairs if chair.user_id_playing == user.pk and not chair.forfeited)
    return next(own, None)


def _may_open(fixture: Fixture, chairs: Sequence[Chair]) -> bool:
    """Return whether the players may open their table now."""
    if fixture.status != Fixture.Status.PLANNED or not fixture.round.has_opened:
        return False
    if not opening.are_enough(fixture, fixtures.to_fill(chairs)):
        return False
    return fixture.starts_at is not None or not fixtures.is_lost(fixture)


def name_of(chair: Chair) -> str:
    """Return the name of the player on a seat."""
    if chair.substitute is not None:
        return chair.substitute.name
    return shown_name(chair.entry.name if chair.entry.user_id else DELETED)


def _attendee(chair: Chair, fixture: Fixture, mine: Chair | None) -> Attendee:
    return Attendee(
        chair=chair,
        name=name_of(chair),
        instead_of=chair.entry.name if chair.substitute_id else "",
        is_away=chair.rsvp == Chair.Rsvp.NO,
        is_there=chair.checked_in_at is not None,
        is_own=mine is not None and chair.pk == mine.pk,
        wants_substitute=attendance.wants_substitute(chair),
    )


def _options(
    fixture: Fixture, chairs: Sequence[Chair], mine: Chair | None,
    people: Sequence[proposals.RequiredPlayer],
) -> Sequence[ProposedTime]:  # fmt: skip
    """Return the proposed times, the earliest first."""
    coming = fixture.proposals.filter(starts_at__gt=timezone.now()).select_related("by")
    length = availability.length_of(fixture.round.division.season)
    times = []
    for proposal in coming.prefetch_related("answers"):
        answers = {answer.chair_id: answer.can for answer in proposal.answers.all()}
        times.append(
            ProposedTime(
                proposal=proposal,
                yes=_who(chairs, answers, Can.YES),
                maybe=_who(chairs, answers, Can.MAYBE),
                no=_who(chairs, answers, Can.NO),
                suits=sum(proposals.suits(one, proposal.starts_at, length) for one in people),
                of=len(people),
                mine=answers.get(mine.pk, "") if mine else "",
                is_chosen=proposal.starts_at == fixture.starts_at,
                by=proposal.by.name if proposal.by else "",
            )
        )
    return times


def _who(chairs: Sequence[Chair], answers: dict[int, str], can: str) -> Sequence[str]:
    return [name_of(chair) for chair in chairs if answers.get(chair.pk) == can]
