"""Pages and notifications about people waiting and playing do not depend on secrets."""

import re
from random import Random

import pytest
from django.db import transaction

from accounts.models import User
from games.gathering import announcements, bell, lobby, queue
from games.matches.models import Match
from tests.gathering.arranging import GAME, arranged, say_yes
from tests.gathering.test_bell import with_devices
from tests.leagues.league_play import people
from tests.matches.seating import browser, play_one, running, state_of

pytestmark = pytest.mark.django_db


def seen(viewers: list[User | None]) -> list[object]:
    """Return what these viewers are sent, without codes and marks that are drawn anew."""
    codes = "|".join(Match.objects.values_list("code", flat=True))
    pages = [browser(viewer).get("/").content.decode() for viewer in viewers]
    pages += [browser(viewer).get("/queue/").content.decode() for viewer in viewers[1:]]
    rings = [*bell.needed(), *bell.arrivals(), *bell.full(), *bell.seated()]
    marks = re.compile(rf"{codes}|\b[0-9a-f]{{64}}\b|\b\w{{32,64}}\b|#?portrait-\w+")
    return [[marks.sub("mark", page) for page in pages], rings, list(announcements.due()),
            lobby.figures()]  # fmt: skip


def test_the_lists_of_waiting_and_playing_people_do_not_depend_on_the_deal(at, alice):
    players = people(5)
    with_devices(alice, *players)
    queue.ask(alice, GAME, "brisk", "en")
    bell.set_for_evening(alice, wanted=True)
    say_yes(arranged(alice), *players)
    worlds, deals = [], set()
    for _deal in range(4):
        with transaction.atomic():
            match = running(*players)
            play_one(match, Random(1))
            deals.add(tuple(str(role) for role in state_of(match).roles))
            at()
            worlds.append(seen([None, alice]))
            transaction.set_rollback(True)
    assert len(deals) > 1
    assert all(world == worlds[0] for world in worlds)
