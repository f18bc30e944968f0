"""Reports: stored with the moment, shown to staff after the match, and answered."""

import re

import pytest
from django.contrib.auth.models import Permission
from django.core import mail
from django.utils import timezone

from accounts import privacy
from accounts.models import User
from games.chat import reports, services
from games.chat.models import Message, Report
from games.chat.services import NothingSaid, TooManyMessages
from games.engine.seats import Viewer
from games.matches import errors
from games.matches.lobby import services as lobby
from games.matches.models import Match
from games.matches.play.memory import projection_of
from games.matches.play.outbox import deliver_due
from tests.jobs import run_jobs
from tests.matches.seating import (
    NAMES,
    browser,
    fresh,
    nominate,
    open_table,
    person,
    play_to_the_end,
    running,
    seat_of,
)
from tests.staff import SECRET, staff_browser

pytestmark = pytest.mark.django_db

ADMIN = "/admin/chat/report/"


@pytest.fixture
def match(alice, bob) -> Match:
    """A match of alice and bob with others, in which something was said and done."""
    match = running(alice, bob)
    nominate(match)
    services.say(match.pk, bob, "table", "you are all stupid")
    return fresh(match)


def send(user, match: Match, **fields):
    return browser(user).post(f"{match.get_absolute_url()}people/", fields)


@pytest.mark.parametrize("kind", ["deed", "person"])
def test_a_report_includes_the_moment_as_the_reporter_knew_it(match, alice, bob, kind):
    sent = send(alice, match, who=bob.public_id, kind=kind, words="He insults us.")
    assert sent.url == f"{match.get_absolute_url()}people/"
    report = Report.objects.get()
    assert (report.kind, report.about, report.name) == (kind, bob, "Bob")
    assert (report.words, report.match, report.number) == ("He insults us.", match, match.length)
    assert "Bob (Table): you are all stupid" in report.moment
    seat = seat_of(match, alice)
    own = len(projection_of(match).log(Viewer(seat)))
    assert len(report.moment.splitlines()) == min(own, reports.KEPT) + 1


def test_the_moment_contains_nothing_that_the_reporter_could_not_read(match, alice, bob, mallory):
    services.say(match.pk, mallory, "gallery", "I know it all")
    send(alice, match, who=bob.public_id, kind="deed", words="He insults us.")
    assert "I know it all" not in Report.objects.get().moment


def test_a_message_is_reported_with_the_moment_too(match, alice, bob):
    reports.report_message(match.pk, alice, Message.objects.get().key)
    report = Report.objects.get()
    assert (report.kind, report.about, report.text) == ("message", bob, "you are all stupid")
    assert "you are all stupid" in report.moment


def test_a_spectator_may_report_too(match, bob, mallory):
    assert send(mallory, match, who=bob.public_id, kind="deed", words="x").status_code == 302


def test_a_form_from_the_waiting_room_reports_the_chosen_person(alice):
    match, others = open_table(alice), [person(name) for name in NAMES[:4]]
    for user in others:
        lobby.sit(match.pk, user)
        lobby.be_ready(match.pk, user, ready=True)
    page = browser(alice).get(f"{match.get_absolute_url()}people/").content.decode()
    field = re.search(r'<select id="report-\w+" name="(\w+)"', page)[1]
    asked = {name: value for value, name in re.findall(r'<option value="(.*?)".*?>(\w+)<', page)}
    lobby.start(match.pk, alice)  # seats are drawn anew
    for user in others:
        send(alice, match, kind="deed", words="x", **{field: asked[user.name]})
        assert Report.objects.latest("pk").about == user


def test_reports_about_a_deleted_account_do_not_contain_its_name(match, alice, bob):
    reports.report_player(match.pk, alice, bob.public_id, "person", "A rude name.")
    reports.report_player(match.pk, alice, bob.public_id, "deed", "He left.")
    Report.objects.filter(kind="deed").update(moment="Bob: hello\nBobby nominates Bob.")
    privacy.delete_account(bob)
    for report in Report.objects.all():
        assert "Bob" not in (report.name, report.text)
    assert Report.objects.get(kind="deed").moment == (
        "deleted player: hello\nBobby nominates deleted player."
    )


def test_a_stranger_does_not_see_private_players_of_a_finished_match(match, bob, mallory):
    User.objects.filter(pk=bob.pk).update(history_audience="self")
    seated = match.players.exclude(user=bob).filter(user__isnull=False).first().user
    over = play_to_the_end(match)
    address = f"{over.get_absolute_url()}people/"
    assert str(bob.public_id) not in browser(mallory).get(address).content.decode()
    assert str(bob.public_id) in browser(seated).get(address).content.decode()


@pytest.mark.parametrize("who", ["0", "-1", "x", "", "0" * 32])
def test_absent_people_cannot_be_reported(match, alice, who):
    assert send(alice, match, who=who, kind="deed", words="x").status_code == 404
    assert not Report.objects.exists()


