"""Requests with another league's primary keys in URLs and forms find and change nothing."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.chat.models import Report
from games.conduct import decisions
from games.leagues import models
from games.leagues.fixtures import disputes
from games.leagues.joining.urls import urlpatterns as joining
from games.leagues.membership import services as membership
from games.leagues.models import Fixture, Season
from games.leagues.organiser.urls import urlpatterns as organising
from games.leagues.public.urls import urlpatterns as public
from games.leagues.scheduling import proposals
from games.leagues.scheduling.urls import urlpatterns as scheduling
from games.leagues.seasons import entries
from games.leagues.seasons import services as seasons
from tests.conftest import account
from tests.doors.house import rows
from tests.leagues.league_play import drawn, people, play_fixture, season_of
from tests.leagues.organiser.visitors import client_of

pytestmark = pytest.mark.django_db


@dataclass
class Club:
    """A league in the middle of its season: a disputed fixture, and one not played yet."""

    season: Season
    played: Fixture
    waiting: Fixture
    owner: Client

    def address(self, name: str, *args: Any) -> str:
        """Return a URL within its season, or of a fixture's time."""
        league = self.season.league.slug
        of_times = name in {pattern.name for pattern in scheduling}
        return reverse(
            f"leagues:{name}", args=[league, *(() if of_times else (self.season.number,)), *args]
        )


def club(founder: Any) -> Club:
    league = membership.create_league(founder=founder, name=f"Club {founder.pk}", game="noir")
    season = season_of(league, founder, people(4, prefix=f"of-{founder.pk}"))
    seasons.begin(season, founder)
    played, waiting = drawn(Season.objects.get(pk=season.pk), founder).fixtures.order_by("pk")
    play_fixture(played)
    entries.sanction(season.entries.first(), founder, kind="warning", reason="Late")
    disputes.dispute(played, played.chairs.first().entry.user, "No")
    proposals.prepare_due()
    membership.invite(league, founder)
    models.Webhook.objects.create(league=league, url="https://bot.example/")
    return Club(Season.objects.get(pk=season.pk), played, waiting, client_of(founder))


@pytest.fixture
def clubs(owner):
    """Two leagues in the same state: the first is the target, the second belongs to the forger."""
    return club(owner), club(account("Mallory"))


def forged_addresses(theirs: Club, mine: Club) -> Iterator[str]:
    """Yield each URL that contains a primary key, with a key of the other league."""
    league = theirs.season.league
    about, by = (chair.entry.user for chair in theirs.played.chairs.all())
    their_report = Report.objects.create(about=about, match=theirs.played.games.first().match)
    scope = league.get_absolute_url()
    their_decision = decisions.impose(about, "mute", "Insults.", by, days=7, scope=scope)
    decisions.appeal(about, their_decision.pk, "No.")
    numbers = {
        "rounds": theirs.played.round_id,
        "players": theirs.played.chairs.first().entry_id,
        "fixtures": theirs.played.pk,
        "disputes": theirs.played.disputes.get().pk,
        "conduct": their_report.pk,
        "appeals": their_decision.pk,
        "members": league.members.exclude(role="owner").first().pk,
        "undo": league.audits.latest("pk").pk,
        "invitations": league.invitations.get().pk,
        "webhooks": league.webhooks.get().pk,
    }
    seat = theirs.waiting.chairs.first().pk
    own_seat = mine.waiting.chairs.first().pk
    yield mine.address("run-swap", mine.waiting.round_id, own_seat, seat)
    for pattern in [*joining, *organising, *scheduling, *public]:
        route = str(pattern.pattern)
        if "<int:key>" in route:
            kind = route.partition("/<int:key>")[0].rpartition("/")[2]
            known = {"slug": mine.season.league.slug, "number": mine.season.number,
                     "key": numbers[kind], "game": theirs.played.games.first().pk,
                     "one": seat, "other": seat}  # fmt: skip
            wanted = {name: known[name] for name in pattern.pattern.converters}
            yield reverse(f"leagues:{pattern.name}", kwargs=wanted)


def test_no_url_reaches_anything_of_another_league(clubs):
    theirs, mine = clubs
    addresses = list(forged_addresses(theirs, mine))
    assert len(addresses) > 30
    before = rows()
    for address in addresses:
        assert mine.owner.get(address).status_code in {404, 405}, address
        answer = mine.owner.post(address, {"reason": "Because", "text": "x", "rsvp": "yes"})
        assert answer.status_code in {404, 405}, address
    assert rows() == before


def forged_forms(theirs: Club, mine: Club) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield steps of the forger's league, with forms that name players and rows of the other."""
    their_seat, my_seat = (one.waiting.chairs.first() for one in (theirs, mine))
    their_member = theirs.season.league.members.exclude(role="owner").first().pk
    yield "run-forfeit", {"entries": their_seat.entry_id}
    yield "run-substitute", {"chair": their_seat.pk, "member": their_member}
    yield "run-substitute", {"chair": my_seat.pk, "member": their_member}
    yield "run-replace", {"member": their_member}
    yield "run-enter", {"member": their_member, "points": 0}
    yield "run-place", {"division": theirs.season.divisions.get().pk}
    yield "run-presence", {"present": their_seat.entry_id}
    yield "run-make", {"tables": their_seat.entry.name}
    yield "answer", {"can": "yes", "proposal": theirs.waiting.proposals.first().pk}
    yield "stand-in", {"chair": their_seat.pk}


def arguments(name: str, mine: Club) -> list[int]:
    """Return the keys of the forger's own rows in the URL of a step."""
    if name in {"run-presence", "run-make"}:
        return [mine.season.divisions.get().tier]
    if name in {"run-replace", "run-place"}:
        return [mine.waiting.chairs.first().entry_id]
    return [] if name == "run-enter" else [mine.waiting.pk]


def test_no_form_accepts_players_or_rows_of_another_league(clubs):
    theirs, mine = clubs
    before = rows()
    for name, typed in list(forged_forms(theirs, mine)):
        address = mine.address(name, *arguments(name, mine))
        answer = mine.owner.post(address, {"reason": "Because", **typed}, follow=True)
        assert answer.status_code in {200, 403, 404, 409, 422}, (name, answer.status_code)
        assert rows() == before, name
