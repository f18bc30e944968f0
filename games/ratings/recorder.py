"""A pool's ratings while matches are rated: read once, recomputed, and written together.

The result does not depend on how many matches are rated at a time. The caller owns the transaction.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from games.engine.required import required
from games.matches.models import Match, Player
from games.ratings import systems
from games.ratings.models import GLOBAL, Pool, Rated, Rating, RatingChange
from games.ratings.skill import PERIOD_DAYS
from games.ratings.systems import WHOLE, AnyGame, RatedSeat, SkillChange

PERIOD = timedelta(days=PERIOD_DAYS)
SETTLED = ("rating", "deviation", "volatility", "at_least", "played", "last_at")


def says_of(match: Match, player: Player) -> bool:
    """Return whether a match that counts changes the rating of `player`.

    If a player left and lost, it counts for that player and for the winners, so leaving does not
    save a rating or cost the opponents anything. It doesn't count for team-mates, who had to play
    with a bot.
    """
    return not match.is_abandoned or player.is_away or bool(player.won)


class PoolRatings:
    """A pool's ratings of some people, and their changes by matches."""

    def __init__(self, pool: Pool, game: AnyGame, players: Iterable[Player]) -> None:
        self._pool, self._game = pool, game
        people = {player.user_id for player in players if player.user_id}
        rows = Rating.objects.filter(pool=pool, user__in=people)
        self._ratings = {(row.user_id, row.side): row for row in rows}
        self._touched: dict[tuple[int, str], Rating] = {}
        self._changes: list[RatingChange] = []
        self._matches: list[Match] = []

    def enter(self, match: Match, players: Sequence[Player]) -> None:
        """Compute the changes for `players` by `match`, with two sides.

        A player with a deleted account counts as a new player, and nothing is stored for them.
        Except in leagues' pools, the same holds for people in their first matches, which are casual
        for them.
        """
        spares_newcomers = self._pool.key == GLOBAL
        end = required(match.ended_at)
        seats = [self._seat(player, end) for player in players]
        changes = systems.changes(self._game, seats, match.winner)
        for player, change in zip(players, changes, strict=True):
            is_spared = spares_newcomers and player.is_newcomer
            if player.user_id and says_of(match, player) and not is_spared:
                self._settle(match, player, player.user_id, change)
        self._matches.append(match)

    def write(self) -> None:
        """Store the changed ratings, and mark these matches as rated."""
        new = [row for row in self._touched.values() if row.pk is None]
        old = [row for row in self._touched.values() if row.pk is not None]
        Rating.objects.bulk_create(new)
        Rating.objects.bulk_create(  # one upsert; bulk_update would compare every row
            old, update_conflicts=True, unique_fields=["id"], update_fields=SETTLED
        )
        RatingChange.objects.bulk_create(self._changes)
        Rated.objects.bulk_create(Rated(pool=self._pool, match=one) for one in self._matches)

    def _seat(self, player: Player, end: datetime) -> RatedSeat:
        if not player.user_id:
            return RatedSeat(player.side, systems.newcomer(self._game))
        row = self._row(player.user_id, self._kept_side(player))
        # A match rated late may have ended before the last rated one: then no time has passed.
        since = end - row.last_at if row.last_at else timedelta()
        return RatedSeat(player.side, row.skill, max(since / PERIOD, 0.0))

    def _kept_side(self, player: Player) -> str:
        return player.side if systems.is_rated_by_side(self._game) else WHOLE

    def _row(self, user_id: int, side: str) -> Rating:
        """Return the current rating row, or a default for new players."""
        key = (user_id, side)
        if key not in self._ratings:
            row = Rating(pool=self._pool, user_id=user_id, side=side)
            row.settle(systems.newcomer(self._game))
            self._ratings[key] = row
        return self._ratings[key]

    def _settle(self, match: Match, player: Player, user_id: int, change: SkillChange) -> None:
        side = self._kept_side(player)
        self._note(match, self._row(user_id, side), change)
        if side != WHOLE:
            [other] = (name for name in self._game.sides.names if name != side)
            rest = self._row(user_id, other).skill
            before = systems.combine(change.before, rest)
            after = systems.combine(change.after, rest)
            whole = SkillChange(before, after, change.expected, change.score)
            self._note(match, self._row(user_id, WHOLE), whole)

    def _note(self, match: Match, row: Rating, change: SkillChange) -> None:
        """Change one rating, and record the change."""
        row.settle(change.after)
        row.played += 1
        end = required(match.ended_at)
        row.last_at = max(row.last_at or end, end)
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
                at=end,
            )
        )
