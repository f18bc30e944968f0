"""Estimates of the identities, and the luck of both players."""

import pytest

from games.engine.record import replay
from games.engine.seats import EVERYTHING, PUBLIC, Viewer
from games.engine.simulation import simulate
from games.noir import GAME
from games.noir.actions import Arrest, Investigate, Murder, Shift
from games.noir.bots.belief import identities, killer_pairs
from games.noir.bots.inspector import own_cards
from games.noir.insight.likelihood import WHO_HUNTS, WHO_KILLS, likelihoods
from games.noir.insight.luck import luck
from games.noir.insight.reading import LEFT, read
from games.noir.pieces import INSPECTOR, KILLER, SIDES
from games.noir.state import State
from tests.noir.table import alternately, cell, opened


def played(seed: int):
    [match] = simulate(GAME, 2, 1, seed, dict.fromkeys(GAME.sides.names, GAME.bots["simple"]))
    return [frame.state for frame in replay(GAME, match.turns)]


@pytest.mark.parametrize("seed", range(4))
def test_the_inspector_s_likelihoods_are_those_of_the_bots(seed):
    for state in played(seed)[2:-1]:
        view = GAME.view(state, Viewer(INSPECTOR))
        expected = identities(killer_pairs(view, own_cards(view)))
        assert likelihoods(view)[WHO_KILLS] == pytest.approx(expected)


@pytest.mark.parametrize("seed", range(4))
def test_each_player_is_asked_only_about_the_other(seed):
    for state in played(seed)[2:-1]:
        assert read(GAME.view(state, Viewer(KILLER)), None).answers.keys() == {WHO_HUNTS, LEFT}
        assert read(GAME.view(state, Viewer(INSPECTOR)), None).answers.keys() == {WHO_KILLS, LEFT}
        assert read(GAME.view(state, PUBLIC), None).answers.keys() == {WHO_KILLS, WHO_HUNTS, LEFT}


@pytest.mark.parametrize("seed", range(4))
def test_a_player_never_knows_less_than_the_table(seed):
    for state in played(seed)[2:-1]:
        table = likelihoods(GAME.view(state, PUBLIC))
        for seat, name in ((KILLER, WHO_HUNTS), (INSPECTOR, WHO_KILLS)):
            own = likelihoods(GAME.view(state, Viewer(seat)))
            assert own[name].keys() <= table[name].keys()


def test_there_is_no_question_before_the_first_murder():
    assert read(GAME.view(played(0)[0], PUBLIC), None).answers == {}


@pytest.mark.parametrize("seed", range(6))
def test_murders_are_the_killer_s_luck_and_arrests_the_inspector_s(seed):
    states = played(seed)
    whole = luck([GAME.view(state, EVERYTHING) for state in states])
    killer = luck([GAME.view(state, Viewer(KILLER)) for state in states])
    inspector = luck([GAME.view(state, Viewer(INSPECTOR)) for state in states])
    assert all(draw.what.text.startswith("Murder") for draw in killer.draws)
    assert not any(draw.what.text.startswith("Murder") for draw in inspector.draws)
    assert len(whole.draws) == len(killer.draws) + len(inspector.draws)
    assert all(0 <= draw.expected <= 1 + 1e-9 for draw in whole.draws)


def test_the_omniscient_view_shows_how_far_apart_the_two_began():
    found = luck([GAME.view(state, EVERYTHING) for state in played(2)])
    steps = found.findings[0].line.numbers["steps"]
    assert 1 <= steps <= 4
    assert 1 < found.findings[0].decimals["expected"] < 3


def sentences(findings) -> list[str]:
    """Return findings as an English reader sees them, sides for players."""
    return [
        found.line.text.format(
            **{place: SIDES[seat] for place, seat in found.line.seats.items()},
            **found.line.numbers,
            **{name: f"{value:.2f}" for name, value in (found.decimals | found.shares).items()},
        )
        for found in findings
    ]


def investigation() -> list[State]:
    """Return the states of a short game: one murder, one arrest and one question, all misses."""
    states = [opened(0, 24, 10, 12, 18, 23, victim=1)]
    around = Shift("row", 4, "left")
    for action in (Murder(cell(6)), Arrest(cell(5)), around, Investigate(cell(12))):
        states.append(alternately(states[-1], action))
    return states


def test_luck_is_stated_in_numbers():
    # The killer had 22 cards to choose from, the inspector 4 suspects beside both victims, and then
    # 3, one of them beside the card that was shown. 67 of the 276 pairs of living are neighbours.
    of_killer = "Murders by killer: 1. Hits on the inspector: 0; expected: 0.05."
    of_inspector = [
        "Arrests and deductions by inspector: 1. Hits on the killer: 0; expected: 0.25.",
        "Questions to the killer: 1. How often their answers halved the suspects: 0.58;"
        " expected: 0.92. At best every question halves them: then 3 questions narrow 5 down to"
        " one.",
    ]
    apart = (
        "Killer and inspector began 2 steps apart; 2.34 is usual, and 0.24 of all pairs are closer."
    )
    told = {
        viewer: sentences(luck([GAME.view(state, viewer) for state in investigation()]).findings)
        for viewer in (EVERYTHING, Viewer(KILLER), Viewer(INSPECTOR))
    }
    assert told == {
        EVERYTHING: [apart, of_killer, *of_inspector],
        Viewer(KILLER): [of_killer],
        Viewer(INSPECTOR): of_inspector,
    }


def test_the_remaining_suspects_are_stated_in_numbers():
    def left(moment: int, viewer: Viewer) -> list[str]:
        return sentences(read(GAME.view(investigation()[moment], viewer), None).findings)

    killer_among = "killer, the killer, could be {} of 25 suspects."
    inspector_among = "inspector, the inspector, could be {} of 25 suspects."
    assert left(0, PUBLIC) == [killer_among.format(5), inspector_among.format(24)]
    assert left(0, Viewer(KILLER)) == [inspector_among.format(22)]
    assert [left(moment, Viewer(INSPECTOR)) for moment in (1, 2, 4)] == [
        [killer_among.format(number)] for number in (4, 3, 2)
    ]
