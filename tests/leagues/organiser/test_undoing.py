"""Undoing: permissions and effects; it never leaves an inconsistent state."""

import pytest
from django.utils import timezone

from accounts.privacy import delete_account
from games.leagues import errors, roles
from games.leagues.fixtures import fixtures, opening, reminders, rulings
from games.leagues.membership import services as membership
from games.leagues.models import Audit, Entry, Member, Reminder, Round, Season
from games.leagues.organiser import undo
from games.leagues.scheduling import proposals, substitutes
from games.leagues.seasons import divisions, door, draws, entries, exchanges
from games.leagues.seasons import services as seasons
from tests.doors.house import rows
from tests.leagues.league_play import (
    drawn,
    entry_of,
    found,
    newcomer,
    people,
    play_fixture,
    play_round,
    running,
    season_of,
)
from tests.leagues.organiser.pressing import Browser
from tests.leagues.organiser.visitors import text
from tests.leagues.scheduling.arranging import fresh, league_of, table, users_of

pytestmark = pytest.mark.django_db


def last(verb: str) -> Audit:
    return Audit.objects.filter(verb=verb).first()


def test_only_users_who_could_have_acted_can_undo_an_act(crowd, owner):
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


def test_undoing_a_ruling_of_a_finished_season_first_requires_undoing_its_end(crowd, owner):
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


@pytest.mark.parametrize("format_", ["swiss", "round_robin"])
def test_a_season_begun_too_early_is_reopened_and_drawn_anew_when_it_begins(owner, format_):
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
def test_a_player_from_the_waiting_list_returns_to_the_same_place_in_it(owner, path):
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


def test_undoing_a_role_never_leaves_a_league_without_an_owner(crowd, owner):
    heir = crowd.members["arbiter"]
    membership.set_role(heir, owner, "owner")
    membership.leave(crowd.league, owner)
    with pytest.raises(errors.LastOwner):
        undo.undo(last("set_role").pk, heir.user, reason="I never wanted it.")
    assert crowd.league.members.get(user=heir.user).role == Member.Role.OWNER


def test_the_undo_page_shows_the_act_and_whether_it_was_already_undone(crowd, owner):
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


def test_the_audit_offers_undoing_once_and_only_to_permitted_users(crowd, owner):
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


def test_undoing_from_a_message_returns_to_the_page_that_showed_it(crowd, owner):
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
def test_undoing_redirects_to_no_other_site(crowd, owner, elsewhere):
    membership.edit_league(crowd.league, owner, name="Other")
    address = crowd.address("undo", last("edit_league"))
    answer = crowd.clients["owner"].post(f"{address}?back={elsewhere}", {"reason": "A slip."})
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/leagues/")


def test_players_exchanged_and_exchanged_back_are_notified_of_both_opponents(owner):
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
    """Return the first chair of a fixture, with all related rows that services read."""
    return fixture.chairs.select_related("entry__season__league", "entry__user").first()


def put_in(fixture, owner, name):
    """Put a substitute called `name` on the first chair."""
    user = newcomer(league_of(fixture), name)
    substitutes.put_in(chair_of(fixture), owner, user, reason="Is ill.")
    return user


def test_after_undoing_a_substitution_the_open_table_waits_for_the_player(owner):
    fixture = table(owner)
    opening.open_now(fixture.pk, put_in(fixture, owner, "Sub"))
    undo.undo(last("substitute").pk, owner, reason="Is well again.")
    opening.open_now(fixture.pk, users_of(fixture)[0])
    waiting = fixtures.open_game(fresh(fixture)).match
    assert [p.user for p in waiting.players.order_by("seat")] == users_of(fixture)


@pytest.mark.django_db(transaction=True)
def test_a_substitute_whose_account_is_deleted_cannot_be_restored(owner):
    fixture = table(owner)
    first = put_in(fixture, owner, "First")
    put_in(fixture, owner, "Second")
    delete_account(first)
    with pytest.raises(errors.CannotUndo):
        undo.undo(last("substitute").pk, owner, reason="The first comes after all.")


