"""The API's responses: JSON, and problem details (RFC 9457)."""

import re
from typing import Any
from urllib.parse import quote

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET

from games.api import errors, limits, shapes
from games.matches.public import Refused
from games.matches.public import errors as table

#: Word boundaries in a problem's class name: AgainstTheRules becomes against-the-rules.
_WORD = re.compile(r"(?<!^)(?=[A-Z])")
#: Titles for errors whose text for pages mentions clicks, or varies within the kind.
_TITLES = {
    table.AgainstTheRules: _("The rules don't allow this action."),
    table.StalePrompt: _("The table has moved on: this prompt is no longer open."),
}


def json(value: Any, status: int = 200) -> HttpResponse:
    """Return a JSON response with `value`."""
    return HttpResponse(msgspec.json.encode(value), status=status, content_type="application/json")


def problem(refusal: Refused, position: shapes.Position | None = None) -> HttpResponse:
    """Return a response with problem details, in the reader's language."""
    response = HttpResponse(
        msgspec.json.encode(problem_of(refusal, position)),
        status=refusal.status,
        content_type="application/problem+json",
    )
    if isinstance(refusal, errors.NoToken):
        response["WWW-Authenticate"] = f'Bearer realm="{quote(settings.SITE_NAME, safe=" ")}"'
    elif isinstance(refusal, errors.WrongMethod):
        response["Allow"] = ", ".join(refusal.allowed)
    elif isinstance(refusal, errors.TooOften | errors.SiteBusy):
        response["Retry-After"] = str(refusal.seconds)
    elif isinstance(refusal, errors.TooManyStreams):
        response["Retry-After"] = "10"
    return response


def problem_of(refusal: Refused, position: shapes.Position | None = None) -> shapes.Problem:
    """Return `refusal` as problem details; all refusals of a kind have the same title."""
    kind, text = type(refusal), str(refusal)
    return shapes.Problem(
        type=f"{reverse('api:guide')}#{slug(kind)}",
        title=title_of(kind),
        status=refusal.status,
        detail=text if text != str(kind.text) else UNSET,
        clause=refusal.illegal.clause if isinstance(refusal, table.AgainstTheRules) else UNSET,
        position=UNSET if position is None else position,
    )


def title_of(kind: type[Refused]) -> str:
    """Return the title of a kind of problem, in the reader's language."""
    return str(_TITLES.get(kind, kind.text))


def slug(kind: type[Refused]) -> str:
    """Return the name of a kind of problem in URLs."""
    return _WORD.sub("-", kind.__name__).lower()


def body(request: HttpRequest, shape: Any) -> Any:
    """Return the request's body decoded as a `shape`; an empty body counts as an empty object.

    :raises Refused: TooLarge or Malformed.
    """
    limits.check_length(request)
    try:
        return msgspec.json.decode(request.body or b"{}", type=shape)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise errors.Malformed(str(error)) from None
