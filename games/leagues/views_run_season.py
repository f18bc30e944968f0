"""What owners do with a season: prepare it, open it, begin it, close it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.leagues import divisions, draws, formats, refusals, seasons, seeding
from games.leagues.forms_run import NoteForm, ReasonForm
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
        return SeasonForm(data, initial=initial, league=here.league)

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
        form=lambda data: SeasonForm.of(season, data),
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
    """Return a division with its rounds, and the number of the one that can be drawn next."""
    division.season = season
    rounds = list(division.rounds.prefetch_related("fixtures"))
    for one in rounds:
        fixtures = one.fixtures.all()
        one.total, one.settled = len(fixtures), sum(each.is_settled for each in fixtures)
    drafts = [one for one in rounds if one.status == Round.Status.DRAFT]
    public = [one for one in rounds if one not in drafts]
    following = len(public) + 1
    can_draw = season.is_running and not season.draws_all_at_once and not drafts
    return {
        "division": division,
        "name": division_name(division),
        "players": draws.size_of(division),
        "rounds": rounds,
        "drafts": drafts,
        "next": following if can_draw and following <= season.rounds_planned else 0,
        "is_played_out": bool(public)
        and not drafts
        and all(one.settled == one.total for one in public)
        and (season.draws_all_at_once or following > season.rounds_planned),
    }


@step("run")
def open_registration(here: Visit, number: int) -> Step:
    """Let members enter."""
    season = season_of(here, number)
    happens = [_("Everybody sees the season, and members can enter it.")]
    if season.capacity:
        text = _("After %(count)d players there is a waiting list.")
        happens.append(text % {"count": season.capacity})
    if not season.registration_closes_at:
        happens.append(_("It stays open until you begin the season: no deadline is set."))
    return Step(
        title=_("Open registration"),
        button=_("Open registration"),
        happens=happens,
        season=season,
        do=lambda typed: seasons.open_registration(season, here.user),
        done=_("Registration is open."),
        back=season_console(season),
        says={refusals.WrongStage: _("Registration was opened already.")},
    )


@step("run")
def begin(here: Visit, number: int) -> Step:
    """Close registration, divide the players, and draw."""
    season = season_of(here, number)
    playing = list(season.entries.filter(status=Entry.Status.CONFIRMED).select_related("user"))
    known = list(season.divisions.all())
    seeded = [
        {"name": division_name(division), "entries": entries}
        for division, entries in zip(known, seeding.seed(season, playing), strict=True)
    ]
    return Step(
        title=_("Begin %(season)s") % {"season": season.name},
        button=_("Begin the season"),
        happens=_beginning(season, playing, seeded),
        season=season,
        do=lambda typed: seasons.begin(season, here.user),
        done=_("The season has begun. Look at the draw, then publish it."),
        back=season_console(season),
        template="leagues/run/begin.html",
        says={
            refusals.WrongStage: _("The season has begun already."),
            refusals.TooFewEntries: _("There are too few players for a table in each division."),
        },
        extra={"seeded": seeded},
    )


def _beginning(season: Season, playing: list[Entry], seeded: list[Any]) -> list[str]:
    """Return what follows when a season begins."""
    largest = max((len(one["entries"]) for one in seeded), default=0)
    rounds = draws.rounds_needed(season, largest)
    count = len(playing)
    told = [
        ngettext("%(count)d player plays.", "%(count)d players play.", count) % {"count": count},
        _("How it is played is fixed from then on: format, rounds, games, and what they count."),
    ]
    waiting = season.entries.filter(status=Entry.Status.WAITING).count()
    if waiting:
        text = ngettext(
            "%(count)d on the waiting list stays out.",
            "%(count)d on the waiting list stay out.",
            waiting,
        )
        told.append(text % {"count": waiting})
    if season.draws_all_at_once:
        told.append(_("Everything is drawn at once, as drafts that only organisers see."))
    else:
        text = ngettext(
            "There is %(count)d round, drawn one after the other.",
            "There are %(count)d rounds, drawn one after the other.",
            rounds,
        )
        told.append(text % {"count": rounds})
    return told


@step("run")
def cancel(here: Visit, number: int) -> Step:
    """Call a season off."""
    season = season_of(here, number)
    return Step(
        title=_("Call %(season)s off") % {"season": season.name},
        button=_("Call it off"),
        is_grave=True,
        form=ReasonForm,
        happens=[
            _("Nothing more is played in it, and there is no final table."),
            _("What was played stays to be looked at."),
        ],
        season=season,
        do=lambda typed: seasons.cancel(season, here.user, reason=typed["reason"]),
        done=_("The season is called off."),
        back=season_console(season),
        goes=console_of(here),
        says={refusals.WrongStage: _("The season is over already.")},
    )


@step("run")
def close(here: Visit, number: int) -> Step:
    """Make the tables final."""
    season = season_of(here, number)
    open_ones = len(seasons.outstanding(season)) if season.is_running else 0
    happens = [
        _("The tables become final, and are kept as they are."),
        _("Who goes up and who goes down is written down for the next season."),
        _("Drafts that were never published are not played."),
    ]
    if open_ones:
        text = ngettext(
            "%(count)d fixture has no result yet: it has to be played or decided first.",
            "%(count)d fixtures have no result yet: they have to be played or decided first.",
            open_ones,
        )
        happens.insert(0, text % {"count": open_ones})
    return Step(
        title=_("Close %(season)s") % {"season": season.name},
        button=_("Close the season"),
        is_grave=True,
        form=NoteForm,
        happens=happens,
        season=season,
        do=lambda typed: seasons.close_season(season, here.user, reason=typed["reason"]),
        done=_("The season is closed, and its table stands."),
        back=season_console(season),
        goes=season.get_absolute_url(),
        says={
            refusals.WrongStage: _("Only a season that runs can be closed."),
            refusals.RoundStillOpen: _("Some fixtures have no result yet. Nothing was changed."),
        },
    )
