"""Organisers' pages that move a deadline, and that pause or resume a season."""

from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from games.leagues import errors
from games.leagues.confirmation import Confirmation, step
from games.leagues.context import LeagueContext
from games.leagues.errors import BadTime, TooLateToPlan
from games.leagues.fixtures import deadlines
from games.leagues.models import Fixture, Round, Season
from games.leagues.organiser.forms import (
    DeadlineForm,
    NoteForm,
    PauseForm,
    RoundDeadlineForm,
)
from games.leagues.organiser.views_fixtures import FIXTURE, subject
from games.leagues.organiser.views_rounds import ROUND
from games.leagues.scheduling import holidays, pauses


def _reminders_told() -> list[Any]:
    return [
        _("The players are notified, and reminded again before the new deadline."),
        _("Agreed times don't change."),
    ]


def _refusals() -> dict[Any, Any]:
    return {
        errors.WrongStage: _("This is only possible while it is being played."),
        TooLateToPlan: _("This fixture has a result: reopen it instead."),
        BadTime: _("Choose a future time, after the round opens."),
    }


@step("schedule", of=FIXTURE)
def of_fixture(context: LeagueContext, season: Season, fixture: Fixture) -> Confirmation:
    """Move the deadline of one fixture."""
    return Confirmation(
        title=_("Move the deadline of a fixture"),
        button=_("Move the deadline"),
        form=lambda data: DeadlineForm(data, initial={"ends_at": fixture.deadline}),
        effects=[*_reminders_told(), _("The round's other fixtures keep their deadlines.")],
        lead=subject(fixture),
        version_seen=str(fixture.deadline),
        execute=partial(deadlines.move_fixture, fixture, context.actor),
        success_message=_("The deadline has been moved."),
        refusals=_refusals(),
        beside={BadTime: "ends_at"},
    )


@step("schedule", of=ROUND)
def of_round(context: LeagueContext, season: Season, round_: Round) -> Confirmation:
    """Move the deadline of a round."""
    return Confirmation(
        title=_("Move the deadline of round %(number)d") % {"number": round_.number},
        button=_("Move the deadline"),
        form=lambda data: RoundDeadlineForm(data, initial={"ends_at": round_.closes_at}),
        effects=[
            _("Fixtures with their own deadline move by the same number of days."),
            *_reminders_told(),
        ],
        version_seen=str(round_.closes_at),
        execute=partial(deadlines.move_round, round_, context.actor),
        success_message=_("The deadline has been moved."),
        refusals=_refusals(),
        beside={BadTime: "ends_at"},
    )


@step("run")
def pause(context: LeagueContext, season: Season) -> Confirmation:
    """Pause a season."""
    return Confirmation(
        title=_("Pause %(season)s") % {"season": season.name},
        button=_("Pause the season"),
        form=PauseForm,
        effects=[
            _(
                "With a first day, this is a holiday: no table nights or deadlines fall within "
                "it, but players can write, agree on times, and play."
            ),
            _(
                "Without a first day, no tables open, nobody forfeits and no reminders are sent"
                " until you resume."
            ),
            _(
                "Tables where nobody is playing yet are closed. Running matches continue to the"
                " end."
            ),
            _(
                "When it resumes, all deadlines move by the length of the pause, unless it was less"
                " than six hours."
            ),
            _("The players are notified."),
        ],
        execute=lambda **fields: (
            holidays.plan(season, context.actor, **fields)
            if fields["first_day"]
            else pauses.pause(season, context.actor, reason=fields["reason"])
        ),
        success_message=_("The pause is set, and the players are notified."),
        refusals={
            errors.WrongStage: _("The season is not running, or is already paused."),
            BadTime: _("Choose future days, 90 at most, outside any other holiday."),
        },
        beside={BadTime: "first_day"},
    )


@step("run")
def resume(context: LeagueContext, season: Season) -> Confirmation:
    """Resume a season."""
    return Confirmation(
        title=_("Resume %(season)s") % {"season": season.name},
        button=_("Resume the season"),
        form=NoteForm,
        effects=[
            _("The pause was short, so only deadlines that passed during it move.")
            if season.paused_at and pauses.is_short(season.paused_at)
            else _("All deadlines move by the length of the pause."),
            _(
                "Times that fell within the pause are no longer valid: the players have to "
                "agree on new ones."
            ),
            _("The players whose deadlines or times change are notified."),
        ],
        execute=partial(pauses.resume, season, context.actor),
        success_message=_("The season has resumed."),
        refusals={errors.WrongStage: _("The season is not paused.")},
    )
