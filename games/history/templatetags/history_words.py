"""The games' labels, for Django's templates."""

from typing import Any

from django import template

from games.history.replay.rendering import word as word_of

register = template.Library()


@register.simple_tag
def word(game: Any, name: str, prefix: str = "") -> str:
    """Return the game's label for `name` in the reader's language."""
    return word_of(game, name, prefix)
