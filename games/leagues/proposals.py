"""Finding a time: what suits most by their hours, what people propose, and what is agreed."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.leagues import fixtures, hours, refusals_when, reminders, roles, webhooks
from games.leagues.ledger import Ledger, recorded
from games.leagues.models import Answer, Chair, Fixture, Member, Proposal, Round, Season
from games.matches.models import Match

Can = Answer.Can

#: How soon a time may be suggested.
NOTICE = timedelta(hours=6)
#: How far ahead a round without an end is looked at.
HORIZON = timedelta(days=14)
#: Times that a fixture may have to choose from, and that one player may add.
MOST, MOST_OF_ONE = 12, 4
#: Hours at which nobody needs to be asked whether they sleep.
WAKING = range(9, 23)
#: The hour that suits most where nobody says anything.
EVENING = 19
#: Fixtures prepared in one round of chores: each takes some 40 ms, and matches are waiting.
TOGETHER = 5


class Person(NamedTuple):
    """Who has to come, as far as the clock goes."""

    zone: ZoneInfo
    given: frozenset[int]
    busy: tuple[tuple[datetime, datetime], ...] = ()


def suits(person: Person, start: datetime, length: timedelta) -> bool:
    """Return whether a person can then: by their hours, and playing nothing else."""
    end = start + length
    if any(begins < end and start < ends for begins, ends in person.busy):
        return False
    return hours.can(person.given, person.zone, start, length)


def best_times(
    people: Sequence[Person], candidates: Sequence[datetime], length: timedelta, count: int
) -> list[datetime]:
    """Return the `count` candidates that suit most, on different days where that costs nobody.

    Among equals, those at which more people are awake, then those nearer to the evening, then
    the earlier.
    """
    suited = {start: sum(suits(one, start, length) for one in people) for start in candidates}
    ranked = sorted(suited, key=lambda start: (-suited[start], *_discomfort(people, start), start))
    chosen: list[datetime] = []
    while ranked and len(chosen) < count:
        days = {start.date() for start in chosen}
        equal = [start for start in ranked if suited[start] == suited[ranked[0]]]
        chosen.append(next((start for start in equal if start.date() not in days), ranked[0]))
        ranked.remove(chosen[-1])
    return sorted(chosen)


def _discomfort(people: Sequence[Person], start: datetime) -> tuple[int, int]:
    """Return how many would be asleep, and how far from the evening it is for all together."""
    local = [start.astimezone(person.zone).hour for person in people]
    asleep = sum(hour not in WAKING for hour in local)
    return asleep, sum(abs(hour - EVENING) for hour in local)


def candidates_of(fixture: Fixture, now: datetime) -> list[datetime]:
    """Return every full hour of the league's clock at which the fixture fits into its round."""
    drawn = fixture.round
    season = drawn.division.season
    first = max(now + NOTICE, drawn.opens_at or now)
    last = (drawn.closes_at or first + HORIZON) - hours.length_of(season)
    zone = hours.zone_of(season.league.timezone)
    local = first.astimezone(zone)
    past = timedelta(minutes=local.minute, seconds=local.second, microseconds=local.microsecond)
    start = first.astimezone(UTC) - past + (timedelta(hours=1) if past else timedelta())
    steps = int((last - start) / timedelta(hours=1)) + 1 if last >= start else 0
    return [start + timedelta(hours=step) for step in range(steps)]


def people_of(fixture: Fixture) -> list[Person]:
    """Return who has to come, with their hours and what else they are to play."""
    league = fixture.round.division.season.league
    chairs = list(fixtures.chairs_to_fill(fixture))
    ids = [chair.user_id_playing for chair in chairs]
    known = {m.user_id: m for m in Member.objects.filter(league=league, user__in=ids)}
    return [_person(fixture, chair, known.get(chair.user_id_playing), league) for chair in chairs]