def test_a_report_about_oneself_or_without_words_or_kind_is_refused(match, alice, bob):
    own, other = alice.public_id, bob.public_id
    with pytest.raises(errors.NoSuchSeat):
        reports.report_player(match.pk, alice, own, "deed", "me")
    with pytest.raises(errors.NoSuchSeat):
        reports.report_player(match.pk, alice, other, "message", "forged")
    with pytest.raises(NothingSaid):
        reports.report_player(match.pk, alice, other, "deed", "  ")


def test_reports_are_rate_limited(match, alice, bob):
    for number in range(reports.MOST):
        reports.report_player(match.pk, alice, bob.public_id, "deed", f"{number}")
    with pytest.raises(TooManyMessages):
        reports.report_player(match.pk, alice, bob.public_id, "deed", "one more")


def test_staff_see_a_report_only_after_the_match(match, alice, bob):
    send(alice, match, who=bob.public_id, kind="deed", words="He insults us.")
    desk, report = staff_browser(), Report.objects.get()
    change = f"{ADMIN}{report.pk}/change/"
    assert "He insults us." not in desk.get(change, follow=True).content.decode()
    assert "Bob" not in desk.get(ADMIN).content.decode()
    play_to_the_end(match)
    shown = desk.get(change).content.decode()
    assert "He insults us." in shown
    assert "you are all stupid" in shown


def test_no_moderator_reads_or_settles_a_report_about_themselves(match, alice, bob, mallory):
    send(alice, match, who=bob.public_id, kind="deed", words="He insults us.")
    play_to_the_end(match)
    page = f"{ADMIN}{Report.objects.get().pk}/change/"
    for moderator, reads in ((bob, False), (mallory, True)):
        moderator.is_staff = True
        moderator.save()
        moderator.authenticator_set.create(type="totp", data={"secret": SECRET})
        moderator.user_permissions.set(Permission.objects.filter(codename__endswith="_report"))
        shown = staff_browser(moderator).get(page, follow=True).content.decode()
        assert ("He insults us." in shown) == reads
        assert (alice.name in shown) == reads


def test_a_reporter_is_told_the_outcome_by_email_and_on_their_page(match, alice, bob):
    send(alice, match, who=bob.public_id, kind="deed", words="He insults us.")
    play_to_the_end(match)
    report = Report.objects.get()
    client = browser(alice)
    assert "not reviewed yet" in client.get("/reports/").content.decode()
    assert not reports.has_unread(alice)
    staff_browser().post(
        f"{ADMIN}{report.pk}/change/", {"outcome": "acted", "answer": "Bob was warned."}
    )
    for _time in range(2):
        run_jobs()
    assert reports.has_unread(alice)
    shown = client.get("/account/profile/").content.decode()
    assert "/reports/" in shown
    assert "menu-news" in shown
    listed = client.get("/reports/").content.decode()
    assert "we have taken action" in listed
    assert "Bob was warned." in listed
    assert not reports.has_unread(alice)
    assert "menu-news" not in client.get("/account/profile/").content.decode()
    (letter,) = [letter for letter in mail.outbox if letter.subject == "Your report"]
    assert letter.to == [alice.email]
    assert "we have taken action" in letter.body


def test_an_outcome_email_is_retried_but_not_for_ever_if_the_server_fails(
    match, alice, bob, settings
):
    settings.EMAIL_BACKEND = "tests.matches.mail.test_turn_emails.Unreachable"
    send(alice, match, who=bob.public_id, kind="deed", words="He insults us.")
    reports.settle(Report.objects.get(), "nothing")
    run_jobs()
    settings.EMAIL_BACKEND = "tests.matches.mail.test_turn_emails.Refusing"
    tries = 0
    while deliver_due(reports.KIND):
        tries += 1
        Report.objects.filter(letter_due_at__gt=timezone.now()).update(letter_due_at=timezone.now())
    assert tries == reports.ATTEMPTS
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    reports.settle(Report.objects.get(), "acted")
    run_jobs()
    (letter,) = mail.outbox
    assert "we have taken action" in letter.body


def test_a_withdrawn_outcome_is_told_to_nobody(match, alice, bob):
    send(alice, match, who=bob.public_id, kind="deed", words="He insults us.")
    reports.settle(Report.objects.get(), "acted")
    reports.settle(Report.objects.get(), "")
    run_jobs()
    assert mail.outbox == []


def test_nobody_sees_another_users_reports(match, alice, bob):
    send(alice, match, who=bob.public_id, kind="deed", words="He insults us.")
    assert "He insults us." not in browser(bob).get("/reports/").content.decode()
    assert not privacy.export(bob)["reports"]
    assert privacy.export(alice)["reports"][0]["words"] == "He insults us."


def test_the_page_lists_the_players_except_the_reporter(match, alice, bob):
    page = browser(alice).get(f"{match.get_absolute_url()}people/").content.decode()
    assert f"/account/block/{bob.public_id}/" in page
    assert f"/account/block/{alice.public_id}/" not in page
