"""Codes lead to the table, however people type, paste or spell them."""

import pytest

from games.matches.codes import code_in
from games.matches.models import match as match_model
from tests.matches.seating import open_table

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("KRMPTZ", "KRMPTZ"),
        (" k r m-p t z ", "KRMPTZ"),
        ("ＫＲＭＰＴＺ", "KRMPTZ"),
        ("ｋｒｍｐｔｚ", "KRMPTZ"),
        ("http://127.0.0.1:8000/match/KRMPTZ/", "KRMPTZ"),
        ("https://play.example.org/match/krmptz/?here=room", "KRMPTZ"),
        ("Come, we need a fifth: https://play.example.org/match/KRMPTZ/).", "KRMPTZ"),
        ("the served table is KRMPTZ", "KRMPTZ"),
        ("the code is krmptz!", "KRMPTZ"),
        ("", ""),
        ("KRMPT", ""),
        ("KRMPTZZ", ""),
        ("KRMPTO", ""),  # no code has the letter O
        ("http://127.0.0.1:8000/", ""),
    ],
)
def test_a_code_is_found_in_any_typed_text(text: str, found: str):
    assert code_in(text) == found


@pytest.mark.parametrize("form", ["{}", "{} ", "https://play.example.org/match/{}/", "table {}."])
@pytest.mark.parametrize("letters", [str, str.lower])
def test_text_pasted_into_the_field_leads_to_the_table(alice, client, form: str, letters):
    match = open_table(alice)
    answer = client.get("/join/", {"code": form.format(letters(match.code))})
    assert (answer.status_code, answer["Location"]) == (302, match.get_absolute_url())


@pytest.mark.parametrize("end", ["/", "", ")", "/)", "/."])
@pytest.mark.parametrize("letters", [str, str.lower])
def test_a_link_in_lower_case_or_with_trailing_characters_leads_to_the_table(
    alice, client, end: str, letters
):
    match = open_table(alice)
    answer = client.get(f"/match/{letters(match.code)}{end}", follow=True)
    assert answer.status_code == 200
    assert answer.request["PATH_INFO"] == match.get_absolute_url()


@pytest.mark.parametrize("path", ["krmptz/", "KRMPTZ)", "nothing/", "%20/"])
def test_a_link_to_a_nonexistent_table_is_not_found(client, path: str):
    assert client.get(f"/match/{path}").status_code == 404


def test_the_list_of_tables_opened_directly_is_a_whole_page(alice, client):
    match = open_table(alice)
    whole, part = client.get("/tables/"), client.get("/tables/", headers={"HX-Request": "true"})
    assert match.code in whole.content.decode()
    assert "<html" in whole.content.decode()
    assert "<html" not in part.content.decode()


def test_a_code_already_in_use_is_drawn_again(alice, monkeypatch):
    taken = open_table(alice).code
    codes = iter([taken, taken, "KRMPTZ"])
    monkeypatch.setattr(match_model, "get_random_string", lambda *_size: next(codes))
    assert open_table(alice).code == "KRMPTZ"
