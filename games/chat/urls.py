"""URLs of the chat and of reports."""

from django.urls import path, re_path

from games.chat import views, views_reports
from games.matches.public import CODE

app_name = "chat"

urlpatterns = [
    re_path(rf"^{CODE}say/$", views.say, name="say"),
    re_path(rf"^{CODE}react/$", views.react, name="react"),
    re_path(rf"^{CODE}(?P<step>mute|unmute)/$", views.mute, name="mute"),
    re_path(rf"^{CODE}report/(?P<key>[0-9a-f]{{32}})/$", views_reports.message, name="report"),
    re_path(rf"^{CODE}people/$", views_reports.player, name="people"),
    path("reports/", views_reports.report_list, name="reports"),
]
