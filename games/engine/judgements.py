"""Reports the insight at every moment of a game, as plain JSON for programs."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from games.engine.game import Game
from games.engine.insight import Insight, Question, Reading
from games.engine.record import Turn, replay
from games.engine.seats import PUBLIC, Viewer

AnyGame = Game[Any, Any, Any, Any]


def wondering(viewer: Viewer) -> Viewer:
    """Return the viewer to judge for: `viewer`, or the public for a viewer who sees everything."""
    return PUBLIC if viewer.sees_all else viewer


def changes(readings: Iterable[tuple[int, Reading]]) -> Iterator[tuple[int, Reading]]:
    """Yield the numbered readings that differ from the previous one."""
    last: Reading | None = None
    for number, reading in readings:
        if reading != last:
            last = reading
            yield number, reading


def moments(
    game: AnyGame, insight: Insight, model: Any, turns: Iterable[Turn], viewer: Viewer
) -> Iterator[tuple[int, Reading]]:
    """Yield a reading after each action with news for this viewer, with its number."""
    observer = wondering(viewer)
    yield from changes(
        (frame.number, insight.read(game.view(frame.state, observer), model))
        for frame in replay(game, turns)
        if game.outcome(frame.state) is None
    )


def report(
    game: AnyGame,
    insight: Insight,
    players: Sequence[str],
    turns: Iterable[Turn],
    viewer: Viewer,
    model: str,
) -> dict[str, Any]:
    """Return the likelihoods for this viewer at every moment, by a model."""
    questions = [question for question in insight.questions if not question.counts]
    return {
        "game": game.key,
        "players": list(players),
        "questions": [question.key for question in questions],
        "moments": [
            {
                "after": number,
                "answers": {q.key: _answer(q, reading, len(players)) for q in questions},
            }
            for number, reading in moments(game, insight, insight.models[model], turns, viewer)
        ],
    }


def _answer(question: Question, reading: Reading, players: int) -> list[float | None]:
    """Return one likelihood per seat or thing; null for each if the viewer has none."""
    estimates = reading.answers.get(question.key)
    if not estimates:
        return [None] * (question.things or players)
    return [min(max(one.value, 0.0), 1.0) for one in estimates]
