"""The guided first match at a real table: started with one press, coached, and never counted."""

import pytest
from django.test import Client

from games.catalog import GAMES
from games.matches.lobby import lessons
from games.matches.lobby import services as lobby
from games.matches.models import Match
from games.matches.play.referee import play_out
from tests.matches.seating import browser, fresh

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("key", GAMES)
def test_a_newcomer_begins_a_lesson_with_a_name_and_is_coached_immediately(key):
    visitor = Client()
    answer = visitor.post(f"/learn/{key}/play/", {"name": "Nora"})
    match = Match.objects.get()
    assert answer.url == match.get_absolute_url()
    assert match.is_running
    assert match.players.get(user__isnull=False).seat == GAMES[key].pages.lesson.seat
    page = visitor.get(answer.url).content.decode()
    assert 'class="coach"' in page
    assert "Skip the lesson" in page


def test_a_lesson_is_the_same_each_time_and_counts_nowhere(alice, bob):
    first, second = (
        lessons.begin_lesson(host=host, game="secret-hitler", language="en")
        for host in (alice, bob)
    )
    assert first.entries.get(number=0).events == second.entries.get(number=0).events
    assert first.is_weighed
    assert first.is_counted
    assert not first.is_listed


def test_the_match_after_a_lesson_is_an_ordinary_one(alice):
    match = lessons.begin_lesson(host=alice, game="secret-hitler", language="en")
    match.players.filter(user=alice).update(is_away=True)
    match.refresh_from_db()
    play_out(match)
    again = lobby.rematch(match.pk, alice)
    assert set(again.players.exclude(bot="").values_list("bot", flat=True)) == {"strong"}
    assert again.commitment
    assert 'class="coach"' not in browser(alice).get(again.get_absolute_url()).content.decode()


def test_a_lesson_is_offered_only_to_users_without_a_finished_match(alice):
    offered = "Guided first match"
    assert offered in browser(alice).get("/").content.decode()
    match = lessons.begin_lesson(host=alice, game="noir", language="en")
    match.players.filter(user=alice).update(is_away=True)
    play_out(fresh(match))
    assert offered not in browser(alice).get("/").content.decode()


def test_a_lesson_of_an_unknown_game_is_not_found():
    assert Client().post("/learn/chess/play/").status_code == 404
