"""The clock's choices are random, and never evidence about the player (3.4)."""

from random import Random

import pytest

from games.catalog import GAMES
from games.engine import portable
from games.engine.seats import EVERYTHING, PUBLIC, Seat, Viewer
from games.secret_hitler import GAME
from games.secret_hitler import actions as ac
from games.secret_hitler.bots.strong.assignments import assignments_of
from games.secret_hitler.bots.strong.marginals import fascist_odds, hitler_odds, top_odds
from games.secret_hitler.bots.strong.posterior import belief_of
from games.secret_hitler.bots.suspicion import suspicions
from games.secret_hitler.state import Lot
from tests.secret_hitler.table import Table, tiles

SEVEN = "LLLLFFH"


def odds(table: Table, seat: int | None = None) -> list[float]:
    return fascist_odds(belief_of(table.view(seat)))


def elected(table: Table, *, votes: str, drawn: int | None = None) -> Table:
    """Vote as spelled by seat, J or N; the clock draws the vote of seat `drawn`."""
    for seat, letter in enumerate(votes):
        by = "clock" if seat == drawn else "player"
        table.act(seat, ac.Vote(letter == "J"), by=by)
    return table


@pytest.mark.parametrize("eyes", [None, 0, 2, 6])
def test_a_vote_drawn_by_the_clock_changes_no_belief(eyes):
    def after(votes: str, drawn: int | None) -> tuple[list[float], list[float]]:
        table = Table(SEVEN).round("L").nominate(1, 2)
        elected(table, votes=votes, drawn=drawn).legislate("F")
        return odds(table, eyes), suspicions(table.view(eyes), privately=eyes is not None)

    assert after("JJJJNNJ", 6) == after("JJJJNNN", 6)
    assert after("JJJJNNJ", None) != after("JJJJNNN", None)


def test_a_tile_that_the_clock_enacted_leaves_the_chancellor_as_trusted_as_before():
    def doubts(by: str) -> tuple[list[float], list[float]]:
        table = Table(SEVEN, deck="LFF").government(0, 4).discard("F")
        before = odds(table, 0)
        table.act(4, ac.Enact("fascist"), by=by)
        return before, odds(table, 0)

    before, after = doubts("clock")
    assert after == pytest.approx(before)
    before, after = doubts("player")
    assert after[4] > before[4] + 0.2


def test_a_tile_that_the_clock_discarded_leaves_the_president_as_trusted_as_before():
    def doubts(by: str, eyes: int) -> tuple[list[float], list[float]]:
        table = Table(SEVEN, deck="LLF").government(0, 4)
        before = odds(table, eyes)
        table.act(0, ac.Discard("liberal"), by=by).enact("F")
        return before, odds(table, eyes)

    before, after = doubts("clock", 4)
    assert after == pytest.approx(before)
    before, after = doubts("clock", 3)
    assert after[0] == pytest.approx(after[1])
    assert after[4] > after[0]
    before, after = doubts("player", 3)
    assert after[0] > after[1] + 0.1


def test_a_session_decided_only_by_the_clock_reveals_nothing_about_anybody():
    table = Table(SEVEN, deck="LLF").government(0, 4)
    before = odds(table)
    table.act(0, ac.Discard("liberal"), by="clock").act(4, ac.Enact("fascist"), by="clock")
    assert odds(table) == pytest.approx(before)
    assert set(suspicions(table.view(), privately=False)) == {0.0}


def test_a_tile_enacted_by_the_clock_reveals_nothing_about_president_and_voters():
    def doubts(by: str, eyes: int | None = None) -> list[float]:
        table = elected(Table(SEVEN, deck="LFF").nominate(0, 4), votes="JJJNNJJ").discard("F")
        table.act(4, ac.Enact("fascist"), by=by)
        return suspicions(table.view(eyes), privately=eyes is not None)

    assert set(doubts("clock")) == {0.0}
    assert doubts("player")[0] > doubts("player")[1] > doubts("player")[3]
    assert doubts("clock", eyes=4)[0] < 0.5  # the late player was passed a liberal tile


def test_a_chancellor_is_not_blamed_for_a_liberal_tile_discarded_by_the_clock():
    def doubt(by: str, *, told: bool) -> float:
        table = Table(SEVEN, deck="LFF").government(0, 4)
        table.act(0, ac.Discard("liberal"), by=by).enact("F")
        if told:
            table.act(0, ac.Claim("president-hand", 1, tiles=tiles("LFF")))
            table.act(4, ac.Claim("chancellor-hand", 1, tiles=tiles("FF")))
        return suspicions(table.view(), privately=False)[4]

    assert doubt("clock", told=True) == doubt("clock", told=False)
    assert doubt("player", told=True) > doubt("player", told=False)


def test_an_execution_by_the_clock_reveals_only_that_the_victim_is_not_hitler():
    def doubts(by: str) -> tuple[list[float], list[float]]:
        table = Table(SEVEN).fascist_rounds(3).any_government().legislate("F")
        president = table.state.president
        target = next(seat for seat in range(4) if seat != president)
        before = belief_of(table.view())
        hitlers = assignments_of(7).hitlers
        spared = [
            0.0 if hitlers[assignment] == target else weight
            for assignment, weight in zip(before.assignments, before.weights, strict=True)
        ]
        table.act(president, ac.Execute(Seat(target)), by=by)
        return fascist_odds(before._replace(weights=spared)), odds(table)

    before, after = doubts("clock")
    assert after == pytest.approx(before)
    before, after = doubts("player")
    assert after != pytest.approx(before)


