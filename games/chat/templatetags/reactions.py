"""The marks for reactions."""

from django import template

from games.chat.models import Reaction

register = template.Library()


@register.simple_tag
def reaction_kinds() -> list[tuple[str, str]]:
    """Return the kinds of reactions with their labels."""
    return [(kind.value, str(kind.label)) for kind in Reaction.Kind]
