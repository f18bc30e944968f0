"""The conditions for entering a season: answers to questions, and an organiser's approval."""

import pytest
from django.core import mail
from django.test import Client

from games.leagues.models import Audit, Entry, Season
from games.leagues.seasons import announcements, entries, following, teams
from games.leagues.seasons import services as seasons
from games.matches.play.outbox import deliver_due
from tests.conftest import account
from tests.leagues.league_play import entry_of, found, newcomer, season_of
from tests.leagues.organiser.pressing import Browser
from tests.leagues.organiser.test_running import SEASON
from tests.leagues.organiser.visitors import admit, client_of, text

pytestmark = pytest.mark.django_db

ASKED = "Which evening suits you?: Monday, Friday\nHow did you hear of us?"
SECRET = "From my ex, of all people"


@pytest.fixture
def season(owner):
    return season_of(found(owner), owner, [])


def asking(owner, season, **typed) -> Season:
    """Let the owner set the entrants' questions in the season's form."""
    address = f"/leagues/{season.league.slug}/{season.number}/run/edit/"
    answer = client_of(owner).post(address, {**SEASON, **typed})
    assert answer.status_code == 302, answer.context["form"].errors
    return Season.objects.get()


def letters() -> list[tuple[str, str]]:
    deliver_due(announcements.KIND)
    told = [(one.to[0].partition("@")[0], one.subject) for one in mail.outbox]
    mail.outbox.clear()
    return told


def test_entrants_answer_and_are_accepted_or_declined_with_one_press_each(owner, season):
    season = asking(owner, season, questions=ASKED, needs_approval="on")
    assert season.questions == [
        {"text": "Which evening suits you?", "choices": ["Monday", "Friday"]},
        {"text": "How did you hear of us?", "choices": []},
    ]
    for name in ("Ada", "Ben"):
        at = Browser(client_of(newcomer(season.league, name))).open(season.get_absolute_url())
        at.press("Enter this season").choose(**{"answer-0": "Friday"}).type(**{"answer-1": SECRET})
        assert "the organisers are reviewing your entry" in at.press("Ask for a place").text
    assert {one.status for one in Entry.objects.all()} == {"applied"}
    ada, ben = Entry.objects.order_by("pk")

    console = f"/leagues/{season.league.slug}/run/"
    at = Browser(client_of(owner)).open(console)
    assert SECRET in at.text
    at.press("Accept: Ada")
    assert at.presses == 1
    assert "Undo" in at.text
    at.press("Decline: Ben")
    assert SECRET in at.text
    at.type(reason="No Fridays.").press("Reject")
    assert [one.user.name for one in season.entries.all()] == ["Ada"]
    ada.refresh_from_db()
    assert ada.status == "confirmed"
    assert letters() == [
        ("ada", "Grey Chamber: you have a place"), ("ben", "Grey Chamber: you did not get a place")
    ]  # fmt: skip
    assert {"accept", "turn_away"} <= set(Audit.objects.values_list("verb", flat=True))

    ben.user.refresh_from_db()
    asked = client_of(ben.user)
    for data in ({}, {"answer-0": "Sunday", "answer-1": "x"}, {"answer-0": "Friday"}):
        assert asked.post(f"{season.get_absolute_url()}register/", data).status_code == 422
    assert season.entries.count() == 1


def test_neither_questions_nor_answers_change_the_text_direction(owner, season):
    season = asking(owner, season, questions="Day?: Monday\u202e, Friday\nWhy \u2066us?")
    assert [(one["text"], one["choices"]) for one in season.questions] == [
        ("Day?", ["Monday", "Friday"]), ("Why us?", [])
    ]  # fmt: skip
    data = {"answer-0": "Friday", "answer-1": "A\nfriend\u202e"}
    client_of(newcomer(season.league, "Ada")).post(f"{season.get_absolute_url()}register/", data)
    assert season.entries.get().answers[1][1].splitlines() == ["A", "friend"]


