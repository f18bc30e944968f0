"""A match of a real site, replaced by another truth: everything that the site sends.

Used by `tests.secrets`. The site has a test database. The match belongs to a league, so that an
organiser looks at it too; games that no league plays have a plain table.
"""

import logging
import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

import msgspec
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.template import engines
from django.template.backends.jinja2 import Jinja2
from django.test import Client
from django.utils import timezone
from jinja2 import BaseLoader, ChoiceLoader, FileSystemLoader

from accounts import privacy
from accounts.models import User
from config import breaker
from games.api import limits, positions, shapes, tokens
from games.api.models import Token
from games.catalog import GAMES
from games.chat import services as chat
from games.chat.rooms import ROOMS
from games.engine.record import Turn
from games.engine.seats import Viewer
from games.history.replay import timeline
from games.leagues.fixtures import opening
from games.leagues.membership import services as membership
from games.leagues.seasons import services as seasons
from games.matches.drawing import on_screen, regions
from games.matches.drawing.page_states import page_state_of
from games.matches.limits import RateLimit
from games.matches.lobby import services as lobby
from games.matches.mail import turn_emails
from games.matches.models import Match
from games.matches.page import hand, link_cards, screen
from games.matches.page.views_screen import SESSION_KEY
from games.matches.play.memory import projection_of
from games.push import calls, encryption
from games.push.models import Call, Device
from games.push.sending import KIND
from tests import third_game
from tests.leagues import league_play
from tests.matches.page.test_secrets import NEVER_ASKED, SCRIPT, bytes_of, retell
from tests.matches.seating import browser, fresh, person
from tests.push.test_calls import AUTH, PUBLIC, read
from tests.secrets import live
from tests.staff import staff, staff_browser

#: The number of players in each game here.
SIZES = {"secret-hitler": 7, "noir": 2, third_game.GAME.key: 6}
LANGUAGES = [code for code, _name in settings.LANGUAGES]
#: The number of last actions in a match that are tried again.
TRIED = 3
#: The number of last turns that happen while a page is open.
WATCHED = 4
#: The paths at a table's URL that anybody may request.
PAGES = (
    "live/", "record.json", "verify/", "replay/", "replay/frames/", "replay/embed/",
    "replay/picture.png", "insight/", "insight/sentences/", "people/",
    "screen/", "react/",
)  # fmt: skip

#: Links in e-mails contain a signed time, and sessions the time of their last use.
SIGNED = re.compile(r"/letters/stop/[^/]+/")
#: The random key of a message, and its time.
SAID = re.compile(rb'[0-9a-f]{32}|datetime="[^"]+"|\d\d:\d\d UTC')
AT = re.compile(rb'X-At: \d+|data-at="\d+"')
MOMENT = re.compile(r"datetime\.datetime\([^)]*\)|\d{4}-\d\d-\d\dT[\d:.+Z]+")

Look = Callable[[], bytes]
Turns = tuple[Turn, ...]


def install_third_game() -> None:
    """Install the tests' third game: its line and its templates."""
    key = third_game.GAME.key
    GAMES[key] = third_game.GAME
    shapes.POSITIONS[key], shapes.MOVES[key] = shapes.shapes_of(key)
    templates = Path(third_game.__file__).with_name("templates")
    environment = cast("Jinja2", engines["fragments"]).env
    environment.loader = ChoiceLoader(
        [cast("BaseLoader", environment.loader), FileSystemLoader(templates)]
    )


class LogCapture(logging.Handler):
    """The output of the site's log."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Record a line, unless it is about the state of the machine, such as a slow Redis."""
        if record.name != breaker.__name__:
            self.lines.append(record.getMessage())


