"""Every power of an organiser is in public, with its reason, and can be undone."""

import pytest

from games.leagues import errors
from games.leagues.fixtures import opening
from games.leagues.membership import services as membership
from games.leagues.models import Audit, Member, Round, Sanction, Season
from games.leagues.organiser import undo
from games.leagues.seasons import entries
from games.leagues.seasons import services as seasons
from tests.leagues.league_play import drawn, entry_of, found, running

pytestmark = pytest.mark.django_db


def last(verb: str) -> Audit:
    return Audit.objects.filter(verb=verb).first()


def test_a_role_that_was_given_can_be_taken_back_by_undoing(owner, alice):
    league = found(owner)
    membership.set_role(membership.join(league, alice), owner, "arbiter", reason="Fair.")
    done = last("set_role")
    assert (done.actor, done.about, done.reason) == (owner, "Alice", "Fair.")
    undone = undo.undo(done.pk, owner, reason="A mistake.")
    assert league.members.get(user=alice).role == Member.Role.MEMBER
    assert undone.undoes == done


def test_what_changed_since_is_not_undone(owner, alice):
    league = found(owner)
    member = membership.join(league, alice)
    membership.set_role(member, owner, "arbiter")
    first = last("set_role")
    membership.set_role(member, owner, "owner")
    with pytest.raises(errors.CannotUndo):
        undo.undo(first.pk, owner, reason="Too late.")
    assert league.members.get(user=alice).role == Member.Role.OWNER


def test_a_sanction_is_undone_and_so_is_its_undoing_s_effect(owner):
    season, players = running(owner, 4)
    entry = entry_of(season, players[0])
    entries.sanction(entry, owner, kind="points", points=-1, reason="Late twice.")
    assert Sanction.objects.get().points == -1
    undo.undo(last("sanction").pk, owner, reason="It was the train.")
    assert not Sanction.objects.exists()
    again = undo.undo(last("undo").pk, owner, reason="There was no train.")
    assert Sanction.objects.get().entry == entry
    assert again.undoes.verb == "undo"


def test_somebody_turned_away_is_back_after_undoing_with_the_same_place(owner, alice, bob):
    league = found(owner)
    season = seasons.open_season(league, owner, name="First", format="swiss")
    seasons.open_registration(season, owner)
    for user in (alice, bob):
        membership.join(league, user)
        seasons.register(season, user)
    entry = entry_of(season, alice)
    entries.turn_away(entry_of(season, alice), owner, reason="Wrong league.")
    undo.undo(last("turn_away").pk, owner, reason="The right one.")
    back = entry_of(season, alice)
    assert back.pk == entry.pk
    assert back.entered_at == entry.entered_at


def test_the_settings_of_a_season_are_undone_field_by_field(owner):
    league = found(owner)
    season = seasons.open_season(league, owner, name="First", format="swiss")
    seasons.edit_season(season, owner, format="round_robin", round_days=3)
    undo.undo(last("edit_season").pk, owner, reason="As it was.")
    season = Season.objects.get()
    assert (season.format, season.round_days) == ("swiss", 7)


def test_a_code_is_in_no_audit(owner):
    league = found(owner, access="code")
    membership.renew_code(league, owner)
    assert league.code not in str(list(Audit.objects.values()))


def test_a_season_stays_begun_once_a_round_was_shown(owner):
    season, _players = running(owner, 4)
    drawn(season, owner)
    with pytest.raises(errors.CannotUndo):
        undo.undo(last("begin_season").pk, owner, reason="Too late.")


def test_a_published_round_is_taken_back_only_while_nobody_has_sat_down_for_it(owner):
    season, players = running(owner, 4)
    published = drawn(season, owner)
    undo.undo(last("publish_round").pk, owner, reason="Wrong date.")
    assert Round.objects.get().is_draft
    published = drawn(season, owner)
    opening.open_now(published.fixtures.filter(chairs__entry__user=players[0]).get().pk, players[0])
    with pytest.raises(errors.CannotUndo):
        undo.undo(last("publish_round").pk, owner, reason="Wrong date again.")
