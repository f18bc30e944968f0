"""Open pages while a player's name or portrait changes."""

import pytest
from django.test import Client

from accounts import portraits
from games.matches import privacy
from tests.matches.seating import nominate, player_at, running
from tests.matches.sockets import stored, visit

pytestmark = [
    pytest.mark.sqlite,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("_leaving"),
]


async def test_the_name_of_a_deleted_account_disappears_from_an_open_record():
    match = await stored(running)()
    await stored(nominate)(match)
    page = await visit(match)
    name = await stored(lambda: player_at(match, 0).name)()
    assert name in await page.frame()
    await stored(lambda: privacy.erase(player_at(match, 0).user))()
    html = await page.shows("deleted player")
    assert '<hx-partial id="log" hx-swap="innerMorph">' in html
    assert name not in html


async def test_a_new_portrait_is_shown_immediately_at_a_running_table():
    match = await stored(running)()
    user = await stored(lambda: player_at(match, 0).user)()
    page = await visit(match)
    await page.settle()
    code = portraits.sheet_of(str(user.public_id), 3)[0]
    client = Client()
    await stored(client.force_login)(user)
    answer = await stored(client.post)("/account/portrait/", {"portrait": code})
    assert answer.status_code == 302
    await page.shows(code)
