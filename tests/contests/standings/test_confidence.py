"""The reliability of a table, checked against seasons with known true skills."""

import math
import random
from statistics import fmean

import pytest
from msgspec.structs import replace

from games.contests.standings import reliability, standings
from games.contests.standings.confidence import bands
from games.contests.standings.contest import ROUND_ROBIN, TABLES, Contest, Contestant, FixtureResult
from games.contests.standings.scores import ScoreSheet
from games.contests.standings.skills import bouts, skills
from tests.contests.standings.contests import contest, duel, game, table

LIBERALS = {5: 3, 6: 4, 7: 4, 8: 5, 9: 5, 10: 6}
PRIORS = {5: 0.46, 6: 0.57, 7: 0.48, 8: 0.54, 9: 0.42, 10: 0.46}


def chance(logit):
    return 1 / (1 + math.exp(-logit))


def people(count):
    return tuple(Contestant(entry, entry) for entry in range(1, count + 1))


def table_season(count, games, seed):
    """Simulate games at tables of about seven players of skill N(0, 1)."""
    rng = random.Random(seed)
    skill = {entry: rng.gauss(0, 1) for entry in range(1, count + 1)}
    results = []
    for number in range(1, games + 1):
        order = rng.sample(sorted(skill), count)
        tables = max(1, round(count / 7))
        for place in range(tables):
            there = order[place::tables]
            liberals = there[: LIBERALS[len(there)]]
            fascists = there[len(liberals) :]
            prior = PRIORS[len(there)]
            gap = fmean(skill[one] for one in liberals) - fmean(skill[one] for one in fascists)
            won = rng.random() < chance(math.log(prior / (1 - prior)) + gap)
            fixture = 100 * number + place
            results.append(table(fixture, number, liberals, fascists, won, expected=prior))
    played = Contest("tables", TABLES, games, people(count), tuple(results), lot=str(seed))
    return skill, played


def duel_season(count, seed):
    """Simulate a round robin of two-game duels between players of skill N(0, 1)."""
    rng = random.Random(seed)
    skill = {entry: rng.gauss(0, 1) for entry in range(1, count + 1)}
    results = []
    for a in skill:
        for b in range(a + 1, count + 1):
            games = tuple(game(a, b, rng.random() < chance(skill[a] - skill[b])) for _ in range(2))
            results.append(FixtureResult(100 * a + b, a, b, "duel", (a, b), games))
    played = Contest("round_robin", ROUND_ROBIN, count, people(count), tuple(results))
    return skill, played


def true_ranks(skill):
    order = sorted(skill, key=skill.__getitem__, reverse=True)
    return {entry: rank for rank, entry in enumerate(order, 1)}


def correlation(skill, rows):
    """Return Spearman's rank correlation of a table with the true skills."""
    true, n = true_ranks(skill), len(rows)
    return 1 - 6 * sum((true[row.entry] - row.rank) ** 2 for row in rows) / (n * (n * n - 1))


def within(skill, rows):
    true = true_ranks(skill)
    return [row.band[0] <= true[row.entry] <= row.band[1] for row in rows]


@pytest.mark.parametrize(("games", "expected"), [(6, 0.3), (20, 0.5), (40, 0.62)])
def test_the_reliability_of_ranks_matches_the_simulation(games, expected):
    seasons = [table_season(35, games, seed) for seed in range(12)]
    told = fmean(reliability(played) for _, played in seasons)
    true = fmean(correlation(skill, standings(played)) for skill, played in seasons)
    assert told == pytest.approx(expected, abs=0.03)
    assert true == pytest.approx(told, abs=0.12)


def test_bands_of_tables_contain_the_true_rank_in_95_of_100():
    held = []
    for seed in range(8):
        skill, played = table_season(35, 20, seed)
        held += within(skill, standings(played))
    assert fmean(held) > 0.93


def test_bands_of_duels_contain_the_true_rank_in_95_of_100():
    held, widths = [], []
    for seed in range(30):
        skill, played = duel_season(10, seed)
        rows = standings(played)
        held += within(skill, rows)
        widths += [row.band[1] - row.band[0] + 1 for row in rows]
    assert fmean(held) > 0.93
    assert fmean(widths) < 8


