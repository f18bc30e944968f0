"""Organisers decide reports from their league: permissions, effects, and notifications."""

from datetime import timedelta
from random import Random

import pytest
from django.core import mail
from django.db import transaction
from django.utils import timezone

from accounts.models import ConductDecision
from games.chat import reports
from games.chat import services as chat
from games.chat.models import Report
from games.conduct import decisions
from games.leagues import errors as leagues
from games.leagues.fixtures import opening
from games.leagues.membership import conduct
from games.leagues.scheduling import substitutes, talk
from games.matches import errors
from games.matches.lobby import services as lobby
from games.matches.models import Match
from tests.conduct.test_decisions import FORM
from tests.conftest import account
from tests.jobs import run_jobs
from tests.leagues.league_play import drawn, found, people, play_match, season_of, seasons
from tests.leagues.organiser.visitors import client_of, text
from tests.leagues.scheduling.arranging import fresh, users_of
from tests.matches.seating import open_table
from tests.overlapping import overlapping
from tests.remembered import remembered
from tests.staff import staff, staff_browser

pytestmark = pytest.mark.django_db

DECISION = {"decision_kind": "mute", "days": "7", "reason": "You insulted Ada.", "answer": "Done."}


@pytest.fixture
def fixture(season, owner):
    return published(season, owner)


@remembered
def published(season, owner):
    return drawn(season, owner).fixtures.first()


@pytest.fixture
def report(fixture) -> Report:
    """Return a report of what a player did at a table of the league, which is over."""
    return reported(fixture)


@remembered
def reported(fixture) -> Report:
    match = begun(fixture)
    one, other = users_of(fixture)
    reports.report_player(match.pk, one, other.public_id, "deed", "shouting")
    play_match(match, Random(1))
    return Report.objects.get()


@remembered
def begun(fixture) -> Match:
    one, other = users_of(fixture)
    match = opening.open_now(fixture.pk, one)
    for user in (one, other):
        lobby.sit(match.pk, user)
    return Match.objects.get(pk=match.pk)


def imposed(crowd, user, kind: str) -> ConductDecision:
    """Return a decision of the arbiter about somebody."""
    return decisions.impose(
        user, kind, "You insulted Ada.", crowd.members["arbiter"].user, days=7,
        scope=crowd.league.get_absolute_url(), scope_name=crowd.league.name,
    )  # fmt: skip


def is_restricted(act) -> bool:
    """Return whether an act is refused by a decision."""
    try:
        with transaction.atomic():
            act()
    except errors.Restricted:
        return True
    return False


def test_only_organisers_see_a_report_and_only_after_its_match(crowd, fixture):
    match = begun(fixture)
    one, other = users_of(fixture)
    reports.report_player(match.pk, one, other.public_id, "deed", "shouting")
    key = Report.objects.get().pk
    for page in ("run-conduct", "run"):
        assert "shouting" not in text(crowd.get("owner", page))
        assert other.name not in text(crowd.get("owner", page))
    assert crowd.get("owner", "run-report", key).status_code == 404
    assert crowd.post("owner", "run-report", key, **DECISION).status_code == 404
    Report.objects.update(moment="(nobody else reads this)")
    play_match(match, Random(1))
    for who in ("owner", "arbiter"):
        page = text(crowd.get(who, "run-conduct"))
        assert "shouting" in page
        assert crowd.address("run-report", key) in text(crowd.get(who, "run"))
        shown = text(crowd.get(who, "run-report", key))
        assert "shouting" in shown
        assert one.name not in page
        assert "nobody else" not in shown  # whose page it was tells who reported
    for who, status in (("scheduler", 403), ("member", 403), ("outsider", 403), ("stranger", 302)):
        answers = [crowd.get(who, "run-conduct"), crowd.get(who, "run-report", key)]
        answers.append(crowd.post(who, "run-report", key, **DECISION))
        assert [answer.status_code for answer in answers] == [status] * 3
        assert crowd.address("run-report", key) not in text(crowd.get(who, "run"))
    assert not ConductDecision.objects.exists()


def test_organisers_do_not_see_reports_from_outside_their_league(crowd, report):
    other = found(account("Zoe"))
    address = crowd.address("run-report", report).replace(crowd.league.slug, other.slug)
    zoe = client_of(other.founder)
    assert zoe.post(address, DECISION).status_code == 404
    assert "shouting" not in text(zoe.get(f"{other.get_absolute_url()}run/conduct/"))
    Match.objects.update(scope="")
    assert crowd.post("owner", "run-report", report, **DECISION).status_code == 404
    assert not ConductDecision.objects.exists()


