"""The logs contain no table codes and no secret links."""

import logging
import sys

import pytest
from django.test import Client
from redis.exceptions import ConnectionError as RedisConnectionError

from config.logs import ExpectedErrors, JsonLines, MaskAddresses, mask
from tests.matches.seating import open_table

CODE = "ABCDEF"
KEY = "MTo1:1vMZ2c:Jq8-secret_of_a_link"


@pytest.mark.parametrize(
    ("message", "logged"),
    [
        ("Not Found: /match/ABCDEF/", "Not Found: /match/…/"),
        ("Not Found: /match/ABCDEF/replay/?at=3&eyes=2", "Not Found: /match/…/replay/"),
        (f"Gone: /letters/stop/{KEY}/", "Gone: /letters/stop/…/"),
        ("Gone: /account/password/reset/key/3-c8x0ab/", "Gone: /account/password/reset/key/…/"),
        ("Referer https://x.org/match/ABCDEF/ is", "Referer https://x.org/match/…/ is"),
        ("WebSocket /ws/match/ABCDEF/?language=en [accepted]", "WebSocket /ws/match/…/ [accepted]"),
        ("Not Found: /ABCDEF", "Not Found: /…"),
        ("Not Found: /leagues/", "Not Found: /leagues/"),
        ("3 of 4/5 done, and no address", "3 of 4/5 done, and no address"),
    ],
)  # fmt: skip
def test_a_logged_url_keeps_its_words_and_hides_codes_and_keys(message, logged):
    assert mask(message) == logged


@pytest.mark.django_db
def test_no_log_line_contains_a_code_or_a_key(alice, caplog):
    match = open_table(alice)
    caplog.handler.addFilter(MaskAddresses())
    caplog.set_level(logging.INFO)
    client = Client(
        enforce_csrf_checks=True, headers={"Referer": f"http://x.org/match/{match.code}/"}
    )
    client.force_login(alice)
    client.post(f"/match/{match.code}/say/")
    client.get(f"/match/{match.code}/nothing/{KEY}/")
    client.post(f"/match/{match.code}/", {"code": match.code})
    client.get(f"/letters/stop/{KEY}/nothing/")
    client.get(f"/account/confirm-email/{KEY}/")
    assert len(caplog.messages) >= 4
    assert match.code not in caplog.text
    assert KEY not in caplog.text


@pytest.mark.parametrize("formatter", [JsonLines(), logging.Formatter()])
def test_the_text_of_an_exception_is_masked_and_its_traceback_kept(formatter):
    try:
        raise ValueError(f"No page at /match/{CODE}/\nnor at /letters/stop/{KEY}/")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, "", 1, "Broken", (), sys.exc_info())
    MaskAddresses().filter(record)
    line = formatter.format(record)
    assert CODE not in line
    assert KEY not in line
    assert "No page at /match/…/" in line
    assert __file__ in line


def test_the_sites_own_handler_masks_secrets(settings):
    assert settings.LOGGING["handlers"]["console"]["filters"] == ["expected", "addresses"]


@pytest.mark.django_db
def test_a_bad_request_is_one_log_line_and_not_an_error(settings, caplog):
    settings.ALLOWED_HOSTS = ["play.example.org"]
    caplog.handler.addFilter(ExpectedErrors())
    assert Client().get("/", headers={"Host": "evil.example"}).status_code == 400
    (record,) = [one for one in caplog.records if one.name.startswith("django.security")]
    assert "evil.example" in record.getMessage()
    assert record.levelname == "WARNING"
    assert "\n" not in JsonLines().format(record)
    assert "Traceback" not in caplog.text


def test_a_lost_redis_is_one_short_line_and_other_errors_keep_their_traceback(caplog):
    caplog.handler.addFilter(ExpectedErrors())
    listening = logging.getLogger("channels_redis.pubsub")
    for error in (RedisConnectionError("Error 111 connecting"), KeyError("channel")):
        try:
            raise error
        except Exception:
            listening.exception("Unexpected exception in receive task")
    lost, other = caplog.records
    assert (lost.levelname, other.levelname) == ("WARNING", "ERROR")
    assert "Redis is away" in JsonLines().format(lost)
    assert "Traceback" not in JsonLines().format(lost)
    assert "Traceback" in JsonLines().format(other)
