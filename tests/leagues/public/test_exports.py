"""Exports: the same numbers as the pages, in stable columns, safe for spreadsheets."""

import csv
import io
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.contests.standings import tiebreaks
from games.leagues.models import Chair, Fixture, FixtureMatch
from games.leagues.public import exports
from games.leagues.seasons import standings_input

DOCS = Path(exports.__file__).parents[3] / "docs/league-exports.md"


def lines(client, name: str, slug: str = "tuesday") -> list[dict[str, str]]:
    answer = client.get(f"/leagues/{slug}/1/{name}.csv")
    assert answer["content-type"] == "text/csv; charset=utf-8"
    assert f'filename="{slug}-1-{name}.csv"' in answer["content-disposition"]
    return list(csv.DictReader(io.StringIO(answer.content.decode(), newline="")))


def test_the_exported_standings_equal_the_table(nights, stranger):
    found = lines(stranger, "standings")
    rows = standings_input.table_of(nights)
    assert [int(line["entry"]) for line in found] == [row.entry for row in rows]
    assert [float(line["points"]) for line in found] == [row.points for row in rows]
    assert list(found[0])[: len(exports.STANDINGS)] == list(exports.STANDINGS)
    told = stranger.get("/leagues/tuesday/1/standings.json").json()
    assert told["league"] == "tuesday"
    assert told["season"] == 1
    assert [line["rank"] for line in told["standings"]] == list(range(1, 15))
    for line, row in zip(told["standings"], rows, strict=True):
        assert line["against_expected"] == dict(row.metrics)["against_expected"]


def test_results_contain_every_placing_and_every_empty_chair(duels, stranger):
    found = lines(stranger, "results", "duellists")
    assert list(found[0]) == list(exports.RESULTS)
    placings = sum(len(game.placings) for game in FixtureMatch.objects.all())
    waiting = Chair.objects.filter(fixture__games=None).count()
    assert len(found) == placings + waiting
    wins = sum(line["result"] == "win" for line in found)
    assert wins == FixtureMatch.objects.count()
    told = stranger.get("/leagues/duellists/1/results.json").json()["results"]
    assert [line["entry"] for line in told] == [int(line["entry"]) for line in found]


def test_a_correction_and_a_void_game_are_marked(duels, stranger):
    game = FixtureMatch.objects.first()
    game.corrected = [{**one, "won": None} for one in game.placings]
    game.is_counted = False
    game.save()
    found = stranger.get("/leagues/duellists/1/results.json").json()["results"]
    [one, other] = [line for line in found if line["match"] == game.match.code]
    assert one["result"] == other["result"] == "draw"
    assert one["corrected"] is True
    assert one["counted"] is False


def test_all_divisions_are_included_and_times_are_utc(duels, stranger):
    duels.season.divisions.create(tier=2, name="=Second")
    for kind in ("standings", "results"):
        assert {line["division"] for line in lines(stranger, kind, "duellists")} == {"1"}
    starts = {line["starts_at"] for line in lines(stranger, "results", "duellists")}
    assert all(re.fullmatch(r"2026-\d\d-\d\dT19:00:00\+00:00", one) for one in starts)


@pytest.mark.parametrize("name", ['=HYPERLINK("x")', "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_a_name_that_looks_like_a_formula_is_text(nights, stranger, name):
    entry = nights.entries.first()
    nights.entries.filter(pk=entry.pk).update(name=name)
    for kind in ("standings", "results"):
        found = {line["name"] for line in lines(stranger, kind) if int(line["entry"]) == entry.pk}
        assert found == {f"'{name}"}
    told = stranger.get("/leagues/tuesday/1/standings.json").json()["standings"]
    assert name in {line["name"] for line in told}


@given(st.text())
def test_no_text_is_a_formula_in_a_spreadsheet(text):
    shown = exports.cell(text)
    assert not shown.startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
    assert shown.replace("'", "") == text.replace("'", "")


@pytest.mark.parametrize("text", ["x;=1+1;", 'x;"=1+1;', "x;-1", "；;＝1", "＝1", "＠x"])
def test_no_text_is_a_formula_where_spreadsheets_split_at_semicolons(text):
    file = io.StringIO()
    csv.writer(file).writerow([1, exports.cell(text), 2])
    parts = re.split("[,;]", file.getvalue())
    assert not any(part.strip('"').startswith(tuple("=+-@＝＋－＠")) for part in parts)


def test_a_negative_number_stays_a_number(nights, stranger):
    nights.entries.first().sanctions.create(kind="points", points=-50, reason="x")
    assert float(lines(stranger, "standings")[-1]["points"]) < -40


@pytest.mark.parametrize("file", ["standings.xml", "players.csv", "standings.", ".csv", "x.y.csv"])
def test_an_unknown_export_is_not_found(nights, stranger, file):
    assert stranger.get(f"/leagues/tuesday/1/{file}").status_code == 404


def test_every_column_is_documented():
    text = DOCS.read_text()
    for column in (*exports.STANDINGS, *exports.RESULTS):
        assert f"`{column}`" in text, column


@pytest.mark.parametrize("code", tiebreaks.METRICS)
def test_every_tie_break_is_documented_with_its_code_and_its_name_on_the_pages(code):
    rows = [line.split("|") for line in DOCS.read_text().splitlines() if line.startswith("| `")]
    named = [row[2] for row in rows if f"`{code}`" in row[1]]
    assert any(tiebreaks.NAMES[code][0] in name for name in named)


def test_an_empty_season_has_only_headings(nights, stranger):
    Fixture.objects.all().delete()
    nights.entries.all().delete()
    for name in ("standings", "results"):
        assert lines(stranger, name) == []
        assert stranger.get(f"/leagues/tuesday/1/{name}.json").json()[name] == []
