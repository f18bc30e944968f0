"""A refused field has the focus, and refers to the message with the reason."""

import re

import pytest

from tests.matches.lobby.test_lobby import body

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("method", "address", "typed"),
    [
        ("post", "/open/", {"seats_min": "1", "pace": "never", "language": "xx", "name": "Nora"}),
        ("post", "/open/", {}),
        ("get", "/history/", {"size": "many", "since": "soon", "result": "won"}),
    ],
)
def test_an_invalid_field_refers_to_its_error_message(client, method, address, typed):
    response = getattr(client, method)(address, typed)
    assert response.status_code == 422
    wrong = re.findall(r'<[^>]* aria-invalid="true"[^>]*>', body(response))
    described = [
        key
        for keys in re.findall(r' aria-describedby="([^"]+)"', body(response))
        for key in keys.split()
    ]
    assert len([field for field in wrong if 'type="radio"' not in field]) >= 3
    assert len(described) >= 3
    assert all("aria-describedby" in field or 'type="radio"' in field for field in wrong)
    for key in described:
        assert re.search(rf'id="{key}"[^>]*>(?:<li>)?\s*[^\s<]', body(response)), key


@pytest.mark.parametrize(
    ("method", "address", "typed", "field"),
    [
        ("post", "/open/", {"name": "admin", "game": "noir"}, "open-name"),
        ("post", "/play/", {"name": "admin", "game": "noir"}, "play-name"),
        ("post", "/learn/noir/play/", {"name": "admin"}, "play-name"),
        ("get", "/join/", {"code": "QQQQQQ"}, "join-code"),
        ("get", "/join/", {"code": "x"}, "join-code"),
    ],
)
def test_a_refused_field_has_the_focus_and_its_message_follows_it(
    client, method, address, typed, field
):
    page = body(getattr(client, method)(address, typed))
    refused = re.search(rf'<input id="{field}"[^>]*>\s*<\w+ class="errors" id="(.*?)">', page)
    assert refused, "its words don't follow it"
    assert refused[0].count(" autofocus") == 1
    assert f'aria-describedby="{refused[1]}"' in refused[0]
    assert f'id="{field}"' in re.search(r"<[^>]* autofocus[^>]*>", page)[0]
    assert " autofocus" not in body(client.get("/open/")) + body(client.get("/"))
