"""The OpenAPI document and the guide: complete, valid, and in agreement with the real responses."""

import html
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve

from config.server.server_error import server_error
from games.api import answers, limits, openapi, shapes
from games.api.operations import every
from games.catalog import GAMES
from games.matches.errors import Refused
from tests.api.client import playing, table_for
from tests.live_site import ROOT

pytestmark = pytest.mark.django_db

DOCUMENT: dict[str, Any] = json.loads(openapi.document())
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]


def nodes(part: Any) -> Iterator[dict[str, Any]]:
    """Yield every object inside `part`."""
    if isinstance(part, dict):
        yield part
    for inner in part.values() if isinstance(part, dict) else part if type(part) is list else ():
        yield from nodes(inner)


def described() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, place in DOCUMENT["paths"].items():
        for method, operation in place.items():
            if method != "parameters":
                yield path, method, operation


def fits(value: Any, schema: dict[str, Any]) -> bool:
    """Return whether `value` fits `schema`, judged by the keywords that our schemas use."""
    if "$ref" in schema:
        return fits(value, SCHEMAS[schema["$ref"].removeprefix("#/components/schemas/")])
    for word in ("anyOf", "oneOf"):
        if word in schema:
            matching = sum(fits(value, one) for one in schema[word])
            return matching == 1 if word == "oneOf" else matching > 0
    if "enum" in schema or "const" in schema:
        return value in schema.get("enum", [schema.get("const")])
    kinds = {
        "null": type(None), "boolean": bool, "integer": int, "string": str, "array": list,
        "object": dict,
    }  # fmt: skip
    if "type" in schema and type(value) is not kinds[schema["type"]]:
        return False
    if isinstance(value, dict):
        known, rest = schema.get("properties", {}), schema.get("additionalProperties", True)
        return (
            set(schema.get("required", ())) <= value.keys()
            and all(fits(value[name], one) for name, one in known.items() if name in value)
            and all(name in known or fits_rest(value[name], rest) for name in value)
        )
    if isinstance(value, list) and isinstance(schema.get("items"), dict):
        return all(fits(one, schema["items"]) for one in value)
    return True


def fits_rest(value: Any, rest: Any) -> bool:
    return rest if isinstance(rest, bool) else fits(value, rest)


def test_every_reference_resolves():
    names = {node["$ref"] for node in nodes(DOCUMENT) if "$ref" in node}
    assert len(names) > 30
    assert {name.removeprefix("#/components/schemas/") for name in names} == SCHEMAS.keys()


def test_names_are_valid_by_the_specification():
    assert DOCUMENT["openapi"] == "3.1.0"
    assert DOCUMENT["info"].keys() == {"title", "version", "description"}
    assert all(re.fullmatch(r"[A-Z][A-Za-z]+", name) for name in SCHEMAS)
    names = [operation["operationId"] for _path, _method, operation in described()]
    assert len(names) == len(set(names)) == len(every())


def test_every_operation_describes_its_input_output_and_errors():
    for path, _method, operation in described():
        declared = {one["name"] for one in DOCUMENT["paths"][path].get("parameters", ())}
        assert declared == set(re.findall(r"\{(\w+)\}", path))
        assert operation["summary"]
        assert {"401", "429"} <= operation["responses"].keys()
        assert operation["responses"].keys() & {"200", "201", "204"}
        for answer in operation["responses"].values():
            assert answer["description"]


def test_every_operation_is_implemented_and_every_url_described():
    for path, method, _operation in described():
        address = "/api/v1" + path.format(code="ZZZZZZ", slug="x", number=1)
        assert resolve(address).url_name != "nothing"
        assert Client().generic(method.upper(), address).status_code == 401
        assert Client().generic("PATCH", address).status_code == 405


def test_actions_are_those_of_the_games_under_their_record_names():
    for game in GAMES.values():
        schema = SCHEMAS[shapes.MOVES[game.key].__name__]["properties"]["action"]
        tags = set(schema["discriminator"]["mapping"])
        assert tags == {kind.__struct_config__.tag for kind in game.records.actions.__args__}


@pytest.mark.parametrize("game", ["secret-hitler", "noir"])
def test_responses_match_the_description(game, monkeypatch):
    monkeypatch.setattr(limits, "CALLS", {})
    match, programs = playing(game=game)
    table_for(programs[0].user)
    found = {
        ("/games", "get"): programs[0].ask("GET", "/games"),
        ("/matches", "get"): programs[0].ask("GET", "/matches"),
        ("/matches/{code}", "get"): programs[0].ask("GET", f"/matches/{match.code}"),
        ("/matches/{code}/seat", "post"): programs[0].sit(match),
        ("/matches/{code}/action", "post"): programs[0].act(match, -1, **SOME[game]),
    }
    for (path, method), answer in found.items():
        responses = DOCUMENT["paths"][path][method]["responses"]
        content = responses[str(answer.status_code)]["content"][answer["Content-Type"]]
        assert fits(answer.json(), content["schema"]), answer.content
    broken = found["/matches/{code}", "get"].json() | {"prompt": "one"}
    assert not fits(broken, {"$ref": f"#/components/schemas/{shapes.POSITIONS[game].__name__}"})


SOME = {
    "secret-hitler": {"action": "vote", "ja": True},
    "noir": {"action": "disguise", "swap": True},
}


def test_the_document_needs_neither_token_nor_language(client):
    answers_given = [
        client.get("/api/v1/openapi.json", headers={"Accept-Language": language})
        for language in ("en", "de")
    ]
    assert answers_given[0].json() == DOCUMENT
    assert answers_given[0].content == answers_given[1].content


def test_every_kind_of_problem_is_explained_at_its_url(client):
    page = client.get("/api/").content.decode()
    kinds = {kind for one in every() for kind in one.problems}
    assert all(issubclass(kind, Refused) for kind in kinds)
    for kind in kinds:
        assert f'id="{answers.slug(kind)}"' in page
    for one in every():
        assert f"<b>{one.method}</b> {one.path}" in page


@pytest.mark.parametrize(
    ("method", "path"), [("PUT", "/games"), ("GET", "/nowhere"), ("POST", "/openapi.json")]
)
def test_a_malformed_request_is_explained_there_too(method, path, client):
    problem = client.generic(method, f"/api/v1{path}").json()
    address, _mark, name = problem["type"].partition("#")
    assert f'id="{name}"' in client.get(address).content.decode()
    assert f"`{name}`" in (ROOT / "docs" / "api.md").read_text()


def test_an_error_of_the_site_is_explained_there_too(client, rf):
    problem = json.loads(server_error(rf.get("/api/v1/games")).content)
    assert problem["status"] == 500
    address, _mark, name = problem["type"].partition("#")
    assert f'id="{name}"' in client.get(address).content.decode()
    assert f"`{name}`" in (ROOT / "docs" / "api.md").read_text()


def test_the_guide_contains_the_example_and_offers_it_for_download(client):
    source = (ROOT / "docs" / "example_bot.py").read_text()
    assert source.strip() in html.unescape(client.get("/api/").content.decode())
    given = client.get("/api/example_bot.py")
    assert given.content.decode() == source
    assert "attachment" in given["Content-Disposition"]


def test_the_docs_name_every_request_and_every_kind_of_problem():
    text = (ROOT / "docs" / "api.md").read_text()
    for one in every():
        assert f"`{one.method} {one.path}`" in text
    for kind in {kind for one in every() for kind in one.problems}:
        assert f"`{answers.slug(kind)}`" in text
