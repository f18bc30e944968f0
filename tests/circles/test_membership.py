"""Membership of a circle: joining, leaving, being removed or silenced, hosting it."""

import re
from typing import Any

import pytest
from django.http import Http404
from django.test import Client
from django.utils import timezone

from accounts import guests
from accounts.models import User
from games.circles import errors, membership
from games.circles.models import Circle, Membership
from tests.circles.company import circle_of, look, page, press
from tests.matches.seating import NOBODY, browser, person

pytestmark = pytest.mark.django_db

Status = Membership.Status
SETTINGS = {
    "game": "secret-hitler", "name": "Thursday", "seats_min": "5", "seats_max": "7",
    "pace": "brisk", "language": "de", "has_chat": "on", "allows_spectators": "on",
}  # fmt: skip


def names(circle: Circle) -> set[str]:
    return {place.user.name for place in membership.members_of(circle)}


def said(answer: Any, key: str) -> str:
    """Return a page without its token and the key in its URL."""
    text = answer.content.decode().replace(key, "")
    return re.sub(r"[A-Za-z0-9]{64}", "", text)


def gone_for(user: User | None, circle: Circle) -> bool:
    """Return whether the circle looks nonexistent to `user` everywhere."""
    nowhere = look(user, f"/circles/{NOBODY}/")
    parts = ("", "evenings/", "settings/", "leave/", "qr.svg", "open/", "say/", "link/")
    posts = ("open/", "say/", "link/", "leave/", "settings/", "accept/", "decline/")
    answers = [look(user, f"{circle.get_absolute_url()}{part}") for part in parts[:5]]
    sent = [press(user, circle, part) for part in posts[:5]]
    same = said(answers[0], str(circle.public_id)) == said(nowhere, NOBODY)
    return same and {one.status_code for one in [*answers, *sent]} == {404}


def test_a_circle_looks_nonexistent_to_strangers_guests_and_visitors(circle, mallory):
    guest = User.objects.create(username="g", display_name="Gast", is_guest=True)
    assert gone_for(mallory, circle)
    assert gone_for(guest, circle)
    assert gone_for(None, circle)
    assert names(circle) == {"Alice", "Bob", "Carol"}


def test_a_circle_is_made_with_its_usual_table(alice):
    made = browser(alice).post("/circles/new/", SETTINGS)
    circle = Circle.objects.get()
    assert (made.status_code, made["Location"]) == (302, circle.get_absolute_url())
    assert circle.host == alice
    assert {
        "game": "secret-hitler",
        "seats_max": 7,
        "pace": "brisk",
        "visibility": "link",
    }.items() <= (circle.usual_table.items())
    assert "Thursday" in page(alice, circle)


def test_two_presses_make_one_circle(alice):
    for _press in range(2):
        browser(alice).post("/circles/new/", SETTINGS)
    assert Circle.objects.count() == 1


def test_a_visitor_makes_a_circle_with_only_a_name(db):
    client = Client()
    assert client.post("/circles/new/", SETTINGS).status_code == 422
    made = client.post("/circles/new/", {**SETTINGS, "guest-name": "Gwen"})
    assert made.status_code == 302
    assert client.get(made["Location"]).status_code == 200
    assert Circle.objects.get().host.is_guest


@pytest.mark.parametrize(
    "wrong",
    [{"name": " "}, {"name": "x" * 41}, {"name": "\u202e"}, {"seats_min": "9", "seats_max": "6"},
     {"game": "chess"}, {"pace": "soon"}, {"language": "xx"}, {"seats_max": "a"}],
)  # fmt: skip
def test_bad_settings_are_refused_and_make_nothing(alice, wrong):
    assert browser(alice).post("/circles/new/", {**SETTINGS, **wrong}).status_code == 422
    assert not Circle.objects.exists()


def test_a_link_lets_people_join_by_pressing_the_button_not_by_looking(circle, mallory):
    link = f"/circles/join/{circle.code}/"
    looked = look(mallory, link)
    assert "Friday" in looked.content.decode()
    assert "Mallory" not in names(circle)
    assert browser(mallory).post(link)["Location"] == circle.get_absolute_url()
    assert browser(mallory).post(link).status_code == 302
    assert names(circle) == {"Alice", "Bob", "Carol", "Mallory"}


def test_the_page_of_a_link_names_no_member(circle):
    shown = look(None, f"/circles/join/{circle.code}/").content.decode()
    assert not any(name in shown for name in ("Alice", "Bob", "Carol"))


def test_a_typed_code_opens_the_circle(circle, mallory):
    spaced = f"{circle.code[:5].lower()} {circle.code[5:]}"
    answer = browser(mallory).get("/circles/", {"code": spaced})
    assert answer["Location"] == f"/circles/join/{circle.code}/"
    assert browser(mallory).get("/circles/", {"code": "QQQQQQQQQQ"}).status_code == 404


def test_a_guest_joins_with_a_name_and_keeps_the_place_after_claiming(circle):
    client = Client()
    link = f"/circles/join/{circle.code}/"
    assert client.post(link).status_code == 422
    joined = client.post(link, {"guest-name": "Gwen"})
    assert client.get(joined["Location"]).status_code == 200
    guest = User.objects.get(display_name="Gwen")
    guests.claim(guest, username="gwen", email="gwen@example.org", password="correct horse 9")
    assert "Gwen" in page(User.objects.get(pk=guest.pk), circle)
    assert circle.memberships.get(user=guest).status == Status.MEMBER


