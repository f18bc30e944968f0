"""Insight depends only on views: it never distinguishes truths that the viewer can't."""

from collections.abc import Collection, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from games.engine.insight import BOTS, PEOPLE, Estimate, Insight
from games.engine.record import replay
from games.engine.seats import EVERYTHING, PUBLIC, Viewer, seats_of
from games.engine.simulation import simulate
from tests.conformance.case import Case
from tests.conformance.cases import CASES
from tests.conformance.lookalike import Moment, differences, pairs
from tests.conformance.random_play import match

pytestmark = pytest.mark.long

#: Above this the best bot thinks for seconds: only in `make prove`.
MOST_PUSHED = 7
#: Optional for games.
NEEDED = "knowledge.insight"


def insight_of(case: Case) -> Insight:
    """Return the game's insight."""
    assert case.game.knowledge.insight is not None
    return case.game.knowledge.insight


def see_reading(moment: Moment, viewer: Viewer) -> bytes:
    """Return the estimates at this moment, from every model."""
    view, insight = moment.game.view(moment.state, viewer), moment.game.knowledge.insight
    return msgspec.json.encode([insight.read(view, model) for model in insight.models.values()])


def see_luck(moment: Moment, viewer: Viewer) -> bytes:
    """Return the luck so far as the viewer sees it, at some of the moments."""
    if moment.number % 10:
        return b""
    states = [frame.state for frame in replay(moment.game, moment.turns)]
    views = [moment.game.view(state, viewer) for state in states]
    return msgspec.json.encode(moment.game.knowledge.insight.luck(views))


def see_weighing(moment: Moment, viewer: Viewer) -> bytes:
    """Return the best bot's analysis of the viewer's choices, at some of the moments."""
    if moment.number % 4:
        return b""
    if viewer.seat is None or moment.game.outcome(moment.state) is not None:
        return b""
    view = moment.game.view(moment.state, viewer)
    choices = moment.game.choices(moment.state, viewer.seat)
    return msgspec.json.encode(moment.game.knowledge.insight.weigh(view, choices, ()))


def test_two_truths_that_a_viewer_cannot_tell_apart_have_the_same_insight(case, count):
    insight_of(case)
    compared = 0
    for seed in range(2):
        for pair in pairs(case, count, seed):
            observers = {"reading": see_reading, "luck": see_luck, "weighing": see_weighing}
            assert list(differences(case.game, pair, observers)) == []
            compared += pair.real != pair.other
    assert compared


def played(case: Case, count: int) -> list[list[Any]]:
    """Return the states of matches at random and between the best bots, the last one over."""
    return played_once(case.game.key, count)


@cache
def played_once(key: str, count: int) -> list[list[Any]]:
    """Play these matches once for all tests of a run."""
    case, game = CASES[key], CASES[key].game
    bots = dict.fromkeys(game.sides.names, game.bots[game.usual_bot])
    turns = [match(case, count, seed) for seed in range(2)]
    turns += [simulated.turns for simulated in simulate(game, count, 1, 5, bots)]
    return [[frame.state for frame in replay(game, one)] for one in turns]


MODELS = pytest.mark.parametrize("model", [PEOPLE, BOTS])


@MODELS
def test_certain_answers_are_true_and_likelihoods_add_up_to_the_true_number(case, count, model):
    game, insight, checked = case.game, insight_of(case), 0
    for states in played(case, count):
        for state in states:
            if game.outcome(state) is not None:
                continue
            truth = insight.truth(game.view(state, EVERYTHING))
            for viewer in (PUBLIC, *map(Viewer, seats_of(count))):
                answers = insight.read(game.view(state, viewer), insight.models[model]).answers
                for name, true in truth.items():
                    checked += certain_and_true(answers.get(name, ()), true)
                    if true and name in answers:
                        total = sum(estimate.value for estimate in answers[name])
                        assert total == pytest.approx(len(true), abs=1e-6)
    assert checked > 100


def certain_and_true(estimates: Sequence[Estimate], true: Collection[int]) -> int:
    """Return how many estimates are certain; all of them must be true, and no truth ruled out."""
    for place, estimate in enumerate(estimates):
        assert 0.0 <= estimate.value <= 1.0 + 1e-9
        if estimate.certain:
            assert estimate.value == float(place in true)
        elif place in true:
            assert estimate.value > 0
    return sum(estimate.certain for estimate in estimates)


def test_the_best_bots_action_is_among_those_it_weighs(case, count):
    game, insight, weighed = case.game, insight_of(case), 0
    bots = dict.fromkeys(game.sides.names, game.bots[game.usual_bot])
    for simulated in simulate(game, count, 2, 5, bots):
        moments = list(replay(game, simulated.turns))
        for before, frame in pairwise(moments):
            seat, action = frame.turn.seat, frame.turn.action
            choices = game.choices(before.state, seat)
            for found in insight.weigh(game.view(before.state, Viewer(seat)), choices, [action]):
                taken = [option for option in found.options if option.is_taken]
                assert len(taken) == 1
                assert taken[0].often is None or taken[0].often > 0
                weighed += 1
    assert weighed > 10


def test_weights_are_shares_and_the_probabilities_of_choices_add_up_to_one(case, count):
    game, insight = case.game, insight_of(case)
    for states in played(case, count):
        for state in states[:-1:10]:
            for seat in seats_of(count):
                view, choices = game.view(state, Viewer(seat)), game.choices(state, seat)
                for found in insight.weigh(view, choices, ()):
                    often = [option.often for option in found.options if option.often is not None]
                    assert not often or sum(often) == pytest.approx(1)
                    assert not any(option.is_taken for option in found.options)
                    assert all(0 <= (option.worth or 0) <= 1 + 1e-9 for option in found.options)


@MODELS
def test_every_question_is_named_by_the_game(case, count, model):
    game, insight = case.game, insight_of(case)
    names = {question.key for question in insight.questions}
    for states in played(case, count):
        for viewer in (PUBLIC, *map(Viewer, seats_of(count))):
            view = game.view(states[len(states) // 2], viewer)
            reading = insight.read(view, insight.models[model])
            assert reading.answers.keys() <= names
            assert len(reading.tally) == len(insight.tallies) == len(game.sides.names)


def test_luck_can_be_computed_for_any_part_of_a_match(case, count):
    game, insight = case.game, insight_of(case)
    assert insight.luck([]).findings == ()
    for states in played(case, count):
        for viewer in (EVERYTHING, PUBLIC, *map(Viewer, seats_of(count))):
            for end in (1, len(states) // 2, len(states)):
                found = insight.luck([game.view(state, viewer) for state in states[:end]])
                for draw in found.draws:
                    assert draw.expected >= 0
                    assert draw.least is None or 0 <= draw.least <= 1 + 1e-9
                for finding in found.findings:
                    assert all(0 <= share <= 1 + 1e-9 for share in finding.shares.values())
