"""The organisers' inbox: groups of open tasks, each task with its subject and a button."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy, pgettext

from games.leagues.context import LeagueContext
from games.leagues.fixtures import disputes, fixtures, opening
from games.leagues.membership import conduct
from games.leagues.models import (
    Chair,
    Dispute,
    Division,
    Entry,
    Fixture,
    FixtureMatch,
    Round,
    Season,
    Webhook,
)
from games.leagues.public.standings_table import division_name, name_of
from games.leagues.seasons import draws, sitting_out
from games.leagues.seasons.services import is_played_out
from games.matches.models import Player

#: How many tasks of a kind are shown; the others are only counted.
MOST = 6
#: How far ahead deadlines are shown.
SOON = timedelta(hours=48)


#: Titles for groups of tasks about fixtures and players.
LATE = ngettext_lazy(
    "%(count)d fixture is past its deadline", "%(count)d fixtures are past their deadline", "count"
)
MISSING = ngettext_lazy(
    "%(count)d player is not at the table yet", "%(count)d players are not at the table yet",
    "count",
)  # fmt: skip
ABSENT = ngettext_lazy("%(count)d player is late", "%(count)d players are late", "count")
WANTED = ngettext_lazy("%(count)d player cannot come", "%(count)d players cannot come", "count")
ENDING = ngettext_lazy(
    "%(count)d fixture without a time ends within two days",
    "%(count)d fixtures without a time end within two days",
    "count",
)


@dataclass(frozen=True)
class Task:
    """A task: its subject, its time, and the button that opens or completes it."""

    about: str
    address: str
    button: str
    at: Any = None
    is_done_by_press: bool = False
    #: The URL and the label of a second button for an alternative action.
    other: tuple[str, str] | None = None
    #: An applicant's questions and answers, as pairs.
    answers: Sequence[Sequence[str]] = ()


@dataclass(frozen=True)
class TaskGroup:
    """All tasks of one kind; `more` is the number of tasks that are not shown."""

    title: str
    tasks: Sequence[Task]
    more: int = 0
    is_urgent: bool = False


def inbox_of(context: LeagueContext, seasons: Iterable[Season]) -> list[TaskGroup]:
    """Return the open tasks of these seasons, the most urgent first."""
    all_seasons = list(seasons)
    live = [one for one in all_seasons if one.is_running]
    groups: list[TaskGroup] = []
    if context.may("run"):
        groups += _broken_webhooks(context)
    if context.arbitrates:
        groups += _conduct(context)
        groups += _disputes(live)
        groups += _late(live)
    groups += _fixtures(live)
    groups += [group for season in live for group in _rounds(season)]
    if context.may("run"):
        groups += [group for season in all_seasons for group in _finals(season)]
    if context.arbitrates:
        groups += [group for season in all_seasons for group in _applicants(season)]
        groups += [group for season in all_seasons for group in _waiting_list(season)]
    return groups


def _run(name: str, season: Season, *more: Any) -> str:
    return reverse(f"leagues:{name}", args=[season.league.slug, season.number, *more])


def _group(
    title: Any, rows: QuerySet[Any], task: Callable[[Any], Task], *, is_urgent: bool = False
) -> Iterator[TaskGroup]:
    """Yield a group with a task for each row, if there are any rows."""
    count = rows.count()
    if count:
        tasks = [task(row) for row in rows[:MOST]]
        yield TaskGroup(title % {"count": count}, tasks, count - len(tasks), is_urgent)


def _broken_webhooks(context: LeagueContext) -> Iterator[TaskGroup]:
    """Yield the group of webhooks whose receivers do not accept messages."""
    address = reverse("leagues:webhooks", args=[context.league.slug])

    def task(hook: Webhook) -> Task:
        refused = hook.deliveries.filter(delivered_at=None, attempts__gt=0).first()
        answer = hook.refused or (refused and refused.status_code) or _("no answer")
        state = "" if hook.is_active else _("switched off")
        return Task(f"{hook.kind.label} ({answer}) {state}".strip(), address, _("Webhooks"))

    failing = context.league.webhooks.filter(Q(refused__isnull=False) | Q(failures__gt=0))
    yield from _group(
        ngettext_lazy(
            "%(count)d webhook is rejecting messages",
            "%(count)d webhooks are rejecting messages",
            "count",
        ),
        failing.order_by("pk"), task, is_urgent=True,
    )  # fmt: skip


def _conduct(context: LeagueContext) -> Iterator[TaskGroup]:
    """Yield the groups of reports and of appeals that the visitor may decide."""
    league, visitor = context.league, context.actor
    tasks = [
        Task(one.name, reverse("leagues:run-report", args=[league.slug, one.pk]),
             _("Decide the report"), one.reported_at)
        for one in conduct.reports_for(league, visitor).filter(is_settled=False).order_by("pk")
    ] + [
        Task(one.user.name, reverse("leagues:run-appeal", args=[league.slug, one.pk]),
             _("Decide the appeal"), one.appealed_at)
        for one in conduct.appeals_for(league, visitor)
    ]  # fmt: skip
    if tasks:
        yield TaskGroup(_("Conduct"), tasks[:MOST], max(len(tasks) - MOST, 0), is_urgent=True)


def _disputes(seasons: Sequence[Season]) -> Iterator[TaskGroup]:
    rows = Dispute.objects.filter(
        fixture__round__division__season__in=seasons, status=Dispute.Status.OPEN
    ).select_related("by", "fixture__round__division__season__league")

    def task(one: Dispute) -> Task:
        season = one.fixture.round.division.season
        address = _run("run-decide", season, one.pk)
        return Task(
            f"{name_of(one.by)}: {names_of(one.fixture)}", address, _("Decide the dispute"), one.at
        )

    yield from _group(
        ngettext_lazy("%(count)d dispute to decide", "%(count)d disputes to decide", "count"),
        rows.order_by("at"), task, is_urgent=True,
    )  # fmt: skip


def names_of(fixture: Fixture) -> str:
    """Return the names of a duel's players, or the table's number."""
    chairs = list(fixture.chairs.select_related("entry", "substitute").order_by("seat"))
    if len(chairs) > 2:
        number = {"round": fixture.round.number, "table": fixture.number}
        return _("Round %(round)d, table %(table)d") % number
    return " – ".join(
        chair.substitute.name if chair.substitute else name_of(chair.entry) for chair in chairs
    )


def _fixtures(seasons: Sequence[Season]) -> Iterator[TaskGroup]:
    """Yield the groups of fixtures that are late, about to begin, or without a time."""
    now = timezone.now()
    rows = Fixture.objects.filter(fixtures.PLAYABLE, round__division__season__in=seasons)
    rows = rows.alias(ends=fixtures.DEADLINE).select_related(fixtures.DEEP)
    waiting = rows.filter(status__in=fixtures.NOT_BEGUN)
    late = waiting.filter(starts_at=None, ends__lte=now).order_by("ends", "pk")
    yield from _group(LATE, late, _deadline_task, is_urgent=True)
    near = _not_there(waiting.filter(starts_at__gt=now, starts_at__lte=now + opening.EARLY))
    yield from _group(MISSING, _deep(near), _chair_task, is_urgent=True)
    chairs = Chair.objects.filter(
        fixture__in=waiting, rsvp=Chair.Rsvp.NO, substitute=None, forfeited=False
    )
    yield from _group(WANTED, _deep(chairs), _chair_task)
    ending = waiting.filter(pk__in=fixtures.without_time(timedelta(0), SOON))
    yield from _group(ENDING, ending.order_by("ends", "pk"), _deadline_task)


def _late(seasons: Sequence[Season]) -> Iterator[TaskGroup]:
    """Yield the group of players who are late for a fixture."""
    rows = Fixture.objects.filter(fixtures.PLAYABLE, round__division__season__in=seasons)
    missing = _not_there(rows.filter(status__in=fixtures.NOT_BEGUN, starts_at__lte=timezone.now()))
    yield from _group(ABSENT, _deep(missing), _absent_task, is_urgent=True)


def _not_there(waiting: QuerySet[Fixture]) -> QuerySet[Chair]:
    """Return the chairs of players who have neither opened their table nor sat down at it."""
    tables = FixtureMatch.objects.filter(fixture=OuterRef(OuterRef("fixture")))
    seated = Player.objects.filter(
        match__in=tables.values("match"), is_ready=True,
        user=Coalesce(OuterRef("substitute"), OuterRef("entry__user")),
    )  # fmt: skip
    missing = Chair.objects.filter(fixture__in=waiting, checked_in_at=None, forfeited=False)
    return missing.exclude(Exists(seated))


def _deep(chairs: QuerySet[Chair]) -> QuerySet[Chair]:
    rows = chairs.select_related("entry", f"fixture__{fixtures.DEEP}")
    return rows.order_by(F("fixture__starts_at").asc(nulls_last=True), "pk")


def _deadline_task(fixture: Fixture) -> Task:
    season = fixture.round.division.season
    address = _run("run-deadline", season, fixture.pk)
    return Task(names_of(fixture), address, _("Move the deadline"), fixture.deadline)


def _chair_task(chair: Chair) -> Task:
    season = chair.fixture.round.division.season
    address = _run("run-substitute", season, chair.fixture_id)
    return Task(name_of(chair.entry), address, _("Put in a substitute"), chair.fixture.starts_at)


def _absent_task(chair: Chair) -> Task:
    season = chair.fixture.round.division.season
    address = _run("run-forfeit", season, chair.fixture_id) + f"?entries={chair.entry_id}"
    return Task(name_of(chair.entry), address, _("No-show"), chair.fixture.starts_at)


def _rounds(season: Season) -> Iterator[TaskGroup]:
    """Yield the groups of a season's rounds to draw or to publish."""
    tasks = [task for one in season.divisions.all() if (task := _round_task(season, one))]
    if tasks:
        title = _("%(season)s: the next round") % {"season": season.name}
        yield TaskGroup(title, tasks[:MOST], max(len(tasks) - MOST, 0))


