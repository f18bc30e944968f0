"""6. The end."""

import pytest

from games.engine.seats import EVERYTHING, PUBLIC
from games.noir import GAME
from games.noir.actions import AcceptDraw, Arrest, Deduce, Murder, OfferDraw, Resign, Shift
from games.noir.pieces import INSPECTOR, KILLER
from games.noir.state import State
from tests.noir.table import (
    INSPECTORS_EYES,
    VIEWERS,
    alternately,
    cell,
    cells,
    dealt,
    happens,
    investigator,
    killer,
    lines,
    opened,
    refused,
)


def quiet() -> State:
    """The killer's first turn: identity 0, disguise 24, inspector 10, hand 14, 18, 6."""
    return opened(0, 24, 10, 14, 18, 6, victim=1)


def test_noir_6_1_nothing_may_be_done_after_the_end() -> None:
    state = alternately(quiet(), Murder(cell(6)), Deduce(cells(0, 24)))
    assert state.phase == "over"
    assert GAME.to_act(state) == GAME.waiting.invited(state) == ()
    for seat in (KILLER, INSPECTOR):
        assert GAME.choices(state, seat) == ()
        refused(state, seat, Shift("row", 0, "left"), "6.1")
        refused(state, seat, Resign(), "6.1")


def test_noir_6_1_the_result_names_the_side_and_the_reason() -> None:
    state = alternately(quiet(), Murder(cell(6)), Deduce(cells(0, 1)))
    result = GAME.view(state, PUBLIC).result
    assert (result.winner, result.reason) == ("killer", "wrong-deduction")
    assert GAME.view(quiet(), PUBLIC).result is None


def test_noir_6_2_at_the_end_everything_is_open_and_the_same_for_all() -> None:
    state = alternately(quiet(), Murder(cell(6)), Deduce(cells(0, 24)))
    views = [GAME.view(state, viewer) for viewer in VIEWERS]
    assert all(view == views[0] for view in views)
    assert (views[0].identity.killer, views[0].identity.inspector) == cells(0, 10)
    assert views[0].disguise.killer == cell(24)
    assert views[0].hand.inspector == cells(14, 18, 6)
    assert views[0].evidence == GAME.view(quiet(), EVERYTHING).evidence


def test_noir_6_2_the_log_reveals_identities_and_disguise() -> None:
    before = alternately(quiet(), Murder(cell(6)))
    told = lines(before, happens(before, INSPECTOR, Deduce(cells(24, 0))), PUBLIC)
    assert told == [
        f"Inspector deduces {cell(24)}, {cell(0)}, and is right.",
        "The killer is found out: Inspector wins.",
        f"Killer was {cell(0)}, with {cell(24)} as disguise; Inspector was {cell(10)}.",
    ]


@pytest.mark.parametrize(("loser", "winner"), [(KILLER, "inspector"), (INSPECTOR, "killer")])
def test_noir_6_3_either_may_resign_in_or_out_of_turn_and_the_other_wins(
    loser: int, winner: str
) -> None:
    for state in (quiet(), killer(quiet(), Murder(cell(6)))):
        outcome = GAME.outcome(GAME.apply(state, happens(state, loser, Resign())))
        assert (outcome.winner, outcome.reason) == (winner, "resigned")
        assert outcome.seats == (1 - loser,)


def test_noir_6_3_both_may_agree_to_a_draw() -> None:
    state = killer(quiet(), OfferDraw())
    assert GAME.waiting.invited(state) == (INSPECTOR,)  # out of turn: an invitation, no duty
    assert GAME.view(state, PUBLIC).draw_offer == KILLER
    outcome = GAME.outcome(investigator(state, AcceptDraw()))
    assert (outcome.winner, outcome.reason, outcome.seats) == (None, "draw-agreed", ())


def test_noir_6_3_an_offer_may_come_out_of_turn_and_costs_no_turn() -> None:
    state = investigator(quiet(), OfferDraw())
    assert (GAME.to_act(state), GAME.waiting.invited(state)) == ((KILLER,), ())
    assert GAME.outcome(killer(state, AcceptDraw())).reason == "draw-agreed"


def test_noir_6_3_only_one_offer_is_open_at_a_time() -> None:
    state = killer(quiet(), OfferDraw())
    refused(state, KILLER, OfferDraw(), "6.3")
    refused(state, INSPECTOR, OfferDraw(), "6.3")
    refused(state, KILLER, AcceptDraw(), "6.3")
    refused(quiet(), KILLER, AcceptDraw(), "6.3")


def test_noir_6_3_the_opponents_next_turn_declines_an_offer() -> None:
    state = killer(quiet(), OfferDraw(), Murder(cell(6)))
    assert state.offer == KILLER
    state = investigator(state, Arrest(cell(10)))
    assert state.offer is None
    assert OfferDraw() in GAME.choices(state, KILLER)
    refused(state, INSPECTOR, AcceptDraw(), "6.3")


def test_noir_6_3_the_offering_players_own_turn_does_not_decline_it() -> None:
    state = investigator(quiet(), OfferDraw())
    state = killer(state, Murder(cell(6)))
    assert state.offer is None
    state = investigator(state, OfferDraw(), Arrest(cell(10)))
    assert state.offer == INSPECTOR
    assert AcceptDraw() in GAME.choices(state, KILLER)


def test_noir_6_3_draws_and_resigning_wait_for_the_inspectors_identity() -> None:
    for state in (dealt(0, 1), killer(dealt(0, 1), Murder(cell(1)))):
        for seat in (KILLER, INSPECTOR):
            refused(state, seat, OfferDraw(), "6.3")
            refused(state, seat, Resign(), "6.3")


def test_noir_6_3_a_game_of_nothing_but_shifts_never_ends() -> None:
    state = alternately(quiet(), *[Shift("row", 4, "left")] * 200)
    assert GAME.outcome(state) is None


def test_noir_6_3_the_table_may_deal_again_until_the_identity_is_chosen() -> None:
    assert GAME.start.redealable(dealt(0, 1))
    assert GAME.start.redealable(killer(dealt(0, 1), Murder(cell(1))))
    assert not GAME.start.redealable(quiet())
    assert GAME.view(quiet(), INSPECTORS_EYES).phase == "killer"
