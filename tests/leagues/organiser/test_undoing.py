"""Undoing: by whom, to what, and never so that something hangs in the air."""

import pytest
from django.utils import timezone

from accounts.privacy import delete_account
from games.leagues import errors, roles
from games.leagues.fixtures import fixtures, opening, reminders, rulings
from games.leagues.membership import services as membership
from games.leagues.models import Audit, Entry, Fixture, Member, Reminder, Round, Sanction, Season
from games.leagues.organiser import undo
from games.leagues.scheduling import proposals, substitutes
from games.leagues.seasons import divisions, door, draws, entries, exchanges
from games.leagues.seasons import services as seasons
from tests.leagues.league_play import (
    drawn,
    entry_of,
    found,
    newcomer,
    people,
    play_fixture,
    play_round,
    points,
    running,
    season_of,
)
from tests.leagues.organiser.pressing import Browser
from tests.leagues.organiser.visitors import text
from tests.leagues.scheduling.arranging import fresh, league_of, table, users_of

pytestmark = pytest.mark.django_db


def last(verb: str) -> Audit:
    return Audit.objects.filter(verb=verb).first()


def test_only_who_could_have_done_it_undoes_it(crowd, owner):
    season = season_of(crowd.league, owner, people(4))
    seasons.begin(season, owner)
    entry = season.entries.first()
    entries.sanction(entry, owner, kind="warning", reason="Late.")
    draws.publish_round(draws.draft_round(season.divisions.get(), owner), owner)
    membership.edit_league(crowd.league, owner, name="Other")
    for verb, least in (("sanction", 2), ("publish_round", 1), ("edit_league", 3)):
        done = last(verb)
        for rank, who in enumerate(["member", "scheduler", "arbiter", "owner"]):
            if rank < least:
                answer = crowd.post(who, "undo", done, reason="I want to.")
                assert answer.status_code == 403, (verb, who)
                with pytest.raises(roles.NotAllowed):
                    undo.undo(done.pk, crowd.members[who].user, reason="I want to.")
        who = ["member", "scheduler", "arbiter", "owner"][least]
        assert crowd.post(who, "undo", done, reason="A mistake.").status_code == 302
    assert Round.objects.get().is_draft


def test_who_undoes_a_ruling_of_a_season_that_is_over_reads_what_comes_first(crowd, owner):
    season = season_of(crowd.league, owner, people(4))
    seasons.begin(season, owner)
    entries.sanction(season.entries.first(), owner, kind="warning", reason="Late.")
    seasons.close_season(Season.objects.get(), owner)
    late = crowd.post("arbiter", "undo", last("sanction"), reason="He was in time.")
    assert late.status_code == 409
    assert "Undo its end first" in text(late)
    assert crowd.post("owner", "undo", last("close_season"), reason="Not yet.").status_code == 302
    again = crowd.post("arbiter", "undo", last("sanction"), reason="He was in time.")
    assert again.status_code == 302


def test_a_round_of_which_something_was_played_does_not_become_a_draft_again(owner):
    season, _players = running(owner, 4)
    published = drawn(season, owner)
    fixture = published.fixtures.first()
    entry = fixture.chairs.first().entry_id
    rulings.forfeit_fixture(fixture, owner, {entry}, reason="Did not come.")
    with pytest.raises(errors.CannotUndo):
        undo.undo(last("publish_round").pk, owner, reason="A mistake.")
    assert Round.objects.get().status == Round.Status.PUBLISHED
    assert Fixture.objects.get(pk=fixture.pk).status == Fixture.Status.FORFEITED


@pytest.mark.parametrize("format_", ["swiss", "round_robin"])
def test_a_season_begun_too_early_goes_back_and_is_drawn_anew_when_it_begins(owner, format_):
    season, _players = running(owner, 4, format=format_)
    if format_ == "swiss":
        draws.draft_round(season.divisions.get(), owner)
    undone = undo.undo(last("begin_season").pk, owner, reason="Two friends still come.")
    season = Season.objects.get()
    assert season.status == Season.Status.REGISTRATION
    assert not Round.objects.exists()
    with pytest.raises(errors.CannotUndo):
        undo.undo(undone.pk, owner, reason="Now.")
    seasons.begin(season, owner)
    assert Round.objects.count() == (3 if format_ == "round_robin" else 0)


