"""Notifications: recipients, subjects and quiet hours.

Posted to a test service and read like a browser.
"""

import json
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import Block
from games.engine.game import Waiting
from games.engine.required import required
from games.leagues.seasons import announcements
from games.matches import removals
from games.matches.lobby import services as lobby
from games.matches.play import outbox
from games.push import calls, devices, encryption
from games.push.encryption import to_base64
from games.push.models import Call, Device
from games.push.sending import KIND, message
from tests.leagues.conftest import owner  # noqa: F401
from tests.leagues.league_play import found, people, season_of
from tests.matches.seating import (
    browser,
    fresh,
    nominate,
    open_table,
    owing,
    play_one,
    play_to_the_end,
    player_at,
    running,
    state_of,
)

pytestmark = pytest.mark.django_db

OWN = ec.generate_private_key(encryption.CURVE)
PUBLIC = encryption.public_bytes(OWN.public_key())
AUTH = b"sixteen bytes ok"
PASSWORD = "correct horse 9"


def read(body: bytes) -> dict[str, str]:
    """Decrypt a message as the browser does (RFC 8188, RFC 8291)."""
    salt, sender, sealed = body[:16], body[21:86], body[86:]
    shared = OWN.exchange(
        ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(encryption.CURVE, sender)
    )
    material = HKDF(SHA256(), 32, AUTH, b"WebPush: info\0" + PUBLIC + sender).derive(shared)
    key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(material)
    nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(material)
    text = AESGCM(key).decrypt(nonce, sealed, None)
    assert text.endswith(b"\x02")
    return json.loads(text[:-1])


def wants_calls(user, service, zone="UTC", language="en", own=None) -> Device:
    """Let a browser of `user` ask for notifications, as its page does, without quiet hours."""
    own = own or browser(user)
    address = f"http://127.0.0.1:{service.server_port}/{user.pk}"
    keys = {"p256dh": to_base64(PUBLIC), "auth": to_base64(AUTH)}
    answer = own.post(
        "/account/notifications/device/",
        json.dumps({"endpoint": address, "keys": keys, "zone": zone}),
        content_type="application/json",
        headers={"Accept-Language": language},
    )
    assert answer.status_code == 204
    devices.set_quiet_hours(user, 0, 0)
    return Device.objects.get(user=user)


def deliver() -> None:
    """Plan the due calls, as if nobody had decided in the meantime, and send them."""
    calls.plan_due()
    Call.objects.filter(sent_at=None).update(due_at=timezone.now())
    outbox.deliver_due(KIND)


def test_a_player_is_notified_once_per_question_without_naming_a_role(alice, bob, service):
    match = running(alice, bob)
    nominate(match)
    for user in (alice, bob):
        wants_calls(user, service)
    for _look in range(3):
        deliver()
    assert sorted(path for path, *_rest in service.taken) == [f"/{alice.pk}", f"/{bob.pk}"]
    asked = {f"/{user.pk}" for user in (alice, bob)}
    for path, headers, body in service.taken:
        asked.remove(path)
        assert headers["Content-Encoding"] == "aes128gcm"
        assert headers["Authorization"].startswith("vapid t=")
        told = read(body)
        assert told == {
            "title": "It is your turn.",
            "body": f"Vote\nSecret Hitler, table {match.code}",
            "path": match.get_absolute_url(),
        }
    assert not asked


def test_a_player_who_has_decided_in_the_meantime_is_not_notified(alice, service):
    match = running(alice)
    wants_calls(alice, service)
    Call.objects.create(
        device=Device.objects.get(), kind="turn", marker=f"{match.code} 999", due_at=timezone.now()
    )
    outbox.deliver_due(KIND)
    assert not service.taken


def test_a_full_table_and_a_rematch_are_announced(alice, bob, service):
    wants_calls(alice, service)
    table = open_table(alice, "noir")
    deliver()
    assert not service.taken
    lobby.sit(table.pk, bob)
    deliver()
    assert [read(body)["title"] for *_rest, body in service.taken] == ["Your table is full."]
    lobby.be_ready(table.pk, bob, ready=True)
    lobby.start(table.pk, alice)
    table.refresh_from_db()
    Call.objects.all().delete()
    service.taken.clear()
    lobby.rematch(play_to_the_end(table).pk, bob)
    deliver()
    assert "The others are playing again." in [
        read(body)["title"] for *_rest, body in service.taken
    ]


