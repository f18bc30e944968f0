"""Schedulers' pages about draft rounds: draw, view, redraw, exchange."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.writing import join_list
from games.contests.pairing.draw import Contender
from games.leagues import errors
from games.leagues.confirmation import Confirmation, frame, page, step
from games.leagues.context import LeagueContext, season_of
from games.leagues.models import Chair, Division, Fixture, Round, Season
from games.leagues.organiser.forms import NoteForm, ReasonForm
from games.leagues.organiser.forms_rounds import DrawForm, ManualForm
from games.leagues.organiser.views_season import season_console
from games.leagues.paging import listing, number_in
from games.leagues.public import draw_explanation
from games.leagues.public.standings_table import division_name, name_of
from games.leagues.public.views_rounds import DUELS, TABLES
from games.leagues.seasons import draws, exchanges, manual, publishing, standings_input


@dataclass(frozen=True)
class DraftSeat:
    """A player in a draft, with points before the round, and earlier opponents at the table."""

    chair: Chair
    name: str
    points: float
    met: tuple[str, ...]


@dataclass(frozen=True)
class DraftTable:
    """A table in a draft: its players, the spread of their points, and the number of repeats."""

    fixture: Fixture
    seats: tuple[DraftSeat, ...]
    spread: float
    repeats: int


def round_in(context: LeagueContext, season: Season, key: int) -> Round:
    """Return a round of a season.

    :raises Http404: if it does not exist.
    """
    round_list = Round.objects.select_related("division")
    round_ = get_object_or_404(round_list, pk=key, division__season=season)
    round_.division.season = season
    return round_


def round_page(season: Season, round_: Round) -> str:
    """Return the URL of the organisers' page of a round."""
    return reverse("leagues:run-round", args=[season.league.slug, season.number, round_.pk])


def _division_of(context: LeagueContext, season: Season, tier: int) -> Division:
    """Return a division of a season.

    :raises Http404: if it does not exist.
    """
    division = get_object_or_404(season.divisions, tier=tier)
    division.season = season
    return division


ROUND = (round_in, round_page)
DIVISION = (_division_of, lambda season, _division: season_console(season))


@page("schedule")
def look(request: HttpRequest, context: LeagueContext, number: int, key: int) -> HttpResponse:
    """Show a drawn round: tables, seats, repeats, spread, explanation and seed."""
    season = season_of(context, number)
    round_ = round_in(context, season, key)
    tables = _tables(round_)
    table_list = listing(
        request, tables, size=DUELS if context.league.plays_duels else TABLES,
        names=lambda table: "\n".join(seat.name for seat in table.seats),
        is_own=lambda table: any(
            seat.chair.user_id_playing == context.actor.pk for seat in table.seats
        ),
    )  # fmt: skip
    names = {seat.chair.entry_id: seat.name for table in tables for seat in table.seats}
    byes = [(bye.entry, name_of(bye.entry)) for bye in round_.byes.select_related("entry")]
    names |= {entry.pk: name for entry, name in byes}
    values = frame(context, season) | {
        "division": round_.division,
        "divisions": list(season.divisions.all()),
        "round": round_,
        "tables": tables,
        "list": table_list,
        "byes": byes,
        "reason": draw_explanation.explanation_of(
            round_.report, round_.seed, lambda key: names.get(key, "–")
        ),
        "attempts": draws.attempts(season, round_.place),
        "repeats": sum(table.repeats for table in tables),
        "spread": max((table.spread for table in tables), default=0),
        "by_standings": season.goes_by_results,
        "may_swap": round_.status != Round.Status.CLOSED and season.is_running,
        "picked": _chairs(round_).filter(pk=number_in(request.GET.get("swap", ""))).first(),
    }
    return render(request, "leagues/organiser/round.html", values)


def seating(*rounds: Round) -> str:
    """Return a short text that identifies the seating seen by the organiser."""
    chairs = Chair.objects.filter(fixture__round__in=rounds).order_by("pk")
    seats = list(chairs.values_list("pk", "entry", "seat"))
    return hashlib.sha256(repr(seats).encode()).hexdigest()[:16]


def _chairs(round_: Round) -> QuerySet[Chair]:
    chairs = Chair.objects.filter(fixture__round=round_)
    return chairs.select_related("entry", "fixture__round__division__season__league")


def _tables(round_: Round) -> list[DraftTable]:
    """Return the tables of a round, with the players' points before the round."""
    contenders = {one.entry: one for one in standings_input.contenders_of(round_.division)}
    fixtures = round_.fixtures.prefetch_related("chairs__entry").order_by("number")
    return [_table(fixture, contenders, is_draft=round_.is_draft) for fixture in fixtures]


def _table(fixture: Fixture, contenders: dict[int, Contender], *, is_draft: bool) -> DraftTable:
    chairs = sorted(fixture.chairs.all(), key=lambda chair: chair.seat)
    meetings = _earlier_meetings(chairs, contenders) if is_draft else {}
    seats = tuple(
        DraftSeat(
            chair=chair,
            name=name_of(chair.entry),
            points=contenders[chair.entry_id].points if chair.entry_id in contenders else 0.0,
            met=tuple(
                name_of(other.entry)
                for other in chairs
                if meetings.get(frozenset((chair.entry_id, other.entry_id)))
            ),
        )
        for chair in chairs
    )
    points = [seat.points for seat in seats]
    spread = max(points) - min(points) if points else 0.0
    return DraftTable(fixture, seats, spread, len(meetings))


