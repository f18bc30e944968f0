"""Template tags for organisers' pages."""

from django import template

from accounts.models import User
from games.leagues import roles
from games.leagues.context import LeagueContext
from games.leagues.joining.views import place_of
from games.leagues.models import Audit, Season
from games.leagues.organiser import undo

register = template.Library()


@register.filter
def can_be_undone_by(act: Audit, here: LeagueContext) -> bool:
    """Return whether an organiser may try to undo an act."""
    if here.member is None or not act.changes or hasattr(act, "undone_by"):
        return False
    return here.member.role in roles.POWERS[undo.power_over(act)]


@register.simple_tag
def waiting_place(season: Season, user: User) -> int:
    """Return a person's place on a season's waiting list; 0 if they don't wait."""
    return place_of(season, user)
