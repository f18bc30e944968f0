"""Who may replay a match, and from which perspective: every URL checks it."""

import json

import pytest
from django.contrib.auth.models import AnonymousUser

from games.engine.seats import Seat
from games.history.replay import timeline
from games.history.replay.perspective import perspective_of
from games.matches.lobby import services as lobby
from games.matches.models import Match
from games.matches.play import memory, services
from games.matches.play.memory import position_of, projection_of
from tests.history.play import finished, people, play_on, started

ADDRESSES = ("replay/", "replay/frames/", "replay/embed/", "replay/picture.png")
AFTER_THE_END = (*ADDRESSES, "insight/")
EVERYBODYS = ("all", "public", "spectator", "0", "1", "4")


@pytest.fixture(scope="module")
def kept_match(kept_five) -> Match:
    """Return the running match shared by a module's tests, as played."""
    return play_on(started("secret-hitler", kept_five), 20)


@pytest.fixture
def match(kept_match, five) -> Match:
    """Return a running match of the five."""
    memory.forget()
    return Match.objects.get(pk=kept_match.pk)


@pytest.fixture(scope="module")
def kept_closed(kept_five) -> Match:
    """Return a finished match without spectators, as played."""
    return finished("secret-hitler", kept_five, allows_spectators=False)


def status(client, match, eyes, address="replay/"):
    where = f"/match/{match.code}/{address}"
    return client.get(where, {"eyes": eyes} if eyes else {}).status_code


@pytest.mark.parametrize("address", AFTER_THE_END)
def test_after_the_end_anybody_may_use_every_perspective(over, stranger, address):
    assert {status(stranger, over, eyes, address) for eyes in EVERYBODYS} == {200}


@pytest.mark.parametrize("address", AFTER_THE_END)
@pytest.mark.parametrize("eyes", ["5", "99", "-1", "referee", "²", "01e1", "0" * 40])
def test_an_unknown_perspective_is_not_found(over, stranger, address, eyes):
    assert status(stranger, over, eyes, address) == 404


@pytest.mark.parametrize("address", AFTER_THE_END)
def test_a_match_without_spectators_is_replayed_only_for_those_who_were_there(
    kept_closed, five, stranger, browser_of, mallory, address
):
    match = Match.objects.get(pk=kept_closed.pk)
    assert {status(stranger, match, eyes, address) for eyes in EVERYBODYS} == {403}
    assert {status(browser_of(mallory), match, eyes, address) for eyes in EVERYBODYS} == {403}
    assert {status(browser_of(five[1]), match, eyes, address) for eyes in ("all", "0")} == {200}


def test_the_omniscient_perspective_starts_with_everything_revealed(over, five, browser_of):
    client = browser_of(five[0])
    page = client.get(over.get_absolute_url()).content.decode()
    link = page.split('">What really happened')[0].rpartition('href="')[2]
    replay = client.get(link).content.decode()
    marked = [one.split(">")[1].split("<")[0] for one in replay.split('aria-current="')[1:]]
    assert "Everything revealed" in marked
    assert "eyes=public" in replay


@pytest.mark.parametrize("address", ADDRESSES)
def test_during_a_match_players_have_only_their_own_perspective(match, five, browser_of, address):
    for user in (five[0], five[3]):
        own = match.players.get(user=user).seat
        others = [eyes for eyes in EVERYBODYS if eyes != str(own)]
        assert {status(browser_of(user), match, eyes, address) for eyes in others} == {403}
        assert status(browser_of(user), match, str(own), address) == 200
        assert status(browser_of(user), match, "", address) == 200


@pytest.mark.parametrize("address", ADDRESSES)
def test_during_a_match_spectators_have_only_the_public_perspective(
    match, stranger, browser_of, mallory, address
):
    for client in (stranger, browser_of(mallory)):
        closed = [eyes for eyes in EVERYBODYS if eyes != "public"]
        assert {status(client, match, eyes, address) for eyes in closed} == {403}
        assert status(client, match, "public", address) == 200


@pytest.mark.parametrize("address", ADDRESSES)
def test_there_is_no_replay_before_the_deal(five, stranger, browser_of, address):
    match = lobby.open_match(
        host=five[0], game="secret-hitler", visibility="public", seats_min=5, seats_max=5
    )
    assert status(stranger, match, "", address) == 404
    assert status(browser_of(five[0]), match, "", address) == 404


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_cancelled_deal_is_not_shown(five, stranger, browser_of, address):
    match = started("secret-hitler", five)
    for user in five:
        lobby.ask_redeal(match.pk, user)
    match.refresh_from_db()
    assert match.status == Match.Status.VOID
    assert status(stranger, match, "all", address) == 404
    assert status(browser_of(five[0]), match, "0", address) == 404


