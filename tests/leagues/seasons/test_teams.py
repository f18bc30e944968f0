"""Teams through their pages, in duels and at tables; their table only from the export."""

import re

import msgspec
import pytest
from django.test import Client

from games.contests.standings import standings
from games.contests.standings.contest import Contest, Standing
from games.contests.standings.teams import team_table
from games.leagues.models import Audit, Round, Season
from games.leagues.organiser import undo
from games.leagues.seasons.teams import teams_of
from tests.contests.reranking import points_of
from tests.leagues.league_play import (
    found,
    people,
    play_fixture,
    running,
    season_of,
    settle_round,
)
from tests.leagues.organiser.pressing import Browser
from tests.leagues.organiser.visitors import client_of
from tests.leagues.season_pages import (
    begun,
    close,
    console,
    dispute_and_decide,
    document,
    holidays,
    leader_leaves,
    loser_of,
    miss,
    move_deadline,
)

pytestmark = pytest.mark.django_db


def arranged(owner, season, size, counts):
    """Put everybody into teams through the page; return the entries of each team, by name."""
    entries = list(season.entries.order_by("seed_rank"))
    teams = {}
    for number, entry in enumerate(entries):
        teams.setdefault(f"Team {number // size + 1}", []).append(entry)
    lines = "\n".join(f"{name}: {', '.join(one.name for one in own)}"
                      for name, own in teams.items())  # fmt: skip
    at = Browser(client_of(owner)).open(f"/leagues/{season.league.slug}/{season.number}/run/")
    at.press("Teams").type(teams=lines, counts=counts).press("Save")
    return {name: [one.pk for one in own] for name, own in teams.items()}


def exported(season):
    """Return the table of teams, computed only from the public export."""
    known = document(season)
    (division,) = known["divisions"]
    rows = standings(msgspec.convert(division["contest"], Contest))
    table = team_table(rows, known["teams"], counts=known["team_counts"])
    assert {line.team: line.points for line in table} == recount_teams(known)
    return table


def recount_teams(known):
    """Return the points of each team of a season with one division: the sum of its counted best."""
    points = points_of(known["divisions"][0]["contest"])
    return {
        name: sum(sorted((points[one] for one in own if one in points), reverse=True)
                  [: known["team_counts"]])
        for name, own in known["teams"].items()
    }  # fmt: skip


def shown(season):
    """Return the rank and points of each team as shown on a stranger's page."""
    page = Client().get(season.get_absolute_url()).content.decode()
    line = r'<td class="figure">(\d+)</td><th scope="row"><bdi>(Team \d)</bdi></th><td[^>]*>(\d+)<'
    return {team: (int(rank), float(points)) for rank, team, points in re.findall(line, page)}


def published(owner, season, number):
    """Draw and publish a round through the pages; return it."""
    at = console(owner, season).press("Draw round").press("Draw the round")
    at.press("Publish").press("Publish")
    return Round.objects.get(number=number)


@pytest.mark.parametrize(
    ("game", "count", "size", "counts", "fields"),
    [("noir", 8, 2, 2, {"rounds_planned": 2}),
     ("secret-hitler", 12, 3, 2, {"rounds_planned": 3, "table_size": 6})],
)  # fmt: skip
def test_teams_score_with_their_best_players_throughout_a_season(
    owner, game, count, size, counts, fields
):
    season = begun(owner, season_of(found(owner, game), owner, people(count), **fields))
    teams = arranged(owner, season, size, counts)
    season = Season.objects.get()
    assert season.team_counts == counts
    best = list(season.entries.order_by("-seed_rank").values_list("pk", flat=True))
    for number in (1, 2):
        round_ = published(owner, season, number)
        if game == "noir":
            seated = [set(one.chairs.values_list("entry", flat=True))
                      for one in round_.fixtures.all()]  # fmt: skip
            assert not any(len(table & set(own)) > 1 for table in seated for own in teams.values())
        if number == 1:
            move_deadline(owner, season, round_)
            holidays(owner, season)
            missed, disputed = round_.fixtures.order_by("number")[:2]
            miss(missed)
            if game != "noir":
                play_fixture(missed)  # a table continues without them
        settle_round(round_, best)
        if number == 1:
            placed = disputed.games.order_by("ordinal").first()
            dispute_and_decide(owner, placed, loser=loser_of(placed))
        if number == 2:
            leader_leaves(season)
    season = close(owner, season)
    table = exported(season)
    assert len(table) == count // size
    assert all(len(line.counted) == counts for line in table)
    assert shown(season) == {line.team: (line.rank, line.points) for line in table}


def test_invalid_teams_are_refused_and_valid_teams_can_be_undone(owner):
    season, players = running(owner, 4)
    client = client_of(owner)
    address = f"/leagues/{season.league.slug}/{season.number}/run/teams/"
    twice = "A: Player 1\nA: Player 2"
    for wrong in ("A: Nobody", ": Player 1", twice, "A: Player 1, Player 1", "A\u202e: Player 1"):
        assert client.post(address, {"teams": wrong, "counts": 1}).status_code == 422, wrong
    assert client.post(address, {"teams": "A: Player 1", "counts": 1}).status_code == 302
    assert season.entries.get(user=players[0]).team.name == "A"
    undo.undo(Audit.objects.get(verb="arrange_teams").pk, owner, reason="Too early.")
    assert not season.teams.exists()
    assert season.entries.filter(team=None).count() == 4
    assert "Counted players" not in client.get(season.get_absolute_url()).content.decode()


def test_the_form_accepts_what_it_shows_whatever_the_players_are_called(owner):
    season, players = running(owner, 4)
    names = ['Smith, "Jo"', '"Al" Adams', "Ben: B", "O’Neil; Ann"]
    for user, name in zip(players, names, strict=True):
        season.entries.filter(user=user).update(name=name)
    at = console(owner, season).press("Teams")
    at.type(teams='A: "Smith, ""Jo""", Ben: B\nB: """Al"" Adams", O’Neil; Ann').press("Save")
    teams = {name: [entry.name for entry in own] for name, own in teams_of(season).items()}
    assert {name: sorted(own) for name, own in teams.items()} == {
        "A": sorted([names[0], names[2]]),
        "B": sorted([names[1], names[3]]),
    }
    console(owner, season).press("Teams").type(counts=2).press("Save")
    assert {name: [e.name for e in own] for name, own in teams_of(season).items()} == teams


@pytest.mark.pure
def test_tied_teams_are_separated_by_their_best_players_or_share_a_rank():
    points = {1: 4.0, 2: 0.0, 3: 2.0, 4: 2.0, 5: 4.0, 6: 0.0, 7: 9.0}
    rows = [Standing(entry, entry, one, is_annulled=entry == 7) for entry, one in points.items()]
    table = team_table(rows, {"a": [3, 4, 7], "b": [1, 2], "c": [5, 6]}, counts=2)
    assert [(line.team, line.rank, line.points) for line in table] == [
        ("b", 1, 4.0), ("c", 1, 4.0), ("a", 3, 4.0),
    ]  # fmt: skip
