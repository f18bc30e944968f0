"""An arbiter's work on one fixture by pages: times, forfeits, substitutes, results."""

import pytest

from games.leagues.fixtures import rulings
from games.leagues.membership import services as membership
from games.leagues.models import (
    Chair,
    Dispute,
    Fixture,
    FixtureMatch,
    Round,
)
from tests.leagues.league_play import drawn, play_fixture, running
from tests.leagues.organiser.visitors import HOSTILE, client_of, text

pytestmark = pytest.mark.django_db


def test_two_arbiters_with_one_fixture_open_do_not_override_each_other(crowd, owner, season):
    fixture = drawn(season, owner).fixtures.first()
    one, other = fixture.chairs.all()
    pages = {who: crowd.get(who, "run-forfeit", season, fixture) for who in ("owner", "arbiter")}
    typed = {"reason": "Absent.", "version_seen": pages["owner"].context["step"].version_seen}
    answer = crowd.post("owner", "run-forfeit", season, fixture, entries=[one.entry_id], **typed)
    assert answer.status_code == 302
    void = crowd.post("arbiter", "run-void", season, fixture, **typed)
    assert void.status_code == 409
    assert "has changed in the meantime" in text(void)
    assert Fixture.objects.get(pk=fixture.pk).status == "forfeited"
    assert not Chair.objects.get(pk=other.pk).forfeited
    play_fixture(season.divisions.get().rounds.get().fixtures.get(number=2))
    game = FixtureMatch.objects.first()
    where = ("run-correct", season, game.fixture, game)
    version_seen = crowd.get("arbiter", *where).context["step"].version_seen
    lost = next(one["side"] for one in game.placings if not one["won"])
    assert crowd.post("owner", *where, winner=lost, reason="So.").status_code == 302
    late = crowd.post("arbiter", *where, winner="", reason="No, so.", version_seen=version_seen)
    assert late.status_code == 409
    assert "No, so." in text(late)


def test_a_substitute_whom_somebody_else_has_put_in_is_looked_at_first(crowd, owner, season):
    fixture = drawn(season, owner).fixtures.first()
    page = crowd.get("scheduler", "run-substitute", season, fixture)
    chair = fixture.chairs.first()
    typed = {"chair": chair.pk, "reason": "Ill", "version_seen": page.context["step"].version_seen}
    mia, svea = crowd.members["member"], crowd.members["scheduler"]
    where = ("run-substitute", season, fixture)
    assert crowd.post("owner", *where, member=mia.pk, **typed).status_code == 302
    late = crowd.post("scheduler", *where, member=svea.pk, **typed)
    assert late.status_code == 409
    assert "has changed in the meantime" in text(late)
    assert Chair.objects.get(pk=chair.pk).substitute == mia.user


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


def test_a_forfeit_needs_a_reason_and_somebody_of_the_fixture(crowd, owner, season):
    public = drawn(season, owner)
    fixture, other = public.fixtures.all()[:2]
    entry = fixture.chairs.first().entry_id
    stranger = other.chairs.first().entry_id
    address = ("run-forfeit", season, fixture)
    answer = crowd.post("arbiter", *address, entries=[entry], reason=" ")
    assert answer.status_code == 422
    assert crowd.post("arbiter", *address, entries=[stranger], reason="No.").status_code == 422
    kept = crowd.post("arbiter", *address, entries=[], reason=HOSTILE)
    assert kept.status_code == 422
    assert "&lt;img src=x" in text(kept)
    assert crowd.post("arbiter", *address, entries=[entry], reason="Absent.").status_code == 302
    assert Fixture.objects.get(pk=fixture.pk).status == "forfeited"
    again = crowd.post("arbiter", *address, entries=[entry], reason="Absent.")
    assert again.status_code == 409


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


def test_a_game_is_corrected_and_annulled_and_a_result_disputed_and_decided(crowd, owner, season):
    fixture = play_fixture(drawn(season, owner).fixtures.first())
    game = FixtureMatch.objects.filter(fixture=fixture).first()
    won, lost = (next(p["side"] for p in game.placings if p["won"] is is_won)
                 for is_won in (True, False))  # fmt: skip
    address = ("run-correct", season, fixture, game)
    assert crowd.post("arbiter", *address, winner="liberal", reason="No.").status_code == 422
    assert crowd.post("arbiter", *address, winner=lost, reason="").status_code == 422
    assert crowd.post("arbiter", *address, winner=lost, reason="Seen.").status_code == 302
    game.refresh_from_db()
    assert [one["won"] for one in game.corrected if one["side"] == lost] == [True]
    player = fixture.chairs.first().entry.user
    crowd.clients["player"] = client_of(player)
    assert crowd.post("member", "dispute", season, fixture, text="Mine!").status_code == 403
    assert crowd.post("player", "dispute", season, fixture, text="").status_code == 422
    assert crowd.post("player", "dispute", season, fixture, text="x" * 1001).status_code == 422
    assert crowd.post("player", "dispute", season, fixture, text=HOSTILE).status_code == 302
    contested = Dispute.objects.get()
    page = text(crowd.get("arbiter", "run-disputes", season))
    assert f"Round 1, table {fixture.number}<" in page
    assert "&lt;img src=x" in page
    assert HOSTILE not in page
    decide = {f"game-{one.pk}": "stands" for one in fixture.games.all()} | {"whole": "stands"}
    wrong = decide | {f"game-{game.pk}": "liberal", "decision": "Hm."}
    answer = crowd.post("arbiter", "run-decide", season, contested, **wrong)
    assert answer.status_code == 422
    asked = text(crowd.get("arbiter", "run-decide", season, contested))
    assert all(f"{one.entry.name} wins" in asked for one in fixture.chairs.all())
    decide |= {f"game-{game.pk}": won, "decision": "True."}
    assert crowd.post("scheduler", "run-decide", season, contested, **decide).status_code == 403
    assert crowd.post("arbiter", "run-decide", season, contested, **decide).status_code == 302
    assert crowd.post("arbiter", "run-decide", season, contested, **decide).status_code == 409
    game.refresh_from_db()
    assert game.corrected is None  # as it was played
    address = ("run-annul", season, fixture, game)
    assert crowd.post("arbiter", *address, reason="Bug.").status_code == 302
    other = Fixture.objects.exclude(pk=fixture.pk).first()
    foreign = crowd.post("arbiter", "run-annul", season, other, game, reason="Bug.")
    assert foreign.status_code == 404
