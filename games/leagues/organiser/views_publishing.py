"""Schedulers' pages that publish rounds: one, or those of all divisions."""

from functools import partial
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.leagues import errors
from games.leagues.confirmation import Confirmation, step
from games.leagues.context import LeagueContext
from games.leagues.fixtures import deadlines
from games.leagues.models import Round, Season
from games.leagues.organiser.forms import PublishAllForm, PublishForm
from games.leagues.organiser.views_rounds import ROUND, seating
from games.leagues.organiser.views_season import season_console
from games.leagues.seasons import draws, publishing
from games.matches.public import Refused


@step("schedule", of=ROUND)
def publish(context: LeagueContext, season: Season, round_: Round) -> Confirmation:
    """Publish a round."""
    return Confirmation(
        title=_("Publish round %(number)d") % {"number": round_.number},
        button=_("Publish"),
        form=lambda data: _form(data, season, round_.number),
        effects=_publishing(season),
        version_seen=seating(round_),
        execute=partial(draws.publish_round, round_, context.actor),
        success_message=_("Round %(number)d is public.") % {"number": round_.number},
        goes=season_console(season),
        refusals={
            errors.WrongStage: _("This round is public already. Nothing was changed."),
            **_before_of(season),
        },
    )


def _form(data: Any, season: Season, number: int) -> PublishForm:
    """Return the form, filled in with the season's next table night."""
    return PublishForm(
        data, season=season, initial={"opens_at": deadlines.night_of(season, number)}
    )


def _before_of(season: Season) -> dict[type[Refused], str]:
    """Return the messages for refusals caused by the previous round."""
    refusals: dict[type[Refused], str] = {
        errors.DisputeOpen: _(
            "A result of the previous round is disputed: decide that first, since it determines"
            " who advances."
        )
    }
    if season.draws_all_at_once:  # the previous rounds are drafts, not in play
        refusals[errors.RoundStillOpen] = _("Publish the earlier rounds first.")
    return refusals


def _publishing(season: Season) -> list[str]:
    text = ngettext(
        "It has to be played within %(days)d day.",
        "It has to be played within %(days)d days.",
        season.round_days,
    )
    days = text % {"days": season.round_days}
    return [
        _("Everybody sees who plays whom, and the players are notified."),
        *([] if season.is_by_night else [days]),
        *([] if season.may_sit_out else [_("Players who have left the season forfeit.")]),
        _("From then on, swapping two players requires a reason."),
    ]


@step("schedule")
def publish_everywhere(context: LeagueContext, season: Season) -> Confirmation:
    """Publish the next draft of all divisions, or all drafts."""
    drafts = Round.objects.filter(division__season=season, status=Round.Status.DRAFT)
    number = drafts.aggregate(last=Max("number"))["last"] or 1
    is_drawn = season.draws_all_at_once
    return Confirmation(
        title=_("Publish all rounds") if is_drawn else _("Publish the next round of all divisions"),
        button=_("Publish the rounds"),
        form=lambda data: (
            PublishAllForm(data, season=season) if is_drawn else _form(data, season, number)
        ),
        effects=_publishing(season),
        version_seen=seating(*drafts),
        execute=partial(publishing.publish_everywhere, season, context.actor),
        success_message=_("The rounds are public."),
        refusals={
            errors.WrongStage: _("There is no draft to publish. Nothing was changed."),
            **_before_of(season),
        },
    )
