"""The frames of a match: another truth sends a viewer exactly the same ones."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.catalog import GAMES
from games.engine.record import Turn
from games.engine.seats import EVERYTHING, PUBLIC, Seat, Viewer, seats_of
from games.matches.live import frames
from games.matches.live.frames import Audience, Change
from games.matches.page import fragments
from games.matches.play import moves
from games.matches.play.memory import MatchPosition, follow
from tests.conformance.cases import CASES
from tests.conformance.fragments import page_state_at
from tests.conformance.lookalike import Pair, moments, pairs
from tests.conformance.random_play import chance_of, match

pytestmark = pytest.mark.usefixtures("nightfall")

KEYS = (*GAMES, "nightfall")
STRETCH = 16  #: frames are slow to render: check this many of a match, other ones each time

#: The data sent to a page: first the whole position, then a frame or nothing for each move.
Sent = list[bytes | None]


def sent_to(viewer: Viewer, key: str, count: int, turns: tuple[Turn, ...], start: int) -> Sent:
    """Return what a page of `viewer` is sent from the turn `start` on, beside all other pages."""
    everybody = [Audience(one, "en") for one in (PUBLIC, *map(Viewer, seats_of(count)))]
    own = Audience(viewer, "en")
    *_past, begun = moments(CASES[key].game, turns[: start + 1])
    moment = frames.Moment(page_state_at(begun, count))
    sent: Sent = [moment.whole(own)]
    for turn in turns[start + 1 : start + 1 + STRETCH]:
        page_state = moment.page_state
        projection = follow(page_state.projection, turn)
        changed = moves.changed(page_state.match, length=projection.length, projection=projection)
        after = frames.Moment(page_state.after(MatchPosition(changed, (), projection)), moment)
        sent.append(Change(moment, after).frames(everybody)[own])
        moment = after
    return sent


def unlike(key: str, count: int, pair: Pair, number: int) -> list[int]:
    """Return the indices of the frames that differ between the two truths."""
    start = number * STRETCH % max(1, len(pair.real) - STRETCH)
    both = [sent_to(pair.viewer, key, count, turns, start) for turns in (pair.real, pair.other)]
    return [n for n, (one, other) in enumerate(zip(*both, strict=True)) if one != other]


def differences(key: str, seeds: int = 1) -> Iterator[tuple[Viewer, list[int]]]:
    """Yield what is sent to somebody who can't know better, and differs."""
    game = CASES[key].game
    count = game.seats[min(2, len(game.seats) - 1)]
    for seed in range(seeds):
        for number, pair in enumerate(pairs(CASES[key], count, seed)):
            if found := unlike(key, count, pair, number + seed):
                yield pair.viewer, found


@pytest.mark.parametrize("key", KEYS)
def test_another_truth_sends_the_same_frames_and_the_same_silence(key: str):
    assert list(differences(key)) == []


@pytest.mark.parametrize("key", KEYS)
def test_frames_rendered_for_the_wrong_viewer_are_detected(key: str, monkeypatch):
    monkeypatch.setattr(fragments, "PUBLIC", EVERYTHING)
    assert any(differences(key, 3))


LEAKS: dict[str, Callable[[bytes | None, int], bytes | None]] = {
    "a size": lambda frame, secret: frame and frame + b" " * secret,
    "an order": lambda frame, secret: (
        frame and b"".join(frame.split(b"<hx")[:: -1 if secret else 1])
    ),
    "a frame of nothing": lambda frame, secret: frame or (b" " if secret else None),
    "a silence": lambda frame, secret: None if secret else frame,
}


@pytest.mark.parametrize("leak", LEAKS)
def test_frames_that_reveal_a_secret_are_detected(leak: str, monkeypatch):
    key, drawn = "secret-hitler", Change._frame_for
    secret = CASES[key].secrets["who is Hitler"]

    def spoilt(change: Change, audience: Audience) -> bytes | None:
        state = change._after.page_state.projection.state
        return LEAKS[leak](drawn(change, audience), secret(state))

    monkeypatch.setattr(Change, "_frame_for", spoilt)
    assert any(differences(key, 2))


def test_a_vote_changed_and_changed_back_leaves_no_trace_for_anybody_else():
    key, count = "secret-hitler", 5
    case, turns = CASES[key], match(CASES["secret-hitler"], 5, 3)
    votes = [n for n, turn in enumerate(turns) if named(turn.action) == "vote"]
    first = votes[0]  # others have yet to vote, so that it may be changed
    told = (
        *turns[: first + 1],
        *changed_twice(case, count, turns[: first + 1]),
        *turns[first + 1 :],
    )
    for viewer in (PUBLIC, *map(Viewer, seats_of(count))):
        plain, longer = (sent_to(viewer, key, count, log, first) for log in (turns, told))
        silent = longer[1:3] == [None, None]
        assert silent == (viewer.seat != turns[first].seat)
        if silent:
            assert [longer[0], *longer[3:]] == plain[: STRETCH - 1]


def named(action: Any) -> str:
    """Return the name of an action, as its record has it."""
    return "" if action is None else type(action).__struct_config__.tag


def changed_twice(case: Any, count: int, turns: tuple[Turn, ...]) -> list[Turn]:
    """Return the turns by which the last voter of `turns` changes their vote and takes it back."""
    *_past, moment = moments(case.game, turns)
    last, state, found = turns[-1], moment.state, []
    seat = Seat(last.seat)
    other = next(one for one in case.game.choices(state, seat) if one != last.action)
    for action in (other, last.action):
        events = tuple(case.game.play(state, seat, action, chance_of(case, count, 3)))
        found.append(Turn(events, seat, action, "player"))
        state = case.game.apply(state, events)
    return found
