"""1. Set-up."""

import pytest
from msgspec.structs import replace

from games.engine.chance import SeededChance
from games.engine.game import IllegalAction
from games.engine.seats import EVERYTHING, PUBLIC
from games.noir import GAME
from games.noir.actions import ChooseIdentity, Murder, Resign, Shift
from games.noir.dealing import Options, Setup
from games.noir.pieces import INSPECTOR, KILLER, SUSPECTS, everyone, rows_of
from tests.noir.table import (
    CHANCE,
    INSPECTORS_EYES,
    KILLERS_EYES,
    cell,
    cells,
    dealt,
    evidence,
    happens,
    investigator,
    killer,
    lines,
    names,
    offered,
    opened,
    refused,
    setup,
)


def refused_setup(broken: Setup, clause: str, seats: int = 2) -> None:
    with pytest.raises(IllegalAction) as refusal:
        GAME.records.deal(seats, Options(), broken)
    assert refusal.value.clause == clause


def test_noir_1_1_the_suspects_are_one_for_each_letter_from_a_to_y() -> None:
    assert [name[0] for name in SUSPECTS] == list("ABCDEFGHIJKLMNOPQRSTUVWXY")


def test_noir_1_1_chance_lays_25_living_suspects_and_shuffles_their_25_cards() -> None:
    state = GAME.apply(GAME.start.empty, GAME.start.deal(2, Options(), CHANCE))
    assert [len(row) for row in state.grid] == [5] * 5
    assert sorted(everyone(state.grid)) == sorted(SUSPECTS)
    assert sorted((state.identity, state.disguise, *state.deck)) == sorted(SUSPECTS)
    assert state.dead == ()


def test_noir_1_1_grid_and_evidence_are_two_labelled_draws_of_the_names_in_order() -> None:
    chance = SeededChance(b"x" * 32, ["a", "b"])
    dealing = GAME.records.extract_setup(GAME.start.deal(2, Options(), chance))
    assert dealing.grid == rows_of(chance.shuffle("grid", SUSPECTS))
    assert dealing.evidence == chance.shuffle("evidence", SUSPECTS)


def test_noir_1_1_a_recorded_setup_is_taken_as_it_is() -> None:
    assert GAME.records.extract_setup(GAME.records.deal(2, Options(), setup(7, 3))) == setup(7, 3)


def test_noir_1_1_a_recorded_setup_may_have_any_25_names() -> None:
    strange = tuple(f"suspect {number}" for number in range(25))
    recorded = Setup(("killer", "inspector"), rows_of(strange), strange)
    assert (
        GAME.apply(GAME.start.empty, GAME.records.deal(2, Options(), recorded)).identity
        == "suspect 0"
    )


@pytest.mark.parametrize(
    "broken",
    [
        replace(setup(), grid=setup().grid[:4]),
        replace(setup(), grid=(setup().grid[0][:4], *setup().grid[1:])),
        replace(setup(), grid=(cells(0, 0, 2, 3, 4), *setup().grid[1:])),
        replace(setup(), grid=(("", *cells(1, 2, 3, 4)), *setup().grid[1:])),
        replace(setup(), evidence=evidence()[:24]),
        replace(setup(), evidence=(*evidence()[:24], cell(0))),
        replace(setup(), evidence=(*evidence()[:24], "Nobody")),
    ],
    ids=["rows", "columns", "twice", "nameless", "too few", "card twice", "stranger"],
)
def test_noir_1_1_a_recorded_setup_needs_25_names_and_the_same_25_cards(broken: Setup) -> None:
    refused_setup(broken, "1.1")


def test_noir_1_2_the_players_are_killer_and_inspector() -> None:
    assert [GAME.sides.of(dealt(), seat) for seat in (KILLER, INSPECTOR)] == [
        "killer",
        "inspector",
    ]


def test_noir_1_2_a_recorded_setup_names_killer_and_inspector_in_this_order() -> None:
    refused_setup(replace(setup(), roles=("inspector", "killer")), "1.2")
    refused_setup(replace(setup(), roles=("killer", "killer")), "1.2")
    refused_setup(setup(), "1.2", seats=3)


def test_noir_1_3_the_killer_draws_the_identity_and_then_the_disguise() -> None:
    state = dealt(12, 3)
    assert (state.identity, state.disguise) == (cell(12), cell(3))
    assert len(state.deck) == 23


def test_noir_1_3_only_the_killer_may_look_at_identity_and_disguise_at_any_time() -> None:
    state = opened(12, 3, 20, 21, 22, 23, victim=11)
    assert GAME.view(state, KILLERS_EYES).identity.killer == cell(12)
    assert GAME.view(state, KILLERS_EYES).disguise.killer == cell(3)
    for other in (PUBLIC, INSPECTORS_EYES):
        assert GAME.view(state, other).identity.killer is None
        assert GAME.view(state, other).disguise.killer is None


