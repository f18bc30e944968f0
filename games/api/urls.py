"""URLs of the API, its guide, and a person's tokens."""

from django.urls import path, re_path

from games.api import streams, views, views_pages
from games.api.operations import readings
from games.api.views import reading, route
from games.matches.models import CODE_LENGTH, CODE_LETTERS

app_name = "api"

#: The prefix of the paths of all operations.
VERSION = "api/v1"

MATCH = rf"^api/v1/matches/(?P<code>[{CODE_LETTERS}]{{{CODE_LENGTH}}})"

#: The converters for parts of the path in `Operation.path`.
PARTS = {"{slug}": "<slug:slug>", "{number}": "<int:number>"}


def _path(text: str) -> str:
    for name, part in PARTS.items():
        text = text.replace(name, part)
    return f"{VERSION}{text}"


urlpatterns = [
    path("account/tokens/", views_pages.tokens_page, name="tokens"),
    path("account/tokens/new/", views_pages.new_token, name="new_token"),
    path("account/tokens/<int:pk>/revoke/", views_pages.revoke, name="revoke"),
    path("api/", views_pages.guide, name="guide"),
    path("api/example_bot.py", views_pages.example, name="example"),
    path("api/v1/openapi.json", views.description, name="description"),
    path("api/v1/games", route("", GET=views.games), name="games"),
    path("api/v1/matches", route(GET=views.matches), name="matches"),
    re_path(rf"{MATCH}$", route(GET=views.show), name="match"),
    re_path(rf"{MATCH}/seat$", route(POST=views.sit, DELETE=views.leave), name="seat"),
    re_path(rf"{MATCH}/ready$", route(POST=views.ready), name="ready"),
    re_path(rf"{MATCH}/action$", route(POST=views.act), name="action"),
    re_path(rf"{MATCH}/stream$", streams.stream, name="stream"),
    *(path(_path(one.path), reading(one), name=one.name) for one in readings()),
    re_path(r"^api/v1(?:/[\s\S]*)?$", views.nothing, name="nothing"),  # line breaks included
]
