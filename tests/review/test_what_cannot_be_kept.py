"""What a database cannot store is refused in advance, with a clear answer."""

import pytest

from tests.api.client import Program, table_for
from tests.conftest import account

pytestmark = pytest.mark.django_db


def test_a_nul_in_what_a_program_adds_to_chance_is_a_malformed_request(alice):
    table = table_for(alice)
    program = Program(account("Progr"))
    refused = program.ask("POST", f"/matches/{table.code}/seat", {"entropy": "a\0b"})
    assert (refused.status_code, refused.json()["type"]) == (400, "/api/#malformed")
    assert table.players.count() == 1
    assert program.ask("POST", f"/matches/{table.code}/seat", {"entropy": "ab"}).status_code == 201
