"""Views of version 1: authenticate and count a request, make one service call, respond."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from accounts.models import User
from games.api import answers, errors, limits, openapi, play, shapes, tokens
from games.api.models import Scope, Token
from games.api.operations import Operation
from games.catalog import GAMES
from games.engine.required import required
from games.matches.models import Match
from games.matches.public import Refused, matches_of, open_tables, with_seat_count
from games.matches.public import errors as table

if TYPE_CHECKING:
    from games.matches.public import ListedMatch

Handler = Callable[..., HttpResponse]


def authenticate(request: HttpRequest, scope: str = Scope.PLAY) -> Token:
    """Return the token of `request`; cookies are ignored.

    :raises Refused: NoToken, TooOften, or WrongScope if it was made for another scope.
    """
    try:
        token = tokens.bearer(request.headers.get("Authorization", ""))
    except errors.NoToken:
        limits.count_stranger(request)
        raise
    limits.count_call(token)
    if not token.is_for(scope):
        raise errors.WrongScope
    return token


def route(scope: str = Scope.PLAY, **handlers: Handler) -> Callable[..., HttpResponse]:
    """Return the view of a URL with a handler for each method."""

    # Cookies are ignored, so other sites can't make a browser send a valid request.
    @csrf_exempt
    @never_cache
    def view(request: HttpRequest, **place: Any) -> HttpResponse:
        try:
            if request.method not in handlers:
                raise errors.WrongMethod(sorted(handlers))
            return _answer(handlers[request.method], request, authenticate(request, scope), place)
        # The table was closed, or the seat removed, during the request.
        except (Match.DoesNotExist, table.NotSeated):
            return answers.problem(errors.NoSuchMatch())
        except Http404:
            return answers.problem(errors.NoSuchAddress())
        except Refused as refusal:
            return answers.problem(refusal)

    view.refuses_searches = True  # type: ignore[attr-defined]
    return view


def _answer(
    handler: Handler, request: HttpRequest, token: Token, place: dict[str, Any]
) -> HttpResponse:
    """Return the handler's response.

    :raises Refused: NoToken if the token's owner has just deleted their account; or the handler's.
    """
    try:
        return handler(request, token.user, **place)
    except (DatabaseError, ObjectDoesNotExist, table.NotSeated):
        if tokens.is_valid(token.pk):
            raise
        raise errors.NoToken from None


def reading(operation: Operation) -> Callable[..., HttpResponse]:
    """Return the view of another app's operation."""

    def get(request: HttpRequest, user: User, **place: Any) -> HttpResponse:
        return answers.json(required(operation.read)(user, request.GET, **place))

    return route(operation.scope, GET=get)


def games(_request: HttpRequest, _user: User) -> HttpResponse:
    """Return the games of this site."""
    return answers.json(tuple(_game(game) for game in GAMES.values()))


def _game(game: Any) -> shapes.GameInfo:
    defaults = game.start.options()
    return shapes.GameInfo(
        key=game.key,
        name=gettext(game.name),
        seats_min=game.seats.start,
        seats_max=game.seats.stop - 1,
        sides=game.sides.names,
        options=tuple(
            shapes.Option(name, gettext(label), getattr(defaults, name))
            for name, label in game.words.options.items()
        ),
    )


def matches(_request: HttpRequest, user: User) -> HttpResponse:
    """Return the tables where a program may sit down, and those where a program of `user` sits."""
    own = user.players.filter(is_api=True).values("match")
    mine = with_seat_count(matches_of(user).filter(pk__in=own))
    free = open_tables(user, allows_api_bots=True)
    return answers.json(shapes.Tables(tuple(map(_table, free)), tuple(map(_table, mine))))


def _table(match: "ListedMatch") -> shapes.Table:
    return shapes.Table(
        code=match.code,
        game=match.game,
        status=match.status,
        options=match.options,
        seats_min=match.seats_min,
        seats_max=match.seats_max,
        taken=match.taken,
        pace=match.pace,
        language=match.language,
    )


def show(_request: HttpRequest, user: User, code: str) -> HttpResponse:
    """Return the position of the program's seat."""
    return answers.json(play.position_at(code, user))


def sit(request: HttpRequest, user: User, code: str) -> HttpResponse:
    """Take a seat for the program."""
    choice = answers.body(request, shapes.Sit)
    limits.count_join(request, user)
    position, is_new = play.sit(code, user, choice.entropy)
    return answers.json(position, 201 if is_new else 200)


def leave(_request: HttpRequest, user: User, code: str) -> HttpResponse:
    """Give up the program's seat."""
    play.leave(code, user)
    return HttpResponse(status=204)


def ready(request: HttpRequest, user: User, code: str) -> HttpResponse:
    """Set whether the program is ready."""
    body = answers.body(request, shapes.Ready)
    return answers.json(play.be_ready(code, user, ready=body.ready))


def act(request: HttpRequest, user: User, code: str) -> HttpResponse:
    """Take an action; a refusal includes the current position."""
    move = answers.body(request, shapes.Move)
    try:
        return answers.json(play.act(code, user, move))
    except (errors.NoSuchMatch, errors.PlayedInPerson):
        raise
    except Refused as refusal:
        return answers.problem(refusal, play.position_at(code, user))


@csrf_exempt
@never_cache
def nothing(_request: HttpRequest) -> HttpResponse:
    """Refuse a request for a URL that does not exist."""
    return answers.problem(errors.NoSuchAddress())


@csrf_exempt
def description(request: HttpRequest) -> HttpResponse:
    """Return the OpenAPI document; no token is needed."""
    if request.method not in {"GET", "HEAD"}:
        return answers.problem(errors.WrongMethod(["GET", "HEAD"]))
    return HttpResponse(openapi.document(), content_type="application/json")
