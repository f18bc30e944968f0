"""Blocking works both ways: in the talk, in the lobby, and on the way to a seat."""

import pytest

from accounts import blocks, privacy
from games.chat import services as chat
from games.matches import errors
from games.matches.lobby import late_comers
from games.matches.lobby import services as lobby
from games.matches.models import Match
from tests.matches.seating import browser, fresh, open_table, play_to_the_end, post, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def pair(alice, bob):
    """Alice, who has blocked bob."""
    blocks.block(alice, bob)
    return alice, bob


def page(user, address: str) -> str:
    return browser(user).get(address).content.decode()


@pytest.mark.parametrize("first", [0, 1])
def test_a_blocked_pair_do_not_read_each_other_and_others_read_both(alice, bob, first):
    match = running(alice, bob)
    blocks.block(alice, bob)
    pair = (alice, bob)
    chat.say(match.pk, pair[first], "table", "listen to me")
    assert "listen to me" not in page(pair[1 - first], match.get_absolute_url())
    for player in match.players.exclude(user=pair[1 - first]):
        assert "listen to me" in page(player.user, match.get_absolute_url())


@pytest.mark.parametrize("first", [0, 1])
def test_a_block_also_holds_for_spectators_in_the_gallery_and_at_the_table(
    alice, bob, mallory, first
):
    match, pair = running(mallory), (alice, bob)
    player = match.players.exclude(user=mallory).first().user
    blocks.block(alice, bob)
    blocks.block(player, bob)
    chat.say(match.pk, pair[first], "gallery", "listen to me")
    chat.say(match.pk, player, "table", "we are winning")
    chat.say(match.pk, mallory, "table", "we are losing")
    address = match.get_absolute_url()
    assert "listen to me" not in page(pair[1 - first], address)
    assert "listen to me" in page(pair[first], address)
    assert "listen to me" in page(None, address)
    assert ("we are winning" in page(alice, address), "we are winning" in page(bob, address)) == (
        True,
        False,
    )
    assert "we are losing" in page(bob, address)
    play_to_the_end(match)
    assert ("listen to me" in page(player, address)) == (first == 0)  # bob's words, or alice's


@pytest.mark.parametrize("first", [0, 1])
def test_a_block_also_holds_in_the_replay(alice, bob, first):
    match, pair = running(alice, bob), (alice, bob)
    chat.say(match.pk, pair[first], "table", "listen to me")
    blocks.block(alice, bob)
    play_to_the_end(match)
    replay = f"{match.get_absolute_url()}replay/?eyes=all&at=9999"
    assert "listen to me" not in page(pair[1 - first], replay)
    assert "listen to me" in page(None, replay)


@pytest.mark.parametrize("first", [0, 1])
def test_a_blocked_pair_cannot_share_a_table_or_see_it_listed(pair, mallory, first):
    match = open_table(mallory)
    lobby.sit(match.pk, pair[first])
    other = pair[1 - first]
    refused = post(other, match, "sit")
    assert refused.status_code == 403
    assert "can&#x27;t play together" in refused.content.decode()
    assert not fresh(match).players.filter(user=other).exists()
    assert match.code not in page(other, "/tables/")
    assert match.code in page(None, "/tables/")


def test_a_block_also_holds_for_the_last_seat_of_a_table_that_fills_up(pair, mallory):
    alice, bob = pair
    match = open_table(mallory, "noir")
    Match.objects.filter(pk=match.pk).update(seats_max=3)
    lobby.sit(match.pk, alice)
    with pytest.raises(errors.KeptApart):
        lobby.sit(match.pk, bob)


def test_a_block_also_holds_for_a_bots_seat_and_the_next_match(pair):
    alice, bob = pair
    settings = {"visibility": "public", "seats_min": 5, "seats_max": 5}
    match = lobby.play_bots(host=alice, game="secret-hitler", **settings)
    with pytest.raises(errors.KeptApart):
        late_comers.take_bots_seat(match.pk, bob, match.players.exclude(bot="").first().seat)
    over = running()
    first, second = (player.user for player in over.players.all()[:2])
    Match.objects.filter(pk=over.pk).update(status="finished")
    lobby.rematch(over.pk, first)
    blocks.block(second, first)
    with pytest.raises(errors.KeptApart):
        lobby.rematch(over.pk, second)


def test_a_blocked_person_is_not_notified_and_may_be_unblocked(alice, bob):
    client = browser(alice)
    address = bob.get_absolute_url()
    client.post(f"/account/block/{bob.public_id}/")
    assert "Unblock" in client.get(address).content.decode()
    assert "Bob" in client.get("/account/blocks/").content.decode()
    assert "Unblock" not in page(bob, alice.get_absolute_url())
    assert "Alice" not in page(bob, "/account/blocks/")
    assert (privacy.export(alice)["blocked"], privacy.export(bob)["blocked"]) == (["Bob"], [])
    client.post(f"/account/unblock/{bob.public_id}/")
    match = open_table(alice)
    lobby.sit(match.pk, bob)


def test_blocking_at_a_table_leads_back_to_it_where_it_can_be_undone(alice, bob):
    match, client = running(alice, bob), browser(alice)
    people = f"{match.get_absolute_url()}people/"
    shown = client.post(f"/account/block/{bob.public_id}/", {"back": people}, follow=True)
    assert shown.redirect_chain == [(people, 302)]
    assert "Bob is blocked, and will not be notified." in shown.content.decode()
    assert f"/account/unblock/{bob.public_id}/" in shown.content.decode()
    for elsewhere in ("https://example.org/", "//example.org/", "-1", "2026-03-29T02:30"):
        away = client.post(f"/account/unblock/{bob.public_id}/", {"back": elsewhere})
        assert away.url == "/account/blocks/"


def test_a_user_cannot_block_themselves_or_undo_anothers_block(alice, bob):
    blocks.block(alice, alice)
    assert not blocks.kept_apart_from(alice)
    blocks.block(alice, bob)
    browser(bob).post(f"/account/unblock/{alice.public_id}/")
    assert blocks.kept_apart_from(bob) == {alice.pk}


def test_a_stranger_is_asked_to_log_in(alice):
    assert browser().post(f"/account/block/{alice.public_id}/").url.startswith("/account/login/")
