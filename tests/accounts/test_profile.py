"""The parts of a profile that strangers see, and those that only the person sees."""

import re
import uuid

import pytest
from django.test import Client

from accounts.models import User
from accounts.profile_sections import Section
from config import wiring
from tests.accounts.conftest import log_in, sit_as_guest

EDIT = {"display_name": "Alice", "about": "", "language": "", "history_audience": "everyone"}


def page_of(person: User, client: Client | None = None) -> str:
    return (client or Client()).get(person.get_absolute_url()).content.decode()


def test_a_stranger_sees_name_self_description_and_month(alice):
    alice.about = "I read letters."
    alice.save()
    page = page_of(alice)
    assert "Alice" in page
    assert "I read letters." in page
    assert alice.date_joined.strftime("%B %Y") in page


def test_the_month_is_written_in_the_readers_language(alice):
    since = alice.date_joined
    page = page_of(alice, Client(headers={"Accept-Language": "ja"}))
    assert f"{since.year}年{since.month}月から参加" in page


def test_a_stranger_never_sees_email_username_or_last_login(alice, mallory):
    User.objects.filter(pk=alice.pk).update(display_name="Lady A", username="secret-login")
    log_in("alice@example.org")
    alice.refresh_from_db()
    for viewer in (Client(), log_in("mallory"), sit_as_guest("Harriet")[0]):
        page = page_of(alice, viewer)
        assert "Lady A" in page
        for private in ("alice@example.org", "secret-login", "127.0.0.1", str(alice.last_login)):
            assert private not in page


def test_the_url_of_a_profile_does_not_count_users(alice):
    assert alice.get_absolute_url() == f"/account/people/{alice.public_id}/"
    assert Client().get(f"/account/people/{alice.pk}/").status_code == 404


@pytest.mark.parametrize("known", [True, False])
def test_a_deleted_or_unknown_person_is_not_found(alice, known):
    User.objects.filter(pk=alice.pk).update(is_active=False)
    public_id = alice.public_id if known else uuid.uuid4()
    assert Client().get(f"/account/people/{public_id}/").status_code == 404


def test_a_saved_profile_changes_name_and_language_immediately(alice):
    client = log_in("alice")
    response = client.post(
        "/account/profile/", {**EDIT, "display_name": "Alicia", "language": "de"}
    )
    assert response.status_code == 302
    assert client.cookies["django_language"].value == "de"
    alice.refresh_from_db()
    assert alice.name == "Alicia"
    assert 'lang="de"' in client.get("/account/profile/").content.decode()


@pytest.mark.parametrize("name", ["Bob", "b0b", "B\u200bob", "x", "", "Admin", "N" * 25])
def test_a_refused_name_gives_the_reason_and_keeps_the_other_fields(alice, bob, name):
    client = log_in("alice")
    response = client.post(
        "/account/profile/", {**EDIT, "display_name": name, "about": "half written"}
    )
    assert response.status_code == 422
    assert "display_name" in response.context["form"].errors
    assert "half written" in response.content.decode()
    assert response.context["user"].name == "Alice"
    alice.refresh_from_db()
    assert alice.name == "Alice"


def test_an_oversized_self_description_is_refused(alice):
    response = log_in("alice").post("/account/profile/", {**EDIT, "about": "x" * 501})
    assert response.status_code == 422
    assert "about" in response.context["form"].errors


def test_a_form_cannot_make_a_user_staff(alice):
    log_in("alice").post(
        "/account/profile/", {**EDIT, "is_staff": "on", "is_superuser": "on", "username": "root"}
    )
    alice.refresh_from_db()
    assert (alice.username, alice.is_staff, alice.is_superuser) == ("alice", False, False)


@pytest.fixture
def asked(monkeypatch):
    """Return the (owner, viewer) pairs requested from a section registered like history's."""
    calls = []

    def context(person, viewer):
        calls.append((person, viewer))
        return {}

    section = Section(template="base/_messages.html", context=context)
    monkeypatch.setattr(wiring, "PROFILE_SECTIONS", (section,))
    return calls


def test_everyone_may_see_the_matches_by_default(alice, asked):
    page_of(alice)
    assert [person for person, _viewer in asked] == [alice]


def test_a_hidden_history_is_not_even_queried(alice, mallory, asked):
    log_in("alice").post("/account/profile/", {**EDIT, "history_audience": "self"})
    page_of(alice)
    page_of(alice, log_in("mallory"))
    assert asked == []
    page_of(alice, log_in("alice"))
    assert asked == [(alice, alice)]


def test_a_user_who_hides_their_history_is_told_what_remains_public(alice):
    page = log_in("alice").get("/account/profile/").content.decode()
    choice = page.partition('aria-describedby="id_history_audience_helptext"')[2]
    words = choice.partition("</p>")[0]
    assert "Public matches stay public under the name you had at the table" in words


def test_a_refused_form_focuses_the_first_invalid_field_even_if_it_is_a_choice(alice):
    client, wrong = log_in("alice"), {"history_audience": "my cat"}
    page = client.post("/account/profile/", EDIT | wrong).content.decode()
    (choice,) = re.findall(r"<fieldset [^>]* autofocus>", page)
    described = re.search(r'aria-describedby="([^"]*)" tabindex="-1"', choice)[1].split()
    assert described == ["id_history_audience_helptext", "id_history_audience_error"]
    page = client.post("/account/profile/", EDIT | wrong | {"display_name": "x"}).content.decode()
    assert re.search(r'<input[^>]*name="display_name"[^>]* autofocus', page)
    assert page.count(" autofocus") == 1
