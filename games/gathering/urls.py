"""URLs of appointments, the bell and the queue."""

from django.urls import path, re_path

from games.gathering import views, views_queue

app_name = "gathering"

KEY = r"^appointments/(?P<key>[a-z2-9]{10})/"

urlpatterns = [
    path("appointments/new/", views.new, name="new"),
    re_path(rf"{KEY}$", views.show, name="appointment"),
    re_path(rf"{KEY}appointment\.ics$", views.calendar, name="calendar"),
    re_path(rf"{KEY}answer/(?P<date>\d{{1,18}})/$", views.answer, name="answer"),
    re_path(rf"{KEY}(?P<step>fix|move|off|again)/$", views.step, name="step"),
    path("queue/", views_queue.show, name="queue"),
    re_path(r"^queue/(?P<step>here|hours|leave)/$", views_queue.step, name="queue-step"),
    path("queue/ask/<slug:game>/", views_queue.ask, name="ask"),
    path("bell/", views.ring, name="bell"),
]
