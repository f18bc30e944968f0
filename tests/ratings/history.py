"""Finished matches as rows of the history, many at a time; nothing is played."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import product
from random import Random
from typing import Any

from django.contrib.auth import get_user_model

from games.catalog import GAMES
from games.matches.models import CODE_LENGTH, CODE_LETTERS, Match, Player

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
#: A unique code for each match: of 600 random ones two are equal once in 800 runs.
CODES = map("".join, product(CODE_LETTERS, repeat=CODE_LENGTH))


def crowd(count: int) -> list[Any]:
    """Return `count` new users."""
    users = get_user_model()
    rows = [
        users(username=f"p{n}", display_name=f"Player {n}", name_key=f"player {n}")
        for n in range(count)
    ]
    return users.objects.bulk_create(rows)


def sides_at(game: str, size: int) -> list[str]:
    """Return the side of each seat, the first side's first."""
    first, second = GAMES[game].sides.names
    others = (size - 1) // 2 if size > 2 else 1
    return [first] * (size - others) + [second] * others


def ended(game: str, users: Sequence[Any], won: str, at: datetime, **fields: Any) -> Match:
    """Return a match of `users` that the side `won` won; each plays the side of their place."""
    return many([(game, users, won, at)], **fields)[0]


def many(rows: Sequence[tuple[str, Sequence[Any], str, datetime]], **fields: Any) -> list[Match]:
    """Return one finished match for each of `rows`: game, users, winner, when it ended."""
    matches = Match.objects.bulk_create(
        Match(
            code=next(CODES),
            game=game,
            **{
                "status": Match.Status.FINISHED,
                "visibility": Match.Visibility.PUBLIC,
                "seats_min": len(users),
                "seats_max": len(users),
                "winner": winner,
                "size": len(users),
                "ended_at": at,
                **fields,
            },
        )
        for game, users, winner, at in rows
    )
    Player.objects.bulk_create(
        Player(
            match=match,
            user=user,
            name=user.name,
            seat=seat,
            side=side,
            won=side == winner,
            ended_at=at,
        )
        for match, (game, users, winner, at) in zip(matches, rows, strict=True)
        for seat, (user, side) in enumerate(zip(users, sides_at(game, len(users)), strict=True))
    )
    return matches


def random_rows(
    users: Sequence[Any], count: int, seed: int = 1
) -> list[tuple[str, Sequence[Any], str, datetime]]:
    """Return a random history of both games, with an hour between matches."""
    random = Random(seed)
    rows: list[tuple[str, Sequence[Any], str, datetime]] = []
    for number in range(count):
        game = random.choice(["noir", "secret-hitler"])
        size = 2 if game == "noir" else random.randint(5, 10)
        winner = random.choice(
            [*GAMES[game].sides.names, ""] if game == "noir" else GAMES[game].sides.names
        )
        at = BEGIN + timedelta(hours=number)
        rows.append((game, random.sample(list(users), size), winner, at))
    return rows
