"""URLs that accept only forms: a browser that opens one gets a page, a program gets none."""

import pytest

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("language", "words"), [("en", "Page not found"), ("ja", "ページが")])
def test_opening_a_form_only_url_shows_a_page_in_the_readers_language(client, language, words):
    answer = client.get("/play/", headers={"accept": "text/html", "accept-language": language})
    assert answer.status_code == 405
    assert answer["Allow"] == "POST"
    assert words in answer.content.decode()
    assert 'href="/"' in answer.content.decode()


def test_the_page_for_a_tables_form_leads_back_to_the_table(client):
    page = client.get("/match/ABCDEF/act/", headers={"accept": "text/html"}).content.decode()
    assert 'href="/match/ABCDEF/"' in page
    assert "no table with this code" not in page


def test_a_program_gets_no_page(client):
    answer = client.get("/play/", headers={"accept": "application/json"})
    assert answer.status_code == 405
    assert answer.content == b""
