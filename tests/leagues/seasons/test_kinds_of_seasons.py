"""Seasons of other kinds through their pages: everybody against everybody, and a knock-out.

In each something goes wrong: somebody is replaced or stays away, a deadline moves, a result is
disputed, the leader leaves. The tables are computed from the export alone.
"""

import pytest

from games.leagues.membership import services as membership
from games.leagues.models import Entry, Round
from tests.conftest import account
from tests.leagues.league_play import found, people, season_of, settle_round
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
    console(owner, season).press("Publish all").press("Publish 3 rounds")
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

    newcomer = account("Nora")
    membership.join(season.league, newcomer)
    gone = Entry.objects.get(pk=best[-1])
    at = console(owner, season).press("Players").press(gone.name).press("Replace")
    member = season.league.members.get(user=newcomer)
    at.choose(member=member.pk).type(reason="Moved away").press("Replace")
    gone.refresh_from_db()
    assert (gone.user, gone.replaced_after) == (newcomer, 1)

    settle_round(second, best)
    leader = leader_leaves(season)
    settle_round(third, best)
    rows = exported(season)[0]
    assert next(row for row in rows if row.entry == leader.pk).forfeits == 1
    close(owner, season)
