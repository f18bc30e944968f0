"""Addresses of the lobby and of matches."""

from django.urls import path, re_path

from games.matches import views, views_letters, views_lobby, views_proof
from games.matches.models import CODE_LENGTH, CODE_LETTERS

app_name = "matches"

CODE = rf"match/(?P<code>[{CODE_LETTERS}]{{{CODE_LENGTH}}})/"

urlpatterns = [
    path("", views_lobby.lobby, name="lobby"),
    path("tables/", views_lobby.tables_list, name="tables"),
    path("play/", views_lobby.play, name="play"),
    path("open/", views_lobby.open_table, name="open"),
    path("join/", views_lobby.join, name="join"),
    path("letters/stop/<str:token>/", views_letters.stop, name="letters-stop"),
    re_path(rf"^{CODE}$", views.show, name="match"),
    re_path(rf"^{CODE}live/$", views.live, name="live"),
    re_path(rf"^{CODE}act/$", views.act, name="act"),
    re_path(rf"^{CODE}sit/$", views.sit, name="sit"),
    re_path(
        rf"^{CODE}(?P<step>leave|ready|unready|start|bot|decline|away|back|resume)/$",
        views.step,
        name="step",
    ),
    re_path(rf"^{CODE}(?P<step>remove|host)/(?P<seat>\d{{1,2}})/$", views.step, name="step"),
    re_path(rf"^{CODE}wish/(?P<what>double|pause|void)/$", views.wish, name="wish"),
    re_path(
        rf"^{CODE}unwish/(?P<what>double|pause|void)/$",
        views.wish,
        {"wanted": False},
        name="unwish",
    ),
    re_path(rf"^{CODE}(?P<step>rematch|redeal)/$", views.again, name="again"),
    re_path(rf"^{CODE}qr\.svg$", views_proof.qr, name="qr"),
    re_path(rf"^{CODE}verify/$", views_proof.verify, name="verify"),
    re_path(rf"^{CODE}record\.json$", views_proof.record, name="record"),
]
