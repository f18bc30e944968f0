"""What the pages of organisers need of the template language."""

from typing import Any

from django import template

from games.leagues import audit, roles
from games.leagues.act_words import VERBS
from games.leagues.models import Audit, Season
from games.leagues.views_membership import place_of
from games.leagues.visits import Visit

register = template.Library()


@register.filter
def act_word(verb: str) -> Any:
    """Return what an organiser's act is called in a sentence."""
    return VERBS.get(verb, verb)


@register.filter
def can_be_undone_by(act: Audit, here: Visit) -> bool:
    """Return whether an organiser may try to undo an act."""
    if here.member is None or not act.changes or hasattr(act, "undone_by"):
        return False
    return here.member.role in roles.POWERS[audit.power_over(act)]


@register.simple_tag
def waiting_place(season: Season, user: Any) -> int:
    """Return somebody's place on a season's waiting list; 0 for who does not wait."""
    return place_of(season, user)
