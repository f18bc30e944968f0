"""The pages of leaderboards."""

import re
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.catalog import GAMES
from games.ratings import queries
from games.ratings.models import GLOBAL, Pool
from games.ratings.systems import WHOLE, AnyGame

#: The format of a pool's key in a URL; other keys are rejected without a query.
KEY = re.compile(r"[\w:.-]{1,64}", re.ASCII)


@require_safe
@never_cache
def ratings(request: HttpRequest) -> HttpResponse:
    """Show the best players of every game, and explain ratings."""
    boards = [(game, queries.top(queries.pool_of(game), request.user)) for game in GAMES.values()]
    return render(request, "ratings/index.html", {"boards": boards, "least": queries.LEAST})


@require_safe
@never_cache
def leaderboard(request: HttpRequest, game_key: str) -> HttpResponse:
    """Show the leaderboard of a game, page by page."""
    game = GAMES.get(game_key)
    if game is None:
        raise Http404
    pool_key = request.GET.get("pool") or GLOBAL
    pool = _public_pool(game, pool_key)
    sides = queries.sides(game)
    code = request.GET.get("side", WHOLE)
    side = code if code in dict(sides) else WHOLE
    least = _least(request.GET.get("least", ""))
    board = queries.leaderboard(
        pool, side=side, viewer=request.user, least=least, number=request.GET.get("page", 1)
    )
    query = {
        "pool": pool_key if pool_key != GLOBAL else "",
        "side": side,
        "least": least if least != queries.LEAST else "",
    }
    context: dict[str, Any] = {
        "games": GAMES.values(),
        "game": game,
        "pool": pool,
        "is_global": pool_key == GLOBAL,
        "sides": [(key, name, _query(query, side=key)) for key, name in sides],
        "side": side,
        "least": least,
        "least_choices": [(n, _query(query, least=n)) for n in queries.LEAST_CHOICES],
        "board": board,
        "query": _query(query),
    }
    return render(request, "ratings/leaderboard.html", context)


def _public_pool(game: AnyGame, key: str) -> Pool | None:
    """Return the pool to show; None for a global pool without rated matches.

    :raises Http404: if the pool does not exist, or is not public.
    """
    pool = queries.pool_of(game, key) if KEY.fullmatch(key) else None
    if key != GLOBAL and (pool is None or not pool.is_public):
        raise Http404
    return pool


def _least(text: str) -> int:
    """Return the minimum number of matches for a rank: from the URL, or the default."""
    least = int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else 0
    return least if least in queries.LEAST_CHOICES else queries.LEAST


def _query(query: dict[str, Any], **changes: Any) -> str:
    """Return a query string of `query` with `changes`, without empty values."""
    return urlencode({name: value for name, value in {**query, **changes}.items() if value})