def test_a_ballot_is_not_a_step_however_often_it_is_changed(five, browser_of, stranger):
    match = play_on(started("secret-hitler", five), 2)
    projection = projection_of(match)
    voter = next(
        seat for seat in range(5) if projection.choices[seat] and seat not in silent_now(projection)
    )
    before = [track_of(browser_of(user), match) for user in five] + [track_of(stranger, match)]
    for ja in (True, False, True):
        vote = next(c for c in projection_of(match).choices[voter] if getattr(c, "ja", None) is ja)
        services.take(position_of(match), Seat(voter), vote, by="player")
        match.refresh_from_db()
    after = [track_of(browser_of(user), match) for user in five] + [track_of(stranger, match)]
    for was, now in zip(before, after, strict=True):
        assert len(now) == len(was)
        assert [number for number, _chapter, _kinds in now] == list(range(len(now)))


def silent_now(projection):
    """Return the seats that are not asked for a first vote."""
    return [seat for seat in range(5) if seat not in projection.game.to_act(projection.state)]


def track_of(client, match):
    page = client.get(f"/match/{match.code}/replay/").content.decode()
    return json.loads(page.split('id="track" type="application/json">')[1].split("</script>")[0])


def test_a_link_from_a_running_match_shows_the_same_moment_after_its_end(match, five, browser_of):
    seat = match.players.get(user=five[2]).seat
    link = f"/match/{match.code}/replay/?step=12&eyes={seat}"
    during = browser_of(five[2]).get(link).content.decode()
    assert "eyes=public" not in during
    play_on(match)
    after = browser_of(five[2]).get(link).content.decode()
    assert happened(during) == happened(after)


def happened(page):
    return page.split('<div class="now"')[1].split("</div>")[0]


def test_the_number_of_moments_per_request_is_limited(over, stranger):
    address = f"/match/{over.code}/replay/frames/"
    answer = stranger.get(address, {"eyes": "all", "from": "3", "count": "9999"}).json()
    assert list(answer["frames"]) == [str(n) for n in range(3, 19)]


def test_beyond_the_end_there_are_no_moments(over, stranger):
    address = f"/match/{over.code}/replay/frames/"
    assert stranger.get(address, {"eyes": "all", "from": "99999"}).json() == {"frames": {}}


@pytest.mark.parametrize("at", ["", "x", "-4", "9" * 30, "٣", "1e3"])
def test_an_invalid_moment_means_the_start(over, stranger, at):
    page = stranger.get(f"/match/{over.code}/replay/", {"eyes": "all", "at": at})
    assert page.status_code == 200
    assert 'data-index="0"' in page.content.decode()


def test_only_one_view_may_be_framed(over, stranger):
    framed = stranger.get(f"/match/{over.code}/replay/embed/")
    assert 'embedded cabinet staged"' in framed.content.decode()  # a room, dark by day as well
    assert "frame-ancestors *" in framed["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed
    for address in ("/", "/history/", f"/match/{over.code}/", f"/match/{over.code}/replay/"):
        page = stranger.get(address)
        assert page["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in page["Content-Security-Policy"]


def test_the_two_players_of_noir_can_replay_their_match_too(db, stranger):
    match = finished("noir", people("ada", "ben"))
    assert {status(stranger, match, eyes) for eyes in ("all", "public", "spectator", "0", "1")} == {
        200
    }
    assert status(stranger, match, "2") == 404


@pytest.mark.parametrize("eyes", EVERYBODYS)
def test_the_slider_has_marks_at_rounds_and_enacted_policies(over, stranger, eyes):
    page = stranger.get(f"/match/{over.code}/replay/", {"eyes": eyes}).content.decode()
    whole = timeline.timeline_of(over)
    steps = timeline.track_of(whole, perspective_of(over, AnonymousUser(), eyes, 5))
    ticks = page.split('class="reel-ticks"')[1].split("</svg>")[0]
    # The last one reveals the end, which eyes that stay closed never see.
    hidden = eyes == "public" and over.reason.endswith("policies")
    assert ticks.count("tape-") == whole.states[-1].liberal + whole.states[-1].fascist - hidden
    assert ticks.count("v10") == len({step.chapter for step in steps} - {0})
