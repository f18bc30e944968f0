"""How the API answers: JSON, and problems as RFC 9457 has them."""

import re
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET

from games.api import limits, refusals, shapes
from games.matches.refusals import AgainstTheRules, Refused, StalePrompt

#: What each kind of problem is called in addresses: AgainstTheRules is against-the-rules.
_WORD = re.compile(r"(?<!^)(?=[A-Z])")
#: What a page says of these speaks of clicks, or says nothing that holds for all.
_TITLES = {
    AgainstTheRules: _("The rules don't allow this action."),
    StalePrompt: _("The table had moved on: this question is no longer asked."),
}


def json(value: Any, status: int = 200) -> HttpResponse:
    """Answer with `value` as JSON."""
    return HttpResponse(msgspec.json.encode(value), status=status, content_type="application/json")


def problem(refusal: Refused, position: shapes.Position | None = None) -> HttpResponse:
    """Answer with why not, in the reader's language."""
    response = HttpResponse(
        msgspec.json.encode(problem_of(refusal, position)),
        status=refusal.status,
        content_type="application/problem+json",
    )
    if isinstance(refusal, refusals.NoToken):
        response["WWW-Authenticate"] = 'Bearer realm="Cabinet Noir"'
    elif isinstance(refusal, refusals.WrongMethod):
        response["Allow"] = ", ".join(refusal.allowed)
    elif isinstance(refusal, refusals.TooOften):
        response["Retry-After"] = str(refusal.seconds)
    elif isinstance(refusal, refusals.TooManyStreams):
        response["Retry-After"] = "10"
    return response


def problem_of(refusal: Refused, position: shapes.Position | None = None) -> shapes.Problem:
    """Return `refusal` as it is told; what is the same for all of its kind is the title."""
    kind, text = type(refusal), str(refusal)
    against_the_rules = isinstance(refusal, AgainstTheRules)
    return shapes.Problem(
        type=f"{reverse('api:guide')}#{slug(kind)}",
        title=title_of(kind),
        status=refusal.status,
        detail=text if text != str(kind.text) else UNSET,
        clause=refusal.illegal.clause if against_the_rules else UNSET,
        position=UNSET if position is None else position,
    )


def title_of(kind: type[Refused]) -> str:
    """Return what is the same for all problems of a kind, in the reader's language."""
    return str(_TITLES.get(kind, kind.text))


def slug(kind: type[Refused]) -> str:
    """Return what a kind of problem is called in addresses."""
    return _WORD.sub("-", kind.__name__).lower()


def body(request: HttpRequest, shape: Any) -> Any:
    """Return the body as a `shape`; an empty one is an object without keys.

    :raises Refused: TooLarge or Malformed.
    """
    limits.check_length(request)
    try:
        return msgspec.json.decode(request.body or b"{}", type=shape)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise refusals.Malformed(str(error)) from None
