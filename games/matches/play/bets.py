"""Bets of eliminated players on suspects, hidden from everybody else until the end."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db import transaction

from accounts.models import User
from games.engine.game import Bets
from games.engine.projection import Projection
from games.engine.required import required
from games.engine.seats import PUBLIC, Seat
from games.matches import errors
from games.matches.models import Player
from games.matches.play.memory import projection_of
from games.matches.play.table_votes import locked_player


class OfferedBet(NamedTuple):
    """A question on which an eliminated player may bet, with the possible seats."""

    about: str
    question: str
    seats: tuple[Seat, ...]
    chosen: Seat | None


class SettledBet(NamedTuple):
    """A bet as shown after the end: player, round, question, seat, and whether it was right."""

    by: Seat
    question: str
    seat: Seat
    round: int
    is_right: bool


def bet(match_id: int, user: User, about: str, seat: int) -> None:
    """Bet that the answer to the question `about` is `seat`, replacing any earlier bet on it.

    :raises Refused: NotSeated, NotRunning, or NotAllowed for a bet that is not offered.
    """
    with transaction.atomic():
        match, _players, mine = locked_player(match_id, user)
        projection = projection_of(match)
        offers = {one.about: one for one in offered(projection, mine)}
        if about not in offers or seat not in offers[about].seats:
            raise errors.NotAllowed
        if offers[about].chosen != seat:  # repeating a bet keeps its round
            mine.bets = {**mine.bets, about: [seat, projection.log(PUBLIC)[-1].chapter]}
            mine.save(update_fields=["bets"])
            match.save()


def offered(projection: Projection, player: Player) -> tuple[OfferedBet, ...]:
    """Return the bets that `player` may place; empty for living players, and those who know."""
    bets, state, seat = projection.game.talk.bets, projection.state, player.seat
    out = projection.game.talk.eliminated(state)
    if bets is None or seat not in out or not bets.is_open(state, player.dealt_seat):
        return ()
    others = tuple(Seat(one) for one in range(len(projection.prompts)) if one not in out)
    return tuple(
        OfferedBet(about, question, others, player.bets.get(about, [None])[0])
        for about, question in bets.questions.items()
    )


def settled(projection: Projection, players: Iterable[Player]) -> tuple[SettledBet, ...]:
    """Return all bets of a finished match, earliest first."""
    state = projection.state
    placed = [(player, *one) for player in players for one in player.bets.items()]
    if not placed:
        return ()
    bets: Bets[Any] = required(projection.game.talk.bets)
    found = [
        SettledBet(
            by.dealt_seat, bets.questions[about], seat, at, bets.is_right(state, about, seat)
        )
        for by, about, (seat, at) in placed
    ]
    return tuple(sorted(found, key=lambda one: one.round))
