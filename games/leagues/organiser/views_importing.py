"""Owners' pages for importing players: the list, and its preview."""

from functools import partial

from django.core.cache import cache
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.leagues import errors
from games.leagues.confirmation import Confirmation, step
from games.leagues.context import LeagueContext
from games.leagues.models import Season
from games.leagues.organiser.forms_importing import ImportForm
from games.leagues.organiser.views_players import players_page
from games.leagues.public.standings_table import division_name
from games.leagues.seasons import importing

#: How many seconds a submitted list is kept.
KEPT = 3600


@step("run")
def read(context: LeagueContext, season: Season) -> Confirmation:
    """Read a list of players."""

    def keep(players: list[importing.ListedPlayer]) -> str:
        key = get_random_string(16)
        cache.set(_kept(context, season, key), players, KEPT)
        return reverse("leagues:run-imported", args=[season.league.slug, season.number, key])

    return Confirmation(
        title=_("Import players"),
        button=_("Read the list"),
        form=lambda data: ImportForm(data, season=season),
        effects=[
            _("Members of the league are matched by name and entered."),
            _("Others get an invitation by e-mail that lets them enter."),
            _("Nothing changes yet: the next page is a preview."),
        ],
        execute=keep,
        return_url=players_page(season),
    )


def _kept(context: LeagueContext, season: Season, key: str) -> str:
    return f"import/{context.actor.pk}/{season.pk}/{key}"


@step("run")
def check(context: LeagueContext, season: Season, key: str) -> Confirmation:
    """Show the preview of a list, and enter its players."""
    players: list[importing.ListedPlayer] = cache.get(_kept(context, season, key)) or []
    if not players:
        raise errors.ListIsGone
    members = sum(one.user is not None for one in players)
    names = {one.pk: division_name(one) for one in season.divisions.all()}
    effects = [
        ngettext("%(count)d member will be entered.", "%(count)d members will be entered.", members)
        % {"count": members},
        ngettext(
            "%(count)d invitation will be sent by e-mail.",
            "%(count)d invitations will be sent by e-mail.",
            len(players) - members,
        )
        % {"count": len(players) - members},
    ]
    return Confirmation(
        title=_("Preview of the import"),
        button=ngettext("Enter %(count)d player", "Enter %(count)d players", len(players))
        % {"count": len(players)},
        effects=effects,
        execute=partial(importing.enter_all, season, context.actor, players),
        success_message=_("The players have been entered or invited."),
        return_url=players_page(season),
        template="leagues/organiser/imported.html",
        extra={"listed": [(one, names.get(one.division or 0, "")) for one in players]},
        refusals={
            errors.WrongStage: _("This season has begun: enter players one by one."),
            errors.TooManyAnnouncements: _("Three lists a day is the limit. Try again tomorrow."),
        },
    )
