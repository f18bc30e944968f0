"""7. At a digital table: answers, the notebook, option and sides."""

from collections.abc import Iterable, Iterator
from itertools import permutations, product
from random import Random

import pytest

from games.engine.record import Turn
from games.engine.seats import EVERYTHING, PUBLIC, Viewer
from games.noir import GAME
from games.noir.actions import Arrest, Disguise, Investigate, Murder
from games.noir.dealing import Options, Setup
from games.noir.notebook import Notebook
from games.noir.pieces import INSPECTOR, KILLER, SIDES, neighbours
from games.noir.state import State
from games.noir.view import public_record
from tests.noir.play import played
from tests.noir.table import (
    CHANCE,
    INSPECTORS_EYES,
    KILLERS_EYES,
    alternately,
    cell,
    cells,
    dealt,
    killer,
    opened,
)

Step = tuple[State, Turn]


def test_noir_7_1_nobody_is_asked_for_an_answer() -> None:
    state = alternately(
        opened(0, 24, 10, 5, 18, 23, victim=1), Disguise(swap=False), Investigate(cell(5))
    )
    assert GAME.to_act(state) == (KILLER,)
    assert GAME.to_act(killer(state, Murder(cell(5)))) == (INSPECTOR,)


def test_noir_7_1_every_answer_is_true_when_it_is_given() -> None:
    for seed in range(40):
        before = GAME.start.empty
        for state, turn in played(seed):
            for event in turn.events:
                if event.__struct_config__.tag == "canvassed":
                    who = before.identity if event.asked_of == "killer" else before.inspector
                    assert event.adjacent == (who in neighbours(before.grid, event.suspect))
            before = state


def test_noir_7_2_only_players_have_a_notebook() -> None:
    state = opened(0, 24, 10, 5, 18, 23, victim=1)
    assert GAME.view(state, KILLERS_EYES).notebook.about == "inspector"
    assert GAME.view(state, INSPECTORS_EYES).notebook.about == "killer"
    assert GAME.view(state, PUBLIC).notebook is None
    assert GAME.view(state, EVERYTHING).notebook is None


def test_noir_7_2_the_notebook_can_be_switched_off_when_the_table_is_opened() -> None:
    state = dealt(0, 1, notebook=False)
    assert GAME.view(state, KILLERS_EYES).notebook is None
    assert Options().notebook
    assert set(GAME.words.options) == {"notebook"}


def allowed(book: Notebook) -> set[str]:
    return {note.suspect for note in book.notes if note.identity}


def test_noir_7_2_at_first_all_cards_but_a_players_own_are_possible() -> None:
    state = killer(dealt(12, 24, 0, 1, 2, 3), Murder(cell(11)))
    around = set(cells(5, 6, 7, 10, 12, 15, 16, 17))
    assert allowed(GAME.view(state, INSPECTORS_EYES).notebook) == around
    assert allowed(GAME.view(state, KILLERS_EYES).notebook) == set(
        cells(*(n for n in range(25) if n not in (11, 12, 24)))
    )


def test_noir_7_2_a_disguise_makes_ruled_out_suspects_possible_again() -> None:
    state = opened(12, 24, 0, 1, 2, 3, victim=11)
    state = killer(state, Disguise(swap=False))
    assert len(allowed(GAME.view(state, INSPECTORS_EYES).notebook)) == 20  # not 0 to 3, not 11


def test_noir_7_2_an_answer_refers_to_the_grid_at_the_time() -> None:
    state = opened(12, 24, 0, 17, 2, 3, victim=11)
    state = alternately(state, Disguise(swap=False), Investigate(cell(17)))
    then = allowed(GAME.view(state, INSPECTORS_EYES).notebook)
    assert then == set(cells(12, 13, 16, 18, 21, 22, 23))
    state = alternately(state, *[shift for shift in GAME.choices(state, KILLER)
                                 if getattr(shift, "line", "") == "row"][:1])  # fmt: skip
    assert allowed(GAME.view(state, INSPECTORS_EYES).notebook) == then


def test_noir_7_2_the_notebook_says_who_a_player_may_be_by_the_public_record() -> None:
    state = alternately(
        opened(12, 24, 0, 1, 2, 3, victim=11), Disguise(swap=False), Arrest(cell(0))
    )
    assert set(GAME.view(state, INSPECTORS_EYES).notebook.exposed) == set(cells(0, 1, 5, 6))
    state = opened(12, 24, 6, 1, 2, 3, victim=11)
    assert set(GAME.view(state, KILLERS_EYES).notebook.exposed) == set(
        cells(5, 6, 7, 10, 12, 15, 16, 17)
    )


# The rest checks the notebook against the rules themselves: the same actions are played in every
# world that a player could be in, and a world is struck as soon as that player would have seen
# anything else. The notebook must allow the surviving worlds: no more, no less.


def worlds(known: list[Step], decks: Iterable[tuple[str, ...]], viewer: Viewer) -> Iterator[State]:
    """Yield the worlds with one of those decks in which `viewer` would have seen the same."""
    grid = GAME.records.extract_setup(known[0][1].events).grid
    seen = [(turn, GAME.view(truth, viewer)) for truth, turn in known[1:]]
    for evidence in decks:
        start = GAME.records.deal(2, Options(notebook=False), Setup(SIDES, grid, evidence))
        alive = [GAME.apply(GAME.start.empty, start)]
        for turn, view in seen:
            alive = [world for before in alive for world in _after(before, turn, viewer)
                     if GAME.view(world, viewer) == view]  # fmt: skip
        yield from alive