def test_noir_1_4_the_killer_opens_with_one_murder_next_to_the_identity() -> None:
    state = dealt(0, 1)
    assert state.phase == "set-up-murder"
    assert GAME.to_act(state) == (KILLER,)
    assert GAME.choices(state, KILLER) == tuple(Murder(cell(n)) for n in (1, 5, 6))
    assert GAME.choices(state, INSPECTOR) == ()


def test_noir_1_4_nothing_else_may_be_done_before_that_murder() -> None:
    refused(dealt(0, 1), KILLER, Shift("row", 0, "left"), "1.4")
    refused(dealt(0, 1), INSPECTOR, Shift("row", 0, "left"), "1.4")
    refused(dealt(0, 1), KILLER, Resign(), "6.3")


def test_noir_1_4_the_set_up_murder_counts_like_any_other() -> None:
    assert GAME.view(killer(dealt(0, 1), Murder(cell(1))), PUBLIC).murders == 1


def test_noir_1_5_right_after_that_murder_the_inspector_draws_four_cards() -> None:
    before = dealt(0, 1, 20, 21, 22, 23)
    events = happens(before, KILLER, Murder(cell(1)))
    assert names(events) == ["murdered", *["evidence-drawn"] * 4, "turn-ended"]
    state = GAME.apply(before, events)
    assert state.phase == "choose-identity"
    assert state.hand == cells(20, 21, 22, 23)
    assert GAME.view(state, PUBLIC).evidence_left == 19


def test_noir_1_5_the_inspector_chooses_one_as_identity_and_keeps_three() -> None:
    state = opened(0, 1, 20, 21, 22, 23, victim=5, inspector=22)
    assert state.inspector == cell(22)
    assert state.hand == cells(20, 21, 23)


def test_noir_1_5_only_the_inspector_may_look_at_these_cards() -> None:
    state = opened(0, 1, 20, 21, 22, 23, victim=5, inspector=22)
    for viewer, identity in ((INSPECTORS_EYES, cell(22)), (EVERYTHING, cell(22))):
        assert GAME.view(state, viewer).identity.inspector == identity
        assert GAME.view(state, viewer).hand.inspector == cells(20, 21, 23)
    for viewer in (KILLERS_EYES, PUBLIC):
        assert GAME.view(state, viewer).identity.inspector is None
        assert GAME.view(state, viewer).hand.inspector is None


def test_noir_1_5_drawing_and_choosing_reveal_no_card_to_others() -> None:
    before = killer(dealt(0, 1, 20, 21, 22, 23), Murder(cell(5)))
    events = happens(before, INSPECTOR, ChooseIdentity(cell(22)))
    assert lines(before, events, KILLERS_EYES) == ["Inspector chooses an identity."]
    assert lines(before, events, INSPECTORS_EYES) == [f"Inspector chooses {cell(22)} as identity."]


def test_noir_1_5_the_identity_must_be_alive_but_a_card_of_the_hand_may_be_dead() -> None:
    state = killer(dealt(0, 1, 5, 21, 22, 23), Murder(cell(5)))
    assert offered(state, INSPECTOR, ChooseIdentity) == tuple(
        ChooseIdentity(cell(n)) for n in (21, 22, 23)
    )
    assert "alive" in refused(state, INSPECTOR, ChooseIdentity(cell(5)), "1.5")
    assert cell(5) in investigator(state, ChooseIdentity(cell(21))).hand


def test_noir_1_5_the_identity_is_one_of_the_four_and_is_chosen_once() -> None:
    state = killer(dealt(0, 1, 20, 21, 22, 23), Murder(cell(5)))
    refused(state, INSPECTOR, ChooseIdentity(cell(24)), "1.5")
    refused(state, KILLER, ChooseIdentity(cell(20)), "1.5")
    refused(state, INSPECTOR, Shift("row", 0, "left"), "1.5")
    later = investigator(state, ChooseIdentity(cell(20)))
    refused(later, INSPECTOR, ChooseIdentity(cell(21)), "1.5")


def test_noir_1_6_the_killer_has_the_first_turn_and_turns_alternate() -> None:
    state = opened(0, 1, 20, 21, 22, 23, victim=5)
    for mover in (KILLER, INSPECTOR, KILLER, INSPECTOR):
        assert GAME.to_act(state) == (mover,)
        state = GAME.apply(state, happens(state, mover, Shift("row", 4, "left")))


def test_noir_1_6_nobody_moves_out_of_turn() -> None:
    state = opened(0, 1, 20, 21, 22, 23, victim=5)
    refused(state, INSPECTOR, Shift("row", 0, "left"), "1.6")
    state = killer(state, Shift("row", 0, "left"))
    refused(state, KILLER, Murder(cell(1)), "1.6")


def test_noir_1_6_nobody_may_pass() -> None:
    state = opened(0, 1, 20, 21, 22, 23, victim=5)
    kinds = {type(action).__name__ for action in GAME.choices(state, KILLER)}
    assert kinds == {"Murder", "Disguise", "Shift", "OfferDraw", "Resign"}
