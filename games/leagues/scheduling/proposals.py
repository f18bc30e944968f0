"""Finding a time: suggestions based on members' free hours, proposals, and agreement."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.moments import zone_of
from games.engine.required import required
from games.leagues import errors
from games.leagues.audit.recorder import Recorder, change_silently, record
from games.leagues.fixtures import fixtures, reminders
from games.leagues.membership import availability
from games.leagues.models import Answer, Chair, Fixture, Member, Proposal, Reminder, Round
from games.matches.models import Match

Can = Answer.Can

#: The minimum notice for a suggested time.
NOTICE = timedelta(hours=6)
#: How far ahead a round without an end is searched.
HORIZON = timedelta(days=14)
#: The maximum number of proposed times per fixture, and per player in it.
MOST, MOST_OF_ONE = 12, 4
#: Hours at which people are assumed to be awake.
WAKING = range(9, 23)
#: The preferred hour if no free hours are known.
EVENING = 19
#: The maximum number of fixtures per run of the job: each takes 40 ms, in which matches wait.
TOGETHER = 5


class RequiredPlayer(NamedTuple):
    """A player whose free hours count."""

    zone: ZoneInfo
    hours: frozenset[int]
    busy: tuple[tuple[datetime, datetime], ...] = ()


def suits(person: RequiredPlayer, start: datetime, length: timedelta) -> bool:
    """Return whether the player is free, given their hours and their other fixtures."""
    end = start + length
    if any(begins < end and start < ends for begins, ends in person.busy):
        return False
    return availability.can(person.hours, person.zone, start, length)


def best_times(
    people: Sequence[RequiredPlayer], candidates: Sequence[datetime], length: timedelta, count: int
) -> list[datetime]:
    """Return the `count` candidates that suit the most players, on different days if possible.

    Ties are broken by the number of people awake, then by distance from the evening, then by time.
    """
    fits = {start: sum(suits(one, start, length) for one in people) for start in candidates}
    order = sorted(fits, key=lambda start: (-fits[start], *_discomfort(people, start), start))
    times: list[datetime] = []
    while order and len(times) < count:
        days = {start.date() for start in times}
        equal = [start for start in order if fits[start] == fits[order[0]]]
        times.append(next((start for start in equal if start.date() not in days), order[0]))
        order.remove(times[-1])
    return sorted(times)


def _discomfort(people: Sequence[RequiredPlayer], start: datetime) -> tuple[int, int]:
    """Return the number of players asleep, and the total distance in hours from the evening."""
    local = [start.astimezone(person.zone).hour for person in people]
    asleep = sum(hour not in WAKING for hour in local)
    return asleep, sum(abs(hour - EVENING) for hour in local)


def candidates_of(fixture: Fixture, now: datetime) -> list[datetime]:
    """Return every full hour in the league's time zone at which the fixture fits into its round."""
    round_ = fixture.round
    season = round_.division.season
    first = max(now + NOTICE, round_.opens_at or now)
    last = (fixture.deadline or first + HORIZON) - availability.length_of(season)
    zone = season.league.zone
    local = first.astimezone(zone)
    past = timedelta(minutes=local.minute, seconds=local.second, microseconds=local.microsecond)
    start = first.astimezone(UTC) - past + (timedelta(hours=1) if past else timedelta())
    steps = int((last - start) / timedelta(hours=1)) + 1 if last >= start else 0
    return [start + timedelta(hours=step) for step in range(steps)]


def people_of(fixture: Fixture) -> list[RequiredPlayer]:
    """Return the fixture's players, with their free hours and other fixtures."""
    league = fixture.round.division.season.league
    users = [required(one.user_id_playing) for one in fixtures.to_fill(fixtures.seated(fixture))]
    members = {m.user_id: m for m in Member.objects.filter(league=league, user__in=users)}
    busy = _busy(fixture, users)
    return [_person(members.get(user), league, busy.get(user, [])) for user in users]


def _person(member: Member | None, league: Any, busy: Sequence[Any]) -> RequiredPlayer:
    name = member.timezone if member else league.timezone
    return RequiredPlayer(
        zone_of(name), frozenset(member.hours if member else ()), busy=tuple(busy)
    )


def _busy(fixture: Fixture, users: Sequence[int]) -> dict[int, list[tuple[datetime, datetime]]]:
    """Return the times of other fixtures by user, each from its start to its expected end."""
    length = availability.length_of(fixture.round.division.season)
    chairs = Chair.objects.filter(
        Q(substitute__in=users) | Q(substitute=None, entry__user__in=users),
        fixture__starts_at__isnull=False,
        fixture__status__in=fixtures.NOT_BEGUN,
        fixture__round__status=Round.Status.PUBLISHED,
    ).exclude(fixture=fixture)
    busy: dict[int, list[tuple[datetime, datetime]]] = {}
    for substitute, player, at in chairs.values_list(
        "substitute", "entry__user", "fixture__starts_at"
    ):
        begins = required(at)
        busy.setdefault(substitute or player, []).append((begins, begins + length))
    return busy