@pytest.mark.parametrize("path", ["organiser", "door", "door before it begins"])
def test_who_came_in_from_the_waiting_list_has_their_turn_there_again(owner, path):
    league, players = found(owner, "secret-hitler"), people(9)
    season = season_of(league, owner, players, capacity=7)
    first = season.entries.filter(status="waiting").first()
    Entry.objects.filter(pk=first.pk).update(answers=[["Why?", "To win."]])
    first.refresh_from_db()
    if path != "door before it begins":
        seasons.begin(season, owner)
        season = Season.objects.get(pk=season.pk)
    if path == "organiser":
        entries.enter(season, owner, first.user, reason="A place is free.")
    else:
        door.check_in(season, first.user, door.code_of(season))
    assert season.entries.get(user=first.user).plays
    undo.undo(last("join_late").pk, owner, reason="It is not.")
    again = season.entries.get(user=first.user)
    kept = ("pk", "status", "answers", "entered_at")
    assert [getattr(again, name) for name in kept] == [getattr(first, name) for name in kept]


def test_a_newcomer_who_is_drawn_or_has_played_does_not_vanish_from_the_results(owner):
    season, _players = running(owner, 4)
    play_round(drawn(season, owner))
    hana = newcomer(season.league, "Hana")
    entries.enter(season, owner, hana, reason="Came late.")
    division = season.divisions.get()
    drafted = draws.draft_round(division, owner)
    with pytest.raises(errors.CannotUndo):
        undo.undo(last("join_late").pk, owner, reason="A mistake.")
    draws.publish_round(drafted, owner)
    play_round(drafted)
    before = points(season)
    with pytest.raises(errors.CannotUndo):
        undo.undo(last("join_late").pk, owner, reason="A mistake.")
    assert points(season) == before
    assert entry_of(season, hana).plays


def test_a_division_or_a_season_that_people_play_in_stays(owner):
    season = season_of(found(owner), owner, people(6))
    divisions.arrange(season, owner, divisions=[{"name": "First"}, {"name": "Second"}])
    seasons.begin(season, owner)
    second = season.divisions.get(name="Second")
    draft = draws.draft_round(second, owner)
    draws.publish_round(draft, owner)
    for verb in ("arrange_divisions", "open_season"):
        with pytest.raises(errors.CannotUndo):
            undo.undo(last(verb).pk, owner, reason="A mistake.")
    assert season.divisions.count() == 2
    assert Round.objects.filter(pk=draft.pk).exists()
    assert season.entries.filter(division=second).count() == 3


def test_undoing_a_role_never_leaves_a_league_without_an_owner(crowd, owner):
    heir = crowd.members["arbiter"]
    membership.set_role(heir, owner, "owner")
    membership.leave(crowd.league, owner)
    with pytest.raises(errors.LastOwner):
        undo.undo(last("set_role").pk, heir.user, reason="I never wanted it.")
    assert crowd.league.members.get(user=heir.user).role == Member.Role.OWNER


def test_undo_shows_the_act_and_says_when_it_was_undone_already(crowd, owner):
    season, players = running(owner, 4)
    entries.sanction(entry_of(season, players[0]), owner, kind="warning", reason="Late.")
    done = last("sanction")
    crowd.league = season.league
    page = crowd.get("owner", "undo", done).content.decode()
    assert "imposed a sanction" in page
    assert "Late." in page
    assert crowd.post("owner", "undo", done, reason="A mistake.").status_code == 302
    again = text(crowd.post("owner", "undo", done, reason="Once more."))
    assert "This has already been undone." in again


def test_the_audit_offers_undoing_to_who_may_and_not_twice(crowd, owner):
    membership.edit_league(crowd.league, owner, name="Other")
    membership.ban(crowd.members["member"], owner, reason="Insults.")
    ban, edit = last("ban"), last("edit_league")
    for who, offered in (("owner", {ban, edit}), ("arbiter", {ban}), ("scheduler", set())):
        page = crowd.get(who, "audit").content.decode()
        assert {act for act in (ban, edit) if crowd.address("undo", act) in page} == offered
    for who in ("stranger", "outsider"):
        assert "/undo/" not in crowd.get(who, "audit").content.decode()
    crowd.post("arbiter", "undo", ban, reason="They said sorry.")
    assert crowd.address("undo", ban) not in crowd.get("owner", "audit").content.decode()


def test_undo_in_a_message_leads_back_to_the_page_that_said_it(crowd, owner):
    season = season_of(crowd.league, owner, people(4))
    seasons.begin(season, owner)
    division = season.divisions.get()
    drafted = draws.draft_round(division, owner)
    at = Browser(crowd.clients["owner"]).open(crowd.address("run-publish", season, drafted))
    at.press("Publish")
    said_at = at.address
    at.press("Undo").type(reason="Too soon.").press("Undo")
    assert at.address == said_at
    assert "It has been undone." in at.text
    assert Round.objects.get().is_draft