def _earlier_meetings(
    chairs: Sequence[Chair], contenders: dict[int, Contender]
) -> dict[frozenset[int], int]:
    """Return the pairs at a table that have met before, with the number of meetings."""
    meetings = {}
    for one, other in combinations([chair.entry_id for chair in chairs], 2):
        times = contenders[one].met.get(other, 0) if one in contenders else 0
        if times:
            meetings[frozenset((one, other))] = times
    return meetings


@step("schedule", of=DIVISION)
def draft(context: LeagueContext, season: Season, division: Division) -> Confirmation:
    """Draw the next round, or draw it again."""
    draft_round = division.rounds.filter(status=Round.Status.DRAFT).order_by("number").first()
    version_seen = draws.version_of(division)
    effects = [
        _("Only organisers see the draft until you publish it."),
        _(
            "The draw, and how often it was made, is recorded in the public audit log and in "
            "the seed."
        ),
    ]
    if draft_round:
        effects.insert(0, _("The current draft is deleted."))
    return Confirmation(
        title=_("Draw round %(number)d again") % {"number": draft_round.number}
        if draft_round
        else _("Draw the next round"),
        button=_("Draw again") if draft_round else _("Draw the round"),
        effects=effects,
        version_seen=version_seen,
        execute=lambda **fields: round_page(
            season, draws.draft_round(division, context.actor, version_seen=version_seen)
        ),
        return_url=round_page(season, draft_round) if draft_round else "",
        refusals={
            errors.WrongStage: _(
                "This season is not running, or all its rounds were drawn in advance."
            ),
            errors.RoundStillOpen: _(
                "The next round depends on the standings: finish the previous round first."
            ),
        },
    )


@step("schedule", of=DIVISION)
def make(context: LeagueContext, season: Season, division: Division) -> Confirmation:
    """Make the next round by hand."""
    version_seen = draws.version_of(division)
    return Confirmation(
        title=_("Create the next round by hand"),
        button=_("Create the round"),
        form=lambda data: ManualForm(data, division=division),
        effects=[
            _("A line with one name gives that player a bye."),
            _("Players not named sit out the round, without points."),
            _("Only organisers see the draft until you publish it."),
        ],
        version_seen=version_seen,
        execute=lambda **fields: round_page(
            season,
            manual.draft_by_hand(division, context.actor, version_seen=version_seen, **fields),
        ),
        refusals={
            errors.BadSetting: _("A player is listed twice, or a table has the wrong size."),
            errors.WrongStage: _(
                "This season is not running, or all its rounds were drawn in advance."
            ),
            errors.RoundStillOpen: _(
                "The next round depends on the standings: finish the previous round first."
            ),
        },
    )


@step("schedule", of=ROUND)
def discard(context: LeagueContext, season: Season, round_: Round) -> Confirmation:
    """Delete a draft."""
    return Confirmation(
        title=_("Delete this draft"),
        button=_("Delete the draft"),
        is_grave=True,
        effects=[
            _("You can draw the round again at any time. The audit log records that you did.")
        ],
        execute=partial(draws.discard_round, round_, context.actor),
        success_message=_("The draft has been deleted."),
        goes=season_console(season),
        refusals={
            errors.WrongStage: _(
                "This round is public, or was drawn with all the others: it can't be deleted."
            )
        },
    )


@step("schedule")
def draft_everywhere(context: LeagueContext, season: Season) -> Confirmation:
    """Draw the next round of all divisions."""
    names = [division_name(one) for one in publishing.drawable(season)]
    return Confirmation(
        title=_("Draw the next round of all divisions"),
        button=_("Draw the rounds"),
        effects=[
            join_list(names) or _("No division has a round to draw now."),
            _("Only organisers see the drafts until you publish them."),
        ],
        form=DrawForm,
        version_seen="/".join(names),
        execute=partial(publishing.draft_everywhere, season, context.actor),
        success_message=_("The rounds have been drawn. Look them over, then publish them."),
        refusals={errors.WrongStage: _("No division has a round to draw now.")},
    )


@step("schedule", of=ROUND)
def swap(
    context: LeagueContext, season: Season, round_: Round, one: int, other: int
) -> Confirmation:
    """Exchange two players of a round."""
    mine = get_object_or_404(_chairs(round_), pk=one)
    theirs = get_object_or_404(_chairs(round_).exclude(pk=one), pk=other)
    return Confirmation(
        title=_("Swap two players"),
        button=_("Swap the players"),
        form=NoteForm if round_.is_draft else ReasonForm,
        lead=join_list([_place_of(mine), _place_of(theirs)]),
        effects=[
            _("Each takes the other's place."),
            _("The swap is recorded in the audit log, with your reason."),
        ],
        version_seen=seating(round_),
        execute=partial(exchanges.swap_chairs, mine, theirs, context.actor),
        success_message=_("The players have been swapped."),
        refusals={errors.WrongStage: _("This round is closed.")},
    )


def _place_of(chair: Chair) -> str:
    text = _("%(name)s (table %(table)d, seat %(seat)d)")
    name, table = name_of(chair.entry), chair.fixture.number
    return text % {"name": name, "table": table, "seat": chair.seat + 1}
