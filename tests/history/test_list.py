"""The history: its visibility, filters and pagination."""

from datetime import UTC, datetime, timedelta
from html import unescape
from random import Random

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils.html import strip_tags

from games.history import queries
from games.history.queries import Filters, page_of
from games.matches.drawing import regions
from games.matches.models import Match, Player
from tests.history.play import finished, people

NOBODY = AnonymousUser()
FIRST = datetime(2026, 1, 1, tzinfo=UTC)


def made(number, *, at=None, users=(), names=(), won=(), **fields):
    """Store a finished match without playing it; `users` have the first seats."""
    ended = at or FIRST + timedelta(hours=number)
    given = {"game": "secret-hitler", "winner": "liberal", "reason": "hitler-executed", **fields}
    match = Match.objects.create(
        status="finished", visibility=given.pop("visibility", "public"), ended_at=ended,
        seats_min=5, seats_max=5, seed=b"", commitment="", **{"size": 5, **given},
    )  # fmt: skip
    match.update_listing()
    match.save()
    chairs = [(user, user.name) for user in users] + [(None, name) for name in names]
    for seat, (user, name) in enumerate(chairs):
        player = Player(
            match=match, user=user, name=name, seat=seat, side="liberal" if seat % 2 else "fascist",
            won=seat in won, ended_at=ended,
        )  # fmt: skip
        player.settle_name()
        player.save()
    return match


def all_pages(user=NOBODY, filters=None, person=None):
    """Return every listed match, page by page."""
    found, cursor = [], ""
    while True:
        page = page_of(user, filters or Filters(), cursor, person)
        found += page.matches
        cursor = page.next
        if not cursor:
            return found


def test_pages_neither_skip_nor_repeat_matches_with_equal_times(db):
    random = Random(0)
    for _match in range(90):
        made(0, at=FIRST + timedelta(seconds=random.randrange(12)))
    found = all_pages()
    keys = [(match.ended_at, match.pk) for match in found]
    assert len(found) == 90
    assert keys == sorted(keys, reverse=True)


def test_a_match_that_ends_in_the_meantime_does_not_shift_the_pages(db):
    for number in range(60):
        made(number)
    first = page_of(NOBODY, Filters())
    made(999)
    second = page_of(NOBODY, Filters(), first.next)
    assert second.matches[0].ended_at == first.matches[-1].ended_at - timedelta(hours=1)


@pytest.mark.parametrize(
    "cursor", ["", "x", "1-", "-1", "9" * 40 + "-1", "99999999999999999-1", "²-1"]
)
def test_an_invalid_cursor_means_the_first_page(db, stranger, cursor):
    made(1)
    assert stranger.get("/history/", {"before": cursor}).status_code == 200


def test_a_match_by_link_is_listed_only_for_those_who_were_there(db, mallory):
    ada, ben = people("ada", "ben")
    hidden = made(1, users=[ada, ben], visibility="link")
    assert all_pages(NOBODY) == []
    assert all_pages(mallory) == []
    assert all_pages(ada) == [hidden]
    assert all_pages(ben, Filters(player="Ada")) == [hidden]
    assert all_pages(mallory, Filters(player="Ada")) == []
    assert all_pages(mallory, person=ada) == []
    assert all_pages(ada, person=ada) == [hidden]


def test_a_match_without_spectators_is_not_listed(db, mallory):
    ada, ben = people("ada", "ben")
    closed = made(1, users=[ada, ben], allows_spectators=False)
    assert all_pages(mallory) == []
    assert all_pages(ada) == [closed]


def test_a_match_becomes_public_only_if_everybody_who_was_there_agrees(
    five, browser_of, stranger, mallory
):
    match = finished("secret-hitler", five, visibility="link")
    address = f"/match/{match.code}/publish/"
    for user in five[:-1]:
        assert browser_of(user).post(address, {"publish": "yes"}).status_code == 302
    assert all_pages(NOBODY) == []
    browser_of(five[-1]).post(address, {"publish": "yes"})
    assert all_pages(NOBODY) == [match]
    browser_of(five[0]).post(address, {"publish": "no"})
    assert all_pages(NOBODY) == []
    assert browser_of(mallory).post(address, {"publish": "yes"}).status_code == 403
    assert stranger.post(address, {"publish": "yes"}).status_code == 403