@pytest.mark.django_db(transaction=True)
def test_a_player_whose_account_is_deleted_cannot_be_entered_again(owner):
    players = people(3)
    season = season_of(found(owner), owner, players)
    entries.turn_away(entry_of(season, players[0]), owner, reason="Too early.")
    delete_account(players[0])
    with pytest.raises(errors.CannotUndo):
        undo.undo(last("turn_away").pk, owner, reason="A mistake.")
    assert season.entries.count() == 2


def test_no_code_is_in_the_audit(owner):
    league = found(owner, access="code")
    membership.renew_code(league, owner)
    assert league.code not in str(list(Audit.objects.values()))


def with_a_result(owner, _newcomer):
    fixture = drawn(running(owner, 4)[0], owner).fixtures.first()
    entry = fixture.chairs.first().entry_id
    rulings.forfeit_fixture(fixture, owner, {entry}, reason="Did not come.")


def with_a_table(owner, _newcomer):
    fixture = drawn(running(owner, 4)[0], owner).fixtures.first()
    opening.open_now(fixture.pk, fixture.chairs.first().entry.user)


def with_a_public_round(owner, _newcomer):
    drawn(running(owner, 4)[0], owner)


def joined_late(owner, newcomer):
    season, _players = running(owner, 4)
    play_round(drawn(season, owner))
    membership.join(season.league, newcomer)
    entries.enter(season, owner, newcomer, reason="Came late.")
    return draws.draft_round(season.divisions.get(), owner)


def played_late(owner, newcomer):
    drafted = joined_late(owner, newcomer)
    draws.publish_round(drafted, owner)
    play_round(drafted)


def discarded_and_drawn_anew(owner, _newcomer):
    division = running(owner, 4)[0].divisions.get()
    draws.discard_round(draws.draft_round(division, owner), owner)
    draws.draft_round(division, owner)


def in_divisions(owner, _newcomer):
    season = season_of(found(owner), owner, people(6))
    divisions.arrange(season, owner, divisions=[{"name": "First"}, {"name": "Second"}])
    seasons.begin(season, owner)
    draws.publish_round(draws.draft_round(season.divisions.last(), owner), owner)


def with_another_role(owner, newcomer):
    member = membership.join(found(owner), newcomer)
    membership.set_role(member, owner, "arbiter")
    Member.objects.filter(pk=member.pk).update(role="owner")


def with_a_substitute_who_has_played(owner, _newcomer):
    fixture = table(owner)
    opening.open_now(fixture.pk, put_in(fixture, owner, "Sub"))
    play_fixture(fixture)


def exchanged_and_played(owner, _newcomer):
    one, other = drawn(running(owner, 4)[0], owner).fixtures.all()
    exchanges.swap_chairs(one.chairs.first(), other.chairs.first(), owner, reason="They asked.")
    play_fixture(one)


@pytest.mark.parametrize(
    ("given", "verb"),
    [
        (with_a_result, "publish_round"), (with_a_table, "publish_round"),
        (with_a_public_round, "begin_season"), (joined_late, "join_late"),
        (played_late, "join_late"), (in_divisions, "arrange_divisions"),
        (in_divisions, "open_season"), (with_another_role, "set_role"),
        (with_a_substitute_who_has_played, "substitute"), (exchanged_and_played, "swap_chairs"),
        (discarded_and_drawn_anew, "discard_round"),
    ],
)  # fmt: skip
def test_an_act_that_others_depend_on_cannot_be_undone(owner, alice, given, verb):
    given(owner, alice)
    before = rows()
    with pytest.raises(errors.CannotUndo):
        undo.undo(last(verb).pk, owner, reason="A mistake.")
    assert rows() == before


def test_undoing_requires_a_reason(owner):
    membership.edit_league(found(owner), owner, name="Other")
    with pytest.raises(errors.NeedsReason):
        undo.undo(last("edit_league").pk, owner, reason="")
