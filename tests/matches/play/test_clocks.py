"""Clocks, leavers and table votes: nobody can block a table, and nobody gains by trying."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.engine.seats import PUBLIC
from games.matches import errors
from games.matches.lobby import services as lobby
from games.matches.models import Match, Player, Pulse
from games.matches.play import clocks, memory, moves, referee, services, table_votes
from games.matches.play.memory import projection_of
from tests.conftest import account
from tests.matches import seating
from tests.matches.seating import browser, fresh, owing

pytestmark = pytest.mark.django_db

NAMES = ("Ada", "Ben", "Chiyo", "Dario", "Elif")


def people(names=NAMES):
    return [account(name) for name in names]


def running(users, pace="relaxed"):
    return seating.running(*users, pace=pace)


def asked(match):
    """Return the player whose clock runs; except during votes there is only one."""
    return match.players.get(asked_at__isnull=False)


def pass_time(match, **span):
    """Let time pass at this table."""
    gap = timedelta(**span)
    for player in match.players.filter(asked_at__isnull=False):
        player.asked_at -= gap
        player.save()
    match = fresh(match)
    if match.due_at:
        match.due_at -= gap
        match.save()


@pytest.mark.parametrize("pace", ["untimed", "relaxed"])
def test_reading_on_loads_the_clocks_stored_by_another_process(pace, django_assert_num_queries):
    match = running(people(), pace)
    before = memory.position_of(match)
    (seat,) = owing(match)
    action = projection_of(match).choices[seat][0]
    services.act(match.pk, before.players[seat].user_id, action, before.projection.prompts[seat])
    memory.forget()
    with django_assert_num_queries(1 if pace == "untimed" else 2):
        after = moves.read_on(before)
    assert after.projection.length == 1
    assert [p.asked_at for p in after.players] == [
        p.asked_at for p in match.players.order_by("seat")
    ]
    first = [p.seat for p in before.players if p.asked_at]
    then = [p.seat for p in after.players if p.asked_at]
    assert (first, then) == (([], []) if pace == "untimed" else ([seat], [0, 1, 2, 3, 4]))
    match.players.filter(seat=seat).update(missed=1)
    assert (moves.read_on(before) is None) == (pace != "untimed")


def act_first(match, player):
    projection = projection_of(fresh(match))
    action = projection.choices[player.seat][0]
    services.act(match.pk, player.user_id, action, projection.prompts[player.seat])


def test_only_players_who_owe_a_decision_are_timed():
    match = running(people())
    president = asked(match)
    assert president.seat == projection_of(match).state.president
    assert clocks.deadline(match, president) == match.due_at


def test_an_untimed_table_waits_forever():
    match = running(people(), pace="untimed")
    assert match.due_at is None
    assert not match.players.filter(asked_at__isnull=False).exists()


def test_when_time_runs_out_the_clock_decides_and_the_log_mentions_it():
    match = running(people())
    late = asked(match)
    pass_time(match, minutes=13)
    assert referee.act(1)
    entry = match.entries.get(number=1)
    assert (entry.by, entry.seat) == ("clock", late.seat)
    lines = projection_of(fresh(match)).log(PUBLIC)
    assert next(line.kind for line in lines if line.chapter == 1) == "clock"


def test_the_clock_does_nothing_before_time_runs_out():
    match = running(people())
    pass_time(match, minutes=11)
    assert not referee.act(1)
    assert fresh(match).length == 0


def test_the_reserve_is_used_after_the_time_of_a_decision():
    match = running(people())
    president = asked(match)
    pass_time(match, minutes=5)
    act_first(match, president)
    left = match.players.get(pk=president.pk).reserve_ms / 1000
    assert 10 * 60 - 3 * 60 - 5 < left <= 10 * 60 - 3 * 60


def test_the_second_consecutive_decision_by_the_clock_gives_the_seat_to_a_bot():
    match = running(people())
    for _vote in range(2):
        for _late in range(5):
            pass_time(match, minutes=13)
            referee.act(1)
    assert match.players.filter(is_away=True).exists()
    away = match.players.filter(is_away=True).first()
    assert clocks.deadline(fresh(match), away) is None


def test_a_player_who_acts_again_is_back():
    users = people()
    match = running(users)
    president = asked(match)
    table_votes.step_away(match.pk, president.user)
    assert match.players.get(pk=president.pk).is_played_by_bot
    act_first(match, president)
    assert not match.players.get(pk=president.pk).is_away


def test_a_bot_continues_for_a_player_who_leaves(settings):
    settings.BOT_PACE = 0
    match = running(people(), pace="untimed")
    president = match.players.get(seat=projection_of(match).state.president)
    table_votes.step_away(match.pk, president.user)
    assert referee.act(1)
    entry = match.entries.get(number=1)
    assert (entry.by, entry.seat) == ("bot", president.seat)


def test_a_bot_continues_for_a_player_whose_account_is_deleted(settings):
    settings.BOT_PACE = 0
    match = running(people(), pace="untimed")
    stays = (owing(match)[0] + 1) % len(NAMES)  # the first player asked has left
    Player.objects.filter(match=match).exclude(seat=stays).update(user=None)
    match.due_at = timezone.now()
    match.save()
    referee.work()
    acts = match.entries.exclude(number=0).values_list("seat", "by")
    assert {by for _seat, by in acts} == {"bot"}
    assert stays not in {seat for seat, _by in acts}
    projection = projection_of(fresh(match))
    assert stays in projection.game.to_act(projection.state)  # the only player left is awaited


def away(**span):
    """Record that no referee was running for this time, until now."""
    Pulse.objects.update_or_create(pk=1, defaults={"at": timezone.now() - timedelta(**span)})
    referee.compensate_downtime(timezone.now())


def looked_at(match):
    """Let the referee do the due work, and return the match after it."""
    while referee.act(1):
        pass
    return fresh(match)


def test_time_without_a_referee_is_given_back():
    match = running(people())
    pass_time(match, hours=1)
    asked_at = asked(match).asked_at
    away(hours=1)
    assert abs(asked(match).asked_at - asked_at - timedelta(hours=1)) < timedelta(seconds=1)
    match = looked_at(match)
    assert match.length == 0
    assert match.due_at == clocks.deadline(match, asked(match)) > timezone.now()


def test_only_lost_time_is_given_back_after_an_outage_of_the_referee():
    match = running(people())
    away(hours=3)
    match = looked_at(match)
    assert match.length == 0
    until = clocks.deadline(match, asked(match))
    assert match.due_at <= until < timezone.now() + timedelta(minutes=13)
    assert clocks.overdue(match, match.players.all(), timezone.now()) is None
    pass_time(match, minutes=13)
    assert looked_at(match).length == 1


def test_bots_at_a_timed_table_do_not_wait_for_the_length_of_a_referee_s_outage():
    ada = people(["Ada"])[0]
    match = lobby.open_match(
        host=ada, game="secret-hitler", visibility="public", pace="brisk",
        seats_min=5, seats_max=5, fills_with_bots=True,
    )  # fmt: skip
    lobby.start(match.pk, ada)
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now() + timedelta(seconds=1))
    away(hours=3)
    assert fresh(match).due_at < timezone.now() + timedelta(seconds=2)


def test_a_short_gap_of_the_referee_changes_nothing():
    match = running(people())
    now = timezone.now()
    referee.compensate_downtime(now)
    before = asked(match).asked_at
    referee.compensate_downtime(now + timedelta(seconds=6))
    assert asked(match).asked_at == before


def test_a_second_click_on_the_same_button_does_not_withdraw_a_vote(client):
    users = people()
    match = running(users)
    client.force_login(users[0])
    page = match.get_absolute_url()
    for word, wishes in (("wish", ["void"]), ("wish", ["void"]), ("unwish", []), ("unwish", [])):
        client.post(f"{page}{word}/void/")
        assert match.players.get(user=users[0]).wishes == wishes
        offered = "unwish" if wishes else "wish"
        assert f'hx-post="{page}{offered}/void/"' in client.get(page).content.decode()


def test_a_pause_stops_clocks_and_moves_and_its_time_is_given_back():
    users = people()
    match = running(users)
    for user in users[:4]:
        table_votes.vote(match.pk, user, "pause")
    match = fresh(match)
    assert match.paused_at
    assert match.due_at is None
    president = asked(match)
    with pytest.raises(errors.Paused):
        act_first(match, president)
    Match.objects.filter(pk=match.pk).update(paused_at=match.paused_at - timedelta(hours=2))
    table_votes.go_on(match.pk, users[0])
    given = asked(match).asked_at - president.asked_at
    assert given >= timedelta(hours=2)
    act_first(match, asked(match))


def doubled(match):
    """Let the table agree on twice the time."""
    for player in match.players.select_related("user")[:4]:
        table_votes.vote(match.pk, player.user, "double")
    return fresh(match)


def test_the_table_can_agree_on_twice_the_time():
    users = people()
    match = running(users)
    begun = asked(match).asked_at
    assert clocks.deadline(match, asked(match)) == begun + timedelta(minutes=2 + 10)
    match = doubled(match)
    assert clocks.deadline(match, asked(match)) == begun + timedelta(minutes=4 + 20)
    for user in users:  # agreeing again, as by a second click, changes nothing
        table_votes.vote(match.pk, user, "double")
    assert clocks.deadline(fresh(match), asked(match)) == begun + timedelta(minutes=4 + 20)


def test_doubling_the_time_doubles_only_the_rest_of_a_reserve():
    match = running(people())
    president = asked(match)
    match.players.filter(pk=president.pk).update(reserve_ms=4 * 60_000)
    match = doubled(match)
    assert clocks.reserve_of(match, asked(match)) == timedelta(minutes=8)
    pass_time(match, minutes=4 + 6)
    act_first(match, president)
    left = clocks.reserve_of(match, match.players.get(pk=president.pk))
    assert timedelta(minutes=2, seconds=-5) < left <= timedelta(minutes=2)


def test_strangers_cannot_vote(mallory):
    match = running(people())
    for ask in (table_votes.step_away, table_votes.come_back, table_votes.go_on):
        with pytest.raises(errors.NotSeated):
            ask(match.pk, mallory)
    with pytest.raises(errors.NotSeated):
        table_votes.vote(match.pk, mallory, "void")


def test_the_buttons_of_a_table_call_these_services(client):
    users = people()
    match = running(users)
    client.force_login(users[0])
    page = client.get(match.get_absolute_url()).content.decode()
    assert "data-deadline" in page
    assert 'data-reserve="600000"' in page
    assert 'data-tell="doubled"' not in page
    page = client.get(doubled(match).get_absolute_url()).content.decode()
    assert 'data-reserve="1200000"' in page
    assert 'data-tell="doubled">twice the time' in page
    client.post(f"{match.get_absolute_url()}wish/void/")
    assert match.players.get(user=users[0]).wishes == ["void"]
    client.post(f"{match.get_absolute_url()}away/")
    assert match.players.get(user=users[0]).is_away
    assert "A bot is playing for you" in client.get(match.get_absolute_url()).content.decode()
    client.post(f"{match.get_absolute_url()}back/")
    assert not match.players.get(user=users[0]).is_away


def test_a_late_player_is_warned_before_a_bot_takes_over():
    match = running(people())
    late = asked(match)
    pass_time(match, minutes=13)
    assert referee.act(1)
    client = browser(late.user)
    text = client.get(match.get_absolute_url()).content.decode()
    assert "a bot takes your seat" in text


def standing(match, user):
    """Return the text beside a player's decision."""
    client = browser(user)
    text = client.get(match.get_absolute_url()).content.decode()
    return text.partition('<div id="standing"')[2].partition('<section id="choices"')[0]


def test_a_player_who_has_not_agreed_yet_is_asked_beside_the_decision():
    users = people()
    match = running(users)
    table_votes.vote(match.pk, users[0], "pause")
    assert "wish/pause/" in standing(match, users[1])
    assert "1 of 4 agree" in standing(match, users[1])
    assert "wish/pause/" not in standing(match, users[0])
    table_votes.step_away(match.pk, users[1])
    assert "wish/pause/" not in standing(match, users[1])


def test_nobody_is_called_late_after_the_end():
    users = people()
    match = running(users)
    late = asked(match)
    pass_time(match, minutes=13)
    assert referee.act(1)
    client = browser(late.user)
    late_mark = "Your time ran out and a random move was made."
    assert late_mark in client.get(match.get_absolute_url()).content.decode()
    assert match.players.get(pk=late.pk).missed
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    assert late_mark not in client.get(match.get_absolute_url()).content.decode()


def test_a_remaining_player_cannot_call_off_a_match_that_the_others_left():
    users = people()
    match = running(users)
    for user in users[1:]:
        table_votes.step_away(match.pk, user)
    table_votes.vote(match.pk, users[0], "void")
    assert fresh(match).is_running
