"""Malformed requests: the API answers all of them quickly, with its own problem documents."""

import pytest
from django.test import Client

from games.api import limits
from tests.api.client import Program, kind, playing, table_for

pytestmark = pytest.mark.django_db

CODE = "AAAAAA"
#: Every URL below /api/v1, and the methods that it accepts.
KNOWN = {
    "/openapi.json": {"GET", "HEAD"},
    "/games": {"GET"},
    "/matches": {"GET"},
    f"/matches/{CODE}": {"GET"},
    f"/matches/{CODE}/seat": {"POST", "DELETE"},
    f"/matches/{CODE}/ready": {"POST"},
    f"/matches/{CODE}/action": {"POST"},
    f"/matches/{CODE}/stream": {"GET"},
}
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND")
#: URLs that don't exist.
NOWHERE = (
    "", "/", "/nothing", "/games/", "/openapi.json/", f"/matches/{CODE}%0a", "/games%0a", "/%0a",
    f"/matches/{CODE}/seat%0a", "/a%0ab", "/%00", "/%ff%fe", "/%e2%80%a8x", "/..%2f..",
    "/" + "x" * 2000,
)  # fmt: skip
DEEP = 100_000


@pytest.mark.parametrize("path", KNOWN)
def test_an_unsupported_method_is_a_problem_that_names_the_allowed_ones(path):
    browser = Client(enforce_csrf_checks=True)
    for method in {*METHODS} - KNOWN[path]:
        refused = browser.generic(method, f"/api/v1{path}")
        assert refused.status_code == 405, method
        assert refused["Content-Type"] == "application/problem+json"
        assert {*refused["Allow"].split(", ")} == KNOWN[path]
        if method != "HEAD":
            assert kind(refused) == "wrong-method"


def test_the_description_answers_head_requests(client):
    head = client.head("/api/v1/openapi.json")
    assert (head.status_code, head["Content-Type"]) == (200, "application/json")


@pytest.mark.parametrize("path", NOWHERE)
@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS"])
def test_unknown_urls_are_a_problem_too(path, method):
    refused = Client(enforce_csrf_checks=True).generic(method, f"/api/v1{path}")
    assert (refused.status_code, kind(refused)) == (404, "no-such-address")


BROKEN = {
    "no UTF-8": b'{"entropy": "\xff\xfe"}',
    "half a letter": b'{"entropy": "\xe2\x82"}',
    "half a pair": b'{"entropy": "\\ud800"}',
    "NUL": b'{"entropy": "\\u0000"}',
    "UTF-16": '{"entropy": "x"}'.encode("utf-16"),
    "deep lists": b"[" * 4000 + b"]" * 4000,
    "deep objects": b'{"a":' * 1300 + b"1" + b"}" * 1300,
    "deep where text is wanted": b'{"entropy": ' + b"[" * 4000 + b"]" * 4000 + b"}",
    "a huge number": b'{"entropy": ' + b"9" * 8000 + b"}",
    "two values": b'{"entropy": "x"} {"entropy": "y"}',
}


@pytest.mark.parametrize("body", BROKEN.values(), ids=BROKEN)
def test_an_invalid_json_body_is_refused_and_nobody_sits_down(body, alice, bob):
    match, program = table_for(alice), Program(bob)
    assert len(body) <= limits.BODY
    refused = program.ask("POST", f"/matches/{match.code}/seat", body)
    assert (refused.status_code, kind(refused)) == (400, "malformed")
    assert refused.json()["detail"]
    assert match.players.count() == 1


@pytest.mark.parametrize("path", ["seat", "ready", "action"])
def test_a_body_of_the_maximum_length_is_accepted_and_one_byte_more_refused(path):
    match, (program, *_others) = playing()
    for length, status in ((limits.BODY, 400), (limits.BODY + 1, 413), (DEEP, 413)):
        body = b"[" * length
        refused = program.ask("POST", f"/matches/{match.code}/{path}", body)
        assert refused.status_code == status
        assert kind(refused) == {400: "malformed", 413: "too-large"}[status]