def test_a_visitor_who_is_refused_becomes_no_guest(circle, monkeypatch):
    monkeypatch.setattr(membership, "MOST_MEMBERS", 3)
    answer = Client().post(f"/circles/join/{circle.code}/", {"guest-name": "Gwen"})
    assert answer.status_code == 409
    assert not User.objects.filter(display_name="Gwen").exists()


def test_the_old_link_stops_working_once_renewed(circle, alice, bob, mallory):
    old = circle.code
    assert press(bob, circle, "link/").status_code == 403
    assert press(alice, circle, "link/").status_code == 302
    circle.refresh_from_db()
    assert circle.code != old
    assert browser(mallory).post(f"/circles/join/{old}/").status_code == 404
    assert "Mallory" not in names(circle)


def test_a_code_that_was_renewed_between_look_and_press_is_refused(circle, mallory, alice):
    seen = Circle.objects.get(pk=circle.pk)
    membership.edit(circle, alice, code="NEWERCODES")
    with pytest.raises(Http404):
        membership.join(seen, mallory, code=seen.code)


def test_a_leaver_is_a_stranger_and_may_return_with_the_link(circle, bob, alice):
    assert press(bob, circle, "leave/", name="keep").status_code == 302
    assert gone_for(bob, circle)
    assert names(circle) == {"Alice", "Carol"}
    membership.join(circle, bob, code=circle.code)
    assert "Bob" in page(alice, circle)


def test_when_the_host_leaves_the_oldest_member_hosts(circle, alice, bob):
    membership.leave(circle, alice, keeps_name=True)
    circle.refresh_from_db()
    assert circle.host == bob


def test_the_last_to_leave_deletes_the_circle(circle, alice, bob, carol):
    for user in (alice, bob, carol):
        membership.leave(circle, user, keeps_name=True)
    assert not Circle.objects.exists()


def test_only_the_host_removes_members_and_they_cannot_return(circle, alice, bob, carol):
    path = f"people/{bob.public_id}/remove/"
    assert press(carol, circle, path).status_code == 403
    assert "Bob" in names(circle)
    assert press(alice, circle, path).status_code == 302
    assert gone_for(bob, circle)
    link = f"/circles/join/{circle.code}/"
    assert look(bob, link).status_code == look(bob, "/circles/join/QQQQQQQQQQ/").status_code == 404
    assert browser(bob).post(link).status_code == 404
    assert browser(bob).get("/circles/", {"code": circle.code}).status_code == 404
    assert "Bob" not in names(circle)


def test_a_second_press_on_a_removed_member_says_so(circle, alice, bob):
    path = f"people/{bob.public_id}/remove/"
    assert [press(alice, circle, path).status_code for _press in range(2)] == [302, 404]


@pytest.mark.parametrize("step", ["remove", "silence", "unsilence", "hand-over"])
def test_a_host_can_do_nothing_to_themselves_or_to_strangers(circle, alice, mallory, step):
    for who in (alice, mallory):
        assert press(alice, circle, f"people/{who.public_id}/{step}/").status_code == 404
    circle.refresh_from_db()
    assert circle.host == alice
    assert "Alice" in names(circle)


def test_the_host_can_mute_a_member_for_a_week_and_unmute_them(circle, alice, bob):
    press(alice, circle, f"people/{bob.public_id}/silence/")
    assert press(bob, circle, "say/", text="Hello").status_code == 403
    press(alice, circle, f"people/{bob.public_id}/unsilence/")
    assert press(bob, circle, "say/", text="Hello").status_code == 302
    Membership.objects.filter(user=bob).update(silenced_until=timezone.now())
    assert not Membership.objects.get(user=bob).is_silenced


def test_a_host_who_hands_over_becomes_an_ordinary_member(circle, alice, bob):
    assert press(alice, circle, f"people/{bob.public_id}/hand-over/").status_code == 302
    assert look(alice, f"{circle.get_absolute_url()}settings/").status_code == 403
    assert look(bob, f"{circle.get_absolute_url()}settings/").status_code == 200
    assert press(alice, circle, f"people/{bob.public_id}/remove/").status_code == 403


def test_only_the_current_host_changes_the_settings_even_from_a_stale_tab(circle, alice, bob):
    assert press(bob, circle, "settings/", **SETTINGS).status_code == 403
    membership.act(circle, alice, bob.public_id, "hand-over")
    assert press(alice, circle, "settings/", **SETTINGS).status_code == 403
    assert press(bob, circle, "settings/", **SETTINGS).status_code == 302
    circle.refresh_from_db()
    assert (circle.name, circle.usual_table["game"]) == ("Thursday", "secret-hitler")


def test_the_settings_show_what_is_stored(circle, alice):
    shown = page(alice, circle, "settings/")
    assert 'value="Friday"' in shown
    assert 'name="game" value="noir"' in shown
    assert 'name="game" value="secret-hitler"' in page(
        alice, circle, "settings/?game=secret-hitler"
    )


def test_there_is_a_limit_of_circles_and_of_members(circle, mallory, monkeypatch):
    monkeypatch.setattr(membership, "MOST_CIRCLES", 1)
    circle_of(mallory, name="Own")
    with pytest.raises(errors.TooManyCircles):
        membership.join(circle, mallory, code=circle.code)
    with pytest.raises(errors.TooManyCircles):
        circle_of(mallory, name="Another")
    monkeypatch.setattr(membership, "MOST_MEMBERS", 3)
    with pytest.raises(errors.CircleFull):
        membership.join(circle, person("Zoe"), code=circle.code)


def test_circles_are_made_at_a_limited_rate(alice):
    answers = [
        browser(alice).post("/circles/new/", {**SETTINGS, "name": f"No {number}"}).status_code
        for number in range(31)
    ]
    assert answers[:30] == [302] * 30
    assert answers[30] == 429
