"""Addresses of what was played."""

from django.urls import re_path

from games.history import views_replay
from games.matches.urls import CODE

app_name = "history"

urlpatterns = [
    re_path(rf"^{CODE}replay/$", views_replay.replay, name="replay"),
    re_path(rf"^{CODE}replay/frames/$", views_replay.frames, name="frames"),
    re_path(rf"^{CODE}replay/embed/$", views_replay.embed, name="embed"),
    re_path(rf"^{CODE}replay/picture\.png$", views_replay.picture, name="picture"),
    re_path(rf"^{CODE}replay/pin/$", views_replay.pin, name="pin"),
    re_path(rf"^{CODE}replay/unpin/(?P<key>\d{{1,18}})/$", views_replay.unpin, name="unpin"),
]
