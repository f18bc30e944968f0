"""The history filtered by league shows only matches of the league that the visitor may see."""

import pytest

from games.history.queries import Filters, page_of
from games.leagues.models import FixtureMatch, League, Member
from games.matches.models import Match, Player
from tests.leagues.public import making
from tests.leagues.public.conftest import visitor
from tests.leagues.public.test_pages import text

TUESDAY = Filters(further=(("league", "tuesday"),))


@pytest.fixture
def listed(nights):
    """Make the league's matches and another one public; return the codes of the league's."""
    codes = {game.match.code for game in FixtureMatch.objects.all()}
    for match in Match.objects.all():
        match.visibility = "public"
        match.update_listing()
        match.save()
    other = making.played_match(nights.season.league, [], number=0, visibility="public")
    other.update_listing()
    other.save()
    return codes


def found(client, address: str) -> set[str]:
    codes = Match.objects.values_list("code", flat=True)
    page = text(client, address)
    return {code for code in codes if f"/match/{code}/replay/" in page}


def test_only_matches_of_the_league_are_listed(listed, stranger):
    assert found(stranger, "/history/") > listed
    assert found(stranger, "/history/?league=tuesday") == listed
    assert found(stranger, "/history/?league=tuesday&game=noir") == set()


def test_the_filter_combines_with_names_and_persons(listed, stranger, nights):
    entry = nights.entries.first()
    match = Match.objects.filter(code__in=listed).first()
    player = Player(match=match, user=entry.user, name=entry.name, seat=0, ended_at=match.ended_at)
    player.settle_name()
    player.save()
    for address in (
        f"/history/?league=tuesday&player={entry.name}",
        f"/history/of/{entry.user.public_id}/?league=tuesday",
    ):
        assert found(stranger, address) == {match.code}


def test_a_league_lists_no_match_that_the_visitor_may_not_see(listed, stranger, mallory):
    Match.objects.update(is_listed=False)
    assert page_of(mallory, TUESDAY).matches == []
    assert found(stranger, "/history/?league=tuesday") == set()


def test_an_unlisted_league_is_offered_only_to_its_members(listed, stranger, nights):
    League.objects.update(is_listed=False)
    answer = stranger.get("/history/?league=tuesday")
    assert answer.status_code == 422
    assert "Tuesday Night Club" not in answer.content.decode()
    member = visitor(Member.objects.first().user)
    assert found(member, "/history/?league=tuesday") == listed
    assert "Tuesday Night Club" in text(member, "/history/")


def test_without_leagues_there_is_no_filter(db, stranger):
    assert "id_league" not in text(stranger, "/history/")
    assert stranger.get("/history/?league=tuesday").status_code == 422
