"""A site with an object for every URL, and a user of each kind."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import product
from typing import Any

from allauth.account.models import EmailAddress
from django.apps import apps
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.urls import URLResolver, get_resolver
from django.utils import timezone
from django.utils.regex_helper import normalize

from accounts import blocks
from accounts.models import ConductDecision, User
from games.api import tokens
from games.chat.models import Message, Report
from games.circles import membership as circles
from games.circles.models import Circle
from games.conduct import decisions
from games.gathering import appointments
from games.history.models import Comment
from games.history.records import importing
from games.history.statistics import aggregates
from games.leagues.fixtures import opening
from games.leagues.membership import services as membership
from games.leagues.models import Dispute, Invitation, League, Webhook
from games.matches import limits
from games.matches.models import Match
from games.matches.play import memory, records
from tests.conftest import account
from tests.leagues.league_play import drawn, found, people, season_of, seasons
from tests.matches.seating import play_to_the_end, running, seat_of
from tests.staff import staff, staff_browser

#: A player sits at every table and plays in the hidden league; an organiser owns it. Staff has no
#: second factor, an administrator has one. A program carries the player's token, no cookie. One
#: person was removed from every table, and one is blocked by the player.
KINDS = (
    "stranger", "guest", "outsider", "player", "organiser", "staff", "administrator", "program",
    "removed", "blocked", "arbiter", "scheduler",
)  # fmt: skip
#: The only URLs requested by some kinds, which are outsiders elsewhere, or have no key.
REALMS = {
    "program": "/api/v1", "removed": "/match/", "blocked": "/match/",
    "arbiter": "/leagues/", "scheduler": "/leagues/",
}  # fmt: skip
#: The owner of the account in the admin's URLs.
OTTO = "Otto"


@dataclass(frozen=True)
class Door:
    """A URL: as written in the table, and as requested."""

    shown: str
    path: str


@dataclass
class House:
    """A hidden league, tables of every kind that differ, and a browser of each kind.

    CODE is a table by link, OVER one that
    has ended; CLOSED and SHUT admit no spectators.
    """

    clients: dict[str, Client]
    values: dict[str, str]  #: of the parts of URLs, by name; of a `key` by the word before it
    codes: dict[str, str]
    policies: dict[str, set[str]] = field(default_factory=dict)  #: sent with pages, by URL
    rows: dict[str, list[str]] = field(default_factory=dict)  #: of the whole database, at first

    def doors(self) -> Iterator[Door]:
        """Yield every URL, with every possible word in it."""
        for pattern in patterns(get_resolver()):
            ((shape, keys), *_others) = normalize(pattern)
            choices = {key: self._choices(key, pattern, shape) for key in keys}
            for chosen in product(*choices.values()):
                forget_who_asked()
                parts = dict(zip(choices, chosen, strict=True))
                shown = shape % {key: word for key, (word, _value) in parts.items()}
                path = shape % {key: value for key, (_word, value) in parts.items()}
                yield Door(f"/{shown}", f"/{path}")

    def answers(self, method: str, path: str) -> str:
        """Return the responses to all users, in the order of KINDS; "-" without a request.

        It is one word if it is the same for all. A method is refused before the user is checked.
        """
        asked = [kind for kind in KINDS if is_asked(kind, path)]
        found: dict[str, str] = {}
        for kind in sorted(asked, key=lambda kind: kind not in {"stranger", "player"}):
            found[kind] = str(self.ask(kind, method, path).status_code)
            if list(found.values()) == ["405", "405"]:
                break
        if len(answers := set(found.values())) == 1:
            return answers.pop()
        return " ".join(f"{found.get(kind, '-'):3}" for kind in KINDS).rstrip()

    def ask(
        self,
        kind: str,
        method: str,
        path: str,
        *,
        forged: bool = False,
        look: Callable[[Any], None] = lambda _answer: None,
        **asked: Any,
    ) -> Any:
        """Return the response to a user; changes by methods other than GET are rolled back.

        `look` is called with the answer before that.
        """
        client = self.clients[kind]
        client.handler.enforce_csrf_checks = forged
        cookies = client.cookies.copy()
        with transaction.atomic():
            answer = getattr(client, method)(path, **asked)
            look(answer)
            if method != "get":
                transaction.set_rollback(True)
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            policy = answer.headers.get("Content-Security-Policy", "")
            self.policies.setdefault(path, set()).add(policy)
        if method != "get" and "/match" in path:  # clear cached changes that were rolled back
            memory.forget()
        client.cookies = cookies
        return answer

    def _choices(self, key: str, pattern: str, shape: str) -> list[tuple[str, str]]:
        """Return the values of a part of a URL: as shown, and as requested."""
        if words := re.search(rf"\(\?P<{key}>([a-z][^()]*)\)", pattern):
            return [
                (word.replace(r"\d{1,2}", "SEAT"), word.replace(r"\d{1,2}", self.values["seat"]))
                for word in words[1].split("|")
            ]
        if key == "code":
            return list(self.codes.items())
        before = re.search(rf"([\w-]+)/%\({key}\)s", shape)
        for name in (f"{before[1]}/{key}" if before else "", key):
            if name in self.values:
                return [(key.upper(), self.values[name])]
        raise AssertionError(f"no value is known for {key} in {shape}")


def is_asked(kind: str, path: str) -> bool:
    """Return whether a user has to be tried: cookies, tokens and the admin have realms."""
    if kind in REALMS:
        return path.startswith(REALMS[kind])
    return not path.startswith("/admin/") or kind in {
        "stranger",
        "player",
        "staff",
        "administrator",
    }


def patterns(resolver: URLResolver, before: str = "") -> Iterator[str]:
    """Yield every URL of the site, as a regular expression."""
    for pattern in resolver.url_patterns:
        own = before + pattern.pattern.regex.pattern
        if isinstance(pattern, URLResolver):
            yield from patterns(pattern, own)
        else:
            yield own


def forget_who_asked() -> None:
    """Reset the limits, so that earlier requests cause no refusals."""
    cache.clear()
    limits.guesses.forget()


def build(owner: User) -> House:
    """Return a house with somebody of every kind."""
    host, otto = account("Hosta"), account(OTTO)
    others = {
        kind: account(kind.title()) for kind in ("removed", "blocked", "arbiter", "scheduler")
    }
    codes = _tables(host, others["removed"])
    match, over = codes["CODE"], codes["OVER"]
    blocks.block(host, others["blocked"])
    league = found(owner)
    for role in ("arbiter", "scheduler"):
        membership.set_role(membership.join(league, others[role]), owner, role)
    invitation = membership.invite(league, owner, uses=5)
    season = season_of(league, owner, [host, *people(3)])
    seasons.begin(season, owner)
    fixture = drawn(season, owner).fixtures.filter(chairs__entry__user=host).get()
    opening.open_now(fixture.pk, host)
    League.objects.update(is_listed=False, access="invitation")
    entry = season.entries.get(user=host)
    said = Message.objects.create(match=match, user=otto, room="table", text="Good evening.")
    aggregates.catch_up()  # numbers count what has ended when somebody looks at them
    pinned = Comment.objects.create(match=over, user=host, seat=0, number=1, text="Aha.")
    circle = _circle(host, owner, otto)
    report, appealed = _conduct(league, over, otto, others["arbiter"])
    private = appointments.make(
        host=host, circle=circle, dates=[timezone.now() + timedelta(days=1)],
        game="secret-hitler", seats=5,
    )  # fmt: skip
    token, secret = tokens.make(user=host, name="a bot", days=30)
    things = {
        "report/key": said.key.hex, "unpin/key": pinned.pk,
        "one": fixture.chairs.first().pk, "other": fixture.chairs.last().pk,
        "players/key": entry.pk, "rounds/key": fixture.round_id, "fixtures/key": fixture.pk,
        "disputes/key": Dispute.objects.create(fixture=fixture, by=entry, text="Why?").pk,
        "undo/key": league.audits.latest("pk").pk, "tokens/pk": token.pk,
        "members/key": league.members.get(user=host).pk,
        "invitations/key": Invitation.objects.get().pk, "correct/game": fixture.games.get().pk,
        "webhooks/key": Webhook.objects.create(league=league, url="https://a.example/").pk,
        "annul/game": fixture.games.get().pk, "invitation/token": invitation,
        "appointments/key": private.key, "date": private.dates.get().pk, "ask/game": "noir",
        "slug": league.slug, "public_id": host.public_id, "number": season.number, "tier": 1,
        "about": "hitler",
        "seat": min(set(range(5)) - {seat_of(table, host) for table in codes.values()}),
        "game_key": "noir", "learn/key": "noir", "name": "standings", "form": "csv",
        "user/object_id": otto.pk, "user/id": otto.pk, "match/object_id": match.pk,
        "object_id": 0, "content_type_id": 0, "url": "x", "token": "x",
        "conduct/key": report.pk, "appeals/key": appealed.pk,
        "circle_id": circle.public_id, "circle_code": circle.code, "who": owner.public_id,
        "message/key": circle.messages.get().key,
        "key": "x", "pk": 0, "uidb36": "x", "door_code": "x",
    }  # fmt: skip
    return House(
        _browsers({"outsider": otto, "player": host, "organiser": owner, **others}, secret),
        {name: str(value) for name, value in things.items()},
        {name: table.code for name, table in codes.items()} | {"IMPORTED": _imported(host, over)},
    )


def _tables(host: User, removed: User) -> dict[str, Match]:
    """Return tables at which `host` sits, by the word for their code; `removed` may not look."""
    tables = {
        name: running(
            host, *people(4, name.lower()),
            visibility=Match.Visibility.LINK, allows_spectators=name in {"CODE", "OVER"},
        )
        for name in ("CODE", "OVER", "CLOSED", "SHUT")
    }  # fmt: skip
    for table in tables.values():
        table.removals.create(user=removed)
    return tables | {name: play_to_the_end(tables[name]) for name in ("OVER", "SHUT")}


def _circle(host: User, member: User, invited: User) -> Circle:
    """Return a circle of `host` and a member, who has written there; somebody is invited."""
    table = {"game": "noir", "options": {}, "seats_min": 2, "seats_max": 2, "pace": "untimed",
             "language": "en"}  # fmt: skip
    circle = circles.make(host=host, name="Friday", usual_table=table)
    circles.join(circle, member, code=circle.code)
    circle.memberships.create(user=invited, status="invited")
    circle.messages.create(user=member, name=member.name, text="Good evening.")
    return circle


def _conduct(league: League, match: Match, about: User, by: User) -> tuple[Report, ConductDecision]:
    """Return a report from a match of the league, and a decision there with an appeal."""
    scope = league.get_absolute_url()
    Match.objects.filter(pk=match.pk).update(scope=scope)
    report = Report.objects.create(kind="deed", match=match, about=about, name="x", text="x")
    decision = decisions.impose(about, "mute", "Insults.", by, days=7, scope=scope)
    decisions.appeal(about, decision.pk, "It was not me.")
    decisions.of(about).update(is_read=True)
    return report, decision


def _imported(by: User, match: Match) -> str:
    """Return the code of a match that somebody imported."""
    (imported,) = importing.receive(records.record_of(match), by)
    assert imported.match is not None
    return imported.match.code


def _browsers(users: dict[str, User], secret: str) -> dict[str, Client]:
    """Return a browser of every kind, and a program."""
    guest, plain = account("Guesty"), account("Staffa")
    User.objects.filter(pk=guest.pk).update(is_guest=True)
    User.objects.filter(pk=plain.pk).update(is_staff=True, is_superuser=True)
    users |= {"guest": guest, "staff": plain}
    clients = {kind: Client() for kind in KINDS}
    for kind, user in users.items():
        clients[kind].force_login(User.objects.get(pk=user.pk))
    admin = staff("Admina")
    EmailAddress.objects.create(user=admin, email=admin.email, primary=True, verified=True)
    clients["administrator"] = staff_browser(admin)
    clients["program"] = Client(headers={"authorization": f"Bearer {secret}"})
    for client in clients.values():
        client.raise_request_exception = False
    return clients


def rows() -> dict[str, list[str]]:
    """Return the contents of the whole database, table by table."""
    models = [m._meta for m in apps.get_models() if m._meta.managed and not m._meta.proxy]
    contents = {}
    with connection.cursor() as cursor:  # without an object for each of a hundred queries
        for known in models:
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(known.db_table)}")  # noqa: S608
            contents[known.label] = sorted(map(str, cursor.fetchall()))
    return contents
