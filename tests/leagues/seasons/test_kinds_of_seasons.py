"""Seasons of other formats through their pages: a round robin and table nights.

In each, something goes wrong: players are replaced, away or absent, a deadline moves, there are
holidays, a dispute gives a game to the other side, the leader leaves. The tables are computed only
from the export.
"""

import pytest

from games.leagues.models import Audit, Entry, Fixture, Round
from tests.leagues.league_play import found, newcomer, people, play_fixture, season_of, settle_round
from tests.leagues.organiser.visitors import client_of, text
from tests.leagues.season_pages import (
    begun,
    close,
    console,
    dispute_and_decide,
    exported,
    holidays,
    leader_leaves,
    loser_of,
    miss,
    move_deadline,
)

pytestmark = pytest.mark.django_db


def test_a_round_robin_with_holidays_a_no_show_a_replacement_and_a_dispute(owner):
    season = begun(owner, season_of(found(owner), owner, people(4), format="round_robin"))
    console(owner, season).press("Publish all").press("Publish the rounds")
    first, second, third = Round.objects.order_by("number")
    move_deadline(owner, season, first)
    second.refresh_from_db()
    assert second.closes_at > Round.objects.get(pk=first.pk).closes_at
    holidays(owner, season)
    best = list(season.entries.order_by("seed_rank").values_list("pk", flat=True))
    played, missed = first.fixtures.order_by("number")
    absent = miss(missed)
    settle_round(first, best)
    row = next(row for row in exported(season)[0] if row.entry == absent.pk)
    assert (row.points, row.forfeits) == (0, 1)

    game = played.games.order_by("ordinal").first()
    before = {row.entry: row.points for row in exported(season)[0]}
    entry = dispute_and_decide(owner, game, loser=loser_of(game))
    assert {row.entry: row.points for row in exported(season)[0]}[entry.pk] > before[entry.pk]

    nora = newcomer(season.league, "Nora")
    gone = Entry.objects.get(pk=best[-1])
    at = console(owner, season).press("Players").press(gone.name).press("Replace")
    member = season.league.members.get(user=nora)
    at.choose(member=member.pk).type(reason="Moved away").press("Replace")
    gone.refresh_from_db()
    assert (gone.user, gone.replaced_after) == (nora, 1)

    settle_round(second, best)
    leader = leader_leaves(season)
    settle_round(third, best)
    rows = exported(season)[0]
    assert next(row for row in rows if row.entry == leader.pk).forfeits == 1
    close(owner, season)


def points(season):
    """Return the points of all players in both divisions, computed only from the export."""
    return {row.entry: row.points for rows in exported(season) for row in rows}


def attend(owner, season, night, *, away):
    """Let one player of each division check in themselves; the organiser ticks the others."""
    for division in season.divisions.all():
        entries = list(division.entries.filter(status="confirmed").order_by("pk"))
        speaks = away if away in entries else entries[0]
        typed = {"round": str(night), "answer": "no" if speaks == away else "yes"}
        answer = client_of(speaks.user).post(f"{season.get_absolute_url()}attendance/", typed)
        assert answer.status_code == 302, text(answer)
        ticked = {"present": [one.pk for one in entries if one != away]}
        address = f"{season.get_absolute_url()}run/divisions/{division.tier}/presence/"
        answer = client_of(owner).post(address, ticked)
        assert answer.status_code == 302, text(answer)


def test_table_nights_with_attendance_divisions_a_no_show_holidays_and_a_dispute(owner):
    season = season_of(
        found(owner, "secret-hitler"), owner, people(12), format="swiss_tables",
        rounds_planned=2, table_size=6, asks_attendance=True, nights_counted=1,
    )  # fmt: skip
    season.divisions.update(name="First", relegates=1)
    season.divisions.create(name="Second", tier=2, promotes=1)
    season = begun(owner, season)
    best = list(season.entries.order_by("seed_rank", "pk").values_list("pk", flat=True))
    upper, lower = season.divisions.all()
    assert [one.entries.count() for one in (upper, lower)] == [6, 6]

    def published(night):
        at = console(owner, season).press("Draw those who said yes")
        at.press("Publish the next round of 2 divisions")
        at.press("Publish the rounds")
        return [division.rounds.get(number=night) for division in (upper, lower)]

    def seated(round_):
        return set(round_.fixtures.get().chairs.values_list("entry", flat=True))

    # The first night: one of the upper division is away, and plays the second.
    away = upper.entries.order_by("-seed_rank").first()
    attend(owner, season, 1, away=away)
    above, below = published(1)
    assert len(seated(above)) == 5
    assert away.pk not in seated(above)
    assert above.byes.get(entry=away).was_asked

    # The deadline of one division moves; the other's stays. Then there are holidays.
    move_deadline(owner, season, above)
    assert Round.objects.get(pk=below.pk).closes_at == below.closes_at
    holidays(owner, season)
    settle_round(above, best)

    # One of the lower division does not come: the others play without them.
    fixture = below.fixtures.get()
    absent = miss(fixture)
    assert Audit.objects.get(verb="note_absence").actor is None
    play_fixture(fixture)
    settle_round(below, best)
    game = fixture.games.get()
    assert len(game.placings) == 5
    row = next(row for row in exported(season)[1] if row.entry == absent.pk)
    assert (row.points, row.forfeits, row.games) == (0, 1, 0)

    # The loser disputes it and wins, with their whole side; the other side loses.
    before = points(season)
    loser = dispute_and_decide(owner, game, loser=loser_of(game))
    after = points(season)
    turned = {one["entry"]: -1 if one["won"] else 1 for one in game.placings}
    assert turned[loser.pk] == 1
    assert after == {entry: worth + turned.get(entry, 0) for entry, worth in before.items()}

    # The leader leaves; the second night all others play.
    leader = leader_leaves(season)
    attend(owner, season, 2, away=None)
    for round_, there in zip(published(2), (5, 6), strict=True):
        assert len(seated(round_)) == there
        settle_round(round_, best)
    assert points(season)[leader.pk] == after[leader.pk]
    season = close(owner, season)
    shown = text(client_of(owner).get(season.get_absolute_url()))
    assert "best night counts; tie-breaks are over all nights" in shown
    rows = {row.entry: row for table in exported(season) for row in table}
    assert next(row.points for row in rows.values() if row.won == 2) == 1  # from the better night
    assert (rows[away.pk].byes, rows[away.pk].games) == (1, 1)
    assert upper.entries.get(movement="down") == leader  # leavers go down first
    assert lower.entries.get(movement="up").pk == exported(season)[1][0].entry
    assert not Fixture.objects.exclude(status="finished").exists()
