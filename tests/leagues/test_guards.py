"""Users whose role lacks the required power can't change anything in a league.

The services are found in the source: every function with an `actor` requires a role itself, in
addition to its page. Each is called by a stranger, by a member, and by the user with the most
powers except the required one.
"""

import importlib
import inspect
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from copy import deepcopy
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.leagues import errors
from games.leagues.audit.acts import ACTS
from games.leagues.fixtures import impartial
from games.leagues.fixtures.disputes import Ruling
from games.leagues.membership import services as membership
from games.leagues.models import Dispute, Season, Webhook
from games.matches.errors import NotAllowed
from tests.conftest import account
from tests.doors.house import rows
from tests.leagues.league_play import drawn, found, people, season_of, seasons, settle
from tests.leagues.organiser.visitors import admit
from tests.live_site import ROOT

pytestmark = pytest.mark.django_db

#: Checks whether users may decide about their own fixture, regardless of their role.
NO_SERVICE = impartial.require
#: The most powerful user without this power.
LACKS = {"run": "arbiter", "arbitrate": "scheduler", "schedule": "nobody"}
#: A state that a service checks before the role: a finished season.
BEFORE = {"seasons.following.open_again": {"status": Season.Status.CLOSED}}
#: Additional arguments of services.
FIELDS = {"seasons.services.prepare": {"name": "Second"}}


def services() -> Iterator[Callable[..., Any]]:
    """Yield every service function of the leagues that takes an actor."""
    for file in sorted((ROOT / "games" / "leagues").rglob("*.py")):
        if "actor: User" not in file.read_text():
            continue
        module = importlib.import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))
        for function in vars(module).values():
            if inspect.isfunction(function) and function.__module__ == module.__name__:
                actor = inspect.signature(function).parameters.get("actor")
                is_public = not function.__name__.startswith("_")
                if actor and actor.annotation is User and is_public and function != NO_SERVICE:
                    yield function


def name_of(service: Callable[..., Any]) -> str:
    return f"{service.__module__.removeprefix('games.leagues.')}.{service.__name__}"


SERVICES = {name_of(service): service for service in services()}


@pytest.fixture(scope="module")
def league_in_play(kept) -> dict[str, Any]:
    """Return arguments for services by parameter name, and users by role."""
    owner, players = account("Olga"), people(4)
    league = found(owner)
    those = {}
    for name, role in (("arbiter", "arbiter"), ("scheduler", "scheduler"), ("nobody", "member")):
        those[name] = account(name.title())
        admit(league, those[name], role)
    season = season_of(league, owner, players)
    seasons.begin(season, owner)
    season = Season.objects.get(pk=season.pk)
    published = drawn(season, owner)
    division, later = season.divisions.get(), timezone.now() + timedelta(days=2)
    fixture = published.fixtures.first()
    chair, other = fixture.chairs.order_by("seat")
    settle(fixture, [chair.entry_id])
    waiting = published.fixtures.last()
    membership.invite(league, owner)
    return those | {
        "owner": owner, "league": league, "season": season, "division": division,
        "fixture": waiting, "fixture_id": waiting.pk, "round_": published,
        "round_id": published.pk, "draft": published, "chair": chair, "one": chair, "other": other,
        "entry": chair.entry, "member": league.members.get(user=players[0]),
        "fixture_match": fixture.games.first(), "user": players[3],
        "row": Dispute.objects.create(fixture=fixture, by=chair.entry, text="Why?"),
        "webhook": Webhook.objects.create(league=league, url="https://a.example/"),
        "invitation_id": league.invitations.get().pk, "audit_id": league.audits.latest("pk").pk,
        "ends_at": later, "starts_at": later, "first_day": later.date(),
        "last_day": later.date(), "players": [], "reason": "So it is.", "days": 1, "name": "Second",
        "role": "arbiter", "verb": "void_fixture", "title": "News", "text": "None.", "best": 2,
        "kind": "warning", "url": "https://b.example/", "counts": 1, "number": 2, "winner": "",
        "plan": SimpleNamespace(number=1), "pairing": None,
        "decision": "No.", "report": None, "decision_kind": "", "answer": "", "verdict": "",
        "divisions": [{}], "tables": [], "teams": {}, "present": [],
        "entries": {chair.entry_id}, "ruling": Ruling(),
    }  # fmt: skip


def call(name: str, things: dict[str, Any], actor: User) -> None:
    """Call a service with all its required arguments."""
    service, fields = SERVICES[name], FIELDS.get(name, {})
    asked = inspect.signature(service).parameters.values()
    given = {
        one.name: things[one.name] for one in asked
        if one.default is one.empty and one.kind is not one.VAR_KEYWORD and one.name != "actor"
    }  # fmt: skip
    result = service(**deepcopy(given), **fields, actor=actor)
    if isinstance(result, AbstractContextManager):
        result.__enter__()


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_refuses_users_without_its_power(name, league_in_play, mallory):
    source = inspect.getsource(SERVICES[name])
    power = re.search(r'roles\.require\(.*"(\w+)"\)', source)
    verb = re.search(r'record\(\s*[\w.]+, actor, "(\w+)"', source)
    needed = ACTS[verb[1]].power if verb else power[1] if power else "schedule"
    least = {"nobody", LACKS[needed]}
    Season.objects.update(**BEFORE.get(name, {}))
    things = league_in_play | {"season": Season.objects.get()}
    before = rows()
    with pytest.raises(errors.NotAMember):
        call(name, things, mallory)
    for role in least:
        with pytest.raises(NotAllowed) as refusal:
            call(name, things, things[role])
        assert refusal.type is NotAllowed
    assert rows() == before
