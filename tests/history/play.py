"""Finished matches for tests, played through the services with bots' decisions."""

from random import Random
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from games.engine.seats import Viewer
from games.matches.lobby import services as lobby
from games.matches.models import Match
from games.matches.play import referee, services
from games.matches.play.memory import MatchPosition, position_of
from tests.matches.ahead import Ahead
from tests.matches.seating import fill

#: Actions after which no match of Secret Hitler is over: three enacted fascist policies take eight
#: each, and electing Hitler then takes six.
NOT_OVER = 29


def people(*names: str) -> list[Any]:
    """Return people with accounts of these names."""
    users = get_user_model().objects
    return [
        users.filter(username=name).first() or users.create_user(name, f"{name}@example.com", "pw")
        for name in names
    ]


def started(game: str, users: list[Any], bots: int = 0, **settings: Any) -> Match:
    """Return a match that was dealt to `users`, the first as host, and a number of bots."""
    seats = len(users) + bots
    match = lobby.open_match(
        host=users[0],
        entropy="0",
        game=game,
        **{"visibility": "public", "seats_min": seats, "seats_max": seats, **settings},
    )
    fill(match, users[1:], [str(number) for number in range(1, len(users))])
    for _bot in range(bots):
        lobby.add_bot(match.pk, users[0])
    lobby.start(match.pk, users[0])
    return Match.objects.get(pk=match.pk)


def play_on(match: Match, actions: int = 10_000, seed: int = 0) -> Match:
    """Continue `match` with bots' decisions, also for people, for at most `actions`."""
    ahead, random = Ahead(match), Random(seed)
    for _action in range(actions):
        if not ahead.is_running:
            break
        ahead.take(*bots_choice(ahead.position, random))
    return ahead.write()


def bots_choice(position: MatchPosition, random: Random) -> tuple[int, Any]:
    """Return a seat, invited ones first, and a bot's action for it."""
    projection = position.projection
    game, state = projection.game, projection.state
    for seats, must in ((game.waiting.invited(state), False), (game.to_act(state), True)):
        for seat in seats:
            choices = projection.choices[seat]
            action = game.bots["simple"](game.view(state, Viewer(seat)), choices, random)
            if action is None and must:
                action = random.choice(choices)
            if action is not None:
                return seat, action
    raise AssertionError("nobody is asked")


def finished(game: str, users: list[Any], bots: int = 0, seed: int = 0, **settings: Any) -> Match:
    """Return a match played to its end."""
    return play_on(started(game, users, bots, **settings), seed=seed)


def play_beside_bots(match: Match) -> Match:
    """Play `match` to its end: bots act first, also for players who left, then people."""
    random = Random(1)
    while match.is_running:
        with transaction.atomic():
            match = services.lock_match(match.pk)
            acted = referee.act_for_bots(position_of(match))
        if not acted:
            ahead = Ahead(match)
            ahead.take(*bots_choice(ahead.position, random))
            ahead.write()
        match = Match.objects.get(pk=match.pk)
    return match
