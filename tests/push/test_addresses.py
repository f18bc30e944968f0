"""Custom notification URLs, and browsers whose endpoint changes."""

import json

import pytest
from django.test import Client
from django.utils import timezone

from games.matches.lobby import services as lobby
from games.matches.play import outbox
from games.push import calls
from games.push.models import Call, Device
from games.push.sending import KIND
from tests.matches.seating import browser, open_table
from tests.push.test_calls import deliver, wants_calls

pytestmark = pytest.mark.django_db

PAGE = "/account/notifications/"


def add(user, url: str, **fields: str):
    return browser(user).post(f"{PAGE}address/", {"url": url, **fields}, follow=True)


def posted(device: Device, **fields: object):
    body = {"keys": {"p256dh": device.public_key, "auth": device.secret}, **fields}
    return json.dumps(body), "application/json"


def call_to_a_full_table(alice, bob) -> None:
    lobby.sit(open_table(alice, "noir").pk, bob)
    calls.plan_due()
    Call.objects.update(due_at=timezone.now())
    outbox.deliver_due(KIND)


def without_quiet_hours(user) -> None:
    Device.objects.filter(user=user).update(quiet_from=0, quiet_to=0)


def test_an_ntfy_topic_gets_plain_text_with_a_title_and_a_link(alice, bob, service):
    url = f"http://127.0.0.1:{service.server_port}/tables"
    add(alice, url, zone="Asia/Tokyo")
    without_quiet_hours(alice)
    call_to_a_full_table(alice, bob)
    [(path, headers, body)] = service.taken
    assert path == "/tables"
    assert headers["Title"] == "=?utf-8?q?Your_table_is_full=2E?="
    assert headers["Click"].startswith("http://localhost:8000/match/")
    assert body.decode().startswith("Noir: Killer vs. Inspector, table ")


def test_gotify_gets_its_own_format(alice, bob, service):
    add(alice, f"http://127.0.0.1:{service.server_port}/message?token=abc")
    without_quiet_hours(alice)
    call_to_a_full_table(alice, bob)
    [(path, headers, body)] = service.taken
    told = json.loads(body)
    assert path == "/message?token=abc"
    assert headers["Content-Type"] == "application/json"
    assert told["title"] == "Your table is full."
    assert "/match/" in told["extras"]["client::notification"]["click"]["url"]


@pytest.mark.parametrize("url", ["", "nonsense", "http://ntfy.sh/x", "https://127.0.0.1/x"])
def test_a_url_that_must_not_be_posted_to_is_refused(alice, url: str):
    page = add(alice, url).content.decode()
    assert "This URL can&#x27;t be used" in page
    assert not Device.objects.exists()


def test_only_its_owner_can_see_and_delete_a_url(alice, bob):
    url = "https://ntfy.example/tables"
    assert url in add(alice, url).content.decode()
    assert "This URL can&#x27;t be used" in add(bob, url).content.decode()
    add(bob, url, forget="")
    assert Device.objects.get().user == alice
    add(alice, url, forget="")
    assert not Device.objects.exists()


def test_a_browser_whose_endpoint_changes_is_still_one_device(alice, service):
    device = wants_calls(alice, service)
    told = posted(device, endpoint=f"{device.endpoint}/new", instead_of=device.endpoint)
    assert browser(alice).post(f"{PAGE}device/renewed/", told[0], told[1]).status_code == 204
    assert Device.objects.get().endpoint == f"{device.endpoint}/new"


def test_only_the_owner_of_the_old_endpoint_may_renew_it(alice, bob, service):
    device = wants_calls(alice, service)
    for user, before in ((bob, device.endpoint), (alice, "https://push.example/other")):
        told = posted(device, endpoint=f"{device.endpoint}/new", instead_of=before)
        answer = browser(user).post(f"{PAGE}device/renewed/", told[0], told[1])
        assert answer.status_code == 403
    answer = Client().post(f"{PAGE}device/renewed/", told[0], told[1])
    assert answer.status_code == 302
    assert [one.endpoint for one in Device.objects.all()] == [device.endpoint]


def test_a_page_reports_a_withdrawn_permission(alice, service):
    device = wants_calls(alice, service)
    told = json.dumps({"endpoint": device.endpoint, "is_lost": True})
    answer = browser(alice).post(f"{PAGE}device/", told, "application/json")
    assert answer.status_code == 204
    assert Device.objects.get().lost_at is not None
    deliver()
    assert not service.taken


def test_a_form_is_not_a_subscription(alice):
    for path, status in (("device/", 422), ("device/renewed/", 403)):
        assert browser(alice).post(f"{PAGE}{path}", {"endpoint": "x"}).status_code == status
