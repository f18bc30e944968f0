"""URLs of the sockets."""

from django.urls import path, re_path

from games.matches.live.consumers import LobbyConsumer, MatchConsumer, NowhereConsumer
from games.matches.models import CODE_LENGTH, CODE_LETTERS

websocket_urlpatterns = [
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    re_path(rf"^ws/match/(?P<code>[{CODE_LETTERS}]{{{CODE_LENGTH}}})/$", MatchConsumer.as_asgi()),
    re_path("", NowhereConsumer.as_asgi()),  # without it, an error would log the URL
]
