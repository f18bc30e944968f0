"""Addresses of what has to do with time: hours, fixtures' dates, calendars, and webhooks."""

from django.urls import path

from games.leagues import views_calendars, views_webhooks, views_when

FIXTURE = "<slug:slug>/fixtures/<int:key>/"
WEBHOOK = "<slug:slug>/webhooks/<int:key>/"

urlpatterns = [
    path("calendar/<str:key>.ics", views_calendars.own, name="calendar-own"),
    path("calendar/stop/<str:token>/", views_when.stop_mail, name="mail-stop"),
    path("<slug:slug>/hours/", views_when.week, name="hours"),
    path("<slug:slug>/calendar/", views_calendars.calendar, name="calendar"),
    path("<slug:slug>/calendar/renew/", views_calendars.renew, name="calendar-renew"),
    path("<slug:slug>/calendar.ics", views_calendars.league, name="calendar-league"),
    path("<slug:slug>/webhooks/", views_webhooks.page, name="webhooks"),
    path(WEBHOOK + "test/", views_webhooks.send_test, name="webhook-test"),
    path(WEBHOOK + "rotate/", views_webhooks.rotate, name="webhook-rotate"),
    path(WEBHOOK + "remove/", views_webhooks.remove, name="webhook-remove"),
    path(FIXTURE + "propose/", views_when.propose, name="propose"),
    path(FIXTURE + "answer/", views_when.answer, name="answer"),
    path(FIXTURE + "time/", views_when.set_time, name="set-time"),
    path(FIXTURE + "rsvp/", views_when.rsvp, name="rsvp"),
    path(FIXTURE + "check-in/", views_when.check_in, name="check-in"),
    path(FIXTURE + "open/", views_when.open_table, name="open-table"),
    path(FIXTURE + "stand-in/", views_when.stand_in, name="stand-in"),
    path(FIXTURE + "put-in/", views_when.put_in, name="put-in"),
]