class ObservedMatch:
    """A running match, and everybody who may request something about it."""

    def __init__(self, game: str, number: int) -> None:
        self.match, self.pages = _league_match(game, number) if game in league_play.FIELDS else (
            _plain_match(game, number), {},
        )  # fmt: skip
        self.players = list(self.match.players.select_related("user").order_by("seat"))
        self.users = [cast("User", player.user) for player in self.players]
        self.clients = [browser(user) for user in self.users]
        self.secrets = [tokens.make(user=user, name="a bot", days=30)[1] for user in self.users]
        self.watchers = {
            "stranger": Client(),
            "spectator": browser(person(f"Spectator {game}")),
            "gallery": browser(person(f"Gallery {game}")),
            "former player": browser(person(f"Former {game}")),
            "staff": staff_browser(staff(f"Staff-{game}")),
        }
        gallery = User.objects.get(display_name=f"Gallery {game}")
        former = User.objects.get(display_name=f"Former {game}")
        self.match.removals.create(user=former)
        for number, user in enumerate(self.users):
            Device.objects.create(
                user=user, endpoint=f"https://push.example/{game}/{number}", language="it",
                public_key=encryption.to_base64(PUBLIC), secret=encryption.to_base64(AUTH),
                quiet_from=0, quiet_to=0,
            )  # fmt: skip
        chat.say(self.match.pk, self.users[0], "table", "Good evening.")
        chat.say(self.match.pk, gallery, "gallery", "Psst.")
        Match.objects.update(started_at=datetime(2024, 5, 4, 18, 30, tzinfo=UTC))

    def tell(self, turns: Turns) -> None:
        """Make `turns` the match's log, and forget all drawn texts."""
        with patch.object(regions, "forget", regions._region.cache_clear):  # not the templates
            retell(self.match, turns)
        timeline.forget()
        Token.objects.update(last_used_at=timezone.now())  # by either truth
        limits.CALLS, limits.STRANGERS = {}, RateLimit(100_000, 1)

    def answers(
        self, viewer: Viewer, turns: Turns, tries: Turns, log: LogCapture
    ) -> dict[str, bytes]:
        """Return all answers to `viewer` if `turns` are true, by the kind of requester.

        `tries` are turns whose actions are sent again, to be refused.
        """
        self.tell(turns)
        log.lines.clear()
        seat = viewer.seat
        looks = self._public_looks() if seat is None else self._seat_looks(seat, tries)
        client = self.watchers["spectator"] if seat is None else self.clients[seat]
        looks["live: socket"] = lambda: self._socket(client, turns, tries)
        if seat is not None and self._is_out(seat):
            looks = {name.replace("seat:", "dead:"): look for name, look in looks.items()}
        answers_of = {name: look() for name, look in looks.items()}
        return answers_of | {"log of the site": "\n".join(log.lines).encode()}

    def _socket(self, client: Client, turns: Turns, tries: Turns) -> bytes:
        """Return the messages to a page's socket while the last turns happen."""
        first = max(1, len(turns) - WATCHED)
        self.tell(turns[:first])
        acting = tuple(turn for turn in tries if turn.action is not None)
        return live.heard(self.match, client, turns[first:], acting[-TRIED:])

    def _is_out(self, seat: int) -> bool:
        projection = projection_of(fresh(self.match))
        return seat in projection.game.talk.eliminated(projection.state)

    def _public_looks(self) -> dict[str, Look]:
        address, code = self.match.get_absolute_url(), self.match.code
        looks: dict[str, Look] = {}
        for kind, client in self.watchers.items():
            for language in LANGUAGES if kind == "spectator" else ("en",):
                looks[f"{kind}: page, {language}"] = get(client, address, language)
            for name in PAGES:
                looks[f"{kind}: {name}"] = get(client, address + name)
            looks |= {f"{kind}: say in {room}": say(client, address, room) for room in ROOMS}
            looks[f"{kind}: act"] = post(client, f"{address}act/", action="rubbish", prompt="0")
        looks["stranger: front page"] = get(self.watchers["stranger"], "/")
        looks["stranger: tables"] = get(self.watchers["stranger"], "/tables/")
        looks["stranger: history"] = get(self.watchers["stranger"], "/history/")
        looks["staff: admin"] = get(
            self.watchers["staff"], f"/admin/matches/match/{self.match.pk}/change/"
        )
        looks["screen"] = self._screen
        for name, (client, path) in self.pages.items():
            looks[name] = get(client, path)
        looks["card"] = self._card
        looks["API: of no seat"] = self._program(0, "GET", f"/matches/{code}", seated=False)
        return looks

    def _seat_looks(self, seat: int, tries: Turns) -> dict[str, Look]:
        client, address = self.clients[seat], self.match.get_absolute_url()
        code = self.match.code
        looks: dict[str, Look] = {
            f"seat: page, {language}": get(client, address, language) for language in LANGUAGES
        }
        for name in PAGES:
            looks[f"seat: {name}"] = get(client, address + name)
        looks |= {f"seat: say in {room}": say(client, address, room) for room in ROOMS}
        looks["seat: hand"] = self._hand(seat)
        looks["seat: front page"] = get(client, "/")
        looks["seat: export"] = lambda: export_of(self.users[seat])
        for language in LANGUAGES:
            looks[f"seat: letter, {language}"] = self._letter(seat, language)
        looks["API: position"] = self._program(seat, "GET", f"/matches/{code}")
        looks["API: list"] = self._program(seat, "GET", "/matches")
        looks["API: stream"] = lambda: self._stream(seat)
        looks["API: rubbish"] = self._program(seat, "POST", f"/matches/{code}/action", b"[")
        for name in ("", "live/"):
            looks[f"left: {name or 'page'}"] = self._leave(seat, get(client, address + name))
        looks["push"] = lambda: self._notifications(seat)
        for number, turn in enumerate([t for t in tries if t.action is not None][-TRIED:]):
            action = msgspec.json.encode(turn.action).decode()
            looks[f"seat: act {number}"] = post(
                client, f"{address}act/", action=action, prompt=NEVER_ASKED
            )
        return looks

    def _program(
        self, seat: int, method: str, path: str, body: bytes = b"", *, seated: bool = True
    ) -> Look:
        def ask() -> bytes:
            self.match.players.filter(seat=seat).update(is_api=seated)
            header = {"authorization": f"Bearer {self.secrets[seat]}"}
            answer = Client().generic(
                method, f"/api/v1{path}", body, "application/json", headers=header
            )
            self.match.players.filter(seat=seat).update(is_api=False)
            return bytes_of(cast("HttpResponse", answer))

        return ask

    def _leave(self, seat: int, look: Look) -> Look:
        """Return an observer for a player who has left the match and is replaced by a bot."""

        def ask() -> bytes:
            player = self.match.players.filter(seat=seat)
            player.update(is_away=True)
            answer = look()
            player.update(is_away=False)
            return answer

        return ask

    def _notifications(self, seat: int) -> bytes:
        """Return the notifications of a seat's devices, decrypted as by their browsers."""
        Call.objects.all().delete()
        calls.plan_due()
        rows = Call.objects.filter(device__user=self.users[seat]).select_related("device")
        parcels = [(row.kind, row.marker, KIND.parcel(row, None)) for row in rows]
        return repr(
            [
                (kind, marker, parcel and (len(parcel.body), read(parcel.body)))
                for kind, marker, parcel in parcels
            ]
        ).encode()

    def _stream(self, seat: int) -> bytes:
        """Return the content of a stream: the position of the room's page state."""
        self.match.players.filter(seat=seat).update(is_api=True)
        page_state = page_state_of(fresh(self.match))
        self.match.players.filter(seat=seat).update(is_api=False)
        return msgspec.json.encode(positions.position_in(page_state, self.players[seat].user_id))

    def _hand(self, seat: int) -> Look:
        """Return an observer of the page of a phone beside a television."""
        phone = browser(self.users[seat])
        phone.cookies[hand.COOKIE] = f"{self.match.code}:{hand.HAND}"
        return get(phone, self.match.get_absolute_url())

    def _screen(self) -> bytes:
        """Return the content of a television: its page, and its next requests."""
        television = Client()
        television.get("/screen/")
        code = television.session[SESSION_KEY]
        screen.take_over(code, self.match)
        pages = [get(television, path)() for path in ("/screen/", "/screen/now/")]
        page = AT.sub(b"", b"\n".join(pages)).replace(code.encode(), b"")
        # Everybody may know that a television showed it: also in the other world.
        cache.clear()
        on_screen.forget()
        return page

    def _card(self) -> bytes:
        return link_cards.png(link_cards.of_table(page_state_of(fresh(self.match))))

    def _letter(self, seat: int, language: str) -> Look:
        def write() -> bytes:
            player = self.match.players.select_related("match", "user").get(seat=seat)
            cast("User", player.user).language = language
            letter = turn_emails.email(player)
            text = f"{letter.subject}\n{letter.body}\n{letter.alternatives}"
            return SIGNED.sub("", text).encode()

        return write


