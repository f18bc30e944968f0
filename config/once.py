"""`{% once name=value %}`: a part of a page, rendered once for equal values and languages."""

from typing import Any

from django.template import Context, Library, Node, NodeList
from django.template.base import FilterExpression, Parser, Token, token_kwargs
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = Library()

#: The most texts cached for one place in a template.
MOST = 256


class OnceNode(Node):
    """A part of a template with access only to its values, so it cannot reveal anything else."""

    def __init__(self, nodelist: NodeList, values: dict[str, FilterExpression]) -> None:
        self.nodelist, self._values = nodelist, values
        self._texts: dict[tuple[Any, ...], SafeString] = {}

    def render(self, context: Context) -> SafeString:
        """Return the text for the values, rendered now if they are new."""
        values = {name: value.resolve(context) for name, value in self._values.items()}
        # A safe text and an unsafe one are equal, and so are 1 and True.
        key = (get_language(), *((type(one), one) for one in values.values()))
        text = self._texts.get(key)
        if text is None:
            alone = context.new(values)
            alone.request = None  # type: ignore[attr-defined]
            if len(self._texts) >= MOST:
                self._texts.clear()
            text = self._texts[key] = self.nodelist.render(alone)
        return text


@register.tag
def once(parser: Parser, token: Token) -> OnceNode:
    """Render the enclosed part once, only from the named values, which must be hashable."""
    values = token_kwargs(token.split_contents()[1:], parser)
    nodelist = parser.parse(("endonce",))
    parser.delete_first_token()
    return OnceNode(nodelist, values)