def suggest(fixture: Fixture, count: int = 3) -> list[Proposal]:
    """Create proposals for the times that suit the most players' hours, and return them."""
    candidates = candidates_of(fixture, timezone.now())
    length = availability.length_of(fixture.round.division.season)
    times = best_times(people_of(fixture), candidates, length, count)
    with transaction.atomic():
        return [
            Proposal.objects.get_or_create(fixture=fixture, starts_at=start)[0] for start in times
        ]


def prepare_due() -> None:
    """Suggest times for fixtures that were just published, and notify their players."""
    fresh = Fixture.objects.filter(
        fixtures.PLAYABLE,
        status=Fixture.Status.PLANNED,
        chairs__entry__user__isnull=False,
    ).exclude(reminders__kind=reminders.PUBLISHED)
    ids = fresh.order_by("pk").values_list("pk", flat=True).distinct()
    fixtures.each(ids[:TOGETHER], _prepare)
    fixtures.each(_without_choice().values_list("pk", flat=True)[:TOGETHER], _suggest_again)


def _without_choice() -> QuerySet[Fixture]:
    """Return the fixtures all of whose proposed times have passed, or are outside a moved round."""
    now = timezone.now()
    coming = Proposal.objects.filter(fixture=OuterRef("pk"), starts_at__gt=now)
    questions = Reminder.objects.filter(fixture=OuterRef("pk"), kind=reminders.PUBLISHED)
    waiting = Fixture.objects.alias(ends=fixtures.DEADLINE).filter(
        fixtures.PLAYABLE,
        Exists(questions),
        ~Exists(coming),
        status=Fixture.Status.PLANNED,
        starts_at=None,
        ends__gt=now + NOTICE + availability.LONGEST + timedelta(hours=1),
    )
    return waiting.exclude(round__division__season__pace=Match.Pace.DAILY).order_by("pk")


def _suggest_again(fixture: Fixture) -> None:
    """Suggest other times for a locked fixture that has no valid proposal."""
    if fixture.starts_at is None and not _coming(fixture).exists():
        suggest(fixture)


def _prepare(fixture: Fixture) -> None:
    """Suggest times for a locked fixture, and schedule the e-mails about it, but only once."""
    if fixture.reminders.filter(kind=reminders.PUBLISHED).exists():
        return
    is_open = fixture.starts_at is None and not is_by_day(fixture)
    if is_open and not fixture.proposals.exists():
        suggest(fixture)
    reminders.tell_published(fixture)


def propose(fixture_id: int, user: User, starts_at: datetime) -> Proposal:
    """Propose a time; the proposer agrees to it.

    :raises Refused: NoSuchFixture, NotYours, TooLateToPlan, BadTime or TooManyProposals.
    """
    with transaction.atomic():
        fixture = fixtures.locked_plan(fixture_id)
        chair = fixtures.chair_of(fixture, user)
        check_time(fixture, starts_at)
        proposal = fixture.proposals.filter(starts_at=starts_at).first()
        if proposal is None:
            _check_room(fixture, user)
            proposal = Proposal.objects.create(fixture=fixture, starts_at=starts_at, by=user)
            others = set(reminders.still_playing(fixture)) - {user.pk}
            reminders.arm(fixture, reminders.PROPOSED, others, again=reminders.AGAIN)
        _answer(fixture, proposal, chair, Can.YES)
    return proposal


def check_time(fixture: Fixture, starts_at: datetime) -> None:
    """Check that a fixture may be played at that time.

    :raises BadTime: if it is in the past, or outside the fixture's round.
    """
    round_ = fixture.round
    if starts_at <= timezone.now():
        raise errors.BadTime
    if fixture.deadline is not None and starts_at > fixture.deadline:
        raise errors.BadTime
    if round_.opens_at is not None and starts_at < round_.opens_at:
        raise errors.BadTime


def _check_room(fixture: Fixture, user: User) -> None:
    coming = _coming(fixture)
    if coming.count() >= MOST or coming.filter(by=user).count() >= MOST_OF_ONE:
        raise errors.TooManyProposals


def _coming(fixture: Fixture) -> QuerySet[Proposal]:
    return fixture.proposals.filter(starts_at__gt=timezone.now())