def _person(fixture: Fixture, chair: Chair, member: Member | None, league: Any) -> Person:
    name = member.timezone if member else league.timezone
    given = frozenset(member.hours if member else ())
    others = Fixture.objects.filter(
        chairs__in=Chair.objects.filter(fixtures.plays(chair.user_id_playing)),
        starts_at__isnull=False,
        status__in=fixtures.NOT_BEGUN,
        round__status=Round.Status.PUBLISHED,
    ).exclude(pk=fixture.pk)
    length = hours.length_of(fixture.round.division.season)
    busy = tuple((at, at + length) for at in others.values_list("starts_at", flat=True))
    return Person(hours.zone_of(name), given, busy)


def suggest(fixture: Fixture, count: int = 3) -> list[Proposal]:
    """Propose the times that suit most people by their hours, and return them."""
    candidates = candidates_of(fixture, timezone.now())
    length = hours.length_of(fixture.round.division.season)
    times = best_times(people_of(fixture), candidates, length, count)
    with transaction.atomic():
        return [
            Proposal.objects.get_or_create(fixture=fixture, starts_at=start)[0] for start in times
        ]


def prepare_due() -> None:
    """Suggest times for fixtures that were just published, and tell their players of them."""
    fresh = Fixture.objects.filter(
        status=Fixture.Status.PLANNED,
        round__status=Round.Status.PUBLISHED,
        round__division__season__status=Season.Status.RUNNING,
        chairs__entry__user__isnull=False,
    ).exclude(reminders__kind=reminders.PUBLISHED)
    ids = fresh.order_by("pk").values_list("pk", flat=True).distinct()
    fixtures.each(ids[:TOGETHER], _prepare)


def _prepare(fixture: Fixture) -> None:
    """Suggest times for a locked fixture, and note that its players are told; only once."""
    if fixture.reminders.filter(kind=reminders.PUBLISHED).exists():
        return
    is_open = fixture.starts_at is None and not is_by_day(fixture)
    if is_open and not fixture.proposals.exists():
        suggest(fixture)
    reminders.tell_published(fixture)


