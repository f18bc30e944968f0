"""Addresses of what was played."""

from django.urls import path, re_path

from games.history import (
    views,
    views_fairness,
    views_insight,
    views_recorder,
    views_records,
    views_replay,
)
from games.matches.urls import CODE

app_name = "history"

urlpatterns = [
    path("history/", views.history, name="history"),
    path("history/of/<uuid:public_id>/", views.person, name="person"),
    path("history/records/", views_records.records, name="records"),
    path("history/records.jsonl", views_records.download, name="download"),
    path("history/recorder/", views_recorder.show, name="recorder"),
    path("history/recorder/begin/", views_recorder.begin, name="recorder-begin"),
    path("history/recorder/act/", views_recorder.act, name="recorder-act"),
    path("history/recorder/undo/", views_recorder.undo, name="recorder-undo"),
    path("history/recorder/set-up/", views_recorder.set_up, name="recorder-set-up"),
    path("history/recorder/discard/", views_recorder.discard, name="recorder-discard"),
    path("history/recorder/keep/", views_recorder.keep, name="recorder-keep"),
    path("fairness/", views_fairness.fairness, name="fairness"),
    path("history/numbers/", views.numbers, name="numbers"),
    re_path(rf"^{CODE}publish/$", views.publish, name="publish"),
    re_path(rf"^{CODE}insight/$", views_insight.insight, name="insight"),
    re_path(rf"^{CODE}insight/picture\.png$", views_insight.picture, name="insight-picture"),
    re_path(rf"^{CODE}replay/$", views_replay.replay, name="replay"),
    re_path(rf"^{CODE}replay/frames/$", views_replay.frames, name="frames"),
    re_path(rf"^{CODE}replay/embed/$", views_replay.embed, name="embed"),
    re_path(rf"^{CODE}replay/picture\.png$", views_replay.picture, name="picture"),
    re_path(rf"^{CODE}replay/pin/$", views_replay.pin, name="pin"),
    re_path(rf"^{CODE}replay/unpin/(?P<key>\d{{1,18}})/$", views_replay.unpin, name="unpin"),
]