def answer(fixture_id: int, proposal_id: int, user: User, can: str) -> None:
    """Store a player's answer to a proposed time; if all agree, set the fixture's time.

    :raises Refused: NoSuchFixture, NotYours, TooLateToPlan, NoSuchProposal or NoSuchAnswer.
    """
    if can not in Can.values:
        raise errors.NoSuchAnswer
    with transaction.atomic():
        fixture = fixtures.locked_plan(fixture_id)
        chair = fixtures.chair_of(fixture, user)
        proposal = _coming(fixture).filter(pk=proposal_id).first()
        if proposal is None:
            raise errors.NoSuchProposal
        _answer(fixture, proposal, chair, can)


def _answer(fixture: Fixture, proposal: Proposal, chair: Chair, can: str) -> None:
    Answer.objects.update_or_create(proposal=proposal, chair=chair, defaults={"can": can})
    if can != Can.NO and fixture.starts_at != proposal.starts_at and is_agreed(proposal):
        set_anew(fixture, proposal.starts_at)


def is_agreed(proposal: Proposal) -> bool:
    """Return whether all players have answered, at least one with yes, and none with no."""
    words = dict(proposal.answers.values_list("chair", "can"))
    answers = [words.get(one.pk, Can.NO) for one in fixtures.chairs_to_fill(proposal.fixture)]
    return Can.NO not in answers and Can.YES in answers


def set_anew(
    fixture: Fixture, starts_at: datetime | None, recorder: Recorder | None = None
) -> None:
    """Set, change or remove the time of a fixture, and close its waiting table.

    The caller must have locked the fixture.
    """
    if recorder is None:
        with change_silently(fixture.round.division.season.league) as recorder:
            recorder.edit(fixture, starts_at=starts_at)
    else:
        recorder.edit(fixture, starts_at=starts_at)
    fixture.moves += 1
    _follow_new_time(fixture)


def follow(fixture_id: int) -> None:
    """Update a fixture to its restored time, and notify users who know the undone time.

    :raises Refused: TooLateToPlan once the fixture has begun, or BadTime if the time is in the
        past.
    """
    fixture = fixtures.lock_fixture(fixture_id)
    if fixture.round.is_draft:  # nobody was notified, or the withdrawal of the round was announced
        return
    if fixture.status not in fixtures.NOT_BEGUN or fixtures.has_begun(fixture):
        raise errors.TooLateToPlan
    if fixture.starts_at is not None and fixture.starts_at <= timezone.now():
        raise errors.BadTime
    _follow_new_time(fixture)


def _follow_new_time(fixture: Fixture) -> None:
    """Close a table that was opened for another time, reset attendance, and e-mail the new time."""
    fixtures.take_back(fixture)
    knew = fixture.moved_at
    fixture.status, fixture.moved_at = Fixture.Status.PLANNED, timezone.now()
    fixture.save(update_fields=["starts_at", "status", "moves", "moved_at"])
    fixture.chairs.update(rsvp=Chair.Rsvp.EXPECTED, checked_in_at=None)
    if fixture.starts_at is None:
        reminders.tell_unscheduled(fixture, since=knew)
    else:
        reminders.tell_scheduled(fixture)


def set_time(fixture_id: int, actor: User, starts_at: datetime, *, reason: str = "") -> None:
    """Set the time of a fixture as an organiser.

    :raises Refused: NotAllowed, NoSuchFixture, TooLateToPlan or BadTime.
    """
    row = Fixture.objects.select_related(fixtures.DEEP).filter(pk=fixture_id).first()
    if row is None:
        raise errors.NoSuchFixture
    season = row.round.division.season
    about = row.place
    with record(season, actor, "set_time", about=about, reason=reason) as recorder:
        fixture = fixtures.locked_plan(fixture_id)
        check_time(fixture, starts_at)
        set_anew(fixture, starts_at, recorder)


def set_round(round_id: int, actor: User, starts_at: datetime, *, reason: str = "") -> int:
    """Set one time for all fixtures of a round that have not started; return their number.

    :raises Refused: NotAllowed, NoSuchFixture or BadTime.
    """
    with transaction.atomic():
        waiting = Fixture.objects.filter(round=round_id, status__in=fixtures.NOT_BEGUN)
        count = 0
        for fixture_id in waiting.order_by("pk").values_list("pk", flat=True):
            try:
                with transaction.atomic():
                    set_time(fixture_id, actor, starts_at, reason=reason)
            except errors.TooLateToPlan:
                continue
            count += 1
    return count


def is_by_day(fixture: Fixture) -> bool:
    """Return whether the fixture is played by correspondence, and so doesn't need a time."""
    return fixture.round.division.season.pace == Match.Pace.DAILY
