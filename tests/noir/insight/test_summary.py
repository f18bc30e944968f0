"""The sentences at the end: its cause and likelihood, never contradicting the result."""

from collections import Counter

import pytest

from games.engine.insight import CheckedReading, Finding, Luck
from games.engine.record import replay
from games.engine.seats import EVERYTHING, PUBLIC
from games.engine.simulation import simulate
from games.noir import GAME
from games.noir.insight.reading import read, truth
from games.noir.insight.summary import summary
from games.noir.pieces import SIDES
from games.noir.view import View

GAMES = 120


def told(turns) -> tuple[View, list[CheckedReading], list[Finding]]:
    """Return the view after the end, the readings until then, and the sentences."""
    *states, last = [frame.state for frame in replay(GAME, turns)]
    readings = []
    for state in states:
        reading = read(GAME.view(state, PUBLIC), None)
        if reading.answers:
            everything = GAME.view(state, EVERYTHING)
            readings.append(CheckedReading(everything.round, reading, truth(everything)))
    end = GAME.view(last, PUBLIC)
    return end, readings, [*summary(readings, Luck(), end)]


@pytest.mark.parametrize("bots", ["random", "simple"])
def test_the_first_sentence_names_the_player_who_really_ended_the_match(bots: str) -> None:
    seen: Counter[str] = Counter()
    sides = dict.fromkeys(GAME.sides.names, GAME.bots[bots])
    for game in simulate(GAME, 2, GAMES, seed=3, bots=sides):
        end, readings, findings = told(game.turns)
        if end.result is None or not readings or end.result.reason in ("resigned", "draw-agreed"):
            continue
        first = findings[0]
        doer = first.line.text[first.line.text.index("{") + 1 : first.line.text.index("}")]
        wins = "wrong" not in first.line.text
        assert (end.result.winner == doer) is wins
        assert SIDES[first.line.seats[doer]] == doer
        assert first.line.numbers == {"round": end.round}
        assert all(share > 0 for share in first.shares.values())  # it was true, so it was possible
        assert len(findings) <= 3
        seen[end.result.reason] += 1
    assert len(seen) >= 3, seen


def test_no_sentence_says_that_nothing_pointed_to_a_suspect_who_was_found() -> None:
    sides = dict.fromkeys(GAME.sides.names, GAME.bots["simple"])
    for game in simulate(GAME, 2, GAMES, seed=4, bots=sides):
        end, _readings, findings = told(game.turns)
        texts = " ".join(one.line.text for one in findings)
        if end.result and end.result.reason in ("killer-arrested", "deduced"):
            assert "to the killer" not in texts
        if end.result and end.result.reason == "inspector-murdered":
            assert "to the inspector" not in texts
