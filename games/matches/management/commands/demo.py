"""Creates demo data: a few people, matches that they have played, and an open table."""

from random import Random
from typing import Any

from django.core.management.base import BaseCommand

from accounts.models import User
from games.catalog import GAMES
from games.engine.game import Game
from games.engine.required import required
from games.engine.seats import Seat, Viewer
from games.matches.lobby import services as lobby
from games.matches.models import Match
from games.matches.play import reading, referee, services
from games.matches.play.memory import projection_of

#: The demo people, who have no password, so nobody can log in as one of them.
PEOPLE = ("Ottilie", "Ansgar", "Henriette", "Valentin", "Mathilda")
#: The bot that plays for demo people, about as well as people, so each side wins at times.
BOT = "simple"
HISTORY = 5


class Command(BaseCommand):
    """Creates missing demo data; a second call changes nothing."""

    help = "Adds demo people, finished matches, and one public table per game."

    def handle(self, *args: Any, **options: Any) -> None:
        """Create people, then their matches, then open tables."""
        people = [person(name) for name in PEOPLE]
        for game in GAMES.values():
            for number in range(count_finished(game, people), HISTORY):
                play(game, people, game.seats[number % len(game.seats)], Random(number))  # noqa: S311
            if not waiting(game):
                open_table(game)
        count = Match.objects.filter(status=Match.Status.FINISHED).count()
        self.stdout.write(f"Added demo data: {len(people)} people, {count} finished matches.")


def person(name: str) -> User:
    """Return the demo person called `name`, creating them if necessary."""
    user = User.objects.filter(username=f"demo-{name.lower()}").first()
    return user or User.objects.create_user(f"demo-{name.lower()}", display_name=name)


def count_finished(game: Game[Any, Any, Any, Any], people: list[User]) -> int:
    """Return the number of matches of `game` that the demo people have finished."""
    over = Match.objects.filter(game=game.key, status=Match.Status.FINISHED, host__in=people)
    return over.count()


def waiting(game: Game[Any, Any, Any, Any]) -> bool:
    """Return whether an open public table of `game` is waiting for its first person."""
    public = Match.Visibility.PUBLIC
    tables_open = Match.objects.filter(game=game.key, status=Match.Status.OPEN, visibility=public)
    return tables_open.filter(host=None).exists()


def open_table(game: Game[Any, Any, Any, Any]) -> Match:
    """Open a public table of bots with free seats; the first person becomes host."""
    fewest, most = game.seats[0], game.seats[-1]
    return lobby.open_to_all(
        bots=fewest - 1,
        game=game.key,
        visibility=Match.Visibility.PUBLIC,
        pace=Match.Pace.RELAXED,
        seats_min=fewest,
        seats_max=most,
    )


def play(game: Game[Any, Any, Any, Any], people: list[User], size: int, random: Random) -> None:
    """Play a match of `size` players to its end, with demo people and bots."""
    guests = random.sample(people, min(size, len(people)))
    match = lobby.open_match(
        host=guests[0],
        entropy=f"{random.getrandbits(64):016x}",
        game=game.key,
        visibility=Match.Visibility.PUBLIC,
        seats_min=size,
        seats_max=size,
        fills_with_bots=True,
    )
    for guest in guests[1:]:
        lobby.sit(match.pk, guest, f"{random.getrandbits(64):016x}")
        lobby.be_ready(match.pk, guest, ready=True)
    lobby.start(match.pk, guests[0])
    while (match := Match.objects.get(pk=match.pk)).is_running:
        if not decide_for_people(match, random):
            referee.play_out(match)


def read_letters(match: Match) -> None:
    """Mark all people's letters at `match` as read, so that play begins."""
    for player in match.players.filter(user__isnull=False).select_related("user"):
        reading.read(match.pk, required(player.user))


def decide_for_people(match: Match, random: Random) -> bool:
    """Make one decision owed by a person, as a bot would; return whether one was owed."""
    if match.reading_until:
        read_letters(match)
    projection = projection_of(match)
    people = dict(match.players.filter(user__isnull=False).values_list("seat", "user"))
    for seat in projection.game.to_act(projection.state):
        if seat in people:
            view = projection.game.view(projection.state, Viewer(Seat(seat)))
            action = projection.game.bots[BOT](view, projection.choices[seat], random)
            services.act(match.pk, people[seat], action, projection.prompts[seat])
            return True
    return False
