"""The API against its own document: what schemathesis makes of each operation.

    INPUTS=100000 make doors      large; else some hundred

Inputs are right and wrong by the document, asked with a token of every scope or with none. No
answer is an error of the site, and each has a status, a type and a shape that are documented.
"""

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from games.api import openapi, tokens
from games.api.models import Scope
from games.leagues.seasons import services as seasons
from games.matches.play import memory
from tests.api.client import playing, table_for
from tests.doors.house import forget_who_asked
from tests.doors.test_fuzz import INPUTS
from tests.leagues.conftest import owner  # noqa: F401
from tests.leagues.league_play import drawn, found, people, season_of, settle_round
from tests.matches.seating import person, play_to_the_end, running

pytestmark = [pytest.mark.prove, pytest.mark.django_db]

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
#: Its answer has no end.
ENDLESS = "streamMatch"


@pytest.fixture(autouse=True)
def _in_process(places):
    """Let no request close the connection of the test, and do not log thousands of refusals.

    Django's own client, with which the places were made, lets requests close it again.
    """
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    logging.disable(logging.WARNING)
    yield
    logging.disable(logging.NOTSET)
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def places(owner) -> dict[str, list[Any]]:  # noqa: F811
    """Return what exists for parts of addresses, the first with most behind it, and a token."""
    match, programs = playing()
    user = programs[0].user
    over = play_to_the_end(running(user, *people(4, "seated")))
    season = season_of(found(owner), owner, [user, *people(3)])
    seasons.begin(season, owner)
    season.refresh_from_db()
    settle_round(drawn(season, owner), [])
    _token, secret = tokens.make(user=user, name="all", days=30, scopes=list(Scope))
    return {
        "code": [match.code, over.code, table_for(person("Opener")).code, "QQQQQQ"],
        "slug": [season.league.slug, "nowhere"],
        "number": [season.number, 99],
        "authorization": [f"Bearer {secret}", None],
    }


def operations() -> Iterator[Any]:
    """Yield every operation of the document that ends, to be asked in this process."""
    schema = schemathesis.openapi.from_dict(json.loads(openapi.document()))
    schema.app = get_wsgi_application()
    for one in schema.exclude(operation_id=ENDLESS).get_all_operations():
        yield one.ok()


def ask(case: Any, authorization: str | None) -> int:
    """Ask, check the answer, take back what it changed, and return its status.

    :raises schemathesis.errors.FailureGroup: if the document says something else.
    """
    case.headers.pop("Authorization", None)
    if authorization:
        case.headers["Authorization"] = authorization
    forget_who_asked()
    with transaction.atomic():
        answer = case.call_and_validate(checks=CHECKS)
        transaction.set_rollback(True)
    memory.forget()
    return int(answer.status_code)


def test_every_get_of_the_api_answers_as_documented(places):
    readings = [one for one in operations() if one.method == "get"]
    assert len(readings) > 8
    for one in readings:
        parts = {part.name: places[part.name][0] for part in one.path_parameters}
        if "records" in one.path:
            parts = {"code": places["code"][1]}
        case = one.Case(path_parameters=parts, headers={})
        assert (one.label, ask(case, places["authorization"][0])) == (one.label, 200)


def test_any_input_of_programs_is_answered_as_documented(places):
    known = list(operations())

    @settings(max_examples=INPUTS // 2, suppress_health_check=list(HealthCheck), database=None)
    @given(data=st.data())
    def fuzz(data: st.DataObject) -> None:
        operation = data.draw(st.sampled_from(known))
        mode = data.draw(st.sampled_from(list(GenerationMode)))
        case = data.draw(operation.as_strategy(generation_mode=mode))
        for name in case.path_parameters or {}:
            case.path_parameters[name] = data.draw(st.sampled_from(places[name]))
        ask(case, data.draw(st.sampled_from(places["authorization"])))

    fuzz()
