"""Sums over finished matches, updated in small batches, so that no page counts all matches."""

from collections import Counter
from collections.abc import Iterable

from django.db import connection, transaction
from django.db.models import F

from games.history.models import Honesty, Tally
from games.matches.models import Match, Player

#: Matches counted in one transaction; on SQLite moves wait for it to end.
BATCH = 50
#: The columns of a match that are read to count it.
READ = ("game", "size", "has_bots", "winner", "reason", "length")

MatchKind = tuple[str, int, bool, str, str]  #: game, size, has bots, winner, reason


def catch_up(batches: int = 40) -> int:
    """Count the matches that ended since the last call.

    Return their number, at most `batches` * `BATCH`.
    """
    count = 0
    for _batch in range(batches):
        step = _count_batch()
        count += step
        if step < BATCH:
            break
    return count


@transaction.atomic
def _count_batch() -> int:
    """Count one batch; other processes count other matches in the meantime, or wait."""
    skip = connection.features.has_select_for_update_skip_locked
    matches = Match.objects.filter(status=Match.Status.FINISHED, is_counted=False)
    rows = matches.select_for_update(skip_locked=skip).only(*READ)
    batch = list(rows.order_by("id")[:BATCH])
    if batch:
        _add_matches(batch)
        _add_claims(batch)
        Match.objects.filter(pk__in=[match.pk for match in batch]).update(is_counted=True)
    return len(batch)


def _add_matches(batch: Iterable[Match]) -> None:
    matches: Counter[MatchKind] = Counter()
    actions: Counter[MatchKind] = Counter()
    squares: Counter[MatchKind] = Counter()
    for match in batch:
        kind = (match.game, match.size, match.has_bots, match.winner, match.reason)
        matches[kind] += 1
        actions[kind] += match.length
        squares[kind] += match.length**2
    for kind, count in sorted(matches.items()):  # in a fixed order, to avoid deadlocks
        game, size, has_bots, winner, reason = kind
        tally, _new = Tally.objects.get_or_create(
            game=game, size=size, has_bots=has_bots, winner=winner, reason=reason
        )
        Tally.objects.filter(pk=tally.pk).update(
            matches=F("matches") + count,
            actions=F("actions") + actions[kind],
            squares=F("squares") + squares[kind],
        )


def _add_claims(batch: Iterable[Match]) -> None:
    games = {match.pk: match.game for match in batch}
    sums: Counter[tuple[str, str, bool]] = Counter()
    true: Counter[tuple[str, str, bool]] = Counter()
    for player in Player.objects.filter(match__in=games, claims__gt=0):
        key = (games[player.match_id], player.side, bool(player.bot))
        sums[key] += player.claims
        true[key] += player.true_claims
    for key, count in sorted(sums.items()):
        game, side, is_bot = key
        row, _new = Honesty.objects.get_or_create(game=game, side=side, has_bots=is_bot)
        Honesty.objects.filter(pk=row.pk).update(
            claims=F("claims") + count, true_claims=F("true_claims") + true[key]
        )