def export_of(user: User) -> bytes:
    """Return the personal data file of a user, without the time of the last visit."""
    return MOMENT.sub("", repr(privacy.export(user))).encode()


def get(client: Client, address: str, language: str = "en") -> Look:
    """Return an observer of a URL."""
    headers = {"Accept-Language": language}
    if address.endswith("/live/"):
        headers |= SCRIPT
    return lambda: bytes_of(cast("HttpResponse", client.get(address, headers=headers)))


def say(client: Client, address: str, room: str) -> Look:
    """Return an observer of the response to a message that is rolled back."""
    words = post(client, f"{address}say/", room=room, text="Well, well.")

    def speak() -> bytes:
        with transaction.atomic():
            answer = words()
            transaction.set_rollback(True)
        return SAID.sub(b"", answer)

    return speak


def post(client: Client, address: str, **form: str) -> Look:
    """Return an observer of the response to a form that must change nothing."""
    return lambda: bytes_of(cast("HttpResponse", client.post(address, form, headers=SCRIPT)))


def _league_match(game: str, number: int) -> tuple[Match, dict[str, Any]]:
    """Return a running match of a league, and the pages of its organiser."""
    owner = person(f"Head {game} {number}")
    players = league_play.people(SIZES[game], f"{game}-{number}")
    league = membership.create_league(founder=owner, name=f"League of {game}", game=game)
    season = league_play.season_of(league, owner, players)
    seasons.begin(season, owner)
    fixture = league_play.drawn(season, owner).fixtures.get()
    opening.open_now(fixture.pk, players[0])
    match = cast("Match", fixture.games.get().match)
    for player in match.players.select_related("user"):
        lobby.sit(match.pk, cast("User", player.user), f"entropy {player.seat}")
    client, path = browser(owner), f"/leagues/{league.slug}/{season.number}"
    return fresh(match), {
        "organiser: match": (client, match.get_absolute_url()),
        "organiser: fixture": (client, f"{path}/fixtures/{fixture.pk}/"),
        "organiser: season": (client, f"{path}/run/"),
        "organiser: contest": (client, f"{path}/contest.json"),
        "organiser: audit": (client, f"/leagues/{league.slug}/audit/"),
    }


def _plain_match(game: str, number: int) -> Match:
    """Return a running match of a game that no league plays."""
    players = league_play.people(SIZES[game], f"{game}-{number}")
    match = lobby.open_match(
        host=players[0], game=game, visibility=Match.Visibility.PUBLIC,
        seats_min=SIZES[game], seats_max=SIZES[game],
    )  # fmt: skip
    for user in players[1:]:
        lobby.sit(match.pk, user, f"entropy of {user.name}")
        lobby.be_ready(match.pk, user, ready=True)
    lobby.start(match.pk, players[0])
    return fresh(match)
