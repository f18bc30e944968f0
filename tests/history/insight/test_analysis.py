"""The analysis of bots in replays: after the end, from the view of the deciding player."""

import pytest
from django.core.cache import cache

from tests.history.play import finished, play_beside_bots, started


@pytest.fixture(autouse=True)
def _nothing_is_kept():
    cache.clear()
    yield
    cache.clear()


def frames(client, match, eyes, stride=3):
    """Return the rendered frames of every `stride`th moment of a replay."""
    for at in range(0, match.length, stride):
        yield client.get(f"/match/{match.code}/replay/?at={at}&eyes={eyes}").context["frame"]


def test_a_bots_seat_shows_its_weighing_and_a_persons_what_a_bot_would_weigh(five, stranger):
    match = play_beside_bots(started("secret-hitler", five[:1], 4))
    person = match.players.get(user=five[0]).seat
    bot = match.players.filter(user=None).first().seat
    own, other = "What the bot weighed", "What a strong bot would have weighed"
    for eyes, said, unsaid in ((bot, own, other), (person, other, own)):
        drawn = "".join(frames(stranger, match, eyes))
        assert said in drawn
        assert unsaid not in drawn
        assert 'class="taken"' in drawn


def test_every_turn_of_a_killer_is_weighed(five, stranger):
    match = finished("noir", five[:2], seed=3)
    drawn = list(frames(stranger, match, 0, stride=1))
    turns = match.entries.filter(seat=0).count()
    assert sum('class="taken"' in frame for frame in drawn) >= turns / 2


@pytest.mark.parametrize("eyes", ["public", "all"])
def test_a_perspective_without_a_decision_has_no_analysis(over, stranger, eyes):
    assert "weighed" not in "".join(frames(stranger, over, eyes))


def test_no_analysis_is_shown_while_a_match_runs(five, browser_of):
    match = started("secret-hitler", five)
    for user in five:
        seat = match.players.get(user=user).seat
        page = browser_of(user).get(f"/match/{match.code}/replay/?eyes={seat}")
        assert page.status_code == 200
        assert "weighed" not in page.context["frame"]
