"""The OpenAPI 3.1 document, generated from the types of the API's input and output."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from http import HTTPStatus
from typing import Any

import msgspec
from django.conf import settings
from django.utils import translation

from games.api import answers, limits, shapes
from games.api.operations import Operation, every
from games.matches.models import CODE_LENGTH, CODE_LETTERS

VERSION = "1.1.0"
_REF = "#/components/schemas/{name}"
#: The names, with modules, that msgspec gives to types of the same name.
_FULL = re.compile(r"games\.(\w+)\.\w+\.(\w+)")
#: The types in the document; in addition, positions have a type for each game.
_TYPES: tuple[Any, ...] = (
    shapes.Tables,
    shapes.Sit,
    shapes.Ready,
    shapes.Problem,
    tuple[shapes.GameInfo, ...],
    *shapes.POSITIONS.values(),
    *shapes.MOVES.values(),
)

ABOUT = (
    "Play your own seat with a program, and read leagues and records. A token represents your"
    " account and can do what it was made for, nothing else."
    " Within version 1 answers may gain fields, games may gain actions, and problems may gain"
    " kinds; nothing described here is removed or changes its meaning. Breaking changes come"
    " as version 2, next to this one."
)


@cache
def document() -> bytes:
    """Return the whole document as JSON, in English."""
    with translation.override("en"):
        return msgspec.json.encode(_document())


def _document() -> dict[str, Any]:
    types = (*_TYPES, *dict.fromkeys(one.gives for one in every() if one.read))
    schemas, components = msgspec.json.schema_components(types, ref_template=_REF)
    by_type = dict(zip(types, schemas, strict=True))
    whole = {
        "openapi": "3.1.0",
        "info": {"title": settings.SITE_NAME, "version": VERSION, "description": ABOUT},
        "servers": [{"url": "/api/v1"}],
        "security": [{"token": []}],
        "paths": _paths(by_type),
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": components,
        },
    }
    renamed: dict[str, Any] = _rename(whole)
    return renamed


def _rename(whole: Any) -> Any:
    """Return `whole` with short names, such as SecretHitlerView, for types of several games."""

    def short(text: str) -> str:
        return _FULL.sub(lambda m: m[1].title().replace("_", "") + m[2], text)

    if isinstance(whole, dict):
        return {short(key): _rename(value) for key, value in whole.items()}
    if isinstance(whole, list):
        return [_rename(value) for value in whole]
    return short(whole) if isinstance(whole, str) else whole


def _paths(schemas: Mapping[Any, Any]) -> dict[str, Any]:
    paths: dict[str, Any] = {}
    for operation in every():
        place = paths.setdefault(operation.path, _place(operation.path))
        place[operation.method.lower()] = _operation(operation, schemas)
    return paths


def _place(path: str) -> dict[str, Any]:
    names = re.findall(r"{(\w+)}", path)
    return {"parameters": [_PLACES[name] for name in names]} if names else {}


def _of_path(name: str, description: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    place = {"name": name, "in": "path", "required": True, "schema": schema}
    return place | {"description": description}


_CODE = {"type": "string", "pattern": f"^[{CODE_LETTERS}]{{{CODE_LENGTH}}}$"}
_PLACES = {
    "code": _of_path("code", "The code of the table.", _CODE),
    "slug": _of_path("slug", "The league, as in the address of its page.", {"type": "string"}),
    "number": _of_path("number", "The season's number.", {"type": "integer", "minimum": 0}),
}


def _operation(operation: Operation, schemas: Mapping[Any, Any]) -> dict[str, Any]:
    document: dict[str, Any] = {"operationId": operation.name, "summary": str(operation.summary)}
    if operation.scope:
        document["security"] = [{"token": [operation.scope]}]
    if operation.query:
        document["parameters"] = [
            {"name": name, "in": "query", "description": str(text), "schema": {"type": "string"}}
            for name, text in operation.query
        ]
    if operation.takes is not None:
        content = {"application/json": {"schema": _schema(operation.takes, schemas)}}
        is_move = operation.takes is shapes.MOVES
        document["requestBody"] = {"content": content, "required": is_move}
    return document | {"responses": dict(_responses(operation, schemas))}


def _schema(kind: Any, schemas: Mapping[Any, Any]) -> dict[str, Any]:
    """Return the schema of a type, or of a mapping with one type per game."""
    if isinstance(kind, dict):
        return {"oneOf": [schemas[one] for one in kind.values()]}
    schema: dict[str, Any] = schemas[kind]
    return schema


def _responses(operation: Operation, schemas: Mapping[Any, Any]) -> Iterator[tuple[str, Any]]:
    for status in (*operation.also, operation.status):
        answer: dict[str, Any] = {"description": HTTPStatus(status).phrase}
        if operation.media == "text/event-stream":
            answer |= _stream(operation, schemas)
        elif operation.gives is not None:
            answer["content"] = {operation.media: {"schema": _schema(operation.gives, schemas)}}
        yield str(status), answer
    problems: dict[int, list[str]] = {}
    for kind in operation.problems:
        problems.setdefault(kind.status, []).append(answers.slug(kind))
    content = {"application/problem+json": {"schema": schemas[shapes.Problem]}}
    for status, kinds in sorted(problems.items()):
        yield str(status), {"description": ", ".join(kinds), "content": content}


def _stream(operation: Operation, schemas: Mapping[Any, Any]) -> dict[str, Any]:
    """Return the description of a stream, which OpenAPI 3.1 has no format for."""
    text = (
        "Events `position` (data: a position, its log from `log_start` on) and, when the seat"
        " or the token ends, `closed` (data: a problem). Comments are heartbeats. After the"
        f" last position of a match the stream ends. At most {limits.STREAMS} streams a token."
    )
    event = {"event": "position", "data": _schema(operation.gives, schemas)}
    media = {"schema": {"type": "string"}, "x-event": event}
    return {"description": text, "content": {operation.media: media}}
