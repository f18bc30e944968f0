"""What organisers do about the players of a season: enter, turn away, place, sanction, put out."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.leagues import entries, refusals
from games.leagues.forms_run import EnterForm, LateForm, PlaceForm, ReasonForm, SanctionForm
from games.leagues.models import Entry, Round, Season
from games.leagues.views_membership import leaving
from games.leagues.views_run_steps import Step, frame, page, step
from games.leagues.visits import Visit, season_of
from games.leagues.watching import name_of

BEFORE = (Season.Status.DRAFT, Season.Status.REGISTRATION)


def players_page(season: Season) -> str:
    """Return the address of the list of a season's players."""
    return reverse("leagues:run-players", args=[season.league.slug, season.number])


def player_page(season: Season, entry: Entry) -> str:
    """Return the address of what can be done about a player."""
    return reverse("leagues:run-player", args=[season.league.slug, season.number, entry.pk])


@page("arbitrate")
def players(request: HttpRequest, here: Visit, number: int) -> HttpResponse:
    """List who plays in a season and who waits."""
    season = season_of(here, number)
    known = list(season.entries.select_related("user", "division"))
    queue = [one for one in known if one.status == Entry.Status.WAITING]
    queue.sort(key=lambda one: (one.entered_at, one.pk))
    context = frame(here, season) | {
        "entries": [one for one in known if one not in queue],
        "waiting": queue,
        "divisions": list(season.divisions.all()),
        "is_before": season.status in BEFORE,
    }
    return render(request, "leagues/run/players.html", context)


def _entry(season: Season, key: int) -> Entry:
    entry = get_object_or_404(season.entries.select_related("user", "division"), pk=key)
    entry.season = season
    return entry


@page("arbitrate")
def player(request: HttpRequest, here: Visit, number: int, key: int) -> HttpResponse:
    """Show what can be done about a player."""
    season = season_of(here, number)
    entry = _entry(season, key)
    divisions = list(season.divisions.all())
    context = frame(here, season) | {
        "entry": entry,
        "name": name_of(entry),
        "divisions": divisions,
        "sanctions": entry.sanctions.order_by("at"),
        "is_before": season.status in BEFORE,
        "can_place": len(divisions) > 1 and _may_place(season),
    }
    return render(request, "leagues/run/player.html", context)


def _may_place(season: Season) -> bool:
    """Return whether players can still be put into other divisions."""
    if season.is_running and not season.draws_all_at_once:
        public = Round.objects.filter(division__season=season).exclude(status=Round.Status.DRAFT)
        return not public.exists()
    return season.status in BEFORE


@step("arbitrate")
def enter(here: Visit, number: int) -> Step:
    """Enter a member by hand."""
    season = season_of(here, number)
    return Step(
        title=_("Enter a member"),
        button=_("Enter this member"),
        form=lambda data: EnterForm(data, season=season),
        happens=[
            _("They have a place at once, past the deadline and the waiting list, too."),
        ],
        season=season,
        do=lambda typed: entries.enter(season, here.user, typed["member"], reason=typed["reason"]),
        done=_("The player is entered."),
        back=players_page(season),
        says={
            refusals.WrongStage: _("The season has begun: let them join late instead."),
            refusals.AlreadyEntered: _("This member has entered already, or waits in line."),
        },
    )


@step("arbitrate")
def join_late(here: Visit, number: int) -> Step:
    """Let a member join a season that runs."""
    season = season_of(here, number)
    return Step(
        title=_("Let somebody join late"),
        button=_("Let them join"),
        form=lambda data: LateForm(data, season=season),
        happens=[
            _("They play from the next round on, in the last division."),
            _("For the rounds they missed they get the points that you grant."),
        ],
        season=season,
        do=lambda typed: entries.join_late(
            season, here.user, typed["member"].user,
            points=typed["points"], reason=typed["reason"],
        ),
        done=_("The player joins from the next round on."),
        back=players_page(season),
        says={
            refusals.WrongStage: _(
                "Nobody can join this season any more, or it was drawn all at once."
            ),
            refusals.AlreadyEntered: _("This member has played in the season already."),
        },
    )  # fmt: skip


@step("arbitrate")
def turn_away(here: Visit, number: int, key: int) -> Step:
    """Take somebody off a season that has not begun."""
    season = season_of(here, number)
    entry = _entry(season, key)
    return Step(
        title=_("Turn %(name)s away") % {"name": name_of(entry)},
        button=_("Turn away"),
        is_grave=True,
        form=ReasonForm,
        happens=[_("Their entry is removed. Whoever has waited longest moves up.")],
        season=season,
        do=lambda typed: entries.turn_away(entry, here.user, reason=typed["reason"]),
        done=_("The player is turned away."),
        back=player_page(season, entry),
        goes=players_page(season),
        says={refusals.WrongStage: _("The season has begun: withdraw them instead.")},
    )


@step("arbitrate")
def place(here: Visit, number: int, key: int) -> Step:
    """Move somebody to another division."""
    season = season_of(here, number)
    entry = _entry(season, key)
    return Step(
        title=_("Move %(name)s") % {"name": name_of(entry)},
        button=_("Move"),
        form=lambda data: PlaceForm(data, season=season, initial={"division": entry.division_id}),
        happens=[
            _("They stay in this division when the others are divided.")
            if season.status in BEFORE
            else _("Possible until a round of either division is public.")
        ],
        season=season,
        do=lambda typed: entries.place(entry, here.user, typed["division"], reason=typed["reason"]),
        done=_("The player has another division."),
        back=player_page(season, entry),
        says={
            refusals.WrongStage: _(
                "Rounds of these divisions are public, or all were drawn at once."
            )
        },
    )


def _out(
    here: Visit, number: int, key: int, service: Any, title: str, button: str, done: str
) -> Step:
    season = season_of(here, number)
    entry = _entry(season, key)
    return Step(
        title=title % {"name": name_of(entry)},
        button=button,
        is_grave=True,
        form=ReasonForm,
        happens=leaving(season, entry),
        season=season,
        do=lambda typed: service(entry, here.user, reason=typed["reason"]),
        done=done,
        back=player_page(season, entry),
        says={refusals.WrongStage: _("This is done while the season runs.")},
    )


@step("arbitrate")
def withdraw(here: Visit, number: int, key: int) -> Step:
    """Withdraw somebody who is gone."""
    return _out(
        here, number, key, entries.withdraw,
        _("Withdraw %(name)s"), _("Withdraw"), _("The player is withdrawn."),
    )  # fmt: skip


@step("arbitrate")
def disqualify(here: Visit, number: int, key: int) -> Step:
    """Put somebody out of the season."""
    return _out(
        here, number, key, entries.disqualify,
        _("Disqualify %(name)s"), _("Disqualify"), _("The player is disqualified."),
    )  # fmt: skip


@step("arbitrate")
def sanction(here: Visit, number: int, key: int) -> Step:
    """Warn somebody, or take points from them."""
    season = season_of(here, number)
    entry = _entry(season, key)
    return Step(
        title=_("Sanction %(name)s") % {"name": name_of(entry)},
        button=_("Impose it"),
        is_grave=True,
        form=lambda data: SanctionForm(data, initial={"kind": "warning"}),
        happens=[_("Everybody sees it on the player's page, with your reason.")],
        season=season,
        do=lambda typed: entries.sanction(entry, here.user, **typed),
        done=_("The sanction is imposed."),
        back=player_page(season, entry),
        says={refusals.WrongStage: _("This is done while the season runs.")},
    )
