"""The site commits to a table's seed before the host sends their own entropy."""

import re

import pytest

from games.engine.chance import commitment
from games.matches.models import Match
from games.matches.play import seeds
from tests.matches.seating import open_table

pytestmark = pytest.mark.django_db


def shown_on(page: str) -> tuple[str, str]:
    """Return the nonce and the commitment that a page shows."""
    nonce = re.search(r'name="nonce" value="([a-z0-9]{32})"', page)
    fingerprint = re.search(r"<code>([0-9a-f]{64})</code>", page)
    return nonce[1], fingerprint[1]


def test_the_table_has_the_commitment_shown_on_the_page_that_opened_it(client):
    nonce, fingerprint = shown_on(client.get("/").content.decode())
    data = {"name": "Ada", "game": "secret-hitler", "entropy": "e", "nonce": nonce}
    client.post("/play/", data)
    match = Match.objects.get()
    assert match.commitment == fingerprint
    assert commitment(bytes(match.seed)) == fingerprint


def test_every_page_shows_a_different_deal(client):
    assert shown_on(client.get("/").content.decode()) != shown_on(client.get("/").content.decode())


def test_a_ticket_is_valid_for_one_table(alice):
    nonce = seeds.new_nonce()
    first = open_table(alice, nonce=nonce)
    second = open_table(alice, nonce=nonce)
    assert first.commitment == seeds.commitment_of(nonce)
    assert second.commitment != first.commitment


@pytest.mark.parametrize("nonce", ["", "x", "after ABCDEF", "A" * 32, "a" * 33])
def test_an_invalid_ticket_gives_a_fresh_seed(alice, nonce):
    match = open_table(alice, nonce=nonce)
    assert match.commitment == commitment(bytes(match.seed))
    assert match.commitment != seeds.commitment_of(nonce)


def test_of_two_tables_opened_simultaneously_with_one_nonce_the_second_gets_its_own_seed(
    alice, monkeypatch
):
    nonce = seeds.new_nonce()
    monkeypatch.setattr(seeds, "_is_used", lambda _nonce: False)  # neither sees the other one yet
    first = open_table(alice, nonce=nonce)
    second = open_table(alice, nonce=nonce)
    assert first.commitment == seeds.commitment_of(nonce)
    assert second.commitment != first.commitment
    assert Match.objects.count() == 2
