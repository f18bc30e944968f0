"""Votes at a running table, and leaving a table without stopping it.

Sides are secret, so a vote needs more people than any side has, which prevents one side from
deciding. If fewer people play, all of them must agree on changes that can be undone. They cannot
void the match, because all of them may be on the same side. Owners of programs vote, too, on the
page of their seat.
"""

from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from games.engine.projection import Projection
from games.matches import errors, publish
from games.matches.models import Match, Player
from games.matches.play import clocks
from games.matches.play.memory import projection_of
from games.matches.play.schedule import due_at, earliest
from games.matches.play.services import drop_redeal, lock_match

#: How long a person must be absent before a bot may take their seat.
GONE_FOR = timedelta(minutes=2)
#: The prefix, before the seat's number, in the name of a vote for replacing a player with a bot.
REPLACE = "replace-"

#: The votes: clocks at half speed for everybody, a pause, an end without a result.
DOUBLE, PAUSE, VOID = TABLE_VOTES = ("double", "pause", "void")


def voters(what: str, players: Iterable[Player]) -> tuple[int, ...]:
    """Return the seats that vote for `what`, except people who have left."""
    return tuple(p.dealt_seat for p in players if what in p.wishes and not p.is_played_by_bot)


def votes_needed(projection: Projection, players: list[Player]) -> int:
    """Return the number of votes needed: one more than the seats of the largest side.

    If fewer people play, all of them are needed. People who have left count, because they could
    come back: otherwise the others, who might all be on one side, could decide for them.
    """
    return min(max(_people(players), 1), projection.game.sides.largest(len(players)) + 1)


def _people(players: list[Player]) -> int:
    """Return the number of seats with a person or a person's program."""
    return sum(player.user_id is not None and not player.bot for player in players)


def replaceable(match: Match, projection: Projection, players: Iterable[Player]) -> tuple[int, ...]:
    """Return the seats of absent people that the table may give to a bot.

    This excludes tables with a clock, which decides instead, and eliminated players, who don't
    delay anybody.
    """
    if not match.is_running or clocks.clock_of(match) is not None:
        return ()
    since, out = timezone.now() - GONE_FOR, projection.game.talk.eliminated(projection.state)
    return tuple(
        p.dealt_seat
        for p in players
        if p.gone_at and p.gone_at <= since and not p.is_played_by_bot and p.seat not in out
    )


def needed_to_replace(players: Iterable[Player]) -> int:
    """Return the votes needed to replace a player with a bot: more than half of the people present.

    A side with that many people has no advantage: the bot has the seat's knowledge, plays for its
    side, and leaves when the person comes back.
    """
    return sum(p.gone_at is None and not p.is_played_by_bot for p in players) // 2 + 1


def vote(match_id: int, user: User, what: str, *, wanted: bool = True) -> None:
    """Set or withdraw a user's vote for `what`, which takes effect once there are enough votes.

    Voting twice changes nothing, so a double click is harmless, as is a vote after the decision.

    :raises Refused: NotSeated, NotRunning, or NotAllowed for people who have left, and for votes
        that this table doesn't offer.
    """
    with transaction.atomic():
        try:
            match, players, mine = locked_player(match_id, user)
        except errors.NotRunning:
            if wanted and what == VOID and _is_void(match_id):
                return  # includes the second click of the last voter
            raise
        projection = projection_of(match)
        if wanted and _is_granted(match, players, what):
            return  # the second click of the last voter
        seats = [f"{REPLACE}{seat}" for seat in replaceable(match, projection, players)]
        if what not in (*open_votes(match, projection, players), *seats):
            raise errors.NotAllowed
        if mine.is_played_by_bot:
            raise errors.NotAllowed(gettext("Take your seat back first: a bot is playing for you."))
        others = [vote for vote in mine.wishes if vote != what]
        mine.wishes = [*others, what] if wanted else others
        mine.save(update_fields=["wishes"])
        mine.gone_at = None
        least = needed_to_replace(players) if what in seats else votes_needed(projection, players)
        if wanted and len(voters(what, players)) >= least:
            _grant(match, what, players)
        match.save()


def _is_void(match_id: int) -> bool:
    return Match.objects.filter(pk=match_id, status=Match.Status.VOID).exists()


def _is_granted(match: Match, players: Iterable[Player], what: str) -> bool:
    """Return whether `what` is already in effect at the table."""
    replaced = {f"{REPLACE}{p.seat}" for p in players if p.is_replaced and p.is_away}
    is_granted = {DOUBLE: match.is_doubled, PAUSE: match.paused_at is not None}
    return what in replaced or is_granted.get(what, False)


