"""The stages of a season: registration opens, it begins, it is called off or closed."""

from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.leagues import draws, refusals, seasons, seeding
from games.leagues.forms_run import NoteForm, ReasonForm
from games.leagues.models import Entry, Round, Season
from games.leagues.templatetags.league_marks import division_name
from games.leagues.views_run import console_of
from games.leagues.views_run_season import season_console
from games.leagues.views_run_steps import Step, step
from games.leagues.visits import Visit, season_of


@step("run")
def open_registration(here: Visit, number: int) -> Step:
    """Let members enter."""
    season = season_of(here, number)
    happens = [_("Everybody sees the season, and members can enter it.")]
    if season.capacity:
        text = ngettext(
            "After %(count)d player there is a waiting list.",
            "After %(count)d players there is a waiting list.",
            season.capacity,
        )
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
            _("Tables at which nobody plays yet are closed. Matches that run go on to their end."),
            _("What was played stays to be looked at."),
        ],
        season=season,
        do=lambda typed: seasons.cancel(season, here.user, reason=typed["reason"]),
        done=_("The season is called off."),
        back=season_console(season),
        goes=console_of(here),
        says={refusals.WrongStage: _("The season is over already.")},
    )


def _unplayed(season: Season) -> list[str]:
    """Return in a sentence how many of the planned rounds were played, if not all were."""
    public = Round.objects.filter(division__season=season).exclude(status=Round.Status.DRAFT)
    played = public.aggregate(last=Max("number"))["last"] or 0
    if not season.is_running or played >= season.rounds_planned:
        return []
    text = ngettext(
        "Only %(played)d of %(planned)d round was published.",
        "Only %(played)d of %(planned)d rounds were published.",
        season.rounds_planned,
    )
    return [text % {"played": played, "planned": season.rounds_planned}]


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
    happens[:0] = _unplayed(season)
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
