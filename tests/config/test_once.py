"""A template part rendered once depends only on the named values and the language."""

from django.contrib.auth.models import AnonymousUser
from django.template import Context, engines
from django.test import RequestFactory
from django.utils import translation
from django.utils.safestring import mark_safe

WHOLE = (
    "{% load i18n once %}{% once name=name %}{{ name }}{{ user }}{{ request.path }}{% endonce %}"
)


def template(source: str):
    return engines["django"].from_string(source)


def test_a_part_knows_only_its_values_and_nothing_about_the_reader(db):
    request = RequestFactory().get("/secret/")
    request.user = AnonymousUser()
    part = template(WHOLE)
    assert part.render({"name": "Ada", "user": "Zoe"}, request) == "Ada"
    tag = template("{% load i18n once %}{% once %}{% csrf_token %}{{ csrf_token }}{% endonce %}")
    assert tag.render({}, request) == ""


def test_other_values_are_rendered_anew_even_equal_ones_of_another_type():
    part = template(WHOLE)
    written = [part.render({"name": name}) for name in ("<b>", mark_safe("<b>"), 1, True, "Ada")]
    assert written == ["&lt;b&gt;", "<b>", "1", "True", "Ada"]
    assert [part.render({"name": name}) for name in ("<b>", mark_safe("<b>"))] == written[:2]


def test_each_language_is_cached_separately():
    part = template("{% load i18n once %}{% once %}{% translate 'Leagues' %}{% endonce %}")
    with translation.override("de"):
        german = part.render()
    with translation.override("en"):
        assert part.render() == "Leagues" != german


def test_a_part_is_rendered_once():
    class Counting:
        drawn = 0

        def __str__(self) -> str:
            Counting.drawn += 1
            return "Ada"

    part, name = template(WHOLE).template, Counting()
    for _request in range(3):
        assert part.render(Context({"name": name})) == "Ada"
    assert Counting.drawn == 1
