"""Comments pinned to a moment: by those who were there, for everybody after the match."""

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts import privacy
from accounts.privacy import delete_account
from games.history.models import LONGEST, Comment
from games.history.replay import comments
from games.history.replay.perspective import perspective_of
from games.history.replay.timeline import index_at, timeline_of, track_of
from tests.history.play import play_on, started
from tests.matches.seating import (
    act_as,
    fresh,
    nominate,
    owing,
    play_to_the_end,
    player_at,
    running,
)


def pin(client, match, text="Here I lied.", at=5, eyes="all"):
    address = f"/match/{match.code}/replay/pin/"
    return client.post(address, {"text": text, "at": at, "eyes": eyes}).status_code


def read(client, match, at=5, eyes="all"):
    return client.get(f"/match/{match.code}/replay/?at={at}&eyes={eyes}").content.decode()


def test_those_who_were_there_pin_comments_that_everybody_can_read(
    over, five, browser_of, stranger
):
    assert pin(browser_of(five[0]), over) == 302
    assert f'<span lang="{over.language}">Here I lied.</span>' in read(stranger, over)
    steps = track_of(timeline_of(over), perspective_of(over, AnonymousUser(), "all", 5))
    at = index_at(steps, 5)
    assert "Here I lied." not in read(stranger, over, at=steps[at - 1].number)
    assert "Here I lied." not in read(stranger, over, at=steps[at + 1].number)


def test_nobody_else_can_pin_comments(over, stranger, browser_of, mallory):
    assert pin(stranger, over) == 403
    assert pin(browser_of(mallory), over) == 403
    assert not Comment.objects.exists()


def test_before_the_end_a_comment_is_visible_only_to_its_author(five, browser_of, stranger):
    match = play_on(started("secret-hitler", five), 20)
    seats = {user: match.players.get(user=user).seat for user in five}
    assert pin(browser_of(five[0]), match, eyes=seats[five[0]]) == 302
    assert "Here I lied." in read(browser_of(five[0]), match, eyes=seats[five[0]])
    for user in five[1:]:
        assert "Here I lied." not in read(browser_of(user), match, eyes=seats[user])
    assert "Here I lied." not in read(stranger, match, eyes="public")
    number = Comment.objects.get().number
    play_on(match)
    assert "Here I lied." in read(stranger, match, at=number)


@pytest.mark.parametrize("text", ["", "   \n ", "\u200b\u202e", "x" * (LONGEST + 1)])
def test_empty_and_oversized_comments_are_refused(over, five, browser_of, text):
    assert pin(browser_of(five[0]), over, text) == 422
    assert not Comment.objects.exists()


def test_only_its_author_can_delete_a_comment(over, five, browser_of, stranger):
    pin(browser_of(five[0]), over)
    address = f"/match/{over.code}/replay/unpin/{Comment.objects.get().pk}/"
    assert browser_of(five[1]).post(address, {"eyes": "all"}).status_code == 404
    assert stranger.post(address, {"eyes": "all"}).status_code == 404
    assert Comment.objects.count() == 1
    assert browser_of(five[0]).post(address, {"eyes": "all", "at": "5"}).status_code == 302
    assert not Comment.objects.exists()


def test_comments_are_in_the_export_and_are_deleted_with_the_account(over, five, browser_of):
    pin(browser_of(five[0]), over)
    assert privacy.export(five[0])["comments"][0]["text"] == "Here I lied."
    delete_account(five[0])
    assert not Comment.objects.exists()


def test_framed_pages_contain_neither_forms_nor_accounts(over, five, browser_of):
    page = browser_of(five[0]).get(f"/match/{over.code}/replay/embed/").content.decode()
    assert "<form" not in page
    assert "csrf" not in page


@pytest.mark.django_db
def test_the_export_does_not_reveal_that_somebody_else_changed_a_vote():
    match = running()
    nominate(match)
    voter, other = owing(match)[:2]
    for ja in (True, False, True):
        act_as(match, voter, action="vote", ja=ja)
    user = player_at(match, other).user
    comments.pin(match.pk, user, fresh(match).length, "here")
    (kept,) = comments.export(user)["comments"]
    assert kept["text"] == "here"
    assert kept["number"] is None


@pytest.mark.django_db
def test_after_the_match_the_export_names_the_moment_of_each_comment():
    match = play_to_the_end(running(game="noir"))
    user = player_at(match, 0).user
    comments.pin(match.pk, user, 3, "here")
    (kept,) = comments.export(user)["comments"]
    assert kept["number"] == 3
