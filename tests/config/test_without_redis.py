"""With Redis down, hanging or full, everything still works, and hardly slower."""

import asyncio
import time
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from accounts.models import User
from config import breaker, layer
from config.layer import RedisLayer
from games.leagues.membership import services as membership
from games.leagues.seasons import services as seasons
from games.matches import publish
from games.matches.live import pubsub
from games.matches.models import Match
from tests.config.broken_redis import away, full, hanging
from tests.conftest import PASSWORD
from tests.leagues.league_play import found, people, season_of
from tests.matches.sockets import PATIENCE, Page

pytestmark = pytest.mark.django_db(transaction=True)

#: Seconds that a request may take, its first wait for Redis included.
QUICK = 3.0


@pytest.fixture(params=[away, hanging, full])
def _broken(request, settings) -> Iterator[None]:
    """Point cache and bell to a broken Redis."""
    with request.param() as url:
        settings.CACHES = {"default": {"BACKEND": "config.cache.RedisCache", "LOCATION": url}}
        settings.CHANNEL_LAYERS = {
            "default": {"BACKEND": "config.layer.RedisLayer", "CONFIG": {"hosts": [url]}}
        }
        yield


@pytest.mark.usefixtures("_broken")
def test_every_cache_operation_still_works_within_the_process():
    kept, began = caches["default"], time.monotonic()
    assert kept.get("a", "nothing") == "nothing"
    assert kept.add("a", 1) is True
    assert kept.add("a", 2) is False
    assert kept.incr("a") == 2
    assert kept.get_many(["a", "b"]) == {"a": 2}
    kept.set_many({"b": 3, "c": 4})
    assert kept.has_key("b")
    assert kept.touch("b", 60)
    assert kept.delete("b")
    assert "b" not in kept
    kept.delete_many(["c"])
    assert kept.get_or_set("c", lambda: 5) == 5
    kept.clear()
    assert kept.get("a") is None
    with pytest.raises(ValueError, match="not found"):
        kept.incr("absent")
    assert time.monotonic() - began < QUICK


@pytest.mark.usefixtures("_broken")
def test_people_can_log_in_and_out(alice):
    guest, newcomer, known = Client(), Client(), Client()
    opened = quickly(guest.post, "/open/", OPENING)
    match = Match.objects.get()
    assert opened.url.endswith(match.get_absolute_url())
    fields = {"username": "carol", "email": "carol@example.org"}
    quickly(
        newcomer.post, "/account/signup/", {**fields, "password1": PASSWORD, "password2": PASSWORD}
    )
    assert is_logged_in(newcomer)
    quickly(known.post, "/account/login/", {"login": "alice", "password": PASSWORD})
    assert is_logged_in(known)
    quickly(known.post, "/account/logout/")
    assert not is_logged_in(known)
    quickly(guest.post, "/account/logout/")


OPENING = {
    "name": "Ada", "game": "secret-hitler", "seats_min": "5", "seats_max": "5",
    "visibility": "link", "fills_with_bots": "on", "pace": "untimed", "language": "en",
}  # fmt: skip


@pytest.mark.usefixtures("_broken")
def test_rate_limits_still_apply(alice):
    client = Client()
    wrong = {"login": "alice", "password": "wrong"}
    pages = [client.post("/account/login/", wrong).content.decode() for _try in range(7)]
    assert "Too many failed login attempts" in pages[-1]
    assert User.objects.get() == alice


@pytest.mark.usefixtures("_broken")
def test_organisers_can_still_act_and_invite(alice, bob):
    organiser, invited = Client(), Client()
    organiser.force_login(alice)
    invited.force_login(bob)
    league = found(alice)
    season = season_of(league, alice, people(5))
    seasons.begin(season, alice)
    draft = reverse("leagues:run-draft", args=[league.slug, season.number, 1])
    shown = quickly(organiser.get, draft).context
    pressed = {"idempotency_key": shown["idempotency_key"]}
    pressed["version_seen"] = shown["step"].version_seen
    quickly(organiser.post, draft, pressed)
    assert season.divisions.get().rounds.count() == 1
    assert quickly(organiser.get, draft).context["step"].version_seen != pressed["version_seen"]
    token = membership.invite(league, alice)
    shown = quickly(invited.get, reverse("leagues:invitation", args=[token]))
    quickly(invited.post, shown.url)
    assert league.members.filter(user=bob).exists()


@pytest.mark.usefixtures("_broken")
async def test_a_socket_from_another_site_is_refused_quickly():
    page = Page("/ws/lobby/", Client(), origin="http://evil.example")
    async with asyncio.timeout(QUICK):
        assert not await page.connect()
        await page.leave()


def quickly(ask, *asked, **options):
    """Return the response to a request; fail if it is an error or late."""
    began = time.monotonic()
    answer = ask(*asked, **options)
    assert answer.status_code < 400, answer.content.decode()[:3000]
    assert time.monotonic() - began < QUICK
    return answer


def is_logged_in(client: Client) -> bool:
    return client.get("/account/profile/").status_code == 200


@pytest.mark.redis
async def test_a_slow_process_does_not_mistake_redis_for_lost_and_loses_no_message(caplog):
    bell = RedisLayer(hosts=[settings.REDIS_URL], prefix="late")
    listener = await bell.new_channel()
    await bell.group_add("rooms", listener)
    loop = asyncio.get_running_loop()

    def be_late(turns: int) -> None:
        time.sleep(layer.TIMEOUT)  # the fault itself
        if turns:
            loop.call_soon(be_late, turns - 1)

    loop.call_soon(be_late, 3)
    await bell.group_send("rooms", {"type": "heard"})
    async with asyncio.timeout(PATIENCE):
        assert await bell.receive(listener) == {"type": "heard"}
    assert "is away" not in caplog.text
    await bell.flush()


class SilentBell:
    """A layer between processes where listening fails, except at the sixth attempt."""

    tries = 0

    async def new_channel(self) -> str:
        """Count the attempts to listen."""
        self.tries += 1
        return "somebody"

    async def group_add(self, _group: str, _channel: str) -> None:
        """Raise OSError, except at the sixth attempt."""
        if self.tries != 6:
            raise OSError("away")

    async def receive(self, _channel: str) -> None:
        """Wait for ever."""
        await asyncio.Event().wait()


async def test_a_long_outage_of_the_bell_does_not_fill_the_log(monkeypatch, caplog):
    bell = SilentBell()
    monkeypatch.setattr(pubsub, "TRY_AGAIN", 0.0)
    monkeypatch.setattr(publish, "shared_layer", lambda: bell)
    listener = pubsub.Listener()
    while bell.tries < 6:
        assert caplog.text.count("Cannot receive messages") <= 1
        await asyncio.sleep(0)
    listener._task.cancel()
    assert caplog.text.count("Cannot receive messages") == 1
    assert caplog.text.count("Receiving messages") == 1


def test_a_failed_server_is_retried_by_one_process_and_used_again_when_it_returns(
    monkeypatch,
):
    now = [100.0]
    monkeypatch.setattr(breaker.time, "monotonic", lambda: now[0])
    server = breaker.Breaker("It")
    assert server.lets_pass()
    assert server.note_failure(OSError())
    assert not server.lets_pass()
    now[0] += breaker.REST
    assert [server.lets_pass() for _caller in range(3)] == [True, False, False]
    server.note_success()
    assert [server.lets_pass() for _caller in range(3)] == [True, True, True]
