"""Events are shown before the next question, without costing anybody time."""

from games.engine.regions import PlayerInfo
from games.secret_hitler import GAME, events
from games.secret_hitler.regions.news import DECIDING, HOLDS, beat, news_of
from tests.secret_hitler.table import Table

VOTES = (True, True, True, True, False)
CLOSE = (True, True, False, None, False)


def test_a_vote_is_shown_and_a_policy_with_the_power_it_grants():
    assert beat([events.GovernmentRejected(VOTES)]) == HOLDS["votes"] / 1000
    enacted = [events.PolicyEnacted("fascist", "liberal"), events.PowerGranted("peek")]
    assert beat(enacted) == (HOLDS["enacted"] + HOLDS["power"]) / 1000


def test_a_vote_is_shown_with_its_ballots():
    people = [PlayerInfo(f"P{seat}", seat) for seat in range(5)]
    table = Table().nominate(0, 1).vote(ja=(0, 1, 2), nein=(3, 4))
    [news] = news_of(table.view(), people)
    assert (news.ja, news.nein, news.is_elected) == (3, 2, True)


def test_the_deciding_ballot_is_held_back():
    assert beat([events.GovernmentRejected(CLOSE)]) == (HOLDS["votes"] + DECIDING) / 1000


def test_the_question_of_hitler_takes_time_after_a_vote_or_an_execution():
    cleared, asked = events.ProvedNotHitler(2), HOLDS["asked"] + HOLDS["cleared"]
    assert beat([events.GovernmentElected(VOTES)]) == HOLDS["votes"] / 1000
    assert beat([events.GovernmentElected(VOTES), cleared]) == (HOLDS["votes"] + asked) / 1000
    assert beat([events.PlayerExecuted(2), cleared]) == (HOLDS["executed"] + asked) / 1000


def test_a_ballot_costs_no_time():
    assert GAME.pages.beat([events.VoteCast(0, ja=True)]) == 0
