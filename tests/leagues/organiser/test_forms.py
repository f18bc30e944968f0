"""Forms of steps: their contents, valid input, and errors beside the fields."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.leagues.fixtures import rulings
from games.leagues.membership import services as membership
from games.leagues.models import (
    Dispute,
    Fixture,
    FixtureMatch,
    League,
    Round,
    Season,
)
from games.leagues.seasons import services as seasons
from tests.leagues.league_play import drawn, people, play_fixture, running, season_of
from tests.leagues.organiser.visitors import HOSTILE, client_of, text
from tests.leagues.scheduling.arranging import move

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("typed", "status"),
    [
        ({"kind": "warning", "points": "", "reason": "Late."}, 302),
        ({"kind": "warning", "points": "3", "reason": "Late."}, 302),
        ({"kind": "points", "points": "0.5", "reason": "Late."}, 302),
        ({"kind": "points", "points": "0", "reason": "Late."}, 422),
        ({"kind": "points", "points": "nan", "reason": "Late."}, 422),
        ({"kind": "points", "points": "1e9", "reason": "Late."}, 422),
        ({"kind": "whip", "points": "1", "reason": "Late."}, 422),
        ({"kind": "warning", "points": "", "reason": ""}, 422),
    ],
)
def test_only_valid_sanctions_are_stored(crowd, season, typed, status):
    entry = season.entries.first()
    assert crowd.post("arbiter", "run-sanction", season, entry, **typed).status_code == status
    points = {"warning": 0, "points": -0.5}.get(typed["kind"])
    assert [*entry.sanctions.values_list("points", flat=True)] == [points] * (status == 302)


def test_a_link_is_shown_once_and_can_be_revoked(crowd):
    typed = {"role": "member", "uses": 3, "days": 7, "note": HOSTILE}
    page = text(crowd.post("owner", "run-invitations", **typed))
    assert "http://testserver/leagues/invitation/" in page
    assert HOSTILE not in page
    again = text(crowd.get("owner", "run-invitations"))
    assert "testserver/leagues/invitation/" not in again
    for wrong in ({"days": 91}, {"uses": 0}, {"role": "emperor"}, {"uses": "x"}):
        assert crowd.post("owner", "run-invitations", **{**typed, **wrong}).status_code == 422


def test_the_code_is_shown_only_to_owners(crowd):
    League.objects.update(access="code")
    code = League.objects.get().code
    assert code in text(crowd.get("owner", "run"))
    for who in ("arbiter", "scheduler"):
        assert code not in text(crowd.get(who, "run"))


@pytest.mark.parametrize("step", ["forfeit", "void", "reopen", "substitute", "deadline"])
def test_a_step_names_its_fixture(crowd, owner, season, step):
    fixture = drawn(season, owner).fixtures.get(number=2)
    one, other = (chair.entry.name for chair in fixture.chairs.all())
    page = text(crowd.get("arbiter", f"run-{step}", season, fixture))
    assert f"Round 1, table 2: <bdi>{one}</bdi> – <bdi>{other}</bdi></p>" in page
    if step in ("forfeit", "void", "reopen"):
        rulings.forfeit_fixture(fixture, owner, {fixture.chairs.first().entry_id}, reason="Ill.")
        page = text(crowd.get("arbiter", f"run-{step}", season, fixture))
        assert f'<bdi>{other}</bdi> <span class="figure">× : +</span></p>' in page


def test_a_no_show_before_the_agreed_time_shows_a_warning(crowd, owner, season):
    fixture, warning = drawn(season, owner).fixtures.first(), "The agreed time has not come yet"
    for hours, is_warned in ((2, True), (-1, False)):
        move(fixture, hours=hours)
        assert (warning in text(crowd.get("arbiter", "run-forfeit", season, fixture))) is is_warned


def test_a_table_gets_a_substitute_and_the_page_explains_the_scoring(owner, alice):
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
def test_an_annulled_game_is_announced_as_a_replay_only_while_it_is_one(
    crowd, owner, season, is_over
):
    fixture = play_fixture(drawn(season, owner).fixtures.first())
    Fixture.objects.filter(pk=fixture.pk).update(status="finished" if is_over else "running")
    game, says = fixture.games.first(), "Another game is played in its place."
    where = ("run-annul", season, fixture, game)
    assert (says in text(crowd.get("arbiter", *where))) is not is_over
    assert crowd.post("arbiter", *where, reason="A bug.").status_code == 302
    assert (says in text(crowd.get("stranger", "fixture", season, fixture))) is not is_over


def test_a_dispute_is_shown_as_text_and_its_decision_uses_names(crowd, owner, season):
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


@pytest.fixture
def published(crowd, owner):
    """A round of the crowd's league that is in progress."""
    season = season_of(crowd.league, owner, people(4))
    seasons.begin(season, owner)
    return drawn(Season.objects.get(), owner)


@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        (
            {"round_days": 2},
            "round_days",
            "With this change, a round in progress would already be over.",
        ),
        ({"deadline": "00:00"}, "deadline", "Choose a future time"),
    ],
)
def test_settings_that_would_end_a_round_are_refused_at_their_field(
    crowd, published, typed, field, words
):
    season = Season.objects.get()
    tonight = timezone.now().replace(hour=23, minute=59, second=59, microsecond=999_999)
    Round.objects.update(opens_at=tonight - timedelta(days=7), closes_at=tonight)
    kept = {"name": season.name, "round_days": 7, "deadline": "20:00"}
    answer = crowd.post("owner", "run-season-edit", season, **kept | typed)
    assert answer.status_code == 422
    assert [*answer.context["form"].errors] == [field]
    page = text(answer)
    assert page.count(words) == 1
    (refused,) = re.findall(r"<input[^>]* autofocus[^>]*>", page)
    assert f'name="{field}"' in refused
    assert f"id_{field}_error" in refused


@pytest.mark.parametrize("what", ["run-deadline", "run-round-deadline"])
def test_a_deadline_in_the_past_is_refused_at_its_field(crowd, published, what):
    season = Season.objects.get()
    row = published if what == "run-round-deadline" else published.fixtures.first()
    typed = {"ends_at": "2020-01-01T20:00", "reason": "Holidays"}
    answer = crowd.post("scheduler", what, season, row, **typed)
    assert answer.status_code == 422
    assert "a future time" in answer.context["form"].errors["ends_at"][0]
    assert text(answer).count("a future time") == 1
    assert "Holidays" in text(answer)