@pytest.mark.parametrize("is_operator", [False, True])
@pytest.mark.parametrize("role", ["by", "about"])
def test_reporter_and_reported_cannot_decide(crowd, owner, report, role, is_operator):
    Report.objects.update(**{role: owner})
    owner.is_superuser = is_operator
    owner.save()
    with pytest.raises(errors.NotAllowed):
        conduct.decide(crowd.league, owner, report, **DECISION | {"days": 7})
    assert crowd.post("owner", "run-report", report, **DECISION).status_code == 404
    assert "shouting" not in text(crowd.get("owner", "run-conduct"))
    assert crowd.address("run-report", report) not in text(crowd.get("owner", "run"))
    assert crowd.post("arbiter", "run-report", report, **DECISION).status_code == 302
    if role == "about":
        page = text(crowd.get("owner", "run-conduct"))
        assert "You insulted Ada." not in page


def test_only_one_organiser_decides_once_and_both_sides_are_told(crowd, owner, report):
    for user in (report.by, report.about):
        user.emailaddress_set.create(email=f"{user.username}@x.example", verified=True)
        user.email = f"{user.username}@x.example"
        user.save()
    run_jobs()
    mail.outbox.clear()
    assert crowd.post("arbiter", "run-report", report, **DECISION).status_code == 302
    assert crowd.post("owner", "run-report", report, **DECISION).status_code == 409
    assert crowd.get("owner", "run-report", report).status_code == 409
    with pytest.raises(leagues.AlreadyDecided):
        conduct.decide(crowd.league, owner, report, **DECISION | {"days": 7})
    for page in ("run", "run-conduct"):
        assert crowd.address("run-report", report) not in text(crowd.get("owner", page))
    decision = ConductDecision.objects.get()
    assert (decision.kind, decision.by) == ("mute", crowd.members["arbiter"].user)
    assert decision.scope == crowd.league.get_absolute_url()
    report.refresh_from_db()
    assert (report.decision, report.outcome, report.answer) == (decision, "acted", "Done.")
    run_jobs()
    told = {letter.to[0]: letter for letter in mail.outbox}
    assert told.keys() == {report.by.email, report.about.email}
    assert "we have taken action" in told[report.by.email].body
    letter = told[report.about.email]
    assert letter.subject == "A decision by the organisers of Grey Chamber"
    assert "for this league: no chat" in letter.body
    assert "shouting" not in letter.body
    page = text(client_of(report.about).get("/account/conduct/"))
    assert f'In this league only: <a href="{crowd.league.get_absolute_url()}">' in page
    assert "Arno" not in page
    audit = crowd.league.audits.get(verb="decide_report")
    assert (audit.actor.name, audit.about, audit.changes) == ("Arno", "", [])


def test_a_report_may_be_dismissed(crowd, report):
    crowd.post(
        "arbiter", "run-report", report, **DECISION | {"decision_kind": "nothing", "reason": ""}
    )
    report.refresh_from_db()
    assert (report.outcome, report.decision) == ("nothing", None)
    assert crowd.post("owner", "run-report", report, **DECISION).status_code == 409


@pytest.mark.parametrize(
    "wrong",
    [
        {"decision_kind": "casual"},
        {"decision_kind": "private"},
        {"decision_kind": ""},
        {"reason": " "},
        {"days": "9999"},
    ],
)
def test_a_decision_that_no_league_can_make_is_refused(crowd, report, wrong):
    assert crowd.post("arbiter", "run-report", report, **DECISION | wrong).status_code == 422
    assert not Report.objects.get().is_settled
    assert not ConductDecision.objects.exists()


def test_no_decision_is_made_about_a_deleted_account(crowd, report):
    Report.objects.update(about=None)
    answer = crowd.post("arbiter", "run-report", report, **DECISION)
    assert answer.status_code == 422
    assert "The account no longer exists." in text(answer)


def test_a_person_muted_by_a_league_is_muted_only_there(crowd, owner, fixture):
    one, other = users_of(fixture)
    elsewhere = open_table(one)
    second = season_of(found(owner), owner, [one, other])
    seasons.begin(second, owner)
    there = drawn(second, owner).fixtures.get()
    decision = imposed(crowd, one, "mute")
    match = begun(fixture)
    said = {
        "table": lambda: chat.say(match.pk, one, "table", "Hm."),
        "fixture": lambda: talk.write(fixture.pk, one, "Hm."),
    }
    Match.objects.filter(pk=match.pk).update(status="void")
    assert [name for name, act in said.items() if is_restricted(act)] == [*said]
    assert not is_restricted(lambda: chat.say(elsewhere.pk, one, "table", "Hm."))
    assert not is_restricted(lambda: talk.write(there.pk, one, "Hm."))
    assert not is_restricted(lambda: talk.write(fixture.pk, other, "Hm."))
    ConductDecision.objects.filter(pk=decision.pk).update(until=timezone.now())
    assert not is_restricted(said["fixture"])
    ConductDecision.objects.filter(pk=decision.pk).update(
        until=timezone.now() + timedelta(days=1), scope=""
    )
    assert [name for name, act in said.items() if is_restricted(act)] == [*said]


