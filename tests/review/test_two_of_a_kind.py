"""What only happens to busy sites: the same code twice, the same ticket twice at once."""

import pytest

from games.matches import models, seeds, tables
from tests.matches.seating import open_table

pytestmark = pytest.mark.django_db


def test_a_code_that_a_table_has_already_is_drawn_again(alice, monkeypatch):
    taken = open_table(alice).code
    codes = iter([taken, taken, "KRMPTZ"])
    monkeypatch.setattr(models, "get_random_string", lambda *_size: next(codes))
    assert open_table(alice).code == "KRMPTZ"


def test_of_two_tables_opened_at_once_with_one_ticket_the_second_has_a_seed_of_its_own(
    alice, monkeypatch
):
    ticket = seeds.new_ticket()
    monkeypatch.setattr(seeds, "_is_used", lambda _ticket: False)  # neither sees the other yet
    first = open_table(alice, ticket=ticket)
    second = open_table(alice, ticket=ticket)
    assert first.commitment == seeds.commitment_of(ticket)
    assert second.commitment != first.commitment
    assert tables.Match.objects.count() == 2
