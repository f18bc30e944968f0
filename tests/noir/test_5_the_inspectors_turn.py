"""5. The inspector's turn."""

import pytest
from msgspec.structs import replace

from games.engine.seats import PUBLIC
from games.noir import GAME
from games.noir.actions import Arrest, Collapse, Deduce, Disguise, Investigate, Murder, Shift
from games.noir.pieces import INSPECTOR, KILLER
from games.noir.state import State
from tests.noir.table import (
    INSPECTORS_EYES,
    KILLERS_EYES,
    cell,
    cells,
    happens,
    investigator,
    killer,
    lines,
    names,
    offered,
    opened,
    refused,
    with_dead,
)


def on_turn() -> State:
    """The inspector's first turn: identity 0, disguise 24, inspector 10, hand 14, 18, 6."""
    return killer(opened(0, 24, 10, 14, 18, 6, 3, victim=1), Shift("row", 4, "left"))


def test_noir_5_1_a_target_is_the_inspector_or_a_living_neighbour() -> None:
    state = on_turn()
    assert set(offered(state, INSPECTOR, Arrest)) == {
        Arrest(cell(n)) for n in (5, 6, 10, 11, 15, 16)
    }
    refused(state, INSPECTOR, Arrest(cell(12)), "5.1")
    refused(killer(opened(0, 24, 10, 14, 18, 6, victim=1)), KILLER, Arrest(cell(5)), "5.1")


def test_noir_5_1_a_dead_suspect_may_not_be_arrested() -> None:
    state = killer(opened(0, 24, 10, 14, 18, 23, victim=1), Murder(cell(5)))
    assert "Dead" in refused(state, INSPECTOR, Arrest(cell(5)), "5.1")


def test_noir_5_1_an_innocent_suspect_may_be_arrested() -> None:
    state = investigator(on_turn(), Investigate(cell(6)))
    state = killer(state, Shift("row", 4, "left"))
    assert Arrest(cell(6)) in GAME.choices(state, INSPECTOR)


def test_noir_5_1_arresting_the_killers_identity_wins() -> None:
    state = killer(opened(5, 24, 10, 14, 18, 6, victim=1), Shift("row", 4, "left"))
    events = happens(state, INSPECTOR, Arrest(cell(5)))
    assert names(events) == ["arrested", "game-ended", "identities-opened"]
    outcome = GAME.outcome(GAME.apply(state, events))
    assert (outcome.winner, outcome.reason) == ("inspector", "killer-arrested")
    assert outcome.seats == (INSPECTOR,)


def test_noir_5_1_arresting_the_disguise_is_a_miss() -> None:
    state = killer(opened(0, 5, 10, 14, 18, 6, victim=1), Shift("row", 4, "left"))
    assert GAME.outcome(investigator(state, Arrest(cell(5)))) is None


def test_noir_5_1_a_miss_costs_only_the_information_it_reveals() -> None:
    state = on_turn()
    after = investigator(state, Arrest(cell(11)))
    assert (after.hand, after.grid, after.dead) == (state.hand, state.grid, state.dead)
    book = GAME.view(after, KILLERS_EYES).notebook
    left = {note.suspect for note in book.notes if note.identity}
    assert left == set(cells(5, 6, 7, 10, 11, 12, 15, 16, 17))
    book = GAME.view(after, INSPECTORS_EYES).notebook
    assert not next(note for note in book.notes if note.suspect == cell(11)).identity


def test_noir_5_1_the_inspector_may_name_its_own_identity_to_mislead() -> None:
    after = investigator(on_turn(), Arrest(cell(10)))
    assert GAME.to_act(after) == (KILLER,)
    assert GAME.view(after, PUBLIC).last_move.suspects == cells(10)


@pytest.mark.parametrize(("card", "answer"), [(6, True), (14, False)])
def test_noir_5_2_the_killer_answers_a_card_from_the_hand_truthfully(
    card: int, answer: bool
) -> None:
    state = on_turn()
    events = happens(state, INSPECTOR, Investigate(cell(card)))
    assert names(events) == [
        "investigated",
        "canvassed",
        "suspect-cleared",
        "evidence-drawn",
        "turn-ended",
    ]
    canvass = GAME.view(GAME.apply(state, events), PUBLIC).canvasses[-1]
    assert (canvass.suspect, canvass.asked_of, canvass.adjacent) == (cell(card), "killer", answer)
    assert GAME.view(GAME.apply(state, events), PUBLIC).last_move.adjacent is answer


