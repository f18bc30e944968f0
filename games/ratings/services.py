"""Rates finished matches: in the global pool automatically, in other pools on request."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, TypedDict

from django.db import transaction
from django.db.models import F, QuerySet

from games.catalog import GAMES
from games.matches.models import Match, Player
from games.ratings.models import GLOBAL, Pool, Rated
from games.ratings.recorder import PoolRatings
from games.ratings.systems import AnyGame

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


#: The number of matches rated in one transaction, for whose end moves wait on SQLite.
BATCH = 2
#: The columns read for a match to rate; reading whole rows takes twice as long.
READ = (
    *("game", "status", "ended_at", "winner"),
    *("is_abandoned", "is_imported", "has_bots", "is_rated"),
)


def catch_up(batches: int = 100) -> int:
    """Rate the matches that ended since the last call in the global pool, ordered by their ends.

    Return the number considered, at most `batches` times `BATCH` per game. A match whose end was
    committed late is rated late; a rebuild restores the order.
    """
    count = 0
    for game in GAMES.values():
        for _batch in range(batches):
            step = _catch_up_batch(game) if _matches_to_rate(game).exists() else 0
            count += step
            if step < BATCH:
                break
    return count


def rate(match: Match, pool_key: str) -> bool:
    """Rate `match` in the pool with this key; return whether it is rated now.

    A match that does not count (see `counts`), or is not over, is left out. Rating it twice changes
    nothing.
    """
    with transaction.atomic():
        pool = lock_pool(pool_key, match.game)
        if Rated.objects.filter(pool=pool, match=match).exists():
            return True
        players = players_of([match]).get(match.pk, [])
        if not counts(match, players):
            return False
        ratings = PoolRatings(pool, match.rules, players)
        ratings.enter(match, players)
        ratings.write()
    return True


def describe(*, pool_key: str, game_key: str, title: str, is_public: bool) -> None:
    """Set a pool's title, and whether its leaderboard is public."""
    with transaction.atomic():
        pool = lock_pool(pool_key, game_key)
        pool.title, pool.is_public = title, is_public
        pool.save(update_fields=["title", "is_public"])


def lock_pool(pool_key: str, game_key: str) -> Pool:
    """Return the current pool, creating it if necessary, locked until the transaction ends."""
    pools = Pool.objects.filter(key=pool_key, game=game_key, state=Pool.State.CURRENT)
    # None if no pool exists yet, or it was rebuilt and replaced while we waited for the lock.
    while (pool := pools.select_for_update().first()) is None:
        Pool.objects.get_or_create(
            key=pool_key,
            game=game_key,
            state=Pool.State.CURRENT,
            defaults={"is_public": pool_key == GLOBAL},
        )
    return pool


class Guesthood(TypedDict):
    """The annotation whether a player was a guest; None if the account was deleted."""

    was_guest: bool | None


if TYPE_CHECKING:
    PlayerAtEnd = WithAnnotations[Player, Guesthood]


def counts(match: Match, players: "Sequence[PlayerAtEnd]") -> bool:
    """Return whether a match changes the ratings of its players.

    It must have been opened as rated, and played here to its end on two sides, only by people with
    accounts. Guests don't count: their skill is unknown, and anybody could create guests to win
    against. For players who left, see `recorder.says_of`.
    """
    was_fair = match.is_over and not (match.is_imported or match.has_bots)
    sides = {player.side for player in players}
    return (
        was_fair
        and match.is_rated
        and (not match.is_abandoned or _saved_nobody(match, players))
        and match.ended_at is not None
        and len(sides) == 2
        and (not match.winner or match.winner in sides)
        and all(player.side for player in players)
        and not any(player.was_guest for player in players)
        and any(player.user_id for player in players)
    )


def _saved_nobody(match: Match, players: Sequence[Player]) -> bool:
    """Return whether all players who left have lost; otherwise leaving could save a rating."""
    leavers = [player for player in players if player.is_away]
    return bool(match.winner and leavers) and not any(player.won for player in leavers)


def players_of(matches: Iterable[Match]) -> "dict[int, list[PlayerAtEnd]]":
    """Return the players of each of `matches`, by the match's key, in the order of the seats.

    `was_guest` is None for deleted accounts.
    """
    players = (
        Player.objects.filter(match__in=[match.pk for match in matches])
        .annotate(was_guest=F("user__is_guest"))  # without reading whole users
        .only("match_id", "seat", "side", "user_id", "is_away", "won", "is_newcomer")
        .order_by("match_id", "seat", "pk")
    )
    return {key: list(group) for key, group in groupby(players, lambda player: player.match_id)}


def _matches_to_rate(game: AnyGame) -> QuerySet[Match]:
    return Match.objects.filter(
        game=game.key, status=Match.Status.FINISHED, is_weighed=False
    ).order_by("ended_at", "id")


@transaction.atomic
def _catch_up_batch(game: AnyGame) -> int:
    """Rate one batch; a second process waits, and then finds nothing to rate."""
    pool = lock_pool(GLOBAL, game.key)
    batch = list(_matches_to_rate(game).only(*READ)[:BATCH])
    keys = [match.pk for match in batch]
    before = set(Rated.objects.filter(pool=pool, match__in=keys).values_list("match", flat=True))
    players = players_of(batch)
    new = [
        match
        for match in batch
        if match.pk not in before and counts(match, players.get(match.pk, []))
    ]
    enter(pool, game, new, players)
    Match.objects.filter(pk__in=keys).update(is_weighed=True)
    return len(batch)


def enter(
    pool: Pool, game: AnyGame, matches: Sequence[Match], players: Mapping[int, Sequence[Player]]
) -> None:
    """Rate `matches` in the given order, in the caller's transaction."""
    ratings = PoolRatings(pool, game, (one for match in matches for one in players[match.pk]))
    for match in matches:
        ratings.enter(match, players[match.pk])
    ratings.write()
