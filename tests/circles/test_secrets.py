"""The data circles store about people; their pages reveal only the players of a running match."""

import pytest

from accounts import privacy
from games.circles import membership
from games.circles.models import Circle, CircleMessage, Membership
from games.matches.models import Match
from tests.circles.company import FIVE, begun, circle_of, look, over, page, press
from tests.conformance.cases import CASES
from tests.conformance.lookalike import pairs
from tests.matches.page.test_secrets import PASSING, retell
from tests.matches.seating import browser, person

pytestmark = pytest.mark.django_db

GAME = "secret-hitler"


def told(user, circle: Circle) -> list[bytes]:
    """Return everything that a member sees of the circle and its match."""
    paths = ("/", "/circles/", *(circle.get_absolute_url() + part for part in ("", "evenings/")))
    return [PASSING.sub(b"", look(user, path).content) for path in paths]


def test_a_running_match_is_shown_identically_in_two_truths(alice, bob, carol):
    people = [alice, bob, *(person(name) for name in ("Dan", "Eve", "Fay"))]
    circle = circle_of(alice, *people[1:], carol, name="Five", **FIVE)
    match = begun(circle, *people)
    compared = 0
    for pair in pairs(CASES[GAME], 5, seed=2):
        if pair.viewer.seat is not None or pair.real == pair.other:
            continue
        retell(match, pair.real)
        real = told(carol, circle)
        retell(match, pair.other)
        assert told(carol, circle) == real
        compared += 1
    assert compared
    assert "A match is being played" in page(carol, circle)
    assert all(user.name in page(carol, circle) for user in people)


def test_every_moment_of_a_running_match_is_shown_identically(alice, bob, carol):
    people = [alice, bob, *(person(name) for name in ("Dan", "Eve", "Fay"))]
    circle = circle_of(alice, *people[1:], carol, name="Five", **FIVE)
    match = begun(circle, *people)
    before = told(carol, circle)
    pair = next(iter(pairs(CASES[GAME], 5, seed=3)))
    for length in (2, len(pair.real) // 2):
        retell(match, pair.real[:length])
        assert told(carol, circle) == before


def test_the_export_contains_the_users_own_circles_and_messages_only(circle, alice, bob):
    press(alice, circle, "say/", text="Mine")
    press(bob, circle, "say/", text="Theirs")
    stored = privacy.export(alice)
    assert [one["circle__name"] for one in stored["circles"]] == ["Friday"]
    assert [one["text"] for one in stored["circle_messages"]] == ["Mine"]
    assert [one["name"] for one in stored["circles_hosted"]] == ["Friday"]
    assert "Theirs" not in str(stored)
    assert circle.code not in str(stored)


def test_a_deleted_account_leaves_a_host_but_no_name_behind(circle, alice, bob, carol):
    press(alice, circle, "say/", text="Mine")
    over(begun(circle, alice, bob))
    privacy.delete_account(alice)
    circle.refresh_from_db()
    assert circle.host == bob
    shown = page(bob, circle) + page(bob, circle, "evenings/")
    assert "Alice" not in shown
    assert "deleted player" in shown
    assert CircleMessage.objects.get().user is None


def test_a_leavers_kept_name_is_removed_with_their_account(circle, alice, bob):
    press(bob, circle, "say/", text="Mine")
    membership.leave(circle, bob, keeps_name=True)
    privacy.delete_account(bob)
    assert CircleMessage.objects.get().name == "deleted player"
    assert "Bob" not in page(alice, circle)


def test_the_circle_but_not_its_matches_is_deleted_with_the_last_account(alice, bob):
    circle = circle_of(alice)
    press(alice, circle, "open/")
    privacy.delete_account(alice)
    assert not Circle.objects.exists()
    assert not Membership.objects.exists()
    assert not Match.objects.filter(host__isnull=False).exists()


def test_a_page_of_a_circle_is_not_stored_and_not_indexed(circle, alice, bob):
    assert "no-store" in press(bob, circle, "link/")["Cache-Control"]
    answer = browser(alice).get(circle.get_absolute_url())
    assert "no-store" in answer["Cache-Control"]
    assert 'content="noindex"' in answer.content.decode()
