"""What a person may be called."""

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import translation
from django.utils.translation import gettext
from hypothesis import example, given
from hypothesis import strategies as st

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
    ],
)
def test_a_name_is_kept_as_people_read_it(typed, name):
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
        ("\u2066alice", "invisible"),
        ("ali\u200bce", "invisible"),
        ("ali\u200dce", "invisible"),
        ("\ufeffalice", "invisible"),
        ("ali\u00adce", "invisible"),
        ("\u3164\u3164", "invisible"),
        ("a\u2800b", "invisible"),
        ("alice\ufe0f", "invisible"),
        ("ali\x00ce", "invisible"),
        ("ali\nce", "invisible"),
        ("ali\u2028ce", "invisible"),
        ("ali\ue000ce", "invisible"),
        ("...", "no_letters"),
        ("Z" + "\u0323\u0336\u0489\u034b\u0350", "marks"),
    ],
)
def test_a_hostile_name_is_refused_in_words(hostile, code):
    with pytest.raises(ValidationError) as refused:
        clean_name(hostile)
    assert refused.value.code == code
    assert len(refused.value.message) > 10


@pytest.mark.parametrize(
    "name", ["deleted player", "Deleted  Player", "ADMIN", "аdmin", "M0derator"]
)
def test_nobody_speaks_for_the_house(name):
    with pytest.raises(ValidationError) as refused:
        clean_name(name)
    assert refused.value.code == "reserved"


def test_nobody_has_the_name_of_the_site(settings):
    settings.SITE_NAME = "Salon Rouge"
    for name in ("Salon Rouge", "Sal0n  rouge"):
        with pytest.raises(ValidationError, match="reserved"):
            clean_name(name)


def test_nobody_speaks_for_the_house_in_any_language_of_it():
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
@example("0\u16800")  # Ogham's space mark, which no compatibility form makes a plain space
def test_whatever_is_accepted_is_short_printable_and_stable(text):
    try:
        name = clean_name(text)
    except ValidationError:
        return
    assert SHORTEST <= len(name) <= LONGEST
    assert name.isprintable()
    assert clean_name(name) == name
    assert fold(name)
    assert len(fold(name)) <= User._meta.get_field("name_key").max_length


def test_an_account_s_look_alike_is_taken(alice):
    with pytest.raises(ValidationError) as refused:
        clean_free_name("АLICE")
    assert refused.value.code == "taken"
    assert clean_free_name("Alice!", besides=alice) == "Alice!"


def test_the_database_keeps_two_accounts_apart(alice, bob):
    from django.db import IntegrityError

    bob.rename("al1ce")
    with pytest.raises(IntegrityError):
        bob.save()
