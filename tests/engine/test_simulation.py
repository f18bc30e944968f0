"""Whole games between bots: reproducible, based only on views, and finite."""

from dataclasses import replace
from itertools import pairwise

import pytest

from games.engine import simulation
from games.engine.game import looks_at_nothing
from games.engine.simulation import EndlessGameError
from games.secret_hitler import GAME
from games.secret_hitler.actions import Claim
from games.secret_hitler.view import View


def first_game(bot, seed=1, **other):
    return next(simulation.simulate(GAME, 5, 1, seed, dict.fromkeys(GAME.sides.names, bot) | other))


def choose_any(view, choices, random):
    return random.choice(choices)


def test_the_same_seed_gives_the_same_games_and_another_gives_others():
    bots = dict.fromkeys(GAME.sides.names, GAME.bots["random"])
    once = list(simulation.simulate(GAME, 5, 5, 7, bots))
    assert once == list(simulation.simulate(GAME, 5, 5, 7, bots))
    assert once != list(simulation.simulate(GAME, 5, 5, 8, bots))
    assert len({one.seed for one in once}) == 5


def test_every_action_comes_from_a_bot_and_the_outcome_from_the_last_state():
    played = first_game(choose_any)
    assert played.turns[0].seat is None
    assert {turn.by for turn in played.turns[1:]} == {"bot"}
    state = GAME.start.empty
    for turn in played.turns:
        state = GAME.apply(state, turn.events)
    assert GAME.outcome(state) == played.outcome


def test_a_bot_sees_the_view_of_its_own_seat():
    seen = []

    def look(view, choices, random):
        seen.append(view)
        return random.choice(choices)

    first_game(look)
    assert all(isinstance(view, View) for view in seen)
    assert all(view.roles[view.seat] is not None for view in seen)


def test_no_view_is_built_for_a_bot_that_ignores_it():
    seen = set()

    @looks_at_nothing
    def look_away(view, choices, random):
        seen.add(view)
        return random.choice(choices)

    first_game(look_away)
    assert seen == {None}


def test_bots_without_views_are_asked_only_for_the_actions_they_owe():
    def nobody(state):
        raise AssertionError(state)

    game = replace(GAME, waiting=replace(GAME.waiting, invited=nobody))
    bots = dict.fromkeys(GAME.sides.names, GAME.bots["random"])
    assert next(simulation.simulate(game, 5, 1, 1, bots)).outcome is not None


def test_each_side_is_played_by_its_own_bot():
    asked = {"liberal": 0, "fascist": 0}

    def bot_of(side):
        def play(view, choices, random):
            asked[side] += 1
            assert view.parties[view.seat] == side
            return random.choice(choices)

        return play

    first_game(bot_of("liberal"), fascist=bot_of("fascist"))
    assert min(asked.values()) > 0


def test_an_ignored_invitation_is_not_repeated_until_the_choices_change():
    invitations = []

    def keep_quiet(view, choices, random):
        if view.seat in view.to_act:
            return random.choice([one for one in choices if not isinstance(one, Claim)])
        if view.seat == 0:  # one seat of all
            invitations.append(choices)
        return None

    for seed in range(20):
        invitations.clear()
        played = first_game(keep_quiet, seed)
        assert not any(isinstance(turn.action, Claim) for turn in played.turns)
        assert all(one != other for one, other in pairwise(invitations))


def test_a_game_that_nobody_ends_is_an_error(monkeypatch):
    monkeypatch.setattr(simulation, "MOST_ACTIONS", 5)
    with pytest.raises(EndlessGameError, match="has not ended after 5"):
        first_game(choose_any)


def test_a_bot_that_owes_an_action_and_passes_is_an_error():
    with pytest.raises(EndlessGameError, match="nobody acts in secret-hitler"):
        first_game(lambda view, choices, random: None)


def test_a_bot_cannot_take_an_action_it_is_not_offered():
    with pytest.raises(EndlessGameError, match="asked for 'everything'"):
        first_game(lambda view, choices, random: "everything")
