"""The permanent chat on a circle's page."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import blocks
from accounts.models import ConductDecision
from games.chat.models import Mute, Report
from games.circles import membership, talk
from games.circles.models import CircleMessage
from games.circles.tables import HELD
from tests.circles.company import begun, ended, over, page, press
from tests.matches.seating import play_to_the_end

pytestmark = pytest.mark.django_db


def say(user, circle, text: str) -> CircleMessage:
    assert press(user, circle, "say/", text=text).status_code == 302
    return CircleMessage.objects.latest("pk")


def test_only_members_can_read_what_a_member_writes(circle, alice, bob, mallory):
    say(bob, circle, "See you on <Friday>")
    assert "See you on &lt;Friday&gt;" in page(alice, circle)
    assert press(mallory, circle, "say/", text="Hello").status_code == 404
    assert CircleMessage.objects.count() == 1


@pytest.mark.parametrize(("text", "status"), [("", 422), (" \u200b ", 422), ("x" * 501, 422)])
def test_empty_and_oversized_messages_are_refused_and_the_text_is_kept(circle, bob, text, status):
    answer = press(bob, circle, "say/", text=text)
    assert answer.status_code == status
    assert not CircleMessage.objects.exists()
    assert text.strip()[:400] in answer.content.decode()


def test_messages_are_rate_limited(circle, bob):
    answers = [press(bob, circle, "say/", text=f"No {n}").status_code for n in range(21)]
    assert answers == [302] * 20 + [429]


def test_a_person_muted_by_a_moderator_cannot_write_anywhere(circle, bob):
    ConductDecision.objects.create(
        user=bob, kind=ConductDecision.Kind.MUTE, until=timezone.now() + timedelta(days=1)
    )
    assert press(bob, circle, "say/", text="Hello").status_code == 403
    assert not CircleMessage.objects.exists()


def test_only_the_newest_messages_are_kept(circle, bob, monkeypatch):
    monkeypatch.setattr(talk, "KEPT", 3)
    for number in range(5):
        say(bob, circle, f"No {number}")
    assert [one.text for one in CircleMessage.objects.order_by("pk")] == ["No 2", "No 3", "No 4"]


def test_a_blocked_pair_do_not_read_each_other_and_others_read_both(circle, alice, bob, carol):
    say(alice, circle, "From Alice")
    say(bob, circle, "From Bob")
    blocks.block(alice, bob)
    assert "From Bob" not in page(alice, circle)
    assert "From Alice" not in page(bob, circle)
    assert "From Alice" in page(carol, circle)
    assert "From Bob" in page(carol, circle)


def test_a_block_survives_leaving_without_the_name(circle, alice, bob):
    say(bob, circle, "From Bob")
    blocks.block(alice, bob)
    membership.leave(circle, bob, keeps_name=False)
    assert "From Bob" not in page(alice, circle)


def test_messages_of_muted_people_are_hidden(circle, alice, bob):
    say(bob, circle, "From Bob")
    Mute.objects.create(by=alice, user=bob)
    assert "From Bob" not in page(alice, circle)


def test_members_delete_their_own_messages_and_the_host_any(circle, alice, bob, carol):
    mine, theirs = say(bob, circle, "One"), say(bob, circle, "Two")
    assert press(carol, circle, f"message/{mine.key}/delete/").status_code == 403
    assert press(bob, circle, f"message/{mine.key}/delete/").status_code == 302
    assert press(alice, circle, f"message/{theirs.key}/delete/").status_code == 302
    assert press(alice, circle, f"message/{theirs.key}/delete/").status_code == 404
    assert not CircleMessage.objects.exists()


def test_a_host_cannot_delete_or_report_unreadable_messages(circle, alice, bob):
    said = say(bob, circle, "From Bob")
    blocks.block(bob, alice)
    for step in ("delete", "report"):
        assert press(alice, circle, f"message/{said.key}/{step}/").status_code == 404
    assert CircleMessage.objects.exists()
    assert not Report.objects.exists()


def test_a_report_goes_to_the_moderators_once_with_what_was_read(circle, alice, bob):
    say(alice, circle, "Hello")
    said = say(bob, circle, "Something rude")
    for _press in range(2):
        assert press(alice, circle, f"message/{said.key}/report/").status_code == 302
    report = Report.objects.get()
    assert (report.about, report.text) == (bob, "Something rude")
    assert report.moment == "Alice: Hello\nBob: Something rude"
    assert press(bob, circle, f"message/{said.key}/report/").status_code == 404


def test_a_message_of_another_circle_is_not_found(circle, alice, mallory):
    from tests.circles.company import circle_of

    other = circle_of(mallory, name="Other")
    said = say(mallory, other, "Secret")
    for step in ("delete", "report"):
        assert press(alice, circle, f"message/{said.key}/{step}/").status_code == 404


def test_members_in_a_running_match_write_at_the_table_instead(circle, alice, bob, carol):
    match = begun(circle, alice, bob)
    answer = press(alice, circle, "say/", text="I am the killer")
    assert answer.status_code == 409
    assert "Write at its table" in page(bob, circle)
    assert press(carol, circle, "say/", text="Enjoy").status_code == 302
    over(match)
    assert press(alice, circle, "say/", text="That was fun").status_code == 302


def test_nobody_can_reveal_the_end_of_a_match_before_its_page_shows_it(circle, alice, bob):
    match = play_to_the_end(begun(circle, alice, bob))
    assert press(alice, circle, "say/", text="I have won").status_code == 409
    ended(match, HELD + timedelta(seconds=5))
    assert press(alice, circle, "say/", text="I have won").status_code == 302


def test_a_leavers_name_is_removed_or_kept_as_they_chose(circle, alice, bob, carol):
    say(bob, circle, "One")
    say(carol, circle, "Two")
    membership.leave(circle, bob, keeps_name=False)
    membership.leave(circle, carol, keeps_name=True)
    shown = page(alice, circle)
    assert "Bob" not in shown
    assert "former member" in shown
    assert "Carol" in shown
