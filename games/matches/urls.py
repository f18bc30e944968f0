"""URLs of the lobby and of matches."""

from django.urls import path, re_path

from games.matches.codes import CODE
from games.matches.lobby import views as lobby_views
from games.matches.mail import views as mail_views
from games.matches.page import views, views_records, views_screen

app_name = "matches"

UUID = r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"

urlpatterns = [
    path("", lobby_views.lobby, name="lobby"),
    path("tables/", lobby_views.tables_list, name="tables"),
    path("learn/", lobby_views.learn, name="learn"),
    path("learn/<slug:key>/", lobby_views.learn_game, name="learn-game"),
    path("learn/<slug:key>/play/", lobby_views.lesson, name="lesson"),
    path("play/", lobby_views.play, name="play"),
    path("open/", lobby_views.open_table, name="open"),
    path("join/", lobby_views.join, name="join"),
    path("card/<str:token>.png", views_records.card, name="card"),
    path("letters/stop/<str:token>/", mail_views.stop, name="letters-stop"),
    path("screen/", views_screen.show, name="screen"),
    path("screen/now/", views_screen.now, name="screen-now"),
    re_path(rf"^{CODE}$", views.show, name="match"),
    re_path(rf"^{CODE}screen/$", views_screen.take_over, name="take-screen"),
    re_path(rf"^{CODE}live/$", views.live, name="live"),
    re_path(rf"^{CODE}act/$", views.act, name="act"),
    re_path(rf"^{CODE}sit/$", views.sit, name="sit"),
    re_path(
        rf"^{CODE}(?P<step>leave|ready|unready|call|uncall|start|bot|decline|away|back|resume|read|talk)/$",
        views.step,
        name="step",
    ),
    re_path(rf"^{CODE}(?P<step>remove)/(?P<seat>\d{{1,2}})/$", views.step, name="step"),
    re_path(rf"^{CODE}(?P<step>remove|host)/(?P<public_id>{UUID})/$", views.step, name="step"),
    re_path(rf"^{CODE}take/(?P<seat>\d{{1,2}})/$", views.take_bots_seat, name="take"),
    re_path(
        rf"^{CODE}wish/(?P<what>double|pause|void|replace-\d{{1,2}})/$", views.vote, name="vote"
    ),
    re_path(
        rf"^{CODE}unwish/(?P<what>double|pause|void|replace-\d{{1,2}})/$",
        views.vote,
        {"wanted": False},
        name="withdraw_vote",
    ),
    re_path(rf"^{CODE}bet/(?P<about>[a-z]{{1,16}})/(?P<seat>\d{{1,2}})/$", views.bet, name="bet"),
    re_path(
        rf"^{CODE}mark/(?P<seat>\d{{1,2}})/(?P<kind>trust|doubt|none)/$", views.mark, name="mark"
    ),
    re_path(rf"^{CODE}(?P<step>rematch|redeal)/$", views.again, name="again"),
    re_path(rf"^{CODE}qr\.svg$", views_records.qr, name="qr"),
    re_path(rf"^{CODE}verify/$", views_records.verify, name="verify"),
    re_path(rf"^{CODE}record\.json$", views_records.record, name="record"),
    re_path(r"^match/(?P<code>[^/]{1,100})/?\W*$", lobby_views.find, name="find"),
]
