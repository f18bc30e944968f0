"""Permissions: every page of the organisers, requested by every role."""

import re

import pytest

from games.leagues.fixtures import disputes, impartial, results, rulings
from games.leagues.models import (
    Audit,
    Dispute,
    Entry,
    Fixture,
    FixtureMatch,
    Member,
    Round,
    Season,
)
from games.leagues.seasons import draws
from tests.leagues.league_play import drawn, play_fixture
from tests.leagues.organiser.conftest import begun
from tests.leagues.organiser.visitors import text
from tests.remembered import remembered

pytestmark = pytest.mark.django_db

#: The markup of the current tab.
MARKED = re.compile(r'<nav class="tabs".*?aria-current="(?:page|true)">(.*?)</a>.*?</nav>', re.S)
RULINGS = ("run-forfeit", "run-void", "run-reopen")


@pytest.fixture
def season(crowd, owner):
    """A season of four players whose first round is public and whose second is a draft."""
    return playing(crowd.league, owner)


@remembered
def playing(league, owner):
    season = begun(league, owner, 4)
    drawn(season, owner)
    return Season.objects.get(pk=season.pk)


def test_buttons_are_shown_only_to_users_who_may_press_them(crowd, season):
    for who, shown in (("owner", True), ("arbiter", False), ("scheduler", False)):
        page = crowd.get(who, "run-season", season).content.decode()
        assert (crowd.address("run-cancel", season) in page) is shown
        assert (crowd.address("run-season-edit", season) in page) is shown
    page = crowd.get("scheduler", "run-season", season).content.decode()
    assert crowd.address("run-players", season) not in page


def test_nobody_can_dispute_a_result_of_a_draft(crowd, owner, season):
    public = Round.objects.get()
    for fixture in public.fixtures.all():
        entry = fixture.chairs.first().entry_id
        rulings.forfeit_fixture(fixture, owner, {entry}, reason="Did not come.")
    results.close_rounds()
    drafted = draws.draft_round(season.divisions.get(), owner)
    player = drafted.fixtures.first().chairs.first().entry.user
    crowd.clients["member"].force_login(player)
    answer = crowd.get("member", "dispute", season, drafted.fixtures.first())
    assert answer.status_code == 404


def test_every_page_of_organisers_marks_the_tab_it_belongs_to(crowd, season):
    entry = season.entries.first()
    fixture = Fixture.objects.first()
    where = {
        ("run-new-season",): "Organise",
        ("run-code",): "Organise",
        ("webhooks",): "Organise",
        ("run-edit",): "Settings",
        ("run-role", crowd.league.members.last()): "Members",
        ("run-season-edit", season): season.name,
        ("run-divisions", season): season.name,
        ("run-round", season, Round.objects.get()): season.name,
        ("run-forfeit", season, fixture): season.name,
        ("run-withdraw", season, entry): "Players",
        ("run-disputes", season): "Disputes",
    }
    for page, tab in where.items():
        marked = MARKED.findall(crowd.get("owner", *page).content.decode())
        assert [re.sub("<.*?>", "", one) for one in marked] == [tab], page


@pytest.fixture
def own(crowd, season):
    """A fixture that was played, and in which Arno, the arbiter, has a chair."""
    fixture = played(season)
    arno = crowd.members["arbiter"].user
    Entry.objects.filter(chairs=fixture.chairs.first()).update(user=arno)
    return Fixture.objects.get(pk=fixture.pk)


@remembered
def played(season):
    return play_fixture(Fixture.objects.filter(round__division__season=season).order_by("pk")[0])


def alone(crowd):
    """Leave Arno as the only member with the right to decide."""
    Member.objects.filter(pk=crowd.members["owner"].pk).update(role="scheduler")


def test_another_arbiter_decides_and_the_pages_name_them(crowd, season, own):
    for step in RULINGS:
        refused = crowd.get("arbiter", step, season, own)
        assert refused.status_code == 403
        assert "You play in this fixture yourself. It can be decided by: Olga." in text(refused)
    answer = crowd.post("arbiter", "run-void", season, own, reason="A bug.")
    assert answer.status_code == 403
    page = text(crowd.get("arbiter", "fixture", season, own))
    assert "You play in this fixture yourself. It can be decided by: Olga." in page
    game = own.games.first()
    hidden = [*((one, own) for one in RULINGS), *(
        (one, own, game) for one in ("run-correct", "run-annul")
    )]  # fmt: skip
    assert not [one for one, *where in hidden if crowd.address(one, season, *where) in page]
    assert crowd.post("owner", "run-void", season, own, reason="A bug.").status_code == 302


def test_a_player_cannot_undo_another_arbiter_s_decision_about_them(crowd, season, own):
    crowd.post("owner", "run-void", season, own, reason="A bug.")
    act = Audit.objects.get(verb="void_fixture")
    assert crowd.get("arbiter", "undo", act).status_code == 403
    assert crowd.post("arbiter", "undo", act, reason="No bug.").status_code == 403
    assert crowd.post("owner", "undo", act, reason="No bug.").status_code == 302


def test_the_only_arbiter_is_warned_about_their_own_fixture_and_decides(crowd, season, own):
    alone(crowd)
    note = "You play in this fixture yourself, and nobody else can decide it."
    assert note in text(crowd.get("arbiter", "fixture", season, own))
    assert note in text(crowd.get("arbiter", "run-void", season, own))
    assert crowd.post("arbiter", "run-void", season, own, reason="A bug.").status_code == 302
    act = Audit.objects.get(verb="void_fixture")
    assert act.actor == crowd.members["arbiter"].user
    assert note in text(crowd.get("arbiter", "undo", act))
    assert crowd.post("arbiter", "undo", act, reason="No bug.").status_code == 302


def test_nobody_can_decide_their_own_dispute_while_another_can(crowd, season, own):
    arno = crowd.members["arbiter"].user
    dispute = disputes.dispute(own, arno, "The clock jumped.")
    where = ("run-decide", season, dispute)
    assert crowd.get("arbiter", *where).status_code == 403
    stands = {f"game-{one.pk}": "stands" for one in own.games.all()}
    typed = stands | {"whole": "stands", "decision": "It did not."}
    assert crowd.post("owner", *where, **typed).status_code == 302
    assert Dispute.objects.get().decided_by == crowd.members["owner"].user


def test_substitutes_and_the_players_they_replace_have_a_stake_too(crowd, season, own):
    owner, arno = (crowd.members[who].user for who in ("owner", "arbiter"))
    own.chairs.filter(entry__user=arno).update(substitute=owner)
    assert impartial.plays(own, owner)
    assert impartial.plays(own, arno)
    game = FixtureMatch.objects.first()
    rulings.annul_game(game, arno, reason="A bug.")  # both play, so nobody else can decide
    assert not FixtureMatch.objects.get(pk=game.pk).is_counted
