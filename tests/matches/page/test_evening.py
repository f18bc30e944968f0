"""After a rematch, the table shows the score of the evening."""

import re

import pytest

from games.matches.drawing.evening import evening_of
from games.matches.lobby import services as lobby
from games.matches.models import Match
from tests.matches.seating import fresh, page_of, play_to_the_end, running

pytestmark = pytest.mark.django_db


def evening(count: int) -> list[Match]:
    """Return `count` consecutive matches of Noir between the same two players."""
    matches = [play_to_the_end(running(game="noir"), seed=1)]
    while len(matches) < count:
        people = [player.user for player in matches[-1].players.select_related("user")]
        for user in people:
            new = lobby.rematch(matches[-1].pk, user)
        assert fresh(new).is_running
        matches.append(play_to_the_end(fresh(new), seed=len(matches) + 1))
    return matches


def test_the_first_match_has_no_score():
    (match,) = evening(1)
    assert evening_of(match) is None
    assert "This evening" not in page_of(None, match)


def test_later_matches_count_wins_by_player_and_side():
    matches = evening(4)
    score = evening_of(fresh(matches[-1]))
    won = [match.players.filter(won=True).values_list("name", flat=True) for match in matches]
    names = [name for each in won for name in each]
    assert dict(score.players) == {name: names.count(name) for name in names}
    assert [count for _name, count in score.players] == sorted(
        dict(score.players).values(), reverse=True
    )
    sides = [fresh(match).winner for match in matches]
    assert [count for _side, count in score.sides] == [
        sides.count("killer"), sides.count("inspector")
    ]  # fmt: skip
    text = re.sub(r"<[^>]+>|\s+", " ", page_of(None, fresh(matches[-1])))
    assert re.search(r"This evening: .*killer +\d", text)


def test_a_withdrawn_deal_counts_for_nobody():
    first, second = evening(2)
    Match.objects.filter(pk=first.pk).update(status=Match.Status.VOID)
    assert evening_of(fresh(second)) is None
