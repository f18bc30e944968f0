"""Owners' pages of a season: prepare it, change it, and see its state."""

from functools import partial
from typing import Any

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.writing import join_list
from games.leagues import errors
from games.leagues.confirmation import Confirmation, frame, page, step
from games.leagues.context import LeagueContext, season_of
from games.leagues.errors import BadTime, RoundTooShort
from games.leagues.fixtures.fixtures import SETTLED
from games.leagues.models import Division, Entry, Round, Season
from games.leagues.organiser.forms import AnnounceForm
from games.leagues.organiser.forms_season import AgainForm, DivisionsForm, FinalsForm, SeasonForm
from games.leagues.organiser.inbox import inbox_of
from games.leagues.organiser.views import console_of
from games.leagues.organiser.views_stages import dispute_sentences
from games.leagues.public.standings_table import division_name
from games.leagues.seasons import (
    announcements,
    asking,
    divisions,
    door,
    draws,
    publishing,
    sitting_out,
)
from games.leagues.seasons import services as seasons
from games.leagues.seasons.following import next_name, open_again, open_finals

Status = Season.Status
MOST_PLAYERS = 500


def season_console(season: Season) -> str:
    """Return the URL of a season's console."""
    return reverse("leagues:run-season", args=[season.league.slug, season.number])


def _newest(context: LeagueContext) -> str:
    """Return the newest season's number, to detect that another organiser has just prepared one."""
    newest = context.league.seasons.order_by("-number").first()
    return str(newest.number if newest else 0)


@step("run")
def new(context: LeagueContext) -> Confirmation:
    """Prepare a season."""
    if context.league.archived_at:
        raise errors.Archived
    players = context.league.members.filter(status="active").count()
    players = max(players, 2 * context.league.rules.seats.start)
    count = context.league.seasons.count() + 1

    def make(data: Any) -> SeasonForm:
        initial = {"name": _("Season %(number)d") % {"number": count}}
        return SeasonForm(data, initial=initial, league=context.league, players=players)

    return Confirmation(
        title=_("Prepare a season"),
        button=_("Prepare the season"),
        form=make,
        lead=_("Everything can be changed until the season begins."),
        version_seen=_newest(context),
        execute=lambda **fields: season_console(
            seasons.prepare(context.league, context.actor, **fields)
        ),
        success_message=_("The season has been prepared."),
        return_url=console_of(context),
        template="leagues/organiser/season_form.html",
        extra={"players": players},
    )


@step("run")
def again(context: LeagueContext, season: Season) -> Confirmation:
    """Open a new season with the settings of an earlier one."""
    names = [division_name(one) for one in season.divisions.all()]
    teams = (
        [_("It also keeps the teams, but you assign the players to them again.")]
        if season.team_counts
        else []
    )
    return Confirmation(
        title=_("Another season like this"),
        button=_("Open the next season"),
        form=lambda data: AgainForm(data, initial={"name": next_name(season)}),
        version_seen=_newest(context),
        effects=[
            _("It keeps the format, numbers, pace and rules of %(season)s.")
            % {"season": season.name},
            _("It also keeps the divisions, with promotion and relegation: %(names)s.")
            % {"names": join_list(names)},
            *teams,
            _("Registration opens immediately. Players start in the division they have reached."),
            _("Everybody who was in it and is still a member is asked once: will you play again?"),
        ],
        execute=lambda **fields: season_console(open_again(season, context.actor, **fields)),
        success_message=_("The next season is open for registration."),
        refusals={errors.WrongStage: _("This season is not over yet.")},
    )


@step("run")
def finals(context: LeagueContext, season: Season) -> Confirmation:
    """Prepare the finals of a season that is over."""
    name = _("%(season)s: finals") % {"season": season.name}
    closing = [_("The standings become final and no longer change."), *dispute_sentences(season)]
    return Confirmation(
        title=_("Finals"),
        button=_("Prepare the finals"),
        form=lambda data: FinalsForm(data, initial={"name": name[:60]}, season=season),
        version_seen=_newest(context),
        effects=[
            *(closing if season.is_running else ()),
            _("The best of each division meet in a knock-out, seeded by their rank."),
            _("Players who have left are replaced by the next in rank."),
            _("Nobody else sees it until you begin it."),
        ],
        execute=lambda **fields: season_console(open_finals(season, context.actor, **fields)),
        success_message=_("The finals are prepared. Check the players, then begin."),
        refusals={
            errors.WrongStage: _("This season is not over yet."),
            errors.TooFewEntries: _("Too few of these players are left."),
        },
    )


@step("run")
def edit(context: LeagueContext, season: Season) -> Confirmation:
    """Change the settings of a season, or its dates."""
    fresh = Season.objects.select_related("league").get(pk=season.pk)
    players = max(_count_confirmed(season), context.league.rules.seats.start)
    return Confirmation(
        title=_("Edit %(season)s") % {"season": season.name},
        button=_("Save"),
        form=lambda data: SeasonForm.of(season, data, players),
        lead=""
        if season.status in divisions.STAGES
        else _("It has begun: only its name and dates can still be changed."),
        execute=partial(seasons.edit_season, fresh, context.actor),
        success_message=_("The season has been changed."),
        beside={RoundTooShort: "round_days", BadTime: "deadline"},
        template="leagues/organiser/season_form.html",
        extra={"players": players},
    )


def _count_confirmed(season: Season) -> int:
    return season.entries.filter(status=Entry.Status.CONFIRMED).count()