def test_a_veto_proposed_by_the_clock_reveals_nothing_about_the_hand():
    def next_liberal(by: str) -> float:
        table = Table("LLLLLLFFFH", shuffles=["FFF"]).fascist_rounds(5)
        table.any_government().discard("F")
        table.act(table.state.chancellor, ac.ProposeVeto(), by=by)
        table.act(table.state.president, ac.AnswerVeto(agree=True))
        return top_odds(belief_of(table.view()))

    # fascist tiles are vetoed more often, so fewer of them are left
    assert next_liberal("clock") == pytest.approx(6 / 12)
    assert next_liberal("player") > 6 / 12


def test_an_absent_player_is_not_taken_for_a_silent_one():
    def heeded(by: str) -> bool:
        table = Table(SEVEN, deck="LLF").government(0, 1)
        table.act(0, ac.Discard("liberal"), by=by).enact("L")
        table.act(1, ac.Claim("chancellor-hand", 1, tiles=tiles("LF")))
        return not belief_of(table.view()).silent >> 0 & 1

    assert heeded("clock")
    assert not heeded("player")


def test_every_view_names_only_the_choices_that_the_clock_drew():
    table = Table(SEVEN).nominate(0, 1)
    assert table.view().rounds[0].by_lot == ()
    table.act(3, ac.Vote(ja=True), by="clock")
    drawn = (Lot(Seat(3), "vote"),)
    for viewer in (PUBLIC, EVERYTHING, *(Viewer(Seat(seat)) for seat in range(7))):
        assert GAME.view(table.state, viewer).rounds[0].by_lot == drawn
    assert "by_lot" not in repr(table.view().votes_cast)


def test_nobody_learns_that_a_late_player_voted_again():
    def seen(*, again: bool) -> list[object]:
        table = Table(SEVEN).nominate(0, 1)
        table.act(3, ac.Vote(ja=again), by="clock")
        if again:
            table.act(3, ac.Vote(ja=False))
        elected_by = [seat for seat in range(7) if seat != 3]
        for seat in elected_by:
            table.act(seat, ac.Vote(ja=True))
        return [table.view(seat) for seat in (None, 0, 1, 2, 4, 5, 6)]

    assert seen(again=True) == seen(again=False)


def test_a_decision_by_the_clock_is_announced_once():
    table = Table(SEVEN)
    table.act(0, ac.Nominate(Seat(1)), by="clock")
    assert table.told() == [
        "P0 ran out of time: a random move is made.",
        "P0 nominates P1 as chancellor.",
    ]


def test_the_clocks_decisions_survive_writing_and_reading_a_record():
    table = Table(SEVEN)
    table.act(0, ac.Nominate(Seat(1)), by="clock")
    players = [f"P{seat}" for seat in range(7)]
    record = portable.record_of(GAME, players, GAME.start.options(), table.turns)
    game, read_back = portable.read(portable.write(record), GAMES)
    turns = portable.turns_of(game, read_back)
    assert turns == tuple(table.turns)


@pytest.mark.parametrize("seed", range(20))
def test_beliefs_remain_probabilities_whatever_the_clock_draws(seed):
    random = Random(seed)
    table = Table(random.choice(["LLLFH", "LLLLFH", SEVEN, "LLLLLLFFFH"]))
    while GAME.outcome(table.state) is None:
        seat = random.choice(GAME.to_act(table.state))
        view = table.view(seat)
        choices = GAME.choices(table.state, seat)
        by = random.choice(["player", "clock"])
        table.act(seat, GAME.bots["random"](view, choices, random), by=by)
        if GAME.outcome(table.state) is None:
            belief = belief_of(table.view())
            found = fascist_odds(belief)
            assert sum(found) == pytest.approx(sum(r != "liberal" for r in table.state.roles))
            assert sum(hitler_odds(belief)) == pytest.approx(1.0)


def test_only_owed_decisions_count_as_drawn_whatever_a_record_gives_the_clock():
    table = Table(SEVEN).round("L")
    (president, chancellor) = table.state.rounds[0].president, table.state.rounds[0].chancellor
    table.act(chancellor, ac.Claim("chancellor-hand", 1, tiles=tiles("LF")), by="clock")
    assert [claim.seat for claim in table.view().claims] == [chancellor]
    table.nominate(1, 2)
    table.act(president, ac.Vote(ja=True)).act(president, ac.Vote(ja=False), by="clock")
    assert [played.by_lot for played in table.view().rounds] == [(), ()]
    record = portable.record_of(
        GAME, [f"P{seat}" for seat in range(7)], GAME.start.options(), table.turns
    )
    game, read_back = portable.read(portable.write(record), GAMES)
    assert portable.turns_of(game, read_back) == tuple(table.turns)


@pytest.mark.parametrize("said", ["LFF", "LLF"])
def test_a_president_wins_little_trust_by_being_late_and_telling_the_truth(said):
    table = Table(SEVEN, deck=said).government(0, 4)
    before = odds(table)
    table.act(0, ac.Discard("liberal"), by="clock").act(4, ac.Enact("fascist"), by="clock")
    table.act(0, ac.Claim("president-hand", 1, tiles=tiles(said)))
    assert before[0] - 0.15 < odds(table)[0] <= before[0]


@pytest.mark.parametrize("said", [None, "LFF"])
def test_a_chancellor_wins_little_trust_by_being_late_whether_it_lies_or_not(said):
    def trust_won(told: str) -> float:
        table = Table(SEVEN, deck="LFF").government(0, 4).discard("F")
        before = odds(table)
        table.act(4, ac.Enact("fascist"), by="clock")
        if said:
            table.act(0, ac.Claim("president-hand", 1, tiles=tiles(said)))
        table.act(4, ac.Claim("chancellor-hand", 1, tiles=tiles(told)))
        return before[4] - odds(table)[4]

    assert -0.1 < trust_won("LF") < 0.1
    assert -0.1 < trust_won("FF") < 0.1
