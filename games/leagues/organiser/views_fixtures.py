"""Arbiters' pages about fixtures: forfeits, corrections, substitutes, disputes."""

from functools import partial
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.leagues import errors
from games.leagues.confirmation import Confirmation, frame, page, step
from games.leagues.context import LeagueContext, fixture_in, season_of
from games.leagues.errors import BadTime, CannotSubstitute
from games.leagues.fixtures import disputes, impartial, rulings
from games.leagues.models import Audit, Dispute, Fixture, FixtureMatch, Round, Season
from games.leagues.organiser.forms import ReasonForm
from games.leagues.organiser.forms_rulings import (
    CorrectForm,
    DecideForm,
    ForfeitForm,
    ReopenForm,
    SubstituteForm,
)
from games.leagues.organiser.undo import ruled_fixture
from games.leagues.public.fixture_card import card_of
from games.leagues.scheduling import substitutes


def _to_judge(context: LeagueContext, season: Season, key: int) -> Fixture:
    """Return a fixture on which the visitor may rule.

    :raises Http404: if it does not exist.
    :raises OwnFixture: if the visitor plays in it, and somebody else can decide.
    """
    fixture = fixture_in(context, season, key)
    impartial.require(fixture, context.actor)
    return fixture


def fixture_page(season: Season, fixture: Fixture) -> str:
    """Return the URL of a fixture's page."""
    return reverse("leagues:fixture", args=[season.league.slug, season.number, fixture.pk])


RULED = (_to_judge, fixture_page)
FIXTURE = (fixture_in, fixture_page)


def subject(fixture: Fixture) -> str:
    """Return a description of a fixture: round and table, and for a duel its players and score."""
    number = {"round": fixture.round.number, "table": fixture.number}
    place = _("Round %(round)d, table %(table)d") % number
    card = card_of(fixture, fixture.round.division.season.league, AnonymousUser())
    if not card.is_duel:
        return place
    colon = pgettext("between a name and what belongs to it", ": ")
    names = [one.name for one in card.places]
    text = format_html("{}{}<bdi>{}</bdi> – <bdi>{}</bdi>", place, colon, *names)
    scores = [card.score_of(one) for one in card.places]
    score = format_html(' <span class="figure">{} : {}</span>', *scores) if all(scores) else ""
    return format_html("{}{}", text, score)


def _next_round(fixture: Fixture) -> list[str]:
    """Return a warning if the next round of a knock-out is already public, or an empty list."""
    division = fixture.round.division
    rounds = division.rounds.filter(number=fixture.round.number + 1)
    following = rounds.exclude(status=Round.Status.DRAFT).first()
    if following is None or not division.season.is_knockout:
        return []
    about = following.place
    acts = Audit.objects.filter(season=division.season, verb="publish_round", about=about)
    act, number = acts.first(), {"number": following.number}
    if act is None or following.fixtures.exclude(status=Fixture.Status.PLANNED).exists():
        text = _("Round %(number)d has begun, so your decision doesn't change its players.")
        return [text % number]
    text = _(
        "Round %(number)d is public, so your decision doesn't change its players. If others "
        "should advance, withdraw the round first; this is possible until one of its tables opens."
    )
    address = reverse("leagues:undo", args=[division.season.league.slug, act.pk])
    link = format_html('<a href="{}">{}</a>', address, _("Withdraw the round"))
    return [format_html("{} {}", text % number, link)]


def _warnings(context: LeagueContext, fixture: Fixture) -> list[str]:
    """Return the warnings to show before a ruling: about one's own fixture, and the next round."""
    own = impartial.note(fixture, context.user)
    return [*([own] if own else ()), *_next_round(fixture)]


def warn_of_undoing(context: LeagueContext, act: Audit) -> list[str]:
    """Return the warnings to show before undoing an act, if it changed a result.

    :raises OwnFixture: if the visitor plays in the fixture, and somebody else can decide.
    """
    fixture = ruled_fixture(act)
    if fixture is None:
        return []
    impartial.require(fixture, context.actor)
    return _warnings(context, fixture)


