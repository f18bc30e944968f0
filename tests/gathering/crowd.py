"""Many people on the site at once, stored in bulk: they wait in the queue, at tables, and play."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.gathering.models import QueuePlace
from games.matches.models import Match, Player
from tests.gathering.arranging import GAME

#: People at a table of the crowd, which has seats for ten.
TOGETHER = 5


def users_of(prefix: str, count: int) -> list[User]:
    """Return `count` new users."""
    names = [f"{prefix}-{number}" for number in range(count)]
    return User.objects.bulk_create(User(username=name, display_name=name) for name in names)


def queue_up(users: Sequence[User], **fields: Any) -> None:
    """Give each of `users` a place in the queue for the same game."""
    now = timezone.now()
    place = {"game": GAME, "pace": "brisk", "language": "de", "asked_at": now, "seen_at": now}
    QueuePlace.objects.bulk_create(QueuePlace(user=user, **place | fields) for user in users)


def sit_down(users: Sequence[User], table: Match, first: int = 0) -> list[Player]:
    """Return unsaved players of `table`, from the seat `first` on."""
    return [
        Player(match=table, user=user, name=user.username, seat=seat)
        for seat, user in enumerate(users, first)
    ]


def set_tables(companies: Sequence[Sequence[User]]) -> None:
    """Store a public table of each company, in turn open and running; one of nobody is of bots."""
    statuses = (Match.Status.OPEN, Match.Status.RUNNING)
    tables = Match.objects.bulk_create(
        Match(
            game=GAME, visibility="public", seats_min=5, seats_max=10, seed=b"", pace="brisk",
            host=company[0] if company else None, status=statuses[number % 2],
            started_at=timezone.now() if number % 2 else None,
        )
        for number, company in enumerate(companies)
    )  # fmt: skip
    players = list[Player]()
    for table, company in zip(tables, companies, strict=True):
        bots = (Player(match=table, bot="simple", name=f"{n}", seat=n) for n in range(TOGETHER))
        players += sit_down(company, table) or bots
    Player.objects.bulk_create(players)


def gather(prefix: str, count: int) -> int:
    """Store `count` people: half wait in the queue, a quarter at tables, a quarter play.

    Return how many wait in the queue.
    """
    people = users_of(prefix, count)
    waiting, others = people[: count // 2], people[count // 2 :]
    queue_up(waiting, asked_at=timezone.now() - timedelta(minutes=1))
    set_tables([others[at : at + TOGETHER] for at in range(0, len(others), TOGETHER)])
    return len(waiting)