def test_answers_and_applicants_are_visible_only_to_organisers(owner, season):
    season = asking(owner, season, questions=ASKED, needs_approval="on")
    user = newcomer(season.league, "Ada")
    client_of(user).post(f"{season.get_absolute_url()}register/",
                         {"answer-0": "Monday", "answer-1": SECRET})  # fmt: skip
    entry = season.entries.get()
    arno = account("Arno")
    admit(season.league, arno, "arbiter")
    here = season.get_absolute_url()
    pages = [here, season.league.get_absolute_url(), f"{here}players/{entry.pk}/",
             f"/leagues/{season.league.slug}/audit/", f"{here}entries.csv", f"{here}entries.json",
             f"{here}contest.json", f"{here}standings.json", f"{here}run/players/",
             f"{here}run/players/{entry.pk}/"]  # fmt: skip
    other = newcomer(season.league, "Otto")
    for client in (Client(), client_of(other)):
        seen = [client.get(page) for page in pages]
        assert not [one for one in seen if SECRET in text(one) or "Ada" in text(one)]
    read = {page for page in pages if SECRET in text(client_of(arno).get(page))}
    assert read == {f"{here}entries.csv", f"{here}entries.json", f"{here}run/players/",
                    f"{here}run/players/{entry.pk}/"}  # fmt: skip


def test_joining_and_entering_asks_the_questions_on_the_way(owner, season):
    season = asking(owner, season, questions="Why?")
    client = client_of(account("Ada"))
    join = {"enter": season.number}
    answer = client.post(f"/leagues/{season.league.slug}/join/", join)
    assert answer.url == f"{season.get_absolute_url()}register/"
    assert not season.entries.exists()
    assert "Why?" in text(client.get(answer.url))


@pytest.mark.parametrize("typed", ["a\nb\nc\nd", "x" * 201, "\u200b"])
def test_unanswerable_questions_are_refused(owner, season, typed):
    address = f"{season.get_absolute_url()}run/edit/"
    answer = client_of(owner).post(address, {**SEASON, "questions": typed})
    assert answer.status_code == 422
    assert "questions" in answer.context["form"].errors


def test_a_question_may_have_200_characters(owner, season):
    assert asking(owner, season, questions="x" * 200).questions[0]["text"] == "x" * 200


def test_an_announcement_reaches_the_players_and_can_be_withdrawn(owner, season):
    ada, ben, cyd = (newcomer(season.league, name) for name in ("Ada", "Ben", "Cyd"))
    for user in (ada, ben):
        client_of(user).post(f"{season.get_absolute_url()}register/")
    season.league.members.filter(user=ben).update(wants_mail=False)
    at = Browser(client_of(owner)).open(f"{season.get_absolute_url()}run/")
    at.press("Notify the players").type(
        title="New hall", text="Log in:\nhttps://evil.example/\n-- "
    )
    at.press("Send announcement")
    assert at.presses == 2
    assert "Undo" in at.text
    deliver_due(announcements.KIND)
    letter = mail.outbox.pop()
    assert (letter.to, letter.subject) == (["ada@example.org"], "Grey Chamber: New hall")
    assert "> https://evil.example/" in letter.body
    assert 'href="https://evil' not in letter.alternatives[0][0]
    assert not mail.outbox
    assert "New hall" in text(client_of(cyd).get(season.get_absolute_url()))
    assert "notified the players" in text(Client().get(f"/leagues/{season.league.slug}/audit/"))

    at.press("Undo").type(reason="Wrong hall.").press("Undo")
    assert "New hall" not in text(client_of(cyd).get(season.get_absolute_url()))
    client, address = client_of(owner), f"{season.get_absolute_url()}run/announce/"
    said = {"title": "Again", "text": "Text."}
    assert [client.post(address, said).status_code for _time in range(3)] == [302, 302, 409]


