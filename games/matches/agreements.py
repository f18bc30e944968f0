"""What a running table may agree on, and how somebody leaves it without freezing it.

Sides are secret, so an agreement needs more people than any one side has: nobody can force it
with their accomplices alone. Where so many people don't play, all of them must agree on what can
be undone, and a match can't be called off: nobody knows that they are not all of one side.
Owners of programs are people, who agree on their seat's page.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from games.engine.seats import Seat
from games.matches import clocks, live, refusals
from games.matches.folds import Fold, fold_of
from games.matches.models import Match, Player
from games.matches.services import drop_redeal, due_at, earliest, locked

#: Clocks at half speed for everybody; stop them for a while; call the match off.
DOUBLE, PAUSE, VOID = WISHES = ("double", "pause", "void")


def wanting(what: str, players: Iterable[Player]) -> tuple[int, ...]:
    """Return the seats whose people are there and want something: who has left counts no more."""
    return tuple(p.seat for p in players if what in p.wishes and not p.is_played_by_bot)


def quorum(sides: Iterable[str]) -> int:
    """Return how many people can't all be of one side, given the side of every seat.

    How many seats each side has is public in every game; who is on which is not asked.
    """
    return max(Counter(sides).values()) + 1


def needed(fold: Fold, players: list[Player]) -> int:
    """Return how many people must want something: one more than the largest side has seats.

    Where fewer play it is everybody. Who has left counts as somebody who could come back: or those
    who stay, all of one side perhaps, would decide for them.
    """
    return min(max(_people(players), 1), _quorum_of(fold, players))


def _quorum_of(fold: Fold, players: list[Player]) -> int:
    return quorum(fold.game.side_of(fold.state, Seat(player.seat)) for player in players)


def _people(players: list[Player]) -> int:
    """Return how many seats somebody answers for, in person or by a program of their own."""
    return sum(player.user_id is not None and not player.bot for player in players)


def wish(match_id: int, user: Any, what: str, *, wanted: bool = True) -> None:
    """Want something for the table, or no longer want it; when enough do, it is done.

    To say the same twice changes nothing: a double click is no change of mind.

    :raises Refused: NotSeated, NotRunning, or NotAllowed for what this table can't agree on, and
        for who has left.
    """
    with transaction.atomic():
        match, players, mine = _seated(match_id, user)
        fold = fold_of(match)
        if what not in open_wishes(match, fold, players):
            raise refusals.NotAllowed
        if mine.is_played_by_bot:
            raise refusals.NotAllowed(gettext("Come back first: a bot decides for you."))
        others = [wish for wish in mine.wishes if wish != what]
        mine.wishes = [*others, what] if wanted else others
        mine.save(update_fields=["wishes"])
        if wanted and len(wanting(what, players)) >= needed(fold, players):
            _grant(match, what, players)
        match.save()


def open_wishes(match: Match, fold: Fold, players: list[Player]) -> tuple[str, ...]:
    """Return what the table can agree on now; it follows from what everybody knows."""
    if not match.is_running:
        return ()
    timed = clocks.clock_of(match) is not None
    can_void = _people(players) >= _quorum_of(fold, players)
    found = {
        DOUBLE: timed and not match.is_doubled,
        PAUSE: timed and match.paused_at is None,
        VOID: can_void,
    }
    return tuple(what for what in WISHES if found[what])


def _grant(match: Match, what: str, players: list[Player]) -> None:
    """Do what was agreed, and forget who wanted it.

    With twice the time the referee still looks when it was to look, and finds nobody late.
    """
    now = timezone.now()
    if what == DOUBLE:
        match.is_doubled = True
    elif what == PAUSE:
        match.paused_at, match.due_at = now, None
    else:
        match.status, match.ended_at, match.due_at = Match.Status.VOID, now, None
        drop_redeal(match)
    for player in players:
        player.wishes = [wish for wish in player.wishes if wish != what]
    Player.objects.bulk_update(players, ["wishes"])


def go_on(match_id: int, user: Any) -> None:
    """End a pause: anybody at the table may. What was paused is given back.

    :raises Refused: NotSeated or NotRunning.
    """
    with transaction.atomic():
        match, players, _mine = _seated(match_id, user)
        if match.paused_at:
            now = timezone.now()
            clocks.shift(players, now - match.paused_at)
            match.paused_at = None
            _save(match, players)


def step_away(match_id: int, user: Any) -> None:
    """Leave one's decisions to a bot, which knows what the seat knows; one may come back.

    Who is out of the game has none left to leave, and would but take the match out of the ratings.

    :raises Refused: NotSeated, NotRunning or NotAllowed.
    """
    _be_away(match_id, user, away=True)


def come_back(match_id: int, user: Any) -> None:
    """Decide in person again.

    :raises Refused: NotSeated or NotRunning.
    """
    _be_away(match_id, user, away=False)


def _be_away(match_id: int, user: Any, *, away: bool) -> None:
    with transaction.atomic():
        match, players, mine = _seated(match_id, user)
        fold = fold_of(match)
        if away and mine.seat in fold.game.gone(fold.state):
            raise refusals.NotAllowed
        mine.is_away, mine.missed, mine.wishes = away, 0, []
        mine.save(update_fields=["is_away", "missed", "wishes"])
        clocks.run_on(match, fold, players, None, match.paused_at or timezone.now())
        _save(match, players)


def _save(match: Match, players: list[Player]) -> None:
    """Store clocks, and have the referee look no later than it was to: bots are not put off."""
    Player.objects.bulk_update(players, ["asked_at", "reserve_ms"])
    match.due_at = earliest(match.due_at, due_at(match, fold_of(match), players, timezone.now()))
    match.save()


def _seated(match_id: int, user: Any) -> tuple[Match, list[Player], Player]:
    """Lock a running match and return it, its players, and the one that is `user`.

    :raises Refused: NotSeated or NotRunning.
    """
    match = locked(match_id)
    players = list(match.players.select_related("user").order_by("seat"))
    mine = next((player for player in players if player.user_id == user.pk), None)
    if mine is None:
        raise refusals.NotSeated
    if not match.is_running:
        raise refusals.NotRunning
    transaction.on_commit(lambda: live.announce(match_id), robust=True)
    return match, players, mine
