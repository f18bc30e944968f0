"""A whole match through the forms of its pages, as sent by a browser without JavaScript."""

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client
from markupsafe import escape

from games.chat.services import BURST
from games.matches.lobby import services as lobby
from tests.matches.seating import browser, fresh, open_table, owing, player_at, running

pytestmark = pytest.mark.django_db


class Question(HTMLParser):
    """The values that a page's decision form sends with its first choice."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self._radio = self._button = ""
        self._inside = False
        self.feed(page)
        self.close()
        if self._radio:
            self.fields["choice"] = self._radio
        self.fields["action"] = self._button

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record hidden fields, the first radio and the first button of the open question."""
        given = dict(attrs)
        name, value = given.get("name"), given.get("value") or ""
        if given.get("id") == "decision":
            self._inside = True
        elif not self._inside:
            return
        elif tag == "input" and given.get("type") == "hidden":
            self.fields[name or ""] = value
        elif tag == "input" and name == "choice":
            self._radio = self._radio or value
        elif tag == "button" and name == "action":
            self._button = self._button or value

    def handle_endtag(self, tag: str) -> None:
        """Stop at the end of the form."""
        self._inside = self._inside and tag != "form"


def decide(client: Client, address: str) -> Any:
    page = client.get(address).content.decode()
    fields = Question(page).fields
    assert "prompt" in fields, "nothing is asked"
    return client.post(f"{address}act/", fields)


def test_a_whole_match_can_be_played_with_forms_only(alice, settings):
    settings.READING_SECONDS = 20
    match = running(alice)
    address = match.get_absolute_url()
    clients = {}
    for seat in range(5):
        clients[seat] = browser(player_at(match, seat).user)
        assert "Break the seal" in clients[seat].get(address).content.decode()
        assert clients[seat].post(f"{address}read/").status_code == 302
    for _decision in range(300):
        if not fresh(match).is_running:
            break
        seat = owing(match)[0]
        assert decide(clients[seat], address).status_code == 302
    page = clients[0].get(address).content.decode()
    assert re.search(r"You have (won|lost)\.", page)
    assert "Play again" in page


def name_field(response: Any) -> str:
    """Return the field in which a visitor gives a name to sit down."""
    return re.search(r'<input[^>]*id="(sit|late)-name"[^>]*>', response.content.decode())[0]


@pytest.mark.parametrize("has_begun", [False, True])
def test_a_refused_name_is_shown_in_its_field_again(alice, has_begun):
    match = open_table(alice, fills_with_bots=True)
    address = f"{match.get_absolute_url()}sit/"
    if has_begun:
        lobby.start(match.pk, alice)
        seat = match.players.exclude(bot="").first().seat
        address = f"{match.get_absolute_url()}take/{seat}/"
    typed = 'Al "Scarface" Capone of Chicago'
    response = browser().post(address, {"name": typed})
    assert response.status_code == 422
    assert f'value="{escape(typed)}"' in name_field(response)
    assert "value=" not in name_field(browser().get(match.get_absolute_url()))


def test_a_refused_message_is_shown_in_its_field_again(alice):
    match = running(alice)
    address = f"{match.get_absolute_url()}say/"
    client = browser(alice)
    for count in range(BURST):
        said = client.post(address, {"room": "table", "text": str(count)})
        assert said.status_code == 302
    typed = 'Not "me"'
    response = client.post(address, {"room": "table", "text": typed})
    assert response.status_code == 429
    field = re.search(r'<input id="say-text"[^>]*>', response.content.decode())[0]
    assert f'value="{escape(typed)}"' in field
    page = client.get(match.get_absolute_url()).content.decode()
    assert "value=" not in re.search(r'<input id="say-text"[^>]*>', page)[0]
