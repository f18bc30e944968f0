"""URLs for free hours, fixtures' times and calendars."""

from django.urls import path

from games.leagues.scheduling import views, views_calendars

FIXTURE = "<slug:slug>/fixtures/<int:key>/"

urlpatterns = [
    path("calendar/<str:key>.ics", views_calendars.own, name="calendar-own"),
    path("calendar/stop/<str:token>/", views.stop_mail, name="mail-stop"),
    path("<slug:slug>/hours/", views.week, name="hours"),
    path("<slug:slug>/calendar/", views_calendars.calendar, name="calendar"),
    path("<slug:slug>/calendar/renew/", views_calendars.renew, name="calendar-renew"),
    path("<slug:slug>/calendar.ics", views_calendars.league, name="calendar-league"),
    path(FIXTURE + "propose/", views.propose, name="propose"),
    path(FIXTURE + "answer/", views.answer, name="answer"),
    path(FIXTURE + "time/", views.set_time, name="set-time"),
    path(FIXTURE + "rsvp/", views.rsvp, name="rsvp"),
    path(FIXTURE + "open/", views.open_table, name="open-table"),
    path(FIXTURE + "write/", views.write, name="write"),
    path(FIXTURE + "report/", views.report, name="report"),
    path(FIXTURE + "stand-in/", views.stand_in, name="stand-in"),
]