def test_more_games_make_narrower_bands():
    widths = []
    for games in (4, 60):
        rows = standings(table_season(20, games, 1)[1])
        widths.append(fmean(row.band[1] - row.band[0] for row in rows))
    assert widths[1] < widths[0]


def test_nothing_is_known_before_the_first_game():
    played = contest([], of=6, rounds=5)
    assert reliability(played) == 0.0
    assert {row.band for row in standings(played)} == {(1, 6)}
    assert reliability(contest([], of=0, rounds=1)) == 0.0


def test_a_band_contains_the_rank_of_its_row():
    results = [duel(n, n, 1, 2, "11") for n in range(1, 30)]
    results += [duel(50 + n, 30 + n, 1, one, "-") for n, one in enumerate([2, 3, 4] * 15)]
    rows = standings(contest(results, of=4, rounds=80))
    assert all(row.band[0] <= row.rank <= row.band[1] for row in rows)


def test_skill_is_shrunk_to_the_prior():
    known = skills((1, 2), bouts(ScoreSheet(contest([duel(1, 1, 1, 2, "1")], of=2, rounds=1))))
    assert known[1].mean == pytest.approx(0.337, abs=0.01)  # m = 1 - P(2m)
    assert known[1].mean == pytest.approx(-known[2].mean)
    assert 0.75 < known[1].variance < 1.0


def test_a_likely_win_is_less_informative_than_a_surprise():
    means = []
    for expected in (0.8, 0.2):
        played = contest([duel(1, 1, 1, 2, "1", expected)], of=2, rounds=1)
        means.append(skills((1, 2), bouts(ScoreSheet(played)))[1].mean)
        bias = math.log(expected / (1 - expected))
        # At the most probable mean m (the other's is -m) the slope is zero: m = 1 - P(bias + 2m).
        low, high = 0.0, 1.0
        for _halving in range(40):
            middle = (low + high) / 2
            rises = 1 - 1 / (1 + math.exp(-bias - 2 * middle)) > middle
            low, high = (middle, high) if rises else (low, middle)
        assert means[-1] == pytest.approx(low, abs=0.01)
    assert means[0] < means[1]


def test_an_abandoned_game_is_not_informative():
    given = table(1, 1, (1, 2, 3), (4, 5), True, abandoned=(5,))
    assert bouts(ScoreSheet(contest([given], of=5, rounds=1, kind="tables"))) == []


def test_beating_strong_players_counts_more_than_beating_weak_ones():
    results = [duel(n, n, 3, 4, "11") for n in range(1, 6)]
    results += [duel(11, 9, 1, 3, "11"), duel(12, 9, 2, 4, "11")]
    known = skills((1, 2, 3, 4), bouts(ScoreSheet(contest(results, of=4, rounds=9))))
    means = most_probable([(3, 4)] * 10 + [(1, 3), (2, 4)] * 2)
    assert {one: known[one].mean for one in means} == pytest.approx(means, abs=0.02)
    assert means[1] > means[2] + 0.1


def most_probable(wins):
    """Find the most probable means by gradient ascent on the prior and each win."""
    means = dict.fromkeys(range(1, 5), 0.0)
    for _step in range(2000):
        slopes = {one: -mean for one, mean in means.items()}
        for winner, loser in wins:
            surprise = 1 / (1 + math.exp(means[winner] - means[loser]))
            slopes[winner] += surprise
            slopes[loser] -= surprise
        means = {one: mean + 0.05 * slopes[one] for one, mean in means.items()}
    return means


def test_the_bands_of_a_season_are_deterministic():
    played = table_season(20, 6, 3)[1]
    sheet = ScoreSheet(played)
    ranks = dict.fromkeys(sheet.counted, 1)
    assert bands(sheet, ranks) == bands(
        ScoreSheet(replace(played, results=played.results[::-1])), ranks
    )
