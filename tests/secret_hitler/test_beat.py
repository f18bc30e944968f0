"""Events are shown before the next question, and this costs nobody time."""

from games.secret_hitler import GAME, events
from games.secret_hitler.regions.news import HOLDS, beat

VOTES = (True, True, False, None, False)


def test_a_vote_is_shown_and_a_policy_with_the_power_that_it_grants():
    assert beat([events.GovernmentRejected(VOTES)]) == HOLDS["votes"] / 1000
    enacted = [events.PolicyEnacted("fascist", "liberal"), events.PowerGranted("peek")]
    assert beat(enacted) == (HOLDS["enacted"] + HOLDS["power"]) / 1000


def test_who_is_not_hitler_is_asked_after_a_vote_and_not_after_an_execution():
    cleared = events.ProvedNotHitler(2)
    assert beat([events.GovernmentElected(VOTES)]) == HOLDS["votes"] / 1000
    asked = (HOLDS["votes"] + HOLDS["cleared"]) / 1000
    assert beat([events.GovernmentElected(VOTES), cleared]) == asked
    assert beat([events.PlayerExecuted(2), cleared]) == HOLDS["executed"] / 1000


def test_a_ballot_costs_no_time():
    assert GAME.pages.beat([events.VoteCast(0, ja=True)]) == 0
