"""The ratings of one pool while matches are entered: read once, reckoned, written together.

What comes out does not depend on how many matches are entered at a time. All of it stands in the
caller's transaction.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from games.matches.models import Match, Player
from games.ratings import systems
from games.ratings.models import Pool, Rated, Rating, RatingChange
from games.ratings.skill import PERIOD_DAYS
from games.ratings.systems import WHOLE, AnyGame, Chair, Change

PERIOD = timedelta(days=PERIOD_DAYS)
SETTLED = ("rating", "deviation", "volatility", "at_least", "played", "last_at")


def says_of(match: Match, player: Player) -> bool:
    """Return whether a match that counts says something of `player`.

    Where somebody left and lost, it does of who left and of who beat them: leaving saves nobody,
    and takes nothing from the others. Who was left with a bot for a partner loses nothing.
    """
    return not match.is_abandoned or player.is_away or bool(player.won)


class Ledger:
    """A pool's ratings of some people, and what matches change in them."""

    def __init__(self, pool: Pool, game: AnyGame, players: Iterable[Player]) -> None:
        self._pool, self._game = pool, game
        people = {player.user_id for player in players if player.user_id}
        rows = Rating.objects.filter(pool=pool, user__in=people)
        self._ratings = {(row.user_id, row.side): row for row in rows}
        self._touched: dict[tuple[int, str], Rating] = {}
        self._changes: list[RatingChange] = []
        self._matches: list[Match] = []

    def enter(self, match: Match, players: Sequence[Player]) -> None:
        """Reckon what `match` says of `players`, on two sides.

        Somebody whose account is gone counts as a newcomer, of whom nothing is kept.
        """
        ended = match.ended_at
        chairs = [self._chair(player, ended) for player in players]
        found = systems.changes(self._game, chairs, match.winner)
        for player, change in zip(players, found, strict=True):
            if player.user_id and says_of(match, player):
                self._settle(match, player, change)
        self._matches.append(match)

    def write(self) -> None:
        """Write what has changed, and that these matches are rated."""
        new = [row for row in self._touched.values() if row.pk is None]
        old = [row for row in self._touched.values() if row.pk is not None]
        Rating.objects.bulk_create(new)
        Rating.objects.bulk_create(  # one statement, where bulk_update would compare every row
            old, update_conflicts=True, unique_fields=["id"], update_fields=SETTLED
        )
        RatingChange.objects.bulk_create(self._changes)
        Rated.objects.bulk_create(Rated(pool=self._pool, match=one) for one in self._matches)

    def _chair(self, player: Player, ended: datetime) -> Chair:
        if not player.user_id:
            return Chair(player.side, systems.newcomer(self._game))
        row = self._row(player.user_id, self._kept_side(player))
        # A match that is rated late has ended before the last one: no time has passed.
        since = ended - row.last_at if row.last_at else timedelta()
        return Chair(player.side, row.skill, max(since / PERIOD, 0.0))

    def _kept_side(self, player: Player) -> str:
        return player.side if systems.is_rated_by_side(self._game) else WHOLE

    def _row(self, user_id: int, side: str) -> Rating:
        """Return a rating as it is now, a newcomer's if there is none."""
        key = (user_id, side)
        if key not in self._ratings:
            row = Rating(pool=self._pool, user_id=user_id, side=side)
            row.settle(systems.newcomer(self._game))
            self._ratings[key] = row
        return self._ratings[key]

    def _settle(self, match: Match, player: Player, change: Change) -> None:
        side = self._kept_side(player)
        self._note(match, self._row(player.user_id, side), change)
        if side != WHOLE:
            [other] = (name for name in self._game.sides if name != side)
            rest = self._row(player.user_id, other).skill
            before = systems.combined(change.before, rest)
            after = systems.combined(change.after, rest)
            whole = Change(before, after, change.expected, change.score)
            self._note(match, self._row(player.user_id, WHOLE), whole)

    def _note(self, match: Match, row: Rating, change: Change) -> None:
        """Move one rating, and remember the step."""
        row.settle(change.after)
        row.played += 1
        row.last_at = max(row.last_at or match.ended_at, match.ended_at)
        self._touched[row.user_id, row.side] = row
        self._changes.append(
            RatingChange(
                rating=row,
                match=match,
                before=change.before.rating,
                after=change.after.rating,
                deviation_before=change.before.deviation,
                deviation_after=change.after.deviation,
                expected=change.expected,
                score=change.score,
                at=match.ended_at,
            )
        )
