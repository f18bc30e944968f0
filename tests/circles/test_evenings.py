"""Evenings, ladder and statistics: computed from the matches that the viewer may see."""

from datetime import timedelta

import pytest

from games.charts.bars import wilson
from games.circles import membership, views
from games.circles.evenings import Book
from games.circles.played import played_by
from games.matches.lobby import services as lobby
from games.matches.models import Match, Player
from tests.circles.company import FIVE, begun, circle_of, ended, look, over, page, press
from tests.matches.seating import browser, fresh, person, play_to_the_end
from tests.remembered import remembered

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]  # uses raw SQL


def book(circle, viewer) -> Book:
    return Book(circle, viewer)


@pytest.fixture
def three(circle, alice, bob, carol) -> list[Match]:
    """Return three matches: two of one evening, and one of the day before, newest first."""
    return on_two_evenings(circle, alice, bob, carol)


@remembered
def on_two_evenings(circle, alice, bob, carol) -> list[Match]:
    first = over(begun(circle, alice, bob), ago=timedelta(hours=30))
    second = over(begun(circle, alice, carol), ago=timedelta(hours=3), seed=2)
    third = over(begun(circle, alice, bob), ago=timedelta(hours=2), seed=3)
    return [third, second, first]


def test_an_evening_ends_with_a_night_without_play(circle, alice, three):
    evenings = book(circle, alice).evenings()
    assert [[told.match for told in one.matches] for one in evenings] == [three[:2], three[2:]]


def test_an_evening_past_midnight_is_one(circle, alice, bob):
    for hours in (9, 5, 1):
        over(begun(circle, alice, bob), ago=timedelta(hours=hours))
    assert len(book(circle, alice).evenings()) == 1


def test_winners_and_ladder_are_counted_from_the_matches(circle, alice, three):
    own = book(circle, alice)
    won = {
        user.name: Player.objects.filter(user=user, won=True).count()
        for user in (place.user for place in membership.members_of(circle))
    }
    assert {rung.person.name: rung.score.part for rung in own.ladder()} == won
    assert {rung.person.name: rung.score.whole for rung in own.ladder()} == {
        "Alice": 3, "Bob": 2, "Carol": 1,
    }  # fmt: skip
    wins = {one.name: one.wins for evening in own.evenings() for one in evening.winners}
    assert set(wins) == {name for name, count in won.items() if count}


def test_the_ladder_is_sorted_by_the_lower_bound_of_the_interval(circle, alice, three):
    Player.objects.update(won=False)
    Player.objects.filter(user__username__in=["alice", "carol"]).update(won=True)
    rungs = book(circle, alice).ladder()
    assert [rung.person.name for rung in rungs] == ["Alice", "Carol", "Bob"]
    assert rungs[0].score.band == wilson(3, 3)


def test_pairs_and_sides_are_counted_from_the_matches(circle, alice, three):
    own = book(circle, alice)
    assert [(one.name, other.name, *counts) for one, other, *counts in own.pairs()] == [
        ("Alice", "Bob", 2, 0, 0), ("Alice", "Carol", 1, 0, 0),
    ]  # fmt: skip
    (chart,) = (one for one in own.sides() if one.shares)
    assert {share.look: share.part for share in chart.shares} == {
        side: sum(match.winner == side for match in three) for side in ("killer", "inspector")
    }
    assert own.replays()[0].match.length == max(match.length for match in three)


def test_the_marks_of_the_larger_side_decide_whether_the_table_was_right(alice, bob):
    circle = circle_of(alice, bob, name="Five", **FIVE)
    people = [alice, bob, *(person(name) for name in ("Dan", "Eve", "Fay"))]
    for user in people[2:]:
        membership.join(circle, user, code=circle.code)
    match = over(begun(circle, *people))
    liberals = list(match.players.filter(side="liberal"))
    fascist = match.players.filter(side="fascist").first()
    seat = str(fascist.seat)
    for player, kind in zip(liberals, ("doubt", "doubt", "trust"), strict=True):
        Player.objects.filter(pk=player.pk).update(marks={seat: kind})
    Player.objects.filter(pk=fascist.pk).update(marks={str(liberals[0].seat): "doubt"})
    (share,) = book(circle, alice).judged().shares
    assert (share.name, share.part, share.whole) == (fascist.name, 2, 3)
    assert "How often the table was right about each" in page(alice, circle, "evenings/")


def test_a_duel_has_no_larger_side(circle, alice, three):
    Player.objects.update(marks={"0": "doubt", "1": "trust"})
    assert book(circle, alice).judged().shares == ()


def test_the_pages_show_the_statistics(circle, alice, three):
    for part in ("", "evenings/"):
        shown = page(alice, circle, part)
        assert f"/match/{three[0].code}/replay/" in shown
        assert "Ladder" in shown
    assert "Who plays with whom" in page(alice, circle, "evenings/")


