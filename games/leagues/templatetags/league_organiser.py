"""Template tags for organisers' pages."""

from typing import Any, Literal, NamedTuple

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.leagues import roles
from games.leagues.context import LeagueContext
from games.leagues.joining.views import place_of
from games.leagues.models import Audit, Season
from games.leagues.organiser import undo

register = template.Library()

#: The tabs after the first, by URL name, with their labels and the powers they require.
LEAGUE_TABS = {
    "run-people": (_("Members"), "arbitrate"),
    "run-conduct": (_("Conduct"), "arbitrate"),
    "run-invitations": (_("Invite"), "run"),
    "run-edit": (_("Settings"), "run"),
}
SEASON_TABS = {
    "run-players": (_("Players"), "arbitrate"),
    "run-disputes": (_("Disputes"), "arbitrate"),
}


class OrganiserTab(NamedTuple):
    """A tab; `current` is its `aria-current`: "page", or "true" for a page below it."""

    address: str
    words: Any
    current: Literal["page", "true", ""]


@register.simple_tag(takes_context=True)
def organiser_tabs(context: Context) -> list[OrganiserTab]:
    """Return the tabs for a league or its season, with the page's tab marked as current."""
    league, season, path = context["league"], context["season"], context["request"].path
    tabs = [(reverse("leagues:run", args=[league.slug]), _("Organise"))]
    names, args = LEAGUE_TABS, [league.slug]
    if season is not None:
        names, args = SEASON_TABS, [league.slug, season.number]
        tabs.append((reverse("leagues:run-season", args=args), season.name))
    first = tabs[-1][0]  # pages of fixtures and webhooks belong to this tab
    tabs += [
        (reverse(f"leagues:{name}", args=args), words)
        for name, (words, power) in names.items()
        if context["may"][power]
    ]
    above = max((one for one, _words in tabs if path.startswith(one)), key=len, default=first)
    return [
        OrganiserTab(one, words, "" if one != above else "page" if one == path else "true")
        for one, words in tabs
    ]


@register.filter
def can_be_undone_by(act: Audit, context: LeagueContext) -> bool:
    """Return whether an organiser may try to undo an act."""
    if context.member is None or not act.is_undoable or hasattr(act, "undone_by"):
        return False
    return context.member.role in roles.POWERS[undo.power_over(act)]


@register.simple_tag
def waiting_place(season: Season, user: User) -> int:
    """Return a user's place on a season's waiting list; 0 if they are not on it."""
    return place_of(season, user)
