"""The public audit: author, reason, values before and after; nothing secret."""

import re
from datetime import timedelta

from django.utils import timezone

from games.leagues import context
from games.leagues.audit.acts import ACTS
from games.leagues.audit.labels import SHOWN
from games.leagues.fixtures import deadlines, disputes, rulings
from games.leagues.membership import services as membership
from games.leagues.models import (
    Audit,
    Chair,
    Division,
    Entry,
    Fixture,
    FixtureMatch,
    League,
    Round,
    Season,
)
from games.leagues.organiser import undo
from games.leagues.seasons import draws, entries, exchanges
from games.leagues.seasons import services as seasons
from tests.leagues.public import making
from tests.leagues.public.conftest import visitor
from tests.leagues.public.test_pages import text, words

AUDIT = "/leagues/tuesday/audit/"


def told(client) -> str:
    return words(text(client, AUDIT))


def test_an_act_is_shown_with_actor_reason_and_former_values(nights, stranger):
    owner = nights.season.league.founder
    fixture = Fixture.objects.filter(round__division=nights, status="finished").first()
    game = fixture.games.first()
    loser = next(one["side"] for one in game.placings if not one["won"])
    rulings.correct_game(game, owner, winner=loser, reason="Wrong end")
    where = f"Round {fixture.round.number}, table {fixture.number}"
    entry = nights.entries.last()
    entries.sanction(entry, owner, kind="points", points=-2, reason="Came late")
    page = told(stranger)
    assert f"Adela corrected a result: {where}" in page
    assert "Wrong end" in page
    assert f"Result: as played → became {loser}s" in page
    assert f"Adela imposed a sanction: {entry.name}" in page
    assert "Points: -2" in page


def test_an_undone_act_is_marked_and_links_to_the_act_that_undid_it(nights, stranger):
    owner = nights.season.league.founder
    club = nights.season.league
    membership.edit_league(club, owner, name="Other name", reason="Better")
    done = Audit.objects.get()
    undoing = undo.undo(done.pk, owner, reason="Worse")
    page = text(stranger, AUDIT)
    assert f'id="act-{done.pk}"' in page
    assert f'href="#act-{undoing.pk}"' in page
    assert "undone" in words(page)
    assert "Name: Other name → became Tuesday Night Club" in words(page)


def test_codes_keys_and_seeds_are_not_shown(nights, stranger, organiser):
    club = nights.season.league
    membership.renew_code(club, club.founder)
    token = membership.invite(club, club.founder, note="for Zed")
    rows = [
        {"model": "league", "pk": club.pk, "before": {"code": "OLDCODEX"}, "after": {"code": "Y"}},
        {"model": "webhook", "pk": 1, "before": None, "after": {"secret": "hush", "url": "x"}},
        {"model": "invitation", "pk": 1, "before": None, "after": {"token_hash": "hashhash"}},
        {"model": "season", "pk": 1, "before": {"seed": ""}, "after": {"seed": "feedbeef"}},
    ]
    Audit.objects.create(league=club, actor=club.founder, verb="begin_season", changes=rows)
    for client in (stranger, organiser):
        page = text(client, AUDIT)
        for secret in ("OLDCODEX", "hush", "hashhash", "feedbeef", token, club.code):
            assert secret not in page


def test_only_existing_fields_are_shown_and_none_that_grants_access():
    from django.apps import apps

    for name, fields in SHOWN.items():
        known = {field.name for field in apps.get_model("leagues", name)._meta.get_fields()}
        assert set(fields) <= known, name
        assert not {"code", "seed", "secret", "token_hash", "url", "report"} & set(fields)


def test_every_act_that_services_record_has_a_label():
    recorded = set()
    for path in sorted(package_folder().rglob("*.py")):
        code = path.read_text()
        for call in re.findall(r"record\((.*?)\)\s*(?:as recorder)?:", code, re.DOTALL):
            recorded |= set(re.findall(r'"([a-z]+_?[a-z_]*)"', call))
    assert {"publish_round", "sanction", "ban"} <= recorded
    assert recorded - set(ACTS) == set()


def package_folder():
    from pathlib import Path

    return Path(context.__file__).parent


def drafted(number: int = 1):
    """Return a running season whose round was drawn, viewed, and drawn again."""
    users = making.people(14)
    club = making.league(users[0], users)
    division = making.season(club, users, format="swiss_tables", rounds_planned=3)
    draws.draft_round(division, users[0])
    return division, users[0]


def test_acts_on_a_draft_are_shown_once_its_round_is_public(db, stranger):
    division, owner = drafted()
    first = division.rounds.get()
    draws.discard_round(first, owner)
    again = draws.draft_round(division, owner)
    one = Chair.objects.filter(fixture__round=again, fixture__number=1).first()
    other = Chair.objects.filter(fixture__round=again, fixture__number=2).first()
    exchanges.swap_chairs(one, other, owner, reason="They are married")
    organiser = visitor(owner)
    hidden = ("drew a round", "deleted a draft", "swapped two players", "They are married")
    for text_ in hidden:
        assert text_ in told(organiser)
        assert text_ not in told(stranger)
    again.refresh_from_db()
    draws.publish_round(again, owner)
    for text_ in hidden:
        assert text_ in told(stranger)