def test_noir_5_2_the_question_is_about_the_identity_not_the_disguise() -> None:
    state = killer(opened(0, 19, 10, 14, 18, 6, victim=1), Shift("row", 4, "left"))
    assert investigator(state, Investigate(cell(14))).canvasses[-1].adjacent is False


def test_noir_5_2_a_living_suspect_is_innocent_from_then_on() -> None:
    after = investigator(on_turn(), Investigate(cell(14)))
    assert after.innocent == cells(14)
    assert after.hand == cells(18, 6, 3)


def test_noir_5_2_a_dead_suspects_card_asks_the_question_and_is_discarded() -> None:
    state = killer(opened(0, 24, 10, 14, 18, 6, 3, victim=1), Murder(cell(6)))
    events = happens(state, INSPECTOR, Investigate(cell(6)))
    assert "canvassed" in names(events)
    after = GAME.apply(state, events)
    assert (after.innocent, after.discards) == ((), cells(6))
    assert after.hand == cells(14, 18, 3)


def test_noir_5_2_only_a_card_from_the_hand_may_be_used() -> None:
    refused(on_turn(), INSPECTOR, Investigate(cell(10)), "5.2")
    refused(on_turn(), INSPECTOR, Investigate(cell(3)), "5.2")
    refused(opened(0, 24, 10, 14, 18, 6, victim=1), KILLER, Investigate(cell(14)), "5.2")


def test_noir_5_2_the_hand_is_refilled_while_the_deck_lasts() -> None:
    state = replace(on_turn(), hand=cells(14), deck=cells(18))
    assert investigator(state, Investigate(cell(14))).hand == cells(18)


def test_noir_5_2_nobody_else_sees_the_drawn_card() -> None:
    state = on_turn()
    events = happens(state, INSPECTOR, Investigate(cell(14)))
    for viewer in (PUBLIC, KILLERS_EYES):
        assert "Inspector draws an evidence card." in lines(state, events, viewer)
        assert not any(cell(3) in line for line in lines(state, events, viewer))
    assert f"Inspector draws the evidence card of {cell(3)}." in lines(
        state, events, INSPECTORS_EYES
    )


def test_noir_5_3_with_an_empty_evidence_deck_there_is_no_investigation() -> None:
    state = replace(on_turn(), deck=())
    assert offered(state, INSPECTOR, Investigate) == ()
    refused(state, INSPECTOR, Investigate(cell(14)), "5.3")


def test_noir_5_3_the_last_card_of_the_deck_still_allows_an_investigation() -> None:
    state = replace(on_turn(), deck=cells(3))
    after = investigator(state, Investigate(cell(14)))
    assert (after.hand, after.deck) == (cells(18, 6, 3), ())


@pytest.mark.parametrize("pair", [(0, 24), (24, 0)])
@pytest.mark.parametrize("swap", [False, True])
def test_noir_5_4_deducing_the_pair_wins_in_either_order_and_after_a_swap(
    pair: tuple[int, int], swap: bool
) -> None:
    state = killer(opened(0, 24, 10, 14, 18, 6, victim=1), Disguise(swap=swap))
    after = investigator(state, Deduce(cells(*pair)))
    assert (GAME.outcome(after).winner, GAME.outcome(after).reason) == ("inspector", "deduced")


@pytest.mark.parametrize("pair", [(0, 23), (23, 24), (10, 14)])
def test_noir_5_4_deducing_anything_else_loses(pair: tuple[int, int]) -> None:
    after = investigator(on_turn(), Deduce(cells(*pair)))
    assert (GAME.outcome(after).winner, GAME.outcome(after).reason) == ("killer", "wrong-deduction")


def test_noir_5_4_the_dead_and_the_removed_may_be_named() -> None:
    state = with_dead(opened(0, 1, 10, 14, 18, 6, victim=1), 1, 7, 11, 17, 22)
    state = killer(state, Collapse("row-each", cells(1, 7, 11, 17, 22)))
    assert GAME.outcome(investigator(state, Deduce(cells(1, 0)))).reason == "deduced"


def test_noir_5_4_two_different_suspects_are_named() -> None:
    refused(on_turn(), INSPECTOR, Deduce(cells(0, 0)), "5.4")
    refused(on_turn(), INSPECTOR, Deduce((cell(0), "Nobody")), "5.4")
    refused(opened(0, 24, 10, 14, 18, 6, victim=1), KILLER, Deduce(cells(0, 24)), "5.4")
    assert len(offered(on_turn(), INSPECTOR, Deduce)) == 25 * 24
