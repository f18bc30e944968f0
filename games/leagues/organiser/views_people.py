"""Organisers' pages about one player of a season: enter, turn away, place, sanction, disqualify."""

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.leagues import errors
from games.leagues.confirmation import Confirmation, frame, page, step
from games.leagues.context import LeagueContext, season_of
from games.leagues.joining.views import leaving
from games.leagues.models import Division, Entry, Season
from games.leagues.organiser.forms import (
    EnterForm,
    MemberForm,
    PlaceForm,
    PresenceForm,
    ReasonForm,
    SanctionForm,
    TextForm,
)
from games.leagues.organiser.forms_teams import TeamsForm
from games.leagues.organiser.views_players import BEFORE, may_place, players_page
from games.leagues.organiser.views_rounds import DIVISION
from games.leagues.organiser.views_season import season_console
from games.leagues.public.standings_table import name_of
from games.leagues.seasons import announcements, entries, replacing, sitting_out, teams


def _entry(_context: LeagueContext, season: Season, key: int) -> Entry:
    entry = get_object_or_404(season.entries.select_related("user", "division"), pk=key)
    entry.season = season
    return entry


def _player_page(season: Season, entry: Entry) -> str:
    return reverse("leagues:run-player", args=[season.league.slug, season.number, entry.pk])


PLAYER = (_entry, _player_page)


@page("arbitrate")
def player(request: HttpRequest, context: LeagueContext, number: int, key: int) -> HttpResponse:
    """Show the available steps for a player."""
    season = season_of(context, number)
    entry = _entry(context, season, key)
    divisions = list(season.divisions.all())
    values = frame(context, season) | {
        "entry": entry,
        "name": name_of(entry),
        "divisions": divisions,
        "sanctions": entry.sanctions.order_by("at"),
        "is_before": season.status in BEFORE,
        "can_place": may_place(season, divisions),
    }
    return render(request, "leagues/organiser/player.html", values)


@step("arbitrate")
def arrange_teams(context: LeagueContext, season: Season) -> Confirmation:
    """Set the teams."""
    return Confirmation(
        title=_("Teams"),
        button=_("Save"),
        form=lambda data: TeamsForm(data, season=season),
        effects=[
            _(
                "Players still score for themselves, and the best of each team also score for "
                "the team."
            ),
            _("From the next draw on, team-mates don't meet if it can be avoided."),
        ],
        execute=partial(teams.arrange, season, context.actor),
        success_message=_("The teams have been arranged."),
        refusals={
            errors.BadSetting: _("A player is in two teams, or no players are counted."),
            errors.WrongStage: _("This season is over."),
        },
    )


@step("arbitrate")
def enter(context: LeagueContext, season: Season) -> Confirmation:
    """Enter a member by hand, before the season begins or while it runs."""
    effects = [
        _("They get a place immediately, even after the deadline and ahead of the waiting list."),
        _("They don't have to answer your questions."),
    ]
    if season.is_running:
        effects = [
            _("They play from the next round on, in the last division."),
            _("For missed rounds they get the points you grant."),
        ]
    return Confirmation(
        title=_("Enter a member"),
        button=_("Enter this member"),
        form=lambda data: EnterForm(data, season=season),
        effects=effects,
        execute=lambda member, **fields: entries.enter(
            season, context.actor, member.user, **fields
        ),
        success_message=_("The player has been entered."),
        return_url=players_page(season),
        refusals={
            errors.WrongStage: _(
                "Nobody can join this season any more, or all its rounds were drawn in advance."
            ),
            errors.AlreadyEntered: _("This member has played in the season already."),
        },
    )


@step("arbitrate", of=PLAYER)
def accept(context: LeagueContext, season: Season, entry: Entry) -> Confirmation:
    """Accept an applicant."""
    return Confirmation(
        title=_("Accept %(name)s") % {"name": name_of(entry)},
        button=_("Accept"),
        effects=[_("They get a place or go on the waiting list, and are notified.")],
        execute=partial(entries.accept, entry, context.actor),
        success_message=_("%(name)s has been accepted.") % {"name": name_of(entry)},
        return_url=season_console(season),
        extra={"answers": entry.answers},
        template="leagues/organiser/applicant.html",
    )


@step("arbitrate", of=PLAYER)
def turn_away(context: LeagueContext, season: Season, entry: Entry) -> Confirmation:
    """Remove a player from a season that has not begun."""
    return Confirmation(
        title=_("Reject %(name)s") % {"name": name_of(entry)},
        button=_("Reject"),
        is_grave=True,
        form=ReasonForm,
        effects=[
            _("Their entry is removed. The first on the waiting list moves up."),
            _("They are notified, with your reason."),
        ],
        execute=partial(entries.turn_away, entry, context.actor),
        success_message=_("The player has been rejected."),
        goes=players_page(season),
        extra={"answers": entry.answers},
        template="leagues/organiser/applicant.html",
        refusals={errors.WrongStage: _("The season has begun: withdraw them instead.")},
    )


