"""Addresses of what people say and do about what others say."""

from django.urls import re_path

from games.chat import views
from games.matches.urls import CODE

app_name = "chat"

urlpatterns = [
    re_path(rf"^{CODE}say/$", views.say, name="say"),
    re_path(rf"^{CODE}(?P<step>mute|unmute)/(?P<seat>\d{{1,2}})/$", views.mute, name="mute"),
    re_path(rf"^{CODE}report/(?P<key>[0-9a-f]{{32}})/$", views.report, name="report"),
]
