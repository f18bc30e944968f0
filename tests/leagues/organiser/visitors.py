"""Visitors of a league's pages: one of each role, and their views."""

from dataclasses import dataclass
from typing import Any

from django.test import Client
from django.urls import reverse

from games.leagues.membership import services as membership
from games.leagues.models import League, Member, Season

#: A name and a reason that would be markup without escaping.
HOSTILE = "<img src=x onerror=alert(1)>"


@dataclass
class Crowd:
    """Clients of a league's people: stranger (not logged in), outsider, member, and organisers."""

    league: League
    clients: dict[str, Client]
    members: dict[str, Member]

    def get(self, who: str, name: str, /, *args: Any, **query: Any) -> Any:
        """Return the response when `who` requests a page of this league."""
        return self.clients[who].get(self.address(name, *args), query)

    def post(self, who: str, name: str, /, *args: Any, **data: Any) -> Any:
        """Return the response when `who` posts `data`."""
        return self.clients[who].post(self.address(name, *args), data)

    def address(self, name: str, *args: Any) -> str:
        """Return a URL within the league; a season is replaced by its number."""
        plain = [one.number if isinstance(one, Season) else getattr(one, "pk", one) for one in args]
        return reverse(f"leagues:{name}", args=[self.league.slug, *plain])


def client_of(user: Any) -> Client:
    """Return a browser in which `user` is logged in."""
    client = Client()
    client.force_login(user)
    return client


def admit(league: League, user: Any, role: str) -> Member:
    """Make `user` a member with a role."""
    owner = league.members.filter(role="owner").first().user
    member = membership.join(league, user)
    if role != member.role:
        membership.set_role(member, owner, role)
    return member


def text(answer: Any) -> str:
    """Return the body of `answer` as text."""
    return str(answer.content.decode())
