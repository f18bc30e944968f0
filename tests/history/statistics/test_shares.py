"""Statistics: confidence intervals, correct totals, and pages that count nothing themselves."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalog import GAMES
from games.charts.bars import wilson
from games.engine.seats import EVERYTHING
from games.history.models import Honesty, Tally
from games.history.replay.timeline import timeline_of
from games.history.statistics import aggregates
from games.history.statistics.shares import charts_of, charts_of_person
from games.matches.models import Match, Player
from games.matches.play import referee, table_votes
from tests.history.play import finished, people, play_beside_bots, started

SECRET_HITLER = GAMES["secret-hitler"]
SIZES = "Matches by number of players"


@pytest.fixture
def over(five) -> Match:
    """Return a finished match, created anew so that other tests do not count it."""
    return finished("secret-hitler", five, seed=3)


@given(whole=st.integers(1, 10**6), data=st.data())
def test_the_interval_contains_the_share_and_stays_between_0_and_1(whole, data):
    part = data.draw(st.integers(0, whole))
    low, high = wilson(part, whole)
    assert 0 <= low <= part / whole + 1e-9
    assert part / whole - 1e-9 <= high <= 1


def test_the_interval_is_wilsons():
    low, high = wilson(8, 10)
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)  # Brown, Cai and DasGupta (2001)
    assert wilson(0, 0) == (0.0, 1.0)


@given(st.integers(1, 1000))
def test_more_matches_narrow_the_interval(whole):
    narrow, wide = wilson(4 * whole, 8 * whole), wilson(whole, 2 * whole)
    assert narrow[1] - narrow[0] < wide[1] - wide[0]


def test_a_finished_match_stores_the_facts_for_lists_and_statistics(over):
    state = timeline_of(over).states[-1]
    said = SECRET_HITLER.knowledge.claims(state, EVERYTHING)
    assert said
    assert over.size == 5
    for player in over.players.all():
        own = [one for one in said if one.seat == player.seat]
        assert player.claims == len(own)
        assert player.true_claims == sum(bool(one.is_true) for one in own)
        assert player.ended_at == over.ended_at
        assert player.name_key


def left_to_a_talkative_bot(user):
    """Return a match that `user` left to a bot which claimed something, and what was claimed."""
    for _match in range(20):  # deals are random: sometimes nobody has anything to claim
        match = started("secret-hitler", [user], bots=4)
        table_votes.step_away(match.pk, user)
        over = play_beside_bots(match)
        said = SECRET_HITLER.knowledge.claims(timeline_of(over).states[-1], EVERYTHING)
        if any(one.seat == over.players.get(user=user).seat for one in said):
            return over, said
    raise AssertionError("no bot has claimed anything")


def test_claims_by_a_bot_in_a_players_seat_are_not_counted_as_theirs(five):
    over, said = left_to_a_talkative_bot(five[0])
    left = over.players.get(user=five[0])
    assert (left.claims, left.true_claims) == (0, 0)
    for bot in over.players.filter(user=None):
        assert bot.claims == sum(one.seat == bot.seat for one in said)


def test_totals_agree_with_the_matches_and_count_each_once(five):
    for seed in range(4):
        finished("secret-hitler", five, bots=seed % 2, seed=seed)
    assert aggregates.catch_up() == 4
    assert aggregates.catch_up() == 0
    matches = Match.objects.all()
    assert sum(tally.matches for tally in Tally.objects.all()) == 4
    assert sum(tally.actions for tally in Tally.objects.all()) == sum(m.length for m in matches)
    assert sum(t.squares for t in Tally.objects.all()) == sum(m.length**2 for m in matches)
    claims = sum(player.claims for player in Player.objects.all())
    assert sum(row.claims for row in Honesty.objects.all()) == claims > 0


def test_a_chart_adds_up(five):
    for seed in range(3):
        finished("secret-hitler", five, seed=seed)
    aggregates.catch_up()
    charts, lengths = charts_of(SECRET_HITLER)
    by_side, by_size, *of_matches, claims = charts
    (five_players,) = by_size.shares
    assert replace(five_players, name=by_side.shares[0].name) == by_side.shares[0]
    assert len(of_matches) == 2
    for chart in (by_side, *of_matches):
        assert sum(share.part for share in chart.shares) == 3
        assert {share.whole for share in chart.shares} == {3}
    assert all(share.part <= share.whole for share in claims.shares)
    assert [(one.matches, round(one.mean, 6)) for one in lengths] == [
        (3, round(sum(m.length for m in Match.objects.all()) / 3, 6))
    ]


def test_table_sizes_are_shares_of_all_matches_without_sizes_never_played(db):
    tallies = Tally.objects.bulk_create(
        Tally(game="secret-hitler", size=size, has_bots=False, winner=winner, matches=count)
        for size, winner, count in ((5, "liberal", 2), (5, "fascist", 1), (7, "liberal", 1))
    )
    assert len(tallies) == 3
    (sizes,) = [one for one in charts_of(SECRET_HITLER)[0] if one.title == SIZES]
    assert [(one.name, one.part, one.whole) for one in sizes.shares] == [
        ("5 players", 3, 4),
        ("7 players", 1, 4),
    ]


def test_a_game_of_one_size_has_no_chart_of_sizes(db):
    Tally.objects.create(game="noir", size=2, has_bots=False, winner="killer", matches=3)
    assert SIZES not in [one.title for one in charts_of(GAMES["noir"])[0]]


def test_people_and_bots_can_be_counted_separately(five):
    finished("secret-hitler", five)
    finished("secret-hitler", five, bots=1)
    aggregates.catch_up()
    for bots in ("with", "without"):
        charts, lengths = charts_of(SECRET_HITLER, bots)
        assert sum(one.matches for one in lengths) == 1
        assert charts[0].shares[0].whole == 1


def test_the_page_shows_every_figure_in_a_table_too(over, stranger):
    text = stranger.get("/history/numbers/").content.decode()
    assert text.count("<svg viewBox") == text.count('<table class="sheet-table" aria-labelledby')
    assert text.count("<svg viewBox") >= 3
    assert 'aria-hidden="true"' in text


@pytest.mark.parametrize("query", ["", "game=noir", "game=chess", "bots=with", "bots=%00"])
def test_any_query_string_gets_a_page(db, stranger, query):
    assert stranger.get(f"/history/numbers/?{query}").status_code == 200


def test_the_page_neither_replays_nor_counts_all_matches(
    five, stranger, django_assert_max_num_queries, monkeypatch
):
    for seed in range(3):
        finished("secret-hitler", five, seed=seed)
    stranger.get("/history/numbers/")
    monkeypatch.setattr(SECRET_HITLER.__class__, "apply", None)
    with django_assert_max_num_queries(6):
        assert stranger.get("/history/numbers/").status_code == 200


def test_a_persons_statistics_count_the_sides_they_played(five):
    ada = five[0]
    for seed in range(3):
        finished("secret-hitler", five, seed=seed)
    charts = charts_of_person(ada)
    own = Player.objects.filter(user=ada)
    assert {share.look: share.whole for share in charts[0].shares} == {
        side: own.filter(side=side).count() for side in own.values_list("side", flat=True)
    }
    assert sum(share.part for share in charts[0].shares) == own.filter(won=True).count()


def test_players_who_leave_matches_to_bots_are_counted(five):
    ada = five[0]
    finished("secret-hitler", five)
    assert not any("stayed" in chart.title for chart in charts_of_person(ada))
    left = started("secret-hitler", five)
    for user in five:
        table_votes.step_away(left.pk, user)
    referee.play_out(left)
    (stayed,) = [chart for chart in charts_of_person(ada) if "to the end" in chart.title]
    assert [(share.part, share.whole) for share in stayed.shares] == [(1, 2)]


def test_a_persons_statistics_are_shown_only_to_those_who_may_see_them(over, five, stranger):
    address = five[0].get_absolute_url()
    assert "chart-drawing" in stranger.get(address).content.decode()
    five[0].history_audience = "self"
    five[0].save()
    assert "chart-drawing" not in stranger.get(address).content.decode()
    assert people("ada") == [five[0]]
