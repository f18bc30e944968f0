"""URLs of members' own steps."""

from django.urls import path

from games.leagues.joining import views, views_attendance, views_creation, views_door

LEAGUE = "<slug:slug>/"
SEASON = LEAGUE + "<int:number>/"

urlpatterns = [
    path("new/", views_creation.create_league, name="create"),
    path("invitation/", views.show_invitation, name="invited"),
    path("invitation/<str:token>/", views.follow_invitation, name="invitation"),
    path(LEAGUE + "join/", views.join, name="join"),
    path(LEAGUE + "leave/", views.leave, name="leave"),
    path(SEASON + "register/", views.register, name="register"),
    path(SEASON + "unregister/", views.unregister, name="unregister"),
    path(SEASON + "withdraw/", views.withdraw, name="withdraw"),
    path(SEASON + "attendance/", views_attendance.attendance, name="attendance"),
    path(SEASON + "run/door/", views_door.show, name="run-door"),
    path(SEASON + "door/<str:door_code>/", views_door.enter, name="door"),
    path(SEASON + "fixtures/<int:key>/dispute/", views.dispute, name="dispute"),
]
