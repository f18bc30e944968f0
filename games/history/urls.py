"""URLs of the history."""

from django.urls import path, re_path

from games.history import views
from games.history.insight import views as insight_views
from games.history.recorder import views as recorder_views
from games.history.records import views as records_views
from games.history.records import views_fairness
from games.history.replay import views as replay_views
from games.matches.public import CODE

app_name = "history"

urlpatterns = [
    path("history/", views.history, name="history"),
    path("history/of/<uuid:public_id>/", views.person, name="person"),
    path("history/records/", records_views.records, name="records"),
    path("history/records.jsonl", records_views.download, name="download"),
    path("history/recorder/", recorder_views.show, name="recorder"),
    path("history/recorder/begin/", recorder_views.begin, name="recorder-begin"),
    path("history/recorder/act/", recorder_views.act, name="recorder-act"),
    path("history/recorder/undo/", recorder_views.undo, name="recorder-undo"),
    path("history/recorder/set-up/", recorder_views.set_up, name="recorder-set-up"),
    path("history/recorder/discard/", recorder_views.discard, name="recorder-discard"),
    path("history/recorder/keep/", recorder_views.keep, name="recorder-keep"),
    path("fairness/", views_fairness.fairness, name="fairness"),
    path("history/numbers/", views.numbers, name="numbers"),
    re_path(rf"^{CODE}publish/$", views.publish, name="publish"),
    re_path(rf"^{CODE}insight/$", insight_views.insight, name="insight"),
    re_path(rf"^{CODE}insight/sentences/$", insight_views.sentences, name="sentences"),
    re_path(rf"^{CODE}replay/$", replay_views.replay, name="replay"),
    re_path(rf"^{CODE}replay/frames/$", replay_views.frames, name="frames"),
    re_path(rf"^{CODE}replay/embed/$", replay_views.embed, name="embed"),
    re_path(rf"^{CODE}replay/picture\.png$", replay_views.picture, name="picture"),
    re_path(rf"^{CODE}replay/pin/$", replay_views.pin, name="pin"),
    re_path(rf"^{CODE}replay/unpin/(?P<key>\d{{1,18}})/$", replay_views.unpin, name="unpin"),
]
