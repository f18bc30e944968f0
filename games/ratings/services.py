"""Writes: rate what has ended, in the global pool by itself and in others when asked to."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from django.db import transaction
from django.db.models import F, QuerySet

from games.catalog import GAMES
from games.matches.models import Match, Player
from games.ratings.ledger import Ledger
from games.ratings.models import GLOBAL, Pool, Rated
from games.ratings.systems import AnyGame

BATCH = 100  #: matches rated in one transaction


def catch_up(batches: int = 100) -> int:
    """Rate matches that have ended since, in the global pool, in the order in which they ended.

    Return how many were looked at: of each game at most `batches` times `BATCH`. A match whose
    end was committed late is rated late; rebuilding puts it in its place.
    """
    weighed = 0
    for game in GAMES.values():
        for _batch in range(batches):
            step = _catch_up_batch(game) if _unweighed(game).exists() else 0
            weighed += step
            if step < BATCH:
                break
    return weighed


def rate(match: Match, pool_key: str) -> bool:
    """Add `match` to the pool of that key and rate it there; return whether it now is rated.

    A match that does not count (see `counts`), or is not over yet, is left out. Rating it twice
    changes nothing.
    """
    with transaction.atomic():
        pool = locked(pool_key, match.game)
        if Rated.objects.filter(pool=pool, match=match).exists():
            return True
        players = players_of([match]).get(match.pk, [])
        if not counts(match, players):
            return False
        ledger = Ledger(pool, match.rules, players)
        ledger.enter(match, players)
        ledger.write()
    return True


def describe(*, pool_key: str, game_key: str, title: str, is_public: bool) -> None:
    """Name a pool, and say whether everybody may see its leaderboard."""
    with transaction.atomic():
        pool = locked(pool_key, game_key)
        pool.title, pool.is_public = title, is_public
        pool.save(update_fields=["title", "is_public"])


def locked(pool_key: str, game_key: str) -> Pool:
    """Return the current pool, made if there is none, locked until the transaction ends."""
    while True:
        Pool.objects.get_or_create(
            key=pool_key,
            game=game_key,
            state=Pool.State.CURRENT,
            defaults={"is_public": pool_key == GLOBAL},
        )
        found = Pool.objects.filter(key=pool_key, game=game_key, state=Pool.State.CURRENT)
        pool = found.select_for_update().first()
        if pool is not None:  # or it was rebuilt, and replaced, while we waited for it
            return pool


def counts(match: Match, players: Sequence[Player]) -> bool:
    """Return whether a match says something of its players.

    It was played here to its end, by people alone, who have an account; and on two sides. A
    guest's skill is anybody's guess, and making guests costs nothing: whoever likes could win
    against their own. Where somebody left, see `ledger.says_of`.
    """
    was_fair = match.is_over and not (match.is_imported or match.has_bots)
    sides = {player.side for player in players}
    return (
        was_fair
        and (not match.is_abandoned or _saved_nobody(match, players))
        and match.ended_at is not None
        and len(sides) == 2
        and (not match.winner or match.winner in sides)
        and all(player.side for player in players)
        and not any(player.was_guest for player in players)
        and any(player.user_id for player in players)
    )


def _saved_nobody(match: Match, players: Sequence[Player]) -> bool:
    """Return whether everybody who left has lost: else leaving would be a way not to."""
    left = [player for player in players if player.is_away]
    return bool(match.winner and left) and not any(player.won for player in left)


def players_of(matches: Iterable[Match]) -> dict[int, list[Player]]:
    """Return the players of each of `matches`, by its key, in the order of the seats.

    Each has `was_guest`: None where the account is gone.
    """
    found = (
        Player.objects.filter(match__in=[match.pk for match in matches])
        .annotate(was_guest=F("user__is_guest"))  # without reading every user whole
        .only("match_id", "seat", "side", "user_id", "is_away", "won")
        .order_by("match_id", "seat", "pk")
    )
    return {key: list(group) for key, group in groupby(found, lambda player: player.match_id)}


def _unweighed(game: AnyGame) -> QuerySet[Match]:
    return Match.objects.filter(
        game=game.key, status=Match.Status.FINISHED, is_weighed=False
    ).order_by("ended_at", "id")


@transaction.atomic
def _catch_up_batch(game: AnyGame) -> int:
    """Look at one batch; whoever rates at the same time waits, and then finds it done."""
    pool = locked(GLOBAL, game.key)
    batch = list(_unweighed(game)[:BATCH])
    keys = [match.pk for match in batch]
    known = set(Rated.objects.filter(pool=pool, match__in=keys).values_list("match", flat=True))
    players = players_of(batch)
    new = [
        match
        for match in batch
        if match.pk not in known and counts(match, players.get(match.pk, []))
    ]
    enter(pool, game, new, players)
    Match.objects.filter(pk__in=keys).update(is_weighed=True)
    return len(batch)


def enter(
    pool: Pool, game: AnyGame, matches: Sequence[Match], players: dict[int, list[Player]]
) -> None:
    """Rate `matches` in their order, in the caller's transaction."""
    ledger = Ledger(pool, game, (one for match in matches for one in players[match.pk]))
    for match in matches:
        ledger.enter(match, players[match.pk])
    ledger.write()
