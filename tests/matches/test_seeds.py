"""The seed of a table is committed to before whoever opens it sends chance of their own."""

import re

import pytest

from games.engine.chance import commitment
from games.matches import seeds
from games.matches.models import Match
from tests.matches.seating import open_table

pytestmark = pytest.mark.django_db


def shown_on(page: str) -> tuple[str, str]:
    """Return the ticket and the fingerprint that a page shows."""
    ticket = re.search(r'name="ticket" value="([a-z0-9]{32})"', page)
    fingerprint = re.search(r"<code>([0-9a-f]{64})</code>", page)
    return ticket[1], fingerprint[1]


def test_the_table_has_the_commitment_that_the_page_showed_before_it_was_opened(client):
    ticket, fingerprint = shown_on(client.get("/").content.decode())
    data = {"name": "Ada", "game": "secret-hitler", "entropy": "e", "ticket": ticket}
    client.post("/play/", data)
    match = Match.objects.get()
    assert match.commitment == fingerprint
    assert commitment(bytes(match.seed)) == fingerprint


def test_every_page_shows_another_deal(client):
    assert shown_on(client.get("/").content.decode()) != shown_on(client.get("/").content.decode())


def test_a_ticket_is_good_for_one_table(alice):
    ticket = seeds.new_ticket()
    first = open_table(alice, ticket=ticket)
    second = open_table(alice, ticket=ticket)
    assert first.commitment == seeds.commitment_of(ticket)
    assert second.commitment != first.commitment


@pytest.mark.parametrize("ticket", ["", "x", "after ABCDEF", "A" * 32, "a" * 33])
def test_what_is_no_ticket_gets_a_fresh_seed(alice, ticket):
    match = open_table(alice, ticket=ticket)
    assert match.commitment == commitment(bytes(match.seed))
    assert match.commitment != seeds.commitment_of(ticket)