def test_players_of_a_public_match_are_not_asked_to_publish_it(five, browser_of):
    hidden = finished("secret-hitler", five, visibility="link")
    for match, is_asked in ((finished("secret-hitler", five), False), (hidden, True)):
        page = browser_of(five[0]).get(f"/match/{match.code}/replay/").content.decode()
        assert ("Agree to publish it" in page) is is_asked


def test_a_running_match_cannot_be_published(five, browser_of):
    from tests.history.play import started

    match = started("secret-hitler", five)
    answer = browser_of(five[0]).post(f"/match/{match.code}/publish/", {"publish": "yes"})
    assert answer.status_code == 409


def test_a_person_who_hides_their_history_has_no_filter_and_no_page(db, mallory, stranger):
    ada, ben = people("ada", "ben")
    match = made(1, users=[ada, ben])
    ada.history_audience = "self"
    ada.save()
    assert all_pages(mallory, Filters(player="ada")) == []
    assert all_pages(mallory, person=ada) == []
    assert all_pages(mallory, Filters(player="ben")) == [match]
    assert all_pages(ada, Filters(player="ada")) == [match]
    assert match.code not in stranger.get(f"/history/of/{ada.public_id}/").content.decode()
    assert match.code not in stranger.get(ada.get_absolute_url()).content.decode()
    assert match.code in stranger.get(ben.get_absolute_url()).content.decode()


def test_a_public_match_still_names_people_who_hide_their_history(db, stranger):
    ada, ben = people("ada", "ben")
    made(1, users=[ada, ben])
    ada.history_audience = "self"
    ada.save()
    for address in ("/history/", ben.get_absolute_url()):
        assert ada.name in stranger.get(address).content.decode(), address


def test_each_filter_lists_exactly_the_matching_matches(db):
    ada, ben = people("ada", "ben")
    one = made(1, users=[ada, ben], won=(1,), winner="liberal", has_bots=True)
    two = made(
        30, users=[ben, ada], won=(1,), winner="liberal", reason="five-liberal-policies", size=7
    )
    noir = made(60, users=[ben], winner="", reason="draw-agreed", game="noir", size=2)
    wanted = {
        Filters(): [noir, two, one],
        Filters(game="noir"): [noir],
        Filters(player="Ada"): [two, one],
        Filters(player="àda"): [two, one],
        Filters(player="ad"): [],
        Filters(side="liberal"): [two, one],
        Filters(side="fascist"): [],
        Filters(player="ada", side="fascist"): [one],
        Filters(player="ada", result="won"): [two],
        Filters(player="ada", result="lost"): [one],
        Filters(player="ben", result="draw"): [noir],
        Filters(result="draw"): [noir],
        Filters(reason="hitler-executed"): [one],
        Filters(size=7): [two],
        Filters(bots="with"): [one],
        Filters(bots="without"): [noir, two],
        Filters(since=FIRST.date() + timedelta(days=1)): [noir, two],
        Filters(until=FIRST.date() + timedelta(days=1)): [two, one],
    }
    assert {filters: all_pages(NOBODY, filters) for filters in wanted} == wanted


def test_filters_for_wins_and_losses_need_a_person(db, stranger):
    answer = stranger.get("/history/?result=won")
    assert answer.status_code == 422
    assert "Name the player who won or lost." in answer.content.decode()


def test_a_page_takes_the_same_number_of_queries_whatever_it_lists(
    db, django_assert_num_queries, alice
):
    for number in range(30):
        made(number, users=[alice], names=["Ben", "Chiyo", "Dario", "Elif"])
    with django_assert_num_queries(5):
        page_of(alice, Filters())


def test_a_page_cursor_survives_a_url():
    key = (datetime(2026, 7, 8, 9, 10, 11, 123456, tzinfo=UTC), 42)
    assert queries.key_of(queries.cursor_of(key)) == key


def test_each_match_is_listed_under_its_day_with_what_decided_it(db, client):
    match = finished("secret-hitler", people("ada", "ben", "chiyo", "dario", "elif"), seed=3)
    made(5, names=["fay"])
    page = client.get("/history/").content.decode()
    told, _end = regions.story_of(match.story, list(match.players.order_by("seat")))
    assert unescape(strip_tags(told)) in unescape(page)
    assert page.count('class="label evening"') == 2
    assert page.rindex("Hitler was executed") > page.index(match.code)
