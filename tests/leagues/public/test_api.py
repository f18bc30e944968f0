"""The API of leagues and records: a token lets programs read what its owner can see."""

import json

import pytest

from games.api import openapi
from games.leagues.models import League, Season
from games.leagues.seasons import services as seasons
from tests.api.client import Program, kind
from tests.api.test_description import fits
from tests.conftest import account
from tests.leagues.league_play import drawn, play_round, running

pytestmark = pytest.mark.django_db
DOCUMENT = json.loads(openapi.document())


def test_programs_read_what_the_pages_show_and_responses_match_the_schema(owner, client):
    season, players = running(owner, 4)
    play_round(drawn(season, owner))
    program = Program(players[0], scopes=("leagues:read", "records:read"))
    place = f"/leagues/{season.league.slug}/seasons/{season.number}"
    page = f"/leagues/{season.league.slug}/{season.number}"
    described = "/leagues/{slug}/seasons/{number}"
    found = {
        "/leagues": "/leagues",
        "/leagues/{slug}": f"/leagues/{season.league.slug}",
        f"{described}/standings": f"{place}/standings",
        f"{described}/results": f"{place}/results",
        f"{described}/contest": f"{place}/contest",
        "/records": "/records",
    }
    given = {}
    for path, address in found.items():
        answer = program.ask("GET", address)
        assert answer.status_code == 200, answer.content
        operation = DOCUMENT["paths"][path]["get"]
        schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
        assert fits(answer.json(), schema), answer.content
        given[path] = answer.json()
    for name in ("standings", "results"):
        shown = client.get(f"{page}/{name}.json").json()[name]
        assert given[f"{described}/{name}"]["lines"] == shown != []
    assert given[f"{described}/contest"] == client.get(f"{page}/contest.json").json()
    assert len(given["/records"]["records"]) == 4


@pytest.mark.parametrize("game", ["chess", "%00"])
def test_records_of_an_unknown_game_are_an_empty_page(owner, game):
    reader = Program(owner, scopes=("records:read",))
    answer = reader.ask("GET", f"/records?game={game}")
    assert (answer.status_code, answer.json()) == (200, {"records": [], "next": ""})


@pytest.mark.parametrize(
    "wrong", ["page=2", "page=0", "page=-1", "page=x", "page=", "page=%D9%A1", f"page={'9' * 5000}"]
)
def test_an_invalid_page_of_leagues_is_a_problem_and_not_another_page(owner, wrong):
    running(owner, 4)
    reader = Program(owner, scopes=("leagues:read",))
    assert reader.ask("GET", "/leagues?page=1").json() == reader.ask("GET", "/leagues").json()
    refused = reader.ask("GET", f"/leagues?{wrong}")
    assert (refused.status_code, kind(refused)) == (404, "no-such-address")


@pytest.mark.parametrize("wrong", ["x", "-1", "5", "%D9%A3-1", "9" * 30, "%00"])
def test_records_before_an_invalid_cursor_are_a_problem_and_not_the_first_page(owner, wrong):
    reader = Program(owner, scopes=("records:read",))
    refused = reader.ask("GET", f"/records?before={wrong}")
    assert (refused.status_code, kind(refused)) == (404, "no-such-address")
    assert reader.ask("GET", "/records?before=").status_code == 200


def test_a_token_only_grants_its_own_scopes(owner):
    season, _players = running(owner, 4)
    player, reader = Program(owner), Program(owner, scopes=("leagues:read",))
    assert player.ask("GET", "/leagues").status_code == 403
    assert player.ask("GET", "/leagues").json()["type"].endswith("#wrong-scope")
    assert reader.ask("GET", f"/leagues/{season.league.slug}").status_code == 200
    for path in ("/matches", "/records"):
        assert reader.ask("GET", path).status_code == 403
    assert reader.ask("GET", "/games").status_code == 200


def test_programs_of_others_learn_nothing_of_a_hidden_league(owner):
    season, players = running(owner, 4)
    League.objects.update(is_listed=False, access="invitation")
    coming = seasons.open_season(
        season.league, owner, name="Next", format="swiss", games_per_fixture=2
    )
    scopes = ("leagues:read",)
    place = f"/leagues/{season.league.slug}"
    stranger = Program(account("Zoe"), scopes=scopes)
    nothing = stranger.ask("GET", "/leagues/nowhere")
    for address in (place, f"{place}/seasons/1/standings", f"{place}/seasons/1/contest"):
        answer = stranger.ask("GET", address)
        assert (answer.status_code, answer.content) == (404, nothing.content)
    assert stranger.ask("GET", "/leagues").json()["leagues"] == []
    for user, known in ((players[0], [1]), (owner, [coming.number, 1])):
        seen = Program(user, scopes=scopes).ask("GET", place).json()["seasons"]
        assert [one["number"] for one in seen] == known
    assert Season.objects.get(pk=coming.pk).status == "draft"