def test_a_suspended_player_is_barred_only_from_matches_of_the_league(crowd, owner, fixture):
    one, other = users_of(fixture)
    decision = imposed(crowd, one, "out")
    assert is_restricted(lambda: opening.open_now(fixture.pk, one))
    table = opening.open_now(fixture.pk, other)
    assert is_restricted(lambda: lobby.sit(table.pk, one))
    lobby.sit(table.pk, other)
    assert Match.objects.get(pk=table.pk).is_open
    lobby.sit(open_table(owner).pk, one)
    second = season_of(found(owner), owner, [one, other])
    seasons.begin(second, owner)
    assert begun(drawn(second, owner).fixtures.get()).is_running
    ConductDecision.objects.filter(pk=decision.pk).update(until=timezone.now())
    lobby.sit(table.pk, one)
    assert Match.objects.get(pk=table.pk).is_running


def test_a_suspended_player_cannot_be_a_substitute(crowd, fixture):
    mia = crowd.members["member"]

    def must_not() -> bool:
        [found] = [one for one in substitutes.candidates(fresh(fixture)) if one.member == mia]
        return found.must_not

    assert not must_not()
    imposed(crowd, mia.user, "out")
    assert must_not()


def test_a_new_deal_belongs_to_the_league_and_another_match_does_not(fixture):
    match = begun(fixture)
    scope = match.scope
    assert scope
    play_match(match, Random(1))
    assert lobby.rematch(match.pk, users_of(fixture)[0]).scope == ""
    Match.objects.filter(pk=match.pk).update(status="running", successor=None)
    assert (
        lobby._open_successor(Match.objects.get(pk=match.pk), users_of(fixture)[0]).scope == scope
    )


def test_another_organiser_of_the_league_decides_an_appeal(crowd, owner, report):
    crowd.post("arbiter", "run-report", report, **DECISION)
    decision = ConductDecision.objects.get()
    verdict = {"verdict": "lifted", "answer": "You were right."}
    assert crowd.post("owner", "run-appeal", decision, **verdict).status_code == 403
    decisions.appeal(report.about, decision.pk, "It was Ada.")
    link = crowd.address("run-appeal", decision)
    assert crowd.get("arbiter", "run-appeal", decision).status_code == 403
    assert crowd.post("arbiter", "run-appeal", decision, **verdict).status_code == 403
    assert crowd.post("scheduler", "run-appeal", decision, **verdict).status_code == 403
    other = found(account("Zoe"))
    address = link.replace(crowd.league.slug, other.slug)
    assert client_of(other.founder).post(address, verdict).status_code == 404
    for page in ("run", "run-conduct"):
        assert link not in text(crowd.get("arbiter", page))
        assert link in text(crowd.get("owner", page))
    assert crowd.post("owner", "run-appeal", decision, **verdict).status_code == 302
    assert crowd.post("owner", "run-appeal", decision, verdict="upheld").status_code == 409
    decision.refresh_from_db()
    assert (decision.verdict, decision.heard_by, decision.is_read) == ("lifted", owner, False)
    assert crowd.league.audits.filter(verb="hear_appeal", actor=owner).count() == 1
    scope = crowd.league.get_absolute_url()
    assert ConductDecision.objects.in_force(report.about, "mute", scope=scope) is None


def test_the_reporter_cannot_hear_an_appeal_but_the_operator_can(crowd, owner, report):
    Report.objects.update(by=owner)
    crowd.post("arbiter", "run-report", report, **DECISION)
    decision = ConductDecision.objects.get()
    decisions.appeal(report.about, decision.pk, "It was Ada.")
    assert crowd.post("owner", "run-appeal", decision, verdict="upheld").status_code == 403
    moderator = account("Mona")
    with pytest.raises(errors.NotAllowed):
        decisions.hear(decision.pk, "upheld", "", moderator)
    decisions.hear(decision.pk, "lifted", "", staff())


def test_the_site_may_decide_after_a_league_but_not_the_other_way_round(crowd, report):
    moderators = people(1, "moderator")
    crowd.post("arbiter", "run-report", report, **DECISION)
    staff_browser(staff()).post(f"/admin/chat/report/{report.pk}/change/", FORM)
    report.refresh_from_db()
    wide = report.decision
    assert (wide.scope, wide.kind) == ("", "casual")
    again = decisions.impose(report.about, "word", "So.", moderators[0], days=7, report=report)
    assert again == wide
    answer = crowd.post("owner", "run-report", report, **DECISION)
    assert answer.status_code == 409
    assert ConductDecision.objects.count() == 2


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_simultaneous_organisers_decide_once(crowd, owner, report):
    arno, wanted = crowd.members["arbiter"].user, DECISION | {"days": 7}
    first, second = overlapping(
        lambda: conduct.decide(crowd.league, owner, report, **wanted),
        lambda: conduct.decide(crowd.league, arno, report, **wanted),
    )
    assert first is None
    assert isinstance(second, leagues.AlreadyDecided)
    assert ConductDecision.objects.get().by == owner
