"""What the pages of organisers need of the template language."""

from typing import Any

from django import template

from games.leagues.act_words import VERBS

register = template.Library()


@register.filter
def act_word(verb: str) -> Any:
    """Return what an organiser's act is called in a sentence."""
    return VERBS.get(verb, verb)