def test_rulings_name_the_game_and_the_forfeiting_player(duels, stranger):
    game = FixtureMatch.objects.filter(ordinal=2, fixture__status="finished").first()
    fixture, owner = game.fixture, duels.season.league.members.get(role="owner").user
    rulings.annul_game(game, owner, reason="A bug")
    chair = fixture.chairs.first()
    rulings.forfeit_fixture(fixture, owner, {chair.entry_id}, reason="An engine")
    number = fixture.round.number, fixture.number
    place = "Round {}, table {}".format(*number)
    page = text(stranger, "/leagues/duellists/audit/")
    assert f"<bdi>{place}, Game 2</bdi>, Counts:" in page
    assert f"<bdi>{place}, {chair.entry.name}</bdi>, Forfeits:" in page
    other = fixture.chairs.last().entry
    Fixture.objects.update(finished_at=timezone.now())
    disputes.dispute(fixture, other.user, "By me?")
    page = text(stranger, "/leagues/duellists/audit/")
    assert f"<bdi>{place}, {other.name}</bdi>, State:" in page
    assert "Decision:" not in page


def test_acts_on_rounds_and_fixtures_name_their_place_in_words(db, stranger):
    users = making.people(12)
    club = making.league(users[0], users)
    division = making.season(club, users, format="swiss_tables", rounds_planned=3)
    Division.objects.create(season=division.season, tier=2, name="Second")
    published = draws.draft_round(division, users[0])
    draws.publish_round(published, users[0])
    later = timezone.now() + timedelta(days=30)
    deadlines.move_round(published, users[0], later, reason="Exams")
    deadlines.move_fixture(published.fixtures.first(), users[0], later, reason="Holidays")
    undo.undo(Audit.objects.get(reason="Holidays").pk, users[0], reason="No holidays")
    said = told(stranger)
    assert "published a round: Division 1, Round 1" in said
    assert "moved a deadline: Division 1, Round 1 " in said
    assert said.count("Division 1, Round 1, table 1 ") == 2
    # Acts recorded before divisions were.
    Audit.objects.filter(reason="Exams").update(about="1")
    assert "moved a deadline: Round 1 " in told(stranger)


def test_an_undone_swap_in_a_draft_is_not_shown_either(db, stranger):
    division, owner = drafted()
    drawn = division.rounds.get()
    one = Chair.objects.filter(fixture__round=drawn, fixture__number=1).first()
    other = Chair.objects.filter(fixture__round=drawn, fixture__number=2).first()
    exchanges.swap_chairs(one, other, owner, reason="Why not")
    undo.undo(Audit.objects.get(verb="swap_chairs").pk, owner, reason="Because")
    assert "Because" in told(visitor(owner))
    assert "Because" not in told(stranger)
    assert one.entry.name not in told(stranger)
    undo.undo(Audit.objects.get(reason="Because").pk, owner, reason="After all")
    assert "After all" in told(visitor(owner))
    assert "After all" not in told(stranger)
    assert one.entry.name not in told(stranger)


def test_other_acts_only_leave_out_their_effects_on_a_draft(db, stranger):
    division, owner = drafted()
    chair = Chair.objects.filter(fixture__round__division=division).first()
    changes = [
        {"model": "entry", "pk": chair.entry_id, "before": {"status": "confirmed"},
         "after": {"status": "withdrawn"}},
        {"model": "chair", "pk": chair.pk, "before": {"forfeited": False},
         "after": {"forfeited": True}},
    ]  # fmt: skip
    Audit.objects.create(
        league=division.season.league, season=division.season, actor=owner, verb="withdraw",
        about=chair.entry.name, changes=changes,
    )  # fmt: skip
    assert "State: playing → became withdrawn" in told(stranger)
    assert "Forfeits" not in told(stranger)
    assert "Forfeits: no → became yes" in told(visitor(owner))


def test_a_season_in_preparation_is_not_mentioned(db, stranger, alice):
    club = making.league(alice)
    seasons.open_season(club, alice, name="Secret plans", format="tables")
    assert "Secret plans" in told(visitor(alice))
    assert "Secret plans" not in told(stranger)
    Season.objects.update(status="registration")
    assert "Secret plans" in told(stranger)


def test_a_long_audit_is_paginated_without_gaps(nights, stranger):
    club = nights.season.league
    for number in range(120):
        Audit.objects.create(
            league=club, actor=club.founder, verb="edit_league", about=f"n{number}."
        )
    found, address = [], AUDIT
    while address:
        page = text(stranger, address)
        found += re.findall(r"<bdi>(n\d+)\.</bdi>", page)
        older = re.search(r'href="\?before=(\d+)"', page)
        address = f"{AUDIT}?before={older[1]}" if older else ""
    assert found == [f"n{number}" for number in reversed(range(120))]


def test_a_deleted_actor_is_shown_as_somebody(nights, stranger):
    club = nights.season.league
    Audit.objects.create(league=club, actor=None, verb="ban", about="x", reason="y")
    Audit.objects.create(league=club, actor=None, verb="some_new_verb", about="x", changes=[
        {"model": "chair", "pk": 10**9, "before": {"entry_id": 10**9}, "after": None}])  # fmt: skip
    page = told(stranger)
    assert "deleted player banned somebody: x" in page
    assert "some new verb" in page
    assert League.objects.count() == 1
    assert Entry.objects.exists()
    assert Round.objects.exists()
