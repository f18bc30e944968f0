"""Attendance: before a draw, players answer whether they will play the round."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.requests import own_page
from games.leagues.confirmation import frame, page
from games.leagues.context import LeagueContext, season_of
from games.leagues.errors import BadSetting
from games.leagues.models import Entry, Season
from games.leagues.paging import number_in
from games.leagues.seasons import sitting_out
from games.matches.public import NotAllowed, Refused

#: The possible answers, each with the pair (comes, wants half a point).
ANSWERS = {"yes": (True, False), "no": (False, False), "half": (False, True)}


@dataclass(frozen=True)
class AttendanceQuestion:
    """A round whose attendance a player may set."""

    entry: Entry
    number: int

    @cached_property
    def answer(self) -> str:
        """Return the player's answer: "yes", "no", "half", or empty if unanswered."""
        prefetch_related_objects([self.entry], "attendances")
        said = {one.round_number: _answer_of(one) for one in self.entry.attendances.all()}
        return said.get(self.number, "")

    @cached_property
    def may_ask(self) -> bool:
        """Return whether the player may request half a point."""
        return sitting_out.may_ask(self.entry, self.number)


def questions_of(context: LeagueContext, season: Season) -> Sequence[AttendanceQuestion]:
    """Return the rounds whose attendance the visitor may set."""
    entry = _entry(context, season)
    if entry is None:
        return ()
    return [AttendanceQuestion(entry, number) for number in sitting_out.rounds_of(entry)]


def _entry(context: LeagueContext, season: Season) -> Entry | None:
    if context.member is None:
        return None
    entry = season.entries.filter(user=context.actor).select_related("division").first()
    if entry is not None and entry.division is not None:
        entry.division.season = season
    return entry


def _answer_of(one: Any) -> str:
    if one.comes:
        return "yes"
    return "half" if one.wants_half_point else "no"


@login_required
@page(takes_posts=True)
def attendance(request: HttpRequest, context: LeagueContext, number: int) -> HttpResponse:
    """Show the next rounds, and store an answer about one of them."""
    season = season_of(context, number)
    refusal, status = None, 200
    if request.method == "POST":
        try:
            _answer(request, context, season)
        except Refused as error:
            refusal, status = error, error.status
        else:
            messages.success(request, _("Your answer has been saved."))
            return redirect(own_page(request.GET.get("back", "")) or request.path)
    values = frame(context, season) | {
        "tab": "attendance", "asked": questions_of(context, season), "refusal": refusal,
    }  # fmt: skip
    return render(request, "leagues/joining/attendance.html", values, status=status)


def _answer(request: HttpRequest, context: LeagueContext, season: Season) -> None:
    """Store the visitor's answer about a round.

    :raises Refused: NotAllowed for visitors who do not play, BadSetting, WrongStage or NoHalfPoint.
    """
    entry = _entry(context, season)
    answer = ANSWERS.get(request.POST.get("answer", ""))
    number = number_in(request.POST.get("round", ""))
    if entry is None:
        raise NotAllowed
    if answer is None or not number:
        raise BadSetting
    comes, half = answer
    sitting_out.say(entry, context.actor, number, comes=comes, wants_half_point=half)