@step("arbitrate", of=RULED)
def forfeit(context: LeagueContext, season: Season, fixture: Fixture) -> Confirmation:
    """Record that some players forfeit a fixture."""
    effects = (
        [
            _("The fixture is decided: a player who does not forfeit wins it."),
            _("If both forfeit, neither wins."),
        ]
        if context.league.plays_duels
        else [
            _("The table continues without them if enough others are left; otherwise it is void.")
        ]
    )
    if fixture.starts_at and fixture.starts_at > timezone.now() and not fixture.is_settled:
        at = date_format(timezone.localtime(fixture.starts_at), "DATETIME_FORMAT")
        effects.append(_("The agreed time has not come yet: %(time)s.") % {"time": at})
    effects += _warnings(context, fixture)
    return Confirmation(
        title=_("Award or forfeit") if context.league.plays_duels else _("Forfeit"),
        button=_("Forfeit the fixture"),
        is_grave=True,
        form=lambda data: ForfeitForm(data, fixture=fixture),
        prefills=("entries",),
        effects=effects,
        lead=subject(fixture),
        version_seen=_result(fixture),
        execute=partial(rulings.forfeit_fixture, fixture, context.actor),
        success_message=_("The fixture has been forfeited."),
        refusals={
            **_refusals(),
            errors.MatchesBegun: _(
                "Its match has begun or is over. Correct the game, or don't count the fixture."
            ),
        },
    )


def _result(fixture: Fixture) -> str:
    """Return a text that identifies the result seen by the arbiter: forfeits, and each game."""
    gone = fixture.chairs.filter(forfeited=True).order_by("pk").values_list("pk", flat=True)
    games = fixture.games.exclude(placings__isnull=True).order_by("ordinal")
    stage = fixture.status if fixture.is_settled else "open"
    return "/".join([stage, *map(str, gone), "", *map(_counting_result, games)])


def _refusals() -> dict[Any, Any]:
    return {errors.WrongStage: _("This is only possible while the season is running.")}


@step("arbitrate", of=RULED)
def void(context: LeagueContext, season: Season, fixture: Fixture) -> Confirmation:
    """Annul a fixture."""
    return Confirmation(
        title=_("Don't count this fixture"),
        button=_("Don't count the fixture"),
        is_grave=True,
        form=ReasonForm,
        effects=[
            _("It is treated as if it had never been drawn, whether played or not."),
            *_warnings(context, fixture),
        ],
        lead=subject(fixture),
        version_seen=_result(fixture),
        execute=partial(rulings.void_fixture, fixture, context.actor),
        success_message=_("The fixture doesn't count."),
        refusals={**_refusals(), errors.MatchesBegun: _("It is being played: wait until it ends.")},
    )


@step("arbitrate", of=RULED)
def reopen(context: LeagueContext, season: Season, fixture: Fixture) -> Confirmation:
    """Let a settled fixture be played again."""
    was_played = fixture.games.filter(is_counted=True, match__isnull=False).exists()
    effects = [
        _("It has no result until it is played. The players are notified and agree on a time."),
        _("Players who did not show up are excused."),
    ]
    if was_played:
        effects.append(_("Games that are played again stay viewable, but don't count."))
    effects += _warnings(context, fixture)
    return Confirmation(
        title=_("Reopen this fixture"),
        button=_("Reopen the fixture"),
        form=lambda data: ReopenForm(data, was_played=was_played),
        effects=effects,
        lead=subject(fixture),
        version_seen=_result(fixture),
        execute=partial(rulings.reopen_fixture, fixture, context.actor),
        success_message=_("The fixture is open again."),
        refusals={
            **_refusals(),
            BadTime: _("Choose a future time."),
        },
        beside={BadTime: "ends_at"},
    )


@step("schedule", of=FIXTURE)
def substitute(context: LeagueContext, season: Season, fixture: Fixture) -> Confirmation:
    """Put in a substitute for a player."""
    return Confirmation(
        title=_("Put in a substitute"),
        button=_("Put in the substitute"),
        form=lambda data: SubstituteForm(data, fixture=fixture),
        effects=[
            _("The absent player scores nothing here, whatever the substitute does."),
            _("Other players' results count as played."),
        ],
        lead=subject(fixture),
        version_seen=_seating(fixture),
        execute=lambda chair, member, reason: substitutes.put_in(
            chair, context.actor, member and member.user, reason=reason
        ),
        success_message=_("Saved."),
        refusals={
            errors.AlreadyEntered: _("This member is already in the fixture."),
            CannotSubstitute: _(
                "They are playing elsewhere at that time, or were removed from the season."
            ),
        },
    )


