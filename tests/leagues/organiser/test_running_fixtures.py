"""An arbiter's work on one fixture by pages: times, forfeits, substitutes, results."""

import pytest

from games.leagues.fixtures import rulings
from games.leagues.membership import services as membership
from games.leagues.models import (
    Dispute,
    Fixture,
    FixtureMatch,
    Round,
)
from tests.leagues.league_play import drawn, play_fixture, running
from tests.leagues.organiser.visitors import HOSTILE, client_of, text

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("step", ["forfeit", "void", "reopen", "substitute", "deadline"])
def test_a_step_names_the_fixture_that_it_is_about(crowd, owner, season, step):
    fixture = drawn(season, owner).fixtures.get(number=2)
    one, other = (chair.entry.name for chair in fixture.chairs.all())
    page = text(crowd.get("arbiter", f"run-{step}", season, fixture))
    assert f"Round 1, table 2: <bdi>{one}</bdi> – <bdi>{other}</bdi></p>" in page
    if step in ("forfeit", "void", "reopen"):
        rulings.forfeit_fixture(fixture, owner, {fixture.chairs.first().entry_id}, reason="Ill.")
        page = text(crowd.get("arbiter", f"run-{step}", season, fixture))
        assert f'<bdi>{other}</bdi> <span class="figure">× : +</span></p>' in page


def test_a_time_that_is_none_is_refused(crowd, season):
    crowd.post("owner", "run-draft", season, 1)
    drafted = Round.objects.get()
    answer = crowd.post("owner", "run-publish", season, drafted, opens_at="soon")
    assert answer.status_code == 422
    assert "soon" in text(answer)
    answer = crowd.post("owner", "run-publish", season, drafted, opens_at="2020-03-01T09:00")
    assert answer.status_code == 422
    assert "would already be over" in text(answer)
    assert Round.objects.get().is_draft


def test_at_a_table_a_substitute_is_put_in_and_the_page_says_what_it_counts(owner, alice):
    season, _players = running(owner, 5, "secret-hitler")
    member = membership.join(season.league, alice)
    fixture = drawn(season, owner).fixtures.first()
    address = f"/leagues/{season.league.slug}/{season.number}/fixtures/{fixture.pk}/run/substitute/"
    client = client_of(owner)
    assert "scores nothing" in client.get(address).content.decode()
    chair, other = fixture.chairs.all()[:2]
    typed = {"chair": chair.pk, "member": member.pk, "reason": "Ill."}
    assert client.post(address, typed).status_code == 302
    chair.refresh_from_db()
    assert chair.substitute == alice
    assert client.post(address, {**typed, "chair": other.pk}).status_code == 422
    assert client.post(address, {**typed, "member": ""}).status_code == 302
    chair.refresh_from_db()
    assert chair.substitute is None


@pytest.mark.parametrize("is_over", [False, True])
def test_an_annulled_game_is_said_to_be_played_again_only_while_it_is(
    crowd, owner, season, is_over
):
    fixture = play_fixture(drawn(season, owner).fixtures.first())
    Fixture.objects.filter(pk=fixture.pk).update(status="finished" if is_over else "running")
    game, says = fixture.games.first(), "Another game is played in its place."
    where = ("run-annul", season, fixture, game)
    assert (says in text(crowd.get("arbiter", *where))) is not is_over
    assert crowd.post("arbiter", *where, reason="A bug.").status_code == 302
    assert (says in text(crowd.get("stranger", "fixture", season, fixture))) is not is_over


def test_a_dispute_is_text_that_its_page_answers_by_names(crowd, owner, season):
    fixture = play_fixture(drawn(season, owner).fixtures.first())
    game = FixtureMatch.objects.filter(fixture=fixture).first()
    crowd.clients["player"] = client_of(fixture.chairs.first().entry.user)
    assert crowd.post("player", "dispute", season, fixture, text="x" * 1001).status_code == 422
    assert crowd.post("player", "dispute", season, fixture, text=HOSTILE).status_code == 302
    contested = Dispute.objects.get()
    page = text(crowd.get("arbiter", "run-disputes", season))
    assert f"Round 1, table {fixture.number}<" in page
    assert "&lt;img src=x" in page
    assert HOSTILE not in page
    decide = {f"game-{one.pk}": "stands" for one in fixture.games.all()} | {"whole": "stands"}
    wrong = decide | {f"game-{game.pk}": "liberal", "decision": "Hm."}
    assert crowd.post("arbiter", "run-decide", season, contested, **wrong).status_code == 422
    asked = text(crowd.get("arbiter", "run-decide", season, contested))
    assert all(f"{one.entry.name} wins" in asked for one in fixture.chairs.all())
    other = Fixture.objects.exclude(pk=fixture.pk).first()
    foreign = crowd.post("arbiter", "run-annul", season, other, game, reason="Bug.")
    assert foreign.status_code == 404