@step("run")
def arrange(context: LeagueContext, season: Season) -> Confirmation:
    """Set the divisions, and how many players move between them."""
    rows = list(season.divisions.values("name", "capacity", "promotes", "relegates"))
    return Confirmation(
        title=_("Divisions"),
        button=_("Save"),
        form=lambda data: DivisionsForm(data, initial=rows, prefix="divisions"),
        lead=_("The best first. Players are assigned when the season begins."),
        execute=partial(divisions.arrange, season, context.actor),
        success_message=_("The divisions have been arranged."),
        template="leagues/organiser/divisions.html",
        refusals={errors.WrongStage: _("The season has begun: its divisions can't be changed.")},
    )


@step("schedule")
def announce(context: LeagueContext, season: Season) -> Confirmation:
    """Send an announcement to the players of a season."""
    count = len(announcements.readers(season))
    text = ngettext(
        "%(count)d person is informed by e-mail and notification, where enabled.",
        "%(count)d people are informed by e-mail and notification, where enabled.",
        count,
    )
    return Confirmation(
        title=_("Notify the players"),
        button=_("Send announcement"),
        form=AnnounceForm,
        effects=[
            text % {"count": count},
            _("It appears on the season's page and in the audit log. E-mails can't be recalled."),
            _("Three a day at most."),
        ],
        execute=partial(announcements.announce, season, context.actor),
        success_message=_("The players are notified."),
        refusals={errors.WrongStage: _("Nobody sees this season yet.")},
    )


@page("schedule")
def console(request: HttpRequest, context: LeagueContext, number: int) -> HttpResponse:
    """Show the state of a season, and the available next steps."""
    season = season_of(context, number)
    divisions = list(season.divisions.all())
    values = frame(context, season) | {
        "divisions": [_division(one, season) for one in divisions],
        "playing": _count_confirmed(season),
        "needs": context.league.rules.seats.start * max(1, len(divisions)),
        "waiting": season.entries.filter(status=Entry.Status.WAITING).count(),
        "outstanding": len(seasons.outstanding(season)) if season.is_running else 0,
        "is_played_out": seasons.is_played_out(season),
        "disputed": season.divisions.filter(rounds__fixtures__disputes__status="open").count(),
        "inbox": inbox_of(context, [season]),
        "drawable": len(publishing.drawable(season)),
        "has_door": door.has_door(season) and door.next_rounds(season),
        "here": sum(map(len, publishing.here(season).values())),
        "drafted": season.divisions.filter(rounds__status=Round.Status.DRAFT).distinct().count(),
    }
    drawable = [one for one in values["divisions"] if one["next"] and not one["waits_for"]]
    values["silent"] = sum(one["answers"]["none"] for one in drawable)
    values["there"] = sum(one["there"] for one in drawable if not one["too_few_come"])
    if season.is_running and season.rounds_planned and divisions:
        values["bar"] = _bar(season.rounds_planned, values["divisions"][0]["rounds"])
    return render(request, "leagues/organiser/season.html", values)


def _bar(planned: int, rounds: list[Any]) -> dict[str, Any]:
    """Return the progress bar: each planned round's percentage, the current round, and today.

    Today is a position along the bar, in percent of a round.
    """
    now = timezone.now()
    public = {one.number: one for one in rounds if not one.is_draft}
    shares = {number: 100 * one.settled // max(1, one.total) for number, one in public.items()}
    bar = {"width": 100 * planned, "played": [shares.get(at + 1, 0) for at in range(planned)]}
    begun = [one for one in public.values() if one.closes_at and one.opens_at <= now]
    if not begun:
        return bar
    last = max(begun, key=lambda one: one.number)
    gone = min(1, (now - last.opens_at) / (last.closes_at - last.opens_at))
    return bar | {"current": last, "today": round(100 * (last.number - 1 + gone))}


def _division(division: Division, season: Season) -> dict[str, Any]:
    """Return the context for a division: its rounds, the next to draw, and any to finish first."""
    division.season = season
    final = Count("fixtures", filter=Q(fixtures__status__in=SETTLED))
    rounds = list(division.rounds.annotate(total=Count("fixtures"), settled=final))
    drafts = [one for one in rounds if one.status == Round.Status.DRAFT]
    public = [one for one in rounds if one not in drafts]
    following = len(public) + 1
    can_draw = season.is_running and not season.draws_all_at_once and not drafts
    following = following if can_draw and draws.has_next(division) else 0
    waits_for = draws.waits_for(division) if following else None
    answers = sitting_out.answers(division, following)
    return {
        "division": division,
        "name": division_name(division),
        "players": draws.size_of(division),
        "rounds": rounds,
        "drafts": drafts,
        "next": following,
        "there": len(sitting_out.coming(division, following)) if following else 0,
        "answers": {name: len(of) for name, of in answers.items()},
        "too_few_come": bool(following) and draws.too_few_come(division),
        "waits_for": waits_for and waits_for.number,
    }


@step("schedule")
def remind(context: LeagueContext, season: Season) -> Confirmation:
    """Remind the players who have not answered."""
    return Confirmation(
        title=_("Remind those who have not answered"),
        button=_("Remind them"),
        effects=[_("They are asked again by e-mail and notification, where enabled.")],
        execute=partial(asking.remind, season, context.actor),
        success_message=_("They are asked again."),
        refusals={errors.WrongStage: _("There is nobody to ask right now.")},
    )
