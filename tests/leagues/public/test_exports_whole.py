"""Exports for computing the standings elsewhere: the complete input, and FIDE's report."""

import json
from html import unescape

import msgspec
import pytest
from django.test import Client

from games.contests.standings import standings
from games.contests.standings.contest import Contest
from games.leagues.fixtures import rulings
from games.leagues.models import Division, Entry, Round, Season
from games.leagues.seasons import draws, entries, replacing, sitting_out, standings_input
from tests.contests.reranking import order_of, points_of
from tests.leagues.league_play import drawn, entry_of, newcomer, play_round, running, settle_round
from tests.leagues.organiser.visitors import text
from tests.remembered import remembered

pytestmark = pytest.mark.django_db


@pytest.fixture
def eventful(owner):
    """A Swiss season with a bye, a round sat out, a forfeit, a sanction and a withdrawal."""
    return with_events(owner)


@remembered
def with_events(owner):
    season, players = running(owner, 7, rounds_planned=3)
    ada, ben, chiyo = players[:3]
    sitting_out.say(entry_of(season, ada), ada, 1, comes=False, wants_half_point=True)
    play_round(drawn(season, owner))
    entries.sanction(entry_of(season, ben), owner, kind="points", points=-1, reason="Late twice")
    published = drawn(season, owner)
    fixture = published.fixtures.first()
    absent = {fixture.chairs.first().entry_id}
    rulings.forfeit_fixture(fixture, owner, absent, reason="No-show")
    play_round(published)
    entries.withdraw(entry_of(season, chiyo), chiyo)
    return Season.objects.get()


def address(season, name):
    return f"{season.get_absolute_url()}{name}"


def test_the_table_can_be_computed_from_the_export_only(eventful):
    document = json.loads(Client().get(address(eventful, "contest.json")).content)
    (division,) = document["divisions"]
    contest = msgspec.convert(division["contest"], Contest)
    assert standings(contest) == standings_input.table_of(Division.objects.get())
    assert contest.byes
    assert contest.sanctions
    assert any(result.forfeited for result in contest.results)
    assert len(division["players"]) == 7


def test_a_season_keeps_the_rules_of_its_year_and_names_them(eventful):
    for year in (2026, 2024):
        document = json.loads(Client().get(address(eventful, "contest.json")).content)
        contest = document["divisions"][0]["contest"]
        assert contest["scoring"]["rules"] == year
        rows = standings_input.table_of(Division.objects.get())
        assert [row.entry for row in rows] == order_of(contest)
        assert f"FIDE's rules of {year}" in unescape(
            text(Client().get(eventful.get_absolute_url()))
        )
        scoring = {name: value for name, value in eventful.scoring.items() if name != "rules"}
        Season.objects.update(scoring=scoring)  # like a season that began before the rules changed


def test_a_round_robin_with_a_replaced_an_annulled_and_a_late_leaver_is_recounted(owner):
    season, _players = running(owner, 5, format="round_robin")
    for drafted in Round.objects.order_by("number"):
        draws.publish_round(drafted, owner)
    rounds = list(Round.objects.order_by("number"))
    best = list(season.entries.order_by("seed_rank").values_list("pk", flat=True))
    settle_round(rounds[0], best)
    seated = [
        sorted(one.chairs.values_list("entry", flat=True), key=best.index)
        for one in rounds[0].fixtures.order_by("number")
    ]
    (gone, _beaten), (_winner, replaced) = seated
    nora = newcomer(season.league, "Nora")
    replacing.replace_player(season.entries.get(pk=replaced), owner, nora, reason="Moved away")
    leaver = season.entries.get(pk=gone)
    entries.withdraw(leaver, leaver.user)
    for round_ in rounds[1:4]:
        settle_round(round_, best)
    last = next(
        one for one in Round.objects.get(pk=rounds[4].pk).fixtures.order_by("number")
        if not one.chairs.filter(entry=gone).exists()
    )  # fmt: skip
    late = season.entries.get(pk=last.chairs.exclude(entry=replaced).first().entry_id)
    entries.withdraw(late, late.user)
    settle_round(rounds[4], best)

    document = json.loads(Client().get(address(season, "contest.json")).content)
    (division,) = document["divisions"]
    counted = points_of(division["contest"])
    assert counted.keys() == set(best) - {gone}
    assert sum(counted.values()) == 2 * 6  # four players are left, and all have met
    assert division["players"][str(replaced)] == "Nora"
    told = json.loads(Client().get(address(season, "standings.json")).content)["standings"]
    lines = {line["entry"]: line for line in told}
    assert {entry: lines[entry]["points"] for entry in counted} == counted
    assert {entry: lines[entry]["played"] for entry in counted} == dict.fromkeys(counted, 3)
    assert (lines[gone]["points"], lines[gone]["played"]) == (0, 0)
    assert [entry for entry, line in lines.items() if line["forfeits"]] == [late.pk]
    order = [line["points"] for line in told if line["status"] == "confirmed"]
    assert order == sorted(order, reverse=True)


