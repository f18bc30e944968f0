"""Open, seat, start and play tables through the services that pages call."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec
from django.test import Client

from accounts import names
from accounts.models import User
from games.catalog import GAMES
from games.engine.seats import EVERYTHING, Viewer
from games.matches.lobby import services as lobby
from games.matches.models import Match, Player
from games.matches.play import memory, services
from tests.matches.ahead import Ahead, any_duty

NAMES = ("Ada", "Ben", "Chiyo", "Dario", "Elif", "Femi", "Gwen", "Hugo", "Ines", "Jonas")
#: The maximum number of random matches searched for a position.
MOST_DEALS = 30
#: A public id that nobody has.
NOBODY = "00000000-0000-4000-8000-000000000000"


def person(name: str) -> User:
    """Return a new user called `name`, who never logs in with a password."""
    return User.objects.create_user(name.lower().replace(" ", "-"), display_name=name)


def known_person(name: str) -> User:
    """Return the user called `name`, or a new one."""
    return User.objects.filter(username=name.lower()).first() or person(name)


def open_table(host: User, game: str = "secret-hitler", **settings: Any) -> Match:
    """Return a public table of `host`, opened as by the form."""
    seats = GAMES[game].seats
    least, most = settings.pop("seats", (seats[0], seats[-1]))
    wanted = {"visibility": Match.Visibility.PUBLIC, "seats_min": least, "seats_max": most}
    return lobby.open_match(host=host, game=game, **{**wanted, **settings})


def running(*people: User, game: str = "secret-hitler", count: int = 5, **settings: Any) -> Match:
    """Return a match that has begun; the first of `people` hosts, others fill up to `count`."""
    count = 2 if game == "noir" else count
    new = [known_person(name) for name in NAMES[: count - len(people)]]
    everybody = [*people, *new]
    match = open_table(everybody[0], game, seats=(count, count), **settings)
    fill(match, everybody[1:], [f"entropy of {user.name}" for user in everybody[1:]])
    lobby.start(match.pk, everybody[0])
    return fresh(match)


def fill(match: Match, users: Sequence[User], entropy: Sequence[str]) -> None:
    """Seat `users`, all ready, with one query; the services need twelve for each."""
    taken = list(match.players.values_list("name", flat=True))
    rows = []
    for seat, user in enumerate(users, len(taken)):
        taken.append(names.numbered(user.name, taken))
        rows.append(Player(match=match, user=user, name=taken[-1], seat=seat, is_ready=True))
    for row, drawn in zip(rows, entropy, strict=True):
        row.entropy = drawn
    Player.objects.bulk_create(rows)


def fresh(match: Match) -> Match:
    """Return `match` as stored now."""
    return Match.objects.get(pk=match.pk)


def state_of(match: Match) -> Any:
    """Return the stored state, with all secrets."""
    return memory.projection_of(fresh(match)).state


def truth_of(match: Match) -> Any:
    """Return the view of a viewer who sees everything."""
    return match.rules.view(state_of(match), EVERYTHING)


def player_at(match: Match, seat: int) -> Player:
    """Return the player on `seat`."""
    return match.players.select_related("user").get(seat=seat)


def seat_of(match: Match, user: User) -> int:
    """Return the seat of `user`."""
    return match.players.get(user=user).seat


def owing(match: Match) -> list[int]:
    """Return the seats that owe a decision."""
    return list(match.rules.to_act(state_of(match)))


def choices_of(match: Match, seat: int) -> list[Any]:
    """Return the choices of `seat` now, from the engine."""
    return list(memory.projection_of(fresh(match)).choices[seat])


def prompt_of(match: Match, seat: int) -> int:
    """Return the number of the question asked of `seat`."""
    return memory.projection_of(fresh(match)).prompts[seat]


def act(match: Match, seat: int, action: Any) -> None:
    """Take `action` for the person on `seat`, as their page would."""
    user = match.players.values_list("user_id", flat=True).get(seat=seat)
    services.act(match.pk, user, action, prompt_of(match, seat))


def act_as(match: Match, seat: int, **named: Any) -> None:
    """Take the action of `seat` with these keys, such as `action="vote", ja=True`."""
    act(match, seat, msgspec.convert(named, match.rules.records.actions))


def vote_all(match: Match, *, ja: bool, besides: tuple[int, ...] = ()) -> None:
    """Cast the same vote for every seat that owes one, except those in `besides`."""
    for seat in owing(match):
        if seat not in besides:
            act_as(match, seat, action="vote", ja=ja)


def nominate(match: Match) -> None:
    """Let the presidential candidate nominate the first eligible player."""
    (president,) = owing(match)
    act(match, president, choices_of(match, president)[0])


def play_one(match: Match, random: Random) -> bool:
    """Take one random owed action; return whether the match continues."""
    match = fresh(match)
    if not match.is_running:
        return False
    position = memory.position_of(match)
    seat, action = any_duty(position, random)
    user = position.players[seat].user_id
    services.act(match.pk, user, action, position.projection.prompts[seat])
    return True


def played_until(is_wanted: Callable[[Match], object], deal: Callable[[], Match]) -> Match:
    """Return a match in a wanted position after random play; deal again if a match ends."""
    random = Random(1)
    for _deal in range(MOST_DEALS):
        match = deal()
        while match.is_running:
            if is_wanted(match):
                return match
            play_one(match, random)
            match = fresh(match)
    raise AssertionError(f"no such position in {MOST_DEALS} matches")


def state_until(is_wanted: Callable[[Any], object], deal: Callable[[], Match]) -> Match:
    """Return a running match in a wanted state, like `played_until`, but much faster."""
    random = Random(1)
    for _deal in range(MOST_DEALS):
        ahead = Ahead(deal())
        while ahead.is_running:
            if is_wanted(ahead.state):
                return ahead.write()
            ahead.take(*any_duty(ahead.position, random))
    raise AssertionError(f"no such state in {MOST_DEALS} matches")


def play_to_the_end(match: Match, seed: int = 1) -> Match:
    """Play the match randomly to its end, and return it as stored."""
    ahead, random = Ahead(match), Random(seed)
    for _move in range(2000):
        if not ahead.is_running:
            return ahead.write()
        ahead.take(*any_duty(ahead.position, random))
    raise AssertionError("the match does not end")


def viewers(match: Match) -> list[Viewer]:
    """Return the public viewer and the viewer of every seat."""
    return [Viewer(), *(Viewer(player.seat) for player in match.players.order_by("seat"))]


def browser(user: User | None = None) -> Client:
    """Return a browser in which `user` is logged in; None means an anonymous visitor."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def page_of(user: User | None, match: Match) -> str:
    """Return the page of `match` as seen by `user`; None means an anonymous visitor."""
    return browser(user).get(match.get_absolute_url()).content.decode()


def post(who: User | None, match: Match, step: str, /, **data: Any) -> Any:
    """Return the response when `who` posts a `step` at the table."""
    return browser(who).post(f"{match.get_absolute_url()}{step}/", data)
