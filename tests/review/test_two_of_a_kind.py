"""Rare coincidences of busy sites: the same code twice, the same nonce twice at once."""

import pytest

from games.matches.lobby import services as lobby
from games.matches.models import match
from games.matches.play import seeds
from tests.matches.seating import open_table

pytestmark = pytest.mark.django_db


def test_a_code_that_a_table_has_already_is_drawn_again(alice, monkeypatch):
    taken = open_table(alice).code
    codes = iter([taken, taken, "KRMPTZ"])
    monkeypatch.setattr(match, "get_random_string", lambda *_size: next(codes))
    assert open_table(alice).code == "KRMPTZ"


def test_of_two_tables_opened_at_once_with_one_nonce_the_second_has_a_seed_of_its_own(
    alice, monkeypatch
):
    nonce = seeds.new_nonce()
    monkeypatch.setattr(seeds, "_is_used", lambda _nonce: False)  # neither sees the other yet
    first = open_table(alice, nonce=nonce)
    second = open_table(alice, nonce=nonce)
    assert first.commitment == seeds.commitment_of(nonce)
    assert second.commitment != first.commitment
    assert lobby.Match.objects.count() == 2
