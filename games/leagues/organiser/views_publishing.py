"""Schedulers' pages that publish rounds: one, all of a division, or the next of all divisions."""

from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.leagues import errors
from games.leagues.confirmation import Confirmation, step
from games.leagues.context import LeagueContext
from games.leagues.fixtures import evenings
from games.leagues.models import Round, Season
from games.leagues.organiser.forms import PublishAllForm, PublishForm
from games.leagues.organiser.views_rounds import division_of, round_in, round_page, seating
from games.leagues.organiser.views_season import season_console
from games.leagues.seasons import draws, publishing
from games.matches.public import Refused


@step("schedule")
def publish(context: LeagueContext, season: Season, key: int) -> Confirmation:
    """Publish a round."""
    round_ = round_in(context, season, key)
    return Confirmation(
        title=_("Publish round %(number)d") % {"number": round_.number},
        button=_("Publish"),
        form=lambda data: _form(data, season, round_.number),
        effects=_publishing(season),
        version_seen=seating(round_),
        execute=lambda fields: draws.publish_round(round_, context.actor, **fields),
        success_message=_("Round %(number)d is public.") % {"number": round_.number},
        return_url=round_page(season, round_),
        goes=season_console(season),
        refusals={
            errors.WrongStage: _("This round is public already. Nothing was changed."),
            **_before_of(season),
        },
    )


def _form(data: Any, season: Season, number: int) -> PublishForm:
    """Return the form, filled in with the season's next table night."""
    return PublishForm(data, season=season, initial={"opens_at": evenings.night_of(season, number)})


def _before_of(season: Season) -> dict[type[Refused], str]:
    """Return the texts for refusals caused by the previous round."""
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
def publish_all(context: LeagueContext, season: Season, tier: int) -> Confirmation:
    """Publish all drafts of a division."""
    division = division_of(context, season, tier)
    drafts = division.rounds.filter(status=Round.Status.DRAFT)
    return Confirmation(
        title=_("Publish all rounds"),
        button=ngettext("Publish %(count)d round", "Publish %(count)d rounds", len(drafts))
        % {"count": len(drafts)},
        form=lambda data: PublishAllForm(data, season=season),
        effects=_publishing(season),
        version_seen=seating(*drafts),
        execute=lambda fields: publishing.publish_all(division, context.actor, **fields),
        success_message=_("All rounds are public."),
        refusals={errors.WrongStage: _("There is no draft to publish. Nothing was changed.")},
    )


@step("schedule")
def publish_everywhere(context: LeagueContext, season: Season) -> Confirmation:
    """Publish the next draft of all divisions."""
    drafts = Round.objects.filter(division__season=season, status=Round.Status.DRAFT)
    number = drafts.aggregate(last=Max("number"))["last"] or 1
    return Confirmation(
        title=_("Publish the next round of all divisions"),
        button=_("Publish the rounds"),
        form=lambda data: _form(data, season, number),
        effects=_publishing(season),
        version_seen=seating(*drafts),
        execute=lambda fields: (
            publishing.publish_everywhere(season, context.actor, **fields) and None
        ),
        success_message=_("The rounds are public."),
        refusals={
            errors.WrongStage: _("There is no draft to publish. Nothing was changed."),
            **_before_of(season),
        },
    )
