"""Lists, percentages and times are formatted in the reader's language."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from django.utils import timezone, translation
from django.views.defaults import server_error

from accounts import writing

MORNING = datetime(2026, 11, 22, 5, 6, tzinfo=UTC)


def test_a_time_is_in_utc_and_left_to_the_script():
    with translation.override("en"):
        assert writing.time_element(MORNING) == (
            '<time datetime="2026-11-22T05:06:00Z" data-form="datetime">'
            "22 Nov 2026, 05:06 UTC</time>"
        )


def test_a_page_with_its_own_time_zone_keeps_it():
    with translation.override("en"), timezone.override(ZoneInfo("Asia/Tokyo")):
        written = writing.time_element(MORNING)
    assert written == '<time datetime="2026-11-22T05:06:00Z">22 Nov 2026, 14:06</time>'


def test_a_url_may_select_a_language_for_one_page(client, db):
    page = client.get("/learn/?lang=it", headers={"accept-language": "de"}).content.decode()
    assert '<html lang="it"' in page
    assert 'hreflang="ja" href="http://testserver/learn/?lang=ja"' in page
    assert (
        '<html lang="de"'
        in client.get("/learn/", headers={"accept-language": "de"}).content.decode()
    )
    assert '<html lang="en"' in client.get("/learn/?lang=xx").content.decode()


def test_the_server_error_page_is_in_the_language_it_declares(rf):
    with translation.override("de"):
        page = server_error(rf.get("/")).content.decode()
    assert '<html lang="de">' in page
    assert "Da ist etwas schiefgegangen" in page
