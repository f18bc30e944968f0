"""A replay reveals no more than its viewer knew: another truth renders the same bytes."""

from random import Random

import pytest
from django.contrib.auth.models import AnonymousUser

from games.engine.record import replay
from games.engine.seats import Seat
from games.history.replay import pictures, rendering
from games.history.replay.perspective import Perspective, perspective_of
from games.history.replay.replay import Replay
from games.history.replay.timeline import Timeline, timeline_of, track_of
from games.matches.drawing.page_states import frame_of
from games.matches.models import Match
from tests.conformance.cases import CASES
from tests.conformance.lookalike import pairs

GAMES = [("secret-hitler", 5), ("secret-hitler", 7), ("noir", 2)]


def replay_for(game, turns, viewer, count, status):
    """Return a replay for `viewer` of a match that is not stored."""
    names = [f"Player {seat}" for seat in range(count)]
    match = Match(code="ABCDEF", game=game.key, status=status, has_chat=False)
    states = tuple(frame.state for frame in replay(game, turns))
    timeline = Timeline(game, tuple(turns), states, match.is_over)
    perspective = Perspective("public" if viewer.seat is None else str(viewer.seat), viewer)
    page_state = frame_of(match, names)
    return Replay(
        match, timeline, perspective, page_state, track_of(timeline, perspective), [], [], None
    )


@pytest.mark.parametrize("status", [Match.Status.RUNNING, Match.Status.FINISHED])
@pytest.mark.parametrize(("key", "count"), GAMES)
def test_every_moment_of_a_replay_is_the_same_in_another_truth(db, key, count, status):
    case, compared = CASES[key], 0
    for seed in range(3):
        for pair in pairs(case, count, seed):
            one = replay_for(case.game, pair.real, pair.viewer, count, status)
            two = replay_for(case.game, pair.other, pair.viewer, count, status)
            assert [(s.number, s.kinds) for s in one.steps] == [
                (s.number, s.kinds) for s in two.steps
            ]
            chosen = Random(seed).sample(range(len(one.steps)), min(len(one.steps), 8))
            for index in {*chosen, len(one.steps) - 1}:
                compared += one.timeline.states != two.timeline.states
                assert rendering.frame(one, index) == rendering.frame(two, index)
                assert pictures.svg(one, index) == pictures.svg(two, index)
    assert compared > 20


def seen(match, name, index):
    """Return the frame at `index` (from the end if negative) from the perspective called `name`."""
    timeline, user = timeline_of(match), AnonymousUser()
    players = match.players.count()
    shown = rendering.open_replay(match, timeline, perspective_of(match, user, name, players), user)
    return rendering.frame(shown, range(len(shown.steps))[index])


ROLE_BADGES = ('class="plate role fascist ', 'class="plate role liberal ')


def test_before_the_end_the_public_and_spectators_see_no_role(over):
    for name in ("public", "spectator"):
        for index in (0, 20, -2):
            assert not any(badge in seen(over, name, index) for badge in ROLE_BADGES)


def test_at_the_end_a_spectator_sees_the_roles_and_the_public_never_does(over):
    closed, told = seen(over, "public", -1), seen(over, "spectator", -1)
    assert [view.count('id="role-') for view in (closed, told)] == [0, 5]
    notice = "This view still hides some cards"
    assert [notice in view for view in (closed, told)] == [True, False]


def test_the_omniscient_perspective_shows_every_role_from_the_start(over):
    assert sum(seen(over, "all", 0).count(badge) for badge in ROLE_BADGES) == 5


def test_before_the_end_a_seat_sees_what_it_saw_at_the_time(over):
    state = timeline_of(over).states[0]
    liberal = next(s for s in range(5) if over.rules.sides.of(state, Seat(s)) == "liberal")
    frame = seen(over, str(liberal), 5)
    assert sum(frame.count(badge) for badge in ROLE_BADGES) == 1
    assert "You are a liberal." in frame


def test_a_lie_is_marked_only_for_those_who_can_tell(over):
    game, state = over.rules, timeline_of(over).states[-2]
    everything = game.knowledge.claims(
        state, perspective_of(over, AnonymousUser(), "all", 5).viewer
    )
    assert all(one.is_true is not None and one.truth for one in everything)
    public = game.knowledge.claims(state, perspective_of(over, AnonymousUser(), "public", 5).viewer)
    assert len(public) == len(everything)
    assert not any(one.truth for one in public)
    assert not any(one.is_true for one in public)
    for one, true in zip(public, everything, strict=True):
        assert one.is_true in (None, true.is_true)


def test_the_title_reveals_no_more_than_the_perspective(over, stranger):
    turns = timeline_of(over).turns
    acts = [type(turn.action).__name__ for turn in turns]
    at = acts.index("Discard")
    for eyes, words in (("public", "discards one policy"), (str(turns[at].seat), "You discard")):
        page = stranger.get(f"/match/{over.code}/replay/?at={at}&eyes={eyes}").content.decode()
        title = page.split("<title>")[1].split("</title>")[0]
        assert words in title
        assert f'og:title" content="{title.removesuffix(" · Cabinet Noir")}' in page
