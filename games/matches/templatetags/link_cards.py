"""The tags in a page's head for link previews on other sites."""

from typing import Any

from django import template
from django.urls import reverse

from games.matches.page.link_cards import HEIGHT, WIDTH, LinkCard, token_of

register = template.Library()


@register.inclusion_tag("base/_link_card.html", takes_context=True)
def link_card(
    context: dict[str, Any], title: str, text: str = "", faces: str = ""
) -> dict[str, Any]:
    """Render the link preview of this page: `title`, `text`, and an image of both with `faces`."""
    request = context["request"]
    words = " ".join(str(text).split())
    card = LinkCard(" ".join(str(title).split()), words, faces)
    picture = reverse("matches:card", args=[token_of(card)])
    return {
        "card": card,
        "site_name": context["site_name"],
        "address": request.build_absolute_uri(request.path),
        "picture": request.build_absolute_uri(picture),
        "width": WIDTH,
        "height": HEIGHT,
    }
