"""4. The killer's turn."""

from games.engine.seats import PUBLIC
from games.noir import GAME
from games.noir.actions import Arrest, Collapse, Disguise, Investigate, Murder, Shift
from games.noir.pieces import INSPECTOR, KILLER
from games.noir.state import State
from tests.noir.table import (
    INSPECTORS_EYES,
    KILLERS_EYES,
    alternately,
    cell,
    cells,
    dealt,
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


def quiet() -> State:
    """The killer's first turn: identity 0, disguise 24, inspector 10, hand 14, 18, 23."""
    return opened(0, 24, 10, 14, 18, 23, victim=1)


def with_innocent(inspector: int) -> State:
    """The killer's turn beside 5, who is innocent."""
    state = opened(0, 24, inspector, 5, 18, 23, victim=1)
    return alternately(state, Shift("row", 4, "left"), Investigate(cell(5)))


def test_noir_4_1_the_killers_identity_is_always_alive() -> None:
    state = killer(quiet(), Disguise(swap=True))
    assert state.is_alive(state.identity)
    state = alternately(opened(0, 1, 20, 21, 22, 23, victim=1), Disguise(swap=False))
    assert state.is_alive(state.identity)


def test_noir_4_2_murder_needs_a_living_suspect_next_to_the_identity() -> None:
    state = quiet()
    assert offered(state, KILLER, Murder) == (Murder(cell(5)), Murder(cell(6)))
    refused(state, KILLER, Murder(cell(2)), "4.2")
    refused(state, KILLER, Murder(cell(0)), "4.2")
    assert "dead" in refused(state, KILLER, Murder(cell(1)), "4.2")
    refused(state, KILLER, Murder("Nobody"), "4.2")
    refused(killer(state, Murder(cell(5))), INSPECTOR, Murder(cell(6)), "4.2")


def test_noir_4_2_the_disguise_may_be_a_victim_in_the_set_up_too() -> None:
    assert Murder(cell(1)) in GAME.choices(dealt(0, 1), KILLER)
    state = opened(0, 5, 20, 21, 22, 23, victim=1)
    assert cell(5) in killer(state, Murder(cell(5))).dead


def test_noir_4_2_with_no_living_neighbour_there_is_no_murder_to_choose() -> None:
    state = with_dead(quiet(), 1, 5, 6)
    assert offered(state, KILLER, Murder) == ()
    assert offered(state, KILLER, Shift) != ()


def test_noir_4_3_the_victim_dies_face_down_where_it_lies() -> None:
    state = quiet()
    after = killer(state, Murder(cell(6)))
    assert after.dead == cells(1, 6)
    assert after.grid == state.grid


def test_noir_4_3_murdering_the_inspector_wins_before_any_canvass() -> None:
    state = opened(0, 24, 6, 14, 18, 23, victim=1)
    events = happens(state, KILLER, Murder(cell(6)))
    assert names(events) == ["murdered", "game-ended", "identities-opened"]
    outcome = GAME.outcome(GAME.apply(state, events))
    assert (outcome.winner, outcome.reason) == ("killer", "inspector-murdered")
    assert outcome.seats == (KILLER,)


def test_noir_4_3_the_tenth_murder_wins_including_the_set_up_murder() -> None:
    state = with_dead(quiet(), 1, 2, 3, 4, 7, 8, 9, 11, 12)
    events = happens(state, KILLER, Murder(cell(6)))
    assert names(events) == ["murdered", "game-ended", "identities-opened"]
    assert GAME.outcome(GAME.apply(state, events)).reason == "ten-murders"


def test_noir_4_3_the_ninth_murder_does_not_win() -> None:
    state = with_dead(quiet(), 1, 2, 3, 4, 7, 8, 9, 11)
    assert GAME.outcome(killer(state, Murder(cell(6)))) is None


def test_noir_4_3_a_tenth_murder_of_an_innocent_ends_it_without_a_question() -> None:
    state = with_dead(with_innocent(10), 1, 2, 3, 4, 7, 8, 9, 11, 12)
    events = happens(state, KILLER, Murder(cell(5)))
    assert names(events) == ["murdered", "game-ended", "identities-opened"]


def test_noir_4_3_a_tenth_murder_of_the_inspector_gives_the_inspector_as_reason() -> None:
    state = with_dead(opened(0, 24, 6, 14, 18, 23, victim=1), 1, 2, 3, 4, 7, 8, 9, 11, 12)
    assert GAME.outcome(killer(state, Murder(cell(6)))).reason == "inspector-murdered"


def test_noir_4_4_murdering_an_innocent_asks_the_inspector_and_discards_the_card() -> None:
    state = with_innocent(10)
    events = happens(state, KILLER, Murder(cell(5)))
    assert names(events) == ["canvassed", "murdered", "evidence-discarded", "turn-ended"]
    assert lines(state, events, PUBLIC)[0] == f"The inspector is beside {cell(5)}."
    after = GAME.apply(state, events)
    assert (after.innocent, after.discards) == ((), cells(5))
    assert GAME.view(after, PUBLIC).last_move.adjacent is True


def test_noir_4_4_a_negative_answer_is_true_too() -> None:
    after = killer(with_innocent(22), Murder(cell(5)))
    assert GAME.view(after, KILLERS_EYES).canvasses[-1].adjacent is False


def test_noir_4_4_murdering_anybody_else_asks_nothing() -> None:
    assert names(happens(quiet(), KILLER, Murder(cell(6)))) == ["murdered", "turn-ended"]


def test_noir_4_5_identity_and_disguise_may_change_places() -> None:
    after = killer(quiet(), Disguise(swap=True))
    assert (after.identity, after.disguise) == cells(24, 0)
    assert offered(alternately(after, Arrest(cell(10))), KILLER, Murder) == tuple(
        Murder(cell(n)) for n in (18, 19, 23)
    )


def test_noir_4_5_identity_and_disguise_may_stay_in_place_as_a_bluff() -> None:
    after = killer(quiet(), Disguise(swap=False))
    assert (after.identity, after.disguise) == cells(0, 24)


def test_noir_4_5_swap_and_bluff_look_the_same_to_everybody_else() -> None:
    before = quiet()
    swap, bluff = (happens(before, KILLER, Disguise(swap=swap)) for swap in (True, False))
    assert names(swap) == names(bluff)
    for viewer in (PUBLIC, INSPECTORS_EYES):
        assert lines(before, swap, viewer) == lines(before, bluff, viewer)
        assert GAME.view(GAME.apply(before, swap), viewer) == GAME.view(
            GAME.apply(before, bluff), viewer
        )


def test_noir_4_5_the_killers_log_says_whether_it_was_a_swap_or_a_bluff() -> None:
    before = quiet()
    swap, bluff = (happens(before, KILLER, Disguise(swap=swap)) for swap in (True, False))
    assert lines(before, swap, KILLERS_EYES) == [
        f"Killer takes a disguise, and is {cell(24)} from now on."
    ]
    assert lines(before, bluff, KILLERS_EYES) == [
        f"Killer takes a disguise as a bluff, and is still {cell(0)}."
    ]


def test_noir_4_5_with_the_disguise_murdered_in_the_set_up_only_the_bluff_is_possible() -> None:
    state = opened(0, 1, 20, 21, 22, 23, victim=1)
    assert offered(state, KILLER, Disguise) == (Disguise(swap=False),)
    assert "dead" in refused(state, KILLER, Disguise(swap=True), "4.5")


def test_noir_4_5_the_opponent_cannot_tell_that_only_the_bluff_was_possible() -> None:
    dead_disguise = killer(opened(0, 1, 20, 21, 22, 23, victim=1), Disguise(swap=False))
    living_one = killer(opened(0, 24, 20, 21, 22, 23, victim=1), Disguise(swap=True))
    views = [GAME.view(state, INSPECTORS_EYES) for state in (dead_disguise, living_one)]
    assert views[0] == views[1]


def test_noir_4_5_a_removed_disguise_cannot_become_the_identity_either() -> None:
    state = with_dead(opened(0, 1, 20, 21, 22, 23, victim=1), 1, 7, 11, 17, 24)
    state = killer(state, Collapse("row-each", cells(1, 7, 11, 17, 24)))
    state = investigator(state, Shift("row", 4, "left"))
    assert state.disguise in state.removed
    assert offered(state, KILLER, Disguise) == (Disguise(swap=False),)


def test_noir_4_5_only_the_killer_takes_a_disguise() -> None:
    state = killer(quiet(), Murder(cell(6)))
    refused(state, INSPECTOR, Disguise(swap=False), "4.5")
