"""Webhooks to organisers' bots: signed, retried until accepted, never to internal networks."""

import base64
import re
import socket
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from games.leagues import errors
from games.leagues.audit import events
from games.leagues.models import Audit, Delivery, Webhook
from games.leagues.webhooks import queue, signed_http
from games.leagues.webhooks import services as webhooks
from games.matches.play.outbox import claims, deliver_due
from tests.leagues.league_play import found
from tests.leagues.organiser.visitors import client_of
from tests.leagues.scheduling.receiver import listening

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs" / "webhooks.md"


def is_genuine(*signed: Any, **options: Any) -> bool:
    """Return whether a message is genuine and fresh, using the example in the docs."""
    scope: dict[str, Any] = {}
    exec(DOCS.read_text().partition("```python\n")[2].partition("```")[0], scope)  # noqa: S102
    return bool(scope["is_genuine"](*signed, **options))


@pytest.fixture
def bot(settings):
    """Return a local receiver, which only these tests may reach."""
    settings.WEBHOOKS_MAY_BE_LOCAL = True
    with listening() as receiver:
        yield receiver


@pytest.fixture
def hook(owner, bot) -> Webhook:
    return webhooks.add(found(owner), owner, bot.url)


def later() -> None:
    """Make all messages that wait for another attempt due."""
    Delivery.objects.filter(due_at__isnull=False).update(due_at=timezone.now())
    Webhook.objects.update(held_until=None)


def test_a_message_arrives_once_with_its_signature_and_headers(hook, bot):
    events.tell(hook.league, "round.published", {"season": 1, "round": 2})
    assert deliver_due(queue.KIND) == 1
    assert deliver_due(queue.KIND) == 0
    ((headers, body),) = bot.heard
    row = Delivery.objects.get()
    assert headers["webhook-id"] == f"msg_{row.pk}"
    assert 24 <= len(base64.b64decode(hook.secret)) <= 64  # as Standard Webhooks demand
    assert headers["Content-Type"] == "application/json"
    assert headers[":path"] == "/hook?room=7"
    assert is_genuine(hook.secret, headers, body)
    (message,) = bot.messages()
    assert message["data"] == {"season": 1, "round": 2}
    assert (message["id"], message["event"], message["league"]) == (
        row.pk, "round.published", hook.league.slug,
    )  # fmt: skip
    assert (row.status_code, row.due_at, row.attempts) == (204, None, 1)
    assert row.delivered_at


def test_a_message_with_a_changed_body_another_key_or_an_old_time_is_not_genuine(hook, bot):
    events.tell(hook.league, "test", {})
    deliver_due(queue.KIND)
    ((headers, body),) = bot.heard
    assert is_genuine(hook.secret, headers, body)
    assert not is_genuine(hook.secret, headers, body + b" ")
    assert not is_genuine("b3RoZXI=", headers, body)
    assert not is_genuine(hook.secret, {**headers, "webhook-id": "msg_0"}, body)
    assert not is_genuine(hook.secret, headers, body, tolerance=-1)


def test_events_of_a_rolled_back_transaction_are_not_sent(hook):
    with transaction.atomic():
        events.tell(hook.league, "round.published", {})
        transaction.set_rollback(True)
    assert not Delivery.objects.exists()


def test_the_docs_list_every_event():
    code = "".join(path.read_text() for path in (ROOT / "games" / "leagues").rglob("*.py"))
    told = set(re.findall(r'"((?:season|round|fixture|result|entry|member)\.[a-z]+)"', code))
    rows = re.findall(r"^\| (`[a-z.`, ]+`) \|", DOCS.read_text(), re.MULTILINE)
    listed = {name for row in rows for name in re.findall(r"[a-z.]+", row)}
    assert len(told) > 10
    assert listed == told | {webhooks.TEST}