def _round_task(season: Season, division: Division) -> Task | None:
    division.season = season
    name = division_name(division)
    draft = division.rounds.filter(status=Round.Status.DRAFT).order_by("number").first()
    is_played = division.rounds.filter(status=Round.Status.PUBLISHED).exists()
    if draft is not None and not (is_played and season.draws_all_at_once):
        about = _("%(division)s: the draft of round %(number)d") % {
            "division": name, "number": draft.number,
        }  # fmt: skip
        return Task(about, _run("run-publish", season, draft.pk), _("Publish"))
    if draft is not None or season.draws_all_at_once or is_played:
        return None
    number = sitting_out.next_round(division)
    if not draws.has_next(division):
        return None
    about = _("%(division)s: round %(number)d") % {"division": name, "number": number}
    if draws.too_few_come(division):
        return Task(about, _run("run-presence", season, division.tier), _("Who plays"))
    return Task(about, _run("run-draft", season, division.tier), pgettext("pair a round", "Draw"))


def _finals(season: Season) -> Iterator[TaskGroup]:
    """Yield the task of opening a played-out season's planned finals, which also closes the season.

    While results can still be disputed, its button opens a confirmation page.
    """
    is_due = season.is_over or is_played_out(season)
    if season.finalists and is_due and not season.finals.exists():
        best = _("The best %(count)d of each division") % {"count": season.finalists}
        is_final = season.is_over or not disputes.disputable(season).exists()
        address, button = _run("run-finals", season), _("Prepare the finals")
        task = Task(best, address, button, is_done_by_press=is_final)
        yield TaskGroup(_("%(season)s: finals") % {"season": season.name}, [task])


