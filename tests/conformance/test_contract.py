"""The contract of every game: random matches end, nothing is lost, only choices are legal."""

from collections.abc import Sequence
from random import Random
from string import Formatter
from typing import Any

import msgspec
import pytest

from games.catalog import GAMES
from games.engine import portable, simulation
from games.engine.game import IllegalAction
from games.engine.record import Turn, log_lines, news, replay
from games.engine.seats import EVERYTHING, PUBLIC, Viewer, seats_of
from games.engine.text import Line
from tests.conformance.case import SEEDS, Case
from tests.conformance.cases import CASES
from tests.conformance.random_play import chance_of, match, played, steps

FEW = max(SEEDS // 40, 3)  #: matches for what looks through every viewer's eyes at every step


def viewers_of(count: int) -> list[Viewer]:
    return [PUBLIC, EVERYTHING, *map(Viewer, seats_of(count))]


def test_every_game_of_the_catalog_is_under_test():
    assert set(GAMES) <= set(CASES)
    assert all(CASES[key].game is game for key, game in GAMES.items())


def test_random_play_never_dead_ends_and_always_ends(case: Case, count: int):
    game = case.game
    for seed in range(SEEDS):
        for _, _, state in steps(case, count, seed):
            owing = game.to_act(state)
            assert set(owing) <= set(game.awaited(state))
            assert bool(owing) == (game.outcome(state) is None)
            assert all(game.choices(state, seat) for seat in (*owing, *game.waiting.invited(state)))
            assert not set(owing) & set(game.waiting.invited(state))
            assert not set(owing) & set(game.talk.eliminated(state))


def test_pieces_are_conserved_by_every_single_event(case: Case, count: int):
    for seed in range(SEEDS // 5):
        for state, turn, _ in steps(case, count, seed):
            for event in turn.events:
                state = case.game.evolve(state, event)
                assert case.conserved(state), (seed, event)


def test_nobody_has_a_choice_after_the_end(case: Case, count: int):
    game = case.game
    for seed in range(FEW * 4):
        *_, (_, _, state) = steps(case, count, seed)
        assert not game.to_act(state)
        assert not game.waiting.invited(state)
        assert not game.talk.muted_seats(state)
        assert not game.start.redealable(state)
        assert not any(game.choices(state, seat) for seat in seats_of(count))


def test_a_seats_view_built_from_the_public_view_is_the_seats_view(case: Case, count: int):
    game = case.game
    if game.own_view is None:
        return
    for seed in range(FEW):
        for _, _, state in steps(case, count, seed):
            public = game.view(state, PUBLIC)
            for viewer in viewers_of(count):
                assert game.own_view(state, viewer, public) == game.view(state, viewer)


def test_folding_during_the_match_and_afterwards_gives_the_same_state(case: Case, count: int):
    game, chance = case.game, chance_of(case, count, 0)
    for state, turn, _ in steps(case, count, 0):
        if turn.action is not None:
            events = game.decide(state, turn.seat, turn.action, chance)
            assert game.apply(state, events) == game.apply(state, tuple(events))


def test_an_outcome_names_a_side_and_exactly_its_seats(case: Case, count: int):
    game = case.game
    for seed in range(FEW * 4):
        *_, (_, _, state) = steps(case, count, seed)
        outcome = game.outcome(state)
        won = {seat for seat in seats_of(count) if game.sides.of(state, seat) == outcome.winner}
        assert outcome.winner is None or outcome.winner in game.sides.names
        assert set(outcome.seats) == won


def test_the_largest_side_has_the_number_of_seats_announced(case: Case, count: int):
    game = case.game
    for seed in range(FEW * 4):
        _, _, state = steps(case, count, seed)[0]
        sides = [game.sides.of(state, seat) for seat in seats_of(count)]
        assert max(map(sides.count, game.sides.names)) == game.sides.largest(count)


def test_choices_are_never_offered_twice(case: Case, count: int):
    for seed in range(FEW):
        for _, _, state in steps(case, count, seed):
            for seat in seats_of(count):
                choices = case.game.choices(state, seat)
                assert len(set(choices)) == len(choices)


def test_every_choice_can_be_taken(case: Case, count: int):
    game, drawn = case.game, chance_of(case, count, 0)
    for seed in range(FEW):
        random = Random(seed)
        for _, _, state in steps(case, count, seed):
            for seat in seats_of(count):
                choices = game.choices(state, seat)
                for action in random.sample(choices, min(len(choices), 5)):
                    assert game.play(state, seat, action, drawn)


def pool_of(case: Case, count: int, seeds: Sequence[int]) -> list[Any]:
    """Return all actions that were choices at any moment of some matches."""
    found = {
        action: None
        for seed in seeds
        for _, _, state in steps(case, count, seed)
        for seat in seats_of(count)
        for action in case.game.choices(state, seat)
    }
    return list(found)


def test_every_action_that_is_not_a_choice_is_refused_with_its_clause(case: Case, count: int):
    game, drawn = case.game, chance_of(case, count, 0)
    pool = pool_of(case, count, range(2))
    refused = 0
    for seed in range(FEW):
        random = Random(seed)
        for _, _, state in steps(case, count, seed):
            for seat in seats_of(count):
                choices = game.choices(state, seat)
                for action in random.sample(pool, 6):
                    if action not in choices:
                        refused += 1
                        with pytest.raises(IllegalAction) as caught:
                            game.play(state, seat, action, drawn)
                        assert caught.value.clause[:1].isdigit()
                        assert caught.value.text
    assert refused > 100


def test_everything_survives_json(case: Case, count: int):
    game = case.game
    for seed in range(FEW):
        for _, turn, state in steps(case, count, seed):
            events = msgspec.json.encode(turn.events)
            assert msgspec.json.decode(events, type=tuple[game.records.events, ...]) == turn.events
            copy = msgspec.json.decode(msgspec.json.encode(state), type=type(game.start.empty))
            assert copy == state
            if turn.action is not None:
                action = msgspec.json.encode(turn.action)
                assert msgspec.json.decode(action, type=game.records.actions) == turn.action


def test_refolding_equals_live(case: Case, count: int):
    for seed in range(FEW * 4):
        live = list(steps(case, count, seed))
        folded = [frame.state for frame in replay(case.game, [turn for _, turn, _ in live])]
        assert folded == [state for _, _, state in live]


def test_the_same_seed_gives_the_same_match(case: Case, count: int):
    for seed in range(FEW):
        assert tuple(played(case, count, seed)) == tuple(played(case, count, seed))


def test_deciding_a_recorded_match_again_gives_the_same_events(case: Case, count: int):
    game = case.game
    for seed in range(FEW * 4):
        drawn = chance_of(case, count, seed)
        for state, turn, _ in steps(case, count, seed):
            if turn.seat is None:
                again = game.start.deal(count, game.start.options(), drawn)
            else:
                again = game.play(state, turn.seat, turn.action, drawn, by=turn.by)
            assert tuple(again) == turn.events


def test_a_match_written_as_a_record_is_read_back_unchanged(case: Case, count: int):
    game = case.game
    players = [f"Player {seat}" for seat in seats_of(count)]
    for seed in range(FEW * 4):
        turns = match(case, count, seed)
        record = portable.record_of(game, players, game.start.options(), turns)
        again = portable.read(portable.write(record), {game.key: game})
        assert portable.turns_of(*again) == turns


def test_every_view_has_what_the_format_promises(case: Case, count: int):
    game = case.game
    for _, _, state in steps(case, count, 0):
        outcome = game.outcome(state)
        result = outcome and {"winner": outcome.winner, "reason": outcome.reason}
        for viewer in viewers_of(count):
            view = msgspec.to_builtins(game.view(state, viewer))
            assert tuple(view["to_act"]) == game.awaited(state)
            assert view["result"] == result
            assert (view["phase"] == "over") == (outcome is not None)


def test_after_the_end_every_viewer_sees_everything(case: Case, count: int):
    game = case.game
    for seed in range(FEW * 4):
        *_, (_, _, state) = steps(case, count, seed)
        everything = game.view(state, EVERYTHING)
        assert all(game.view(state, viewer) == everything for viewer in viewers_of(count))


def test_every_change_of_a_view_has_a_log_line_for_that_viewer(case: Case, count: int):
    game = case.game
    for seed in range(FEW):
        for before, turn, after in steps(case, count, seed):
            for viewer in viewers_of(count) if turn.seat is not None else ():
                if not log_lines(game, before, turn, viewer):
                    assert game.view(before, viewer) == game.view(after, viewer), (viewer, turn)


def test_lines_for_all_viewers_equal_the_lines_for_each_viewer(case: Case, count: int):
    game, viewers = case.game, viewers_of(count)
    for seed in range(FEW):
        for before, turn, after in steps(case, count, seed):
            for by in ("player", "clock"):
                same = msgspec.structs.replace(turn, by=by)
                state, told = news(game, before, same, viewers)
                assert state == after
                assert told == [log_lines(game, before, same, viewer) for viewer in viewers]


def test_every_line_fills_its_placeholders(case: Case, count: int):
    game = case.game
    for seed in range(FEW):
        for before, turn, _ in steps(case, count, seed):
            for viewer in viewers_of(count):
                for line in log_lines(game, before, turn, viewer):
                    assert_complete(line, count)


def assert_complete(line: Line, count: int) -> None:
    """Assert that every named place of `line` can be filled, by seats that exist."""
    places = {name for _, name, _, _ in Formatter().parse(line.text) if name is not None}
    assert places <= {*line.seats, *line.terms, *line.numbers}, line
    assert all(0 <= seat < count for seat in line.seats.values()), line


def test_bots_play_whole_matches_from_views_and_choices(case: Case, count: int):
    game = case.game
    for name, bot in game.bots.items():
        played = simulation.simulate(game, count, 2, 1, dict.fromkeys(game.sides.names, bot))
        assert all(one.outcome == game.outcome(_end(game, one.turns)) for one in played), name


def _end(game: Any, turns: Sequence[Turn]) -> Any:
    """Return the last state that `turns` lead to."""
    *_, last = replay(game, turns)
    return last.state
