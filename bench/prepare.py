"""Fills a database with matches about to begin, and writes down what will be played in them."""

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
from django.contrib.sessions.backends.cached_db import SessionStore  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402

from accounts.models import User  # noqa: E402
from bench.plan import Plan, Step  # noqa: E402
from games.engine.chance import SeededChance  # noqa: E402
from games.engine.record import Turn  # noqa: E402
from games.engine.seats import Viewer  # noqa: E402
from games.matches import folds, tables  # noqa: E402
from games.matches.models import Match  # noqa: E402

#: The bots that decide what will be played: they claim as people do.
BOT = "simple"


def main(file: Path, sizes: list[int]) -> None:
    """Prepare a match of each of `sizes` players and write the plans to `file`."""
    call_command("migrate", verbosity=0)
    with transaction.atomic():
        plans = [prepare(number, size) for number, size in enumerate(sizes)]
    file.write_bytes(msgspec.json.encode(plans))


def prepare(number: int, size: int) -> Plan:
    """Seat `size` people at a new match, deal, and plan it to its end."""
    people = [User.objects.create_user(f"bench-{number}-{seat}") for seat in range(size)]
    match = tables.open_match(
        host=people[0],
        game="secret-hitler",
        visibility=Match.Visibility.PUBLIC,
        seats_min=size,
        seats_max=size,
    )
    for user in people[1:]:
        tables.sit(match.pk, user)
        tables.be_ready(match.pk, user, ready=True)
    tables.start(match.pk, people[0])
    match.refresh_from_db()
    players = match.players.select_related("user").order_by("seat")
    return Plan(match.code, [log_in(p.user) for p in players], steps_of(match, Random(number)))


def log_in(user: Any) -> str:
    """Return the key of a new session of `user`."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return str(session.session_key)


def steps_of(match: Match, random: Random) -> list[Step]:
    """Play `match` in memory: its chance is settled, so the server will come to the same."""
    fold, game = folds.fold_of(match), match.rules
    entropy = list(match.players.order_by("seat").values_list("entropy", flat=True))
    chance = SeededChance(bytes(match.seed), entropy)
    steps: list[Step] = []
    while game.outcome(fold.state) is None:
        seat, action = decide(fold, random)
        prompt = fold.prompts[seat]
        events = tuple(game.play(fold.state, seat, action, chance))
        before, fold = fold, folds.follow(fold, Turn(events, seat, action, "player"))
        told = tuple(a != b for a, b in zip(before.versions, fold.versions, strict=True))
        steps.append(Step(seat, msgspec.json.encode(action).decode(), prompt, told))
    return steps


def decide(fold: folds.Fold, random: Random) -> tuple[Any, Any]:
    """Return who acts next, and how."""
    for seat in (*fold.game.invited(fold.state), *fold.game.to_act(fold.state)):
        view = fold.game.view(fold.state, Viewer(seat))
        action = fold.game.bots[BOT](view, fold.choices[seat], random)
        if action is not None:
            return seat, action
    raise RuntimeError("nobody acts, and the match has not ended")


if __name__ == "__main__":
    main(Path(sys.argv[1]), [int(size) for size in sys.argv[2:]])
