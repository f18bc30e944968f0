"""What schedulers do with rounds: draw, look at, draw again, exchange, publish."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.leagues import contests, draws, publishing, reasons, refusals
from games.leagues.forms_run import PublishAllForm, PublishForm, SwapForm
from games.leagues.models import Audit, Chair, Division, Fixture, Round, Season
from games.leagues.pairing.draw import Contender
from games.leagues.views_run_season import season_console
from games.leagues.views_run_steps import Step, frame, page, step
from games.leagues.visits import Visit, season_of
from games.leagues.watching import name_of


@dataclass(frozen=True)
class Seated:
    """Somebody in a draft: points before the round, and whom of the table they have met."""

    chair: Chair
    name: str
    points: float
    met: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """A table of a draft: who sits there, how far apart in points, how many pairs meet again."""

    fixture: Fixture
    seats: tuple[Seated, ...]
    spread: float
    repeats: int


def round_in(here: Visit, season: Season, key: int) -> Round:
    """Return a round of a season.

    :raises Http404: if it has none such.
    """
    known = Round.objects.select_related("division")
    drawn = get_object_or_404(known, pk=key, division__season=season)
    drawn.division.season = season
    return drawn


def round_page(season: Season, drawn: Round) -> str:
    """Return the address at which organisers look at a round."""
    return reverse("leagues:run-round", args=[season.league.slug, season.number, drawn.pk])


@page("schedule")
def look(request: HttpRequest, here: Visit, number: int, key: int) -> HttpResponse:
    """Show a round as it was drawn: tables, seats, repeats, spread, reason and seed."""
    season = season_of(here, number)
    drawn = round_in(here, season, key)
    tables = _tables(drawn)
    names = {seat.chair.entry_id: seat.name for table in tables for seat in table.seats}
    byes = [(bye.entry, name_of(bye.entry)) for bye in drawn.byes.select_related("entry")]
    names |= {entry.pk: name for entry, name in byes}
    context = frame(here, season) | {
        "division": drawn.division,
        "divisions": list(season.divisions.all()),
        "round": drawn,
        "tables": tables,
        "byes": byes,
        "reason": reasons.reason_of(drawn.report, drawn.seed, lambda key: names.get(key, "–")),
        "attempts": _attempts(drawn),
        "repeats": sum(table.repeats for table in tables),
        "spread": max((table.spread for table in tables), default=0),
        "by_standings": season.format in (Season.Format.SWISS, Season.Format.SWISS_TABLES),
        "sight": _seating(drawn),
        "swap_form": _swap_form(drawn, None) if _may_swap(drawn) else None,
    }
    return render(request, "leagues/run/round.html", context)


def _seating(drawn: Round) -> str:
    """Return in a few letters who sits where: whoever exchanges two has seen that."""
    chairs = Chair.objects.filter(fixture__round=drawn).order_by("pk")
    seated = list(chairs.values_list("pk", "entry", "seat"))
    return hashlib.sha256(repr(seated).encode()).hexdigest()[:16]


def _may_swap(drawn: Round) -> bool:
    return drawn.status != Round.Status.CLOSED and drawn.division.season.is_running


def _attempts(drawn: Round) -> int:
    """Return how often a round was drawn; 0 where it is drawn with all others."""
    about = f"{drawn.division.tier}/{drawn.number}"
    acts = Audit.objects.filter(season=drawn.division.season, verb="draft_round", about=about)
    return acts.count()


def _tables(drawn: Round) -> list[Table]:
    """Return the tables of a round with what is known of everybody before it."""
    contenders = {one.entry: one for one in contests.contenders_of(drawn.division)}
    fixtures = drawn.fixtures.prefetch_related("chairs__entry").order_by("number")
    return [_table(fixture, contenders, is_draft=drawn.is_draft) for fixture in fixtures]


def _table(fixture: Fixture, contenders: dict[int, Contender], *, is_draft: bool) -> Table:
    chairs = sorted(fixture.chairs.all(), key=lambda chair: chair.seat)
    met = _met(chairs, contenders) if is_draft else {}
    seats = tuple(
        Seated(
            chair=chair,
            name=name_of(chair.entry),
            points=_points(chair, contenders),
            met=tuple(
                name_of(other.entry)
                for other in chairs
                if met.get(frozenset((chair.entry_id, other.entry_id)))
            ),
        )
        for chair in chairs
    )
    points = [seat.points for seat in seats]
    spread = max(points) - min(points) if points else 0.0
    return Table(fixture, seats, spread, len(met))


def _points(chair: Chair, contenders: dict[int, Contender]) -> float:
    known = contenders.get(chair.entry_id)
    return known.points if known else 0.0


def _met(chairs: Sequence[Chair], contenders: dict[int, Contender]) -> dict[frozenset[int], int]:
    """Return the pairs of a table that have met before, with how often."""
    found = {}
    for one, other in combinations([chair.entry_id for chair in chairs], 2):
        times = contenders[one].met.get(other, 0) if one in contenders else 0
        if times:
            found[frozenset((one, other))] = times
    return found


def _division(here: Visit, season: Season, tier: int) -> Division:
    division = get_object_or_404(season.divisions, tier=tier)
    division.season = season
    return division


@step("schedule")
def draft(here: Visit, number: int, tier: int) -> Step:
    """Draw the next round, or draw it again."""
    season = season_of(here, number)
    division = _division(here, season, tier)
    drafted = division.rounds.filter(status=Round.Status.DRAFT).order_by("number").first()
    sight = draws.sight_of(division)
    happens = [
        _("Only organisers see the draft until you publish it."),
        _("That it was drawn, and how often, stands in the public audit and in its seed."),
    ]
    if drafted:
        happens.insert(0, _("The draft that there is now is thrown away."))
    return Step(
        title=_("Draw round %(number)d again") % {"number": drafted.number}
        if drafted
        else _("Draw the next round"),
        button=_("Draw again") if drafted else _("Draw the round"),
        happens=happens,
        season=season,
        sight=sight,
        do=lambda typed: round_page(season, draws.draft_round(division, here.user, sight=sight)),
        back=round_page(season, drafted) if drafted else season_console(season),
        says={
            refusals.WrongStage: _("This season is not running, or was drawn all at once."),
            refusals.RoundStillOpen: _(
                "The next round goes by the table: first the round before has to be finished."
            ),
        },
    )


@step("schedule")
def discard(here: Visit, number: int, key: int) -> Step:
    """Throw a draft away."""
    season = season_of(here, number)
    drawn = round_in(here, season, key)
    return Step(
        title=_("Throw this draft away"),
        button=_("Throw it away"),
        is_grave=True,
        happens=[_("You can draw the round anew at any time. The audit says that you did.")],
        season=season,
        do=lambda typed: draws.discard_round(drawn, here.user),
        done=_("The draft is thrown away."),
        back=round_page(season, drawn),
        goes=season_console(season),
        says={
            refusals.WrongStage: _(
                "This round is public, or was drawn with all the others: it stays."
            )
        },
    )


@step("schedule")
def publish(here: Visit, number: int, key: int) -> Step:
    """Show a round to everybody."""
    season = season_of(here, number)
    drawn = round_in(here, season, key)
    return Step(
        title=_("Publish round %(number)d") % {"number": drawn.number},
        button=_("Publish"),
        form=PublishForm,
        happens=_publishing(season),
        season=season,
        do=lambda typed: draws.publish_round(drawn, here.user, opens_at=typed["opens_at"]),
        done=_("Round %(number)d is public.") % {"number": drawn.number},
        back=round_page(season, drawn),
        goes=season_console(season),
        says={
            refusals.WrongStage: _("This round is public already. Nothing was changed."),
            refusals.RoundStillOpen: _("First publish the rounds before this one."),
        },
    )


def _publishing(season: Season) -> list[str]:
    text = ngettext(
        "It is to be played within %(days)d day.",
        "It is to be played within %(days)d days.",
        season.round_days,
    )
    days = text % {"days": season.round_days}
    return [
        _("Everybody sees who plays whom, and the players are told."),
        days,
        _("Whoever has left the season forfeits."),
        _("From then on exchanging two players needs a reason."),
    ]


@step("schedule")
def publish_all(here: Visit, number: int, tier: int) -> Step:
    """Show all drafts of a division to everybody."""
    season = season_of(here, number)
    division = _division(here, season, tier)
    count = division.rounds.filter(status=Round.Status.DRAFT).count()
    return Step(
        title=_("Publish all rounds"),
        button=ngettext("Publish %(count)d round", "Publish %(count)d rounds", count)
        % {"count": count},
        form=PublishAllForm,
        happens=_publishing(season),
        season=season,
        do=lambda typed: publishing.publish_all(division, here.user, **typed),
        done=_("All rounds are public."),
        back=season_console(season),
        says={refusals.WrongStage: _("There is no draft to publish. Nothing was changed.")},
    )


@step("schedule")
def swap(here: Visit, number: int, key: int) -> Step:
    """Exchange two players of a round."""
    season = season_of(here, number)
    drawn = round_in(here, season, key)
    return Step(
        title=_("Exchange two players"),
        button=_("Exchange them"),
        form=lambda data: _swap_form(drawn, data),
        happens=[
            _("Each plays where the other was to play."),
            _("The exchange stands in the audit, with your reason."),
        ],
        season=season,
        sight=_seating(drawn),
        do=lambda typed: draws.swap_chairs(
            typed["one"], typed["other"], here.user, reason=typed["reason"]
        ),
        done=_("They have changed places."),
        back=round_page(season, drawn),
        says={refusals.WrongStage: _("This round is closed.")},
    )


def _swap_form(drawn: Round, data: Any) -> SwapForm:
    chairs = (
        Chair.objects.filter(fixture__round=drawn)
        .select_related("entry", "fixture__round__division__season__league")
        .order_by("fixture__number", "seat")
    )
    return SwapForm(data, chairs=chairs, needs_reason=not drawn.is_draft)
