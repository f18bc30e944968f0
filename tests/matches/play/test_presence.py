"""Nobody waits forever, even without a clock: a bot may play until the player is back."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.matches import errors, publish
from games.matches.lobby import services as lobby
from games.matches.models import Match
from games.matches.play import presence, referee, table_votes
from games.matches.play.memory import projection_of
from tests.api.client import Program, table_for
from tests.matches.seating import browser, fresh, nominate, owing, player_at, post, running
from tests.matches.sockets import stored, visit

pytestmark = pytest.mark.django_db
SAYS_SO = "A bot played for you while you were away."


def gone(match: Match, seat: int, **ago: int) -> None:
    match.players.filter(seat=seat).update(gone_at=timezone.now() - timedelta(**ago))


def vote(match: Match, seat: int, whom: int) -> None:
    table_votes.vote(match.pk, player_at(match, seat).user, f"replace-{whom}")


def page(match: Match, seat: int) -> str:
    client = browser(player_at(match, seat).user)
    return client.get(match.get_absolute_url()).content.decode()


def poll(match: Match, user: User) -> None:
    """Request the page's fragments, as a page without a socket does every few seconds."""
    headers = {"HX-Request": "true"}
    answer = browser(user).get(f"{match.get_absolute_url()}live/", headers=headers)
    assert answer.status_code == 200


@pytest.fixture
def match(alice) -> Match:
    """A match of five without a clock; the nominating player has left."""
    match = running(alice)
    gone(match, owing(match)[0], minutes=3)
    return match


def others(match: Match) -> list[int]:
    return [seat for seat in range(5) if seat != owing(match)[0]]


def test_a_majority_of_those_present_can_have_a_bot_continue(match):
    (absent,) = owing(match)
    first, second, third, _fourth = others(match)
    assert f"wish/replace-{absent}/" in page(match, first)
    vote(match, first, absent)
    vote(match, second, absent)
    assert not player_at(match, absent).is_away
    assert "2 of 3 agree" in page(match, third)
    vote(match, third, absent)
    assert player_at(match, absent).is_away
    vote(match, third, absent)  # the second click of the deciding voter causes no message
    with pytest.raises(errors.NotAllowed):
        vote(match, third, first)
    assert fresh(match).due_at is not None
    before = fresh(match).length
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now())
    referee.act(1)
    assert fresh(match).length > before


def test_a_player_alone_with_bots_and_an_absent_friend_need_not_wait(match):
    (absent,) = owing(match)
    first, *rest = others(match)
    match.players.filter(seat__in=rest).update(bot="simple", user=None)
    vote(match, first, absent)
    assert player_at(match, absent).is_away


def test_a_player_gets_the_seat_back_by_loading_the_page(match):
    (absent,) = owing(match)
    for seat in others(match)[:3]:
        vote(match, seat, absent)
    assert SAYS_SO in page(match, absent)
    player = player_at(match, absent)
    assert (player.is_away, player.is_replaced, player.gone_at) == (False, False, None)
    assert SAYS_SO not in page(match, absent)
    nominate(match)


def test_a_player_who_was_absent_without_a_bot_is_told_nothing(match):
    (absent,) = owing(match)
    assert SAYS_SO not in page(match, absent)
    assert player_at(match, absent).gone_at is None


def test_votes_are_cleared_when_the_player_is_back(match):
    (absent,) = owing(match)
    first = others(match)[0]
    vote(match, first, absent)
    page(match, absent)
    assert player_at(match, first).wishes == []


def test_a_player_who_left_deliberately_stays_away_until_they_return_explicitly(match):
    (absent,) = owing(match)
    table_votes.step_away(match.pk, player_at(match, absent).user)
    page(match, absent)
    assert player_at(match, absent).is_away


@pytest.mark.parametrize("minutes", [0, 1])
def test_a_player_who_has_only_just_left_cannot_be_replaced(match, minutes):
    (absent,) = owing(match)
    gone(match, absent, minutes=minutes)
    with pytest.raises(errors.NotAllowed):
        vote(match, others(match)[0], absent)


def test_a_player_who_is_present_or_timed_cannot_be_replaced(match):
    first, second, *_others = others(match)
    with pytest.raises(errors.NotAllowed):
        vote(match, first, second)
    Match.objects.filter(pk=match.pk).update(pace="relaxed")
    assert (
        table_votes.replaceable(fresh(match), projection_of(fresh(match)), match.players.all())
        == ()
    )


def test_a_stranger_cannot_vote(match, mallory):
    assert post(mallory, match, f"wish/replace-{owing(match)[0]}").status_code == 403


def test_everybody_at_the_table_sees_which_players_do_not_have_its_page_open(match):
    seat = next(seat for seat in others(match))
    shown = page(match, seat)
    away = 'data-tell="presence"><i class="presence">'
    for other in range(5):
        chair = shown.split(f'id="seat-{other}"')[1].split("</li>")[0]
        assert (away in chair) == (other != seat)
    assert away not in Client().get(f"{match.get_absolute_url()}replay/").content.decode()


@pytest.mark.django_db(transaction=True)
async def test_a_player_with_an_open_page_is_present(alice):
    match = await stored(running)(alice)
    seats = {p.seat: p.user async for p in match.players.select_related("user")}
    own = next(seat for seat, user in seats.items() if user == alice)
    other = next(seat for seat in seats if seat != own)
    page = await visit(match, alice)
    await page.settle()
    await stored(presence.look)()
    assert (await stored(player_at)(match, own)).gone_at is None
    assert (await stored(player_at)(match, other)).gone_at is not None
    back = await visit(match, seats[other])
    await back.settle()
    await stored(presence.look)()
    assert (await stored(player_at)(match, other)).gone_at is None
    await page.leave()
    await back.leave()


@pytest.mark.django_db(transaction=True)
async def test_a_player_who_polls_without_a_socket_is_present_for_a_while(alice, monkeypatch):
    match = await stored(running)(alice)
    others = [one.user async for one in match.players.exclude(user=alice).select_related("user")]
    asks, silent = others[:2]
    page = await visit(match, alice)
    await page.settle()
    await stored(poll)(match, asks)
    await page.settle()
    await stored(presence.look)()
    assert (await match.players.aget(user=asks)).gone_at is None
    assert (await match.players.aget(user=silent)).gone_at is not None
    monkeypatch.setattr(publish, "PRESENCE_LASTS", -1.0)
    await stored(presence.look)()
    assert (await match.players.aget(user=asks)).gone_at is not None
    await stored(poll)(match, asks)
    assert (await match.players.aget(user=asks)).gone_at is None
    await page.leave()


@pytest.mark.django_db(transaction=True)
async def test_a_program_that_polls_is_present(alice, bob):
    match = await stored(table_for)(alice, game="noir")
    program = await stored(Program)(bob)
    await stored(program.sit)(match)
    await stored(program.ask)("POST", f"/matches/{match.code}/ready")
    await stored(lobby.start)(match.pk, alice)
    page = await visit(match, alice)
    await page.settle()
    await stored(program.ask)("GET", f"/matches/{match.code}")
    await page.settle()
    await stored(presence.look)()
    player = await match.players.aget(user=bob)
    assert (player.is_api, player.gone_at) == (True, None)
    await page.leave()
