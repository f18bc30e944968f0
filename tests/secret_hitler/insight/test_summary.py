"""The sentences at the end: when Hitler could be known, the turning point, the deck."""

from collections.abc import Sequence
from itertools import pairwise

import pytest

from games.engine.insight import CheckedReading, Estimate, Finding, Luck, Reading
from games.engine.record import replay
from games.engine.seats import PUBLIC
from games.engine.simulation import simulate
from games.engine.text import Line
from games.secret_hitler import GAME
from games.secret_hitler.insight.summary import summary
from games.secret_hitler.insight.win_rates import liberals_win
from games.secret_hitler.view import View

DRAWN = Finding(Line("", numbers={"tiles": 9, "liberal": 2}), decimals={"expected": 3.2})


def told(chapter: int, hitler: float) -> CheckedReading:
    answers = {"hitler": (Estimate(1 - hitler, seat=0), Estimate(hitler, seat=1))}
    return CheckedReading(chapter, Reading(answers=answers), {"hitler": frozenset({1})})


def ended(games: int, players: int, bots: str = "random") -> list[View]:
    """Return the views after the end of games between bots."""
    sides = dict.fromkeys(GAME.sides.names, GAME.bots[bots])
    played = simulate(GAME, players, games, seed=1, bots=sides)
    return [GAME.view([*replay(GAME, game.turns)][-1].state, PUBLIC) for game in played]


def texts(*moments: CheckedReading, luck: Luck = Luck()) -> Sequence[Finding]:  # noqa: B008 - frozen
    (end,) = ended(1, 5)
    return summary(moments, luck, end)


def test_hitler_is_known_from_the_first_moment_with_even_odds() -> None:
    known, *_others = texts(told(1, 0.2), told(4, 0.5), told(5, 0.9))
    assert known.line.numbers == {"round": 4}


def test_hitler_could_not_be_known_if_never_likely() -> None:
    unknown, *_others = texts(told(1, 0.2), told(4, 0.3))
    assert "who Hitler was" in unknown.line.text


def test_hitler_known_from_the_start_gets_no_sentence() -> None:
    assert not any("Hitler" in one.line.text for one in texts(told(1, 1.0)))


def test_the_deck_is_described_if_somebody_saw_every_tile() -> None:
    (*_others, drawn) = texts(told(1, 0.2), luck=Luck((DRAWN,)))
    assert drawn.line.numbers == {"tiles": 9, "liberal": 2}
    assert drawn.decimals == {"expected": 3.2}


@pytest.mark.parametrize("bots", ["random", "simple"])
@pytest.mark.parametrize("players", [5, 7, 10])
def test_the_turning_point_never_goes_against_the_winners(players: int, bots: str) -> None:
    for end in ended(60, players, bots):
        assert end.result is not None
        (turn,) = summary((), Luck(), end)[1:]
        rose = turn.shares["after"] > turn.shares["before"]
        assert rose is (end.result.winner == "liberal")


def test_the_turning_point_raised_the_winners_chance_most() -> None:
    for end in ended(60, 7):
        assert end.result is not None
        sign = 1 if end.result.winner == "liberal" else -1
        tiles = [tile for one in end.rounds if (tile := one.enacted or one.chaos)]
        chances = [
            liberals_win(7, tiles[:count].count("liberal"), tiles[:count].count("fascist"))
            for count in range(len(tiles) + 1)
        ]
        chances.append(float(sign > 0))
        best = max(sign * (after - before) for before, after in pairwise(chances))
        (turn,) = summary((), Luck(), end)[1:]
        assert sign * (turn.shares["after"] - turn.shares["before"]) == pytest.approx(best)


@pytest.mark.parametrize(
    ("reason", "words", "after"),
    [
        ("hitler-executed", "{president}'s shot", 1.0),
        ("hitler-elected", "The election of {chancellor}, nominated by {president}", 0.0),
    ],
)
def test_a_final_turning_point_names_the_president_behind_it(reason, words, after) -> None:
    found = [end for end in ended(80, 7) if end.result and end.result.reason == reason]
    turns = [(end, summary((), Luck(), end)[1]) for end in found]
    at_the_end = [(end, turn) for end, turn in turns if turn.shares["after"] == after]
    assert at_the_end
    for end, turn in at_the_end:
        last = end.rounds[-1]
        assert turn.line.text.startswith(words)
        assert turn.line.numbers == {"round": last.number}
        assert turn.line.seats["president"] == last.president