def _after(world: State, turn: Turn, viewer: Viewer) -> Iterator[State]:
    """Yield the possible results of the turn in `world`, by the knowledge of `viewer`."""
    actions = [turn.action]
    if isinstance(turn.action, Disguise) and viewer.seat != KILLER:
        actions = [Disguise(swap=False), Disguise(swap=True)]
    if turn.action.__struct_config__.tag == "choose-identity" and viewer.seat != INSPECTOR:
        actions = list(GAME.choices(world, INSPECTOR))
    for action in actions:
        if action in GAME.choices(world, turn.seat):
            yield GAME.apply(world, GAME.play(world, turn.seat, action, CHANCE))


def swapped(cards: tuple[str, ...], *pairs: tuple[str, str]) -> tuple[str, ...]:
    """Return `cards` after swapping each pair in turn."""
    for one, other in pairs:
        names = {one: other, other: one}
        cards = tuple(names.get(card, card) for card in cards)
    return cards


def a_game(seed: int, longest: int) -> list[Step]:
    """Return a random unfinished game."""
    known = list(played(seed, longest=longest))
    return known if known[-1][0].outcome is None else known[:-1]


def book_of(state: State, viewer: Viewer) -> Notebook:
    with_book = GAME.evolve(GAME.start.empty, GAME.start.deal(2, Options(), CHANCE)[0])
    assert with_book.notebook
    fields = {name: getattr(state, name) for name in state.__struct_fields__}
    return GAME.view(State(**fields | {"notebook": True}), viewer).notebook


def unseen_by(state: State, own: tuple[str | None, ...]) -> list[str]:
    shown = public_record(state).shown
    return [suspect for suspect in state.suspects if suspect not in (*shown, *own)]


@pytest.mark.parametrize("seed", range(8))
def test_noir_7_2_the_inspectors_notebook_is_exact(seed: int) -> None:
    known = a_game(seed, longest=6 + 4 * seed)
    state, first = known[-1][0], GAME.records.extract_setup(known[0][1].events).evidence
    unseen = unseen_by(state, (*state.hand, state.inspector))
    decks = (dealt_to_killer(first, one, other) for one, other in permutations(unseen, 2))
    pairs = {(world.identity, world.disguise) for world in worlds(known, decks, INSPECTORS_EYES)}
    book = book_of(state, INSPECTORS_EYES)
    assert (state.identity, state.disguise) in pairs
    assert set(book.pairs) == pairs
    assert allowed(book) == {identity for identity, _ in pairs}
    assert {n.suspect for n in book.notes if n.disguise} == {disguise for _, disguise in pairs}


def dealt_to_killer(cards: tuple[str, ...], identity: str, disguise: str) -> tuple[str, ...]:
    """Return the deck with two cards on top; those from there take their places."""
    cards = swapped(cards, (cards[0], identity))
    return swapped(cards, (cards[1], disguise))


def dealt_to_both(
    cards: tuple[str, ...], place: int, identity: str, disguise: str, inspector: str
) -> tuple[str, ...]:
    """Return the deck with two cards on top, and the inspector's at its place."""
    cards = dealt_to_killer(cards, identity, disguise)
    return swapped(cards, (cards[place], inspector))


@pytest.mark.parametrize("seed", range(6))
def test_noir_7_2_the_killers_notebook_is_exact(seed: int) -> None:
    known = a_game(seed + 50, longest=8 + 5 * seed)
    state, first = known[-1][0], GAME.records.extract_setup(known[0][1].events).evidence
    unseen = unseen_by(state, (state.identity, state.disguise))
    inspectors, held = set(), set()
    random = Random(seed)
    exchanges = product((state.inspector, *state.hand), unseen)  # the choice of four is free
    shuffled = [shuffle_of(first, unseen, random) for _ in range(100)]
    decks = [*(swapped(first, exchange) for exchange in exchanges), *shuffled]
    for world in worlds(known, decks, KILLERS_EYES):
        inspectors.add(world.inspector)
        held.update(world.hand)
    book = book_of(state, KILLERS_EYES)
    assert allowed(book) == inspectors
    assert {note.suspect for note in book.notes if note.hand} == held


def shuffle_of(cards: tuple[str, ...], some: list[str], random: Random) -> tuple[str, ...]:
    """Return `cards` with the places of `some` shuffled among them."""
    new = dict(zip(some, random.sample(some, len(some)), strict=True))
    return tuple(new.get(card, card) for card in cards)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_noir_7_2_what_the_public_record_allows_is_exact(seed: int) -> None:
    known = a_game(seed + 90, longest=5 + 3 * seed)
    state, first = known[-1][0], GAME.records.extract_setup(known[0][1].events).evidence
    killers, inspectors, place = set(), set(), first.index(state.inspector)
    decks = (dealt_to_both(first, place, *three) for three in permutations(unseen_by(state, ()), 3))
    for world in worlds(known, decks, PUBLIC):
        killers.add(world.identity)
        inspectors.add(world.inspector)
    assert killers == set(book_of(state, KILLERS_EYES).exposed)
    assert inspectors == set(book_of(state, INSPECTORS_EYES).exposed)


@pytest.mark.parametrize("seat", [KILLER, INSPECTOR])
def test_noir_7_3_a_seat_is_a_side_so_that_a_return_game_swaps_them(seat: int) -> None:
    assert GAME.sides.of(dealt(), seat) == SIDES[seat]
    assert len(GAME.seats) == 1
    assert 2 in GAME.seats
