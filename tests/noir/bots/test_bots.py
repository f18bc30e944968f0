"""Bots: they play legally, without secrets, never endlessly, and at three strengths."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from games.engine.seats import Viewer
from games.noir import GAME
from games.noir.actions import (
    AcceptDraw,
    Arrest,
    Deduce,
    Disguise,
    Investigate,
    Murder,
    OfferDraw,
    Shift,
)
from games.noir.bots.belief import identities, idle_turns, killer_pairs, race
from games.noir.bots.inspector import own_cards
from games.noir.bots.killer import IDLE, strong_scores, worths
from games.noir.dealing import Options
from games.noir.pieces import INSPECTOR, KILLER
from games.noir.state import State
from tests.noir.play import seeded
from tests.noir.table import (
    INSPECTORS_EYES,
    KILLERS_EYES,
    alternately,
    cell,
    cells,
    investigator,
    killer,
    opened,
    with_dead,
)

LONGEST = 400  #: actions


def ended(seed: int, killer_bot: str, inspector_bot: str, *, notebook: bool = True) -> State:
    """Return a game between bots at its end."""
    random, chance = Random(seed), seeded(seed)
    bots = (GAME.bots[killer_bot], GAME.bots[inspector_bot])
    state = GAME.apply(GAME.start.empty, GAME.start.deal(2, Options(notebook=notebook), chance))
    for _ in range(LONGEST):
        if state.outcome is not None:
            return state
        (seat,) = GAME.to_act(state)
        action = asked(state, seat, bots[seat], random)
        state = GAME.apply(state, GAME.play(state, seat, action, chance))
    raise AssertionError(f"game {seed} of {killer_bot} against {inspector_bot} does not end")


def asked(state: State, seat: int, bot: Any, random: Random) -> Any:
    return bot(GAME.view(state, Viewer(seat)), GAME.choices(state, seat), random)


def winners(killer_bot: str, inspector_bot: str, games: int) -> Counter[str]:
    """Return how many games each side wins."""
    ends = (ended(seed, killer_bot, inspector_bot) for seed in range(games))
    return Counter(state.outcome.winner for state in ends)


@pytest.mark.parametrize("killer_bot", ["random", "simple", "strong"])
@pytest.mark.parametrize("inspector_bot", ["random", "simple", "strong"])
def test_bots_finish_every_game(killer_bot: str, inspector_bot: str) -> None:
    for seed in range(5):
        assert ended(seed, killer_bot, inspector_bot).outcome.winner in ("killer", "inspector")


@pytest.mark.long
def test_the_strong_bot_beats_the_random_one_on_both_sides() -> None:
    assert winners("strong", "random", 40)["killer"] >= 34
    assert winners("random", "strong", 40)["inspector"] >= 34


@pytest.mark.long
def test_simple_players_have_about_even_chances_and_short_games() -> None:
    games = [ended(seed, "simple", "simple") for seed in range(100)]
    wins = sum(state.outcome.winner == "killer" for state in games)
    assert 25 <= wins <= 60
    assert 8 <= sum(state.turn for state in games) / len(games) <= 20


@pytest.mark.parametrize("name", ["simple", "strong"])
def test_a_bot_plays_the_same_with_and_without_the_notebook(name: str) -> None:
    plain = ended(5, name, name, notebook=False)
    assert ended(5, name, name) == msgspec.structs.replace(plain, notebook=True)


@pytest.mark.parametrize("name", ["random", "simple", "strong"])
def test_a_bot_ignores_an_offer_and_never_resigns(name: str) -> None:
    state = killer(opened(0, 24, 10, 14, 18, 23, victim=1), OfferDraw())
    assert asked(state, INSPECTOR, GAME.bots[name], Random(1)) is None


def test_a_bot_accepts_a_draw_once_the_game_is_long() -> None:
    state = opened(0, 24, 10, 14, 18, 23, victim=1)
    for _ in range(60):
        state = GAME.apply(state, played(state, Shift("row", 4, "left")))
    state = killer(state, OfferDraw())
    assert asked(state, INSPECTOR, GAME.bots["strong"], Random(1)) == AcceptDraw()


def played(state: State, action: Any) -> Sequence[Any]:
    return GAME.play(state, state.mover, action, seeded(0))


def sharpened() -> State:
    """The inspector's turn; only one suspect, beside the inspector, can be the killer."""
    state = opened(0, 24, 6, 14, 18, 23, victim=5)
    state = killer(state, Shift("row", 4, "left"))
    names = [name for name in state.suspects if name != cell(0)]
    clue = type(state.clues[0])("killer", "outside", tuple(names))
    return msgspec.structs.replace(state, clues=(*state.clues, clue))


