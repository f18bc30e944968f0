"""Error reports to Sentry contain the place of the error, and no data."""

import json
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import sentry

pytestmark = pytest.mark.pure

SECRET = "hitler sits on seat 3"
EVENT = {
    "event_id": "1", "level": "error", "transaction": "/match/{code}/act/",
    "request": {"url": f"https://a.example/match/{SECRET}/", "data": SECRET, "cookies": SECRET},
    "user": {"id": 7, "name": SECRET}, "breadcrumbs": {"values": [{"message": SECRET}]},
    "extra": {"sys.argv": [SECRET]}, "contexts": {"x": SECRET}, "logentry": {"message": SECRET},
    "tags": {"x": SECRET}, "message": SECRET, "something new": SECRET,
    "exception": {"values": [{
        "type": "KeyError", "value": SECRET, "mechanism": {"type": "django"},
        "stacktrace": {"frames": [{
            "function": "act", "lineno": 7, "vars": {"state": SECRET}, "context_line": SECRET,
            "pre_context": [SECRET],
        }]},
    }]},
}  # fmt: skip


def test_an_error_is_reported_without_any_data_of_the_request():
    told = sentry.strip(EVENT)
    assert SECRET not in json.dumps(told)
    assert told is not None
    (error,) = told["exception"]["values"]
    assert error["type"] == "KeyError"
    assert error["stacktrace"]["frames"] == [{"function": "act", "lineno": 7}]
    assert told["transaction"] == "/match/{code}/act/"


def test_bad_input_from_strangers_is_not_reported():
    assert sentry.strip({**EVENT, "logger": "django.security.DisallowedHost"}) is None


def test_a_sentry_dsn_requires_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    with pytest.raises(ImproperlyConfigured, match="pip install"):
        sentry.start("https://key@errors.example/1")
