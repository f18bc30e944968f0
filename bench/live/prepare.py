"""Fills a database with matches about to start, and writes all their moves to a file."""

import os
import sys
from pathlib import Path
from random import Random
from typing import Any

import django
import msgspec

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.contrib.auth import (  # noqa: E402
    BACKEND_SESSION_KEY,
    HASH_SESSION_KEY,
    SESSION_KEY,
)
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402

from accounts.models import User  # noqa: E402
from bench.live.plan import Plan, ScriptedMove  # noqa: E402
from games.engine.chance import SeededChance  # noqa: E402
from games.engine.projection import Projection, follow  # noqa: E402
from games.engine.record import Turn  # noqa: E402
from games.engine.required import required  # noqa: E402
from games.engine.seats import Viewer  # noqa: E402
from games.matches.lobby import services as lobby  # noqa: E402
from games.matches.models import Match, MatchEntry  # noqa: E402
from games.matches.play import memory  # noqa: E402

#: The bots that choose the moves, with claims like people's.
BOT = "simple"
#: A prefix that separates the people of this run from others in the same database.
RUN = os.urandom(3).hex()


def main(file: Path, sizes: list[str]) -> None:
    """Prepare the `sizes` matches, each as "players:share", and write the plans to `file`."""
    call_command("migrate", verbosity=0)
    with transaction.atomic():
        pairs = (text.split(":") for text in sizes)
        plans = [prepare(n, int(size), float(share)) for n, (size, share) in enumerate(pairs)]
    file.write_bytes(msgspec.json.encode(plans))


def prepare(number: int, size: int, share: float) -> Plan:
    """Seat `size` people at a new match, deal, and plan it to its end.

    A `share` of its moves is already in the log, so that the tables are at all stages of play.
    """
    people = [User.objects.create_user(f"bench-{RUN}-{number}-{seat}") for seat in range(size)]
    match = lobby.open_match(
        host=people[0],
        game="secret-hitler",
        visibility=Match.Visibility.PUBLIC,
        seats_min=size,
        seats_max=size,
    )
    for user in people[1:]:
        lobby.sit(match.pk, user)
        lobby.be_ready(match.pk, user, ready=True)
    lobby.start(match.pk, people[0])
    match.refresh_from_db()
    players = match.players.select_related("user").order_by("seat")
    moves = moves_of(match, Random(number))
    count = int(len(moves) * share)
    MatchEntry.objects.bulk_create(entry for entry, _step in moves[:count])
    Match.objects.filter(pk=match.pk).update(length=count)
    return Plan(
        match.code, [log_in(required(p.user)) for p in players], [s for _entry, s in moves[count:]]
    )


def log_in(user: User) -> str:
    """Return the key of a new session of `user`."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return str(session.session_key)


def moves_of(match: Match, random: Random) -> list[tuple[MatchEntry, ScriptedMove]]:
    """Play `match` in memory; its chance is fixed, so the server gets the same results."""
    projection, game = memory.projection_of(match), match.rules
    entropy = list(match.players.order_by("seat").values_list("entropy", flat=True))
    chance = SeededChance(bytes(match.seed), entropy)
    moves: list[tuple[MatchEntry, ScriptedMove]] = []
    while game.outcome(projection.state) is None:
        seat, action = decide(projection, random)
        prompt = projection.prompts[seat]
        events = tuple(game.play(projection.state, seat, action, chance))
        before, projection = (
            projection,
            follow(projection, Turn(events, seat, action, "player")),
        )
        changed_seats = tuple(
            a != b for a, b in zip(before.versions, projection.versions, strict=True)
        )
        text = msgspec.json.encode(action).decode()
        entry = MatchEntry(
            match=match,
            number=projection.length,
            seat=seat,
            action=text,
            events=msgspec.json.encode(events).decode(),
            at=match.started_at,
        )
        moves.append((entry, ScriptedMove(seat, text, prompt, changed_seats)))
    return moves


def decide(projection: Projection, random: Random) -> tuple[Any, Any]:
    """Return the next seat to act, and its action."""
    for seat in (
        *projection.game.waiting.invited(projection.state),
        *projection.game.to_act(projection.state),
    ):
        view = projection.game.view(projection.state, Viewer(seat))
        action = projection.game.bots[BOT](view, projection.choices[seat], random)
        if action is not None:
            return seat, action
    raise RuntimeError("nobody acts, and the match has not ended")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