def test_a_player_barred_from_the_next_table_is_not_notified(alice, bob, service):
    wants_calls(bob, service)
    match = play_to_the_end(running(alice, bob))
    following = lobby.rematch(match.pk, alice)
    Block.objects.create(by=bob, user=alice)
    deliver()
    assert "The others are playing again." not in [
        read(body)["title"] for *_rest, body in service.taken
    ]
    assert "another one?" not in browser(bob).get(match.get_absolute_url()).content.decode()
    Block.objects.all().delete()
    removals.note(following, bob, "")
    deliver()
    assert "The others are playing again." not in [
        read(body)["title"] for *_rest, body in service.taken
    ]
    following.removals.all().delete()
    deliver()
    assert "The others are playing again." in [
        read(body)["title"] for *_rest, body in service.taken
    ]
    assert "another one?" in browser(bob).get(match.get_absolute_url()).content.decode()


def test_quiet_hours_are_in_the_devices_own_zone(alice, service):
    device = wants_calls(alice, service, zone="Asia/Tokyo")
    device.quiet_from, device.quiet_to = 22, 8
    noon = timezone.now().replace(hour=12, minute=0)
    assert not devices.is_quiet(device, noon)  # nine in the evening in Tokyo
    assert devices.is_quiet(device, noon + timedelta(hours=2))
    assert devices.is_quiet(device, noon + timedelta(hours=10))
    assert not devices.is_quiet(device, noon + timedelta(hours=12))
    device.quiet_from = device.quiet_to = 5
    assert not any(devices.is_quiet(device, noon + timedelta(hours=h)) for h in range(24))


def test_nobody_is_notified_in_quiet_hours(alice, bob, service):
    wants_calls(alice, service)
    now = timezone.now().hour
    devices.set_quiet_hours(alice, now, (now + 2) % 24)
    lobby.sit(open_table(alice, "noir").pk, bob)
    deliver()
    assert not service.taken


def test_a_closed_account_is_not_notified_any_more(alice, bob, service):
    wants_calls(alice, service)
    lobby.sit(open_table(alice, "noir").pk, bob)
    alice.is_active = False
    alice.save()
    deliver()
    assert Call.objects.exists()
    assert not service.taken
    alice.is_active = True
    alice.save()
    deliver()
    assert len(service.taken) == 1


def fill_a_table_of(host, guest) -> None:
    lobby.sit(open_table(host, "noir").pk, guest)
    deliver()


def test_a_browser_is_not_notified_after_logging_out(alice, bob, service):
    own = browser(alice)
    wants_calls(alice, service, own=own)
    own.post("/account/logout/")
    assert not Device.objects.exists()


def test_a_browser_is_not_notified_after_its_session_is_ended_elsewhere(alice, bob, service):
    own = browser(alice)
    wants_calls(alice, service, own=own)
    Session.objects.filter(session_key=own.session.session_key).delete()
    fill_a_table_of(alice, bob)
    assert not service.taken
    assert not Device.objects.exists()


def test_a_browser_is_not_notified_after_somebody_else_logs_in(alice, bob, service):
    own = browser(alice)
    wants_calls(alice, service, own=own)
    form = {"login": "bob", "password": PASSWORD}
    bob.set_password(PASSWORD)
    bob.save()
    Session.objects.filter(session_key=own.session.session_key).delete()
    own.post("/account/login/", form)
    assert own.session["_auth_user_id"] == str(bob.pk)
    assert not Device.objects.exists()


def test_a_new_password_ends_only_the_notifications_of_other_browsers(alice, bob, service):
    alice.set_password(PASSWORD)
    alice.save()
    own = browser(alice)
    here = wants_calls(alice, service, own=own)
    other = devices.add(
        alice, "https://push.example/other", to_base64(PUBLIC), to_base64(AUTH), "UTC", "en",
        browser(alice).session.session_key,
    )  # fmt: skip
    form = {"oldpassword": PASSWORD, "password1": PASSWORD[::-1], "password2": PASSWORD[::-1]}
    assert own.post("/account/password/change/", form).status_code == 302
    fill_a_table_of(alice, bob)
    assert [path for path, *_rest in service.taken] == [f"/{alice.pk}"]
    assert [one.pk for one in Device.objects.all()] == [here.pk] != [other.pk]


def test_a_lost_device_is_not_notified_and_another_user_can_take_it_over(alice, bob, service):
    device = wants_calls(alice, service)
    devices.add(bob, device.endpoint, device.public_key, device.secret, "Nowhere/Else", "xx", "")
    taken = Device.objects.get()
    assert (taken.user, taken.zone, taken.language) == (bob, "UTC", "en")
    service.answers = 410
    devices.set_quiet_hours(bob, 0, 0)
    lobby.sit(open_table(bob, "noir").pk, alice)
    deliver()
    assert len(service.taken) == 1
    assert Device.objects.get().lost_at is not None
    lobby.sit(open_table(bob, "noir").pk, alice)
    deliver()
    assert len(service.taken) == 1


def test_a_guest_may_be_notified_too(service):
    guest = Client()
    guest.post("/learn/noir/play/", {"name": "Nora"})
    assert guest.get("/account/notifications/").status_code == 200