@pytest.mark.parametrize("name", ["simple", "strong"])
def test_an_inspector_who_is_certain_arrests(name: str) -> None:
    assert asked(sharpened(), INSPECTOR, GAME.bots[name], Random(2)) == Arrest(cell(0))


@pytest.mark.parametrize("name", ["simple", "strong"])
def test_an_inspector_who_knows_the_pair_but_is_far_deduces(name: str) -> None:
    state = opened(0, 24, 10, 14, 18, 23, victim=5, inspector=14)
    state = killer(state, Disguise(swap=False))
    left = frozenset(cells(0, 24))
    shown = tuple(s for s in state.suspects if s not in {*left, state.inspector, *state.hand})
    state = msgspec.structs.replace(state, discards=shown)
    action = asked(state, INSPECTOR, GAME.bots[name], Random(2))
    assert isinstance(action, Deduce)
    assert set(action.suspects) == left


@pytest.mark.parametrize("name", ["simple", "strong"])
def test_a_killer_with_nine_murders_takes_the_tenth(name: str) -> None:
    state = with_dead(opened(0, 24, 10, 14, 18, 23, victim=1), 1, 2, 3, 4, 7, 8, 9, 11, 12)
    assert isinstance(asked(state, KILLER, GAME.bots[name], Random(3)), Murder)


def test_a_killer_taking_the_disguise_chooses_swap_or_bluff_at_random() -> None:
    """The suspicion of either does not matter: a predictable choice would reveal the killer."""
    state = opened(0, 24, 10, 14, 18, 23, victim=1)
    view = GAME.view(state, KILLERS_EYES)
    turns = [choice for choice in GAME.choices(state, KILLER) if isinstance(choice, Disguise)]
    drawn = Counter(
        max(scores, key=scores.__getitem__).swap
        for scores in (strong_scores(view, turns, Random(seed)) for seed in range(400))
    )
    assert 160 <= drawn[True] <= 240


def test_a_killer_counts_fruitless_turns_and_tires_of_them() -> None:
    first, around = opened(0, 24, 10, 14, 18, 23, victim=1), Shift("row", 4, "left")
    assert idle_turns(GAME.view(first, KILLERS_EYES)) == 0
    idle = alternately(first, *[around] * 10)  # the grid is the same, and nobody knows more
    assert idle_turns(GAME.view(idle, KILLERS_EYES)) == 10
    shift = Shift("row", 4, "right")
    before, after = (worths(GAME.view(one, KILLERS_EYES), [shift])[shift] for one in (first, idle))
    assert after == pytest.approx(before - 10 * IDLE)
    for turn in (Murder(cell(6)), Murder(cell(5))):
        murdered = killer(idle, turn)
        assert idle_turns(GAME.view(murdered, KILLERS_EYES)) == 10
    for turn in (Arrest(cell(10)), Investigate(cell(14))):
        asked_for = investigator(killer(idle, around), turn)
        assert idle_turns(GAME.view(asked_for, KILLERS_EYES)) == 11


@pytest.mark.long
def test_a_strong_inspectors_beliefs_are_calibrated() -> None:
    judged: list[tuple[float, bool]] = []
    for seed in range(25):
        random, chance = Random(seed), seeded(seed)
        state = GAME.apply(GAME.start.empty, GAME.start.deal(2, Options(), chance))
        while state.outcome is None:
            (seat,) = GAME.to_act(state)
            view = GAME.view(state, Viewer(seat))
            if seat == INSPECTOR and view.identity.inspector is not None:
                likely = identities(killer_pairs(view, own_cards(view)))
                judged += [(odds, name == state.identity) for name, odds in likely.items()]
            action = asked(state, seat, GAME.bots["strong"], random)
            state = GAME.apply(state, GAME.play(state, seat, action, chance))
    for least, most in ((0.0, 0.3), (0.3, 0.8), (0.8, 1.1)):
        found = [(odds, true) for odds, true in judged if least <= odds < most]
        believed = sum(odds for odds, _ in found) / len(found)
        assert sum(true for _, true in found) / len(found) == pytest.approx(believed, abs=0.08)


def test_a_bot_weighs_swap_and_bluff_alike() -> None:
    state = investigator(
        killer(opened(0, 24, 10, 14, 18, 23, victim=1), Disguise(swap=True)), Arrest(cell(10))
    )
    pairs = killer_pairs(GAME.view(state, INSPECTORS_EYES))
    assert pairs[cells(0, 24)] == pytest.approx(pairs[cells(24, 0)])


def test_a_race_is_won_by_the_nearer_player() -> None:
    assert race(0, 0.0, 0.5) == race(1, 0.0, 0.5) == 1.0
    assert race(2, 0.0, 0.5) == pytest.approx(0.5)
    assert race(2, 0.5, 0.5) == pytest.approx(0.5 + 0.5 * 0.5)
    assert race(9, 0.1, 0.0) == pytest.approx(1.0)
