"""The names that a person may have."""

import re

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.utils import translation
from django.utils.translation import gettext
from hypothesis import example, given
from hypothesis import strategies as st

from accounts.middleware import TypedTextMiddleware
from accounts.models import User
from accounts.names import LONGEST, RESERVED, SHORTEST, clean_name, fold
from accounts.unique_names import clean_free_name


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Alice", "Alice"),
        ("  Alice   Liddell ", "Alice Liddell"),
        ("Ａｌｉｃｅ", "Alice"),
        ("e\u0301lan", "\u00e9lan"),
        ("太郎", "太郎"),
        ("Nguyễn", "Nguyễn"),
        ("<b>Bob</b>", "<b>Bob</b>"),
        ("李", "李"),
        ("葵", "葵"),
        ("あ", "あ"),
        ("한", "한"),
        ("\ufeffalice\u200b ", "alice"),
        ("\u2066alice\u2069", "alice"),
        ("alice\ufe0f", "alice"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("क\u094d\u200dष", "क\u094d\u200dष"),
        ("Ann 👩🏽\u200d🚀", "Ann 👩🏽\u200d🚀"),
        ("Ann ❤\ufe0f\u200d🔥", "Ann ❤\ufe0f\u200d🔥"),
        ("Ann ❤\ufe0f", "Ann ❤\ufe0f"),
    ],
)
def test_a_name_is_stored_as_people_read_it(typed, name):
    assert clean_name(typed) == name


@pytest.mark.parametrize(
    ("hostile", "code"),
    [
        ("", "short"),
        ("A", "short"),
        ("A" * 25, "long"),
        ("A" * 1_000_000, "long"),
        ("ﷺﷺ", "long"),
        ("al\u202eecila", "invisible"),
        ("ali\u2066ce", "invisible"),
        ("ali\u200bce", "invisible"),
        ("ali\u200dce", "invisible"),
        ("ali\ufeffce", "invisible"),
        ("a\u200d🚀", "invisible"),
        ("م\u200da", "invisible"),
        ("a\ufe0fb", "invisible"),
        ("ali\u00adce", "invisible"),
        ("\u3164\u3164", "short"),
        ("é", "short"),
        ("𝒜", "short"),
        ("a\u2800b", "invisible"),
        ("ali\x00ce", "invisible"),
        ("ali\nce", "invisible"),
        ("ali\u2028ce", "invisible"),
        ("ali\ue000ce", "invisible"),
        ("...", "no_letters"),
        ("Z" + "\u0323\u0336\u0489\u034b\u0350", "marks"),
    ],
)
def test_a_hostile_name_is_refused_with_a_message(hostile, code):
    with pytest.raises(ValidationError) as refused:
        clean_name(hostile)
    assert refused.value.code == code
    assert len(refused.value.message) > 10


@pytest.mark.parametrize(
    "name", ["deleted player", "Deleted  Player", "ADMIN", "аdmin", "M0derator"]
)
def test_nobody_can_take_an_official_name(name):
    with pytest.raises(ValidationError) as refused:
        clean_name(name)
    assert refused.value.code == "reserved"


def test_nobody_can_take_the_name_of_the_site(settings):
    settings.SITE_NAME = "Salon Rouge"
    for name in ("Salon Rouge", "Sal0n  rouge"):
        with pytest.raises(ValidationError, match="reserved"):
            clean_name(name)


def test_nobody_can_take_an_official_name_in_any_language_of_the_site():
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            names = [gettext(name) for name in RESERVED]
        for name in names:
            with pytest.raises(ValidationError):
                clean_name(name)


@pytest.mark.parametrize(
    "look_alike",
    ["ALICE", "аlice", "Аlісе", "al1ce", "a-l-i-c-e", "Al ice", "álice", "a|ice", "alıce", "Αlice"],
)
def test_a_look_alike_folds_to_the_same(look_alike):
    assert fold(look_alike) == fold("Alice")


@pytest.mark.parametrize(("one", "other"), [("Alice", "Alina"), ("かき", "がき"), ("太郎", "次郎")])
def test_different_names_fold_differently(one, other):
    assert fold(one) != fold(other)


@given(st.text(max_size=40))
@example("0\u16800")  # Ogham's space mark, which no compatibility form maps to a plain space
def test_every_accepted_name_is_short_printable_and_stable(text):
    try:
        name = clean_name(text)
    except ValidationError:
        return
    assert 1 <= len(name) <= LONGEST
    assert len(name) >= SHORTEST or not name.isascii()
    assert re.sub("[\u200c\u200d]", "", name).isprintable()
    assert clean_name(name) == name
    assert fold(name)
    assert len(fold(name)) <= User._meta.get_field("name_key").max_length


def test_the_look_alike_of_an_accounts_name_is_taken(alice):
    with pytest.raises(ValidationError) as refused:
        clean_free_name("АLICE")
    assert refused.value.code == "taken"
    assert clean_free_name("Alice!", besides=alice) == "Alice!"


def test_the_database_keeps_two_accounts_apart(alice, bob):
    from django.db import IntegrityError

    bob.rename("al1ce")
    with pytest.raises(IntegrityError):
        bob.save()


def test_a_refusal_names_the_character():
    with pytest.raises(ValidationError) as refused:
        clean_name("ali\u200bce")
    assert refused.value.messages == [
        "This contains an invisible character: U+200B ZERO WIDTH SPACE."
    ]


@pytest.mark.parametrize("joined", ["می\u200cخ", "👩\u200d🚀a", "❤\ufe0fa"])
def test_a_joiner_does_not_make_a_name_different(joined):
    assert fold(joined) == fold(re.sub("[\u200c\u200d\ufe0f]", "", joined))


def test_a_typed_name_reaches_a_view_as_it_is_stored(rf):
    middleware = TypedTextMiddleware(lambda _request: HttpResponse())
    request = rf.post("/?q=Mu%CC%88ller", {"name": "Mu\u0308ller", "other": ["e\u0301", "Zoë"]})
    middleware.process_view(request, lambda request: request, (), {})
    seen = [request.GET["q"], request.POST["name"], *request.POST.getlist("other")]
    assert seen == ["Müller", "Müller", "é", "Zoë"]