def _applicants(season: Season) -> Iterator[TaskGroup]:
    """Yield the group of applicants, with their answers."""
    if not (season.status == Season.Status.REGISTRATION or season.is_running):
        return
    rows = season.entries.filter(status=Entry.Status.APPLIED).order_by("entered_at", "pk")

    def task(entry: Entry) -> Task:
        return Task(
            name_of(entry), _run("run-accept", season, entry.pk), _("Accept"), entry.entered_at,
            is_done_by_press=True, answers=entry.answers,
            other=(_run("run-turn-away", season, entry.pk), _("Decline")),
        )  # fmt: skip

    yield from _group(
        ngettext_lazy(
            "%(count)d player is asking for a place",
            "%(count)d players are asking for a place",
            "count",
        ),
        rows.select_related("user"),
        task,
    )


def _waiting_list(season: Season) -> Iterator[TaskGroup]:
    """Yield the group for the waiting list of a season with open registration."""
    if season.status != Season.Status.REGISTRATION:
        return
    queue = season.entries.filter(status=Entry.Status.WAITING).order_by("entered_at", "pk")

    def task(entry: Entry) -> Task:
        return Task(name_of(entry), _run("run-players", season), _("Players"), entry.entered_at)

    yield from _group(
        ngettext_lazy(
            "%(count)d player on the waiting list",
            "%(count)d players on the waiting list",
            "count",
        ),
        queue,
        task,
    )
