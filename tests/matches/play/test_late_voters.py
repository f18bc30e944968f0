"""A late player may vote again before the votes are shown; nobody else learns of it (2.5)."""

from datetime import timedelta

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from games.api.positions import position_of
from games.history.replay import timeline
from games.matches.models import Match, Player
from games.matches.play import referee, table_votes
from tests.matches.page.test_secrets import PASSING, SCRIPT
from tests.matches.seating import (
    act_as,
    fresh,
    nominate,
    owing,
    player_at,
    running,
    state_of,
    vote_all,
)

pytestmark = pytest.mark.django_db


def run_out(match: Match, seat: int) -> None:
    """Let the time of `seat` run out, and the referee act."""
    long_ago = timezone.now() - timedelta(days=9)
    Player.objects.filter(match=match, seat=seat).update(asked_at=long_ago)
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now())
    referee.act(1)
    assert match.entries.latest("number").seat == seat


def voting(**settings) -> Match:
    """Return a timed match during its first vote."""
    match = running(pace="relaxed", **settings)
    nominate(match)
    return match


def pages(match: Match, besides: int) -> list[bytes]:
    """Return everything shown to the others at the table, and to the gallery."""
    found = []
    timeline.forget()
    for seat in (None, *(seat for seat in range(5) if seat != besides)):
        client = Client()
        if seat is not None:
            client.force_login(player_at(match, seat).user)
        for place in ("live/", "replay/", "replay/frames/", "insight/", "record.json"):
            answer = client.get(f"{match.get_absolute_url()}{place}", headers=SCRIPT)
            found.append(PASSING.sub(b"", answer.content))
    match = fresh(match)
    users = {player.user_id: player.seat for player in match.players.all()}
    match.players.update(is_api=True)
    told = {user: position_of(match, user) for user in users}
    match.players.update(is_api=False)
    found += [msgspec.json.encode(told[user]) for user, seat in users.items() if seat != besides]
    return [*found, str(match.due_at).encode()]


@pytest.mark.parametrize(
    "seat", [0, 3, *(pytest.param(seat, marks=pytest.mark.prove) for seat in (1, 2, 4))]
)
def test_a_player_who_votes_again_after_the_clock_is_still_shown_as_late(seat):
    match = voting()
    run_out(match, seat)
    before = pages(match, besides=seat)
    act_as(match, seat, action="vote", ja=not state_of(match).votes[seat])
    assert pages(match, besides=seat) == before


def test_a_player_who_votes_again_after_a_bot_is_still_shown_as_away(settings):
    settings.BOT_PACE = 0
    match = voting()
    away = player_at(match, 2)
    table_votes.step_away(match.pk, away.user)
    assert referee.act(1)
    assert 2 not in owing(match)
    before = pages(match, besides=2)
    act_as(match, 2, action="vote", ja=not state_of(match).votes[2])
    assert pages(match, besides=2) == before
    table_votes.come_back(match.pk, away.user)
    assert not player_at(match, 2).is_away


def test_a_late_player_is_back_with_the_first_publicly_visible_action():
    match = voting()
    run_out(match, 2)
    act_as(match, 2, action="vote", ja=not state_of(match).votes[2])
    vote_all(match, ja=False)
    assert player_at(match, 2).missed == 1
    nominate(match)
    vote_all(match, ja=True)
    assert player_at(match, 2).missed == 0