def test_notifications_are_in_the_language_of_the_device(alice, bob, service):
    wants_calls(alice, service, language="de")
    lobby.sit(open_table(alice, "noir").pk, bob)
    deliver()
    assert "Tisch" in read(service.taken[0][2])["body"]


@pytest.mark.parametrize("status", [401, 403])
def test_the_first_page_reports_a_lost_device_until_there_is_another(alice, bob, service, status):
    wants_calls(alice, service)
    service.answers = status
    lobby.sit(open_table(alice, "noir").pk, bob)
    deliver()
    assert len(service.taken) == 1
    said = "One of your devices can no longer be notified."
    assert said in browser(alice).get("/").content.decode()
    assert said not in browser(bob).get("/").content.decode()
    assert (
        "0 of your devices are notified"
        in browser(alice).get("/account/notifications/").content.decode()
    )
    wants_calls(alice, service)
    assert said not in browser(alice).get("/").content.decode()


def test_a_new_device_uses_its_users_quiet_hours(alice):
    def add(name: str) -> Device:
        keys = to_base64(PUBLIC), to_base64(AUTH)
        return devices.add(alice, f"https://push.example/{name}", *keys, "UTC", "en", "")

    first = add("first")
    assert (first.quiet_from, first.quiet_to) == (22, 8)
    devices.set_quiet_hours(alice, 23, 6)
    second = add("second")
    second.refresh_from_db()
    assert (second.quiet_from, second.quiet_to) == (23, 6)
    Device.objects.filter(pk=second.pk).update(quiet_from=0, quiet_to=0)
    again = add("second")
    again.refresh_from_db()
    assert (again.pk, again.quiet_from, again.quiet_to) == (second.pk, 0, 0)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{}",
        b'{"endpoint": "\\u0000"}',
        b'{"endpoint": "https://push.example/\\u0000", "keys": {"p256dh": "a", "auth": "b"}}',
        json.dumps({"endpoint": f"https://push.example/{'x' * 500}"}).encode(),
        b'{"endpoint": "ftp://x", "keys": {"p256dh": "a", "auth": "b"}}',
        b'{"endpoint": "https://127.0.0.1/x", "keys": {"p256dh": "a", "auth": "b"}}',
    ],
)
def test_an_invalid_subscription_is_refused(alice, body):
    answer = browser(alice).post(
        "/account/notifications/device/", body, content_type="application/json"
    )
    assert answer.status_code == 422
    assert not Device.objects.exists()


def test_the_page_knows_only_the_endpoints_of_the_users_own_devices(alice, bob, service):
    own, other = wants_calls(alice, service), wants_calls(bob, service)
    page = browser(alice).get("/account/notifications/").content.decode()
    assert f'data-known="{own.endpoint} "' in page
    assert other.endpoint not in page


def test_the_page_sets_quiet_hours_but_not_for_strangers(alice, service):
    device = wants_calls(alice, service)
    page = browser(alice)
    assert page.post("/account/notifications/", {"start": "23", "end": "7"}).status_code == 302
    device.refresh_from_db()
    assert (device.quiet_from, device.quiet_to) == (23, 7)
    assert page.post("/account/notifications/", {"start": "24", "end": "7"}).status_code == 422
    assert Client().get("/account/notifications/").status_code == 302
    assert (
        page.post(
            "/account/notifications/device/",
            json.dumps({"endpoint": device.endpoint}),
            content_type="application/json",
        ).status_code
        == 204
    )
    assert not Device.objects.exists()


def test_a_player_is_never_notified_about_a_secret_decision(alice, monkeypatch):
    match = running(alice)
    assert calls._players_asked(match)
    projection = calls.projection_of(match)
    waiting = Waiting(secret_duties=lambda _state: ())
    secret = replace(projection, game=replace(projection.game, waiting=waiting))
    monkeypatch.setattr(calls, "projection_of", lambda _match: secret)
    assert calls._players_asked(match) == []


def test_an_announcement_notifies_players_once_unless_withdrawn(service, owner):  # noqa: F811
    season = season_of(found(owner), owner, people(2))
    user = season.entries.first().user
    wants_calls(user, service)
    told = announcements.announce(season, owner, title="New hall", text="Bring a pen.")
    calls.plan_due()
    calls.plan_due()
    call = Call.objects.get()
    assert message(call) == {
        "title": "News of your season.", "body": "Grey Chamber: New hall",
        "path": season.get_absolute_url(),
    }  # fmt: skip
    told.delete()
    assert message(call) is None


def test_a_decision_without_a_label_is_notified_without_it(nightfall, alice):
    match = running(alice, game=nightfall.key)
    random = Random(1)
    while state_of(match).phase == "night":
        play_one(match, random)
    asked = player_at(match, owing(match)[0])
    assert calls.decision_of(fresh(match), required(asked.user_id)) == ""
