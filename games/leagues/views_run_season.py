"""What owners do with a season: prepare it, change it, and see where it stands."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.leagues import divisions, draws, formats, refusals, seasons
from games.leagues.forms_season import DivisionsForm, SeasonForm
from games.leagues.models import Division, Entry, Round, Season
from games.leagues.templatetags.league_marks import division_name
from games.leagues.views_run import console_of
from games.leagues.views_run_steps import Step, frame, page, step
from games.leagues.visits import Visit, season_of

Status = Season.Status
MOST_PLAYERS = 500


def season_console(season: Season) -> str:
    """Return the address of a season's console."""
    return reverse("leagues:run-season", args=[season.league.slug, season.number])


@step("run")
def new(here: Visit) -> Step:
    """Prepare a season."""
    if here.league.archived_at:
        raise refusals.Archived
    players = here.league.members.filter(status="active").count()
    players = max(players, 2 * here.league.rules.seats.start)
    count = here.league.seasons.count() + 1

    def make(data: Any) -> SeasonForm:
        initial = {"name": _("Season %(number)d") % {"number": count}}
        return SeasonForm(data, initial=initial, league=here.league, players=players)

    return Step(
        title=_("Prepare a season"),
        button=_("Prepare it"),
        form=make,
        lead=_("Nobody sees it until you open registration; until it begins all can be changed."),
        do=lambda typed: season_console(seasons.open_season(here.league, here.user, **typed)),
        done=_("The season is prepared. Look it over, then open registration."),
        back=console_of(here),
        template="leagues/run/season_form.html",
        extra={"players": players, "hints": formats.hints(here.league, players)},
    )


@page("run")
def hints(request: HttpRequest, here: Visit) -> HttpResponse:
    """Say what each format comes to with so many players."""
    text = request.GET.get("players", "")
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
    players = min(number, MOST_PLAYERS)
    context = frame(here) | {"players": players, "hints": formats.hints(here.league, players)}
    return render(request, "leagues/run/hints.html", context)


@step("run")
def edit(here: Visit, number: int) -> Step:
    """Change how a season is played, or its dates."""
    season = season_of(here, number)
    stored = Season.objects.select_related("league").get(pk=season.pk)
    players = max(_confirmed(season), here.league.rules.seats.start)
    return Step(
        title=_("Edit %(season)s") % {"season": season.name},
        button=_("Save"),
        form=lambda data: SeasonForm.of(season, data, players),
        lead=""
        if season.status in divisions.STAGES
        else _("It has begun: how it is played stays. Its name and dates can be changed."),
        season=season,
        do=lambda typed: seasons.edit_season(stored, here.user, **typed),
        done=_("The season is changed."),
        back=season_console(season),
        template="leagues/run/season_form.html",
        extra={"players": players, "hints": formats.hints(here.league, players)},
    )


def _confirmed(season: Season) -> int:
    return season.entries.filter(status=Entry.Status.CONFIRMED).count()


@step("run")
def arrange(here: Visit, number: int) -> Step:
    """Say how many divisions there are, and who goes up and down."""
    season = season_of(here, number)
    known = list(season.divisions.values("name", "capacity", "promotes", "relegates"))

    asked: list[DivisionsForm] = []

    def make(data: Any) -> DivisionsForm:
        asked.append(DivisionsForm(data, initial=known, prefix="divisions"))
        return asked[-1]

    def do(_typed: Any) -> None:
        divisions.arrange(season, here.user, divisions=asked[-1].wanted())

    return Step(
        title=_("Divisions"),
        button=_("Save"),
        form=make,
        lead=_("The best first. Players are divided when the season begins."),
        season=season,
        do=do,
        done=_("The divisions are arranged."),
        back=season_console(season),
        template="leagues/run/divisions.html",
        says={refusals.WrongStage: _("The season has begun: its divisions stay.")},
    )


@page("schedule")
def console(request: HttpRequest, here: Visit, number: int) -> HttpResponse:
    """Show where a season stands, and what can be done next."""
    season = season_of(here, number)
    known = list(season.divisions.all())
    context = frame(here, season) | {
        "divisions": [_division(one, season) for one in known],
        "playing": _confirmed(season),
        "waiting": season.entries.filter(status=Entry.Status.WAITING).count(),
        "outstanding": len(seasons.outstanding(season)) if season.is_running else 0,
        "disputed": _disputed(season),
    }
    context["is_played_out"] = season.is_running and all(
        one["is_played_out"] for one in context["divisions"]
    )
    return render(request, "leagues/run/season.html", context)


def _disputed(season: Season) -> list[Any]:
    return list(
        season.divisions.filter(rounds__fixtures__disputes__status="open")
        .values_list("rounds__fixtures__disputes", flat=True)
        .distinct()
    )


def _division(division: Division, season: Season) -> dict[str, Any]:
    """Return a division with its rounds: which is drawn next, and which must be over first."""
    division.season = season
    rounds = list(division.rounds.prefetch_related("fixtures"))
    for one in rounds:
        fixtures = one.fixtures.all()
        one.total, one.settled = len(fixtures), sum(each.is_settled for each in fixtures)
    drafts = [one for one in rounds if one.status == Round.Status.DRAFT]
    public = [one for one in rounds if one not in drafts]
    following = len(public) + 1
    can_draw = season.is_running and not season.draws_all_at_once and not drafts
    following = following if can_draw and following <= season.rounds_planned else 0
    waits_for = draws.waits_for(division) if following else None
    return {
        "division": division,
        "name": division_name(division),
        "players": draws.size_of(division),
        "rounds": rounds,
        "drafts": drafts,
        "next": following,
        "waits_for": waits_for and waits_for.number,
        "is_played_out": bool(public)
        and not drafts
        and all(one.settled == one.total for one in public)
        and (season.draws_all_at_once or len(public) >= season.rounds_planned),
    }
