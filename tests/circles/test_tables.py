"""The table of a circle: one press opens it, seats the member, and notifies the others."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from accounts import blocks
from games.circles import membership, tables
from games.circles.home import circles_of
from games.gathering.models import KeptTable
from games.matches import removals
from games.matches.lobby import services as lobby
from games.matches.models import Match
from games.push import calls
from games.push.models import Call, Device
from games.push.sending import message
from tests.circles.company import FIVE, USUAL, begun, circle_of, ended, look, page, press
from tests.matches.seating import browser, fresh, person, play_to_the_end, running

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]  # uses raw SQL


def seated(match: Match) -> set[str]:
    return {player.name for player in match.players.all()}


def device(user) -> Device:
    return Device.objects.create(
        user=user, endpoint=f"https://push.example/{user.pk}", language="en"
    )


def called() -> set[str]:
    """Return the names of the people notified about a circle's table."""
    calls.plan_due()
    return {call.device.user.name for call in Call.objects.filter(kind=Call.Kind.CIRCLE)}


def test_one_press_opens_the_usual_table_by_link_and_seats_the_member(circle, bob):
    answer = press(bob, circle, "open/")
    match = Match.objects.get()
    assert answer["Location"] == match.get_absolute_url()
    assert (match.game, match.visibility, match.host) == ("noir", "link", bob)
    assert seated(match) == {"Bob"}
    assert match.is_open


def test_pressing_twice_leads_to_the_same_table(circle, bob):
    places = {press(bob, circle, "open/")["Location"] for _press in range(3)}
    assert len(places) == Match.objects.count() == 1


def test_the_next_members_who_press_sit_down_at_the_same_table(alice, bob, carol, place):
    circle = circle_of(alice, bob, carol, name="Five", **FIVE)
    for user in (alice, bob, carol):
        press(user, circle, "open/")
    assert seated(Match.objects.get()) == {"Alice", "Bob", "Carol"}


def test_a_member_who_finds_the_table_full_opens_another(circle, alice, bob, carol):
    for user in (alice, bob, carol):
        press(user, circle, "open/")
    assert sorted(map(seated, Match.objects.all()), key=len) == [{"Carol"}, {"Alice", "Bob"}]


def test_a_playing_member_is_sent_back_to_the_running_table(circle, alice, bob):
    match = begun(circle, alice, bob)
    assert press(alice, circle, "open/")["Location"] == match.get_absolute_url()
    assert "Go to your table" in page(alice, circle)
    assert Match.objects.count() == 1


def test_a_rematch_is_the_circles_table_too(circle, alice, bob, carol):
    match = ended(play_to_the_end(begun(circle, alice, bob)), timedelta(minutes=1))
    after = lobby.rematch(match.pk, alice)
    shown = tables.tables_now([circle], carol)
    assert [(table.code, table.is_open) for table in shown] == [(after.code, True)]


def test_a_pending_table_for_a_new_deal_is_not_the_circles(circle, alice, bob, carol):
    match = begun(circle, alice, bob)
    asked = lobby.ask_redeal(match.pk, alice)
    shown = tables.tables_now([circle], carol)
    assert [(table.code, table.is_open) for table in shown] == [(match.code, False)]
    assert press(carol, circle, "open/")["Location"] != asked.get_absolute_url()
    dealt = lobby.ask_redeal(match.pk, bob)
    assert dealt == asked
    codes = [table.code for table in tables.tables_now([circle], alice)]
    assert codes[-1] == dealt.code


def test_a_match_that_has_just_ended_still_counts_as_running(circle, alice, bob, carol):
    match = play_to_the_end(begun(circle, alice, bob))
    assert "A match is being played" in page(carol, circle)
    ended(match, tables.HELD + timedelta(seconds=5))
    assert "A match is being played" not in page(carol, circle)


def test_a_removed_player_opens_another_table(circle, alice, bob):
    match = tables.open_table(circle, alice)
    removals.note(match, bob, "")
    assert press(bob, circle, "open/")["Location"] != match.get_absolute_url()


def test_a_members_fourth_open_table_is_refused_with_a_message(circle, alice):
    for _table in range(3):
        lobby.open_match(host=alice, **USUAL)
    assert "three open tables" in press(alice, circle, "open/").content.decode()
    assert not Match.objects.filter(group=circle.public_id).exists()


def test_the_seed_is_the_one_whose_fingerprint_the_page_showed(circle, alice):
    shown = look(alice, circle.get_absolute_url()).context
    press(alice, circle, "open/", nonce=shown["nonce"], entropy="mine")
    match = Match.objects.get()
    assert match.commitment == shown["commitment"]
    assert match.players.get().entropy == "mine"