def test_a_failing_receiver_is_retried_after_growing_pauses_and_then_given_up(hook, bot):
    bot.status = 500
    events.tell(hook.league, "round.published", {"round": 1})
    pauses = []
    for _attempt in range(len(queue.PAUSES)):
        assert deliver_due(queue.KIND) == 1
        assert deliver_due(queue.KIND) == 0
        pauses.append(Delivery.objects.get().due_at - timezone.now())
        later()
    assert all(
        abs(waited - planned) < timedelta(seconds=20)
        for waited, planned in zip(pauses, queue.PAUSES, strict=True)
    )
    assert deliver_due(queue.KIND) == 1
    row = Delivery.objects.get()
    assert (row.due_at, row.delivered_at, row.status_code) == (None, None, 500)
    assert len(bot.heard) == len(queue.PAUSES) + 1
    assert len({body for _headers, body in bot.heard}) == 1  # the same bytes every time


def test_a_process_killed_while_posting_posts_again_with_the_same_id(hook, bot):
    events.tell(hook.league, "round.published", {})
    (sending,) = claims(queue.KIND, None, ())
    queue.KIND.send(sending.parcel)  # the power fails here
    assert deliver_due(queue.KIND) == 0  # still leased by another process
    later()
    assert deliver_due(queue.KIND) == 1
    first, second = (headers["webhook-id"] for headers, _body in bot.heard)
    assert first == second


def test_a_late_response_does_not_undo_later_changes(hook, bot):
    events.tell(hook.league, "round.published", {})
    (sending,) = claims(queue.KIND, None, ())
    later()
    deliver_due(queue.KIND)
    queue.KIND.note(sending.parcel, None)
    assert Delivery.objects.get().delivered_at


def test_an_unreachable_receiver_counts_as_no_response(hook, bot):
    bot.shutdown()
    bot.server_close()
    events.tell(hook.league, "round.published", {})
    deliver_due(queue.KIND)
    row = Delivery.objects.get()
    assert (row.status_code, row.attempts) == (queue.NO_ANSWER, 1)
    assert row.due_at


def test_redirects_are_not_followed(hook, bot):
    bot.status = 302
    events.tell(hook.league, "round.published", {})
    deliver_due(queue.KIND)
    assert len(bot.heard) == 1
    assert Delivery.objects.get().status_code == 302
    assert not Delivery.objects.get().delivered_at


def test_a_server_that_responds_too_slowly_is_disconnected(settings, monkeypatch):
    settings.WEBHOOKS_MAY_BE_LOCAL = True
    monkeypatch.setattr(signed_http, "DEADLINE", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        began = time.monotonic()
        assert signed_http.post(url, b"{}", {}) is None
        assert time.monotonic() - began < signed_http.TIMEOUT


def test_a_webhook_that_is_disabled_or_of_another_league_gets_nothing(hook, owner, bot):
    other = found(owner)
    events.tell(other, "round.published", {})
    Webhook.objects.update(is_active=False)
    events.tell(hook.league, "round.published", {})
    assert not Delivery.objects.exists()


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
        "0.0.0.1", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fe80::1%eth0",
        "fd00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1",
        "fec0::1", "feff::1", "192.88.99.1", "192.0.0.1", "192.0.0.9", "192.0.0.10",
        "2002:7f00:1::", "198.18.0.1", "192.0.2.1", "2001:db8::1",
    ],
)  # fmt: skip
def test_internal_addresses_are_not_public(address):
    assert not signed_http.is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "1.1.1.1", "2606:4700:4700::1111"])
def test_external_addresses_are_public(address):
    assert signed_http.is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "http://bot.example/hook", "ftp://bot.example/", "https://", "https:///hook", "hook",
        "https://127.0.0.1/", "https://[::1]/", "https://localhost/", "https://bot.localhost/",
        "https://user:word@bot.example/", "https://bot.example:0/", "https://bot.example:99999/",
        "https://a..b/", "https://[::ffff:10.0.0.1]/", "javascript:alert(1)", "https://printer.local/",
    ],
)  # fmt: skip
def test_forbidden_urls_are_refused_immediately(owner, url):
    with pytest.raises(errors.BadAddress):
        webhooks.add(found(owner), owner, url)


