"""Rebuilds a pool from history: rates all matches in a draft pool, then replaces the old one.

In the meantime, the old ratings are shown, and new matches are rated in the old pool. A draft left
by an interruption is deleted by the next rebuild.
"""

from collections.abc import Callable, Iterator, Sequence, Set

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.catalog import GAMES
from games.matches.models import Match
from games.ratings import services
from games.ratings.models import GLOBAL, Pool, Rated, Rating
from games.ratings.systems import AnyGame

BATCH = 500  #: matches rated in one transaction
RATINGS_AT_ONCE = 200  #: ratings of a replaced pool that are deleted in one transaction

Progress = Callable[[int, int], None]  #: called with the numbers of matches done and in total


def rebuild(
    pool_key: str, game_key: str, progress: Progress, *, afresh: bool = False, batch: int = BATCH
) -> int:
    """Recompute all ratings of a pool; return the number of matches rated.

    Whether a match counts was decided at its end (a guest may have an account by now). `afresh`
    decides it again, in the global pool for every finished match.
    """
    game = GAMES[game_key]
    _sweep(pool_key, game_key)
    draft = Pool.objects.create(key=pool_key, game=game_key, state=Pool.State.DRAFT)
    keys = list(_history(pool_key, game, afresh=afresh).values_list("pk", flat=True))
    progress(0, len(keys))
    for count, chunk in _chunks(keys, batch):
        _enter(draft, game, chunk, afresh=afresh)
        progress(count, len(keys))
    _swap(draft, game, set(keys))
    _sweep(pool_key, game_key)
    return draft.rated.count()


def _history(pool_key: str, game: AnyGame, *, afresh: bool) -> QuerySet[Match]:
    """Return the matches to consider, ordered by their ends."""
    entries = Rated.objects.filter(
        pool__key=pool_key, pool__state=Pool.State.CURRENT, match=OuterRef("pk")
    )
    over = Match.objects.filter(game=game.key, status=Match.Status.FINISHED)
    if pool_key != GLOBAL:
        over = over.filter(Exists(entries))
    elif not afresh:
        over = over.filter(Q(is_weighed=False) | Q(Exists(entries)))
    return over.order_by("ended_at", "id")


def _chunks(keys: Sequence[int], size: int) -> Iterator[tuple[int, Sequence[int]]]:
    """Yield `keys` in groups of `size`, each with the number of keys so far."""
    for start in range(0, len(keys), size):
        chunk = keys[start : start + size]
        yield start + len(chunk), chunk


@transaction.atomic
def _enter(draft: Pool, game: AnyGame, keys: Sequence[int], *, afresh: bool) -> None:
    """Rate those of the matches that count in the draft."""
    entries = Rated.objects.filter(
        pool__key=draft.key, pool__state=Pool.State.CURRENT, match__in=keys
    )
    pks = set() if afresh else set(entries.values_list("match", flat=True))
    matches = Match.objects.filter(pk__in=keys).order_by("ended_at", "id")
    players = services.players_of(matches)
    rest = [
        match
        for match in matches
        if match.pk in pks or services.counts(match, players.get(match.pk, []))
    ]
    services.enter(draft, game, rest, players)


@transaction.atomic
def _swap(draft: Pool, game: AnyGame, matches: Set[int]) -> None:
    """Rate the pool's newest matches in the draft, and replace the pool with the draft."""
    current = services.lock_pool(draft.key, draft.game)
    pks = Rated.objects.filter(pool=current).values_list("match", flat=True)
    newer = [key for key in pks.iterator() if key not in matches]
    for _count, chunk in _chunks(newer, BATCH):
        _enter(draft, game, chunk, afresh=False)
    Pool.objects.filter(pk=current.pk).update(state=Pool.State.RETIRED)
    draft.title, draft.is_public = current.title, current.is_public
    draft.state = Pool.State.CURRENT
    draft.save()


def _sweep(pool_key: str, game_key: str) -> None:
    """Delete replaced pools and unfinished drafts, a few rows at a time."""
    old = Pool.objects.filter(key=pool_key, game=game_key).exclude(state=Pool.State.CURRENT)
    for pool in old:
        while ratings := list(pool.ratings.values_list("pk", flat=True)[:RATINGS_AT_ONCE]):
            Rating.objects.filter(pk__in=ratings).delete()
        pool.delete()