def propose(fixture_id: int, user: Any, starts_at: datetime) -> Proposal:
    """Propose a time oneself; whoever proposes can.

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
            reminders.tell_proposed(fixture, but=user)
        _answer(fixture, proposal, chair, Can.YES)
    return proposal


def check_time(fixture: Fixture, starts_at: datetime) -> None:
    """Check that a fixture may be played at that time.

    :raises BadTime: if it is behind us, or outside of its round.
    """
    drawn = fixture.round
    if starts_at <= timezone.now():
        raise refusals_when.BadTime
    if drawn.closes_at is not None and starts_at > drawn.closes_at:
        raise refusals_when.BadTime
    if drawn.opens_at is not None and starts_at < drawn.opens_at:
        raise refusals_when.BadTime


def _check_room(fixture: Fixture, user: Any) -> None:
    coming = _coming(fixture)
    if coming.count() >= MOST or coming.filter(by=user).count() >= MOST_OF_ONE:
        raise refusals_when.TooManyProposals


def _coming(fixture: Fixture) -> QuerySet[Proposal]:
    return fixture.proposals.filter(starts_at__gt=timezone.now())


def answer(fixture_id: int, proposal_id: int, user: Any, can: str) -> None:
    """Say whether one can at a proposed time; what everybody can is agreed at once.

    :raises Refused: NoSuchFixture, NotYours, TooLateToPlan, NoSuchProposal or NoSuchAnswer.
    """
    if can not in Can.values:
        raise refusals_when.NoSuchAnswer
    with transaction.atomic():
        fixture = fixtures.locked_plan(fixture_id)
        chair = fixtures.chair_of(fixture, user)
        proposal = _coming(fixture).filter(pk=proposal_id).first()
        if proposal is None:
            raise refusals_when.NoSuchProposal
        _answer(fixture, proposal, chair, can)


def _answer(fixture: Fixture, proposal: Proposal, chair: Chair, can: str) -> None:
    Answer.objects.update_or_create(proposal=proposal, chair=chair, defaults={"can": can})
    if can != Can.NO and fixture.starts_at != proposal.starts_at and is_agreed(proposal):
        _set(fixture, proposal.starts_at)


def is_agreed(proposal: Proposal) -> bool:
    """Return whether everybody has answered and nobody cannot, with at least one who can well."""
    said = dict(proposal.answers.values_list("chair", "can"))
    asked = fixtures.chairs_to_fill(proposal.fixture).values_list("pk", flat=True)
    answers = [said.get(pk, Can.NO) for pk in asked]
    return Can.NO not in answers and Can.YES in answers


def _set(fixture: Fixture, starts_at: datetime, ledger: Ledger | None = None) -> None:
    """Fix the time of a fixture, anew if it had one; a table that waits is closed."""
    if ledger is not None:
        ledger.edit(fixture, starts_at=starts_at)
    fixture.starts_at = starts_at
    fixture.moves += 1
    _moved(fixture)


def follow(fixture_id: int) -> None:
    """Have everything follow a time that was put back: who knew the one that was undone is told.

    :raises Refused: TooLateToPlan once it has begun, or BadTime if the time is behind us.
    """
    fixture = fixtures.locked(fixture_id)
    if fixture.round.is_draft:  # nobody was told, or their round is taken back
        return
    if fixture.status not in fixtures.NOT_BEGUN or fixtures.has_begun(fixture):
        raise refusals_when.TooLateToPlan
    if fixture.starts_at is not None and fixture.starts_at <= timezone.now():
        raise refusals_when.BadTime
    _moved(fixture)


def _moved(fixture: Fixture) -> None:
    """Close a table that waits for another time, ask who comes, and tell of the new time."""
    fixtures.take_back(fixture)
    knew = fixture.moved_at
    fixture.status, fixture.moved_at = Fixture.Status.PLANNED, timezone.now()
    fixture.save(update_fields=["starts_at", "status", "moves", "moved_at"])
    _ask_again(fixture)
    if fixture.starts_at is None:
        reminders.tell_unscheduled(fixture, since=knew)
    else:
        reminders.tell_scheduled(fixture)
    league = fixture.round.division.season.league
    webhooks.tell(league, "fixture.scheduled", webhooks.about(fixture))


def _ask_again(fixture: Fixture) -> None:
    """Let those come who said that they can at the new time, and ask the others anew."""
    can = Answer.objects.filter(
        proposal__fixture=fixture, proposal__starts_at=fixture.starts_at, can=Can.YES
    )
    fixture.chairs.update(rsvp=Chair.Rsvp.UNKNOWN, checked_in_at=None)
    fixture.chairs.filter(pk__in=can.values("chair")).update(rsvp=Chair.Rsvp.YES)


def set_time(fixture_id: int, actor: Any, starts_at: datetime, *, reason: str = "") -> None:
    """Set the time of a fixture as an organiser.

    :raises Refused: NotAllowed, NoSuchFixture, TooLateToPlan or BadTime.
    """
    known = Fixture.objects.select_related(fixtures.DEEP).filter(pk=fixture_id).first()
    if known is None:
        raise refusals_when.NoSuchFixture
    season = known.round.division.season
    about = f"{known.round.number}/{known.number}"
    with recorded(
        season.league, actor, "set_time", season=season, about=about, reason=reason
    ) as ledger:
        fixture = fixtures.locked_plan(fixture_id)
        roles.require(actor, season.league, "schedule")
        check_time(fixture, starts_at)
        _set(fixture, starts_at, ledger)


def set_round(round_id: int, actor: Any, starts_at: datetime, *, reason: str = "") -> int:
    """Set one time for all fixtures of a round that have not begun; return how many.

    :raises Refused: NotAllowed, NoSuchFixture or BadTime.
    """
    with transaction.atomic():
        waiting = Fixture.objects.filter(round=round_id, status__in=fixtures.NOT_BEGUN)
        moved = 0
        for fixture_id in waiting.order_by("pk").values_list("pk", flat=True):
            try:
                with transaction.atomic():
                    set_time(fixture_id, actor, starts_at, reason=reason)
            except refusals_when.TooLateToPlan:
                continue
            moved += 1
    return moved


def is_by_day(fixture: Fixture) -> bool:
    """Return whether it is played by the day: then nobody has to come at a certain hour."""
    return fixture.round.division.season.pace == Match.Pace.DAILY