def test_rematches_count_and_matches_outside_the_circle_do_not(circle, alice, bob):
    first = over(begun(circle, alice, bob), ago=timedelta(hours=2))
    after = lobby.rematch(first.pk, alice)
    lobby.rematch(first.pk, bob)
    again = over(fresh(after))
    beside = lobby.open_match(host=alice, **circle.usual_table)
    lobby.sit(beside.pk, bob)
    lobby.be_ready(beside.pk, bob, ready=True)
    lobby.start(beside.pk, alice)
    over(fresh(beside))
    assert list(played_by(circle, alice)) == [again, first]


def test_a_match_whose_end_is_not_shown_yet_is_not_counted(circle, alice, bob, carol):
    match = play_to_the_end(begun(circle, alice, bob))
    assert list(played_by(circle, carol)) == []
    assert list(played_by(circle, alice)) == []
    ended(match, timedelta(minutes=1))
    assert list(played_by(circle, carol)) == [match]


def test_a_table_without_spectators_is_shown_only_to_its_players(alice, bob, carol):
    circle = circle_of(alice, bob, carol, name="Closed", allows_spectators=False)
    match = over(begun(circle, alice, bob))
    assert list(played_by(circle, bob)) == [match]
    assert list(played_by(circle, carol)) == []
    assert match.code not in page(carol, circle, "evenings/")


def test_circles_do_not_see_each_others_matches(circle, alice, bob, three):
    other = circle_of(alice, bob, name="Other")
    assert list(played_by(other, alice)) == []


def test_a_member_who_hides_their_matches_is_on_nobody_elses_ladder(circle, alice, bob, three):
    bob.history_audience = "self"
    bob.save()
    assert {rung.person.name for rung in book(circle, alice).ladder()} == {"Alice", "Carol"}
    assert {rung.person.name for rung in book(circle, bob).ladder()} == {"Alice", "Bob", "Carol"}
    assert all(
        "Bob" not in (one.name, other.name) for one, other, *_counts in book(circle, alice).pairs()
    )


def test_a_name_with_an_apostrophe_is_escaped_once(circle, alice, three):
    Player.objects.update(name="O'Brien <b>")
    assert "O'Brien <b>" in book(circle, alice).told(three[0]).line
    shown = page(alice, circle)
    assert "O&#x27;Brien &lt;b&gt;" in shown
    assert "&amp;#" not in shown
    assert "O'Brien <b>" not in shown


def test_a_leaver_who_removed_their_name_is_a_former_member_everywhere(circle, alice, bob, three):
    membership.leave(circle, bob, keeps_name=False)
    for part in ("", "evenings/"):
        shown = page(alice, circle, part)
        assert "Bob" not in shown
        assert "former member" in shown


def test_a_leaver_who_kept_their_name_stays_in_the_history_only(circle, alice, bob, three):
    membership.leave(circle, bob, keeps_name=True)
    assert "Bob" in page(alice, circle, "evenings/")
    assert {rung.person.name: rung.is_member for rung in book(circle, alice).ladder()} == {
        "Alice": True, "Bob": False, "Carol": True,
    }  # fmt: skip


@pytest.mark.parametrize("step", ["leave", "remove"])
def test_a_former_member_may_remove_the_name_later(circle, alice, bob, three, step):
    press(bob, circle, "say/", text="Hello")
    if step == "leave":
        membership.leave(circle, bob, keeps_name=True)
    else:
        membership.act(circle, alice, bob.public_id, "remove")
    assert "Bob" in page(alice, circle, "evenings/")
    shown = look(bob, "/circles/").content.decode()
    assert "/circles/names/" in shown
    assert circle.name not in shown
    for _press in range(2):
        browser(bob).post("/circles/names/")
    assert "/circles/names/" not in look(bob, "/circles/").content.decode()
    assert all("Bob" not in page(alice, circle, part) for part in ("", "evenings/"))


def test_a_current_member_cannot_remove_their_name(circle, alice, bob, three):
    press(bob, circle, "say/", text="Hello")
    browser(bob).post("/circles/names/")
    assert all("Bob" in page(alice, circle, part) for part in ("", "evenings/"))


def test_a_circles_page_reads_only_the_matches_it_shows(circle, alice, bob, monkeypatch):
    for hours in range(1, 5):
        over(begun(circle, alice, bob), ago=timedelta(hours=hours))
    monkeypatch.setattr(views, "MATCHES", 2)
    shown = look(alice, circle.get_absolute_url()).context
    assert [len(one.matches) for one in shown["evenings"]] == [2]
    assert {rung.score.whole for rung in shown["ladder"]} == {4}