def test_a_name_that_resolves_to_an_internal_address_is_not_connected_to(hook, bot, settings):
    settings.WEBHOOKS_MAY_BE_LOCAL = False
    Webhook.objects.update(url=f"https://localhost.localdomain:{bot.server_port}/hook")
    events.tell(hook.league, "round.published", {})
    deliver_due(queue.KIND)
    assert bot.heard == []
    assert Delivery.objects.get().status_code == queue.NO_ANSWER


def test_no_address_is_used_if_one_of_several_is_internal(monkeypatch):
    answers = [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443))
        for address in ("93.184.216.34", "10.0.0.1")
    ]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_asked, **_options: answers)
    with pytest.raises(errors.BadAddress):
        signed_http.resolve("bot.example", 443)


def test_plain_http_is_refused_in_production(owner, settings):
    settings.DEBUG = False
    with pytest.raises(errors.BadAddress):
        signed_http.check_address("http://bot.example/")
    settings.DEBUG = True
    assert signed_http.check_address("http://bot.example/").hostname == "bot.example"


def test_a_league_has_a_limited_number_of_webhooks(owner, settings):
    league = found(owner)
    for number in range(webhooks.MOST):
        webhooks.add(league, owner, f"https://bot.example/{number}")
    with pytest.raises(errors.TooManyWebhooks):
        webhooks.add(league, owner, "https://bot.example/more")


def test_the_public_audit_contains_neither_url_nor_key(owner):
    league = found(owner)
    hook = webhooks.add(league, owner, "https://bot.example/token-in-the-path")
    webhooks.rotate(hook, owner)
    webhooks.remove(hook, owner)
    verbs = ["add_webhook", "rotate_webhook", "remove_webhook"]
    told = Audit.objects.filter(verb__in=verbs)
    assert told.count() == 3
    assert all("bot.example" not in f"{one.changes}{one.about}" for one in told)
    assert all(hook.secret not in f"{one.changes}{one.about}" for one in told)


def test_the_page_adds_tests_shows_responses_rotates_and_removes(owner, bot):
    league = found(owner)
    client, page = client_of(owner), f"/leagues/{league.slug}/webhooks/"
    client.post(page, {"url": bot.url})
    hook = Webhook.objects.get()
    client.post(f"{page}{hook.pk}/test/")
    shown = client.get(page).content.decode()
    assert hook.secret in shown
    assert "✓ 204" in shown
    assert "hx-trigger" not in shown
    client.post(f"{page}{hook.pk}/rotate/")
    assert Webhook.objects.get().secret != hook.secret
    asked = client.get(f"{page}{hook.pk}/remove/").content.decode()
    assert hook.url in asked
    assert "Its key and its deliveries are deleted." in asked
    assert Webhook.objects.exists()
    client.post(f"{page}{hook.pk}/remove/")
    assert not Webhook.objects.exists()


def test_the_page_reloads_for_the_result_of_a_test_while_it_is_being_sent(hook, owner):
    webhooks.send_test(hook, owner)
    client, page = client_of(owner), f"/leagues/{hook.league.slug}/webhooks/"
    for _step in ("not sent yet", "posted, and no answer yet"):
        shown = client.get(page).content.decode()
        assert "on its way" in shown
        assert "load delay:1s" in shown
        queue.KIND.claim(Delivery.objects.get())
    Delivery.objects.update(made_at=timezone.now() - timedelta(minutes=2))
    assert "load delay:1s" not in client.get(page).content.decode()


@pytest.mark.parametrize("url", ["", "nonsense", "http://10.0.0.1/", "https://x" + "y" * 400])
def test_an_invalid_url_is_refused_at_its_field_and_kept(owner, url):
    answer = client_of(owner).post(f"/leagues/{found(owner).slug}/webhooks/", {"url": url})
    assert answer.status_code == 422
    assert not Webhook.objects.exists()
    assert url in answer.content.decode()


def test_old_deliveries_are_deleted(hook, bot):
    events.tell(hook.league, "old", {})
    deliver_due(queue.KIND)
    Delivery.objects.update(made_at=timezone.now() - timedelta(days=31))
    events.tell(hook.league, "new", {})
    deliver_due(queue.KIND)
    assert [row.event for row in Delivery.objects.all()] == ["new"]
