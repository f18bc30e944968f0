"""Demo data: a few people, matches that they have played, and a table to sit down at."""

from random import Random
from typing import Any

from django.core.management.base import BaseCommand

from accounts.models import User
from games.catalog import GAMES
from games.engine.game import Game
from games.engine.seats import Seat, Viewer
from games.matches import referee, services, tables
from games.matches.folds import fold_of
from games.matches.models import Match

#: Nobody can log in as one of them: they have no password.
PEOPLE = ("Ottilie", "Ansgar", "Henriette", "Valentin", "Mathilda")
#: By whose wits demo people play: about as people do, so that either side wins at times.
BOT = "simple"
HISTORY = 5


class Command(BaseCommand):
    """Make what is missing; a second call changes nothing."""

    help = "Adds demo people, finished matches, and for each game a public table to join."

    def handle(self, *args: Any, **options: Any) -> None:
        """Make people, then their matches, then the open tables."""
        people = [person(name) for name in PEOPLE]
        for game in GAMES.values():
            for number in range(finished(game, people), HISTORY):
                play(game, people, game.seats[number % len(game.seats)], Random(number))  # noqa: S311
            if not waiting(game):
                open_table(game)
        count = Match.objects.filter(status=Match.Status.FINISHED).count()
        self.stdout.write(f"Demo data is there: {len(people)} people, {count} finished matches.")


def person(name: str) -> User:
    """Return the demo person called `name`, made if there is none."""
    known = User.objects.filter(username=f"demo-{name.lower()}").first()
    return known or User.objects.create_user(f"demo-{name.lower()}", display_name=name)


def finished(game: Game[Any, Any, Any, Any], people: list[User]) -> int:
    """Return how many matches of `game` the demo people have behind them."""
    over = Match.objects.filter(game=game.key, status=Match.Status.FINISHED, host__in=people)
    return over.count()


def waiting(game: Game[Any, Any, Any, Any]) -> bool:
    """Return whether an open public table of `game` waits for its first person."""
    public = Match.Visibility.PUBLIC
    tables_open = Match.objects.filter(game=game.key, status=Match.Status.OPEN, visibility=public)
    return tables_open.filter(host=None).exists()


def open_table(game: Game[Any, Any, Any, Any]) -> Match:
    """Open a public table of bots with chairs for whoever comes; the first becomes host."""
    fewest, most = game.seats[0], game.seats[-1]
    return tables.open_to_all(
        bots=fewest - 1,
        game=game.key,
        visibility=Match.Visibility.PUBLIC,
        seats_min=fewest,
        seats_max=most,
    )


def play(game: Game[Any, Any, Any, Any], people: list[User], size: int, random: Random) -> None:
    """Have demo people, and bots on the chairs left, play a match of `size` to its end."""
    guests = random.sample(people, min(size, len(people)))
    match = tables.open_match(
        host=guests[0],
        entropy=f"{random.getrandbits(64):016x}",
        game=game.key,
        visibility=Match.Visibility.PUBLIC,
        seats_min=size,
        seats_max=size,
        fills_with_bots=True,
    )
    for guest in guests[1:]:
        tables.sit(match.pk, guest, f"{random.getrandbits(64):016x}")
        tables.be_ready(match.pk, guest, ready=True)
    tables.start(match.pk, guests[0])
    while (match := Match.objects.get(pk=match.pk)).is_running:
        if not decide_for_people(match, random):
            referee.play_out(match)


def decide_for_people(match: Match, random: Random) -> bool:
    """Take one decision that a person owes, as a bot would, and return whether one was owed."""
    fold = fold_of(match)
    people = dict(match.players.filter(user__isnull=False).values_list("seat", "user"))
    for seat in fold.game.to_act(fold.state):
        if seat in people:
            view = fold.game.view(fold.state, Viewer(Seat(seat)))
            action = fold.game.bots[BOT](view, fold.choices[seat], random)
            services.act(match.pk, people[seat], action, fold.prompts[seat])
            return True
    return False
