"""Certain knowledge of seats, and the claims that they can judge: never false."""

from math import comb

import pytest

from games.catalog import GAMES
from games.engine.record import replay
from games.engine.seats import EVERYTHING, PUBLIC, Seat, Viewer, seats_of
from games.engine.simulation import simulate
from games.secret_hitler.deductions import deals_of, possible_deals
from games.secret_hitler.pieces import PLAYERS, ROLES

GAME = GAMES["secret-hitler"]


def states(players: int, games: int = 2):
    """Yield every state of some games between bots that lie."""
    bots = dict.fromkeys(GAME.sides.names, GAME.bots["simple"])
    for played in simulate(GAME, players, games, 11, bots):
        yield from (frame.state for frame in replay(GAME, played.turns))


@pytest.mark.parametrize("players", PLAYERS)
def test_the_number_of_deals_matches_a_count(players):
    fascists = ROLES[players].count("fascist")
    deals = deals_of(players)
    assert len(deals) == len(set(deals)) == players * comb(players - 1, fascists)
    assert all(sorted(deal) == sorted(ROLES[players]) for deal in deals)


@pytest.mark.parametrize("players", [5, 7, 10])
def test_the_true_deal_is_never_ruled_out(players):
    for state in states(players):
        for viewer in (PUBLIC, *map(Viewer, seats_of(players))):
            seen = GAME.view(state, viewer)
            deals = possible_deals(seen.roles, seen.parties, frozenset(seen.not_hitler))
            assert state.roles in deals


def test_every_stated_deduction_is_true():
    lines = 0
    for state in states(5, games=6):
        for viewer in map(Viewer, seats_of(5)):
            for line in GAME.knowledge.deductions(state, viewer):
                if line.text.startswith("It follows"):
                    lines += 1
                    role = state.roles[line.seats["player"]]
                    assert line.terms["role"][0].text.lower() == role
    assert lines


def test_a_fascist_at_a_table_of_five_knows_the_whole_deal():
    state = next(states(5))
    fascist = Viewer(Seat(state.roles.index("fascist")))
    [count] = [line for line in GAME.knowledge.deductions(state, fascist) if "left" in line.numbers]
    assert dict(count.numbers) == {"all": 20, "left": 1}


@pytest.mark.parametrize("players", [5, 7])
def test_no_viewer_judges_a_claim_contrary_to_the_truth(players):
    judged = 0
    for state in states(players):
        truth = GAME.knowledge.claims(state, EVERYTHING)
        for viewer in (PUBLIC, *map(Viewer, seats_of(players))):
            for seen, true in zip(GAME.knowledge.claims(state, viewer), truth, strict=True):
                assert (seen.seat, seen.claim) == (true.seat, true.claim)
                assert seen.is_true in (None, true.is_true)
                assert seen.truth in (None, true.truth)
                judged += seen.is_true is not None
    assert judged


def test_the_speaker_knows_whether_a_claim_was_true():
    for state in states(7):
        for seat in seats_of(7):
            own = [one for one in GAME.knowledge.claims(state, Viewer(seat)) if one.seat == seat]
            assert all(one.is_true is not None and one.truth for one in own)
