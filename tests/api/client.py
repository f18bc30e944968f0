"""A program in tests: a token, and requests with it, without cookies."""

import json
from typing import Any

import msgspec
from django.http import HttpResponse
from django.test import Client

from accounts.models import User
from games.api import shapes, tokens
from games.matches.lobby import services as lobby
from games.matches.models import Match
from tests.matches.seating import fresh, open_table, person


class Program:
    """The API requests of a program of `user`."""

    def __init__(self, user: User, secret: str = "", scopes: tuple[str, ...] = ("play",)) -> None:
        self.user = user
        made = secret or tokens.make(user=user, name="a bot", days=30, scopes=scopes)[1]
        self.secret = made
        self.client = Client()

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> HttpResponse:
        """Send a request below /api/v1."""
        data = body if isinstance(body, (str, bytes)) else json.dumps(body)
        return self.client.generic(
            method,
            f"/api/v1{path}",
            "" if body is None else data,
            "application/json",
            headers={"Authorization": f"Bearer {self.secret}", **headers},
        )

    def sit(self, match: Match) -> HttpResponse:
        """Sit down at a table."""
        return self.ask("POST", f"/matches/{match.code}/seat", {"entropy": "mine"})

    def look(self, match: Match) -> dict[str, Any]:
        """Return the position of the seat."""
        return self.ask("GET", f"/matches/{match.code}").json()

    def act(self, match: Match, prompt: int, **action: Any) -> HttpResponse:
        """Take an action."""
        move = {"prompt": prompt, "action": action}
        return self.ask("POST", f"/matches/{match.code}/action", move)


def table_for(host: User, **settings: Any) -> Match:
    """Return an open table of `host` where bots by API may sit."""
    return open_table(host, allows_api_bots=True, **settings)


def playing(
    count: int = 5, game: str = "secret-hitler", **settings: Any
) -> tuple[Match, list[Program]]:
    """Return a match that has begun, with a host and programs on all other seats."""
    count = 2 if game == "noir" else count
    host = person("Hoster")
    match = table_for(host, game=game, seats=(count, count), **settings)
    programs = [Program(person(f"Owner {number}")) for number in range(1, count)]
    for program in programs:
        assert program.sit(match).status_code == 201
        assert program.ask("POST", f"/matches/{match.code}/ready").status_code == 200
    lobby.start(match.pk, host)
    return fresh(match), programs


def kind(response: HttpResponse) -> str:
    """Return the kind of problem in a response."""
    assert response["Content-Type"] == "application/problem+json"
    problem = msgspec.json.decode(response.content, type=shapes.Problem)
    assert problem.status == response.status_code
    assert problem.title
    return problem.type.partition("#")[2]
