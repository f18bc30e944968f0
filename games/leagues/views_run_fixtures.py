"""What arbiters decide about fixtures: forfeits, corrections, substitutes, disputes."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.leagues import entries, refusals, results
from games.leagues.cards import card_of
from games.leagues.forms_run import (
    CorrectForm,
    DecideForm,
    ForfeitForm,
    ReasonForm,
    SubstituteForm,
)
from games.leagues.models import Dispute, Fixture, FixtureMatch, Season
from games.leagues.views_run_steps import Step, frame, page, step
from games.leagues.visits import Visit, season_of


def _fixture(season: Season, key: int) -> Fixture:
    known = Fixture.objects.select_related("round__division__season__league")
    return get_object_or_404(known, pk=key, round__division__season=season)


def fixture_page(season: Season, fixture: Fixture) -> str:
    """Return the address of what can be decided about a fixture."""
    return reverse("leagues:run-fixture", args=[season.league.slug, season.number, fixture.pk])


@page("schedule")
def look(request: HttpRequest, here: Visit, number: int, key: int) -> HttpResponse:
    """Show what can be decided about a fixture."""
    season = season_of(here, number)
    fixture = _fixture(season, key)
    context = frame(here, season) | {
        "fixture": fixture,
        "card": card_of(fixture, here.league, here.user),
        "disputes": fixture.disputes.select_related("by"),
        "is_waiting": fixture.status in (Fixture.Status.PLANNED, Fixture.Status.OPEN),
    }
    return render(request, "leagues/run/fixture.html", context)


@step("arbitrate")
def forfeit(here: Visit, number: int, key: int) -> Step:
    """Have some players of a fixture forfeit it."""
    season = season_of(here, number)
    fixture = _fixture(season, key)
    happens = (
        [_("The fixture is settled: whoever does not forfeit has won it.")]
        if here.league.plays_duels
        else [_("The table goes on without them if there are enough others; else it is void.")]
    )
    return Step(
        title=_("Forfeit"),
        button=_("They forfeit"),
        is_grave=True,
        form=lambda data: ForfeitForm(data, fixture=fixture),
        happens=happens,
        season=season,
        sight=_settled(fixture),
        do=lambda typed: results.forfeit_fixture(
            fixture, here.user, set(typed["entries"]), reason=typed["reason"]
        ),
        done=_("It is forfeited."),
        back=fixture_page(season, fixture),
        says={
            **_says(),
            refusals.MatchesBegun: _(
                "Its match has begun or is over. Correct the game, or have it not counted."
            ),
        },
    )


def _settled(fixture: Fixture) -> str:
    """Return how a fixture is settled: whoever decides about it has seen that."""
    return str(fixture.status) if fixture.is_settled else "open"


def _says() -> dict[Any, Any]:
    return {refusals.WrongStage: _("This is done while the season runs.")}


@step("arbitrate")
def void(here: Visit, number: int, key: int) -> Step:
    """Have a fixture count for nothing."""
    season = season_of(here, number)
    fixture = _fixture(season, key)
    return Step(
        title=_("Don't count this fixture"),
        button=_("Don't count it"),
        is_grave=True,
        form=ReasonForm,
        happens=[_("It is as if it had never been drawn, played or not.")],
        season=season,
        sight=_settled(fixture),
        do=lambda typed: results.void_fixture(fixture, here.user, reason=typed["reason"]),
        done=_("The fixture is not counted."),
        back=fixture_page(season, fixture),
        says={**_says(), refusals.MatchesBegun: _("It is being played: wait for its end.")},
    )


@step("schedule")
def substitute(here: Visit, number: int, key: int) -> Step:
    """Put somebody in for a player who cannot come."""
    if here.league.plays_duels:
        raise refusals.NoSubstitutes
    season = season_of(here, number)
    fixture = _fixture(season, key)
    return Step(
        title=_("Put in a substitute"),
        button=_("Put them in"),
        form=lambda data: SubstituteForm(data, fixture=fixture),
        happens=[
            _("The absent player scores nothing here, whatever the substitute does."),
            _("The results of the others stand as they are played."),
        ],
        season=season,
        do=lambda typed: entries.put_in(
            typed["chair"], here.user,
            typed["member"].user if typed["member"] else None, reason=typed["reason"],
        ),
        done=_("It is arranged."),
        back=fixture_page(season, fixture),
        says={refusals.AlreadyEntered: _("This member plays in the fixture already.")},
    )  # fmt: skip


def _game(fixture: Fixture, key: int) -> FixtureMatch:
    game = get_object_or_404(fixture.games.select_related("match"), pk=key)
    game.fixture = fixture
    return game


@step("arbitrate")
def correct(here: Visit, number: int, key: int, game: int) -> Step:
    """Say that another side won a game."""
    season = season_of(here, number)
    fixture = _fixture(season, key)
    played = _game(fixture, game)
    return Step(
        title=_("Correct game %(number)d") % {"number": played.ordinal},
        button=_("Correct it"),
        is_grave=True,
        form=lambda data: CorrectForm(data, league=here.league, initial={"winner": _won(played)}),
        happens=[
            _("The table is counted anew with it. The match itself stays as it was played."),
            _("Ratings stay: they go by what was played."),
        ],
        season=season,
        sight=_counted(played),
        do=lambda typed: results.correct_game(
            played, here.user, winner=typed["winner"], reason=typed["reason"]
        ),
        done=_("The game is corrected."),
        back=fixture_page(season, fixture),
        says=_says(),
    )


def _counted(game: FixtureMatch) -> str:
    """Return how a game counts now, as far as an arbiter has a say in it."""
    corrected = "" if game.corrected is None else _won(game) or "draw"
    return f"{game.is_counted}/{corrected}"


def _won(game: FixtureMatch) -> str:
    """Return the side that won a game as it counts now; empty for a draw."""
    placings = game.placings if game.corrected is None else game.corrected
    return next((one["side"] for one in placings or [] if one["won"]), "")


@step("arbitrate")
def annul(here: Visit, number: int, key: int, game: int) -> Step:
    """Have a game count for nothing."""
    season = season_of(here, number)
    fixture = _fixture(season, key)
    played = _game(fixture, game)
    return Step(
        title=_("Annul game %(number)d") % {"number": played.ordinal},
        button=_("Annul it"),
        is_grave=True,
        form=ReasonForm,
        happens=[_("The game counts for nobody. The other games of the fixture stand.")],
        season=season,
        sight=_counted(played),
        do=lambda typed: results.annul_game(played, here.user, reason=typed["reason"]),
        done=_("The game is annulled."),
        back=fixture_page(season, fixture),
        says=_says(),
    )


@page("arbitrate")
def disputes(request: HttpRequest, here: Visit, number: int) -> HttpResponse:
    """List the disputes of a season, those to be decided first."""
    season = season_of(here, number)
    known = Dispute.objects.filter(fixture__round__division__season=season)
    known = known.select_related("by", "decided_by", "fixture__round").order_by("at")
    context = frame(here, season) | {
        "open": [one for one in known if one.status == Dispute.Status.OPEN],
        "decided": [one for one in known if one.status != Dispute.Status.OPEN],
    }
    return render(request, "leagues/run/disputes.html", context)


@step("arbitrate")
def decide(here: Visit, number: int, key: int) -> Step:
    """Decide a dispute."""
    season = season_of(here, number)
    known = Dispute.objects.select_related("by", "fixture__round__division__season__league")
    contested = get_object_or_404(known, pk=key, fixture__round__division__season=season)
    return Step(
        title=_("Decide this dispute"),
        button=_("Decide"),
        form=DecideForm,
        happens=[
            _("If the player is right, correct or annul the game as well: this only says so."),
            _("With the last dispute decided, the fixture's result counts again."),
        ],
        season=season,
        do=lambda typed: results.decide(contested, here.user, **typed),
        done=_("The dispute is decided."),
        back=reverse("leagues:run-disputes", args=[here.league.slug, season.number]),
        goes=fixture_page(season, contested.fixture),
        says=_says(),
        template="leagues/run/decide.html",
        extra={
            "dispute": contested,
            "card": card_of(contested.fixture, here.league, here.user),
        },
    )