def open_votes(match: Match, projection: Projection, players: list[Player]) -> tuple[str, ...]:
    """Return the votes available at the table now, which depend only on public facts."""
    if not match.is_running:
        return ()
    has_clock = clocks.clock_of(match) is not None
    can_void = _people(players) > projection.game.sides.largest(len(players))
    is_open = {
        DOUBLE: has_clock and not match.is_doubled,
        PAUSE: has_clock and match.paused_at is None,
        VOID: can_void,
    }
    return tuple(what for what in TABLE_VOTES if is_open[what])


def _grant(match: Match, what: str, players: list[Player]) -> None:
    """Carry out the table's decision, and clear its votes.

    After a vote for more time, the referee still checks at the old time, and finds nobody late.
    """
    now = timezone.now()
    if what == DOUBLE:
        match.is_doubled = True
    elif what == PAUSE:
        match.paused_at, match.due_at = now, None
    elif what.startswith(REPLACE):
        _replace(match, players, int(what.removeprefix(REPLACE)))
    else:
        match.status, match.ended_at, match.due_at = Match.Status.VOID, now, None
        drop_redeal(match)
    for player in players:
        player.wishes = [vote for vote in player.wishes if vote != what]
    Player.objects.bulk_update(players, ["wishes"])


def _replace(match: Match, players: list[Player], seat: int) -> None:
    """Let a bot decide for the seat of an absent person until they come back."""
    leaver = next(player for player in players if player.seat == seat)
    leaver.is_away, leaver.is_replaced, leaver.wishes = True, True, []
    leaver.save(update_fields=["is_away", "is_replaced", "wishes"])
    match.due_at = due_at(match, projection_of(match), players, timezone.now())


def give_back(match: Match, seats: Iterable[int]) -> None:
    """Give people replaced by bots their `seats` back; the caller must hold the lock."""
    back = match.players.filter(seat__in=list(seats))
    back.filter(is_replaced=True).update(is_away=False)
    back.update(gone_at=None, is_replaced=False)
    votes = {f"{REPLACE}{seat}" for seat in seats}
    for player in match.players.all():
        if votes & {*player.wishes}:
            player.wishes = [vote for vote in player.wishes if vote not in votes]
            player.save(update_fields=["wishes"])
    restart_clocks(match, projection_of(match))


def go_on(match_id: int, user: User) -> None:
    """End a pause, as any player may, and give back its time.

    :raises Refused: NotSeated or NotRunning.
    """
    with transaction.atomic():
        match, players, _mine = locked_player(match_id, user)
        if match.paused_at:
            now = timezone.now()
            clocks.shift(players, now - match.paused_at)
            match.paused_at = None
            _save(match, players)


def step_away(match_id: int, user: User) -> None:
    """Leave the decisions of the user's seat to a bot, which has the seat's knowledge.

    The user can come back. For eliminated players, who have no decisions left, leaving would only
    exclude the match from ratings, so it is refused.

    :raises Refused: NotSeated, NotRunning or NotAllowed.
    """
    _be_away(match_id, user, away=True)


def come_back(match_id: int, user: User) -> None:
    """Let the user decide in person again.

    :raises Refused: NotSeated or NotRunning.
    """
    _be_away(match_id, user, away=False)


def _be_away(match_id: int, user: User, *, away: bool) -> None:
    with transaction.atomic():
        match, players, mine = locked_player(match_id, user)
        projection = projection_of(match)
        if away and mine.seat in projection.game.talk.eliminated(projection.state):
            raise errors.NotAllowed
        mine.is_away, mine.is_replaced, mine.missed, mine.wishes = away, False, 0, []
        mine.save(update_fields=["is_away", "is_replaced", "missed", "wishes"])
        clocks.run_on(match, projection, players, None, match.paused_at or timezone.now())
        _save(match, players)


def restart_clocks(match: Match, projection: Projection) -> None:
    """Restart clocks after people and bots have changed places; the caller must hold the lock."""
    players = list(match.players.select_related("user").order_by("seat"))
    clocks.run_on(match, projection, players, None, match.paused_at or timezone.now())
    _save(match, players)


def _save(match: Match, players: list[Player]) -> None:
    """Store clocks, without delaying the referee's next check, so that bots act on time."""
    Player.objects.bulk_update(players, ["asked_at", "reserve_ms"])
    match.due_at = earliest(
        match.due_at, due_at(match, projection_of(match), players, timezone.now())
    )
    match.save()


def locked_player(match_id: int, user: User) -> tuple[Match, list[Player], Player]:
    """Lock a running match, and return it with its players and the player of `user`.

    :raises Refused: NotSeated or NotRunning.
    """
    match = lock_match(match_id)
    players = list(match.players.select_related("user").order_by("seat"))
    mine = next((player for player in players if player.user_id == user.pk), None)
    if mine is None:
        raise errors.NotSeated
    if not match.is_running:
        raise errors.NotRunning
    publish.table(match_id)
    return match, players, mine