def test_the_lot_is_exported_but_not_the_seed_of_future_draws(eventful):
    page = text(Client().get(address(eventful, "contest.json")))
    assert eventful.seed
    assert eventful.seed not in page


def test_a_draft_is_in_no_export(owner, eventful):
    before = Client().get(address(eventful, "contest.json")).content
    draws.draft_round(Division.objects.get(), owner)
    assert Client().get(address(eventful, "contest.json")).content == before


def test_the_tournament_report_shows_a_late_start_as_byes_and_ascii_names_on_request(owner):
    season, _players = running(owner, 4, rounds_planned=3)
    for _round in range(2):
        settle_round(drawn(season, owner), [])
    late = entries.enter(
        season, owner, newcomer(season.league, "Late"), points=3, reason="Was ill."
    )
    Entry.objects.filter(pk=late.pk).update(name="Bjørn Žižka 山")
    for query, name in (("", "Bjørn Žižka 山"), ("?ascii=1", "Bjorn Zizka ?")):
        report = text(Client().get(address(season, f"report.trf{query}")))
        assert report.isascii() is bool(query)
        (line,) = [line for line in report.splitlines() if name in line]
        assert (line[80:84].strip(), line[91:111]) == ("1.5", "0000 - F  0000 - H  ")


def test_the_tournament_report_has_fides_columns(eventful):
    lines = text(Client().get(address(eventful, "report.trf"))).splitlines()
    assert "XXR 3" in lines
    assert "062 7" in lines
    rows = {row.entry: row for row in standings_input.table_of(Division.objects.get())}
    players = [line for line in lines if line.startswith("001 ")]
    assert len(players) == 7
    assert sorted(float(line[80:84]) for line in players) == sorted(
        row.points / 2 for row in rows.values()
    )
    assert sorted(int(line[85:89]) for line in players) == list(range(1, 8))
    cells = [line[91:][at : at + 10] for line in players for at in (0, 10)]
    assert sum(cell.startswith("0000 - H") for cell in cells) == 1
    assert sum(cell[7] == "U" for cell in cells) == 1
    assert sum(cell[7] == "+" for cell in cells) == sum(cell[7] == "-" for cell in cells) == 1
    met = [(line[4:8].strip(), cell[:4].strip(), cell[5], cell[7])
           for line in players for cell in (line[91:101], line[101:111])
           if cell[:4].strip() not in ("", "0000")]  # fmt: skip
    opposite = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}
    sides = {"w": "b", "b": "w"}
    for one, other, side, said in met:
        assert (other, one, sides[side], opposite[said]) in met


def test_tables_have_no_tournament_report(owner):
    season, _players = running(owner, 7, "secret-hitler")
    assert Client().get(address(season, "report.trf")).status_code == 404
    assert Client().get(address(season, "contest.json")).status_code == 200
    assert Client().get(address(season, "report.trf?division=x")).status_code == 404