@pytest.mark.parametrize(
    "elsewhere",
    ["https://example.org/", "//example.org", "javascript:alert(1)", "-1", "2026-03-29T02"],
)
def test_undo_leads_to_no_other_site(crowd, owner, elsewhere):
    membership.edit_league(crowd.league, owner, name="Other")
    address = crowd.address("undo", last("edit_league"))
    answer = crowd.clients["owner"].post(f"{address}?back={elsewhere}", {"reason": "A slip."})
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/leagues/")


def test_who_changed_places_and_back_is_told_both_times_whom_they_play(owner):
    season, players = running(owner, 4)
    fixtures = list(drawn(season, owner).fixtures.all())
    everybody = sorted(player.pk for player in players)
    letters = Reminder.objects.filter(kind=reminders.PUBLISHED, sent_at=None)

    def are_told() -> list[int]:
        proposals.prepare_due()
        told = sorted(letters.values_list("user", flat=True))
        letters.update(sent_at=timezone.now())
        return told

    assert are_told() == everybody
    exchanges.swap_chairs(*(one.chairs.first() for one in fixtures), owner, reason="Neighbours")
    assert are_told() == everybody
    undo.undo(last("swap_chairs").pk, owner, reason="They are none.")
    assert are_told() == everybody
    assert are_told() == []


def chair_of(fixture):
    """Return the first chair of a fixture, with all that services read about it."""
    return fixture.chairs.select_related("entry__season__league", "entry__user").first()


def put_in(fixture, owner, name):
    """Let a person called `name` play instead of the player on the first chair."""
    user = newcomer(league_of(fixture), name)
    substitutes.put_in(chair_of(fixture), owner, user, reason="Is ill.")
    return user


def test_the_table_that_waits_is_for_the_player_who_is_back_after_undoing_a_substitution(owner):
    fixture = table(owner)
    opening.open_now(fixture.pk, put_in(fixture, owner, "Sub"))
    undo.undo(last("substitute").pk, owner, reason="Is well again.")
    opening.open_now(fixture.pk, users_of(fixture)[0])
    waiting = fixtures.open_game(fresh(fixture)).match
    assert [p.user for p in waiting.players.order_by("seat")] == users_of(fixture)


def test_a_substitution_is_not_undone_once_the_substitute_has_played(owner):
    fixture = table(owner)
    opening.open_now(fixture.pk, put_in(fixture, owner, "Sub"))
    play_fixture(fixture)
    with pytest.raises(errors.CannotUndo):
        undo.undo(last("substitute").pk, owner, reason="Is well again.")


def test_an_exchange_is_not_undone_once_one_of_them_has_played(owner):
    season, _players = running(owner, 4)
    one, other = drawn(season, owner).fixtures.all()
    exchanges.swap_chairs(one.chairs.first(), other.chairs.first(), owner, reason="They asked.")
    play_fixture(one)
    before = sorted(one.chairs.values_list("entry", flat=True))
    with pytest.raises(errors.CannotUndo):
        undo.undo(last("swap_chairs").pk, owner, reason="They ask again.")
    assert sorted(one.chairs.values_list("entry", flat=True)) == before


@pytest.mark.django_db(transaction=True)
def test_a_substitute_whose_account_is_gone_is_not_brought_back(owner):
    fixture = table(owner)
    first = put_in(fixture, owner, "First")
    put_in(fixture, owner, "Second")
    delete_account(first)
    with pytest.raises(errors.CannotUndo):
        undo.undo(last("substitute").pk, owner, reason="The first comes after all.")


@pytest.mark.django_db(transaction=True)
def test_a_player_whose_account_is_gone_is_not_entered_again(owner):
    players = people(3)
    season = season_of(found(owner), owner, players)
    entries.turn_away(entry_of(season, players[0]), owner, reason="Too early.")
    delete_account(players[0])
    with pytest.raises(errors.CannotUndo):
        undo.undo(last("turn_away").pk, owner, reason="A mistake.")
    assert season.entries.count() == 2


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


def test_undoing_says_why(owner):
    membership.edit_league(found(owner), owner, name="Other")
    with pytest.raises(errors.NeedsReason):
        undo.undo(last("edit_league").pk, owner, reason="")
