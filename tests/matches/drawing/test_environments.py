"""The environments of live fragments: one for each language, whatever becomes of the settings."""

from django.template import engines
from jinja2 import DictLoader

from games.matches.drawing.environments import LanguageEnvironment, environment_of


def test_an_environment_finds_the_templates_of_the_settings_as_they_are_now(settings, monkeypatch):
    english = environment_of("en")
    settings.DEBUG = not settings.DEBUG  # Django then makes its template engines anew
    new = DictLoader({"new.jinja": "Hello, {{ who }}!"})
    monkeypatch.setattr(engines["fragments"].env, "loader", new)
    assert isinstance(english, LanguageEnvironment)
    assert english.draw("new.jinja", {"who": "<Ada>"}) == "Hello, &lt;Ada&gt;!"
