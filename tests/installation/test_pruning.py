"""Pruning deletes data that nobody can need any more, and nothing else."""

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.matches.models import Match
from installation import pruning
from tests.matches.seating import open_table, person, running

pytestmark = pytest.mark.django_db

LONG_AGO = timezone.now() - timedelta(days=90)


def guest(name: str) -> User:
    return User.objects.create_user(name, is_guest=True, date_joined=LONG_AGO)


def test_expired_sessions_are_deleted_and_others_stay(alice):
    client = Client()
    client.post("/account/login/", {"login": "alice", "password": "correct horse 9"})
    over = SessionStore()
    over.save()
    Session.objects.filter(pk=over.session_key).update(expire_date=LONG_AGO)
    assert pruning.prune()["sessions"] == 1
    assert client.get("/account/profile/").status_code == 200
    client.get("/")
    assert UserSession.objects.filter(user=alice).count() == 1
    Session.objects.all().delete()
    pruning.prune()
    assert not UserSession.objects.exists()


def test_guests_who_cannot_return_and_never_played_are_deleted(alice):
    forgotten, playing, newcomer = guest("guest-a"), guest("guest-b"), guest("guest-c")
    match = running(alice)
    match.players.filter(seat=1).update(user=playing)
    User.objects.filter(pk=newcomer.pk).update(date_joined=timezone.now())
    assert pruning.prune()["guests"] == 1
    left = set(User.objects.values_list("username", flat=True))
    assert forgotten.username not in left
    assert {"alice", playing.username, newcomer.username} <= left


def test_unused_tables_are_deleted_and_matches_stay(alice):
    closed, recent, played = open_table(alice), open_table(person("Bo")), running(person("Cy"))
    Match.objects.filter(pk__in=[closed.pk, recent.pk]).update(status=Match.Status.VOID)
    Match.objects.filter(pk=played.pk).update(status=Match.Status.VOID, length=3)
    Match.objects.exclude(pk=recent.pk).update(opened_at=LONG_AGO)
    assert pruning.prune()["tables"] == 1
    assert set(Match.objects.values_list("pk", flat=True)) == {recent.pk, played.pk}


def test_pruning_runs_at_long_intervals(monkeypatch):
    rounds: list[int] = []
    monkeypatch.setattr(pruning, "prune", lambda: rounds.append(1))
    for _time in range(5):
        pruning.prune_now_and_then()
    assert rounds == [1]
