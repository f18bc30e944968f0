"""Schedulers' pages that publish rounds: one, all of a division, or the next of all divisions."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.leagues import errors
from games.leagues.confirmation import Confirmation, step
from games.leagues.context import LeagueContext, season_of
from games.leagues.models import Round, Season
from games.leagues.organiser.forms import PublishAllForm, PublishForm
from games.leagues.organiser.views_rounds import division_of, round_in, round_page, seating
from games.leagues.organiser.views_season import season_console
from games.leagues.seasons import draws, publishing
from games.matches.public import Refused


@step("schedule")
def publish(here: LeagueContext, number: int, key: int) -> Confirmation:
    """Publish a round."""
    season = season_of(here, number)
    round_ = round_in(here, season, key)
    return Confirmation(
        title=_("Publish round %(number)d") % {"number": round_.number},
        button=_("Publish"),
        form=lambda data: PublishForm(data, season=season),
        happens=_publishing(season),
        season=season,
        version_seen=seating(round_),
        do=lambda fields: draws.publish_round(round_, here.actor, **fields),
        done=_("Round %(number)d is public.") % {"number": round_.number},
        back=round_page(season, round_),
        goes=season_console(season),
        says={
            errors.WrongStage: _("This round is public already. Nothing was changed."),
            **_before_of(season),
        },
    )


def _before_of(season: Season) -> dict[type[Refused], str]:
    """Return the texts for refusals caused by the previous round."""
    says: dict[type[Refused], str] = {
        errors.DisputeOpen: _(
            "A result of the previous round is disputed: decide that first, since it determines"
            " who advances."
        )
    }
    if season.draws_all_at_once:  # the previous rounds are drafts, not in play
        says[errors.RoundStillOpen] = _("Publish the earlier rounds first.")
    return says


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
def publish_all(here: LeagueContext, number: int, tier: int) -> Confirmation:
    """Publish all drafts of a division."""
    season = season_of(here, number)
    division = division_of(here, season, tier)
    drafts = division.rounds.filter(status=Round.Status.DRAFT)
    return Confirmation(
        title=_("Publish all rounds"),
        button=ngettext("Publish %(count)d round", "Publish %(count)d rounds", len(drafts))
        % {"count": len(drafts)},
        form=lambda data: PublishAllForm(data, season=season),
        happens=_publishing(season),
        season=season,
        version_seen=seating(*drafts),
        do=lambda fields: publishing.publish_all(division, here.actor, **fields),
        done=_("All rounds are public."),
        back=season_console(season),
        says={errors.WrongStage: _("There is no draft to publish. Nothing was changed.")},
    )


@step("schedule")
def publish_everywhere(here: LeagueContext, number: int) -> Confirmation:
    """Publish the next draft of all divisions."""
    season = season_of(here, number)
    return Confirmation(
        title=_("Publish the next round of all divisions"),
        button=_("Publish the rounds"),
        form=lambda data: PublishForm(data, season=season),
        happens=_publishing(season),
        season=season,
        version_seen=seating(
            *Round.objects.filter(division__season=season, status=Round.Status.DRAFT)
        ),
        do=lambda fields: publishing.publish_everywhere(season, here.actor, **fields) and None,
        done=_("The rounds are public."),
        back=season_console(season),
        says={
            errors.WrongStage: _("There is no draft to publish. Nothing was changed."),
            **_before_of(season),
        },
    )