def test_everybody_else_is_notified_once(circle, alice, bob, carol, mallory):
    for user in (alice, bob, carol, mallory):
        device(user)
    tables.open_table(circle, alice)
    assert called() == {"Bob", "Carol"}
    assert called() == {"Bob", "Carol"}
    assert Call.objects.count() == 2
    told = message(Call.objects.first())
    assert told["title"] == "Your circle has opened its table."
    assert told["body"].startswith("Friday\nNoir")


def test_repeatedly_opened_tables_notify_only_once_in_a_while(circle, alice, bob):
    device(bob)
    for _table in range(3):
        match = tables.open_table(circle, alice)
        calls.plan_due()
        lobby.leave(match.pk, alice)
    assert Call.objects.count() == 1
    Call.objects.update(due_at=F("due_at") - calls.BETWEEN_CIRCLES)
    tables.open_table(circle, alice)
    calls.plan_due()
    assert Call.objects.count() == 2


def test_leavers_removed_members_and_seated_players_are_not_notified(circle, alice, bob, carol):
    for user in (alice, bob, carol):
        device(user)
    membership.leave(circle, bob, keeps_name=True)
    membership.act(circle, alice, carol.public_id, "remove")
    tables.open_table(circle, alice)
    assert called() == set()


def test_a_call_is_not_sent_to_a_table_that_is_full_or_to_somebody_who_left(
    circle, alice, bob, carol
):
    for user in (bob, carol):
        device(user)
    match = tables.open_table(circle, alice)
    assert called() == {"Bob", "Carol"}
    mine = Call.objects.get(device__user=carol)
    assert calls.still_awaited(mine)
    assert not calls.still_awaited(Call(device=mine.device, marker="QQQQQQ"))
    tables.open_table(circle, bob)
    assert fresh(match).is_open
    assert not calls.still_awaited(mine)


def test_a_blocked_pair_sees_no_table_of_each_other_and_gets_no_call(circle, alice, bob, carol):
    blocks.block(bob, alice)
    for user in (alice, bob, carol):
        device(user)
    match = tables.open_table(circle, alice)
    assert called() == {"Carol"}
    assert "The table is free" in page(bob, circle)
    assert match.code not in page(bob, circle)
    own = press(bob, circle, "open/")["Location"]
    assert own != match.get_absolute_url()
    assert own.strip("/")[-6:] not in page(alice, circle)


def test_a_blocked_person_sees_no_sign_of_the_evening(alice, bob, carol):
    """A blocked person sees the page of an evening without play."""
    circle = circle_of(alice, bob, carol)
    quiet = page(bob, circle)
    blocks.block(alice, bob)
    tables.open_table(circle, alice)
    assert without_token(page(bob, circle)) == without_token(quiet)


def without_token(text: str) -> str:
    lines = text.splitlines()
    return "\n".join(line for line in lines if "csrf" not in line.lower() and "nonce" not in line
                     and "fingerprint" not in line)  # fmt: skip


def test_the_first_page_shows_the_open_table_to_members_with_four_statements(
    circle, alice, bob, mallory, django_assert_num_queries
):
    tables.open_table(circle, alice)
    with django_assert_num_queries(4):
        shown = circles_of(bob, bob)
    assert [len(table.free_seats) for _place, table, _date in shown["circles"]] == [1]
    with django_assert_num_queries(1):
        assert circles_of(mallory, mallory) == {"circles": [], "invitations": []}
    home = browser(bob).get("/").content.decode()
    assert "Friday" in home
    assert "The table is open" in home
    assert "Friday" not in browser(mallory).get("/").content.decode()
    assert "Friday" not in browser(person("Zoe")).get("/").content.decode()


def test_the_last_evening_is_the_newest_of_the_circles_matches(circle, alice, bob):
    played = [
        ended(play_to_the_end(begun(circle, alice, bob)), timedelta(hours=hours))
        for hours in (5, 3, 4)
    ]
    ended(play_to_the_end(running(alice, bob, game="noir")), timedelta(hours=1))
    ((place, _table, _date),) = circles_of(bob, bob)["circles"]
    assert place.evening_at == max(match.ended_at for match in played)


def test_a_table_of_a_date_and_a_rematch_notify_nobody(circle, alice, bob, carol):
    device(carol)
    match = ended(play_to_the_end(begun(circle, alice, bob)), timedelta(minutes=1))
    after = lobby.rematch(match.pk, alice)
    assert after.group == circle.public_id
    assert called() == set()
    own = tables.open_table(circle_of(alice, carol, name="Other"), alice)
    KeptTable.objects.create(match=own, until=timezone.now())
    assert called() == set()