@step("arbitrate", of=PLAYER)
def place(context: LeagueContext, season: Season, entry: Entry) -> Confirmation:
    """Move a player to another division."""
    return Confirmation(
        title=_("Move %(name)s") % {"name": name_of(entry)},
        button=_("Move"),
        form=lambda data: PlaceForm(data, season=season, initial={"division": entry.division_id}),
        effects=[
            _("They stay in this division when the others are assigned.")
            if season.status in BEFORE
            else _("Possible until a round of either division is public.")
        ],
        execute=partial(entries.place, entry, context.actor),
        success_message=_("The player has been moved to another division."),
        refusals={
            errors.WrongStage: _(
                "Rounds of these divisions are public, or all were drawn in advance."
            )
        },
    )


def _out(
    context: LeagueContext,
    season: Season,
    entry: Entry,
    service: Any,
    title: str,
    button: str,
    message: str,
) -> Confirmation:
    return Confirmation(
        title=title % {"name": name_of(entry)},
        button=button,
        is_grave=True,
        form=ReasonForm,
        effects=leaving(season, entry),
        execute=partial(service, entry, context.user),
        success_message=message,
        refusals={errors.WrongStage: _("This is only possible while the season is running.")},
    )


@step("arbitrate", of=PLAYER)
def withdraw(context: LeagueContext, season: Season, entry: Entry) -> Confirmation:
    """Withdraw an absent player."""
    return _out(
        context, season, entry, entries.withdraw,
        _("Withdraw %(name)s"), _("Withdraw"), _("The player has been withdrawn."),
    )  # fmt: skip


@step("arbitrate", of=PLAYER)
def disqualify(context: LeagueContext, season: Season, entry: Entry) -> Confirmation:
    """Disqualify a player."""
    return _out(
        context, season, entry, entries.disqualify,
        _("Disqualify %(name)s"), _("Disqualify"), _("The player has been disqualified."),
    )  # fmt: skip


@step("arbitrate", of=PLAYER)
def replace(context: LeagueContext, season: Season, entry: Entry) -> Confirmation:
    """Give a player's place to another member."""
    return Confirmation(
        title=_("Replace %(name)s") % {"name": name_of(entry)},
        button=_("Replace the player"),
        form=lambda data: MemberForm(data, season=season),
        effects=[
            _("Past results stay with the place, for both sides."),
            _(
                "The new player plays the remaining fixtures; those forfeited by leaving are "
                "open again."
            ),
        ],
        execute=lambda member, reason: replacing.replace_player(
            entry, context.actor, member.user, reason=reason
        ),
        success_message=_("The place has a new player."),
        refusals={
            errors.WrongStage: _(
                "This season draws its rounds one by one: enter somebody new instead."
            ),
            errors.AlreadyEntered: _("This member is already in the season."),
        },
    )


@step("arbitrate", of=PLAYER)
def note(context: LeagueContext, season: Season, entry: Entry) -> Confirmation:
    """Write a note to one player."""
    return Confirmation(
        title=_("Write to %(name)s") % {"name": name_of(entry)},
        button=_("Send the note"),
        form=TextForm,
        effects=[
            _("They get it by e-mail and notification, where enabled, without your name."),
            _("The audit log shows that you wrote, but not what."),
        ],
        execute=partial(announcements.write_to, entry, context.actor),
        success_message=_("The note has been sent."),
        refusals={
            errors.TooManyAnnouncements: _("Three notes a day to one player is the limit."),
        },
    )


@step("schedule", of=DIVISION)
def presence(context: LeagueContext, season: Season, division: Division) -> Confirmation:
    """Set who is present for the next round."""
    following = sitting_out.next_round(division)
    there = sitting_out.coming(division, following)
    return Confirmation(
        title=_("Attendance for round %(number)d") % {"number": following},
        button=_("Save"),
        form=lambda data: PresenceForm(data, division=division, there=there),
        effects=[_("The round is drawn from these players. Players who are away do not forfeit.")],
        version_seen=str(following),
        execute=lambda **fields: sitting_out.set_present(
            division, context.actor, following, **{"present": there, **fields}
        ),
        success_message=_("Saved."),
        refusals={
            errors.WrongStage: _("This round is public, or all rounds were drawn in advance.")
        },
    )


@step("arbitrate", of=PLAYER)
def sanction(context: LeagueContext, season: Season, entry: Entry) -> Confirmation:
    """Warn a player, or deduct points."""
    imposed = entry.sanctions.order_by("pk").values_list("pk", flat=True)
    return Confirmation(
        title=_("Sanction %(name)s") % {"name": name_of(entry)},
        button=_("Impose the sanction"),
        is_grave=True,
        form=lambda data: SanctionForm(data, season=season, initial={"kind": "warning"}),
        effects=[_("Everybody sees it on the player's page, with your reason.")],
        version_seen=str(list(imposed)),
        execute=partial(entries.sanction, entry, context.actor),
        success_message=_("The sanction has been imposed."),
        refusals={errors.WrongStage: _("This is only possible while the season is running.")},
    )
