"""The guided first match of each game: the promised events happen, whatever the learner does."""

from random import Random

import pytest

from games.catalog import GAMES
from games.engine.chance import SeededChance
from games.engine.seats import Seat, Viewer
from games.secret_hitler import actions as ac

pytestmark = pytest.mark.pure


def moments(key: str, decide, most: int = 400):
    """Yield (state, learner's view) before each action of a lesson; `decide` plays the learner."""
    game, lesson = GAMES[key], GAMES[key].pages.lesson
    chance, random = SeededChance(lesson.seed, [""] * lesson.players), Random(1)
    state = game.apply(
        game.start.empty, game.start.deal(lesson.players, game.start.options(), chance)
    )
    for _action in range(most):
        yield state, game.view(state, Viewer(lesson.seat))
        if game.outcome(state) is not None:
            return
        seat, action = next_action(game, lesson, state, decide, random)
        state = game.apply(state, game.play(state, seat, action, chance))


def next_action(game, lesson, state, decide, random):
    """Return the next seat and its action: bots with claims come first, then seats that owe one."""
    for seat in (*game.waiting.invited(state), *game.to_act(state)):
        view, choices = game.view(state, Viewer(seat)), game.choices(state, seat)
        if seat != lesson.seat:
            action = lesson.bot(view, choices, random)
        else:
            action = decide(view, choices, random) if seat in game.to_act(state) else None
        if action is not None:
            return Seat(seat), action
    raise AssertionError("nobody acts")


def at_random(view, choices, random):
    """Take a random action."""
    duties = [choice for choice in choices if not isinstance(choice, ac.Claim)]
    return random.choice(duties)


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.pages.lesson])
@pytest.mark.parametrize("seed", range(8))
def test_a_lesson_ends_and_the_coach_always_has_a_word(key, seed):
    random = Random(seed)
    seen = list(moments(key, lambda view, choices, _r: at_random(view, choices, random)))
    game = GAMES[key]
    assert game.outcome(seen[-1][0]) is not None
    assert all(game.pages.lesson.coach(view) for _state, view in seen)


@pytest.mark.parametrize("seed", range(8))
def test_secret_hitlers_lesson_has_a_lie_a_power_and_the_veto_for_the_learner(seed):
    random = Random(seed)
    seen = list(
        moments("secret-hitler", lambda view, choices, _r: at_random(view, choices, random))
    )
    views = [view for _state, view in seen]
    said = {(one.round, one.seat): one.tiles for one in views[-1].claims}
    assert said[1, 0] == ("liberal", "fascist", "fascist")
    assert said[1, 1] == ("fascist", "fascist")
    assert seen[-1][0].rounds[0].passed.count("liberal") == 1  # so the chancellor lied
    assert any(view.power == "peek" and view.president == 2 for view in views)
    assert any(
        view.phase == "enact" and view.chancellor == 2 and view.may_propose_veto for view in views
    )
    assert all(view.alive[2] for view in views)


@pytest.mark.parametrize("identity", ["Pavel", "Hamish", "Ifeoma", "Mireille"])
def test_noirs_killer_bluffs_and_spares_every_card_that_the_learner_may_have_chosen(identity):
    def decide(view, choices, random):
        chosen = [one for one in choices if getattr(one, "suspect", "") == identity]
        asks = [one for one in choices if type(one).__name__ == "Investigate"]
        return (chosen if view.phase == "choose-identity" else asks or list(choices))[0]

    kinds = set()
    for _state, view in moments("noir", decide, most=12):
        if view.last_move:
            kinds.add(view.last_move.kind)
        assert view.result is None or view.result.reason != "inspector-murdered"
    assert {"murder", "disguise", "investigate"} <= kinds
