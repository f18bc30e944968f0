"""Decisions of moderators: restrictions, notifications, and appeals."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.core import mail
from django.db import transaction
from django.utils import timezone

from accounts import privacy
from accounts.models import ConductDecision
from games.chat import reports
from games.chat import services as chat
from games.chat.models import Report
from games.conduct import decisions, deeds
from games.matches import errors
from games.matches.lobby import late_comers, lessons
from games.matches.lobby import services as lobby
from games.matches.models import Match, Player
from tests.jobs import run_jobs
from tests.matches.seating import browser, open_table, person, play_to_the_end, running
from tests.staff import SECRET, staff, staff_browser

pytestmark = pytest.mark.django_db

PAGE = "/account/conduct/"
TABLE = {"game": "noir", "seats_min": 2, "seats_max": 2, "language": "en"}


@pytest.fixture
def moderators():
    return moderator("Mona"), moderator("Milan")


def moderator(name: str):
    """Return somebody who may read and decide reports, but is no operator."""
    user = person(name)
    user.is_staff = True
    user.save()
    user.authenticator_set.create(type="totp", data={"secret": SECRET})
    names = ("view_report", "change_report", "view_conductdecision", "change_conductdecision")
    user.user_permissions.set(Permission.objects.filter(codename__in=names))
    return user


def decided(user, kind: str, by, days: int = 7) -> ConductDecision:
    return decisions.impose(user, kind, "You insulted Ada.", by, days=days)


def opened(host, **settings) -> Match:
    return lobby.open_match(host=host, **(TABLE | settings))


@pytest.mark.parametrize(
    ("kind", "visibility", "is_rated", "may"),
    [
        ("private", "public", False, False),
        ("private", "link", True, True),
        ("casual", "public", True, False),
        ("casual", "link", True, False),
        ("casual", "public", False, True),
        ("word", "public", True, True),
        ("mute", "public", True, True),
    ],
)
@pytest.mark.parametrize("deed", ["open", "sit"])
def test_a_decision_bars_a_person_from_the_tables_it_names(
    moderators, alice, bob, deed, kind, visibility, is_rated, may
):
    table = opened(bob, visibility=visibility, is_rated=is_rated)
    decided(alice, kind, moderators[0])
    acts = {
        "open": lambda: opened(alice, visibility=visibility, is_rated=is_rated),
        "sit": lambda: lobby.sit(table.pk, alice),
    }
    matches = Match.objects.count()
    if may:
        acts[deed]()
    else:
        with pytest.raises(errors.Restricted), transaction.atomic():
            acts[deed]()
        assert Match.objects.count() == matches
        assert not Player.objects.filter(user=alice, match__status="open").exists()


@pytest.mark.parametrize(("kind", "may"), [("casual", False), ("private", True)])
def test_the_table_after_a_match_counts_as_one_by_link(moderators, alice, bob, kind, may):
    table = opened(bob, visibility="public")
    lobby.sit(table.pk, alice)
    lobby.be_ready(table.pk, alice, ready=True)
    lobby.start(table.pk, bob)
    over = play_to_the_end(Match.objects.get(pk=table.pk))
    decided(alice, kind, moderators[0])
    if may:
        assert lobby.rematch(over.pk, alice).players.get().user == alice
    else:
        with pytest.raises(errors.Restricted), transaction.atomic():
            lobby.rematch(over.pk, alice)


def test_a_barred_person_cannot_take_a_bots_seat(moderators, alice, bob):
    table = opened(bob, visibility="public", fills_with_bots=True)
    lobby.start(table.pk, bob)
    seat = table.players.exclude(bot="").get().seat
    decided(alice, "private", moderators[0])
    with pytest.raises(errors.Restricted), transaction.atomic():
        late_comers.take_bots_seat(table.pk, alice, seat)
    late_comers.take_bots_seat(table.pk, person("Cleo"), seat)


def test_nobody_is_barred_from_bots_lessons_and_running_matches(moderators, alice, bob):
    match = running(alice, bob, *(person(name) for name in ("Cleo", "Dora", "Emil")))
    for kind in ("casual", "private", "mute"):
        decided(alice, kind, moderators[0])
    lobby.play_bots(host=alice, **TABLE, visibility="link")
    lessons.begin_lesson(host=alice, game="noir", language="en")
    assert play_to_the_end(match).is_over


@pytest.mark.parametrize(("kind", "speaks"), [("mute", False), ("casual", True)])
def test_a_muted_person_cannot_write_at_any_table_until_the_term_ends(
    moderators, alice, kind, speaks
):
    table = open_table(alice)
    decision = decided(alice, kind, moderators[0])
    if not speaks:
        with pytest.raises(errors.Restricted), transaction.atomic():
            chat.say(table.pk, alice, "table", "Good evening.")
        assert not table.messages.exists()
    ConductDecision.objects.filter(pk=decision.pk).update(until=timezone.now())
    chat.say(table.pk, alice, "table", "Good evening.")
    assert table.messages.count() == 1


def reported(by, about) -> Report:
    """Return a report of what somebody did at a finished match."""
    match = running(by, about, *(person(name) for name in ("Cleo", "Dora", "Emil")))
    reports.report_player(match.pk, by, about.public_id, "deed", "insults")
    play_to_the_end(match)
    return Report.objects.get()


FORM = {
    "outcome": "acted", "answer": "Thank you.", "decision_kind": "casual", "days": "7",
    "reason": "You insulted Ada.",
}  # fmt: skip


def decide(moderator, report, **fields):
    page = f"/admin/chat/report/{report.pk}/change/"
    return staff_browser(moderator).post(page, FORM | fields)


def test_a_moderator_decides_a_report_once_and_both_sides_are_told(moderators, alice, bob):
    for user in (alice, bob):
        user.emailaddress_set.update(verified=True)
    report = reported(alice, bob)
    assert decide(moderators[0], report, days="30").status_code == 302
    assert decide(moderators[1], report, decision_kind="mute").status_code == 302
    decision = ConductDecision.objects.get()
    assert (decision.user, decision.by, decision.kind) == (bob, moderators[0], "casual")
    assert timedelta(days=29) < decision.until - timezone.now() < timedelta(days=30)
    report.refresh_from_db()
    assert (report.decision, report.outcome) == (decision, "acted")
    run_jobs()
    told = {letter.to[0]: letter.body for letter in mail.outbox}
    assert "we have taken action" in told[alice.email]
    assert "no rated tables" in told[bob.email]
    assert "You insulted Ada." in told[bob.email]
    assert "insults" not in told[bob.email]
    assert len(mail.outbox) == 2
    page = browser(bob).get("/").content.decode()
    assert "A decision about you has been made." in page
    shown = browser(bob).get(PAGE).content.decode()
    assert "You insulted Ada." in shown
    assert moderators[0].name not in shown
    assert "decision about you" not in browser(bob).get("/").content.decode()


@pytest.mark.parametrize(
    "wrong",
    [
        {"reason": " "},
        {"outcome": "nothing"},
        {"outcome": ""},
        {"days": "9999"},
        {"decision_kind": "out"},
    ],
)
def test_a_decision_needs_a_reason_an_outcome_and_a_term(moderators, alice, bob, wrong):
    report = reported(alice, bob)
    assert decide(moderators[0], report, **wrong).status_code == 200
    assert not ConductDecision.objects.exists()


def test_nobody_decides_about_themselves(moderators, alice):
    with pytest.raises(errors.NotAllowed):
        decided(moderators[0], "word", moderators[0])
    operator = staff()
    report = reported(alice, operator)
    decide(operator, report)
    assert not ConductDecision.objects.exists()


def test_an_appeal_heard_by_another_moderator_can_end_the_restriction(moderators, alice):
    decision = decided(alice, "casual", moderators[0])
    page = f"/admin/accounts/conductdecision/{decision.pk}/change/"
    verdict = {"verdict": "lifted", "answer": "You were right."}
    browser(alice).post(f"{PAGE}{decision.pk}/appeal/", {"words": "It was Bob."})
    staff_browser(moderators[0]).post(page, verdict)
    assert ConductDecision.objects.in_force(alice, "casual") == decision
    staff_browser(moderators[1]).post(page, verdict)
    assert ConductDecision.objects.in_force(alice, "casual") is None
    shown = browser(alice).get(PAGE).content.decode()
    assert "The decision is lifted: You were right." in shown
    staff_browser(moderators[1]).post(page, {"verdict": "upheld", "answer": "No."})
    decision.refresh_from_db()
    assert (decision.verdict, decision.heard_by) == ("lifted", moderators[1])


def test_nobody_hears_their_own_appeal(moderators):
    decision = decided(moderators[0], "mute", moderators[1])
    decisions.appeal(moderators[0], decision.pk, "It was Bob.")
    with pytest.raises(errors.NotAllowed):
        decisions.hear(decision.pk, "lifted", "", moderators[0])


def test_a_person_who_has_read_a_decision_gets_no_email_about_it(moderators, alice, bob):
    for user in (alice, bob):
        user.emailaddress_set.update(verified=True)
        decided(user, "mute", moderators[0])
    browser(alice).get(PAGE)
    run_jobs()
    assert [letter.to for letter in mail.outbox] == [[bob.email]]


def test_the_operator_may_hear_an_appeal_against_their_own_decision(alice):
    operator = staff()
    decision = decided(alice, "mute", operator)
    decisions.appeal(alice, decision.pk, "It was Bob.")
    decisions.hear(decision.pk, "upheld", "It was you.", operator)
    assert ConductDecision.objects.in_force(alice, "mute") == decision


def test_an_appeal_is_made_once_in_time_and_by_the_person_only(moderators, alice, bob):
    decision = decided(alice, "mute", moderators[0], days=180)
    page = f"{PAGE}{decision.pk}/appeal/"
    assert browser(bob).post(page, {"words": "Let her."}).status_code == 404
    empty = browser(alice).post(page, {"words": " "})
    assert (empty.status_code, "Write something first." in empty.content.decode()) == (422, True)
    assert browser(alice).post(page, {"words": "It was Bob."}).status_code == 302
    assert browser(alice).post(page, {"words": "Again."}).status_code == 409
    decision.refresh_from_db()
    assert decision.appeal == "It was Bob."
    late = decided(alice, "mute", moderators[0], days=180)
    ConductDecision.objects.filter(pk=late.pk).update(at=timezone.now() - decisions.APPEALABLE)
    assert browser(alice).post(f"{PAGE}{late.pk}/appeal/", {"words": "Late."}).status_code == 409
    with pytest.raises(errors.NotAllowed):
        decisions.hear(late.pk, "lifted", "", moderators[1])


def test_a_moderator_sees_no_decision_about_themselves_and_deletes_none(moderators):
    decision = decided(moderators[0], "word", moderators[1])
    page = f"/admin/accounts/conductdecision/{decision.pk}/"
    assert staff_browser(moderators[0]).get(f"{page}change/", follow=True).status_code == 200
    shown = staff_browser(moderators[0]).get(f"{page}change/", follow=True).content.decode()
    assert "You insulted Ada." not in shown
    assert staff_browser(staff()).post(f"{page}delete/", {"post": "yes"}).status_code == 403
    assert ConductDecision.objects.exists()


def left(user, count: int, *, days_ago: int = 1, **fields) -> None:
    """Let `user` have left this many matches."""
    for _number in range(count):
        ended = timezone.now() - timedelta(days=days_ago)
        match = Match.objects.create(
            game="noir", seats_min=2, seats_max=2, visibility="public", seed=b"",
            **({"status": "finished", "ended_at": ended} | fields),
        )  # fmt: skip
        Player.objects.create(match=match, user=user, name=user.name, is_away=True, ended_at=ended)


def codes(text: str) -> set[str]:
    """Return the codes of matches in a text."""
    return set(re.findall(r"[A-Z]{6}", text))


def test_a_player_who_leaves_repeatedly_is_reported_once(alice, bob, mallory):
    left(alice, 3)
    left(bob, 2)
    left(bob, 1, days_ago=20)
    left(mallory, 3, is_reserved=True)
    assert deeds.report_leavers() == 1
    assert deeds.report_leavers() == 0
    report = Report.objects.get()
    assert (report.about, report.by, report.kind) == (alice, None, "deed")
    assert "Left 3 matches" in report.text
    assert {one.code for one in Match.objects.filter(players__user=alice)} == codes(report.text)


def test_decisions_are_exported_and_deleted_with_the_account(moderators, alice):
    decided(alice, "mute", moderators[0])
    [exported] = privacy.export(alice)["decisions"]
    assert (exported["kind"], exported["reason"]) == ("mute", "You insulted Ada.")
    assert "by" not in exported
    privacy.delete_account(alice)
    assert not ConductDecision.objects.exists()


def test_a_moderators_decisions_remain_when_they_leave(moderators, alice):
    decision = decided(alice, "mute", moderators[0])
    privacy.delete_account(moderators[0])
    assert ConductDecision.objects.in_force(alice, "mute") == decision