def _seating(fixture: Fixture) -> str:
    """Return the players and substitutes by seat."""
    chairs = fixture.chairs.order_by("seat").values_list("entry", "substitute")
    return "/".join(f"{entry}-{substitute or 0}" for entry, substitute in chairs)


def _game(fixture: Fixture, key: int) -> FixtureMatch:
    game = get_object_or_404(fixture.games.select_related("match"), pk=key)
    game.fixture = fixture
    return game


@step("arbitrate", of=RULED)
def correct(context: LeagueContext, season: Season, fixture: Fixture, game: int) -> Confirmation:
    """Correct the winner of a game."""
    fixture_match = _game(fixture, game)
    return Confirmation(
        title=_("Correct game %(number)d") % {"number": fixture_match.ordinal},
        button=_("Correct the game"),
        is_grave=True,
        form=lambda data: CorrectForm(
            data,
            game=fixture_match,
            league=context.league,
            initial={"winner": _winning_side(fixture_match)},
        ),
        effects=[
            _("The standings are recalculated. The match itself is unchanged."),
            _("Ratings don't change: they depend on the games as played."),
            *_warnings(context, fixture),
        ],
        lead=subject(fixture),
        version_seen=_counting_result(fixture_match),
        execute=partial(rulings.correct_game, fixture_match, context.actor),
        success_message=_("The game has been corrected."),
        refusals=_refusals(),
    )


def _counting_result(game: FixtureMatch) -> str:
    """Return the current result of a game."""
    correction = "" if game.corrected is None else _winning_side(game) or "draw"
    return f"{game.is_counted}/{correction}"


def _winning_side(game: FixtureMatch) -> str:
    """Return the winning side of a game by its current result; empty for a draw."""
    return next((one.side for one in game.result if one.won), "")


@step("arbitrate", of=RULED)
def annul(context: LeagueContext, season: Season, fixture: Fixture, game: int) -> Confirmation:
    """Annul a game."""
    fixture_match = _game(fixture, game)
    return Confirmation(
        title=_("Annul game %(number)d") % {"number": fixture_match.ordinal},
        button=_("Annul the game"),
        is_grave=True,
        form=ReasonForm,
        effects=[
            _("The game counts for nobody. The fixture's other games still count."),
            *([] if fixture.is_settled else [_("Another game is played in its place.")]),
            *_warnings(context, fixture),
        ],
        lead=subject(fixture),
        version_seen=_counting_result(fixture_match),
        execute=partial(rulings.annul_game, fixture_match, context.actor),
        success_message=_("The game has been annulled."),
        refusals=_refusals(),
    )


@page("arbitrate")
def dispute_list(request: HttpRequest, context: LeagueContext, number: int) -> HttpResponse:
    """List the disputes of a season, open ones first."""
    season = season_of(context, number)
    rows = Dispute.objects.filter(fixture__round__division__season=season)
    rows = rows.select_related("by", "decided_by", "fixture__round").order_by("at")
    values = frame(context, season) | {
        "open": [one for one in rows if one.status == Dispute.Status.OPEN],
        "decided": [one for one in rows if one.status != Dispute.Status.OPEN],
    }
    return render(request, "leagues/organiser/disputes.html", values)


@step("arbitrate")
def decide(context: LeagueContext, season: Season, key: int) -> Confirmation:
    """Decide a dispute."""
    rows = Dispute.objects.select_related("by", "fixture__round__division__season__league")
    dispute = get_object_or_404(rows, pk=key, fixture__round__division__season=season)
    impartial.require(dispute.fixture, context.actor)
    return Confirmation(
        title=_("Decide this dispute"),
        button=_("Decide the dispute"),
        form=lambda data: DecideForm(data, fixture=dispute.fixture),
        effects=[
            _("Your choice becomes the result: the standings are recalculated immediately."),
            _("It settles all disputes about this fixture."),
            *_warnings(context, dispute.fixture),
        ],
        version_seen=_result(dispute.fixture),
        execute=partial(disputes.decide, dispute, context.actor),
        success_message=_("The dispute has been decided."),
        return_url=reverse("leagues:run-disputes", args=[context.league.slug, season.number]),
        goes=fixture_page(season, dispute.fixture),
        refusals=_refusals(),
        template="leagues/organiser/decide.html",
        extra={
            "dispute": dispute,
            "card": card_of(dispute.fixture, context.league, context.user),
        },
    )