def test_a_player_moving_up_from_the_waiting_list_gets_an_email_and_audit_entry(owner, season):
    season = asking(owner, season, capacity=2)
    ada, ben, cyd, dan = (newcomer(season.league, name) for name in ("Ada", "Ben", "Cyd", "Dan"))
    for user in (ada, ben, cyd, dan):
        client_of(user).post(f"{season.get_absolute_url()}register/")
    assert letters() == []
    client_of(ada).post(f"{season.get_absolute_url()}unregister/")
    assert letters() == [("cyd", "Grey Chamber: you have a place")]
    act = Audit.objects.get(verb="move_up")
    assert (act.actor, act.about) == (None, "Cyd")
    page = text(Client().get(f"/leagues/{season.league.slug}/audit/"))
    assert "gave a place to the first on the waiting list" in page
    # An outdated e-mail is not sent.
    client_of(ben).post(f"{season.get_absolute_url()}unregister/")
    assert season.entries.get(user=dan).status == "confirmed"
    season.entries.filter(user=dan).update(status="waiting")
    assert letters() == []


def test_applicants_and_waiting_players_learn_that_the_season_began_without_them(owner, season):
    players = [newcomer(season.league, name) for name in ("Ada", "Ben", "Cyd", "Dan")]
    for user in players:
        client_of(user).post(f"{season.get_absolute_url()}register/")
    season = asking(owner, season, needs_approval="on", capacity=4)
    asker, waiter = newcomer(season.league, "Eva"), newcomer(season.league, "Fay")
    for user in (asker, waiter):
        client_of(user).post(f"{season.get_absolute_url()}register/")
    season.entries.filter(user=waiter).update(status="waiting")
    step = f"{season.get_absolute_url()}run/begin/"
    assert client_of(owner).post(step).status_code == 302
    deliver_due(announcements.KIND)
    told = {one.to[0].partition("@")[0]: one for one in mail.outbox}
    assert set(told) == {"eva", "fay"}
    assert "before the organisers had decided on your entry" in told["eva"].body
    assert "no place became free for you" in told["fay"].body
    assert all("The organisers can still let you join late" in one.body for one in told.values())


def test_players_of_the_last_season_are_asked_once_whether_they_play_again(owner):
    players = [account(name) for name in ("Ada", "Ben", "Cyd", "Dan")]
    ada, ben, cyd, dan = players
    season = season_of(found(owner), owner, players, rounds_planned=1)
    teams.arrange(season, owner, counts=2, teams={"Red": [], "Blue": []})
    seasons.begin(season, owner)
    season = Season.objects.get(pk=season.pk)
    entries.disqualify(entry_of(season, dan), owner, reason="Cheated.")
    seasons.close_season(season, owner)
    season.league.members.filter(user=cyd).update(status="left")
    mail.outbox.clear()
    step = text(client_of(owner).get(f"{season.get_absolute_url()}run/again/"))
    assert "is asked once: will you play again?" in step
    assert "It also keeps the teams" in step

    successor = following.open_again(Season.objects.get(pk=season.pk), owner, name="Second")
    assert successor.team_counts == 2
    assert set(successor.teams.values_list("name", flat=True)) == {"Red", "Blue"}
    assert "Will you play again?" in Browser(client_of(ben)).open("/").text
    seasons.register(successor, ben)
    deliver_due(announcements.KIND)
    (letter,) = mail.outbox
    assert (letter.to, letter.subject) == (
        ["ada@example.org"],
        "Grey Chamber: will you play again?",
    )
    assert f"{successor.get_absolute_url()}register/" in letter.body
    mail.outbox.clear()
    assert letters() == []

    at = Browser(client_of(ada)).open("/")
    at.press("Enter this season: Second").press("Enter this season")
    assert entry_of(successor, ada).plays
    for user in (ada, ben, cyd, dan, owner):
        assert "Will you play again?" not in Browser(client_of(user)).open("/").text
