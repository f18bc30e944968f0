"""Nobody can make a table wait longer than its clocks allow, whatever they press."""

from datetime import timedelta

import pytest

from accounts.privacy import delete_account
from games.matches.models import Match
from games.matches.play import clocks, referee, table_votes
from games.matches.play.memory import projection_of
from tests.matches.seating import act, choices_of, fresh, nominate, running, vote_all

pytestmark = pytest.mark.django_db


def asked(match):
    return match.players.get(asked_at__isnull=False)


def wind(match, **span):
    """Let time pass for the players whose clocks run."""
    player = asked(match)
    player.asked_at -= timedelta(**span)
    player.save()
    return player


def second_round():
    """Return a table whose candidate may nominate, and may also claim about a session."""
    match = running(pace="relaxed")
    for _round in range(5):
        nominate(match)
        vote_all(match, ja=True)
        for _tile in range(2):
            (seat,) = projection_of(fresh(match)).game.to_act(projection_of(fresh(match)).state)
            act(match, seat, choices_of(match, seat)[0])
        match = fresh(match)
        seat = asked(match).seat
        if any(type(one).__name__ == "Claim" for one in choices_of(match, seat)):
            return match
    raise AssertionError("nobody has anything to claim")


def claim(match, seat):
    said = next(one for one in choices_of(match, seat) if type(one).__name__ == "Claim")
    act(match, seat, said)


def test_a_claim_does_not_reset_the_clock_of_an_owed_decision():
    match = second_round()
    before = wind(match, minutes=1)
    claim(match, before.seat)
    assert asked(match).asked_at == before.asked_at


def test_going_away_and_coming_back_does_not_reset_a_clock():
    match = running(pace="relaxed")
    before = wind(match, minutes=1)
    table_votes.step_away(match.pk, before.user)
    table_votes.come_back(match.pk, before.user)
    assert asked(match).asked_at == before.asked_at


def test_coming_back_during_a_pause_gains_nothing():
    match = running(pace="relaxed")
    users = [player.user for player in match.players.select_related("user")]
    for user in users[:4]:
        table_votes.vote(match.pk, user, "pause")
    match = fresh(match)
    Match.objects.filter(pk=match.pk).update(paused_at=match.paused_at - timedelta(hours=1))
    player = wind(match, hours=1)
    table_votes.step_away(match.pk, player.user)
    table_votes.come_back(match.pk, player.user)
    table_votes.go_on(match.pk, users[0])
    match = fresh(match)
    full = clocks.clock_of(match)
    latest = match.started_at + full.decision + full.reserve + timedelta(minutes=1)
    assert clocks.deadline(match, asked(match)) < latest


@pytest.mark.parametrize("pace", ["untimed", "relaxed"])
def test_repeated_table_votes_do_not_keep_bots_from_acting(pace):
    match = running(pace=pace)
    seat = projection_of(match).state.president
    absent = match.players.get(seat=seat)
    table_votes.step_away(match.pk, absent.user)
    due = fresh(match).due_at
    other = match.players.exclude(seat=seat).first()
    table_votes.vote(match.pk, other.user, "void")
    assert fresh(match).due_at == due


def test_repeatedly_leaving_and_coming_back_does_not_keep_bots_from_acting():
    match = running(pace="untimed")
    seat = projection_of(match).state.president
    table_votes.step_away(match.pk, match.players.get(seat=seat).user)
    due = fresh(match).due_at
    other = match.players.exclude(seat=seat).first()
    table_votes.step_away(match.pk, other.user)
    table_votes.come_back(match.pk, other.user)
    assert fresh(match).due_at <= due


def test_a_bot_continues_immediately_when_an_account_is_deleted(settings):
    settings.BOT_PACE = 0
    match = running(pace="untimed")
    president = match.players.get(seat=projection_of(match).state.president)
    delete_account(president.user)
    assert fresh(match).due_at is not None
    assert referee.act(1)
    assert match.entries.get(number=1).by == "bot"
