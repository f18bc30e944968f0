"""Version 1: authenticate, count, make one call, answer."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from games.api import answers, limits, openapi, play, refusals, shapes, tokens
from games.api.models import Token
from games.catalog import GAMES
from games.matches import queries
from games.matches.models import Match
from games.matches.refusals import NotSeated, Refused

Handler = Callable[..., HttpResponse]


def authenticate(request: HttpRequest) -> Token:
    """Return the token that `request` comes with: cookies count for nothing here.

    :raises Refused: NoToken or TooOften.
    """
    try:
        token = tokens.bearer(request.headers.get("Authorization", ""))
    except refusals.NoToken:
        limits.count_stranger(request)
        raise
    limits.count_call(request, token)
    return token


def route(**handlers: Handler) -> Callable[..., HttpResponse]:
    """Return the view of an address that answers each method by its own handler."""

    # No cookie is looked at, so no other site can make a browser ask for anything here.
    @csrf_exempt
    @never_cache
    def view(request: HttpRequest, **place: str) -> HttpResponse:
        try:
            if request.method not in handlers:
                raise refusals.WrongMethod(sorted(handlers))
            return handlers[request.method](request, authenticate(request).user, **place)
        # The table was closed, or the seat taken away, while we looked.
        except (Match.DoesNotExist, NotSeated):
            return answers.problem(refusals.NoSuchMatch())
        except Refused as refusal:
            return answers.problem(refusal)

    return view


def games(_request: HttpRequest, _user: Any) -> HttpResponse:
    """Answer with the games that are played here."""
    return answers.json(tuple(_game(game) for game in GAMES.values()))


def _game(game: Any) -> shapes.GameInfo:
    defaults = game.options()
    return shapes.GameInfo(
        key=game.key,
        name=gettext(game.name),
        seats_min=game.seats.start,
        seats_max=game.seats.stop - 1,
        sides=game.sides,
        options=tuple(
            shapes.Option(name, gettext(label), getattr(defaults, name))
            for name, label in game.option_labels.items()
        ),
    )


def matches(_request: HttpRequest, user: Any) -> HttpResponse:
    """Answer with the tables where a program may sit down, and those where one of `user` has."""
    seated = user.players.filter(is_api=True).values("match")
    mine = queries.matches_of(user).filter(pk__in=seated)
    free = queries.open_tables(allows_api_bots=True)
    return answers.json(shapes.Tables(tuple(map(_table, free)), tuple(map(_table, mine))))


def _table(match: Match) -> shapes.Table:
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


def show(_request: HttpRequest, user: Any, code: str) -> HttpResponse:
    """Answer with all that the seat may know."""
    return answers.json(play.position_at(code, user))


def sit(request: HttpRequest, user: Any, code: str) -> HttpResponse:
    """Take a chair."""
    asked = answers.body(request, shapes.Sit)
    position, is_new = play.sit(code, user, asked.entropy)
    return answers.json(position, 201 if is_new else 200)


def leave(_request: HttpRequest, user: Any, code: str) -> HttpResponse:
    """Give the chair up."""
    play.leave(code, user)
    return HttpResponse(status=204)


def ready(request: HttpRequest, user: Any, code: str) -> HttpResponse:
    """Say whether the match may begin."""
    asked = answers.body(request, shapes.Ready)
    return answers.json(play.be_ready(code, user, ready=asked.ready))


def act(request: HttpRequest, user: Any, code: str) -> HttpResponse:
    """Take an action; a refusal comes with the position as it is."""
    move = answers.body(request, shapes.Move)
    try:
        return answers.json(play.act(code, user, move))
    except (refusals.NoSuchMatch, refusals.PlayedInPerson):
        raise
    except Refused as refusal:
        return answers.problem(refusal, play.position_at(code, user))


@csrf_exempt
@never_cache
def nothing(_request: HttpRequest) -> HttpResponse:
    """Answer whoever asks for what there is not."""
    return answers.problem(refusals.NoSuchAddress())


@csrf_exempt
def description(request: HttpRequest) -> HttpResponse:
    """Answer with the OpenAPI document: for everybody, without a token."""
    if request.method not in {"GET", "HEAD"}:
        return answers.problem(refusals.WrongMethod(["GET", "HEAD"]))
    return HttpResponse(openapi.document(), content_type="application/json")
