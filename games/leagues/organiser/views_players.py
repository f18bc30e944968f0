"""The organisers' list of a season's players, and steps about several of them at once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django import forms
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.contests.standings.contest import Standing
from games.leagues.confirmation import Confirmation, frame, page, step
from games.leagues.context import LeagueContext, season_of
from games.leagues.models import Division, Entry, Round, Season
from games.leagues.organiser.forms import (
    PlaceSeveralForm,
    RejectSeveralForm,
    SeveralForm,
    WriteSeveralForm,
)
from games.leagues.paging import listing
from games.leagues.public.standings_table import name_of, rows_of_each
from games.leagues.seasons import announcements, entries
from games.matches.public import Refused

BEFORE = (Season.Status.DRAFT, Season.Status.REGISTRATION)
PLAYERS = 50  #: players on one page
BY_ENTRY = ("entered_at", "pk")  #: the order in which places are given out


@dataclass(frozen=True)
class PlayerLine:
    """A player with their line in the standings, if any."""

    entry: Entry
    row: Standing | None

    @property
    def order(self) -> Any:
        """Return the sort key for the list: division and rank, then entry."""
        division = self.entry.division
        tier, rank = division.tier if division else 0, self.row.rank if self.row else 0
        return tier, rank, self.entry.entered_at, self.entry.pk


def players_page(season: Season) -> str:
    """Return the URL of the list of a season's players."""
    return reverse("leagues:run-players", args=[season.league.slug, season.number])


@page("arbitrate")
def players(request: HttpRequest, context: LeagueContext, number: int) -> HttpResponse:
    """List a season's players in the order of its standings, applicants, and the waiting list."""
    season = season_of(context, number)
    divisions = list(season.divisions.all())
    rows = list(season.entries.select_related("user", "division").order_by(*BY_ENTRY))
    lines = _lines(season, divisions, [one for one in rows if one.status not in Entry.OUTSIDE])
    values = frame(context, season) | {
        "list": listing(
            request, lines, size=PLAYERS, names=lambda one: name_of(one.entry),
            is_own=lambda one: one.entry.user_id == context.actor.pk,
        ),
        "has_results": any(one.row and one.row.form for one in lines),
        "applied": [one for one in rows if one.status == Entry.Status.APPLIED],
        "waiting": [one for one in rows if one.status == Entry.Status.WAITING],
        "divisions": divisions,
        "is_before": season.status in BEFORE,
        "takes_applicants": season.status in BEFORE or season.is_running,
        "can_place": may_place(season, divisions),
    }  # fmt: skip
    return render(request, "leagues/organiser/players.html", values)


def _lines(
    season: Season, divisions: Sequence[Division], playing: Sequence[Entry]
) -> list[PlayerLine]:
    standings: dict[int, Standing] = {}
    if season.status not in BEFORE:
        tables = rows_of_each(divisions).values()
        standings = {row.entry: row for rows in tables for row in rows}
    lines = [PlayerLine(one, standings.get(one.pk)) for one in playing]
    return sorted(lines, key=lambda one: one.order)


def may_place(season: Season, divisions: Sequence[Division]) -> bool:
    """Return whether players can still be moved to other divisions."""
    if len(divisions) < 2:
        return False
    if season.is_running and not season.draws_all_at_once:
        public = Round.objects.filter(division__season=season).exclude(status=Round.Status.DRAFT)
        return not public.exists()
    return season.status in BEFORE


def _several(
    context: LeagueContext,
    among: QuerySet[Entry],
    form: Callable[..., forms.Form],
    service: Callable[..., None],
    **fields: Any,
) -> Confirmation:
    """Return a step that calls `service` for all selected players in one transaction."""

    def show(data: QueryDict | None) -> forms.Form:
        return form(data, among=among.select_related("user").order_by(*BY_ENTRY))

    @transaction.atomic
    def execute(players: Sequence[Entry], **typed: Any) -> None:
        for entry in players:
            try:
                service(entry, context.actor, **typed)
            except Refused as refusal:
                raise type(refusal)(
                    _("%(name)s: %(reason)s Nothing was changed for the others either.")
                    % {"name": name_of(entry), "reason": refusal}
                ) from refusal

    return Confirmation(form=show, execute=execute, prefills=("players",), **fields)


@step("arbitrate")
def write_to_several(context: LeagueContext, season: Season) -> Confirmation:
    """Write a note to several players."""
    return _several(
        context,
        season.entries.exclude(user=None),
        WriteSeveralForm,
        announcements.write_to,
        title=_("Write to several players"),
        button=_("Send the notes"),
        effects=[
            _("Each gets it by e-mail and notification, where enabled, without your name."),
            _("The audit log shows the recipients, but not the text."),
        ],
        success_message=_("The notes have been sent."),
        return_url=players_page(season),
    )


@step("arbitrate")
def accept_several(context: LeagueContext, season: Season) -> Confirmation:
    """Accept several applicants."""
    return _several(
        context,
        season.entries.filter(status=Entry.Status.APPLIED),
        SeveralForm,
        entries.accept,
        title=_("Accept several players"),
        button=_("Accept"),
        effects=[_("They get places or go on the waiting list, in the order of their entry.")],
        success_message=_("The players have been accepted."),
        return_url=players_page(season),
    )


@step("arbitrate")
def place_several(context: LeagueContext, season: Season) -> Confirmation:
    """Move several players to another division."""
    return _several(
        context,
        season.entries.exclude(status__in=Entry.OUTSIDE),
        partial(PlaceSeveralForm, season=season),
        entries.place,
        title=_("Move several players"),
        button=_("Move"),
        effects=[_("Possible until a round of these divisions is public.")],
        success_message=_("The players have been moved to another division."),
        return_url=players_page(season),
    )


@step("arbitrate")
def reject_several(context: LeagueContext, season: Season) -> Confirmation:
    """Remove several players from a season that has not begun, or several applicants."""
    among = season.entries.all()
    if season.status not in BEFORE:
        among = among.filter(status__in=Entry.OUTSIDE)
    return _several(
        context,
        among,
        RejectSeveralForm,
        entries.turn_away,
        title=_("Reject several players"),
        button=_("Reject"),
        is_grave=True,
        effects=[
            _("Their entries are removed. The first on the waiting list move up."),
            _("They are notified, with your reason."),
        ],
        success_message=_("The players have been rejected."),
        return_url=players_page(season),
    )
