"""Faces: their keys, their drawings and their size."""

import re
from pathlib import Path
from statistics import mean
from xml.etree import ElementTree

import pytest
from django.template import RequestContext, Template
from django.test import RequestFactory

from accounts import portraits
from tests.accounts.conftest import log_in, sit_as_guest

CODES = [portraits.portrait_of(f"person {number}") for number in range(500)]


def test_a_face_depends_only_on_its_key_and_never_changes():
    """A change of the parts changes familiar faces: announce it, and update this test."""
    assert portraits.portrait_of("alice") == portraits.portrait_of("alice")
    assert portraits.portrait_of("bot Ottilie") == "43714258a57"


def test_faces_differ():
    assert len(set(CODES)) == len(CODES)


def test_every_part_is_used_by_some_face():
    for place, size in enumerate(portraits.SIZES):
        assert len({code[place] for code in CODES}) == size


def test_every_face_is_well_formed_and_small():
    drawn = [portraits.drawing(code) for code in CODES]
    for text in drawn:
        ElementTree.fromstring(f"<svg>{text}</svg>")  # noqa: S314 (our own)
        assert "{" not in text
    assert mean(len(text) for text in drawn) < 1000
    assert max(len(text) for text in drawn) < 1500


def test_no_face_equals_that_of_a_suspect():
    """Suspects have their own coats and no ground, so no combination of parts is a suspect."""
    suspects = Path("static/img/suspects.svg").read_text()
    coat = 'd="M8 64c1-11 7-15 16-17l8 4 8-4c9 2 15 6 16 17z"'
    assert suspects.count(coat) == suspects.count("<symbol")
    for code in CODES:
        assert coat not in portraits.drawing(code)
        assert portraits.drawing(code).startswith('<path d="M0 0h64v64H0z"')


@pytest.mark.parametrize(
    "text", ["", "0", "zzzzzzzzzzzz", "<script>1234", '"onload=1234', CODES[0] + "0", "é" * 11]
)
def test_an_invalid_code_is_never_drawn(text):
    assert not portraits.is_portrait(text)
    with pytest.raises(ValueError, match=re.escape(repr(text))):
        portraits.symbols([text])


def test_the_sprite_contains_each_face_once():
    sprite = portraits.symbols([CODES[0], CODES[1], CODES[0]])
    assert sprite.count("<symbol") == 2
    assert f'id="face-{CODES[0]}"' in sprite
    assert portraits.symbols([]) == ""


def page(source: str, **context: object) -> str:
    request = RequestFactory().get("/")
    return Template("{% load faces %}" + source).render(RequestContext(request, context))


def test_a_page_ends_with_the_drawings_of_the_faces_above(alice, bob):
    text = page("{% face a %}{% face b %}{% face a 'xl' %}{% face_symbols %}", a=alice, b=bob)
    for person in (alice, bob):
        assert text.count(f'<symbol id="portrait-{person.portrait}"') == 1
    assert text.count("<use ") == 3
    assert "Alice" not in text


def test_a_persons_face_depends_on_the_public_id_never_on_the_name(alice):
    before = alice.portrait
    alice.rename("Somebody else")
    assert alice.portrait == before
    alice.public_id = "00000000-0000-0000-0000-000000000000"
    assert alice.portrait != before


def test_a_chosen_face_is_shown(alice):
    alice.chosen_portrait = CODES[7]
    assert alice.portrait == CODES[7]


def test_a_user_can_choose_a_portrait_from_a_sheet_and_remove_it_again(alice):
    client = log_in("alice")
    sheet = client.get("/account/portrait/?sheet=3").content.decode()
    code = portraits.sheet_of(str(alice.public_id), 3)[5]
    assert f'value="{code}"' in sheet
    client.post("/account/portrait/", {"portrait": code})
    alice.refresh_from_db()
    assert alice.portrait == code
    client.post("/account/portrait/", {"portrait": ""})
    alice.refresh_from_db()
    assert alice.portrait == portraits.portrait_of(str(alice.public_id))


@pytest.mark.parametrize("text", ["<script>", "zzzzzzzzzzzz", "0"])
def test_an_invalid_portrait_is_refused(alice, text):
    answer = log_in("alice").post("/account/portrait/", {"portrait": text})
    assert answer.status_code == 422
    alice.refresh_from_db()
    assert not alice.chosen_portrait


@pytest.mark.parametrize("sheet", ["x", "-1", "9" * 500, "٣"])
def test_a_sheet_number_that_is_invalid_still_gets_a_page(alice, sheet):
    assert log_in("alice").get("/account/portrait/", {"sheet": sheet}).status_code == 200


def test_a_guest_has_a_face_from_the_first_minute_and_may_choose(db):
    client, guest = sit_as_guest("Harriet")
    assert portraits.is_portrait(guest.portrait)
    assert client.get("/account/portrait/").status_code == 200


def test_the_page_of_portraits_is_part_of_the_profile(alice):
    page = log_in("alice").get("/account/portrait/").content.decode()
    assert '<a href="/account/profile/" aria-current="page">' in page
