"""Bad input in every form, query and field of the API: no error of the site, and nothing changed.

    INPUTS=100000 make doors      large; else some hundred

Forms are found on the pages themselves, as somebody is shown them: all but some of their fields are
sent as they stand there. What is accepted may change something; what is refused must not.
"""

import os
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any, NamedTuple

import pytest
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.doors.house import House, forget_who_asked, rows

pytestmark = [
    pytest.mark.prove,
    pytest.mark.django_db,
    pytest.mark.usefixtures("one_connection", "quiet_log"),
]

INPUTS = int(os.environ.get("INPUTS", "400"))
#: Whose pages are searched for forms: with few inputs, of those who are shown the most.
KINDS = ("player", "organiser") + (("stranger", "guest", "administrator") if INPUTS > 5000 else ())
#: When somebody or a program was there.
MAY_CHANGE = {"sessions.Session", "usersessions.UserSession", "api.Token", "leagues.Calendar"}
#: Drawn slowly, and without forms of their own.
SLOW = re.compile(r"insight|replay|verify|picture|\.(png|svg|json|jsonl)")
NASTY = (
    "", " ", "\x00", "a" * 5000, "-1", "0", "9" * 40, "1e309", "NaN", "٣", "²", "%00", "../../x",
    "<script>x</script>", "2026-02-30", "0001-01-01T00:00", "99999-12-31T00:00", "2026-03-29T02:30",
    "javascript:x", "https://[::1", "http://127.0.0.1/", "\u202e", "{}", "[[]]", "null", "true",
    '{"type": "vote", "ja": 7}', "a@b", "é" * 300, "👩‍👩‍👧" * 40, "1,2", "=1+1", "\r\nX: x", "on",
)  # fmt: skip
TEXTS = st.one_of(
    st.sampled_from(NASTY),
    st.text(max_size=60),
    st.integers().map(str),
    st.datetimes().map(str),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=8,
)


class Form(NamedTuple):
    """A form as somebody is shown it."""

    kind: str
    method: str
    path: str
    fields: tuple[tuple[str, str], ...]


class Forms(HTMLParser):
    """Collects the forms of a page."""

    def __init__(self, kind: str, path: str) -> None:
        super().__init__()
        self.kind, self.path = kind, path
        self.found: list[Form] = []
        self._fields: dict[str, str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a form, or note a field of it."""
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._fields = {}
            self._method = given.get("method", "get").lower()
            self._action = given.get("action") or self.path
        elif tag in {"input", "select", "textarea", "button"} and self._fields is not None:
            self._fields[given.get("name", "")] = given.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        """Keep the form that ends."""
        if tag == "form" and self._fields is not None:
            own = {"", "csrfmiddlewaretoken"}
            fields = tuple(sorted(one for one in self._fields.items() if one[0] not in own))
            if self._action.startswith("/"):
                self.found.append(Form(self.kind, self._method, self._action, fields))
            self._fields = None


def forms_of(house: House) -> list[Form]:
    """Return every form that is shown to anybody, without duplicates."""
    found: dict[tuple[Any, ...], Form] = {}
    for door in house.doors():
        if SLOW.search(door.path) or "logout" in door.path:
            continue
        for kind in KINDS:
            answer = house.ask(kind, "get", door.path)
            if answer.status_code == 200 and "html" in answer.get("Content-Type", ""):
                reader = Forms(kind, door.path)
                reader.feed(answer.content.decode())
                for form in reader.found:
                    same = (form.method, form.path, tuple(name for name, _value in form.fields))
                    found.setdefault(same, form)
    return sorted(found.values())


class Writes:
    """Notes whether anything was written, so that the database need not be compared each time."""

    def __init__(self) -> None:
        self.seen = False

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        """Look at a statement, and let it go on."""
        self.seen |= sql.startswith(("INSERT", "UPDATE", "DELETE"))
        return execute(sql, params, many, context)


def knock(house: House, kind: str, method: str, path: str, **asked: Any) -> None:
    """Send something, and hold the answer against what this test is about."""
    watch = Writes()

    def look(answer: Any) -> None:
        assert answer.status_code < 500, (kind, method, path, asked)
        if watch.seen and answer.status_code >= 400:
            after = rows()
            changed = {name for name in after if after[name] != house.rows[name]}
            assert changed <= MAY_CHANGE, (kind, method, path, asked)

    forget_who_asked()
    with connection.execute_wrapper(watch):
        house.ask(kind, method, path, look=look, **asked)


def test_bad_input_in_any_form_is_refused_or_accepted_and_never_an_error(house):
    forms = forms_of(house)
    house.rows = rows()
    assert len({form.path for form in forms}) > 60

    @settings(max_examples=INPUTS, suppress_health_check=list(HealthCheck), database=None)
    @given(data=st.data())
    def fuzz(data: st.DataObject) -> None:
        form = data.draw(st.sampled_from(forms))
        fields: dict[str, Any] = dict(form.fields)
        names = [*fields, "next", "page", "seat", "prompt"]
        for name in data.draw(st.lists(st.sampled_from(names), min_size=1, max_size=4)):
            fields[name] = data.draw(TEXTS | st.lists(TEXTS, max_size=3))
        knock(house, form.kind, form.method, form.path, data=fields)

    fuzz()


def api_paths(house: House) -> Iterator[str]:
    """Yield every address of the API."""
    for door in house.doors():
        if door.path.startswith("/api/v1/"):
            yield door.path


def test_bad_input_in_any_field_of_the_api_is_a_problem_and_never_an_error(house):
    paths = [path for path in api_paths(house) if not path.endswith("/stream")]
    house.rows = rows()
    keys = st.sampled_from(["prompt", "action", "type", "entropy", "seat", "player", "ja", "x"])
    bodies = st.one_of(
        JSON.map(repr), st.binary(max_size=200), st.dictionaries(keys, JSON, max_size=4)
    )

    @settings(max_examples=INPUTS // 2, suppress_health_check=list(HealthCheck), database=None)
    @given(path=st.sampled_from(paths), method=st.sampled_from(["post", "get", "put", "delete"]),
           body=bodies)  # fmt: skip
    def fuzz(path: str, method: str, body: Any) -> None:
        sent: dict[str, Any] = {"data": body, "content_type": "application/json"}
        if method == "get":
            sent = {"data": {"page": str(body)[:50]}}
        knock(house, "program", method, path, **sent)

    fuzz()
